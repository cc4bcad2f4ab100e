import CellistFamilies
import CellistTestSupport
import Foundation
import Testing

/// The data of a list's records for the tools on its pages.
@Suite struct ToolDataTests {
  private static let record = """
    record:
      name: text
      kind: {choice: {b: Big, s: Small}}
      size: {type: "number?", unit: kg}
      open: boolean?
      day: date?
      at: {type: "datetime?"}
      tags: {type: [text], split: ";", default: []}
      friend: {type: {record: items}, optional: true}
      text: markdown?
    id: name
    time-zone: Asia/Tokyo

    """

  private static let rows = """
    name,kind,size,open,day,at,tags,friend,text
    Ada,b,1.50,true,2024-05-01,2024-05-01T10:00:00Z,x;y,Bo,Long
    Bo,s,,false,,,,,
    Cy,b,7,,,,y,Ada,

    """

  private static func site(_ settings: String, rows: String = rows) -> TestSite {
    var site = TestSite.list("\(record)\(settings)", ["r.csv": rows], cell: "{{name}}")
    site.files["themes/plain/pages/list.mustache"] = Array(
      """
      {{#@page.sections}}<ul id="{{@section.anchor}}" data-cells>{{#@section.cells}}{{>*@cell}}{{/@section.cells}}</ul>\
      {{/@page.sections}}{{#@list.tools}}{{url}} {{#search}}search{{/search}}\
      {{#filters}} {{name}}{{#number}} number{{/number}}{{#date}} date{{/date}}{{unit}}{{/filters}} sorts:\
      {{#sorts}} {{label}}{{/sorts}}{{/@list.tools}}
      """.utf8)
    return site
  }

