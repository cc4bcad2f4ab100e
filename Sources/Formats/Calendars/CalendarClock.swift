import CellistText

/// The clock by which a time of a calendar is meant.
package enum CalendarClock {
  case utc
  /// The reader's own clock; for a site, that of its time zone.
  case floating
  case known(TimeZoneRules)
  /// One that the calendar itself describes.
  case own(CalendarZone)

  package var isFloating: Bool { if case .floating = self { true } else { false } }

  /// Seconds east of UTC when the clock shows a time; nil where that is not known.
  package func offset(on time: CalendarTime) -> Int? {
    switch self {
    case .utc: 0
    case .floating: nil
    case .known(let rules): rules.offset(on: time.day, second: time.second ?? 0)
    case .own(let zone): zone.offset(on: time)
    }
  }

  /// The instant of a time, in seconds since 1970-01-01T00:00:00Z, as if a floating clock were in UTC.
  package func instant(of time: CalendarTime) -> Int { time.local - (offset(on: time) ?? 0) }

  /// The time that the clock shows at an instant.
  package func time(at instant: Int) -> CalendarTime {
    switch self {
    case .utc, .floating: CalendarTime(local: instant)
    case .known(let rules): CalendarTime(local: instant + rules.offset(at: instant))
    case .own(let zone): CalendarTime(local: instant + zone.offset(at: instant))
    }
  }

  /// A time as ISO 8601 writes it; without an offset where none is known.
  package func iso(_ time: CalendarTime) -> String {
    guard let second = time.second else { return time.day.iso }
    let moment = Moment(day: time.day, second: second, offset: offset(on: time) ?? 0)
    if case .floating = self { return String(moment.iso.dropLast()) }
    return moment.iso
  }
}
