import CellistTestSupport
import Testing

/// Numbers, dates and times as people and spreadsheets write them.
@Suite struct WrittenValueTests {
  private static func site(_ settings: String, _ rows: String, cell: String, _ more: [String: String] = [:]) -> TestSite
  {
    .list(settings, more.merging(["a.csv": rows]) { $1 }, cell: cell)
  }

  private static func cells(_ site: TestSite) -> String {
    let page = site.render()["items/index.html"] ?? site.diagnostics()
    return page.matches(of: /<li>(.*?)<\/li>/).map { String($0.output.1) }.joined(separator: "|")
  }

  @Test func `numbers with decimal commas, groups, units and currencies are read and printed as ever`() {
    let settings = """
      numbers: {decimal: ","}
      record:
        n: text
        price: {type: number, currency: EUR}
        share: {type: "number?", unit: "%"}
        count: {type: "integer?", decimal: "."}
        plain: number?
      id: n
      sort: price
      exports: [json, csv]

      """
    let rows = """
      n;price;share;count;plain
      a;1.234,50;12 %;1,234;,302
      b;985,50 €;12%;"1 234";−5
      c;€5;% 7,5;1'234;+1,5e3
      d;(5,00);;;
      e;"−1 234,5 EUR";;;

      """
    let site = Self.site(
      settings + "sources: [{file: a.csv, delimiter: \";\"}]\n", rows,
      cell: "<li>{{n}} {{price}} {{share}} {{count}} {{plain}}</li>")
    #expect(
      Self.cells(site)
        == "e -€1,234.50   |d -€5.00   |c €5.00 7.5 1234 1.5e3|b €985.50 12 1234 -5|a €1,234.50 12 1234 0.302")
    let files = site.render()
    #expect(files["items/index.json"]?.contains("\"price\": -1234.5") == true)
    #expect(files["items/index.csv"]?.contains("985.50") == true)
  }

  @Test(arguments: [
    ("number", "1,5", "'x' must be a number, found \"1,5\"", "decimal: \",\" reads ',' as the decimal sign"),
    ("number", "12 %", "'x' must be a number, found \"12 %\"", "as the field's 'unit' or 'currency'"),
    ("{type: number, decimal: \",\"}", "1.5", "'x' must be a number, found \"1.5\"", "decimal: \".\" reads '.' as"),
    ("number", "12,34,567", "'x' must be a number, found \"12,34,567\"", ""),
    ("number", "1,234.567,8", "'x' must be a number", ""),
    ("{type: number, unit: kg}", "5 g", "'x' must be a number", ""),
    ("integer", "1.5", "'x' must be an integer", ""),
  ])
  func `what is no number is told with its place and a way out`(
    type: String, text: String, message: String, hint: String
  ) {
    let settings = "record: {n: text, x: \(type)}\nid: n\n"
    let found = Self.site(settings, "n,x\na,\"\(text)\"\n", cell: "<li>{{n}}</li>").diagnostics()
    #expect(found.hasPrefix("content/items/a.csv:2:3: error: \(message)"), "\(found)")
    #expect(hint.isEmpty || found.contains(hint), "\(found)")
  }

  @Test func `the site, the list and the field say how numbers are written, and settings stay plain`() {
    func site(_ ofSite: String, _ ofList: String, _ ofField: String) -> TestSite {
      Self.site(
        "\(ofList)record: {n: text, x: {type: number\(ofField), default: 1.5}}\nid: n\nwhere: {x: {above: 0.5}}\n",
        "n,x\na,\"1,234\"\nb,\n", cell: "<li>{{x}}</li>",
        ["content/site.yml": "title: Test\ntheme: plain\n\(ofSite)"])
    }
    let comma = "numbers: {decimal: \",\"}\n"
    let point = "numbers: {decimal: \".\"}\n"
    #expect(Self.cells(site("", "", "")) == "1234|1.5")
    #expect(Self.cells(site(comma, "", "")) == "1.234|1.5")
    #expect(Self.cells(site(comma, point, "")) == "1234|1.5")
    #expect(Self.cells(site(comma, point, ", decimal: \",\"")) == "1.234|1.5")
    #expect(
      site("", "numbers: {decimal: x}\n", "").diagnostics().contains(
        "content/items/list.yml:1:20: error: 'decimal' must be \".\" or \",\", found \"x\""))
  }

  @Test func `the formats' own numbers stay what they are`() {
    let site = TestSite.list(
      "numbers: {decimal: \",\"}\nrecord: {n: text, x: number}\nid: n\n",
      ["a.json": #"[{"n": "a", "x": 1.234}, {"n": "b", "x": "1.234"}]"#], cell: "<li>{{x}}</li>")
    #expect(Self.cells(site) == "1.234|1234")
  }

  @Test func `dates and times have the first format that fits, and time may be missing`() {
    let settings = """
      record:
        n: text
        posted: {type: datetime, time: optional, format: ["y-MM-dd'T'HH:mm", "d.M.y"]}
        held: {type: "date?", format: ["d.M.y", "MMMM d, y"]}
      id: n
      sort: posted
      time-zone: Europe/Berlin
      exports: json

      """
    let rows = "n,posted,held\na,2024-05-01T09:30,\nb,1.5.2024,1.2.2024\nc,30.4.2024,\"March 3, 2024\"\n"
    let site = Self.site(
      settings, rows,
      cell:
        "<li>{{n}} {{posted.long}} {{posted.iso}} {{#posted.time}}at {{posted.time}}{{/posted.time}} {{held.iso}}</li>")
    #expect(
      Self.cells(site).hasPrefix(
        "c April 30, 2024 2024-04-30  2024-03-03|b May 1, 2024 2024-05-01  2024-02-01|a May 1, 2024, 09:30 2024-05-01T09:30:00+02:00 at 09:30"
      ),
      "\(Self.cells(site))")
    #expect(site.render()["items/index.json"]?.contains("\"posted\": \"2024-05-01\"") == true)
    let wrong = Self.site(settings, "n,posted\na,May 1\n", cell: "<li>{{n}}</li>").diagnostics()
    #expect(
      wrong.contains(
        "content/items/a.csv:2:3: error: 'posted' must be a date and time written as \"y-MM-dd'T'HH:mm\" or \"d.M.y\", found \"May 1\""
      ))
    let untimed = Self.site(
      "record: {n: text, x: {type: datetime, format: d.M.y}}\nid: n\n", "n,x\n", cell: "<li>{{n}}</li>")
    #expect(untimed.diagnostics().contains("content/items/list.yml:1:47: error: the pattern \"d.M.y\" has no time"))
  }

  @Test func `dates may be as coarse as their precision, and sort at their start`() {
    let settings = "record: {n: text, made: {type: date, precision: year}}\nid: n\nsort: made\nexports: [json, csv]\n"
    let rows = "n,made\na,1890-05-02\nb,1890\nc,1890-05\nd,-0043-03-15\ne,0000\nf,2024-02\n"
    let site = Self.site(settings, rows, cell: "<li>{{n}} {{made.long}} {{made.iso}} {{made.year}}</li>")
    #expect(
      Self.cells(site)
        == "d March 15, 44 BC -0043-03-15 -43|e 1 BC 0000 0|b 1890 1890 1890|c May 1890 1890-05 1890|"
        + "a May 2, 1890 1890-05-02 1890|f February 2024 2024-02 2024", "\(Self.cells(site))")
    #expect(site.render()["items/index.json"]?.contains("\"made\": \"1890-05\"") == true)
    let month = settings.replacing("precision: year", with: "precision: month")
    let wrong = Self.site(month, "n,made\na,1890\n", cell: "<li>{{n}}</li>").diagnostics()
    #expect(wrong.contains("content/items/a.csv:2:3: error: 'made' must be a date such as 2024-05-01, found \"1890\""))
    #expect(wrong.contains("precision: year lets dates be as coarse as that"))
    for bad in ["1890-13", "1890-02-30", "90", "-0000", "18900", "1890-5"] {
      #expect(
        Self.site(settings, "n,made\na,\(bad)\n", cell: "<li>{{n}}</li>").diagnostics().contains(
          "'made' must be a date"))
    }
  }
}
