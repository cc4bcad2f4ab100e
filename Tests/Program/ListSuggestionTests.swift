import CellistRecords
import CellistScaffolding
import CellistSites
import CellistTestSupport
import CellistText
import Foundation
import Testing

/// The lists that `cellist new list --from` makes of files.
@Suite struct ListSuggestionTests {
  /// The files of a list, or what is wrong with the file.
  private static func files(_ path: String, _ text: String) throws -> (files: [String: String], problems: String) {
    let (scaffold, problems) = try list(path, Array(text.utf8))
    let copies = scaffold?.copies.map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) } ?? []
    return (
      Dictionary(uniqueKeysWithValues: (scaffold?.files.map { ($0.path, $0.text) } ?? []) + copies), problems
    )
  }

  private static func list(_ path: String, _ bytes: [UInt8]) throws -> (scaffold: Scaffold?, problems: String) {
    var diagnostics = Diagnostics()
    let values = ValueReader(
      language: try #require(Language(tag: "en")), zone: try #require(TimeZoneRules("Europe/Zurich")))
    let scaffold = Scaffold.list("things", title: "Things", from: bytes, at: path, values, &diagnostics)
    return (
      scaffold, diagnostics.all.map { "\($0.location.map { "\($0)" } ?? ""): \($0.message)" }.joined(separator: "\n")
    )
  }

  @Test func `a file of any kind is copied as it is, and named where a list would not look for it`() throws {
    let table = "\u{FEFF}name;by, for;at\nZoë;A;1\nBo;B;2\n"
    let utf16 = table.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    func cells(_ rows: String...) -> String {
      rows.enumerated().map { index, row in
        let cells = row.map { "<c t=\"inlineStr\"><is><t>\($0)</t></is></c>" }
        return "<row r=\"\(index + 1)\">\(cells.joined())</row>"
      }
      .joined()
    }
    let files: [(String, [UInt8], String)] = [
      ("a.csv", utf16, "{file: \"a.csv\", delimiter: \";\"}"),
      ("a.xlsx", TestArchive.xlsx([("S", cells("ab", "xy", "zw"))]), "\"a.xlsx\""),
      ("a.jsonl", Array("{\"a\": \"x\"}\n{\"a\": \"y\"}\n".utf8), "\"a.jsonl\""),
      ("a.bib", Array("@book{x, title = {X}}\n@book{y, title = {Y}}\n".utf8), "\"a.bib\""),
      (".a.csv", Array("a\nx\ny\n".utf8), "\".a.csv\""),
    ]
    for (path, bytes, source) in files {
      let (scaffold, problems) = try Self.list(path, bytes)
      #expect(problems == "", "\(path)")
      let new = try #require(scaffold)
      #expect(new.copies.map(\.path) == ["content/things/\(path)"] && new.copies.first?.bytes == bytes)
      #expect(new.files.first?.text.contains("sources: [\(source)]\n") == true, "\(new.files)")
      var site = TestSite(["content/site.yml": "title: T\n"])
      for file in new.files { site.files[file.path] = Array(file.text.utf8) }
      for copy in new.copies { site.files[copy.path] = copy.bytes }
      #expect(site.diagnostics() == "", "\(path)")
    }
  }

  @Test func `columns that are called as publishing is, and endless keys, make settings that build`() throws {
    let long = String(repeating: "k", count: 5_000)
    for (path, text) in [
      ("a.csv", "name,draft,publish,expires\nA,1998,Knopf,never\nB,2001,Faber,2030\n"),
      ("a.json", #"[{"name": "A", "\#(long)": 1}, {"name": "B", "\#(long)": 2}]"#),
    ] {
      let files = try Self.files(path, text).files
      var site = TestSite(files.merging(["content/site.yml": "title: T\n"]) { $1 })
      site.options.drafts = true
      #expect(site.diagnostics() == "", "\(path)")
      #expect(site.render()["things/index.html"]?.contains(">B<") == true)
      #expect(files.values.allSatisfy { $0.utf8.count < 6_000 || $0 == text })
    }
  }

  @Test(arguments: [
    (
      "a.csv", "Name,Weight (kg),Born,Site,Rare,Code\nAda,1.5,1815-12-10,https://a.org,true,007\nBob,2,,,false,010\n",
      """
      title: "Things"
      record:
        name: {type: text, label: "Name", from: "Name"}
        weight: {type: number, label: "Weight", unit: kg, from: "Weight (kg)"}
        born: {type: "date?", label: "Born", from: "Born"}
        site: {type: "url?", label: "Site", from: "Site"}
        rare: {type: boolean, label: "Rare", from: "Rare"}
        code: {type: text, label: "Code", from: "Code"}
      id: code
      title-field: name
      sort: name

      """
    ),
    (
      "a.json",
      #"{"meta": 1, "rows": [{"n": 1, "tags": ["x", "y"], "by": {"a": "b"}, "odd": [{}]}, {"n": 2, "at": "2024-05-01T09:30Z"}]}"#,
      """
      title: "Things"
      record:
        "n": integer
        tags: {type: [text], optional: true}
        by: {map: text, optional: true}
        at: "datetime?"
      id: "n"
      sources: [{file: "a.json", items: rows}]
      extra-keys: ignore

      """
    ),
    (
      "semi.csv", "a;b\nx;1\nx;2\n",
      """
      title: "Things"
      record:
        a: text
        b: integer
      id: b
      sources: [{file: "semi.csv", delimiter: ";"}]

      """
    ),
    (
      "a.toml", "[[things]]\na = \"x\"\nb = 1\n[[things]]\na = \"y\"\nb = 1\n",
      """
      title: "Things"
      record:
        a: text
        b: integer
      id: a
      sources: [{file: "a.toml", items: things}]

      """
    ),
    (
      "marks.csv",
      "name,by,about,said\nx,A;B C,Has `code`,One; two\ny,B;A,,Three; *four\nz,C,5 * 6 * 7,Five\n",
      """
      title: "Things"
      record:
        name: text
        by: {type: [text], split: ";"}
        about: "markdown?"
        said: text
      id: name
      title-field: name
      sort: name

      """
    ),
    (
      "two.csv", "year,place,what\n1,a,x\n1,b,x\n2,a,x\n",
      """
      title: "Things"
      record:
        year: integer
        place: text
        what: {choice: [x]}
      id: [year, place]

      """
    ),
  ])
  func `a list of a file declares what it finds, and builds`(path: String, text: String, settings: String) throws {
    let (files, problems) = try Self.files(path, text)
    #expect(problems == "")
    #expect(files["content/things/list.yml"] == settings)
    #expect(files["content/things/\(path)"] == text)
    let site = TestSite(files.merging(["content/site.yml": "title: T\n"]) { $1 })
    #expect(site.diagnostics() == "")
    #expect(site.builder.check().records > 0)
  }

  @Test func `what people keep builds without an edit, and says all that the file says`() throws {
    for (path, count) in [
      ("elements/elements.csv", 118), ("people/people.csv", 0), ("http-status/4xx.yml", 0), ("programme/day-2.json", 0),
    ] {
      let text = try String(contentsOfFile: "\(OwnSite.root)/content/\(path)", encoding: .utf8)
      let (files, problems) = try Self.files(path, text)
      #expect(problems == "")
      let site = TestSite(files.merging(["content/site.yml": "title: T\n"]) { $1 })
      #expect(site.diagnostics() == "", "\(path)")
      if count > 0 { #expect(site.builder.check().records == count) }
    }
  }

  @Test(arguments: [
    ("a.csv", "a,b\n1,1\n1,1\n", "a.csv:1:1: no field, and no two of them, tell the records apart"),
    ("a.csv", "a\n", "a.csv:1:1: there are no records in the file"),
    ("a.txt", "a\n", "a.txt:1:1: records are taken from files of YAML, JSON, TOML, CSV or TSV"),
    ("a.json", "{\"a\": ", "a.json:1:7: "),
  ])
  func `what is no list is an error`(path: String, text: String, problem: String) throws {
    let (files, problems) = try Self.files(path, text)
    #expect(files.isEmpty)
    #expect(problems.hasPrefix(problem), "\(problems)")
  }
}
