import CellistTestSupport
import Testing

/// The records of a list as events of a calendar.
@Suite struct CalendarTests {
  private static let fields =
    "title: text, day: date?, last: date?, start: datetime?, end: datetime?, room: {choice: [Hall, Library], optional: true}, "
    + "who: {record: people, optional: true}, changed: datetime?, moves: integer?, note: text?"

  private static func site(
    _ calendar: String, _ records: String, fields: String = fields, base: String = "https://example.org/x/",
    more: String = ""
  ) -> TestSite {
    var site = TestSite.list(
      """
      title: Events
      description: What happens, and where
      record: {\(fields)}
      id: title
      sort: title
      time-zone: Europe/Zurich
      calendar: \(calendar)
      \(more)
      """,
      [
        "r.yml": records, "content/people/list.yml": "record: {name: text}\nid: name\n",
        "content/people/p.yml": "- {name: \"Zoë, the first\"}\n",
      ], cell: "{{@record.title}}")
    site.files["content/site.yml"] = Array("title: Test\ntheme: plain\nbase: \(base)\n".utf8)
    return site
  }

  /// The lines of a calendar as programs read them: unfolded.
  private static func lines(_ site: TestSite) -> [String] {
    let text = site.render()["items/index.ics"] ?? ""
    return text.replacing("\r\n ", with: "").split(separator: "\r\n").map(String.init)
  }

