import CellistTestSupport
import Testing

@testable import CellistBuilding
@testable import CellistOutput
@testable import CellistPages
@testable import CellistSites

/// A site that one process builds again and again.
@Suite struct KeptSiteTests {
  private static let files = [
    "content/site.yml": "title: T\nbase: https://example.com/\n",
    "content/works/list.yml": """
    title: Works
    record: {name: text, year: integer, genre: text, note: markdown?}
    id: name
    sort: year
    sections: {by: genre}
    pages: 2
    record-pages: true

    """,
    "content/works/a.md": "---\n{name: A, year: 1, genre: x}\n---\n",
    "content/works/b.md": "---\n{name: B, year: 2, genre: x}\n---\n",
    "content/works/c.md": "---\n{name: C, year: 3, genre: x}\n---\n",
    "content/works/d.csv": "name,year,genre\nD,4,y\nE,5,y\nF,6,y\n",
  ]

  private func kept() throws -> BuiltSite {
    let site = try BuiltSite(Self.files)
    site.keep()
    #expect(try !site.build().hasErrors)
    return site
  }

  /// What was published at a later instant is taken back: that of the first build was earlier still.
  @Test func `time that goes back takes back what was published`() throws {
    let site = try kept()
    try site.write("---\n{name: B, year: 2, genre: x, publish: 2025-01-01}\n---\n", to: "content/works/b.md")
    for date in ["2020-01-01", "2026-01-01", "2023-01-01"] {
      site.options.date = date
      #expect(try !site.build().hasErrors)
      #expect(try site.differencesToCleanBuild() == [], "\(date)")
    }
  }

  @Test func `warnings about sections and terms are repeated`() throws {
    var files = Self.files
    files["content/works/d.csv"] = "name,year,genre\nD,4,y\nE,5,Y\nF,6,z\n"
    let site = try BuiltSite(files)
    site.keep()
    let first = try site.build().diagnostics
    #expect(first.map(\.code) == [.severalSpellings])
    for text in ["one", "two"] {
      try site.write("---\n{name: A, year: 1, genre: x, note: \(text)}\n---\n", to: "content/works/a.md")
      #expect(try site.build().diagnostics == first)
    }
  }

  /// Builds after an edit, as a clean build would.
  private func edit(
    _ site: BuiltSite, _ text: String, _ path: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try site.write(text, to: path)
    #expect(try site.problems().found == [], sourceLocation: sourceLocation)
  }

  @Test func `records that say something else are followed`() throws {
    let site = try kept()
    try site.write("---\n{name: B, year: 2, genre: x, note: Hello}\n---\n", to: "content/works/b.md")
    #expect(try site.changes() == ["~ works/b/index.html", "~ works/index.html"])
    #expect(site.kept?.changedRecords == 1)
    try edit(site, "name,year,genre,note\nD,4,y,\nE,5,y,Two\nF,6,y,\n", "content/works/d.csv")
    #expect(site.kept?.changedRecords == 1)
    // The same again is nothing.
    try site.write("name,year,genre,note\nD,4,y,\nE,5,y,Two\nF,6,y,\n", to: "content/works/d.csv")
    #expect(try site.changes() == [])
    #expect(site.kept?.changedRecords == 0)
  }

  /// The name of a record may be an anchor that the page has already: of its records, or of a section.
  @Test(arguments: [("", "records"), ("sections: {by: genre}\n", "x")])
  func `a record that takes an anchor of its page is built as ever`(settings: String, name: String) throws {
    let list = "record: {name: text, genre: text}\nid: name\nrecord-pages: true\n\(settings)"
    let site = try BuiltSite([
      "content/site.yml": "title: T\n", "content/works/list.yml": list,
      "content/works/a.md": "---\n{name: A, genre: x}\n---\n", "content/works/b.md": "---\n{name: B, genre: x}\n---\n",
    ])
    site.keep()
    #expect(try !site.build().hasErrors)
    try edit(site, "---\n{name: C, genre: x}\n---\n", "content/works/c.md")
    try edit(site, "---\n{name: \(name), genre: x}\n---\n", "content/works/d.md")
    try site.remove("content/works/d.md")
    #expect(try site.problems().found == [])
  }