  private static func json(_ text: String?) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data((text ?? "").utf8)) as? [String: Any])
  }

  @Test func `values are told by columns, words once`() throws {
    let site = Self.site("tools: [search, filter, sort]\n")
    #expect(site.diagnostics() == "")
    #expect(
      site.render()["items/tools.json"] == """
        {"more": [], "fields": [\
        {"name": "kind", "kind": "words", "choices": ["Big", "Small"]}, \
        {"name": "day", "kind": "date", "part": "start"}, \
        {"name": "size", "kind": "number", "unit": "kg"}, \
        {"name": "open", "kind": "words", "label": "open"}, \
        {"name": "at", "kind": "datetime"}, \
        {"name": "tags", "kind": "words", "folds": true}, \
        {"name": "friend", "kind": "words"}], \
        "pages": [["/items/", 3]], "slugs": ["ada", "bo", "cy"], "titles": ["Ada", "Bo", "Cy"], "values": [\
        {"words": ["Big", "Small"], "of": [0, 1, 0]}, \
        ["2024-05-01", null, null], \
        ["1.50", null, 7], \
        {"words": ["Yes", "No"], "of": [0, 1, []]}, \
        ["2024-05-01T19:00", null, null], \
        {"words": ["x", "y"], "of": [[0, 1], [], 1]}, \
        {"words": ["Bo", "Ada"], "of": [0, [], 1]}], \
        "texts": ["Long", null, null]}

        """)
  }

  @Test func `terms are told by their names in addresses, and where a field has a word for each by that`() throws {
    let terms = "terms: [kind, tags, day.year, {by: size, ranges: [5]}, friend]\n"
    var site = Self.site("\(terms)tools: search\nview: rows\n")
    for name in ["term", "terms"] { site.files["themes/plain/pages/\(name).mustache"] = Array("x".utf8) }
    #expect(site.diagnostics() == "")
    // Who has a friend has a size, and another one each: any field will do.
    let text = try #require(site.render()["items/tools.json"])
    #expect(
      text.hasSuffix(
        """
        "terms": {\
        "kind": {"words": ["b", "s"], "column": 0}, \
        "tags": {"words": ["x", "y"], "column": 5}, \
        "day-year": {"words": ["2024"], "of": [0, [], []]}, \
        "size": {"words": ["under-5", "from-5"], "column": 6}, \
        "friend": {"words": ["bo", "ada"], "column": 6}}}

        """))
    site.files["content/items/list.yml"] = Array(
      "\(Self.record.replacing("default: []", with: "spellings: {x: [y]}"))terms: tags\ntools: search\nview: rows\n"
        .utf8)
    #expect(
      try #require(site.render()["items/tools.json"]).hasSuffix(
        "\"terms\": {\"tags\": {\"words\": [\"x\"], \"column\": 5}}}\n"))
  }

  @Test func `settings say which fields tools are for`() {
    func form(_ settings: String) -> String? {
      Self.site(settings).render()["items/index.html"]?.split(separator: "</ul>").last.map(String.init)
    }
    #expect(
      form("tools: [search, filter, sort]\n")
        == "/items/tools.json search kind size numberkg open day date tags friend sorts: name kind day size open at friend"
    )
    #expect(form("tools: search\n") == "/items/tools.json search sorts:")
    #expect(
      form("tools: {search: false, filter: [name, day], sort: size}\n")
        == "/items/tools.json  name day date sorts: size")
    #expect(Self.site("tools: false\n").render()["items/tools.json"] == nil)
  }

  @Test func `what does not fit is reported at its place`() {
    #expect(
      Self.site("tools: [serch, filter]\n").diagnostics().contains(
        "items/list.yml:13:9: error: 'tools' has no setting 'serch' [unknown-key]"))
    #expect(
      Self.site("tools: {filter: text, sort: [tags, nmae]}\n").diagnostics() == """
        content/items/list.yml:13:17: error: the 'filter' of the tools is a field of choices, numbers, dates, references, \
        words or true and false, and 'text' is markdown [invalid-setting]
          13 | tools: {filter: text, sort: [tags, nmae]}
             |                 ^~~~
        content/items/list.yml:13:30: error: the 'sort' of the tools is a field whose values have an order, and 'tags' is \
        list [invalid-setting]
          13 | tools: {filter: text, sort: [tags, nmae]}
             |                              ^~~~
        content/items/list.yml:13:36: error: there is no field 'nmae' [unknown-field]
          13 | tools: {filter: text, sort: [tags, nmae]}
             |                                    ^~~~
             = did you mean 'name'?

        """)
  }

  @Test func `an edit changes the part that the record is in, and records follow their pages`() throws {
    try ToolData.$size.withValue(4) {
      for (numbering, names) in [
        ("", ["tools", "tools-2", "tools-3"]), (", numbering: stable", ["tools", "tools-1"]),
      ] {
        let settings = "pages: {size: 2\(numbering)}\ntools: search\n"
        let names = names.map { "items/\($0).json" }
        func rows(_ change: (inout [String]) -> Void = { _ in }) -> String {
          var names = (0..<9).map { "n\($0)" }
          change(&names)
          return "name,kind\n" + names.map { "\($0),b\n" }.joined()
        }
        let files = Self.site(settings, rows: rows()).render()
        let parts = try names.map { try Self.json(files[$0]) }
        #expect(parts.flatMap { $0["slugs"] as? [String] ?? [] } == (0..<9).map { "n\($0)" })
        #expect(parts[0]["more"] as? [String] == names.dropFirst().map { String($0.dropFirst("items/".count)) })
        for part in parts {
          let counts = (part["pages"] as? [[Any]] ?? []).compactMap { $0[1] as? Int }
          #expect(counts.reduce(0, +) == (part["slugs"] as? [String])?.count)
        }
        let edited = Self.site(settings, rows: rows { $0[8] = "n9" }).render()
        #expect(names.filter { edited[$0] != files[$0] } == [names[names.count - 1]])
        guard !numbering.isEmpty else { continue }
        let added = Self.site(settings, rows: rows { $0.insert("a", at: 0) }).render()
        #expect(names.filter { added[$0] != files[$0] } == [names[0]])
      }
    }
  }
}
