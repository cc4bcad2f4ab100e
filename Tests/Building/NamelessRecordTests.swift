import CellistTestSupport
import Testing

@testable import CellistBuilding
@testable import CellistOutput
@testable import CellistPages
@testable import CellistRecords
@testable import CellistSites

/// Rows that nothing names: neither a setting nor a key.
@Suite struct NamelessRecordTests {
  private static let table = "place,on\nOslo,3\nRome,1\nOslo,3\nBonn,2\n"

  private static func files(_ settings: String = "", _ table: String = table) -> [String: String] {
    [
      "content/site.yml": "title: T\ntheme: plain\nbase: https://example.org/\n",
      "content/items/list.yml": "record: {place: text, on: integer?}\n\(settings)\n", "content/items/x.csv": table,
      "themes/plain/pages/list.mustache":
        "{{#@page.sections}}{{#@section.cells}} {{place}}={{@record.anchor}}{{/@section.cells}}{{/@page.sections}}",
    ]
  }

  private static func places(_ page: String?) -> String {
    (page ?? "").split(separator: " ").map { $0.prefix { $0 != "=" } }.joined(separator: " ")
  }

  private static func anchors(_ page: String?) -> [String: [Substring]] {
    Dictionary(grouping: (page ?? "").split(separator: " ").map { $0.split(separator: "=") }) { String($0[0]) }
      .mapValues { $0.map { $0[1] } }
  }

  @Test func `all of them are shown, those that are alike as well`() {
    let site = TestSite(Self.files())
    #expect(site.diagnostics() == "")
    let page = site.render()["items/index.html"]
    #expect(Self.places(page) == "Oslo Rome Oslo Bonn")
    let anchors = Self.anchors(page)
    #expect(anchors["Oslo"]?.count == 2 && anchors["Oslo"]?[1] == "\(anchors["Oslo"]?[0] ?? "")-2")
    #expect(anchors.values.joined().allSatisfy { $0.hasPrefix("row-") && $0.utf8.count <= 22 })
    // What is in front of a row says nothing of it.
    let other = TestSite(Self.files("", "place,on\nAthens,9\nBonn,2\nOslo,3\n")).render()["items/index.html"]
    #expect(Self.anchors(other)["Bonn"] == anchors["Bonn"] && Self.anchors(other)["Oslo"]?[0] == anchors["Oslo"]?[0])
    #expect(Self.places(TestSite(Self.files("sort: on")).render()["items/index.html"]) == "Rome Bonn Oslo Oslo")
  }

  @Test func `what needs names says so once, and which fields would do`() {
    let table = "place,on\nOslo,3\nRome,1\nBonn,2\nPisa,2\n"
    let text = TestSite(Self.files("record-pages: true", table)).diagnostics()
    #expect(
      text.contains(
        "content/items/x.csv:2:1: error: 4 records have no id, which 'record-pages' needs [missing-id]"), "\(text)")
    #expect(text.contains("'id: place' in list.yml would do: no two records have that alike"), "\(text)")
    #expect(text.matches(of: #/missing-id/#).count == 1)
  }

  @Test func `a reference to such a list is told of`() {
    var files = Self.files()
    files["content/other/list.yml"] = "record: {name: text, at: {record: items}}\nid: name\n"
    files["content/other/x.csv"] = "name,at\nA,Oslo\n"
    let text = TestSite(files).diagnostics()
    #expect(text.contains("4 records have no id, which a reference to the list needs"), "\(text)")
    #expect(text.contains("give each record a key 'id'"), "\(text)")
  }

  @Test func `parts of an id that are absent are left out`() {
    var files = Self.files("id: [place, on]", "place,on\nOslo,3\nOslo,\n")
    files["themes/plain/pages/list.mustache"] =
      "{{#@page.sections}}{{#@section.cells}} {{@record.id}}{{/@section.cells}}{{/@page.sections}}"
    let site = TestSite(files)
    #expect(site.diagnostics() == "")
    #expect(site.render()["items/index.html"] == " Oslo-3 Oslo")
  }

  @Test(arguments: [false, true])
  func `builds after edits are those of a clean build`(isKept: Bool) throws {
    let site = try BuiltSite(Self.files("terms: place"))
    if isKept { site.keep() }
    #expect(try !site.build().hasErrors)
    let tables = [
      "place,on\nRome,1\nOslo,3\nBonn,2\n", "place,on\nOslo,3\nOslo,3\nOslo,3\nBonn,2\n",
      "place,on\nOslo,3\nBonn,2\n", "place,on\nBonn,2\nOslo,3\nBonn,2\nOslo,4\n", "place,on\n", Self.table,
    ]
    for table in tables {
      try site.write(table, to: "content/items/x.csv")
      #expect(try site.problems().found == [], "\(table)")
    }
    try site.write("place,on\nOslo,3\n", to: "content/items/a.csv")
    #expect(try site.problems().found == [])
    try site.remove("content/items/x.csv")
    #expect(try site.problems().found == [])
  }

  @Test func `a name is read as it is written`() {
    let row = RowID(digest: 0xAB)
    #expect(row.id == "~00000000000000ab" && row.slug == "row-00000000000000ab")
    #expect(RowID(row.numbered(12).id) == row.numbered(12) && row.numbered(12).first == row)
    for id in ["~ab", "00000000000000ab", "~00000000000000ab-x", "~00000000000000AB", "~00000000000000abc"] {
      #expect(RowID(id) == nil, "\(id)")
    }
  }
}
