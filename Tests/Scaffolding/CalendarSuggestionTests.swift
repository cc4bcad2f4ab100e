import CellistTestSupport
import Testing

/// The lists that calendars suggest: a programme of days, months of events, or a grid of weeks.
@Suite struct CalendarSuggestionTests {
  private static func calendar(_ events: [String]) -> String {
    let texts = events.enumerated().map { "BEGIN:VEVENT\nUID:\($0)@example.org\nSTATUS:CONFIRMED\n\($1)\nEND:VEVENT\n" }
    return "BEGIN:VCALENDAR\nX-WR-TIMEZONE:Asia/Tokyo\n\(texts.joined())END:VCALENDAR\n"
  }

  /// The settings for a calendar, whose site builds, and its page.
  private static func list(_ events: [String]) throws -> (settings: String, page: String) {
    let (files, problems) = try SuggestedList.files("c.ics", calendar(events))
    #expect(problems == "")
    let site = TestSite(files.merging(["content/site.yml": "title: T\n"]) { $1 })
    #expect(site.diagnostics() == "")
    return (files["content/things/list.yml"] ?? "", site.render()["things/index.html"] ?? "")
  }

  @Test func `a conference is a programme of its days`() throws {
    let events = ["12", "13"].flatMap { day in
      ["0900", "1000", "1100"].map { time in
        """
        DTSTART:202704\(day)T\(time)00Z
        DTEND:202704\(day)T\(time.prefix(2))4500Z
        SUMMARY:Talk \(day)-\(time)
        LOCATION:\(time == "0900" ? "Hall" : "Loft")
        DESCRIPTION:Two\\nlines of \(time)
        URL:https://example.org/\(day)/\(time)
        X-ALT-DESC:<b>Two</b>
        """
      }
    }
    let (settings, page) = try Self.list(events)
    #expect(
      settings == """
        title: Things
        time-zone: Asia/Tokyo
        record:
          start: datetime
          end: datetime
          summary: text
          location: {choice: [Hall, Loft]}
          description: markdown
          url: url
        # Left out of the record: status: always the same.
        sort: [start, summary]
        sections: start.date
        view: rows
        show: {place: location, link: url}  # titles lead there
        sources: [c.ics]

        """)
    #expect(page.contains("href=\"https://example.org/12/0900\""))
  }

  @Test func `events of a club are a calendar, and what repeats is no choice`() throws {
    let (settings, page) = try Self.list([
      "DTSTART:20260901T190000Z\nRRULE:FREQ=WEEKLY;COUNT=12\nSUMMARY:Chess\nLOCATION:Room 1\\, Lime St\nDESCRIPTION:All may come.",
      "DTSTART:20260919T140000Z\nSUMMARY:Rapid\nLOCATION:Hall\\, Main St\nURL:https://example.org/rapid",
      "DTSTART;VALUE=DATE:20261003\nSUMMARY:Trip\nLOCATION:Station",
    ])
    #expect(
      settings == """
        title: Things
        time-zone: Asia/Tokyo
        record:
          start: {type: datetime, time: optional}
          summary: text
          location: text
          description: "text?"
          url: "url?"
        # Left out of the record: status: always the same.
        sort: [start, summary]
        view: calendar
        show: {place: location, link: url}  # titles lead there
        sources: [c.ics]

        """)
    #expect(page.contains("href=\"https://example.org/rapid\""))
    // A day without a time has none.
    #expect(!page.contains(">00:00"))
  }

  @Test func `events with texts of their own are rows in months`() throws {
    let (settings, _) = try Self.list(
      (1...6).map { "DTSTART:20260\($0)10T190000Z\nSUMMARY:Concert \($0)\nDESCRIPTION:Work \($0) of many" })
    #expect(settings.hasSuffix("sort: [start, summary]\nsections: start.month\nview: rows\nsources: [c.ics]\n"))
  }

  @Test func `days without times are a calendar`() throws {
    let (settings, page) = try Self.list(
      (1...6).map {
        "DTSTART;VALUE=DATE:20260\($0)10\nDTEND;VALUE=DATE:20260\($0)\($0 < 6 ? 11 : 13)\nSUMMARY:Holiday \($0)\nCATEGORIES:Public\nTRANSP:TRANSPARENT"
      })
    #expect(
      settings == """
        title: Things
        record:
          start: date
          end: date
          summary: text
        # Left out of the record: status, categories: always the same.
        sort: [start, summary]
        view: calendar
        sources: [c.ics]

        """)
    // An end is shown only if it is on another day.
    #expect(!page.contains("– <time datetime=\"2026-01-10\"") && page.contains("– <time datetime=\"2026-06-12\""))
  }

  @Test func `times in the zone of the site, and in several, name none`() throws {
    for zone in [
      "Europe/Zurich",
      "America/Lima:20260301T190000\nEND:VEVENT\nBEGIN:VEVENT\nUID:b\nSUMMARY:B\nDTSTART;TZID=Asia/Tokyo",
    ] {
      let (settings, _) = try Self.list(["SUMMARY:A\nDTSTART;TZID=\(zone):20260301T190000"])
      #expect(!settings.contains("time-zone"), "\(settings)")
    }
  }
}
