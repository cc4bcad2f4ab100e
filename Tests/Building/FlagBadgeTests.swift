import CellistTestSupport
import CellistText
import Testing

/// Badges that follow from flags.
@Suite struct FlagBadgeTests {
  private static func site(_ show: String, now: String = "2026-05-10", more: String = "") throws -> TestSite {
    var site = ListViewTests.site(
      """
      record: {name: text, kind: {choice: [a, b]}, day: date}
      flags: {soon: {day: {at-least: today, below: today+7d}}, past-event: {day: {below: today}}}
      show: \(show)
      record-pages: true
      \(more)

      """,
      "- {name: One, kind: a, day: 2026-05-01}\n- {name: Two, kind: b, day: 2026-05-12}\n- {name: Three, kind: b, day: 2026-08-01}\n"
    )
    site.options.now = Moment(day: try #require(Day(iso: now)), in: try #require(TimeZoneRules("UTC"))).instant
    return site
  }

  private static func badges(_ page: String?) -> [String] {
    (page ?? "").components(separatedBy: "class=\"badge\" data-hue=\"").dropFirst().map { part in
      String(part.prefix { $0 != "<" }).replacing("\">", with: " ")
    }
  }

  @Test(arguments: [
    ("{badge: soon}", ["0 soon"]), ("{badge: past-event}", ["0 past event"]),
    ("{badge: [past-event, soon]}", ["0 past event", "1 soon"]),
    ("{badge: {soon: This week, past-event: Over}}", ["1 Over", "0 This week"]),
    ("{badge: kind}", ["0 a", "1 b", "1 b"]), ("{badge: false}", []),
  ])
  func `the first flag that holds is the badge`(show: String, badges: [String]) throws {
    let site = try Self.site(show, more: "view: rows")
    #expect(site.diagnostics() == "")
    #expect(Self.badges(site.render()["things/index.html"]) == badges)
  }

  @Test(arguments: ["rows", "table", "cards", "tiles", "glossary", "timeline"])
  func `badges are in each view, and on the records' pages`(view: String) throws {
    let site = try Self.site("{badge: {soon: This week, past-event: Over}}", more: "view: \(view)")
    #expect(site.diagnostics() == "")
    let pages = site.render()
    let list = pages["things/index.html"] ?? ""
    #expect(list.contains("Over") && list.contains("This week") && !list.contains("data-hue=\"2\""))
    #expect(Self.badges(pages["things/one/index.html"]) == ["1 Over"])
    #expect(Self.badges(pages["things/three/index.html"]) == [])
    let later = try Self.site("{badge: {soon: This week, past-event: Over}}", now: "2026-09-01", more: "view: \(view)")
    #expect(Self.badges(later.render()["things/three/index.html"]) == ["1 Over"])
  }

  @Test func `words of badges are those of the language`() throws {
    var site = try Self.site("{badge: {soon: {en: This week, de: Diese Woche}, past-event: Over}}")
    site.files["content/site.yml"] = Array("title: T\nbase: /\nlanguages: [en, de]\n".utf8)
    #expect(site.diagnostics() == "")
    let pages = site.render()
    #expect(Self.badges(pages["things/two/index.html"]) == ["0 This week"])
    #expect(Self.badges(pages["de/things/two/index.html"]) == ["0 Diese Woche"])
  }

  @Test(arguments: [
    (
      "{badge: [soon, pastevent]}",
      "5:22: error: there is no flag \"pastevent\" [invalid-setting]"
    ),
    ("{badge: {soon: 1, kind: x}}", "5:25: error: there is no flag \"kind\""),
    ("{badge: {soon: [x]}}", "5:22: error: the badge of a flag is text, found a list"),
    ("{badge: [[soon]]}", "5:16: error: a badge is a field or flags, found a list"),
    ("{badge: sooon}", "5:15: error: there is no field or flag \"sooon\" [unknown-field]\n"),
  ])
  func `flags of badges are checked`(show: String, message: String) throws {
    let text = try Self.site(show).diagnostics()
    #expect(text.contains(message), "\(text)")
  }
}
