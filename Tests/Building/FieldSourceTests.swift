import CellistTestSupport
import Testing

/// Where the values of fields stand in sources, and what is made of them there.
@Suite struct FieldSourceTests {
  private static func cells(_ site: TestSite) -> String {
    let page = site.render()["items/index.html"] ?? site.diagnostics()
    return page.matches(of: /<li>(.*?)<\/li>/).map { String($0.output.1) }.joined(separator: "|")
  }

  @Test func `the first key that has a value counts`() {
    let site = TestSite.list(
      """
      record: {n: text, updated: {type: "date?", from: [lastmod, meta.date, date]}}
      id: n
      absent: "-"
      exports: csv

      """,
      [
        "a.csv": "n,lastmod,date\na,2024-01-01,2023-01-01\nb,,2023-01-01\nc,-,2023-01-02\nd,,\n",
        "e.yml": "- {n: e, meta: {date: 2022-01-01}, date: 2021-01-01}\n- {n: f, lastmod: ~, date: ''}\n",
      ], cell: "<li>{{n}} {{updated.iso}}</li>")
    #expect(Self.cells(site) == "a 2024-01-01|b 2023-01-01|c 2023-01-02|d |e 2022-01-01|f ")
    let none = TestSite.list("record: {n: text, at: {type: date, from: [x, y]}}\nid: n\n", ["a.csv": "n\na\n"])
    #expect(
      none.diagnostics().contains("content/items/a.csv:1:1: error: the table has no column 'x' or 'y'"),
      "\(none.diagnostics())")
  }

  @Test func `a pattern makes texts of mappings, in lists as well, and of the record's own keys`() {
    let site = TestSite.list(
      """
      record:
        n: {type: text, text: "{first} {last}"}
        authors: {type: [text], from: author.*, text: "{given} {family}"}
        day: {type: "date?", from: at, text: "{year}-{month}-{day}"}
      id: n

      """,
      [
        "a.json": """
        [{"first": "Ada", "last": "King", "author": [{"given": "G", "family": "F"}, {"family": "H"}, "Team"],
          "at": {"year": "2024", "month": "05", "day": "01"}},
         {"n": "As it is", "author": []}, {"last": "Alone", "author": {"x": {"given": "In a mapping"}}}]
        """
      ], cell: "<li>{{n}}:{{#authors}} {{.}},{{/authors}} {{day.iso}}</li>")
    #expect(
      Self.cells(site)
        == "Ada King: G F, H, Team, 2024-05-01|As it is: |Alone: In a mapping, ")
    let table = TestSite.list(
      "record: {n: {type: text, text: \"{first} {lost}\"}}\nid: n\n", ["a.csv": "first,last\nAda,King\n"])
    #expect(
      table.diagnostics().contains(
        "content/items/a.csv:1:1: error: the table has no column 'lost', which the text of 'n' names"),
      "\(table.diagnostics())")
  }

  @Test func `negative numbers count from the end, and equal items count once where they are asked to`() {
    let site = TestSite.list(
      """
      record:
        n: text
        last: {type: "text?", from: terms.-1.state}
        third: {type: "text?", from: terms.-3.state}
        states: {type: [text], from: terms.*.state, unique: true}
      id: n

      """,
      ["a.yml": "- {n: a, terms: [{state: NY}, {state: CA}, {state: NY}]}\n- {n: b, terms: []}\n"],
      cell: "<li>{{last}} {{third}}{{#states}} {{.}}{{/states}}</li>")
    #expect(Self.cells(site) == "NY NY NY CA| ")
  }

  @Test func `facts of the file are values`() {
    let site = TestSite.list(
      """
      record:
        n: {type: text, from: [n, $name]}
        file: {type: text, from: $file}
        folder: {type: "text?", from: $folder}
        row: {type: integer, from: $row}
      id: n
      extra-keys: ignore

      """,
      ["a.csv": "n\na\n\nb\n", "deep/c.md": "---\nx: y\n---\n", "deep/er/index.md": ""],
      cell: "<li>{{n}} {{file}} {{folder}} {{row}}</li>")
    #expect(
      Self.cells(site) == "a a.csv  1|b a.csv  2|c c.md deep 1|er index.md deep/er 1",
      "\(Self.cells(site))")
  }

  @Test func `columns by which a source is taken need no field`() {
    let site = TestSite.list(
      "record: {n: text}\nid: n\nsources: [{file: a.csv, where: {kind: x}}]\n", ["a.csv": "n,kind\na,x\nb,y\n"])
    #expect(site.diagnostics() == "")
  }

  @Test(arguments: [
    ("{type: text, from: []}", "'from' names no key"),
    ("{type: text, text: name}", "'text' names keys of a mapping in braces, found \"name\""),
    ("{map: text, text: \"{a}\"}", "'text' makes a text of a mapping, and 'x' is map"),
    ("{type: text, unique: true}", "'unique' is for lists, and 'x' is text"),
    ("{records-from: items.y, text: \"{a}\"}", "'text' is for what sources hold, and 'x' is computed"),
  ])
  func `settings that do not fit are told`(field: String, message: String) {
    let site = TestSite.list("record: {n: text, x: \(field)}\nid: n\n", ["a.csv": "n,x\na,b\n"])
    #expect(site.diagnostics().contains("error: \(message)"), "\(site.diagnostics())")
  }

  @Test func `addresses of mail and telephones are links, and versions have their order`() {
    let site = TestSite.list(
      """
      record: {n: text, mail: "email?", phone: "telephone?", release: version}
      id: n
      sort: [-release]
      sections: release

      """,
      ["a.csv": "n,mail,phone,release\na,ada@example.org,+44 (0)20 7946,2.0.0-beta.2\nb,,,10.0\nc,,,2.0.0\n"],
      cell: """
        <li>{{n}} {{#mail}}<a href="{{mail.url}}">{{mail}}</a>{{/mail}}{{#phone}} <a href="{{phone.url}}">x</a>{{/phone}} \
        {{#@record.fields}}{{{html}}}{{/@record.fields}}</li>
        """)
    #expect(
      Self.cells(site)
        == "a <a href=\"mailto:ada@example.org\">ada@example.org</a> <a href=\"tel:+44207946\">x</a> "
        + "<a href=\"mailto:ada@example.org\">ada@example.org</a><a href=\"tel:+44207946\">+44 (0)20 7946</a>2.0.0-beta.2"
        + "|c  2.0.0|b  10.0", "\(Self.cells(site))")
  }
}
