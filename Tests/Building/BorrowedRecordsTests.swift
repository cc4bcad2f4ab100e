import CellistTestSupport
import Testing

@testable import CellistBuilding

/// A list that shows the records of another.
@Suite struct BorrowedRecordsTests {
  private static func files(_ settings: String, of items: String = "") -> [String: String] {
    [
      "content/site.yml": "title: Test\ntheme: plain\n",
      "content/items/list.yml": """
      record: {title: text, year: integer, kin: {type: [{record: items}], split: ";"}, heirs: {records-from: items.kin}}
      id: title
      sort: title
      flags: {old: {year: {below: 1900}}}
      \(items)
      """,
      "content/items/x.csv": "title,year,kin\nB,1850,\nA,2001,B\nC,1999,B;A\n",
      "content/again/list.yml": "records-of: items\n\(settings)\n",
      "themes/plain/pages/list.mustache": """
      {{#@page.sections}}<h2>{{@section.title}}</h2>\
      <ul>{{#@section.cells}}{{>*@cell}}{{/@section.cells}}</ul>{{/@page.sections}}
      """,
      "themes/plain/pages/record.mustache": "{{@record.title}}",
      "themes/plain/cells/items/cell.mustache":
        "<li><a href=\"{{@record.url}}\">{{title}}</a>{{#heirs}} {{@record.title}}{{/heirs}}</li>",
      "themes/plain/cells/again/short.mustache": "<li>{{title}}</li>",
    ]
  }

  private static func page(_ settings: String, of items: String = "record-pages: true") -> String? {
    let site = TestSite(files(settings, of: items))
    #expect(site.diagnostics() == "")
    return site.render()["again/index.html"]
  }

  private static func link(_ id: String, _ url: String) -> String { "<li><a href=\"\(url)\">\(id.uppercased())</a>" }

