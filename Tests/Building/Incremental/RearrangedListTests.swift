import CellistTestSupport
import Testing

@testable import CellistBuilding
@testable import CellistFamilies

/// Records that come, go and move while a process keeps the site: its plan follows them.
@Suite struct RearrangedListTests {
  private static let theme = [
    "themes/plain/pages/list.mustache": """
    {{#@page.sections}}<ul id="{{@section.anchor}}" data-cells>
    {{#@section.cells}}
    {{>*@cell}}
    {{/@section.cells}}
    </ul>{{/@page.sections}}
    {{#@page.next}}<a href="{{url}}">Next</a>{{/@page.next}}

    """,
    "themes/plain/theme.yml": "extends: default\n",
  ]

  private func site(_ settings: String, theme: [String: String] = [:], count: Int = 7) throws -> BuiltSite {
    let name = theme.isEmpty ? "default" : "plain"
    var files = theme
    files["content/site.yml"] = "title: T\nbase: https://example.com/\ntheme: \(name)\n"
    files["content/notes/list.yml"] = "title: Notes\nrecord: {name: text, body: markdown?}\nrecord-pages: true\n"
    files["content/notes/n.md"] = "---\n{name: N}\n---\n"
    files["content/works/list.yml"] = """
      title: Works
      record: {name: text, year: integer, genre: text?}
      sort: year
      record-pages: true
      \(settings)

      """
    for number in 1...count { files["content/works/w\(number).md"] = Self.work(number, year: number * 10) }
    let site = try BuiltSite(files)
    site.keep()
    #expect(try !site.build().hasErrors)
    return site
  }

  private static func work(_ number: Int, year: Int, genre: String = "x") -> String {
    "---\n{name: Work \(number), year: \(year), genre: \(genre)}\n---\n"
  }

  /// The files that a build after an edit writes, which equals a clean one.
  private func changes(_ site: BuiltSite, sourceLocation: SourceLocation = #_sourceLocation) throws -> [String] {
    let changes = try site.changes()
    #expect(try site.differencesToCleanBuild() == [], sourceLocation: sourceLocation)
    return changes
  }

  @Test func `a record at the end touches the last page and its neighbour`() throws {
    let site = try site("pages: 3", theme: Self.theme, count: 7)
    try site.write(Self.work(8, year: 99), to: "content/works/w8.md")
    let changed = try changes(site)
    #expect(
      changed == [
        "~ 404.html", "~ index.html", "~ sitemap.xml", "~ works/page/3/index.html", "~ works/w7/index.html",
        "+ works/w8/index.html",
      ])
    #expect(site.kept?.changedRecords == 1)
    // It says something else, moves to the front of its page, and goes.
    try site.write(Self.work(8, year: 98), to: "content/works/w8.md")
    #expect(try changes(site) == ["~ works/w8/index.html", "~ works/page/3/index.html"].sorted())
    try site.write(Self.work(8, year: 65), to: "content/works/w8.md")
    #expect(try changes(site).contains("~ works/page/3/index.html"))
    try site.remove("content/works/w8.md")
    #expect(
      try changes(site)
        == [
          "~ 404.html", "~ index.html", "~ sitemap.xml", "~ works/page/3/index.html", "~ works/w6/index.html",
          "~ works/w7/index.html", "- works/w8/index.html",
        ].sorted { $0.dropFirst(2) < $1.dropFirst(2) })
    // The next build knows all of it.
    #expect(try site.builder.build(into: site.destination).signs == [])
  }

  @Test func `a record in front touches the front alone where pages are numbered from the end`() throws {
    let site = try site("pages: {size: 3, numbering: stable}", theme: Self.theme, count: 7)
    try site.write(Self.work(8, year: 1), to: "content/works/w8.md")
    let changed = try changes(site)
    #expect(
      changed == [
        "~ 404.html", "~ index.html", "~ sitemap.xml", "~ works/index.html", "~ works/w1/index.html",
        "+ works/w8/index.html",
      ])
  }

  @Test func `records move between sections, whose figures follow`() throws {
    let site = try site("sections: {by: genre, footer: {year: sum}}\npages: 4", count: 7)
    try site.write(Self.work(8, year: 50, genre: "y"), to: "content/works/w8.md")
    try site.write(Self.work(9, year: 51, genre: "y"), to: "content/works/w9.md")
    #expect(try !site.build().hasErrors)
    try site.write(Self.work(3, year: 30, genre: "y"), to: "content/works/w3.md")
    _ = try changes(site)
    try site.remove("content/works/w8.md")
    try site.write(Self.work(1, year: 75), to: "content/works/w1.md")
    try site.write(Self.work(10, year: 20, genre: "y"), to: "content/works/w10.md")
    _ = try changes(site)
    #expect(site.kept?.changedRecords == 3)
    // In place, after all that.
    try site.write("---\n{name: Other, year: 75, genre: x}\n---\n", to: "content/works/w1.md")
    _ = try changes(site)
    #expect(try site.builder.build(into: site.destination).signs == [])
  }

  @Test func `records of lists without pages of a size move`() throws {
    for settings in ["", "sections: genre\npages: {by: section}", "exports: [json, csv]"] {
      let site = try site(settings)
      try site.write(Self.work(3, year: 1), to: "content/works/w3.md")
      _ = try changes(site)
      try site.remove("content/works/w4.md")
      _ = try changes(site)
    }
  }

  /// Builds after an edit, as a clean build would.
  private func check(
    _ site: BuiltSite, sourceLocation: SourceLocation = #_sourceLocation, _ edit: (BuiltSite) throws -> Void
  ) throws {
    try edit(site)
    #expect(try site.problems().found == [], sourceLocation: sourceLocation)
  }

  @Test func `a link to the file that a record left is broken`() throws {
    let site = try site("id: name", count: 3)
    try site.write("---\n{name: N}\n---\n[1](../works/w1.md)", to: "content/notes/n.md")
    #expect(try site.problems().found == [])
    // The record keeps its id and its address.
    try site.remove("content/works/w1.md")
    try site.write(Self.work(1, year: 10), to: "content/works/other.md")
    #expect(try site.build().hasErrors)
  }

  @Test func `whatever changes, a build equals a clean one`() throws {
    let site = try site("pages: 3\nsections: genre", count: 6)
    // A page, a section, a link that would break, a draft, an address that another thing has.
    try check(site) { try $0.write(Self.work(8, year: 99), to: "content/works/w8.md") }
    try check(site) { try $0.write(Self.work(8, year: 99, genre: "z"), to: "content/works/w8.md") }
    try check(site) { try $0.write(Self.work(2, year: 21, genre: "z"), to: "content/works/w2.md") }
    try check(site) { try $0.write("---\n{name: N}\n---\n[8](../works/w8.md)", to: "content/notes/n.md") }
    try site.remove("content/works/w8.md")
    #expect(try site.build().hasErrors)
    try site.write(Self.work(8, year: 99, genre: "z"), to: "content/works/w8.md")
    #expect(try site.problems().found == [])
    try check(site) {
      try $0.write("---\n{name: D, year: 3, genre: x, draft: true}\n---\n", to: "content/works/d.md")
    }
    try site.write("Text", to: "content/works/page/2.txt")
    #expect(try site.problems().found == [])
    try site.write("---\n{name: P, year: 33, genre: x, slug: page}\n---\n", to: "content/works/p.md")
    #expect(try site.problems().found == [])
  }
}
