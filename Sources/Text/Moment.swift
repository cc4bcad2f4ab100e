/// A day with a time of day and a zone offset: what a `datetime` field holds.
///
/// A site shows it in its own time zone, not in the offset in which it was written.
public struct Moment: Hashable, Comparable, Sendable {
  /// The day in the moment's own offset.
  public let day: Day
  private let storedSecond: Int32
  private let storedOffset: Int32

  /// A moment of a day.
  ///
  /// - Parameters:
  ///   - day: the day in the moment's own offset.
  ///   - second: seconds since midnight; those below 0 and beyond 86,399 are of days before and after.
  ///   - offset: seconds east of UTC, less than a day.
  public init(day: Day, second: Int, offset: Int) {
    // A remainder of two steps, so that nothing overflows.
    let rest = (second % 86_400 + 86_400) % 86_400
    let days = second / 86_400 - (second % 86_400 < 0 ? 1 : 0)
    self.day = days == 0 ? day : Day(number: day.number + days)
    storedSecond = Int32(rest)
    storedOffset = Int32(min(max(offset, -86_399), 86_399))
  }

  /// A day of which no time is known. It sorts at its start in the zone, which is a moment of its own.
  package init(day: Day, in zone: TimeZoneRules) {
    self.init(day: day, midnightOffset: zone.offset(on: day, second: 0))
  }

  /// A day of which no time is known, with the offset at its start.
  package init(day: Day, midnightOffset offset: Int) {
    self.day = day
    storedSecond = -1
    storedOffset = Int32(min(max(offset, -86_399), 86_399))
  }

  /// Seconds since midnight, 0 to 86,399; 0 where no time is known.
  public var second: Int { max(0, Int(storedSecond)) }
  /// Whether it has a time of day. A field whose `time` is optional holds days without one as well.
  public var hasTime: Bool { storedSecond >= 0 }
  /// Seconds east of UTC.
  public var offset: Int { Int(storedOffset) }

  /// The moment that ISO 8601 text names: a date, then `T` or a space, then hours and minutes, then optional seconds
  /// (a fraction is dropped) and an optional `Z` or offset; without an offset, the wall-clock time of `zone`.
  package init?(iso text: some StringProtocol, zone: TimeZoneRules) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 16, let day = Day(iso: String(decoding: bytes[0..<10], as: UTF8.self)),
      bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " "),
      let clock = Self.clock(bytes[11...])
    else { return nil }
    var rest = clock.rest
    if rest.first == UInt8(ascii: ".") { rest = rest.dropFirst().drop { (48...57).contains($0) } }
    if rest.first == UInt8(ascii: " ") { rest = rest.dropFirst() }
    if rest.isEmpty {
      self.init(day: day, second: clock.second, offset: zone.offset(on: day, second: clock.second))
    } else if rest.elementsEqual([UInt8(ascii: "Z")]) {
      self.init(day: day, second: clock.second, offset: 0)
    } else if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      let east = Self.clock(Self.withColon(rest.dropFirst())), east.rest.isEmpty
    {
      self.init(day: day, second: clock.second, offset: sign == UInt8(ascii: "-") ? -east.second : east.second)
    } else {
      return nil
    }
  }

  /// An offset with the colon that may be missing: "+0200" is as good as "+02:00".
  private static func withColon(_ offset: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard offset.count == 4 else { return offset.count == 5 ? offset : [] }
    return offset.prefix(2) + [UInt8(ascii: ":")] + offset.suffix(2)
  }

  /// A moment from seconds since 1970-01-01T00:00:00Z, in UTC.
  package init(instant: Int) {
    self.init(day: Day(number: 0), second: instant, offset: 0)
  }

  /// The same instant as the clocks of a zone show it.
  package func shown(in zone: TimeZoneRules) -> Moment {
    guard hasTime else { return Moment(day: day, in: zone) }
    let offset = zone.offset(at: instant)
    guard offset != self.offset else { return self }
    let local = Moment(instant: instant + offset)
    return Moment(day: local.day, second: local.second, offset: offset)
  }

  /// Seconds since 1970-01-01T00:00:00Z.
  package var instant: Int { day.number * 86_400 + second - offset }

  /// The moment as ISO 8601 writes it: "2024-05-01T09:30:00+02:00", or the day where no time is known.
  public var iso: String { hasTime ? "\(day.iso)T\(time):\(padded(second % 60, 2))\(zoneSuffix)" : day.iso }

  /// Hours and minutes: "09:30". Midnight where no time is known.
  public var time: String { "\(padded(second / 3_600, 2)):\(padded(second / 60 % 60, 2))" }

  public static func < (left: Moment, right: Moment) -> Bool {
    (left.instant, left.offset, left.storedSecond) < (right.instant, right.offset, right.storedSecond)
  }

  private var zoneSuffix: String {
    guard offset != 0 else { return "Z" }
    let minutes = abs(offset) / 60
    return "\(offset < 0 ? "-" : "+")\(padded(minutes / 60, 2)):\(padded(minutes % 60, 2))"
  }

  /// Reads `HH:MM` or `HH:MM:SS` and returns what follows it.
  private static func clock(_ bytes: ArraySlice<UInt8>) -> (second: Int, rest: ArraySlice<UInt8>)? {
    guard bytes.count >= 5, bytes[bytes.startIndex + 2] == UInt8(ascii: ":"),
      let hour = decimal(bytes.prefix(2)), hour < 24,
      let minute = decimal(bytes.dropFirst(3).prefix(2)), minute < 60
    else { return nil }
    let rest = bytes.dropFirst(5)
    guard rest.first == UInt8(ascii: ":") else { return (hour * 3_600 + minute * 60, rest) }
    guard let second = decimal(rest.dropFirst().prefix(2)), second < 60, rest.count >= 3 else { return nil }
    return (hour * 3_600 + minute * 60 + second, rest.dropFirst(3))
  }
}
