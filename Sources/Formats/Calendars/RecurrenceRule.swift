import CellistText
import CLibICal
import Glibc

/// The rule by which an event repeats (RFC 5545, 3.3.10).
package struct RecurrenceRule {
  private let rule: icalrecurrencetype
  /// How often it happens in all; nil where the rule does not say it.
  package let count: Int?
  /// The last time that may be one of it.
  package let until: CalendarTime?
  /// Whether it repeats within a day.
  package let isWithinDay: Bool

  /// Whether it never ends.
  package var isEndless: Bool { count == nil && until == nil }

  /// Nil for what is no rule.
  package init?(_ text: String) {
    var rest: [Substring] = []
    var (count, until): (Int?, CalendarTime?)
    for part in text.trimmed.uppercased().split(separator: ";") {
      let value = String(part.drop { $0 != "=" }.dropFirst())
      if part.hasPrefix("COUNT=") {
        guard let number = Int(value), number > 0 else { return nil }
        count = number
      } else if part.hasPrefix("UNTIL=") {
        guard let time = CalendarTime(value) else { return nil }
        until = time
      } else {
        rest.append(part)
      }
    }
    LibICal.prepare()
    rule = icalrecurrencetype_from_string(rest.joined(separator: ";"))
    guard rule.freq != ICAL_NO_RECURRENCE, rule.rscale == nil else {
      if let scale = rule.rscale { free(scale) }
      return nil
    }
    isWithinDay = [ICAL_SECONDLY_RECURRENCE, ICAL_MINUTELY_RECURRENCE, ICAL_HOURLY_RECURRENCE].contains(rule.freq)
    (self.count, self.until) = (count, until)
  }

  /// Calls `emit` with the times from a start up to a day, in order, until it returns false.
  ///
  /// - Parameter effort: how many days may be looked at; what is left of them.
  /// - Returns: false when that was too little.
  package func times(
    from start: CalendarTime, through end: Day, effort: inout Int, _ emit: (CalendarTime) -> Bool
  ) -> Bool {
    var rule = rule
    rule.until = icaltimetype(CalendarTime(day: end, second: start.second == nil ? nil : 86_399))
    guard let iterator = icalrecur_iterator_new(rule, icaltimetype(start)) else { return true }
    defer { icalrecur_iterator_free(iterator) }
    var last = start.day
    // By weeks, libical looks at one day of seven.
    let pace = rule.freq == ICAL_WEEKLY_RECURRENCE ? 7 : 1
    while effort > 0 {
      let next = icalrecur_iterator_next(iterator)
      guard icaltime_is_null_time(next) == 0,
        let day = Day(year: Int(next.year), month: Int(next.month), day: Int(next.day)), day <= end
      else {
        effort -= max(0, end.number - last.number) / pace
        return true
      }
      effort -= max(0, day.number - last.number) / pace + 1
      last = day
      let second = start.second.map { _ in Int(next.hour) * 3_600 + Int(next.minute) * 60 + Int(next.second) }
      guard emit(CalendarTime(day: day, second: second)) else { return true }
    }
    return false
  }
}
