import CellistText

/// The instant as of which conditions are decided, and how long what they decide stays true.
package struct ConditionClock {
  /// Seconds since 1970-01-01T00:00:00Z.
  let instant: Int
  /// The zone that decides which day it is.
  let zone: TimeZoneRules
  /// The instants at which all that was decided so far is the same.
  package private(set) var span = TimeSpan.always

  package init(instant: Int, zone: TimeZoneRules) {
    self.instant = instant
    self.zone = zone
  }

  /// The day on which it is: the last that has begun.
  var today: Day {
    // Where clocks go back across midnight, they show the day before once more.
    let shown = Moment(instant: instant).shown(in: zone).day
    let next = Day(number: shown.number + 1)
    if zone.midnight(of: next) <= instant { return next }
    return zone.midnight(of: shown) > instant ? Day(number: shown.number - 1) : shown
  }

  /// Says whether an instant has come, and notes that this stays so until then, or has been so since.
  mutating func isReached(_ border: Int) -> Bool {
    guard border <= instant else {
      span.end = min(span.end, border)
      return false
    }
    span.start = max(span.start, border)
    return true
  }
}
