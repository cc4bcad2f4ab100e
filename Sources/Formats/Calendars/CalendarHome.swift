import CellistRecords
import CellistText

/// The time zone by whose clocks people read the times of a calendar.
package struct CalendarHome: Sendable {
  package let zone: TimeZoneRules

  /// The zone that all times of events name, or else the calendar itself; nil where there is none, or several.
  package init?(of text: String) {
    var unheard = Diagnostics()
    let calendars = CalendarReader.read(text, file: "", &unheard) ?? []
    let starts = calendars.flatMap(\.components).filter { $0.name == "VEVENT" }.compactMap { $0["DTSTART"] }
    let named = Set(starts.compactMap { $0.parameter("TZID") })
    let names =
      named.isEmpty ? Set(calendars.compactMap { $0["X-WR-TIMEZONE"].map { String($0.value.trimmed) } }) : named
    guard starts.contains(where: { $0.value.contains("T") }), names.count == 1,
      let zone = names.first.flatMap({ TimeZoneRules($0) })
    else { return nil }
    self.zone = zone
  }
}
