import CellistTestSupport
import Foundation
import Testing

@testable import CellistBuilding
@testable import CellistFamilies
@testable import CellistOutput
@testable import CellistPages
@testable import CellistSites

/// An edit writes the pages that show what it changed, and no others; a second build writes none.
@Suite struct ExactWorkTests {
  private static func book(_ number: Int, title: String? = nil, more: String = "", body: String? = nil) -> String {
    let author = number <= 4 ? "ada" : "bo"
    return """
      ---
      title: \(title ?? "T\(two(number))")
      shelf: S
      author: \(author)
      \(more)---
      \(body ?? "Body \(number)")

      """
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static let books = "content/books/list.yml"
  private static let settings = """
    record: {title: text, shelf: text, author: {record: people}, page: "url?"}
    sort: title
    pages: 4
    record-pages: true
    """

  /// Twelve books by two people, on three pages.
  private static let site: [String: String] = {
    var files = [
      "content/site.yml": "title: Test\ntheme: plain\n", "content/index.md": "Welcome\n",
      "content/about.md": "---\ntitle: About\n---\nUs\n", "content/img/a.txt": "a", books: settings,
      "content/books/index.md": "Before\n",
      "content/people/list.yml": "record: {name: text, born: text}\nrecord-pages: true\n",
      "content/people/ada.md": "---\nname: Ada\nborn: long ago\n---\n",
      "content/people/bo.md": "---\nname: Bo\nborn: never\n---\n", "content/books/b12/index.md": book(12),
      "content/books/b12/x.txt": "x", "themes/plain/assets/style.css": "a{src:url(font.txt)}",
      "themes/plain/assets/font.txt": "font",
      "themes/plain/pages/home.mustache":
        "<link href=\"{{@theme.assets.style.css}}\">{{@site.title}}{{@page.content}}",
      "themes/plain/pages/plain.mustache": "{{@page.title}}{{@page.content}}",
      "themes/plain/pages/404.mustache": "{{@page.title}}",
      "themes/plain/pages/list.mustache":
        "{{@page.title}}{{@page.content}}{{#@page.sections}}{{#@section.cells}}{{>*@cell}}{{/@section.cells}}{{/@page.sections}}",
      "themes/plain/pages/record.mustache":
        "{{@record.title}}{{#@record.fields}}{{label}} {{html}}{{/@record.fields}}{{@record.body}}",
      "themes/plain/cells/cell.mustache": "<a href=\"{{@record.url}}\">{{@record.title}}</a>",
      "themes/plain/cells/books/cell.mustache": "<a href=\"{{@record.url}}\">{{title}}</a> {{author}}",
    ]
    for number in 1...11 { files["content/books/b\(two(number)).md"] = book(number) }
    return files
  }()

  struct Edit: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The new texts of files; nil for those that are removed.
    let files: [String: String?]
    let changes: [String]

    init(_ name: String, _ files: [String: String?], _ changes: [String]) {
      (testDescription, self.files, self.changes) = (name, files, changes)
    }
  }

  private static func records(_ numbers: ClosedRange<Int>) -> [String] {
    numbers.map { "~ books/b\(two($0))/index.html" }
  }

  private static let pages = ["~ books/index.html", "~ books/page/2/index.html", "~ books/page/3/index.html"]

