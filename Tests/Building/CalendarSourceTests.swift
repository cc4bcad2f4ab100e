import CellistTestSupport
import Testing

/// A calendar as a source of a list, from the file to the page.
@Suite struct CalendarSourceTests {
  private static let calendar = [
    "BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", "UID:tea", "SUMMARY:Tea", "LOCATION:Hall",
    "DTSTART;TZID=Europe/Zurich:20260302T160000", "DTEND;TZID=Europe/Zurich:20260302T170000",
    "RRULE:FREQ=WEEKLY", "END:VEVENT", "BEGIN:VEVENT", "UID:fair", "SUMMARY:Fair", "GEO:46.9;7.4",
    "DTSTART;VALUE=DATE:20260307", "DTEND;VALUE=DATE:20260309", "CATEGORIES:Open,Free", "END:VEVENT", "END:VCALENDAR",
    "",
  ].joined(separator: "\r\n")

  private static let settings = """
    record:
      title: {type: text, from: summary}
      starts: {type: datetime, from: start, time: optional}
      ends: {type: "datetime?", from: end, time: optional}
      day: {type: date, from: $date}
      kinds: {type: [text], from: categories}
      place: point?
    sources: [{file: term.ics, between: [2026-03-02, 2026-03-09]}]
    sort: starts

    """

  private static let cell =
    "{{@record.id}} {{title}} {{starts.iso}} {{ends.iso}} {{day}} {{#kinds}}{{.}} {{/kinds}}{{place}};"

  @Test func `events are records`() {
    let site = TestSite.list(Self.settings, ["term.ics": Self.calendar], cell: Self.cell)
    #expect(
      site.render()["items/index.html"]?.replacing(/<[^>]*>/, with: "") ?? site.diagnostics()
        == "itemstea-2026-03-02 Tea 2026-03-02T15:00:00Z 2026-03-02T16:00:00Z 2026-03-02 ;"
        + "fair Fair 2026-03-07 2026-03-08 2026-03-07 Open Free 46.9 7.4;"
        + "tea-2026-03-09 Tea 2026-03-09T15:00:00Z 2026-03-09T16:00:00Z 2026-03-09 ;")
    #expect(site.render()["items/term.ics"] == nil)
  }

  @Test(arguments: [
    ("{file: term.ics, between: 2026}", "5:37: error: 'between' must be a list of two days, the first before the last"),
    (
      "{file: term.ics, between: [2026-03-09, 2026-03-02]}",
      "5:37: error: 'between' must be a list of two days, the first before the last"
    ),
    (
      "{file: a.csv, between: [2026-03-02, 2026-03-09]}", "5:25: error: 'between' is for calendars, and 'a.csv' is none"
    ),
    ("{file: term.ics, items: a}", "5:28: error: 'items' leads into files of several levels, and 'term.ics' has rows"),
  ])
  func `what settings say wrongly of it is an error`(source: String, message: String) {
    let site = TestSite.list(
      "record:\n  title: text\n\n\nsources: [\(source)]\n", ["term.ics": Self.calendar, "a.csv": "title\nA\n"],
      cell: "x")
    #expect(site.diagnostics().contains("list.yml:\(message)"), "\(site.diagnostics())")
  }
}
