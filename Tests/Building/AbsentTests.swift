import CellistTestSupport
import Testing

/// The words of sources for a missing value, and for true and false.
@Suite struct AbsentTests {
  private static func site(_ settings: String, _ rows: String, cell: String, _ pages: [String] = []) -> TestSite {
    var files = ["x.csv": rows]
    for page in pages { files["themes/plain/pages/\(page).mustache"] = "{{@page.title}}" }
    return TestSite.list("\(settings)\nid: name\nsort: name\n", files, cell: cell)
  }

  private static let fields = "<li>{{#@record.fields}}{{name}}={{html}}; {{/@record.fields}}</li>"

  private static func cells(_ site: TestSite) -> String {
    let page = site.render()["items/index.html"] ?? ""
    return page.replacing("</ul>", with: "").split(separator: "<ul>").last.map(String.init) ?? ""
  }

  @Test func `a text of 'absent' is no value, whatever the type`() {
    let site = Self.site(
      "record: {name: text, size: integer?, note: text?, tags: {type: [text], split: \";\", default: []}}\nabsent: [n/a, –]",
      "name,size,note,tags\nA,n/a,–,x;n/a;y\nB,3, n/a ,–\nC,1,n/a?,\n",
      cell: "<li>{{size}}|{{note}}|{{#tags}}{{.}},{{/tags}}</li>")
    #expect(site.diagnostics() == "")
    #expect(Self.cells(site) == "<li>||x,y,</li><li>3||</li><li>1|n/a?|</li>")
  }

  @Test func `a field that is needed cannot be absent, and its default is taken where it has one`() {
    let needed = Self.site("record: {name: text, size: integer}\nabsent: n/a", "name,size\nA,n/a\n", cell: "{{name}}")
    #expect(needed.diagnostics().contains("'size' is missing"))
    let standard = Self.site(
      "record: {name: text, size: {type: integer, default: 7}}\nabsent: n/a", "name,size\nA,n/a\n",
      cell: "<li>{{size}}</li>")
    #expect(Self.cells(standard).contains("<li>7</li>"))
  }

  @Test func `an empty text and a tilde are no value`() {
    let settings = "record: {name: text, note: text?, body: markdown?}\nid: name\nsort: name\n"
    let rows = [
      "x.json": #"[{"name": "A", "note": "", "body": ""}]"#,
      "y.yml": "- {name: B, note: ~, body: ~}\n- {name: C, note: \"\", body: null}\n- {name: D, note: \"~\"}\n",
    ]
    let site = TestSite.list(
      settings, rows, cell: "<li>{{name}}{{#note}}|{{note}}{{/note}}{{#body}}{{body}}{{/body}}</li>")
    #expect(site.diagnostics() == "")
    #expect(Self.cells(site) == "<li>A</li><li>B</li><li>C</li><li>D|~</li>")
  }

  @Test func `a record with an empty title is called by its id`() {
    let site = TestSite.list(
      "record: {n: text, title: text}\nid: n\ntitle-field: title\n",
      ["x.json": #"[{"n": "7", "title": " "}, {"n": "8", "title": ""}]"#], cell: "<li>{{@record.title}}</li>")
    #expect(site.diagnostics() == "")
    #expect(Self.cells(site) == "<li>7</li><li>8</li>")
  }

  @Test func `true and false have words, which sources may use and which title sections`() {
    let site = Self.site(
      "record: {name: text, open: {type: boolean, words: [open, \"<closed>\"]}}\nsections: open\nterms: open",
      "name,open\nA,open\nB,<closed>\nC,true\nD,no\n", cell: Self.fields, ["term", "terms"])
    #expect(site.diagnostics() == "")
    let files = site.render()
    let page = files["items/index.html"] ?? ""
    #expect(page.contains("<h2>open</h2>") && page.contains("<h2>&lt;closed&gt;</h2>"))
    #expect(page.contains(">&lt;closed&gt;</a>") && files["items/open/closed/index.html"] != nil)
  }

  @Test func `words of choices are titles of sections and terms, and their addresses stay`() {
    let site = Self.site(
      "record: {name: text, open: {choice: {o: Open now, c: <Closed>}}}\nsections: {by: open}\nterms: open",
      "name,open\nA,o\nB,c\n", cell: Self.fields, ["term", "terms"])
    #expect(site.diagnostics() == "")
    let files = site.render()
    let page = files["items/index.html"] ?? ""
    #expect(page.contains("<h2>Open now</h2>") && page.contains("<h2>&lt;Closed&gt;</h2>"))
    #expect(page.contains(">&lt;Closed&gt;</a>") && files["items/open/c/index.html"] != nil)
  }

  @Test(arguments: [
    ("{type: boolean, words: [yes]}", "'words' are two different texts, for true and for false"),
    ("{type: boolean, words: [a, a]}", "'words' are two different texts, for true and for false"),
    ("{type: integer, words: [a, b]}", "'words' is for true and false, and 'open' is integer"),
    ("{choice: {a: []}}", "the words for a choice are a text, found a list"),
    ("{choice: {a: \"\"}}", "the words for a choice are a text, found \"\""),
    ("{type: text, currency: EUR}", "'currency' is for numbers, and 'open' is text"),
    ("{type: text, decimals: 1}", "'decimals' is for numbers, and 'open' is text"),
    ("{type: date, grouping: true}", "'grouping' is for numbers, and 'open' is date"),
    ("{type: integer, grouping: some}", "'grouping' must be true or false"),
    ("{type: number, currency: euro}", "a currency is three capital letters, found \"euro\""),
    ("{type: number, decimals: 21}", "20 decimals are the most"),
    ("{type: number, currency: EUR, unit: kg}", "a number has a unit or a currency, and 'open' has both"),
  ])
  func `words are checked`(field: String, message: String) {
    let site = Self.site("record: {name: text, open: \(field)}", "name,open\nA,1\n", cell: "{{name}}")
    #expect(site.diagnostics().contains(message), "\(site.diagnostics())")
  }
}
