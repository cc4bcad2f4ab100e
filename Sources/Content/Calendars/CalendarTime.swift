import CellistText

/// A day or a time as a calendar writes it: `20260503`, `20260503T093000`, `20260503T093000Z`.
struct CalendarTime: Equatable {
  var day: Day
  /// Seconds since midnight; nil for a whole day.
  var second: Int?
  /// Whether it is in UTC, even if its property names a zone.
  var isUTC = false

  /// Nil for what is no time.
  init?(_ written: String) {
    var text = Array(written.trimmed.utf8)
    if text.last == UInt8(ascii: "Z") || text.last == UInt8(ascii: "z") {
      isUTC = true
      text.removeLast()
    }
    func number(_ range: Range<Int>) -> Int? {
      let digits = text[range]
      guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
    guard text.count == 8 || text.count == 15, let year = number(0..<4), let month = number(4..<6),
      let dayOfMonth = number(6..<8), let day = Day(year: year, month: month, day: dayOfMonth)
    else { return nil }
    self.day = day
    guard text.count == 15 else {
      if isUTC { return nil }
      return
    }
    // A leap second is the second before.
    guard text[8] == UInt8(ascii: "T") || text[8] == UInt8(ascii: "t"), let hour = number(9..<11),
      let minute = number(11..<13), let second = number(13..<15), hour < 24, minute < 60, second <= 60
    else { return nil }
    self.second = hour * 3_600 + minute * 60 + min(second, 59)
  }

  init(day: Day, second: Int?) {
    (self.day, self.second) = (day, second)
  }

  /// The seconds from 1970-01-01T00:00:00 on that its clock shows.
  var local: Int { day.number * 86_400 + (second ?? 0) }

  /// The time that a clock shows, from those seconds.
  init(local: Int) {
    let moment = Moment(instant: local)
    (day, second) = (moment.day, moment.second)
  }
}

/// A length of time as a calendar writes it: `P1D`, `PT1H30M`, `P2W`.
struct CalendarDuration: Equatable {
  var days = 0
  var seconds = 0

  /// Nil for what is none.
  init?(_ written: String) {
    var rest = written.trimmed.uppercased()[...]
    let isNegative = rest.hasPrefix("-")
    if isNegative || rest.hasPrefix("+") { rest.removeFirst() }
    guard rest.popFirst() == "P", !rest.isEmpty else { return nil }
    var isTime = false
    while let first = rest.first {
      if first == "T", !isTime {
        isTime = true
        rest.removeFirst()
        continue
      }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(digits.count)
      guard digits.count <= 9, let count = Int(digits), let unit = rest.popFirst() else { return nil }
      switch (unit, isTime) {
      case ("W", false): days += count * 7
      case ("D", false): days += count
      case ("H", true): seconds += count * 3_600
      case ("M", true): seconds += count * 60
      case ("S", true): seconds += count
      default: return nil
      }
    }
    if isNegative { (days, seconds) = (-days, -seconds) }
  }
}
