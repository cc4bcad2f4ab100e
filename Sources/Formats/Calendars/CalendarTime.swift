import CellistText

/// A day or a time as a calendar writes it: `20260503`, `20260503T093000`, `20260503T093000Z`.
package struct CalendarTime {
  package var day: Day
  /// Seconds since midnight; nil for a whole day.
  package var second: Int?
  /// Whether it is in UTC, even if its property names a zone.
  package var isUTC = false

  /// Nil for what is no time.
  package init?(_ written: String) {
    var text = Array(written.trimmed.utf8)
    if text.last == UInt8(ascii: "Z") || text.last == UInt8(ascii: "z") {
      isUTC = true
      text.removeLast()
    }
    guard text.count == 8 || text.count == 15, let year = decimal(text[0..<4]), let month = decimal(text[4..<6]),
      let dayOfMonth = decimal(text[6..<8]), let day = Day(year: year, month: month, day: dayOfMonth)
    else { return nil }
    self.day = day
    guard text.count == 15 else {
      if isUTC { return nil }
      return
    }
    // A leap second is the second before.
    guard text[8] == UInt8(ascii: "T") || text[8] == UInt8(ascii: "t"), let hour = decimal(text[9..<11]),
      let minute = decimal(text[11..<13]), let second = decimal(text[13..<15]), hour < 24, minute < 60, second <= 60
    else { return nil }
    self.second = hour * 3_600 + minute * 60 + min(second, 59)
  }

  /// Hours and minutes: `0930`.
  package var clock: String { String(Moment(day: day, second: second ?? 0, offset: 0).time.filter { $0 != ":" }) }

  package init(day: Day, second: Int?) {
    (self.day, self.second) = (day, second)
  }

  /// The seconds from 1970-01-01T00:00:00 on that its clock shows.
  package var local: Int { day.number * 86_400 + (second ?? 0) }

  /// The time that a clock shows, from those seconds.
  package init(local: Int) {
    let moment = Moment(instant: local)
    (day, second) = (moment.day, moment.second)
  }
}