  @Test func `whatever else changes is built as ever`() throws {
    let site = try kept()
    try edit(site, "---\n{name: B, year: 2, genre: x, note: One}\n---\n", "content/works/b.md")
    try edit(site, "name,year,genre,note\nD,4,y,\nE,5,y,Two\nF,6,y,\n", "content/works/d.csv")
    // A record that brings a page, is a draft, or is alone in its section.
    try edit(site, "---\n{name: G, year: 9, genre: y}\n---\n", "content/works/g.md")
    try edit(site, "---\n{name: G, year: 9, genre: y, draft: true}\n---\n", "content/works/g.md")
    try edit(site, "---\n{name: B, year: 2, genre: z, note: One}\n---\n", "content/works/b.md")
    try edit(site, "---\n{name: B, year: 9, genre: y}\n---\n", "content/works/b.md")
    // Mistakes and doubts, and their end.
    try edit(site, "---\n{name: A, year: one, genre: x}\n---\n", "content/works/a.md")
    try edit(site, "---\n{name: A, year: 1, genre: x, note: Hm}\n---\n", "content/works/a.md")
    try edit(site, "---\n{name: A, year: 1, genre: x, note: <b>}\n---\n", "content/works/a.md")
    try edit(site, "---\n{name: A, year: 1, genre: x}\n---\n", "content/works/a.md")
    try edit(site, "---\n{name: A, year: 1, genre: x, note: '[b](b.md)'}\n---\n", "content/works/a.md")
    try edit(site, "---\n{name: A, year: 1, genre: x, note: '[b](z.md)'}\n---\n", "content/works/a.md")
    try edit(site, "---\n{name: A, year: 1, genre: x}\n---\n", "content/works/a.md")
    // Settings, and files that nobody knew.
    try edit(site, "title: Other\n", "content/site.yml")
    try edit(site, "x", "content/works/x.txt")
    try edit(site, "---\n{name: A, year: 1, genre: x, note: End}\n---\n", "content/works/a.md")
  }

  @Test func `records that others refer to are built as ever`() throws {
    let site = try kept()
    try site.write("record: {name: text, work: {record: works}}\n", to: "content/notes/list.yml")
    try edit(site, "name,work\nN,A\n", "content/notes/notes.csv")
    try edit(site, "---\n{name: A, year: 1, genre: x, note: End}\n---\n", "content/works/a.md")
    try edit(site, "name,work\nN,B\n", "content/notes/notes.csv")
    try site.write("record: {name: text, work: {record: works}, note: text?}\nid: name\n", to: "content/notes/list.yml")
    #expect(try !site.build().hasErrors)
    try edit(site, "name,work,note\nN,B,One\n", "content/notes/notes.csv")
    try edit(site, "name,work,note\nN,A,One\n", "content/notes/notes.csv")
  }