  @Test(arguments: [
    Edit("the text of a record", ["content/books/b05.md": book(5, body: "New")], ["~ books/b05/index.html"]),
    Edit(
      "a field that no cell reads",
      ["content/books/b05.md": try! book(5).replacing(present: "shelf: S", with: "shelf: T")],
      ["~ books/b05/index.html"]),
    Edit(
      "a field that cells read", ["content/books/b05.md": book(5, title: "T05 again")],
      ["~ books/b05/index.html", pages[1]]),
    Edit(
      "a title that moves a record from the first page to the last", ["content/books/b01.md": book(1, title: "Z")],
      ["~ books/b01/index.html"] + pages),
    Edit(
      "a title that moves a record on its page", ["content/books/b01.md": book(1, title: "T03 again")],
      ["~ books/b01/index.html", pages[0]]),
    Edit(
      "a record before all others", ["content/books/b00.md": book(0)],
      ["+ books/b00/index.html"] + pages + ["+ books/page/4/index.html"]),
    Edit(
      "a record in the middle", ["content/books/b055.md": book(6, title: "T05 again")],
      ["+ books/b055/index.html"] + pages[1...] + ["+ books/page/4/index.html"]),
    Edit(
      "a record after all others", ["content/books/b13.md": book(13)],
      ["+ books/b13/index.html", "+ books/page/4/index.html"]),
    Edit("a record in the middle is gone", ["content/books/b06.md": nil], ["- books/b06/index.html"] + pages[1...]),
    Edit("the last record of a page is gone", ["content/books/b08.md": nil], ["- books/b08/index.html"] + pages[1...]),
    Edit(
      "the last record is gone", ["content/books/b12/index.md": nil, "content/books/b12/x.txt": nil],
      ["- books/b12/index.html", "- books/b12/x.txt", pages[2]]),
    Edit(
      "the last record is a draft", ["content/books/b12/index.md": book(12, more: "draft: true\n")],
      ["- books/b12/index.html", "- books/b12/x.txt", pages[2]]),
    Edit(
      "a record has another name", ["content/books/b11.md": nil, "content/books/b11a.md": book(11)],
      ["- books/b11/index.html", "+ books/b11a/index.html", pages[2]]),
    Edit(
      "a record has another format",
      [
        "content/books/b11.md": nil,
        "content/books/b11.yml": "title: T11\nshelf: S\nauthor: bo\nbody: |\n  Body 11\n",
      ], []),
    Edit(
      "the name of somebody whom four books mention",
      ["content/people/ada.md": "---\nname: Augusta\nborn: long ago\n---\n"],
      records(1...4) + [pages[0], "~ people/ada/index.html", "~ people/index.html"]),
    Edit(
      "of somebody, what no book reads", ["content/people/ada.md": "---\nname: Ada\nborn: 1815\n---\n"],
      ["~ people/ada/index.html"]),
    Edit("the site's title", ["content/site.yml": "title: Other\ntheme: plain\n"], ["~ index.html"]),
    Edit("a menu that no page shows", ["content/site.yml": "title: Test\ntheme: plain\nmenu: [books]\n"], []),
    Edit("an author whom no page names", ["content/site.yml": "title: Test\ntheme: plain\nauthor: A\n"], []),
    Edit("a language that shows nowhere", ["content/site.yml": "title: Test\ntheme: plain\nlanguage: fi\n"], []),
    Edit(
      "a language of which one page shows a word", ["content/site.yml": "title: Test\ntheme: plain\nlanguage: de\n"],
      ["~ 404.html"]),
    Edit(
      "the site's base", ["content/site.yml": "title: Test\ntheme: plain\nbase: /b/\n"],
      records(1...12) + pages + ["~ index.html", "~ people/index.html"]),
    Edit("a list's title", [books: settings + "\ntitle: Books"], pages),
    Edit("a list's description, which no page shows", [books: settings + "\ndescription: B"], []),
    Edit("a flag that nothing reads", [books: settings + "\nflags: {odd: {shelf: T}}"], []),
    Edit(
      "an order that is the same",
      [books: try! settings.replacing(present: "sort: title", with: "sort: [title, shelf]")], []),
    Edit(
      "the label of a field",
      [books: try! settings.replacing(present: "shelf: text", with: "shelf: {type: text, label: L}")],
      records(1...12)),
    Edit(
      "the size of pages", [books: try! settings.replacing(present: "pages: 4", with: "pages: 6")],
      [pages[0], pages[1], "- books/page/3/index.html"]),
    Edit("an introduction", ["content/books/index.md": "Now\n"], [pages[0]]),
    Edit("a page", ["content/about.md": "---\ntitle: About\n---\nThem\n"], ["~ about/index.html"]),
    Edit("a file", ["content/img/a.txt": "b"], ["~ img/a.txt"]),
    Edit("a file beside a record", ["content/books/b12/x.txt": "y"], ["~ books/b12/x.txt"]),
    Edit("a cell template", ["themes/plain/cells/books/cell.mustache": "{{title}}"], pages),
    Edit("a template of another list", ["themes/plain/cells/cell.mustache": "{{name}}"], ["~ people/index.html"]),
    Edit(
      "a comment in a template",
      ["themes/plain/cells/books/cell.mustache": "{{! one }}<a href=\"{{@record.url}}\">{{title}}</a> {{author}}"],
      []),
    Edit("a template that nothing uses", ["themes/plain/cells/wide.mustache": "{{name}}"], []),
    Edit(
      "a style sheet", ["themes/plain/assets/style.css": "b{src:url(font.txt)}"],
      ["- assets/style-08437bfa4273.css", "+ assets/style-ff8b2121bf9c.css", "~ index.html"]),
    Edit(
      "a file that a style sheet names", ["themes/plain/assets/font.txt": "other"],
      [
        "- assets/font-795ea3efa43d.txt", "+ assets/font-d9298a10d1b0.txt", "- assets/style-08437bfa4273.css",
        "+ assets/style-1faf6168297c.css", "~ index.html",
      ]),
    Edit("the same bytes again", ["content/books/b05.md": book(5), books: settings], []),
  ])
  func `an edit writes what shows it`(edit: Edit) throws {
    let site = try BuiltSite(Self.site)
    #expect(try site.problems().found == [])
    for (path, text) in edit.files {
      if let text { try site.write(text, to: path) } else { try site.remove(path) }
    }
    #expect(try site.changes() == edit.changes)
    #expect(try site.changes() == [])
    #expect(try site.problems().found == [])
  }

