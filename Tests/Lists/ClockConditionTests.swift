import CellistTestSupport
import CellistText
import Testing

@testable import CellistLists
@testable import CellistRecords

/// Conditions that compare with the clock.
@Suite struct ClockConditionTests {
  /// Whether conditions hold of a record as of an instant, and how long.
  private func holds(
    _ setting: Setting, _ fields: [String: Setting], at text: String, in name: String = "UTC"
  ) throws -> (holds: Bool, from: String?, until: String?) {
    let zone = try #require(TimeZoneRules(name))
    let values = try Elements.values()
    var diagnostics = Diagnostics()
    let scope = ConditionScope(type: Elements.type, values: values)
    let condition = try #require(Condition(setting.node, in: scope, &diagnostics))
    #expect(lines(diagnostics) == [] && condition.readsClock)
    var clock = ConditionClock(instant: try #require(Moment(iso: text, zone: zone)).instant, zone: zone)
    let holds = condition.holds(
      of: try Elements.record("x", fields), flags: [], language: values.language, &clock)
    func shown(_ instant: Int) -> String { Moment(instant: instant).shown(in: zone).iso }
    return (
      holds, clock.span.start == .min ? nil : shown(clock.span.start),
      clock.span.end == .max ? nil : shown(clock.span.end)
    )
  }

  private static let day: [String: Setting] = ["discovered": "2026-03-31", "seen": "2026-03-31T18:00:00Z"]

  @Test(
    arguments: [
      (["discovered": ["at-least": "today"]], "2026-03-31T23:59", true, nil, "2026-04-01T00:00:00Z"),
      (["discovered": ["at-least": "today"]], "2026-04-01T00:00", false, "2026-04-01T00:00:00Z", nil),
      (["discovered": ["above": "today"]], "2026-03-30T12:00", true, nil, "2026-03-31T00:00:00Z"),
      (["discovered": ["below": "now"]], "2026-03-31T12:00", false, nil, "2026-04-01T00:00:00Z"),
      (["discovered": ["at-most": "today"]], "2026-03-31T12:00", true, "2026-03-31T00:00:00Z", nil),
      (["discovered": "today"], "2026-03-31T12:00", true, "2026-03-31T00:00:00Z", "2026-04-01T00:00:00Z"),
      (
        ["discovered": ["in": ["today", "today+1d"]]], "2026-03-30T12:00", true, "2026-03-30T00:00:00Z",
        "2026-03-31T00:00:00Z"
      ),
      (["discovered": ["in": ["1999-01-01", "today"]]], "2026-03-30T12:00", false, nil, "2026-03-31T00:00:00Z"),
      (["discovered": ["at-most": "today+30d"]], "2026-02-28T12:00", false, nil, "2026-03-01T00:00:00Z"),
      (["discovered": ["at-most": "today+1w"]], "2026-03-24T00:00", true, "2026-03-24T00:00:00Z", nil),
      // A month after 28 February is 28 March, and after 1 March 1 April: after no day it is 31 March.
      (["discovered": ["at-most": "today+1m"]], "2026-02-28T12:00", false, nil, "2026-03-01T00:00:00Z"),
      (["discovered": "today+1m"], "2026-02-28T12:00", false, nil, nil),
      (["discovered": ["below": "today-1m"]], "2026-04-30T12:00", false, nil, "2026-05-01T00:00:00Z"),
      (["discovered": ["below": "today-1y"]], "2027-03-31T12:00", false, nil, "2027-04-01T00:00:00Z"),
      (["seen": ["below": "now"]], "2026-03-31T18:00", false, nil, "2026-03-31T18:00:01Z"),
      (["seen": ["at-most": "now"]], "2026-03-31T18:00", true, "2026-03-31T18:00:00Z", nil),
      (["seen": ["at-most": "now+2h"]], "2026-03-31T15:59", false, nil, "2026-03-31T16:00:00Z"),
      (["seen": "today"], "2026-03-31T23:00", true, "2026-03-31T00:00:00Z", "2026-04-01T00:00:00Z"),
      (["seen": ["at-most": "today"]], "2026-03-31T00:00", true, "2026-03-31T00:00:00Z", nil),
      // What decides alone says how long.
      (
        ["any": [["discovered": ["at-most": "today"]], ["seen": ["above": "now"]]]], "2026-03-31T12:00", true,
        "2026-03-31T00:00:00Z", nil
      ),
      (["not": ["discovered": "today"]], "2026-03-30T12:00", true, nil, "2026-03-31T00:00:00Z"),
      (["discovered": ["at-least": "today-100000y"]], "2026-03-30T12:00", true, nil, nil),
      (["discovered": ["at-most": "today+100000m"]], "2026-03-30T12:00", true, nil, nil),
    ] as [(Setting, String, Bool, String?, String?)])
  func `a value is compared with the clock, and as long as it stays so is known`(
    setting: Setting, now: String, expected: Bool, from: String?, until: String?
  ) throws {
    let result = try holds(setting, Self.day, at: now)
    #expect(result == (expected, from, until))
    #expect(try holds(setting, [:], at: now).holds == (setting.node["not"] != nil))
  }

  @Test func `midnights are those of the zone, also where there is none`() throws {
    // On 15 October 2017 the clocks of São Paulo went from 00:00 to 01:00.
    let fields: [String: Setting] = ["discovered": "2017-10-15"]
    let before = try holds(["discovered": "today"], fields, at: "2017-10-14T23:59", in: "America/Sao_Paulo")
    #expect(before == (false, nil, "2017-10-15T01:00:00-02:00"))
    let after = try holds(["discovered": "today"], fields, at: "2017-10-15T01:00", in: "America/Sao_Paulo")
    #expect(after == (true, "2017-10-15T01:00:00-02:00", "2017-10-16T00:00:00-02:00"))
    // In 1987 the clocks of St. John's went back across midnight, from 00:01 to 23:01.
    let zone = try #require(TimeZoneRules("America/St_Johns"))
    let midnight = zone.midnight(of: try #require(Day(iso: "1987-10-25")))
    for minutes in [0, 1, 30, 61, 600] {
      let clock = ConditionClock(instant: midnight + minutes * 60, zone: zone)
      #expect(clock.today.iso == "1987-10-25")
    }
    #expect(ConditionClock(instant: midnight - 1, zone: zone).today.iso == "1987-10-24")
  }

  /// Whatever is compared: within the span of time that is known the answer is the same, and behind its end another.
  @Test(arguments: ["UTC", "Europe/Zurich", "America/St_Johns", "Pacific/Apia", "Asia/Beirut"])
  func `an answer holds for its span, and no longer`(name: String) throws {
    var random = SeededGenerator(seed: 7)
    let zone = try #require(TimeZoneRules(name))
    let language = try Elements.values().language
    let relations: [ClockBound.Relation] = [.equal, .above, .atLeast, .below, .atMost]
    for _ in 0..<3_000 {
      let unit = random.pick(["d", "w", "m", "y", "h", ""])
      let base = unit == "h" ? "now" : random.pick(["today", "now"])
      let span = unit.isEmpty ? "" : "\(random.pick(["+", "-"]))\(Int.random(in: 0..<40, using: &random))\(unit)"
      let bound = try #require(ClockBound(base + span))
      let isDate = random.happens(onceIn: 2)
      let path = FieldPath(field: isDate ? 4 : 5, type: isDate ? .date : .datetime)
      let condition = Condition.clock(path, random.pick(relations), bound)
      let start = 1_325_000_000 + Int.random(in: 0..<100_000_000, using: &random)
      let day = Day(number: start / 86_400)
      let value =
        random.pick([Value.date(day), .datetime(Moment(instant: start)), .datetime(Moment(day: day, in: zone))])
      var values = Array(repeating: Value.absent, count: Elements.type.fields.count)
      values[path.field] = value
      let record = Record(
        id: "x", values: values, locations: Array(repeating: place, count: values.count), location: place)
      func answer(_ instant: Int) -> (Bool, TimeSpan) {
        var clock = ConditionClock(instant: instant, zone: zone)
        return (condition.holds(of: record, flags: [], language: language, &clock), clock.span)
      }
      let now = start + Int.random(in: -40_000_000...40_000_000, using: &random)
      let (holds, known) = answer(now)
      #expect(known.contains(now))
      for instant in [known.start, known.end - 1, now - 3_600, now + 3_600] where known.contains(instant) {
        guard instant != .min, instant != .max - 1 else { continue }
        #expect(answer(instant) == (holds, known))
      }
      if known.end != .max { #expect(answer(known.end).0 != holds) }
      if known.start != .min { #expect(answer(known.start - 1).0 != holds) }
    }
  }

  @Test(arguments: ["today+", "today+1", "todayy", "today+1h", "now+1s", "now+-1d", "now+1000001d", "tomorrow", ""])
  func `other texts are no times`(text: String) { #expect(ClockBound(text) == nil) }
}
