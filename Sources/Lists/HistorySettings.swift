import CellistRecords
import CellistText

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
  func holds(_ time: Int, at newest: Int, in zone: TimeZoneRules) -> Bool {
    switch start {
    case .all: return true
    case .day(let day): return time >= zone.midnight(of: day)
    case .span(let bound):
      var clock = ConditionClock(instant: newest, zone: zone)
      return bound.holds(.atLeast, of: .datetime(Moment(instant: time).shown(in: zone)), &clock)
    }
  }
}