  @Test func `days end after their last one, and times stand in UTC`() {
    let site = Self.site(
      "{start: day, end: last, place: room, updated: changed, sequence: moves, text: note}",
      """
      - {title: A, day: 2024-05-01, last: 2024-05-03, room: Hall, changed: 2024-04-01T10:00, moves: 2, note: "One\\nTwo; three, four\\\\"}
      - {title: B, day: 2024-12-31}
      - {title: No day}

      """)
    #expect(site.diagnostics() == "")
    #expect(
      site.render()["items/index.ics"] == """
        BEGIN:VCALENDAR\r
        VERSION:2.0\r
        PRODID:-//Cellist//Cellist//EN\r
        NAME:Events – Test\r
        X-WR-CALNAME:Events – Test\r
        DESCRIPTION:What happens\\, and where\r
        URL:https://example.org/x/items/\r
        BEGIN:VEVENT\r
        UID:3d9fb6d4-d903-80b9-90b4-aaef19f74198\r
        DTSTAMP:20240401T080000Z\r
        LAST-MODIFIED:20240401T080000Z\r
        DTSTART;VALUE=DATE:20240501\r
        DTEND;VALUE=DATE:20240504\r
        SUMMARY:A\r
        LOCATION:Hall\r
        DESCRIPTION:One\\nTwo\\; three\\, four\\\\\r
        URL:https://example.org/x/items/#a\r
        SEQUENCE:2\r
        END:VEVENT\r
        BEGIN:VEVENT\r
        UID:98ffb62e-a313-896a-9923-5957fbd85cf8\r
        DTSTAMP:20241230T230000Z\r
        DTSTART;VALUE=DATE:20241231\r
        SUMMARY:B\r
        URL:https://example.org/x/items/#b\r
        END:VEVENT\r
        END:VCALENDAR\r

        """)
  }

  @Test func `roles belong to the fields of their names, and datetimes end later than they begin`() {
    let lines = Self.lines(
      Self.site(
        "true",
        """
        - {title: A, start: 2024-05-01T09:30, end: "2024-05-01T10:00+02:00"}
        - {title: B, start: 2024-12-01T09:30, end: 2024-12-01T09:30}

        """))
    #expect(
      lines.filter { $0.hasPrefix("DT") } == [
        "DTSTAMP:20240501T073000Z", "DTSTART:20240501T073000Z", "DTEND:20240501T080000Z", "DTSTAMP:20241201T083000Z",
        "DTSTART:20241201T083000Z",
      ])
  }

  @Test func `without a field 'start' the first date is the start`() {
    let lines = Self.lines(
      Self.site(
        "true", "- {title: A, day: 2024-05-01, end: 2024-05-02}\n",
        fields: "title: text, day: date, end: date, room: text?, moves: integer?"))
    #expect(
      lines.filter { $0.hasPrefix("DT") } == [
        "DTSTAMP:20240430T220000Z", "DTSTART;VALUE=DATE:20240501", "DTEND;VALUE=DATE:20240503",
      ])
  }

  @Test func `a description keeps its paragraphs, of Markdown and of plain text`() {
    for type in ["markdown", "text"] {
      let lines = Self.lines(
        Self.site(
          "{start: day, text: note}", "- {title: A, day: 2024-05-01, note: \"One\\n\\nTwo\\n\\n- a\\n- b\"}\n",
          fields: "title: text, day: date, note: \(type)"))
      #expect(lines.contains("DESCRIPTION:One\\n\\nTwo\\n\\n- a\\n- b"), "\(lines)")
    }
  }

  @Test func `an event that ends on the day that it starts has no other end`() {
    let lines = Self.lines(
      Self.site("{start: day, end: last}", "- {title: A, day: 2024-05-01, last: 2024-05-01}\n"))
    #expect(lines.filter { $0.hasPrefix("DTSTART") || $0.hasPrefix("DTEND") } == ["DTSTART;VALUE=DATE:20240501"])
  }

  @Test func `references are places by their titles`() {
    let lines = Self.lines(
      Self.site("{start: day, place: who}", "- {title: A, day: 2024-05-01, who: \"Zoë, the first\"}\n"))
    #expect(lines.contains("LOCATION:Zoë\\, the first"))
  }

  @Test func `lines are folded at 75 bytes between characters, and hold no control characters`() {
    let title = String(repeating: "é𝄞", count: 60)
    let site = Self.site(
      "day", "- {title: \"\(title)\", day: 2024-05-01, room: Hall}\n- {title: \"a\\u0007b\\x85c\", day: 2024-05-02}\n")
    let text = site.render()["items/index.ics"] ?? ""
    for line in text.split(separator: "\r\n") { #expect(line.utf8.count <= 75) }
    #expect(!text.unicodeScalars.contains("\u{FFFD}"))
    let lines = Self.lines(site)
    #expect(lines.contains("SUMMARY:\(title)"))
    #expect(lines.contains("SUMMARY:ab\\nc"))
    #expect(lines.allSatisfy { !$0.hasPrefix("URL:") || $0.utf8.allSatisfy { 0x21...0x7E ~= $0 } })
  }

  @Test func `an event keeps its id when its address changes`() {
    let records = "- {title: A, day: 2024-05-01}\n"
    func ids(_ site: TestSite) -> [String] { Self.lines(site).filter { $0.hasPrefix("UID:") } }
    let before = ids(Self.site("day", records))
    #expect(before.count == 1)
    #expect(ids(Self.site("day", records, base: "https://example.org/")) == before)
  }

  @Test func `records that are not published leave no trace, and a calendar without events is one`() {
    let records = "- {title: Hidden, day: 2024-05-01, moves: 9}\n- {title: Draft, day: 2024-05-01, draft: true}\n"
    let lines = Self.lines(Self.site("day", records, more: "where: {moves: {below: 5}}"))
    #expect(lines.suffix(3) == ["END:STANDARD", "END:VTIMEZONE", "END:VCALENDAR"])
    #expect(!lines.contains { $0.contains("Hidden") || $0.contains("Draft") || $0 == "BEGIN:VEVENT" })
  }

  @Test func `the default theme links to a list's calendar`() {
    var site = Self.site("day", "- {title: A, day: 2024-05-01}\n")
    site.files["content/site.yml"] = Array("title: Test\nlanguage: de\nbase: https://example.org/\n".utf8)
    let files = site.render()
    let page = files["items/index.html"] ?? ""
    #expect(page.contains("<link rel=\"alternate\" type=\"text/calendar\" title=\"Events\" href=\"/items/index.ics\">"))
    #expect(page.contains("<a href=\"/items/index.ics\" type=\"text/calendar\">In den Kalender aufnehmen</a>"))
    #expect(files["people/index.html"]?.contains("text/calendar") == false)
  }

  @Test(arguments: [
    ("{end: title}", "the 'end' of a calendar's events is datetime, as the start is, and 'title' is text"),
    ("title", "the 'start' of a calendar's events is a date or a datetime, and 'title' is text"),
    ("{start: day, place: moves}", "the 'place' of a calendar's events is text or a choice, and 'moves' is integer"),
    ("{start: day, text: day}", "the 'text' of a calendar's events is text or Markdown, and 'day' is date"),
    ("{start: day, sequence: day}", "the 'sequence' of a calendar's events is an integer, and 'day' is date"),
    ("{from: day}", "'calendar' has no setting 'from'"),
  ])
  func `calendars are checked`(calendar: String, message: String) {
    let text = Self.site(calendar, "- {title: A}\n").diagnostics()
    #expect(text.contains(message), "\(text)")
  }

  @Test func `a calendar needs a start, and a base with a host`() {
    let text = Self.site("true", "- {title: A}\n", fields: "title: text").diagnostics()
    #expect(
      text.contains(
        "list.yml:7:11: error: 'calendar' needs 'start', the field that says when an event begins [missing-setting]"),
      "\(text)")
    #expect(
      Self.site("day", "- {title: A}\n", base: "/x/").diagnostics()
        .contains("a calendar is made of whole addresses, and the site's 'base' has no host"))
    #expect(Self.site("false", "- {title: A}\n", base: "/x/").diagnostics() == "")
  }

  @Test func `an event that ends before it begins is an error where its end stands`() {
    let text = Self.site("{start: day, end: last}", "- {title: A, day: 2024-05-02, last: 2024-05-01}\n").diagnostics()
    #expect(
      text.contains(
        "r.yml:1:37: error: the event ends before it begins: 'last' is before 'day', which is 2024-05-02 [invalid-value]"
      ), "\(text)")
  }

  @Test(arguments: [
    ("2024-02-29", "2024-03-01T10:00", ["DTSTART;VALUE=DATE:20240229", "DTEND;VALUE=DATE:20240302"]),
    ("2024-02-29T10:00", "2024-02-29", ["DTSTART:20240229T090000Z", "DTEND:20240229T230000Z"]),
    ("2024-02-29", "2024-02-29", ["DTSTART;VALUE=DATE:20240229"]),
    ("2024-02-29T10:00", "2024-02-29T11:00", ["DTSTART:20240229T090000Z", "DTEND:20240229T100000Z"]),
  ])
  func `a day without a time is the last of its days`(start: String, end: String, lines: [String]) {
    let site = Self.site(
      "{start: from, end: to}", "- {title: A, from: \"\(start)\", to: \"\(end)\"}\n",
      fields: "title: text, from: {type: datetime, time: optional}, to: {type: datetime, time: optional}")
    #expect(site.diagnostics() == "")
    #expect(Self.lines(site).filter { $0.hasPrefix("DTSTART") || $0.hasPrefix("DTEND") } == lines)
    let before = Self.site(
      "{start: from, end: to}", "- {title: A, from: 2024-02-29T10:00, to: 2024-02-28}\n",
      fields: "title: text, from: {type: datetime, time: optional}, to: {type: datetime, time: optional}")
    #expect(before.diagnostics().contains("the event ends before it begins"))
  }

  @Test func `a calendar takes what the list shows`() {
    let records = "- {title: A, day: 2024-05-01, last: 2024-05-03, room: Hall, note: Read}\n"
    let said = Self.site("{start: day, end: last, place: room, text: note}", records)
    let shown = Self.site("true", records, more: "show: {date: day, end: last, place: room, text: note}\n")
    #expect(shown.diagnostics() == "")
    #expect(Self.lines(shown) == Self.lines(said))
    // An end belongs to its start.
    let other = Self.site(
      "{start: start}", "- {title: A, day: 2024-05-01, last: 2024-05-03, start: 2024-05-01T10:00}\n",
      more: "show: {date: day, end: last}\n")
    #expect(other.diagnostics() == "")
    #expect(!Self.lines(other).contains { $0.hasPrefix("DTEND") })
  }
}
