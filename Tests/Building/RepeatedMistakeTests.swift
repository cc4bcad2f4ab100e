import CellistBuilding
import CellistCommands
import CellistRecords
import CellistTestSupport
import Testing

/// One mistake in many places is told once, with how many more there are.
@Suite struct RepeatedMistakeTests {
  private func kinds(_ site: TestSite) -> [String] {
    DiagnosticSummary(site.builder.check().diagnostics).entries.compactMap { entry in
      entry.others.map { "\(entry.diagnostic.message) + \($0.count) in \($0.fileCount)" }
    }
  }

  @Test func `a wrong type on all rows of a table`() {
    let rows = (1...1000).map { "r\($0),x\($0),x\n" }.joined()
    let site = TestSite.list(
      "record: {title: text, year: integer, day: date}\nid: title\n", ["x.csv": "title,year,day\n\(rows)"])
    #expect(
      kinds(site)
        == [
          "'day' must be a date such as 2024-05-01, found \"x\" + 997 in 1",
          "'year' must be an integer, found \"x3\" + 997 in 1",
        ].sorted { $0.contains("year") && !$1.contains("year") })
    #expect(site.diagnostics().split(separator: "\n").count < 40)
  }

  @Test func `a broken list is no mistake of the templates that show its records elsewhere`() {
    let site = TestSite.list(
      "record: {title: text, works: {records-from: books.by}}\n",
      ["a.md": "---\ntitle: A\n---\n", "content/books/list.yml": "record: [\n"],
      cell: "<li>{{#works.any}}{{works.count}}{{#works}}{{title}}{{/works}}{{/works.any}}</li>")
    let messages = site.diagnostics()
    #expect(messages.contains("content/books/list.yml:") && !messages.contains(".mustache"), "\(messages)")
  }

  @Test func `a key that nobody declared, in all files of a list and among plain pages`() {
    var files: [String: String] = [:]
    for number in 1...24 {
      files["\(number).md"] = "---\ntitle: T\(number)\nlayout: post\ntags: x\n---\n"
      files["content/p\(number).md"] = "---\ntitle: T\(number)\nlayout: post\n---\n"
    }
    let site = TestSite.list("record: {title: text}\n", files)
    #expect(
      kinds(site) == [
        "no field is called 'layout' + 21 in 21", "no field is called 'tags' + 21 in 21",
        "the front matter has no setting 'layout' + 21 in 21",
      ])
  }

  @Test func `the same in two lists is told in each`() {
    let rows = "title,year\n" + (1...5).map { "r\($0),x\n" }.joined()
    let settings = "record: {title: text, year: integer}\nid: title\n"
    let site = TestSite.list(settings, ["x.csv": rows, "content/more/list.yml": settings, "content/more/x.csv": rows])
    #expect(kinds(site).count == 2)
  }

  @Test(arguments: [
    ("a,b\n", "the row has 3 fields, and the header has 2"), ("a,b\n", "'title' is missing"),
    ("a,b\n", "'year' refers to"),
  ])
  func `rows, ids and references are told once`(header: String, message: String) {
    let bad = message.hasPrefix("the row") ? "x,1,2\n" : message.hasPrefix("'year'") ? "" : "\"\",A\n"
    var rows = ""
    for number in 1...9 { rows += bad.isEmpty ? "t\(number),gone\n" : bad }
    let settings =
      "record: {title: {type: text, from: a}, year: {type: {record: others}, from: b, optional: true}}\nid: title\n"
    let site = TestSite.list(
      settings,
      [
        "x.csv": header + rows, "content/others/list.yml": "record: {n: text}\nid: n\n",
        "content/others/o.yml": "n: A\n",
      ])
    #expect(kinds(site).count == 1, "\(site.diagnostics())")
    #expect(kinds(site).first?.hasPrefix(message) ?? false, "\(kinds(site))")
  }

  @Test func `links of one field, and one link of many pages`() {
    var files: [String: String] = [:]
    for number in 1...8 {
      files["\(number).md"] = "---\ntitle: T\(number)\n---\n[x](gone\(number).md) <b>x</b>\n"
      files["content/p\(number).md"] = "[x](gone.md) [y](\(number).md)\n"
    }
    let messages = kinds(TestSite.list("record: {title: text}\n", files))
    #expect(messages.contains { $0.hasPrefix("the link target does not exist: gone3.md + 5 in 5") })
    #expect(messages.contains { $0.hasPrefix("raw HTML is left out: <b> + 5 in 5") })
    #expect(messages.contains { $0.hasPrefix("the link target does not exist: gone.md + 5 in 5") })
    #expect(messages.count == 3, "\(messages)")
  }

  @Test func `a type that does not exist is all that is said of the field of the id`() {
    let site = TestSite.list("record: {title: txt}\nid: title\n", ["x.csv": "title\nA\nB\n"])
    #expect(
      site.diagnostics() == """
        content/items/list.yml:1:17: error: there is no type 'txt' [unknown-type]
           1 | record: {title: txt}
             |                 ^~~
             = did you mean 'text'?

        """)
  }
}