  @Test func `it arranges them as it says, in the cells of their list, and leads to their pages`() {
    #expect(
      Self.page("sort: -year\nlimit: 2\n") == """
        <h2>again</h2><ul>\(Self.link("a", "/items/a/")) C</li>\(Self.link("c", "/items/c/"))</li></ul>
        """)
    #expect(
      Self.page("where: {old: true}\nsections: {by: year}\ncells: short\n") == "<h2>1850</h2><ul><li>B</li></ul>")
  }

  @Test
  func `where they have no pages, it leads to their rows, and to its own for those that their list does not show`() {
    #expect(
      Self.page("sort: title\n", of: "where: {old: false}\npages: 1\nsections: year\n") == """
        <h2>again</h2><ul>\(Self.link("a", "/items/page/2/#a")) C</li>\(Self.link("b", "/again/#b")) C A</li>\
        \(Self.link("c", "/items/#c"))</li></ul>
        """)
  }

  @Test(arguments: [
    ("record: {title: text}", "2:1: error: 'record' is as in the list that has the records"),
    ("id: title", "2:1: error: 'id' is as in the list that has the records"),
    ("sources: [x.csv]", "2:1: error: 'sources' is as in the list that has the records"),
    ("record-pages: true", "2:1: error: 'record-pages' is for the list that has the records"),
    ("redirect-from: title", "2:1: error: 'redirect-from' is for the list that has the records"),
    ("sort: yaer", "2:7: error: there is no field 'yaer'"),
  ])
  func `it says nothing of what records are`(settings: String, message: String) {
    let found = TestSite(Self.files(settings)).diagnostics()
    #expect(found.contains("content/again/list.yml:\(message)"), "\(found)")
    #expect(found.components(separatedBy: "error:").count == 2, "\(found)")
  }

  @Test(arguments: [
    ("records-of: itmes", "1:13: error: there is no list 'itmes'"),
    ("records-of: again", "1:13: error: a list cannot show its own records anew"),
    ("records-of: [items]", "1:13: error: 'records-of' must be the path of a list, found a list"),
    ("records-of: third", "1:13: error: the list 'third' has no records of its own, but shows those of another"),
  ])
  func `it names a list that has records`(settings: String, message: String) {
    var files = Self.files("")
    files["content/again/list.yml"] = settings
    files["content/third/list.yml"] = "records-of: items\n"
    let found = TestSite(files).diagnostics()
    #expect(found.contains("content/again/list.yml:\(message)"), "\(found)")
    #expect(found.components(separatedBy: "error:").count == 2, "\(found)")
  }

  @Test func `what is wrong with records is said once, and of files that nobody reads`() {
    var files = Self.files("")
    files["content/items/x.csv"] = "title,year,kin\nB,old,\nB,1850,nobody\n"
    files["content/again/y.csv"] = "title,year,kin\n"
    let found = TestSite(files).diagnostics()
    #expect(found.components(separatedBy: "error:").count == 5, "\(found)")
    #expect(
      found.contains("content/again/y.csv:1:1: error: this file is not read: the list's records are those of 'items'"))
  }

  @Test func `settings without a record are a fault of the list that has the records`() {
    var files = Self.files("")
    files["content/items/list.yml"] = "recrod: {title: text}\n"
    let found = TestSite(files).diagnostics()
    #expect(found.contains("content/items/list.yml:1:1: error: list.yml needs 'record'"), "\(found)")
    #expect(!found.contains("content/again/"), "\(found)")
  }

  @Test func `an edit of a record changes the pages of both lists, and its own`() throws {
    let site = try BuiltSite(Self.files("", of: "record-pages: true"))
    _ = try site.build()
    for (rows, expected) in [
      ("B,1850,\nA,2001,\nC,1999,B;A\n", ["again/index.html", "items/index.html"]),
      ("B,1850,\nA,2001,\nC,1998,B;A\n", []),
      (
        "B,1850,\nA,2001,\nD,1998,B;A\n",
        ["again/index.html", "items/c/index.html", "items/d/index.html", "items/index.html"]
      ),
    ] {
      try site.write("title,year,kin\n\(rows)", to: "content/items/x.csv")
      #expect(try site.build().changes.map(\.path).sorted() == expected)
    }
  }

  @Test(arguments: [false, true])
  func `a record that moves to another page of its list is led to there`(isKept: Bool) throws {
    // Nothing refers to anything: the list would stand alone, were its records its own.
    var files = Self.files("sort: title\npages: 1\n")
    files["content/items/list.yml"] = "record: {title: text, year: integer}\nid: title\npages: 1\nsections: year\n"
    files["content/items/x.csv"] = nil
    for (title, year) in [("A", 2001), ("B", 1850), ("C", 1999)] {
      files["content/items/\(title).yml"] = "title: \(title)\nyear: \(year)\n"
    }
    files["themes/plain/cells/items/cell.mustache"] = "<li><a href=\"{{@record.url}}\">{{title}}</a></li>"
    let site = try BuiltSite(files)
    if isKept { site.keep() }
    _ = try site.build()
    // A is as it was, and its cell leads to another page.
    try site.write("title: C\nyear: 2002\n", to: "content/items/C.yml")
    #expect(try site.build().changes.map(\.path).contains("again/index.html"))
    #expect(try site.differencesToCleanBuild() == [])
  }

  /// None of the list's own pages, nor any address, says whether its records have pages.
  @Test(arguments: [false, true])
  func `whether titles lead to pages follows from the list that has the records`(isKept: Bool) throws {
    var files = Self.files("", of: "where: {year: {above: 3000}}\n")
    files["themes/plain/cells/items/cell.mustache"] =
      "<li>{{#@record.linked}}<a href=\"{{@record.link}}\">{{title}}</a>{{/@record.linked}}</li>"
    let site = try BuiltSite(files)
    if isKept { site.keep() }
    for settings in ["record-pages: true", ""] {
      _ = try site.build()
      try site.write(
        Self.files("", of: "where: {year: {above: 3000}}\n\(settings)")["content/items/list.yml"] ?? "",
        to: "content/items/list.yml")
      #expect(try site.build().changes.map(\.path).contains("again/index.html"))
      #expect(try site.differencesToCleanBuild() == [])
    }
  }
}
