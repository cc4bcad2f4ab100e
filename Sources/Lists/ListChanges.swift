import CellistText

/// The changes of a list's records, the newest first.
package final class ListChanges: Sendable {
  /// Those that have pages.
  package let recent: [HistoryChange]
  /// The time zone of the list.
  package let zone: TimeZoneRules
  private let byRecord: [String: [HistoryChange]]

  /// - Parameter all: from the oldest on.
  package init(_ all: [HistoryChange], since: HistorySettings, in zone: TimeZoneRules) {
    self.zone = zone
    let newest = all.lazy.map(\.time).max() ?? 0
    // The clock that commits are made by may have gone back.
    recent = all.enumerated().filter { since.holds($0.element.time, at: newest, in: zone) }
      .sorted { ($1.element.time, $0.offset) < ($0.element.time, $1.offset) }.map(\.element)
    byRecord = all.byRecord.mapValues { $0.reversed() }
  }

  /// The changes of a record under its present id.
  package func changes(of id: String) -> [HistoryChange] { byRecord[id] ?? [] }
}