  @Test func `a file that is read twice is built as ever`() throws {
    let site = try kept()
    try site.write(
      "record: {name: text}\nid: name\nsources: [{file: m.json, items: one}, {file: m.json, items: two}]\n",
      to: "content/more/list.yml")
    try site.write(#"{"one": [{"name": "A"}], "two": [{"name": "B"}]}"#, to: "content/more/m.json")
    #expect(try site.build().diagnostics.map(\.message) == [])
    try edit(site, #"{"one": [{"name": "A"}], "two": [{"name": "C"}]}"#, "content/more/m.json")
  }

  @Test func `what waits for its time comes then`() throws {
    let site = try kept()
    try site.write("---\n{name: G, year: 9, genre: y, publish: 2023-11-20}\n---\n", to: "content/works/g.md")
    #expect(try !site.build().hasErrors)
    let due = try #require(site.kept?.due)
    #expect(site.output()["works/g/index.html"] == nil)
    site.options.now = due - 1
    try edit(site, "---\n{name: A, year: 1, genre: x, note: 1}\n---\n", "content/works/a.md")
    site.options.now = due
    try edit(site, "---\n{name: A, year: 1, genre: x, note: 2}\n---\n", "content/works/a.md")
    #expect(site.output()["works/g/index.html"] != nil)
    #expect(site.kept?.due == nil)
  }

  /// Neither is a record, and no file changes.
  @Test func `a page and a text that wait for their time come then`() throws {
    let site = try kept()
    try site.write("---\ntitle: P\npublish: 2023-11-20\n---\nText\n", to: "content/p.md")
    #expect(try !site.build().hasErrors)
    site.options.now = try #require(site.kept?.due)
    #expect(try site.problems().found == [])
    #expect(site.output()["p/index.html"] != nil)
    try site.write("---\npublish: 2023-11-25\n---\nAll of x\n", to: "content/works/sections/x.md")
    #expect(try !site.build().hasErrors)
    #expect(try !#require(site.text("works/index.html")).contains("All of x"))
    site.options.now = try #require(site.kept?.due)
    #expect(try site.problems().found == [])
    #expect(try #require(site.text("works/index.html")).contains("All of x"))
  }

  /// The file of the translation does not say when.
  @Test(arguments: ["[en, de]", "[de, en]"], ["sections/x", "terms/genre/x"])
  func `a translation waits for its original`(languages: String, text: String) throws {
    var files = Self.files
    files["content/site.yml", default: ""] += "languages: \(languages)\n"
    files["content/works/list.yml", default: ""] += "terms: genre\n"
    files["content/works/\(text).md"] = "---\npublish: 2023-11-20\nexpires: 2023-11-25\n---\nAll of x\n"
    files["content/works/\(text).de.md"] = "Alles von x\n"
    let site = try BuiltSite(files)
    site.keep()
    #expect(try !site.build().hasErrors)
    func isShown() -> Bool {
      site.output().values.contains { String(decoding: $0, as: UTF8.self).contains("Alles von x") }
    }
    #expect(!isShown())
    for comes in [true, false] {
      site.options.now = try #require(site.kept?.due)
      #expect(try site.problems().found == [])
      #expect(isShown() == comes)
    }
    #expect(site.kept?.due == nil)
  }

  /// Else each edit of a long list would take as long as planning it.
  @Test func `a plan shares with the last one what an edit has no part in`() throws {
    let names = (1000..<1600).map { "n\($0)" }
    let notes = names.map { ("content/notes/\($0).md", "---\nname: \($0)\n---\n") }
    let site = try BuiltSite(
      Dictionary(uniqueKeysWithValues: notes).merging([
        "content/site.yml": "title: T\n",
        "content/notes/list.yml":
          "record: {name: text, note: text?}\nid: name\nsort: name\npages: 100\nrecord-pages: true\n",
      ]) { $1 })
    site.keep()
    #expect(try !site.build().hasErrors)
    // The first build read all of it, the second settles that.
    for note in ["one", "two"] {
      let before = try #require(site.kept?.plan)
      try site.write("---\n{name: n1300, note: \(note)}\n---\n", to: "content/notes/n1300.md")
      #expect(try site.changes() == ["~ notes/n1300/index.html", "~ notes/page/4/index.html"])
      let plan = try #require(site.kept?.plan)
      #expect(plan.content.isSetUp(like: before.content))
      #expect(plan.readTheme === before.readTheme)
      #expect(plan.lists[0].records.rangesNotShared(with: before.lists[0].records) == [256..<512])
      guard note == "two" else { continue }
      #expect(plan.lists[0].content.sources.rangesNotShared(with: before.lists[0].content.sources) == [256..<512])
      #expect(plan.lists[0].content.linked?.count ?? .max <= 2)
    }
  }

  /// The record of one list stays what it is while the one that it links to moves to another page of its list.
  @Test func `a link that leads elsewhere is followed, though its record is the same`() throws {
    let site = try kept()
    try edit(site, "record: {name: text, n: integer}\nid: name\nsort: n\npages: 1\n", "content/more/list.yml")
    try edit(site, "---\n{name: X, n: 1}\n---\n", "content/more/x.md")
    try edit(site, "---\n{name: Y, n: 2}\n---\n", "content/more/y.md")
    try edit(site, "---\n{name: A, year: 1, genre: x, note: '[X](../more/x.md)'}\n---\n", "content/works/a.md")
    #expect(try #require(site.text("works/a/index.html")).contains("/more/#x"))
    try edit(site, "---\n{name: X, n: 3}\n---\n", "content/more/x.md")
    #expect(try #require(site.text("works/a/index.html")).contains("/more/page/2/#x"))
  }

  /// A new file changes the names in its folder, and nothing that was read.
  @Test func `a file that settings would have found is found when it comes`() throws {
    let site = try kept()
    try edit(site, "name: text\n", "content/notes.txt")
    #expect(site.output()["notes.txt"] != nil)
    try edit(site, "record: {name: text}\nid: name\n", "content/more/list.yml")
    try edit(site, "name\nA\n", "content/more/m.csv")
    #expect(try #require(site.text("more/index.html")).contains("A"))
    try site.remove("content/notes.txt")
    #expect(try site.problems().found == [])
    #expect(site.output()["notes.txt"] == nil)
  }

  @Test func `texts that Unicode calls the same are not the same`() throws {
    let site = try kept()
    try edit(site, "---\n{name: A, year: 1, genre: Caf\u{E9}}\n---\n", "content/works/a.md")
    try edit(site, "---\n{name: A, year: 1, genre: Cafe\u{301}}\n---\n", "content/works/a.md")
  }

  @Test func `what another build has done to the output is put right`() throws {
    let site = try kept()
    var other = site.options
    other.base = "https://example.org/other/"
    _ = try SiteBuilder(.disk(site.folder.place("site")), other).build(into: site.destination)
    try edit(site, "---\n{name: A, year: 1, genre: x, note: 1}\n---\n", "content/works/a.md")
    try edit(site, "---\n{name: A, year: 1, genre: x, note: 2}\n---\n", "content/works/a.md")
  }

  @Test func `what comes due in a site with errors is tried once`() throws {
    let site = try kept()
    try site.write("---\n{name: G, year: 9, genre: y, expires: 2023-11-20}\n---\n", to: "content/works/g.md")
    try site.write("[G](works/g.md)\n", to: "content/index.md")
    #expect(try !site.build().hasErrors)
    let due = try #require(site.kept?.due)
    site.options.now = due
    #expect(try site.build().hasErrors)
    #expect(site.kept?.due == nil)
    try site.write("Nothing\n", to: "content/index.md")
    #expect(try site.problems().found == [])
  }

  @Test func `the next process knows what was kept`() throws {
    let site = try kept()
    try edit(site, "---\n{name: A, year: 1, genre: x, note: 1}\n---\n", "content/works/a.md")
    let outcome = try site.builder.build(into: site.destination)
    #expect(outcome.reasonForClean == nil)
    #expect(outcome.signs == [])
  }

  @Test func `where a site with errors stands is known`() throws {
    let site = try BuiltSite([
      "content/site.yml": "title: T\nbase: https://example.com/wood/\n", "content/works/list.yml": "title: Works\n",
    ])
    site.keep()
    #expect(try site.build().hasErrors)
    #expect(site.kept?.basePath == "/wood/")
  }

  @Test func `pages are shown in rows`() throws {
    let site = try kept()
    let page = try #require(site.kept?.shown("works/page/2/index.html"))
    #expect(page.table.sections.map(\.id) == ["x", "y"])
    #expect(page.table.sections.map { $0.cells.map(\.id) } == [["C"], ["D"]])
    let row = String(decoding: page.table.sections[0].cells[0].html, as: UTF8.self)
    #expect(row.hasPrefix("<li class=\"cell\" id=\"c\">"))
    let whole = try #require(site.text("works/page/2/index.html"))
    #expect(whole.contains(row))
    #expect(!String(decoding: page.frame, as: UTF8.self).contains("<li class=\"cell\""))
    // A page without a table is all frame.
    let home = try #require(site.kept?.shown("index.html"))
    #expect(String(decoding: home.frame, as: UTF8.self) == site.text("index.html"))
    #expect(home.table.sections.isEmpty)
    #expect(site.kept?.shown("sitemap.xml") == nil)
    #expect(site.kept?.shown("nothing.html") == nil)
  }
}
