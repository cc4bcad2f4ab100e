import CellistRecords
import CellistText

/// The days from which events of a calendar are taken, both included.
package struct CalendarSpan: Hashable, Sendable {
  package let first: Day
  package let last: Day

  package init(first: Day, last: Day) {
    (self.first, self.last) = (first, last)
  }

  /// Reads `between` of a source: a list of two days.
  package init?(_ node: Node, _ diagnostics: inout Diagnostics) {
    let days = node.items?.compactMap { $0.text.flatMap { Day(iso: $0) } } ?? []
    guard days.count == 2, node.items?.count == 2, days[0] <= days[1] else {
      diagnostics.error(
        .invalidSetting, "'between' must be a list of two days, the first before the last", at: node.location,
        hint: "for example [2026-01-01, 2026-12-31]")
      return nil
    }
    self.init(first: days[0], last: days[1])
  }

  /// The year in which the last event of a calendar starts, up to the year after today's; nil where no event repeats without
  /// an end.
  package init?(of text: String, today: Day?) {
    var unheard = Diagnostics()
    let calendars = CalendarReader.read(text, file: "", &unheard) ?? []
    let events = calendars.flatMap(\.components).filter { $0.name == "VEVENT" }
    let isEndless = events.flatMap { $0.all("RRULE") }.contains { RecurrenceRule($0.value)?.isEndless ?? false }
    let years = events.compactMap { $0["DTSTART"].flatMap { CalendarTime($0.value)?.day.date.year } }
    guard isEndless, let first = years.max(), let start = Day(year: first, month: 1, day: 1),
      let end = Day(year: min(max(first, today?.date.year ?? first) + 1, 9999), month: 12, day: 31)
    else { return nil }
    self.init(first: start, last: end)
  }

  package var words: String { "\(first.iso)…\(last.iso)" }
}
