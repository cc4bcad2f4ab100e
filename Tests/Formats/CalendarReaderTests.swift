import CellistTestSupport
import Testing

@testable import CellistContent
@testable import CellistFormats
@testable import CellistRecords
@testable import CellistText

@Suite struct CalendarReaderTests {
  private func read(
    _ lines: String..., within span: (String, String)? = nil
  ) -> (records: [RawRecord], messages: [String]) {
    read(text: (["BEGIN:VCALENDAR"] + lines + ["END:VCALENDAR", ""]).joined(separator: "\r\n"), within: span)
  }

  private func read(text: String, within span: (String, String)? = nil) -> (records: [RawRecord], messages: [String]) {
    var diagnostics = Diagnostics()
    var records: [RawRecord] = []
    let days = span.flatMap { first, last in
      Day(iso: first).flatMap { first in Day(iso: last).map { CalendarSpan(first: first, last: $0) } }
    }
    CalendarEvents.read(text, file: "a.ics", within: days, &diagnostics) { record, _ in records.append(record) }
    return (records, lines(diagnostics))
  }

  /// The times of an event, each with its name.
  private func times(_ lines: String..., within span: (String, String)? = nil) -> [String] {
    let event = (["BEGIN:VEVENT", "UID:a"] + lines + ["END:VEVENT"]).joined(separator: "\r\n")
    let (records, messages) = read(event, within: span)
    return messages
      + records.map { record in
        let parts = [record.name, record.node["start"]?.text, record.node["end"]?.text]
        return parts.compactMap(\.self).joined(separator: " ")
      }
  }

