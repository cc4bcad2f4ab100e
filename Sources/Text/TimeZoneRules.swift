import CICU
import Synchronization

/// A zone of the time zone database: how far its clocks are from UTC, and when.
package final class TimeZoneRules: Sendable {
  /// The zone's name, such as "Europe/Zurich".
  package let name: String
  private let calendar: Mutex<Calendar>

  /// The rules of a zone, or nil when the database has no zone of that name.
  package init?(_ name: String) {
    let units = Array(name.utf16)
    var status: IcuStatus = 0
    guard !units.isEmpty, icu_zone_is_known(units, Int32(units.count)) != 0,
      let pointer = icu_calendar_open(units, Int32(units.count), &status)
    else { return nil }
    self.name = name
    calendar = Mutex(Calendar(pointer: pointer))
  }

  /// Seconds east of UTC when the zone's clocks show `second` (since midnight) on `day`: the first time where they show
  /// it twice, and by the offset before the gap where they skip it, as iCalendar has it (RFC 5545, 3.3.5).
  package func offset(on day: Day, second: Int) -> Int {
    let (year, month, dayOfMonth) = day.date
    return calendar.withLock { calendar in
      var status: IcuStatus = 0
      let date = icu_date_at_local(
        calendar.pointer, Int32(year), Int32(month), Int32(dayOfMonth), Int32(second / 3_600),
        Int32(second / 60 % 60), Int32(second % 60), &status)
      guard status <= 0, date.isFinite else { return 0 }
      return Self.seconds(Int32(clamping: (day.number * 86_400 + second) * 1_000 - Int(date)))
    }
  }

  /// Seconds east of UTC that the zone's clocks are at an instant, in seconds since 1970-01-01T00:00:00Z.
  package func offset(at instant: Int) -> Int {
    calendar.withLock { calendar in
      var status: IcuStatus = 0
      let offset = icu_offset_at(calendar.pointer, Double(instant) * 1_000, &status)
      return status > 0 ? 0 : Self.seconds(offset)
    }
  }

  /// An offset in milliseconds as seconds, truncated to whole minutes, since ISO 8601 cannot write others: local mean
  /// time, before there were zones, had them.
  private static func seconds(_ offset: Int32) -> Int { Int(offset) / 60_000 * 60 }

  /// The instant at which `day` begins in the zone, in seconds since 1970-01-01T00:00:00Z.
  package func midnight(of day: Day) -> Int { day.number * 86_400 - offset(on: day, second: 0) }

  // Only reached under the mutex above.
  private struct Calendar: ~Copyable {
    let pointer: OpaquePointer
    deinit { icu_calendar_close(pointer) }
  }
}