  @Test(arguments: [true, false])
  func `a picture of another size changes the pages that show it`(hasPages: Bool) throws {
    var files: [String: String] = ["content/site.yml": "title: T\n"]
    func drawing(_ width: Int) -> String { "<svg xmlns='http://www.w3.org/2000/svg' width='\(width)' height='9'/>" }
    files["content/items/list.yml"] =
      "record: {name: text, photo: asset}\nid: name\npages: 1\nrecord-pages: \(hasPages)\n"
    files["content/items/r.csv"] = "name,photo\na,a.svg\nb,b.svg\n"
    for name in ["a", "b"] { files["content/items/\(name).svg"] = drawing(5) }
    let site = try BuiltSite(files)
    _ = try site.build()
    try site.write(drawing(6), to: "content/items/b.svg")
    #expect(
      try site.changes() == ["~ items/b.svg"] + (hasPages ? ["~ items/b/index.html"] : [])
        + ["~ items/page/2/index.html"])
    #expect(try site.differencesToCleanBuild() == [])
    // A drawing that says something else in the same space.
    try site.write(drawing(6) + "<!-- -->", to: "content/items/b.svg")
    #expect(try site.changes() == ["~ items/b.svg"])
  }

  @Test func `an edit of a row writes one part of what the tools know`() throws {
    func rows(_ changed: Int?) -> String {
      "id,name\n" + (0..<1_000).map { "\(1_000 + $0),\($0 == changed ? "new" : "name")\n" }.joined()
    }
    var files = Self.site.filter { !$0.key.hasPrefix("content/books") && !$0.key.hasPrefix("content/people") }
    files["content/rows/list.yml"] = "record: {name: text, id: text}\nid: id\npages: 10\ntools: search\n"
    files["content/rows/all.csv"] = rows(nil)
    let site = try BuiltSite(files)
    try ToolData.$size.withValue(100) {
      #expect(try site.changes().count { $0.contains("tools") } == 10)
      try site.write(rows(555), to: "content/rows/all.csv")
      #expect(try site.changes() == ["~ rows/page/56/index.html", "~ rows/tools-6.json"])
      #expect(try site.differencesToCleanBuild() == [])
    }
  }

  @Test func `a record that comes to another term changes what the tools know, and no page of a third term`() throws {
    func rows(_ year: Int) -> String {
      "id,name,made\n" + (0..<9).map { "\($0),name,\($0 == 5 ? year : 2000 + $0 % 3)-01-02\n" }.joined()
    }
    var files = Self.site.filter { !$0.key.hasPrefix("content/books") && !$0.key.hasPrefix("content/people") }
    let settings =
      "record: {name: text, id: text, made: date}\nid: id\nterms: made.year\ntools: search\nshow: {meta: [name]}\n"
    files["content/rows/list.yml"] = settings
    files["content/rows/all.csv"] = rows(2002)
    files["themes/plain/pages/term.mustache"] =
      "{{@term.url}}{{#@list.tools}}{{url}}{{/@list.tools}}{{#@page.sections}}{{#@section.cells}}{{>*@cell}}"
      + "{{/@section.cells}}{{/@page.sections}}"
    files["themes/plain/pages/terms.mustache"] = "{{#@page.terms}}{{title}}{{/@page.terms}}"
    let site = try BuiltSite(files)
    #expect(try site.problems().found == [])
    _ = try site.changes()
    try site.write(rows(2001), to: "content/rows/all.csv")
    #expect(
      try site.changes() == [
        "~ rows/made-year/2001/index.html", "~ rows/made-year/2002/index.html", "~ rows/tools.json",
      ])
    #expect(try site.differencesToCleanBuild() == [])
    // Another name of a term is told, though no record says anything else.
    try site.write(
      settings.replacing(present: "made.year", with: "{by: made.year, slugs: {2001: one}}"), to: "content/rows/list.yml"
    )
    #expect(try site.changes().contains("~ rows/tools.json"))
    #expect(try site.differencesToCleanBuild() == [])
  }

  @Test(arguments: [100, 10])
  func `an edit of a row writes one page of its list`(size: Int) throws {
    func rows(_ changed: Int?) -> String {
      "id,name\n" + (0..<1_000).map { "\(1_000 + $0),\($0 == changed ? "new" : "name")\n" }.joined()
    }
    var files = Self.site.filter { !$0.key.hasPrefix("content/books") && !$0.key.hasPrefix("content/people") }
    files["content/rows/list.yml"] = "record: {name: text, id: text}\nid: id\npages: \(size)\n"
    files["content/rows/all.csv"] = rows(nil)
    let site = try BuiltSite(files)
    #expect(try site.changes().count == 6 + 1_000 / size)
    try site.write(rows(555), to: "content/rows/all.csv")
    #expect(try site.changes() == ["~ rows/page/\(555 / size + 1)/index.html"])
    #expect(try site.changes() == [])
    try site.write(rows(nil), to: "content/rows/all.csv")
    #expect(try site.changes() == ["~ rows/page/\(555 / size + 1)/index.html"])
  }

  @Test func `where pages show a total, a new record writes all of them`() throws {
    var files = Self.site
    files["themes/plain/pages/list.mustache", default: ""] += "{{@list.count}}"
    let site = try BuiltSite(files)
    #expect(try site.problems().found == [])
    try site.write(Self.book(13), to: "content/books/b13.md")
    #expect(try site.changes() == ["+ books/b13/index.html"] + Self.pages + ["+ books/page/4/index.html"])
  }

  @Test func `where record pages show their neighbours, a new record writes both`() throws {
    var files = Self.site
    files["themes/plain/pages/record.mustache", default: ""] +=
      "{{#@record.previous}}{{title}}{{/@record.previous}}{{#@record.next}}{{title}}{{/@record.next}}"
    let site = try BuiltSite(files)
    #expect(try site.problems().found == [])
    try site.write(Self.book(6, title: "T10 again"), to: "content/books/b10a.md")
    #expect(
      try site.changes() == [
        "~ books/b10/index.html", "+ books/b10a/index.html", "~ books/b11/index.html", Self.pages[2],
        "+ books/page/4/index.html",
      ])
  }

  @Test func `what is due is published, and writes no more than that`() throws {
    var files = Self.site
    files["content/books/b13.md"] = Self.book(13, more: "publish: 2030-01-01\n")
    files["content/books/b11.md"] = Self.book(11, more: "expires: 2031-01-01\n")
    let site = try BuiltSite(files)
    #expect(try site.problems().found == [])
    site.options.now += 86_400
    #expect(try site.changes() == [])
    site.options.now = 1_893_456_000
    #expect(try site.changes() == ["+ books/b13/index.html", "+ books/page/4/index.html"])
    site.options.now = 1_925_000_000
    #expect(try site.changes() == ["- books/b11/index.html", Self.pages[2], "- books/page/4/index.html"])
    #expect(try site.changes() == [])
    site.options.now = 1_700_000_000
    #expect(try site.changes() == ["+ books/b11/index.html", "- books/b13/index.html", Self.pages[2]])
    #expect(try site.problems().found == [])
  }

  @Test func `what a stranger did is undone, and nothing else is`() throws {
    let site = try BuiltSite(Self.site)
    #expect(try site.problems().found == [])
    try site.folder.write("x", to: "output/books/b05/index.html")
    try site.folder.remove("output/about/index.html")
    try site.folder.write("x", to: "output/stray/file")
    try site.folder.makeFolder("output/empty")
    site.foreign = ["stray/file": Array("x".utf8), "empty/": []]
    #expect(try site.changes() == ["~ about/index.html", "~ books/b05/index.html"])
    #expect(try site.problems().found == [])
  }
}
