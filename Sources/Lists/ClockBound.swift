import CellistRecords
import CellistText

/// A day or an instant that moves with the clock, as conditions name it: `today`, `today-1y`, `now+2h`.
package struct ClockBound: Hashable, Sendable {
  private enum Unit: Character {
    case hour = "h", day = "d", week = "w", month = "m", year = "y"
  }

  /// Whether it is a day, and not an instant.
  private let isDay: Bool
  /// How far it is from the clock: negative for what was before.
  private let count: Int
  private let unit: Unit

  /// The greatest number of units.
  private static let limit = 100_000

  /// Reads `today` or `now`, alone or with a span; nil where a text is neither.
  init?(_ text: some StringProtocol) {
    let name = ["today", "now"].first { text.hasPrefix($0) }
    guard let name else { return nil }
    isDay = name == "today"
    let rest = text.dropFirst(name.count)
    guard let sign = rest.first else {
      (count, unit) = (0, .day)
      return
    }
    guard sign == "+" || sign == "-", let unit = rest.last.flatMap(Unit.init(rawValue:)), !isDay || unit != .hour,
      let count = decimal(Array(rest.dropFirst().dropLast().utf8)), count <= Self.limit
    else { return nil }
    (self.count, self.unit) = (sign == "-" ? -count : count, unit)
  }

  /// Whether a text is meant to be one.
  static func isMeant(by text: some StringProtocol) -> Bool { text.hasPrefix("today") || text.hasPrefix("now") }

  /// The instants from which it is at least as late as a date or a datetime, and from which it is later; nil for other values.
  ///
  /// Days are compared where either side is a day, or a span counts months or years. Other spans are as long everywhere: a day
  /// of `now+1d` has 24 hours.
  private func borders(of value: Value, in zone: TimeZoneRules) -> (from: Int, past: Int)? {
    let day: Day
    switch value {
    case .date(let date): day = date
    case .datetime(let moment):
      if let seconds, moment.hasTime { return (moment.instant - seconds, moment.instant - seconds + 1) }
      day = moment.shown(in: zone).day
    default: return nil
    }
    return (border(day.number, in: zone), border(day.number + 1, in: zone))
  }

  /// How many seconds an instant is from the clock; nil where days count.
  private var seconds: Int? {
    guard !isDay else { return nil }
    return switch unit {
    case .hour: count * 3_600
    case .day: count * 86_400
    case .week: count * 604_800
    case .month, .year: nil
    }
  }

  /// The instant from which the bound is on a day or later.
  private func border(_ number: Int, in zone: TimeZoneRules) -> Int {
    if let seconds { return zone.midnight(of: Day(number: number)) - seconds }
    switch unit {
    case .hour, .day: return zone.midnight(of: Day(number: number - count))
    case .week: return zone.midnight(of: Day(number: number - count * 7))
    case .month, .year: break
    }
    let (year, month, day) = Day(number: number).date
    // A day that the shorter of two months does not have is replaced by its last.
    let months = year * 12 + month - 1 - (unit == .year ? count * 12 : count)
    guard months >= 12 else { return .min }
    guard let first = Day(year: months / 12, month: months % 12 + 1, day: 1) else { return .max }
    let length = first.month.count
    return zone.midnight(of: Day(number: first.number + min(day - 1, length)))
  }

  /// Whether a value is before, at or after it: what the value is compared with as a relation says.
  func holds(_ relation: Relation, of value: Value, _ clock: inout ConditionClock) -> Bool {
    guard let (from, past) = borders(of: value, in: clock.zone) else { return false }
    return switch relation {
    case .above: !clock.isReached(from)
    case .atLeast: !clock.isReached(past)
    case .below: clock.isReached(past)
    case .atMost: clock.isReached(from)
    // After a short month, no day may be the value.
    case .equal: from < past && clock.isReached(from) && !clock.isReached(past)
    }
  }

  /// How a value is compared with it.
  package enum Relation: Sendable {
    case equal, above, atLeast, below, atMost

    /// The relation of a comparison in settings; nil for those that are no order.
    init?(comparison name: String) {
      switch name {
      case "above": self = .above
      case "at-least": self = .atLeast
      case "below": self = .below
      case "at-most": self = .atMost
      default: return nil
      }
    }
  }
}
