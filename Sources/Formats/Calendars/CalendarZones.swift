import CellistRecords
import CellistText

/// The clocks that a calendar names.
package final class CalendarZones {
  private let components: [String: CalendarComponent]
  private var clocks: [String: CalendarClock] = [:]
  private var unknown: [(name: String, location: SourceLocation)] = []

  package init(_ calendars: [CalendarComponent]) {
    let zones = calendars.flatMap(\.components).filter { $0.name == "VTIMEZONE" }
    components = Dictionary(zones.compactMap { zone in zone["TZID"].map { (String($0.value.trimmed), zone) } }) {
      first, _ in
      first
    }
  }

  /// The time that a property says, and its clock; nil for what is no time.
  package func time(_ property: CalendarProperty) -> (time: CalendarTime, clock: CalendarClock)? {
    time(property, property.value)
  }

  /// The same of one item of a property.
  package func time(_ property: CalendarProperty, _ text: String) -> (time: CalendarTime, clock: CalendarClock)? {
    guard let time = CalendarTime(text) else { return nil }
    if time.isUTC { return (time, .utc) }
    guard time.second != nil, let name = property.parameter("TZID") else { return (time, .floating) }
    return (time, clock(name, at: property.nameLocation))
  }

  private func clock(_ name: String, at location: SourceLocation) -> CalendarClock {
    if let clock = clocks[name] { return clock }
    let clock =
      Self.rules(name).map(CalendarClock.known) ?? components[name].flatMap(CalendarZone.init).map(CalendarClock.own)
    if clock == nil { unknown.append((name, location)) }
    clocks[name] = clock ?? .floating
    return clock ?? .floating
  }

  /// The rules of a zone of the database, in whose name programs put their own in front: `/example.org/Europe/Bern`.
  private static func rules(_ name: String) -> TimeZoneRules? {
    let parts = name.split(separator: "/")
    for count in stride(from: min(parts.count, 3), through: 1, by: -1) {
      if let rules = TimeZoneRules(parts.suffix(count).joined(separator: "/")) { return rules }
    }
    return nil
  }

  /// Reports the zones that nothing describes.
  package func report(_ diagnostics: inout Diagnostics) {
    for (name, location) in unknown {
      diagnostics.warning(
        .calendarSyntax, "there is no time zone \(quoted(name)), so its times are read in that of the site",
        at: location)
    }
  }
}
