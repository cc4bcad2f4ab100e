/// A calendar day of the proleptic Gregorian calendar, without a time or a zone.
public struct Day: Hashable, Comparable, Sendable {
  /// How much of a date is known.
  public enum Precision: Int, Sendable {
    /// The year alone.
    case year
    /// The year and the month.
    case month
    /// The whole date.
    case day
  }

  // 32 bits reach far beyond year 9999 and keep a record's values at 16 bytes each. The last two are the precision.
  private let stored: Int32

  /// Days since 1970-01-01, which is 0. A year or a month has the number of its first day.
  package var number: Int { Int(stored >> 2) }

  /// How much of the date is known. A field whose `precision` is `year` or `month` holds such dates.
  public var precision: Precision { Precision(rawValue: Int(stored & 3)) ?? .day }

  /// The day, and how precise it is, in one number.
  package var code: Int { Int(stored) }

  package init(code: Int) { stored = Int32(clamping: code) }

  package init(number: Int, precision: Precision = .day) {
    let most = Int(Int32.max >> 2)
    stored = Int32(min(max(number, -most), most)) << 2 | Int32(precision.rawValue)
  }

  /// The same day, as precise as another source has it.
  package func rounded(to precision: Precision) -> Day {
    let back =
      switch precision {
      case .day: 0
      case .month: date.day - 1
      case .year: number - Self.number(date.year, 1, 1)
      }
    return Day(number: number - back, precision: precision)
  }

  /// The day of a date, or nil when the calendar has no such date. Years are 1 to 9999.
  ///
  /// - Complexity: O(1).
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1, day <= Self.length(of: month, in: year)
    else { return nil }
    self.init(number: Self.number(year, month, day))
  }

  /// A year of any number, of which nothing else is known.
  package init(year: Int) { self.init(number: Self.number(year, 1, 1), precision: .year) }

  /// The number of a day of any year, as astronomers count them: the one before 1 is 0.
  private static func number(_ year: Int, _ month: Int, _ day: Int) -> Int {
    // Counting years from March puts the leap day last, so that month lengths follow one formula.
    let shifted = month > 2 ? year : year - 1
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The date that ISO 8601 writes as "1890", "1890-05" or "1890-05-01", with a minus sign before years that are before 0;
  /// nil where it is less precise than allowed.
  package init?(iso text: some StringProtocol, coarsest: Precision) {
    let bytes = Array(text.utf8)
    let isBefore = bytes.first == UInt8(ascii: "-")
    let parts = bytes.dropFirst(isBefore ? 1 : 0).split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    let numbers = parts.compactMap { decimal($0) }
    guard let precision = Precision(rawValue: parts.count - 1), precision.rawValue >= coarsest.rawValue,
      numbers.count == parts.count, parts[0].count == 4, parts.dropFirst().allSatisfy({ $0.count == 2 })
    else { return nil }
    let year = isBefore ? -numbers[0] : numbers[0]
    let month = numbers.count > 1 ? numbers[1] : 1
    let day = numbers.count > 2 ? numbers[2] : 1
    guard (1...12).contains(month), day >= 1, day <= Self.length(of: month, in: year), !isBefore || year != 0
    else { return nil }
    self.init(number: Self.number(year, month, day), precision: precision)
  }

  /// The day that an ISO 8601 date such as "2024-05-01" names, or nil.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public init?(iso text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = decimal(bytes[0..<4]), let month = decimal(bytes[5..<7]), let day = decimal(bytes[8..<10])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// Year, month (1 to 12) and day of the month (1 to 31).
  public var date: (year: Int, month: Int, day: Int) {
    let shifted = number + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  /// The day of the week, 1 for Sunday to 7 for Saturday.
  package var weekday: Int {
    // 1970-01-01 was a Thursday.
    let rest = (number + 4) % 7
    return (rest < 0 ? rest + 7 : rest) + 1
  }

  /// The first day of its month.
  package var firstOfMonth: Day { Day(number: number + 1 - date.day) }

  /// All days of its month, in order.
  package var month: [Day] {
    let (year, month, _) = date
    let first = firstOfMonth.number
    return (0..<Self.length(of: month, in: year)).map { Day(number: first + $0) }
  }

  /// Whether the year is one of 1 to 9999, which ISO 8601 writes with four digits.
  var isInRange: Bool { (1...9999).contains(date.year) }

  /// The day as ISO 8601 writes it, as far as it is known: "2024-05-01", "2024-05", "2024".
  public var iso: String {
    let (year, month, day) = date
    let start = year < 0 ? "-\(padded(-year, 4))" : padded(year, 4)
    return switch precision {
    case .year: start
    case .month: "\(start)-\(padded(month, 2))"
    case .day: "\(start)-\(padded(month, 2))-\(padded(day, 2))"
    }
  }

  public static func < (left: Day, right: Day) -> Bool { left.stored < right.stored }

  private static func length(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

/// The number in a text of ASCII digits alone, or nil.
package func decimal(_ bytes: some Collection<UInt8>) -> Int? {
  guard !bytes.isEmpty, bytes.count <= 9, bytes.allSatisfy({ (48...57).contains($0) }) else { return nil }
  return bytes.reduce(0) { $0 * 10 + Int($1 - 48) }
}

func padded(_ number: Int, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
