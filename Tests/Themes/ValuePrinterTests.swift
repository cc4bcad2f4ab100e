import Testing

@testable import CellistThemes

/// One value of a type, and how pages show it.
struct Printed: Sendable, CustomTestStringConvertible {
  let type: String
  let value: String
  /// By its bare name.
  let bare: String
  /// In `@record.fields`, in English and in German.
  let english: String
  let german: String

  init(_ type: String, _ value: String, bare: String, _ english: String, _ german: String? = nil) {
    (self.type, self.value, self.bare, self.english) = (type, value, bare, english)
    self.german = german ?? english
  }

  var testDescription: String { "\(type): \(value)" }

  func list(_ language: String) throws -> ThemedList {
    try ThemedList("record: {name: text, x: \(type)}\nid: name", "[{name: a, x: \(value)}]", language: language)
  }
}

@Suite struct ValuePrinterTests {
  private static let values = [
    Printed("text", #""A <b> & 'c'""#, bare: "A &lt;b&gt; &amp; &#39;c&#39;", "A &lt;b&gt; &amp; &#39;c&#39;"),
    Printed("markdown", #""Some *words*.""#, bare: "<p>Some <em>words</em>.</p>\n", "Some <em>words</em>."),
    Printed("markdown", #""One.\n\nTwo.""#, bare: "<p>One.</p>\n<p>Two.</p>\n", "<p>One.</p>\n<p>Two.</p>\n"),
    Printed(
      "markdown", #""[a](b.md)""#, bare: "<p><a href=\"/site/b.md\">a</a></p>\n", "<a href=\"/site/b.md\">a</a>"),
    Printed("markdown", ##""# Top""##, bare: "<h4 id=\"a--x--top\">Top</h4>\n", "<h4 id=\"a--x--top\">Top</h4>\n"),
    Printed("integer", "1234567", bare: "1234567", "1,234,567", "1.234.567"),
    Printed("integer", "-7", bare: "-7", "-7"),
    Printed("number", "1234.50", bare: "1234.50", "1,234.50", "1.234,50"),
    Printed("{type: number, unit: <u>}", "0.5", bare: "0.5", "0.5\u{A0}&lt;u&gt;", "0,5\u{A0}&lt;u&gt;"),
    Printed("boolean", "yes", bare: "true", "✓"),
    Printed("boolean", "no", bare: "false", "–"),
    Printed(
      "date", "2024-05-01", bare: "2024-05-01", "<time datetime=\"2024-05-01\">May 1, 2024</time>",
      "<time datetime=\"2024-05-01\">1. Mai 2024</time>"),
    Printed(
      "datetime", "2024-05-01T09:30", bare: "2024-05-01T09:30:00+02:00",
      "<time datetime=\"2024-05-01T09:30:00+02:00\">May 1, 2024, 09:30</time>",
      "<time datetime=\"2024-05-01T09:30:00+02:00\">1. Mai 2024, 09:30</time>"),
    Printed(
      "url", "https://example.org/a?b&c", bare: "https://example.org/a?b&amp;c",
      "<a href=\"https://example.org/a?b&amp;c\">example<wbr>.org/<wbr>a<wbr>?b&amp;c</a>"),
    Printed(
      "url", "mailto:a@example.org", bare: "mailto:a@example.org",
      "<a href=\"mailto:a@example.org\">a@example.org</a>"),
    Printed("url", "b.md", bare: "/site/b.md", "<a href=\"/site/b.md\">b.md</a>"),
    Printed(
      "asset", "x/lamp.JPG", bare: "/site/x/lamp.JPG",
      "<img src=\"/site/x/lamp.JPG\" alt=\"a\" loading=\"lazy\">"),
    Printed("asset", "x/a&b.pdf", bare: "/site/x/a&amp;b.pdf", "<a href=\"/site/x/a&amp;b.pdf\">a&amp;b.pdf</a>"),
    Printed("{choice: [noble gas, metal]}", "noble gas", bare: "noble gas", "noble gas"),
    Printed("{choice: {a: <A>, b: B}}", "a", bare: "&lt;A&gt;", "&lt;A&gt;"),
  ]

  @Test(arguments: values)
  func `a bare name prints the value, the same in every language`(one: Printed) throws {
    #expect(try one.list("en").html(cell: "{{x}}") == one.bare)
    #expect(try one.list("de").html(cell: "{{x}}") == one.bare)
  }

  @Test(arguments: values)
  func `the fields of a record are shown in the language of the site`(one: Printed) throws {
    #expect(try one.list("en").html(cell: "{{#@record.fields}}{{html}}{{/@record.fields}}") == one.english)
    #expect(try one.list("de").html(cell: "{{#@record.fields}}{{html}}{{/@record.fields}}") == one.german)
  }

  @Test(arguments: [
    ("{type: number, currency: EUR}", "1234.5", "€1,234.50", "1.234,50\u{A0}€"),
    ("{type: number, currency: JPY}", "1234.5", "¥1,234", "1.234\u{A0}¥"),
    ("{type: number, currency: EUR, decimals: 0}", "2.5", "€2", "2\u{A0}€"),
    ("{type: number, decimals: 2}", "1234.565", "1,234.56", "1.234,56"),
    ("{type: number, decimals: 2, unit: kg}", "7", "7.00", "7,00"),
    ("{type: integer, decimals: 0}", "1234", "1,234", "1.234"),
    ("{type: number, decimals: 1}", "1e300", "1e300", "1e300"),
  ])
  func `a number is printed with its currency and decimals wherever it stands, and keeps its digits`(
    type: String, value: String, english: String, german: String
  ) throws {
    for (language, text) in [("en", english), ("de", german)] {
      let list = try Printed(type, value, bare: "", "").list(language)
      #expect(list.html(cell: "{{x}} {{x.value}}") == "\(text) \(value)")
      let unit = type.contains("unit") ? "\u{A0}kg" : ""
      #expect(list.html(cell: "{{#@record.fields}}{{html}}{{/@record.fields}}") == text + unit)
    }
  }

  @Test(arguments: [
    ("integer", "1815", "1815", "1815"), ("integer", "12345", "12,345", "12345"),
    ("number", "1815", "1815", "1815"), ("number", "1815.5", "1,815.5", "1815.5"),
    ("{type: integer, grouping: true}", "1815", "1,815", "1,815"),
    ("{type: number, grouping: true}", "12345.60", "12,345.60", "12,345.60"),
    ("{type: integer, grouping: false}", "10115", "10115", "10115"),
    ("{type: integer, grouping: false, unit: kg}", "10115", "10115\u{A0}kg", "10115"),
    ("{type: number, grouping: false, decimals: 2}", "10115.5", "10115.50", "10115.50"),
    ("{type: number, grouping: false, currency: EUR}", "10115.5", "€10115.50", "€10115.50"),
  ])
  func `thousands are set apart from five digits on, or as the field says`(
    type: String, value: String, shown: String, bare: String
  ) throws {
    let list = try Printed(type, value, bare: "", "").list("en")
    #expect(list.html(cell: "{{#@record.fields}}{{html}}{{/@record.fields}}|{{x}}") == "\(shown)|\(bare)")
  }

  @Test func `words of choices are for people, and the choice itself for all else`() throws {
    let list = try ThemedList(
      "record: {name: text, x: [{choice: {a: Ah, b: Be}}], y: {choice: {a: Ah, b: Be}}}\nid: name\nsections: {by: y}",
      "[{name: a, x: [b, a], y: b}]")
    #expect(list.html(cell: "{{#x}}{{.}} {{value}} {{/x}}{{y}} {{y.value}} {{y.slug}}") == "Be b Ah a Be b b")
    #expect(list.html(cell: "{{>*y.value}}", parts: ["a": "one", "b": "two"]) == "two")
    #expect(list.html(cell: "{{#@record.fields}}{{html}}{{/@record.fields}}") == "<ul><li>Be</li><li>Ah</li></ul>Be")
  }

  @Test(arguments: [
    ("[text]", "[a, <b>]", "<ul><li>a</li><li>&lt;b&gt;</li></ul>"),
    ("{type: [number], unit: m}", "[1000, 2]", "<ul><li>1,000\u{A0}m</li><li>2\u{A0}m</li></ul>"),
    ("[markdown]", #"["*a*", b]"#, "<ul><li><em>a</em></li><li>b</li></ul>"),
    ("[[text]]", "[[a, b], [c]]", "<ul><li><ul><li>a</li><li>b</li></ul></li><li><ul><li>c</li></ul></li></ul>"),
    (
      "{map: date}", "{<k>: 2024-05-01}",
      "<dl><dt>&lt;k&gt;</dt><dd><time datetime=\"2024-05-01\">May 1, 2024</time></dd></dl>"
    ),
    ("{map: [text]}", "{k: [a]}", "<dl><dt>k</dt><dd><ul><li>a</li></ul></dd></dl>"),
    ("[text]", "[]", "nothing"), ("{map: text}", "{}", "nothing"), ("text?", "null", "nothing"),
    ("text", "\"\"", "nothing"), ("[text]", "[\"\"]", "nothing"), ("{map: text}", "{a: \"\"}", "nothing"),
    ("boolean?", "null", "nothing"),
  ])
  func `lists and maps show their items, and what is missing shows nothing`(
    type: String, value: String, html: String
  ) throws {
    let cell = "{{#@record.fields}}{{html}}{{^html}}nothing{{/html}}{{/@record.fields}}"
    #expect(try Printed(type, value, bare: "", "").list("en").html(cell: cell) == html)
  }

  @Test(arguments: [
    ("text", "Émile Zola", ["initial": "E", "slug": "émile-zola"]),
    ("{choice: [noble gas, metal]}", "noble gas", ["initial": "N", "slug": "noble-gas"]),
    ("markdown", ##""# Top\n\nA *b*\n`c`.\n\n- d\n- e""##, ["excerpt": "A b c."]),
    ("markdown", #""- a\n- b""#, ["excerpt": "a"]),
    ("markdown", "\"# Top\"", ["excerpt": ""]),
    (
      "markdown", "\"\(String(repeating: "ab ", count: 70))\"",
      ["excerpt": String(repeating: "ab ", count: 65) + "ab…"]
    ),
    ("markdown", #""A *b* [c](d.md)""#, ["text": "A b c", "inline": "A <em>b</em> <a href=\"/site/d.md\">c</a>"]),
    ("integer", "12345", ["formatted": "12.345"]), ("number", "1234.50", ["formatted": "1.234,50"]),
    ("date", "2024-03-09", ["year": "2024", "month": "März 2024", "iso": "2024-03-09", "long": "9. März 2024"]),
    (
      "datetime", "2024-03-09T07:05:09Z",
      [
        "year": "2024", "month": "März 2024", "date": "2024-03-09", "time": "08:05", "zone": "Europe/Zurich",
        "iso": "2024-03-09T08:05:09+01:00", "long": "9. März 2024, 08:05",
      ]
    ),
    ("url", "https://user@example.org:8080/a", ["host": "example.org"]), ("url", "b.md", ["host": ""]),
    ("[text]", "[a, b]", ["count": "2", "any": "true"]), ("{map: text}", "{}", ["count": "0", "any": "false"]),
  ])
  func `parts derive from values in the language of the site`(
    type: String, value: String, parts: [String: String]
  ) throws {
    let list = try Printed(type, value, bare: "", "").list("de")
    for (part, text) in parts { #expect(list.html(cell: "{{x.\(part)}}") == text) }
  }

  @Test func `a part that does not exist is an error with a suggestion`() throws {
    let list = try ThemedList("record: {name: text, day: date}\nid: name")
    #expect(
      list.html(cell: "\n<li>{{day.yaer}}</li>")
        == "themes/plain/cells/cell.mustache:2:7: error: 'day' has no part 'yaer' [unknown-name]; did you mean 'year'?")
  }

  @Test func `what is absent prints nothing and opens no section`() throws {
    let list = try ThemedList(
      """
      record:
        name: text
        note: text?
        day: date?
        at: datetime?
        link: url?
        size: {type: {choice: [s, m]}, optional: true}
        open: boolean?
        text: markdown?
        mass: number?
      id: name
      """, "[{name: a}]")
    let names = [
      "note", "note.initial", "note.slug", "day", "day.month", "day.long", "at.date", "at.time", "link", "link.host",
      "size", "size.slug", "open", "text", "text.inline", "text.text", "mass", "mass.formatted",
    ]
    for name in names {
      #expect(list.html(cell: "[{{\(name)}}{{#\(name)}}yes{{/\(name)}}{{^\(name)}}no{{/\(name)}}]") == "[no]")
    }
    #expect(list.html(cell: "{{>*size}}!", parts: ["s": "small", "m": "medium"]) == "!")
  }

  @Test func `a default stands where a source says nothing`() throws {
    let list = try ThemedList(
      "record: {name: text, size: {choice: [s, m], default: m}, day: {type: date, default: 2024-05-01}}\nid: name",
      "[{name: a}, {name: b, size: s, day: null}]")
    #expect(list.html(cell: "{{size}} {{day.long}};") == "m May 1, 2024;s May 1, 2024;")
  }

  @Test func `sections on booleans and flags are shown where they are true`() throws {
    let list = try ThemedList(
      "record: {name: text, open: boolean, mass: number?}\nid: name\nflags: {heavy: {mass: {above: 1}}}",
      "[{name: a, open: yes}, {name: b, open: no, mass: 2}]")
    #expect(
      list.html(cell: "{{name}}{{#open}} open{{/open}}{{^open}} shut{{/open}}{{#heavy}} heavy{{/heavy}} {{heavy}};")
        == "a open false;b shut heavy true;")
  }

  @Test func `a number that is zero is still there, and an empty text is not`() throws {
    let list = try ThemedList("record: {name: text, n: integer, t: text}\nid: name", "[{name: a, n: 0, t: \"\"}]")
    #expect(list.html(cell: "{{#n}}{{n}}{{/n}}{{^t}} empty{{/t}}") == "0 empty")
  }

  @Test func `lists are walked with the parts of their items`() throws {
    let list = try ThemedList(
      """
      record: {name: text, tags: [text], days: [date], notes: [markdown], links: [url], rows: [[integer]]}
      id: name
      """,
      """
      - name: A
        tags: [Noble Gas, <x>]
        days: [2024-05-01]
        notes: ["*n*"]
        links: [b.md]
        rows: [[1, 2], [3]]
      - {name: B}
      """)
    #expect(list.messages == [])
    #expect(
      list.html(cell: "{{#tags}}{{.}} {{initial}} {{slug}} {{name}};{{/tags}}{{^tags}}none{{/tags}}|")
        == "Noble Gas N noble-gas A;&lt;x&gt; X x A;|none|")
    #expect(list.html(cell: "{{#days}}{{.}} {{long}} {{month}}{{/days}}") == "2024-05-01 May 1, 2024 May 2024")
    #expect(list.html(cell: "{{#notes}}{{.}}{{inline}} {{text}}{{/notes}}") == "<p><em>n</em></p>\n<em>n</em> n")
    #expect(list.html(cell: "{{#links}}<a href=\"{{.}}\"></a>{{/links}}") == "<a href=\"/site/b.md\"></a>")
    #expect(list.html(cell: "{{#rows}}{{#.}}{{.}}{{formatted}},{{/.}};{{/rows}}") == "11,22,;33,;")
    #expect(list.html(cell: "{{#tags.any}}{{tags.count}} tags{{/tags.any}}") == "2 tags")
  }

  @Test func `maps are walked as keys and values, in the order of the source`() throws {
    let list = try ThemedList(
      "record: {name: text, prices: {map: number}, shops: {map: [text]}}\nid: name",
      "[{name: A, prices: {small: 1000.5, big: 2}, shops: {Bern: [x, y]}}]")
    #expect(
      list.html(cell: "{{#prices}}{{key}} {{value}} {{value.formatted}};{{/prices}}")
        == "small 1000.5 1,000.5;big 2 2;")
    #expect(list.html(cell: "{{#shops}}{{key}}: {{#value}}{{.}} {{/value}}{{/shops}}") == "Bern: x y ")
    #expect(
      list.html(cell: "{{prices}}")
        == "themes/plain/cells/cell.mustache:1:3: error: 'prices' is a list and cannot be printed [invalid-tag]; "
        + "open it as a section: {{#prices}}…{{/prices}}")
  }

  @Test func `a choice names a part of the theme, and all its values need one`() throws {
    let list = try ThemedList(
      "record: {name: text, size: {choice: [s, m]}, sizes: [{choice: [s, m]}]}\nid: name",
      "[{name: a, size: m, sizes: [s, m]}, {name: b, size: s}]")
    let parts = ["s": "small", "m": "medium {{name}}"]
    #expect(list.html(cell: "{{>*size}};", parts: parts) == "medium a;small;")
    #expect(list.html(cell: "{{#sizes}}{{>*.}},{{/sizes}}", parts: parts) == "small,medium a,")
    #expect(
      list.html(cell: "{{>*size}}", parts: ["s": ""])
        == "themes/plain/cells/cell.mustache:1:5: error: there is no template 'm' [unknown-template]; "
        + "did you mean 's'?")
    #expect(
      list.html(cell: "{{>*name}}")
        == "themes/plain/cells/cell.mustache:1:5: error: 'name' can be anything, so it cannot name a template "
        + "[open-dynamic-name]; a dynamic name is @cell or a field of the type {choice: […]}")
  }

  @Test func `the ids of headings differ from cell to cell, also of one record`() throws {
    let list = try ThemedList(
      "record: {name: text, tags: [text]}\nid: name\nsections: {by: tags}",
      "[{name: a, tags: [x, y], body: \"# Top\"}, {name: b, tags: [x], body: \"# Top\"}]")
    #expect(
      list.html(cell: "{{body}}{{@record.body}}").matches(of: /id="([^"]+)"/).map { String($0.1) } == [
        "a--top", "a--top", "b--top", "b--top", "y--a--top", "y--a--top",
      ])
  }
}
