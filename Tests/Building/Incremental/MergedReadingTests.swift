import CellistTestSupport
import Testing

@testable import CellistBuilding
@testable import CellistOutput
@testable import CellistPages
@testable import CellistSites

/// Of sources that are merged, an edit reads the records that its file says something else of.
@Suite struct MergedReadingTests {
  private static let files: [String: String] = {
    var files = [
      "content/site.yml": "title: Test\ntheme: plain\n",
      "content/items/list.yml": """
      record: {key: text, name: text, year: integer?, notes: markdown?}
      id: key
      sort: [name]
      pages: 10
      record-pages: true
      sources: ["*.md", base.csv, {file: more.yml, merge: update}, {file: gone.csv, merge: remove}]
      """,
      "content/items/base.csv": "key,name,year\na,A,1\nb,B,2\nc,C,3\nd,D,4\n", "content/items/gone.csv": "key\nd\n",
      "content/items/more.yml": "- {key: b, year: 20}\n- {key: m3, name: M33}\n",
      "themes/plain/pages/home.mustache": "", "themes/plain/pages/404.mustache": "",
      "themes/plain/pages/record.mustache": "{{name}} {{year}} {{notes}}",
      "themes/plain/pages/list.mustache":
        "{{#@page.sections}}{{#@section.cells}}{{>*@cell}}{{/@section.cells}}{{/@page.sections}}",
      "themes/plain/cells/cell.mustache": "{{name}}\n",
    ]
    for number in 1...20 { files["content/items/m\(number).md"] = "---\nkey: m\(number)\nname: M\(number)\n---\n" }
    return files
  }()

  struct Edit: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let files: [String: String?]
    let read: [String]

    init(_ name: String, _ files: [String: String?], _ read: [String]) {
      (testDescription, self.files, self.read) = (name, files, read)
    }
  }

  @Test(
    arguments: [
      Edit("a record of its own file", ["content/items/m5.md": "---\nkey: m5\nname: New\n---\n"], ["m5"]),
      Edit(
        "an update in the place of another",
        ["content/items/more.yml": "- {key: b, year: 21}\n- {key: m3, name: M33}\n"], ["b"]),
      Edit("an update that is no more", ["content/items/more.yml": "- {key: b, year: 20}\n"], ["m3"]),
      Edit(
        "an update that adds a record",
        ["content/items/more.yml": "- {key: b, year: 20}\n- {key: m3, name: M33}\n- {key: n, name: N}\n"], ["n"]),
      Edit("a record is taken out no more", ["content/items/gone.csv": "key\n"], ["d"]),
      Edit("another record is taken out", ["content/items/gone.csv": "key\nd\nm7\n"], []),
      Edit("a file is gone", ["content/items/m20.md": nil], []),
      Edit("a file comes", ["content/items/m21.md": "---\nkey: m21\nname: M21\n---\n"], ["m21"]),
    ], [false, true])
  func `an edit reads what is said otherwise`(edit: Edit, isKept: Bool) throws {
    let site = try BuiltSite(Self.files)
    if isKept { site.keep() }
    #expect(try site.problems().found == [])
    for (path, text) in edit.files {
      if let text { try site.write(text, to: path) } else { try site.remove(path) }
    }
    if isKept {
      #expect(try site.problems().found == [])
      return
    }
    let plan = try #require(try site.build().memory?.plan)
    let entries = plan.lists.flatMap(\.content.sources).flatMap(\.records.entries)
    #expect(entries.filter(\.isFresh).map(\.item.id) == edit.read)
    #expect(try site.problems().found == [])
  }

  @Test func `a value is followed in place`() throws {
    let site = try BuiltSite(Self.files)
    site.keep()
    #expect(try site.problems().found == [])
    try site.write("- {key: b, year: 21}\n- {key: m3, name: M33}\n", to: "content/items/more.yml")
    #expect(try site.changes() == ["~ items/b/index.html"])
    try site.write("---\nkey: m3\nname: Three\nyear: 3\n---\n", to: "content/items/m3.md")
    #expect(try site.changes() == ["~ items/m3/index.html"])
    #expect(try site.differencesToCleanBuild() == [])
  }

  /// Sources may say something else of the same records, again and again, in other lines; and of others.
  @Test func `what sources say is followed from edit to edit`() throws {
    let site = try BuiltSite(Self.files)
    site.keep()
    #expect(try site.problems().found == [])
    func edit(_ path: String, _ text: String, _ changes: [String]) throws {
      try site.write(text, to: "content/items/\(path)")
      let found = try site.changes()
      #expect(found == changes)
      #expect(try site.differencesToCleanBuild() == [])
    }
    try edit(
      "more.yml", "- {key: b, year: 20}\n- {key: m3, name: M34}\n",
      ["~ items/m3/index.html", "~ items/page/3/index.html"])
    // The second record stands lower, and says what it said.
    try edit("more.yml", "# b\n- {key: b, year: 22}\n- {key: m3, name: M34}\n", ["~ items/b/index.html"])
    try edit("base.csv", "key,name,year\na,A,1\nb,B,2\nc,C,30\nd,DD,4\n", ["~ items/c/index.html"])
    // A name that becomes another's, and a mistake in the record of another file than the one that is mended.
    try edit(
      "more.yml", "- {key: b, year: 22}\n- {key: m4, name: M34}\n",
      ["~ items/index.html", "~ items/m3/index.html", "~ items/m4/index.html"])
    try site.write("---\nkey: m5\nname: M5\nyear: no\n---\n", to: "content/items/m5.md")
    #expect(try site.build().hasErrors)
    try edit("m5.md", "---\nkey: m5\nname: M5\nyear: 5\n---\n", ["~ items/m5/index.html"])
    try edit("m5.md", "---\nkey: m5\nname: M5\nyear: 6\n---\n", ["~ items/m5/index.html"])
  }

  @Test(arguments: ["", ", merge: update"], [false, true])
  func `what records inherit follows what they stand in`(merge: String, isKept: Bool) throws {
    let list = """
      record: {key: text, name: text?, group: text?, origin: text?}
      id: key
      sources: [base.csv, {file: deep.json, items: groups.*.members, inherit: {group: title, origin: $key}\(merge)}]

      """
    var files = Self.files.filter { !$0.key.hasPrefix("content/items/") }
    files["content/items/list.yml"] = list
    files["content/items/base.csv"] = merge.isEmpty ? "key,name\nz,Z\n" : "key,name\na,A\nb,B\n"
    files["themes/plain/cells/cell.mustache"] = "{{name}} {{group}} {{origin}}\n"
    func json(_ title: String, _ key: String) -> String {
      #"{"groups": {"\#(key)": {"title": "\#(title)", "members": [{"key": "a"}]}, "y": {"title": "Y", "members": [{"key": "b"}]}}}"#
    }
    files["content/items/deep.json"] = json("X", "x")
    let site = try BuiltSite(files)
    if isKept { site.keep() }
    for (title, key) in [("X", "x"), ("New", "x"), ("New", "w"), ("Y", "w")] {
      try site.write(json(title, key), to: "content/items/deep.json")
      #expect(try site.problems().found == [])
      #expect(site.text("items/index.html")?.contains("\(title) \(key)\n") == true)
    }
  }
}
