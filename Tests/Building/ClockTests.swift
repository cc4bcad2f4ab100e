import CellistTestSupport
import Testing

@testable import CellistBuilding

/// Lists that change with the clock, from content to pages.
@Suite struct ClockTests {
  private static let settings = """
    record: {name: text, day: date}
    id: name
    sort: name
    flags: {soon: {day: {at-least: today, at-most: today+7d}}}
    where: {day: {above: today-30d}}
    cells: [{template: soon, when: {soon: true}}, {template: cell}]
    sections:
      cases:
        - {title: Today, where: {day: today}}
        - {title: Upcoming, where: {day: {above: today}}, sort: day}
        - {title: Past, sort: -day}

    """
  private static let rows = "name,day\na,2024-03-01\nb,2024-03-10\nc,2024-03-05\nd,2024-02-20\n"

  private func site(_ settings: String = settings) -> TestSite {
    var site = TestSite.list(settings, ["x.csv": Self.rows])
    site.files["content/site.yml"] = Array("title: T\ntheme: plain\ntime-zone: Europe/Zurich\n".utf8)
    site.files["themes/plain/cells/soon.mustache"] = Array("<li><b>{{@record.title}}</b></li>".utf8)
    return site
  }

  @Test(arguments: [
    (
      "2024-02-20", "Today: *d. Upcoming: a c b", "2024-02-21 00:00 (items: 'd')"
    ),
    ("2024-02-29", "Upcoming: *a *c b. Past: d", "2024-03-01 00:00 (items: 'a')"),
    ("2024-03-05", "Today: *c. Upcoming: *b. Past: a d", "2024-03-06 00:00 (items: 'c')"),
    ("2024-03-10T23:59", "Today: *b. Past: c a d", "2024-03-11 00:00 (items: 'b')"),
    ("2024-03-21T12:00", "Past: b c a", "2024-03-31 00:00 (items: 'a')"),
    ("2024-04-09", "", nil),
  ])
  func `records are where their days say`(now: String, expected: String, next: String?) {
    var site = site()
    site.options.date = now
    #expect(site.diagnostics() == "")
    let page = site.render()["items/index.html"] ?? ""
    let sections = page.split(separator: "<h2>").map { section in
      section.replacing("</h2><ul>", with: ":").replacing("<li><b>", with: " *").replacing("</b></li>", with: "")
        .replacing("<li>", with: " ").replacing("</li>", with: "").replacing("</ul>", with: "")
    }
    #expect(sections.joined(separator: ". ") == expected)
    #expect(site.builder.check().next?.text == next)
  }

  @Test func `what changes a second later is not said to be due now`() {
    var site = TestSite.list(
      "record: {name: text, start: datetime}\nid: name\nflags: {past: {start: {below: now}}}\n",
      ["x.csv": "name,start\na,2024-03-01T10:30\n"])
    site.options.date = "2024-03-01T10:30"
    #expect(site.builder.check().next?.text == "2024-03-01 10:30:01 (items: 'a')")
    site.options.date = "2024-03-01T10:30:01"
    #expect(site.builder.check().next == nil)
  }

  @Test func `a record that crosses a border is made anew, and no other`() throws {
    let site = try ReportedSite.items(
      "",
      [
        "content/items/list.yml":
          "record: {name: text, day: date}\nid: name\nrecord-pages: true\nflags: {past: {day: {below: today}}}\n",
        "content/items/a.md": "---\nname: A\nday: 2024-03-01\n---\n",
        "content/items/b.md": "---\nname: B\nday: 2024-03-10\n---\n",
        "content/items/c.md": "---\nname: C\nday: 2024-03-05\n---\n",
        "themes/plain/pages/record.mustache": "{{name}}{{#past}} past{{/past}}",
      ])
    site.options.date = "2024-03-04"
    try site.build()
    site.options.date = "2024-03-05T23:00"
    try site.explain([])
    site.options.date = "2024-03-06"
    try site.explain(["updated items/c/index.html: items: 'C' changed past"])
    // The clock goes back.
    site.options.date = "2024-03-05"
    try site.explain(["updated items/c/index.html: items: 'C' changed past"])
  }

  /// An edit may bring the border nearer, also where a kept site follows it.
  @Test(arguments: [false, true])
  func `what is due follows from edits as well`(isKept: Bool) throws {
    let site = try BuiltSite([
      "content/site.yml": "title: T\ntime-zone: UTC\n",
      "content/works/list.yml":
        "record: {name: text, day: date}\nid: name\nsort: name\n"
        + "sections: {cases: [{title: Past, where: {day: {below: today}}}, {title: Next, where: {day: {at-least: today}}}]}\n",
      "content/works/a.md": "---\nname: A\nday: 2030-01-01\n---\n",
      "content/works/b.md": "---\nname: B\nday: 2020-01-01\n---\n",
      "content/works/c.md": "---\nname: C\nday: 2040-01-01\n---\n",
    ])
    if isKept { site.keep() }
    #expect(try site.build().next?.text == "2030-01-02 00:00 (works: 'A')")
    try site.write("---\nname: A\nday: 2023-11-20\n---\n", to: "content/works/a.md")
    #expect(try site.build().next?.text == "2023-11-21 00:00 (works: 'A')")
    site.options.now += 30 * 86_400
    #expect(try site.changes() == ["~ works/index.html"])
    #expect(try site.problems().found == [])
    site.options.now -= 30 * 86_400
    #expect(try site.changes() == ["~ works/index.html"])
  }

  @Test(arguments: [
    ("sections: {cases: []}", "'cases' must be a list of sections, found an empty one"),
    ("sections: {cases: [{where: {day: today}}]}", "a case needs 'title'"),
    (
      "sections: {cases: [{title: A}, {title: B}]}",
      "the case \"A\" takes all records, and leaves none for those after it"
    ),
    ("sections: {cases: [{title: A, wher: {day: today}}]}", "a case has no setting 'wher'"),
    ("sections: {cases: [{title: A, where: {day: today+7}}]}", "there is no time \"today+7\""),
    ("sections: {cases: [{title: A, sort: $written}]}", "the records of a case cannot stand as they are written"),
    ("sections: {by: day, cases: [{title: A}]}", "'sections' have 'by' or 'cases', and not both"),
    ("sections: {cases: [{title: A}], ranges: [1]}", "'ranges'"),
  ])
  func `mistakes are told`(settings: String, message: String) {
    let site = site("record: {name: text, day: date}\nid: name\n\(settings)\n")
    #expect(site.diagnostics().contains("error: ") && site.diagnostics().contains(message), "\(site.diagnostics())")
  }
}
