import CellistTestSupport
import Testing

@testable import CellistBuilding
@testable import CellistOutput
@testable import CellistPages
@testable import CellistSites

/// Lists that keep the order in which their records are written.
@Suite struct WrittenOrderTests {
  private static func files(_ settings: String, _ files: [String: String]) -> [String: String] {
    var all = [
      "content/site.yml": "title: T\ntheme: plain\n",
      "content/items/list.yml": "record: {name: text, kind: text?}\nid: name\n\(settings)\n",
      "themes/plain/pages/list.mustache":
        "{{#@page.sections}}{{@section.title}}:{{#@section.cells}} {{name}}{{/@section.cells}};{{/@page.sections}}",
      "themes/plain/pages/term.mustache":
        "{{#@page.sections}}{{#@section.cells}} {{name}}{{/@section.cells}}{{/@page.sections}}",
    ]
    for (path, text) in files { all["content/items/\(path)"] = text }
    return all
  }

  private static let table = ["x.csv": "name,kind\nZ,a\nB,b\nM,a\nA,b\n"]

  private static func order(_ settings: String, _ files: [String: String] = table) -> String? {
    let site = TestSite(Self.files(settings, files))
    #expect(site.diagnostics() == "")
    return site.render()["items/index.html"]
  }

  @Test(arguments: [
    ("", "items: Z B M A;"), ("sort: $written", "items: Z B M A;"), ("sort: -$written", "items: A M B Z;"),
    ("sort: [kind, $written]", "items: Z M B A;"), ("sort: [-kind, -$written]", "items: A B M Z;"),
    ("sort: kind", "items: M Z A B;"),
    ("sections: kind", "a: Z M;b: B A;"), ("limit: 3", "items: Z B M;"), ("where: {kind: b}", "items: B A;"),
  ])
  func `rows stand as they are written`(settings: String, expected: String) {
    #expect(Self.order(settings) == expected)
  }

  @Test func `sources come in their order, and the files of a pattern by the order of people`() {
    let files = ["10.csv": "name\nJ\n", "2.csv": "name\nK\nC\n", "a.csv": "name\nX\n"]
    #expect(Self.order("", files) == "items: K C J X;")
    #expect(Self.order("sources: [a.csv, '*.csv', '!a.csv']", files) == "items: K C J;")
    #expect(Self.order("sources: [a.csv, '1*.csv', 2.csv]", files) == "items: X J K C;")
    let notes = ["10.md": "---\nname: J\n---\n", "9.md": "---\nname: Q\n---\n", "1.csv": "name\nW\nV\n"]
    #expect(Self.order("", notes) == "items: W V Q J;")
    #expect(Self.order("sort: -$written", notes) == "items: J Q V W;")
  }

  @Test func `nothing sorts what is written in order`() {
    let site = TestSite(Self.files("sort: [$written, name]", Self.table))
    #expect(
      site.diagnostics().contains(
        "content/items/list.yml:3:18: error: '$written' leaves no ties to sort further [invalid-setting]"))
  }

  @Test func `a field sorts once`() {
    let site = TestSite(Self.files("sort: [name, -name]", Self.table))
    #expect(
      site.diagnostics().contains(
        "content/items/list.yml:3:14: error: the records are sorted by 'name' already [invalid-setting]"))
  }

  @Test func `views and terms keep it, or have their own`() {
    var files = Self.files("sort: name", Self.table)
    files["themes/plain/pages/plain.mustache"] = "{{@page.content}}{{#@page.views}}{{content}}{{/@page.views}}"
    files["themes/plain/pages/view.mustache"] = "{{#@view.cells}}{{name}} {{/@view.cells}}"
    files["themes/plain/pages/404.mustache"] = "x"
    files["content/about.md"] = """
      ---
      title: T
      views:
        w: {list: items, sort: $written}
        v: {list: items, sort: [kind, -$written]}
        own: {list: items}
      ---

      """
    let site = TestSite(files)
    #expect(site.diagnostics() == "")
    #expect(site.render()["about/index.html"] == "Z B M A M Z A B A B M Z ")
    let terms = TestSite(Self.files("terms: kind", Self.table)).render()
    #expect(terms["items/kind/a/index.html"] == " Z M")
    #expect(
      TestSite(Self.files("sections: name.initial\nterms: kind", Self.table)).render()["items/kind/b/index.html"]
        == " B A")
  }

  /// Builds after an edit: the list's page, and whether the output is that of a clean build.
  private func page(_ site: BuiltSite, _ text: String?, _ path: String) throws -> String? {
    if let text { try site.write(text, to: "content/items/\(path)") } else { try site.remove("content/items/\(path)") }
    #expect(try site.problems().found == [])
    return site.text("items/index.html")
  }

  @Test(arguments: [false, true])
  func `rows that change places are followed`(isKept: Bool) throws {
    let site = try BuiltSite(Self.files("record-pages: true", Self.table))
    if isKept { site.keep() }
    #expect(try !site.build().hasErrors)
    #expect(try page(site, "name,kind\nB,b\nZ,a\nM,a\nA,b\n", "x.csv") == "items: B Z M A;")
    #expect(try page(site, "name,kind\nN,b\nB,b\nZ,a\nM,a\nA,b\n", "x.csv") == "items: N B Z M A;")
    #expect(try page(site, "name,kind\nN,b\nB,b\nZ,c\nM,a\nA,b\n", "x.csv") == "items: N B Z M A;")
    #expect(try page(site, "name,kind\nN,b\nZ,c\nM,a\nA,b\n", "x.csv") == "items: N Z M A;")
    #expect(try page(site, "name,kind\nN,b\nP,c\nM,a\nA,b\n", "x.csv") == "items: N P M A;")
    #expect(try page(site, "---\nname: L\n---\n", "w.md") == "items: L N P M A;")
    #expect(try page(site, nil, "x.csv") == "items: L;")
  }

  /// The page of the record behind it names its new neighbour.
  @Test func `a row in front changes nothing of the others`() throws {
    let site = try BuiltSite(Self.files("record-pages: true", Self.table))
    #expect(try !site.build().hasErrors)
    try site.write("name,kind\nY,a\nZ,a\nB,b\nM,a\nA,b\n", to: "content/items/x.csv")
    let changes = try site.changes()
    #expect(changes.filter { $0.hasPrefix("~ items/") } == ["~ items/index.html", "~ items/z/index.html"])
  }

  @Test func `a new file takes its place among others in the plan that there is`() throws {
    let notes = Dictionary(uniqueKeysWithValues: (1...12).map { ("\($0).md", "---\nname: N\($0)\n---\n") })
    let site = try BuiltSite(Self.files("record-pages: true", notes.filter { $0.key != "9.md" }))
    site.keep()
    #expect(try !site.build().hasErrors)
    #expect(
      try page(site, notes["9.md"], "9.md") == "items: N1 N2 N3 N4 N5 N6 N7 N8 N9 N10 N11 N12;")
    #expect(try page(site, "---\nname: X\n---\n", "10.md") == "items: N1 N2 N3 N4 N5 N6 N7 N8 N9 X N11 N12;")
    #expect(try page(site, nil, "2.md") == "items: N1 N3 N4 N5 N6 N7 N8 N9 X N11 N12;")
  }
}
