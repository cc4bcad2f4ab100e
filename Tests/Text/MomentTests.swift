import Testing

@testable import CellistText

@Suite struct MomentTests {
  private let zurich: TimeZoneRules
  private let utc: TimeZoneRules

  init() throws {
    zurich = try #require(TimeZoneRules("Europe/Zurich"))
    utc = try #require(TimeZoneRules("UTC"))
  }

  @Test(arguments: [
    ("2024-01-15T12:00", "2024-01-15T12:00:00+01:00"),
    ("2024-07-15T12:00", "2024-07-15T12:00:00+02:00"),
    ("2024-03-31T01:59:59", "2024-03-31T01:59:59+01:00"),
    ("2024-03-31T03:00", "2024-03-31T03:00:00+02:00"),
    ("2024-10-27T01:30", "2024-10-27T01:30:00+02:00"),
    ("2024-10-27T03:00", "2024-10-27T03:00:00+01:00"), ("1850-05-01T09:30", "1850-05-01T09:30:00+00:34"),
  ])
  func `without an offset the zone's clocks are meant`(text: String, iso: String) {
    #expect(Moment(iso: text, zone: zurich)?.iso == iso)
    #expect(Moment(iso: iso, zone: utc) == Moment(iso: text, zone: zurich))
  }

  /// As iCalendar has it (RFC 5545, 3.3.5).
  @Test(arguments: [
    ("Europe/Zurich", "2026-03-29T02:30", "2026-03-29T01:30:00Z"),
    ("Europe/Zurich", "2026-10-25T02:30", "2026-10-25T00:30:00Z"),
    ("America/New_York", "2026-03-08T02:30", "2026-03-08T07:30:00Z"),
    ("America/New_York", "2026-11-01T01:30", "2026-11-01T05:30:00Z"),
    ("America/New_York", "0900-03-08T02:30", "0900-03-08T07:26:00Z"),
    // Half an hour, and a day that begins an hour late.
    ("Australia/Lord_Howe", "2026-10-04T02:15", "2026-10-03T15:45:00Z"),
    ("America/Santiago", "2026-09-06T00:00", "2026-09-06T04:00:00Z"),
  ])
  func `a time that the clocks skip is counted on, and of a time that they repeat the first is meant`(
    name: String, text: String, instant: String
  ) throws {
    let zone = try #require(TimeZoneRules(name))
    #expect(Moment(iso: text, zone: zone)?.shown(in: utc) == Moment(iso: instant, zone: utc))
  }

  @Test(arguments: [
    ("2024-05-01T09:30:15Z", "2024-05-01T09:30:15Z"),
    ("2024-05-01 09:30", "2024-05-01T09:30:00Z"),
    ("2024-05-01 09:30:15.25 +02:00", "2024-05-01T09:30:15+02:00"),
    ("2024-05-01 09:30:15 +0200", "2024-05-01T09:30:15+02:00"),
    ("2024-05-01T09:30:15-03:30", "2024-05-01T09:30:15-03:30"),
    ("2024-05-01T00:00:00+00:00", "2024-05-01T00:00:00Z"),
  ])
  func `ISO 8601 is read and written`(text: String, iso: String) {
    #expect(Moment(iso: text, zone: utc)?.iso == iso)
  }

  @Test(arguments: [
    "2024-05-01", "2024-05-01T24:00", "2024-05-01T09:60", "2024-05-01T09:30:60", "2024-05-01T9:30", "2024-05-01x09:30",
    "2024-02-30T09:30", "2024-05-01T09:30:15X", "2024-05-01T09:30+2:00", "2024-05-01T09:30:1", "",
  ])
  func `a text that is no moment gives nil`(text: String) {
    #expect(Moment(iso: text, zone: utc) == nil)
  }

  @Test(arguments: [
    ("2024-07-10T22:30:00Z", "2024-07-11T00:30:00+02:00"), ("2024-12-31T23:00:00Z", "2025-01-01T00:00:00+01:00"),
    ("2024-07-10T23:30:00-05:00", "2024-07-11T06:30:00+02:00"),
    ("2024-07-11T00:30:00+02:00", "2024-07-11T00:30:00+02:00"),
    ("2024-10-27T00:30:00Z", "2024-10-27T02:30:00+02:00"), ("2024-10-27T01:30:00Z", "2024-10-27T02:30:00+01:00"),
    ("0001-01-01T00:00:00Z", "0001-01-01T00:34:00+00:34"), ("9999-12-31T23:30:00Z", "10000-01-01T00:30:00+01:00"),
  ])
  func `an instant is shown as the clocks of a zone show it`(text: String, iso: String) throws {
    let moment = try #require(Moment(iso: text, zone: utc))
    #expect(moment.shown(in: zurich).iso == iso)
    #expect(moment.shown(in: zurich).instant == moment.instant)
    #expect(moment.shown(in: zurich).shown(in: utc) == moment.shown(in: utc))
  }

  @Test(arguments: [
    (90_000, "2024-05-02T01:00:00Z"), (-1, "2024-04-30T23:59:59Z"), (86_399, "2024-05-01T23:59:59Z"),
    (86_400, "2024-05-02T00:00:00Z"), (-86_400, "2024-04-30T00:00:00Z"),
  ])
  func `seconds beyond a day are of another`(second: Int, iso: String) throws {
    let day = try #require(Day(iso: "2024-05-01"))
    #expect(Moment(day: day, second: second, offset: 0).iso == iso)
    // Whatever the numbers, nothing overflows.
    for second in [Int.min, Int.max] {
      for offset in [Int.min, Int.max] { #expect(!Moment(day: day, second: second, offset: offset).iso.isEmpty) }
    }
    #expect(Moment(day: day, second: 0, offset: 90_000).iso == "2024-05-01T00:00:00+23:59")
  }

  @Test func `an instant leads back to itself`() {
    for instant in stride(from: -62_135_596_800, through: 253_402_300_799, by: 7_777_777_777) {
      let moment = Moment(instant: instant)
      #expect(moment.instant == instant)
      #expect(Moment(iso: moment.iso, zone: utc) == moment)
    }
    #expect(Moment(instant: -1).iso == "1969-12-31T23:59:59Z")
  }

  @Test func `moments order by instant, whatever their offsets`() throws {
    let early = try #require(Moment(iso: "2024-05-01T09:00:00+02:00", zone: utc))
    let late = try #require(Moment(iso: "2024-05-01T08:00:00Z", zone: utc))
    #expect(early < late)
    #expect(early.time == "09:00")
  }

  @Test func `midnight follows the zone's summer time`() throws {
    let winter = try #require(Day(iso: "2024-01-15"))
    let summer = try #require(Day(iso: "2024-07-15"))
    #expect(zurich.midnight(of: winter) == winter.number * 86_400 - 3_600)
    #expect(zurich.midnight(of: summer) == summer.number * 86_400 - 7_200)
    #expect(utc.midnight(of: summer) == summer.number * 86_400)
  }

  @Test(arguments: ["", "Europe/Nowhere", "Zurich", "UTC+99"])
  func `a zone that the database does not have gives nil`(name: String) {
    #expect(TimeZoneRules(name) == nil)
  }
}
