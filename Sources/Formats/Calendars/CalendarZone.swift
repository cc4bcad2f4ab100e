import CLibICal

/// A time zone that a calendar describes.
package final class CalendarZone {
  private let zone: OpaquePointer

  /// Nil where its rules are none.
  package init?(_ component: CalendarComponent) {
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

  package func offset(on time: CalendarTime) -> Int {
    var written = Self.within(time)
    return Int(icaltimezone_get_utc_offset(zone, &written, nil)) / 60 * 60
  }

  package func offset(at instant: Int) -> Int {
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
