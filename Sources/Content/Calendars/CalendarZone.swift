import CLibICal
import CellistText

/// The clock by which a time of a calendar is meant.
enum CalendarClock {
  case utc
  /// The reader's own clock; for a site, that of its time zone.
  case floating
  case known(TimeZoneRules)
  /// One that the calendar itself describes.
  case own(CalendarZone)

  /// Seconds east of UTC when the clock shows a time; nil where that is not known.
  func offset(on time: CalendarTime) -> Int? {
    switch self {
    case .utc: 0
    case .floating: nil
    case .known(let rules): rules.offset(on: time.day, second: time.second ?? 0)
    case .own(let zone): zone.offset(on: time)
    }
  }

  /// The instant of a time, in seconds since 1970-01-01T00:00:00Z, as if a floating clock were in UTC.
  func instant(of time: CalendarTime) -> Int { time.local - (offset(on: time) ?? 0) }

  /// The time that the clock shows at an instant.
  func time(at instant: Int) -> CalendarTime {
    switch self {
    case .utc, .floating: CalendarTime(local: instant)
    case .known(let rules): CalendarTime(local: instant + rules.offset(at: instant))
    case .own(let zone): CalendarTime(local: instant + zone.offset(at: instant))
    }
  }

  /// A time as ISO 8601 writes it; without an offset where none is known.
  func iso(_ time: CalendarTime) -> String {
    guard let second = time.second else { return time.day.iso }
    let moment = Moment(day: time.day, second: second, offset: offset(on: time) ?? 0)
    if case .floating = self { return String(moment.iso.dropLast()) }
    return moment.iso
  }
}

/// A time zone that a calendar describes.
final class CalendarZone {
  private let zone: OpaquePointer

  /// Nil where its rules are none.
  init?(_ component: CalendarComponent) {
    var lines = ["BEGIN:VTIMEZONE", "TZID:Z"]
    for rule in component.components where rule.name == "STANDARD" || rule.name == "DAYLIGHT" {
      guard let start = rule["DTSTART"]?.value, CalendarTime(start)?.second != nil,
        let from = rule["TZOFFSETFROM"]?.value.trimmed, let to = rule["TZOFFSETTO"]?.value.trimmed,
        Self.isOffset(from), Self.isOffset(to)
      else { return nil }
      lines += ["BEGIN:\(rule.name)", "DTSTART:\(start.trimmed)", "TZOFFSETFROM:\(from)", "TZOFFSETTO:\(to)"]
      // Clocks change once in a year by a rule; what came more often could take for ever.
      if let text = rule["RRULE"]?.value.trimmed.uppercased(), text.contains("FREQ=YEARLY"), RecurrenceRule(text) != nil
      {
        lines.append("RRULE:\(text)")
      }
      for times in rule.all("RDATE").prefix(500) where times.items.allSatisfy({ CalendarTime($0.text) != nil }) {
        lines.append("RDATE:\(times.value.trimmed)")
      }
      lines.append("END:\(rule.name)")
    }
    lines += ["END:VTIMEZONE", ""]
    LibICal.prepare()
    guard lines.count > 4, let parsed = icalparser_parse_string(lines.joined(separator: "\r\n")) else { return nil }
    guard let zone = icaltimezone_new() else {
      icalcomponent_free(parsed)
      return nil
    }
    guard icaltimezone_set_component(zone, parsed) != 0 else {
      icaltimezone_free(zone, 1)
      icalcomponent_free(parsed)
      return nil
    }
    self.zone = zone
  }

  deinit { icaltimezone_free(zone, 1) }

  private static func isOffset(_ text: some StringProtocol) -> Bool {
    let bytes = Array(text.utf8)
    return (bytes.count == 5 || bytes.count == 7) && (bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"))
      && bytes.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
  }

  func offset(on time: CalendarTime) -> Int {
    var written = Self.within(time)
    return Int(icaltimezone_get_utc_offset(zone, &written, nil)) / 60 * 60
  }

  func offset(at instant: Int) -> Int {
    var written = Self.within(CalendarTime(local: instant))
    return Int(icaltimezone_get_utc_offset_of_utc_time(zone, &written, nil)) / 60 * 60
  }

  /// The time in the last year of the same calendar up to which libical knows changes of a clock.
  private static func within(_ time: CalendarTime) -> icaltimetype {
    var written = icaltimetype(time)
    while written.year > 2036 { written.year -= 28 }
    return written
  }
}

/// The settings of the library, which hold for the whole process.
enum LibICal {
  /// It would end the process over what is no calendar.
  private static let isPrepared: Bool = {
    icalerror_set_errors_are_fatal(0)
    return true
  }()

  static func prepare() { _ = isPrepared }
}

extension icaltimetype {
  init(_ time: CalendarTime) {
    self.init()
    let date = time.day.date
    (year, month, day) = (Int32(date.year), Int32(date.month), Int32(date.day))
    if let second = time.second {
      (hour, minute, self.second) = (Int32(second / 3_600), Int32(second / 60 % 60), Int32(second % 60))
    } else {
      is_date = 1
    }
  }
}
