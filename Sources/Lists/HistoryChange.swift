import CellistRecords
import CellistText

/// A change of one record, made by a commit of the site's repository.
package struct HistoryChange: Hashable, Sendable {
  package enum Kind: Int, Sendable { case added, removed, renamed, changed }

  /// The change of a field's value. Long texts are not kept: then neither value is known.
  package struct FieldChange: Hashable, Sendable {
    package let field: Int
    package let old: Value?
    package let new: Value?

    package init(field: Int, old: Value?, new: Value?) {
      self.field = field
      self.old = old
      self.new = new
    }
  }

  /// When it was committed, in seconds since 1970-01-01T00:00:00Z.
  package let time: Int
  package let id: String
  /// The id that it had, where it was renamed.
  package let former: String?
  /// The title of the record after the change, or before it was removed.
  package let title: String
  package let kind: Kind
  /// The fields whose values changed, in declared order.
  package let fields: [FieldChange]

  package init(
    time: Int, id: String, former: String? = nil, title: String, kind: Kind, fields: [FieldChange] = []
  ) {
    self.time = time
    self.id = id
    self.former = former
    self.title = title
    self.kind = kind
    self.fields = fields
  }
}

extension [HistoryChange] {
  /// Changes from the oldest on, by the ids that their records have in the end.
  package var byRecord: [String: [HistoryChange]] {
    var all: [String: [HistoryChange]] = [:]
    for change in self {
      let before = change.former.flatMap { all.removeValue(forKey: $0) } ?? []
      all[change.id, default: []] += before + [change]
    }
    return all
  }
}

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

/// The `history` setting: pages of the changes of a list's records.
package struct HistorySettings: Hashable, Sendable {
  package static let key = "history"

  private enum Start: Hashable, Sendable {
    case all
    case day(Day)
    /// So long before the last change.
    case span(ClockBound)
  }

  private let start: Start
  package let location: SourceLocation

  /// Reads `history`: true, or `{since: …}` with a date or a span; nil where there is none.
  package init?(_ settings: inout MappingReader, _ diagnostics: inout Diagnostics) {
    guard let node = settings.node(Self.key), node.text != "false" else { return nil }
    location = node.location
    guard node.text != "true" else {
      start = .all
      return
    }
    guard node.entries != nil, var reader = MappingReader(node, name: "'\(Self.key)'", &diagnostics) else {
      diagnostics.error(
        .invalidSetting, "'\(Self.key)' must be true or a mapping, found \(node.summary)", at: node.location,
        hint: "for example \(Self.key): {since: 2y}")
      return nil
    }
    let since = reader.text("since", &diagnostics)
    let place = reader.node("since")?.location
    reader.finish(&diagnostics)
    guard let since else {
      start = .all
      return
    }
    if let day = Day(iso: since), since.contains("-") {
      start = .day(day)
    } else if let bound = ClockBound("today-\(since)") {
      start = .span(bound)
    } else {
      start = .all
      diagnostics.error(
        .invalidSetting, "'since' must be a date or a span, found \(quoted(since.shortened))", at: place,
        hint: "for example 2024-01-01, 2y, 6m, 8w or 30d")
    }
  }

  /// Whether a change has a page.
  fileprivate func holds(_ time: Int, at newest: Int, in zone: TimeZoneRules) -> Bool {
    switch start {
    case .all: return true
    case .day(let day): return time >= zone.midnight(of: day)
    case .span(let bound):
      var clock = ConditionClock(instant: newest, zone: zone)
      return bound.holds(.atLeast, of: .datetime(Moment(instant: time).shown(in: zone)), &clock)
    }
  }
}
