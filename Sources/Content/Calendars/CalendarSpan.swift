import CellistRecords
import CellistText

/// The days from which events of a calendar are taken, both included.
package struct CalendarSpan: Hashable, Sendable {
  let first: Day
  let last: Day

  init(first: Day, last: Day) {
    (self.first, self.last) = (first, last)
  }

  /// Reads `between` of a source: a list of two days.
  init?(_ node: Node, _ diagnostics: inout Diagnostics) {
    let days = node.items?.compactMap { $0.text.flatMap { Day(iso: $0) } } ?? []
    guard days.count == 2, node.items?.count == 2, days[0] <= days[1] else {
      diagnostics.error(
        .invalidSetting, "'between' must be a list of two days, the first before the last", at: node.location,
        hint: "for example [2026-01-01, 2026-12-31]")
      return nil
    }
    self.init(first: days[0], last: days[1])
  }

  var words: String { "\(first.iso)…\(last.iso)" }
}
