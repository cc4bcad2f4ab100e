import CellistTestSupport
import Testing

/// Lists that are shown as calendars.
extension ListViewTests {
  /// The lines of a calendar that say where its records stand.
  private static func days(_ page: String) -> [String] {
    var date = ""
    return page.split(separator: "\n").compactMap { line in
      if line.hasPrefix("<h3 class=\"month") { return String(line) }
      if line.hasPrefix("<p class=\"date\">") { date = String(line.split(separator: "\"")[5]) }
      if line.hasPrefix("<ul class=\"cells undated") { date = "undated" }
      guard line.hasPrefix("<li class=\"cell\"") else { return nil }
      return "\(date) \(line.split(separator: "\"")[3])"
    }
  }

  @Test func `a calendar has months of days, whatever the order of the list`() {
    let page = Self.page(
      "record: {name: text, day: date?}\nview: calendar\nsort: [-name]\n",
      """
      - {name: A, day: 2024-02-29}
      - {name: B, day: 2023-12-31}
      - {name: C, day: 2024-02-29}
      - {name: D}
      - {name: E, day: 2024-02-01}

      """)
    #expect(
      Self.days(page) == [
        "undated d", "<h3 class=\"month\" id=\"month:records-2023-12\">December 2023</h3>", "2023-12-31 b",
        "<h3 class=\"month\" id=\"month:records-2024-02\">February 2024</h3>", "2024-02-01 e", "2024-02-29 c",
        "2024-02-29 a",
      ], "\(Self.days(page))")
    #expect(page.matches(of: /<li class="day"/).count == 31 + 29)
    // February 1, 2024 was a Thursday, and weeks begin with Sundays there where this language is spoken most.
    #expect(
      page.contains("<li class=\"day\" data-column=\"5\">\n<p class=\"date\"><span aria-hidden=\"true\">1</span>"))
    #expect(page.contains("<time datetime=\"2024-02-01\">Thursday, February 1</time>"))
    #expect(page.contains("<span>Sun</span><span>Mon</span>"))
    #expect(page.contains("<li class=\"day\" data-column=\"6\" aria-hidden=\"true\">"))
  }

  @Test func `weeks begin as the language has them, and months that are sections need no second title`() {
    var site = Self.site(
      "record: {name: text, day: datetime}\nview: calendar\nsections: {by: day.month}\n",
      "- {name: A, day: 2024-03-03T23:30:00}\n")
    site.files["content/site.yml"] = Array("title: T\nbase: /\nlanguage: de\n".utf8)
    let page = site.render()["things/index.html"] ?? ""
    #expect(
      Self.days(page) == ["<h3 class=\"month unseen\" id=\"month:2024-03-01-2024-03\">März 2024</h3>", "2024-03-03 a"])
    #expect(page.contains("<span>Mo</span><span>Di</span>"), "\(page)")
    #expect(page.contains("<time datetime=\"2024-03-03\">Sonntag, 3. März</time>"))
    #expect(page.contains("<li class=\"day\" data-column=\"7\">"))
  }

  @Test func `a calendar tells times and ends`() {
    let page = Self.page(
      "record: {name: text, from: datetime, end: datetime?}\nview: calendar\n",
      """
      - {name: A, from: 2024-03-03T09:30:00}
      - {name: B, from: 2024-03-03T10:30:00, end: 2024-03-03T11:15:00}
      - {name: C, from: 2024-03-03T22:00:00, end: 2024-03-04T01:00:00}

      """)
    #expect(
      page.matches(of: /<p class="when">(.*)<\/p>/).map { String($0.output.1) }
        == ["09:30", "10:30–11:15", "22:00 – March 4, 2024, 01:00"])
    let days = Self.page(
      "record: {name: text, from: date, to: date?}\nview: calendar\n",
      "- {name: A, from: 2024-03-03, to: 2024-03-04}\n")
    #expect(days.contains("<p class=\"when\">– <time datetime=\"2024-03-04\">March 4, 2024</time></p>"), "\(days)")
  }

  @Test func `a calendar needs a date`() {
    let text = Self.site("record: {name: text}\nview: calendar\n", "- {name: A}\n").diagnostics()
    #expect(
      text.hasPrefix("content/things/list.yml:4:7: error: a calendar needs a date, and the records have none"),
      "\(text)")
  }
}
