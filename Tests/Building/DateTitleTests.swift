import CellistTestSupport
import Foundation
import Testing

/// Records that have no title but a date.
@Suite struct DateTitleTests {
  private static func site(_ language: String = "en", _ more: String = "", theme: String = "default") -> TestSite {
    TestSite([
      "content/site.yml": "title: T\nlanguage: \(language)\ntheme: \(theme)\nbase: https://example.org/\n",
      "content/diary/list.yml": "title: Diary\nrecord: {day: date, mood: text?}\n\(more)",
      "content/diary/2024-05-01.md": "---\nday: 2024-05-01\n---\nRain, and a walk.\n",
      "content/diary/2023-12-24.md": "---\nday: 2023-12-24\nmood: calm\n---\nSnow.\n",
    ])
  }

  @Test(arguments: [("en", "May 1, 2024"), ("de", "1. Mai 2024"), ("fr", "1 mai 2024")])
  func `the title is the date in the list's language`(language: String, title: String) {
    let site = Self.site(language, "title-field: day\nrecord-pages: true\nfeed: true\n")
    #expect(site.diagnostics() == "")
    let files = site.render()
    #expect(files["diary/index.html"]?.contains(">\(title)</a>") == true)
    #expect(files["diary/2024-05-01/index.html"]?.contains("<h1>\(title)") == true)
    #expect(files["diary/feed.xml"]?.contains("<title>\(title)</title>") == true)
  }

  @Test func `the records stand on a timeline, in a section for each year, and the date stands there once`() throws {
    let site = Self.site("en", "title-field: day\n")
    #expect(site.diagnostics() == "")
    let page = try #require(site.render()["diary/index.html"])
    #expect(page.contains("data-view=\"timeline\""))
    let name = "May 1, 2024<a class=\"anchor\" href=\"/diary/#2024-05-01\""
    #expect(page.contains("<h3 class=\"when\" dir=\"auto\">\(name)"))
    #expect(page.components(separatedBy: ">May 1, 2024").count == 2)
    let years = page.matches(of: #/<h2 id="title:(\d{4})"/#).map { String($0.1) }
    #expect(years == ["2024", "2023"])
  }

  @Test func `a calendar takes the title for its date`() {
    let site = Self.site("en", "title-field: day\nview: calendar\n")
    #expect(site.diagnostics() == "")
    #expect(site.render()["diary/index.html"]?.contains("May 1, 2024") == true)
  }

  @Test func `a choice has its word as a title, and an instant its time`() {
    let choice = TestSite.list(
      "record: {state: {choice: {o: Open, s: Shut}}}\ntitle-field: state\n", ["a.md": "---\nstate: o\n---\n"])
    #expect(choice.diagnostics() == "")
    #expect(choice.render()["items/index.html"]?.contains("<li>Open</li>") == true)
    let moment = TestSite.list(
      "record: {at: datetime}\ntitle-field: at\nlanguage: de\n", ["a.md": "---\nat: 2024-05-01T09:30\n---\n"])
    #expect(moment.render()["items/index.html"]?.contains("<li>1. Mai 2024, 09:30</li>") == true)
  }
}