  @Test func `an event is a record, whose values keep their places`() throws {
    let text = """
      BEGIN:VCALENDAR
      X-WR-CALNAME:Term
      BEGIN:VEVENT
      UID:1@example.org
      SUMMARY;LANGUAGE=en:Tea\\, and
        cake\\nfor all
      DTSTART:20260503T093000Z
      DTEND:20260503T110000Z
      CATEGORIES:Food,Out\\,side
      CATEGORIES:Free
      GEO:46.948;7.447
      STATUS:CONFIRMED
      ORGANIZER;CN="Ada: L":mailto:ada@example.org
      BEGIN:VALARM
      SUMMARY:No
      END:VALARM
      END:VEVENT
      BEGIN:VTODO
      UID:2
      END:VTODO
      END:VCALENDAR

      """
    let (records, messages) = read(text: text)
    #expect(messages == [])
    #expect(records.map(\.name) == ["1@example.org"])
    #expect(
      outline(records[0].node)
        == "{start: \"2026-05-03T09:30:00Z\", $date: \"2026-05-03\", end: \"2026-05-03T11:00:00Z\", "
        + "$point: \"46.948 7.447\", uid: \"1@example.org\", summary: \"Tea, and cake\nfor all\", "
        + "categories: [\"Food\", \"Out,side\", \"Free\"], status: \"confirmed\", organizer: \"Ada: L\"}")
    #expect(records[0].node["summary"]?.location == Place(file: "a.ics", line: 5, column: 21))
    #expect(records[0].node["categories"]?.items?[1].location == Place(file: "a.ics", line: 9, column: 17))
    #expect(records[0].node["categories"]?.items?[2].location == Place(file: "a.ics", line: 10, column: 12))
  }

  @Test func `an event of whole days ends on its last day`() {
    #expect(times("DTSTART;VALUE=DATE:20260503") == ["a 2026-05-03"])
    #expect(times("DTSTART;VALUE=DATE:20260503", "DTEND;VALUE=DATE:20260505") == ["a 2026-05-03 2026-05-04"])
    #expect(times("DTSTART;VALUE=DATE:20260503", "DTEND;VALUE=DATE:20260503") == ["a 2026-05-03 2026-05-03"])
    #expect(times("DTSTART;VALUE=DATE:20260503", "DURATION:P1W") == ["a 2026-05-03 2026-05-09"])
  }

  @Test(arguments: [
    ("DTSTART:20260105T100000Z", "DTEND:20260104T100000Z"),
    ("DTSTART;TZID=Europe/Zurich:20260105T100000", "DTEND:20260105T085959Z"),
    ("DTSTART;VALUE=DATE:20260105", "DTEND;VALUE=DATE:20260104"),
    ("DTSTART:20260105T100000", "DTEND:20260105T095959"), ("DTSTART:20260105T100000Z", "DURATION:-PT1H"),
  ])
  func `an end before the beginning is told`(start: String, end: String) {
    let event = read("BEGIN:VEVENT", start, end, "END:VEVENT")
    let column = (end.firstIndex(of: ":").map { end.distance(from: end.startIndex, to: $0) } ?? 0) + 2
    #expect(event.messages == ["a.ics:4:\(column): warning: the event ends before it begins [calendar-syntax]"])
    #expect(event.records.count == 1)
    #expect(read("BEGIN:VEVENT", start, start.replacing("DTSTART", with: "DTEND"), "END:VEVENT").messages == [])
    // Which of the two is earlier depends on where the calendar is read.
    let floating = ["BEGIN:VEVENT", "DTSTART:20260701T090000", "DTEND:20260701T080000Z", "END:VEVENT"]
    #expect(
      read(text: (["BEGIN:VCALENDAR"] + floating + ["END:VCALENDAR", ""]).joined(separator: "\r\n")).messages == [])
  }

  @Test func `times are by the clock that they name`() {
    #expect(times("DTSTART;TZID=Europe/Zurich:20260703T093000") == ["a 2026-07-03T09:30:00+02:00"])
    #expect(times("DTSTART;TZID=/example.org/v2/Europe/Zurich:20260103T093000") == ["a 2026-01-03T09:30:00+01:00"])
    #expect(times("DTSTART:20260703T093000") == ["a 2026-07-03T09:30:00"])
    // An hour lasts an hour, though the clocks change.
    #expect(
      times("DTSTART;TZID=Europe/Zurich:20260329T013000", "DURATION:PT1H")
        == ["a 2026-03-29T01:30:00+01:00 2026-03-29T03:30:00+02:00"])
    #expect(
      times("DTSTART;TZID=Nowhere:20260703T093000") == [
        "a.ics:4:1: warning: there is no time zone \"Nowhere\", so its times are read in that of the site [calendar-syntax]",
        "a 2026-07-03T09:30:00",
      ])
  }

  @Test func `a zone that the calendar describes is one`() {
    let zone = [
      "BEGIN:VTIMEZONE", "TZID:Ours", "BEGIN:STANDARD", "DTSTART:19701025T030000", "TZOFFSETFROM:+0300",
      "TZOFFSETTO:+0200", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU", "END:STANDARD", "BEGIN:DAYLIGHT",
      "DTSTART:19700329T020000", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0300", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
      "END:DAYLIGHT", "END:VTIMEZONE",
    ]
    for (time, iso) in [
      ("20260115T120000", "2026-01-15T12:00:00+02:00"), ("20260715T120000", "2026-07-15T12:00:00+03:00"),
      ("20690715T120000", "2069-07-15T12:00:00+03:00"),
    ] {
      let event = ["BEGIN:VEVENT", "UID:a", "DTSTART;TZID=Ours:\(time)", "END:VEVENT"]
      let (records, messages) = read((zone + event).joined(separator: "\r\n"))
      #expect(messages == [])
      #expect(records.first?.node["start"]?.text == iso)
    }
  }

  @Test func `an event that repeats is a record for each time`() {
    #expect(
      times(
        "DTSTART;TZID=Europe/Zurich:20260321T100000", "DTEND;TZID=Europe/Zurich:20260321T110000",
        "RRULE:FREQ=WEEKLY;COUNT=3")
        == [
          "a-2026-03-21 2026-03-21T10:00:00+01:00 2026-03-21T11:00:00+01:00",
          "a-2026-03-28 2026-03-28T10:00:00+01:00 2026-03-28T11:00:00+01:00",
          "a-2026-04-04 2026-04-04T10:00:00+02:00 2026-04-04T11:00:00+02:00",
        ])
    #expect(
      times("DTSTART;VALUE=DATE:20240229", "RRULE:FREQ=YEARLY;UNTIL=20330101")
        == ["a-2024-02-29 2024-02-29", "a-2028-02-29 2028-02-29", "a-2032-02-29 2032-02-29"])
    // The start is a time of the event, though the rule has no such day.
    #expect(
      times("DTSTART;VALUE=DATE:20260502", "RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20260511")
        == ["a-2026-05-02 2026-05-02", "a-2026-05-04 2026-05-04", "a-2026-05-11 2026-05-11"])
    #expect(
      times("DTSTART:20260501T100000", "RDATE:20260503T080000,20260501T120000")
        == [
          "a-2026-05-01 2026-05-01T10:00:00", "a-2026-05-01-1200 2026-05-01T12:00:00",
          "a-2026-05-03 2026-05-03T08:00:00",
        ])
  }

  @Test func `a duration of days and hours ends by the clock, whatever changes on the way`() {
    #expect(
      times("DTSTART;TZID=America/New_York:20261030T131500", "DURATION:P1DT2H", "RRULE:FREQ=DAILY;COUNT=2") == [
        "a-2026-10-30 2026-10-30T13:15:00-04:00 2026-10-31T15:15:00-04:00",
        "a-2026-10-31 2026-10-31T13:15:00-04:00 2026-11-01T15:15:00-05:00",
      ])
  }

  @Test func `the last time is one by the clock of the event`() {
    #expect(
      times("DTSTART;TZID=America/New_York:20260101T200000", "RRULE:FREQ=DAILY;UNTIL=20260103T010000Z")
        == ["a-2026-01-01 2026-01-01T20:00:00-05:00", "a-2026-01-02 2026-01-02T20:00:00-05:00"])
  }

  @Test func `excluded times are left out, and changed ones are as the change says`() {
    let (records, messages) = read(
      "BEGIN:VEVENT", "UID:a", "SUMMARY:A", "DTSTART:20260501T100000Z", "RRULE:FREQ=DAILY;COUNT=4",
      "EXDATE:20260502T100000Z", "END:VEVENT", "BEGIN:VEVENT", "UID:a", "SUMMARY:B", "RECURRENCE-ID:20260503T100000Z",
      "DTSTART:20260503T150000Z", "END:VEVENT")
    #expect(messages == [])
    #expect(
      records.map { [$0.name, $0.node["summary"]?.text, $0.node["start"]?.text] } == [
        ["a-2026-05-01", "A", "2026-05-01T10:00:00Z"], ["a-2026-05-04", "A", "2026-05-04T10:00:00Z"],
        ["a-2026-05-03", "B", "2026-05-03T15:00:00Z"],
      ])
    #expect(
      times("DTSTART:20260501T100000", "RRULE:FREQ=DAILY;COUNT=3", "EXDATE;VALUE=DATE:20260502")
        == ["a-2026-05-01 2026-05-01T10:00:00", "a-2026-05-03 2026-05-03T10:00:00"])
  }

  @Test func `what lies outside the days that are asked for is left out`() {
    let span = ("2026-05-02", "2026-05-03")
    #expect(times("DTSTART;VALUE=DATE:20260504", within: span) == [])
    #expect(
      times("DTSTART;VALUE=DATE:20260430", "DTEND;VALUE=DATE:20260503", within: span) == ["a 2026-04-30 2026-05-02"])
    #expect(
      times("DTSTART:19990501T100000", "RRULE:FREQ=DAILY", within: span)
        == ["a-2026-05-02 2026-05-02T10:00:00", "a-2026-05-03 2026-05-03T10:00:00"])
  }

  @Test func `what repeats without an end needs days, and what cannot repeat takes place once`() {
    #expect(
      times("DTSTART:20260501T100000", "RRULE:FREQ=DAILY") == [
        "a.ics:5:7: error: this event repeats without an end, so its source needs 'between' [missing-setting]; "
          + "for example {file: a.ics, between: [2026-01-01, 2026-12-31]}",
        "a-2026-05-01 2026-05-01T10:00:00",
      ])
    #expect(
      times("DTSTART:20260501T100000", "RRULE:FREQ=SOMETIMES") == [
        "a.ics:5:7: warning: \"FREQ=SOMETIMES\" is no rule by which an event repeats, so it takes place once [calendar-syntax]",
        "a-2026-05-01 2026-05-01T10:00:00",
      ])
    #expect(
      times("DTSTART:20260501T100000", "RRULE:FREQ=SECONDLY;COUNT=1000000").first
        == "a.ics:5:7: warning: an event that repeats within a day is taken once [calendar-syntax]")
    // The 30th of February never comes.
    #expect(
      times("DTSTART:00010101T100000", "RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", within: ("2026-01-01", "2026-12-31"))
        == [])
    #expect(
      times("DTSTART:20260501T100000", "RRULE:FREQ=DAILY;COUNT=20000").first
        == "a.ics:2:1: error: the events of the calendar repeat too often in all [too-complex]; "
        + "'between' of the source says from when to when they are taken")
  }

  @Test func `values that are no times are left to their type`() {
    #expect(times("DTSTART:soon") == ["a soon"])
    #expect(times("DTSTART:soon", "DTEND:20260501T100000Z") == ["a soon 2026-05-01T10:00:00Z"])
    #expect(times("DTSTART:20260501T100000", "DTEND:later") == ["a 2026-05-01T10:00:00 later"])
    #expect(times("SUMMARY:No time") == ["a"])
  }

  @Test func `what is no calendar is an error at its line`() {
    #expect(
      read(text: "<html>\n").messages == [
        "a.ics:1:1: error: a line of a calendar is a name, a colon and a value [calendar-syntax]"
      ])
    #expect(
      read(text: "SUMMARY:A\n").messages == [
        "a.ics:1:1: error: a calendar starts with BEGIN:VCALENDAR [calendar-syntax]"
      ])
    #expect(
      read(text: "BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR\n").messages == [
        "a.ics:3:1: error: END:VCALENDAR does not end the VEVENT that is open [calendar-syntax]",
        "a.ics:2:1: error: what begins here has no END [calendar-syntax]",
      ])
    #expect(read(text: "").messages == [])
  }

  @Test func `a line that is none is passed over, and an event may be alone`() {
    let (records, messages) = read(text: "BEGIN:VEVENT\nUID:a\nDESCRIPTION:One\nand two\nEND:VEVENT\n")
    #expect(
      messages == [
        "a.ics:4:1: warning: a line of a calendar is a name, a colon and a value, so this one is passed over [calendar-syntax]"
      ])
    #expect(records.map(\.name) == ["a"])
    #expect(
      read(text: "BEGIN:VCALENDAR\nEND:VCALENDAR\nX-COMMENT:More\n").messages == [
        "a.ics:3:1: warning: a calendar starts with BEGIN:VCALENDAR, so this one is passed over [calendar-syntax]"
      ])
  }
}
