import CellistRecords
import Testing

@testable import CellistTemplates

/// Templates that are deep, long or many: each compiles, or a diagnostic says which limit it passes, and where.
struct LimitTests {
  private static func nested(_ count: Int, _ open: String = "{{#new}}", _ close: String = "{{/new}}") -> String {
    String(repeating: open, count: count) + "x" + String(repeating: close, count: count)
  }

  @Test func `ten thousand sections in each other are too many`() {
    let messages = onSmallStack { TestPage(Self.nested(10_000)).messages }
    #expect(
      messages == "page.mustache:1:516: error [too-complex]: tags are nested more than 64 levels deep")
  }

  @Test(arguments: [
    ("{{#new}}", "{{/new}}"), ("{{^new}}", "{{/new}}"), ("{{#tags}}", "{{/tags}}"), ("{{$a}}", "{{/a}}"),
    ("{{#publisher}}", "{{/publisher}}"), ("{{#new}}\n  ", "\n{{/new}}\n"),
  ])
  func `what stands as deep as it may is compiled and rendered`(_ open: String, _ close: String) {
    let html = onSmallStack {
      var book = Book(isNew: !open.hasPrefix("{{^"), publisher: Book.Publisher())
      book.tags = ["a"]
      return TestPage(Self.nested(TemplateCompiler.depthLimit, open, close)).html(of: book)
    }
    #expect(html?.contains("x") == true && html?.contains("error") == false)
  }

  @Test func `parents and blocks go as deep`() {
    let html = onSmallStack {
      TestPage(
        Self.nested(TemplateCompiler.depthLimit / 2, "{{<layout}}{{$a}}\n", "{{/a}}{{/layout}}"),
        partials: ["layout": "{{$a}}{{/a}}"]
      ).html()
    }
    #expect(html?.contains("x") == true || html?.contains("too-complex") == true)
  }

  private static func chain(_ count: Int, _ text: (String) -> String) -> [String: String] {
    var partials: [String: String] = ["part\(count)": "<p>x</p>"]
    for number in 1..<count { partials["part\(number)"] = text("part\(number + 1)") }
    return partials
  }

  @Test func `a chain of different partials is compiled as far as it may be deep, and then too deep`() {
    let short = onSmallStack {
      TestPage("{{>part1}}", partials: Self.chain(TemplateCompiler.depthLimit) { "{{>\($0)}}" }).html()
    }
    #expect(short == "<p>x</p>")
    let long = onSmallStack { TestPage("{{>part1}}", partials: Self.chain(150) { "{{>\($0)}}" }).messages }
    #expect(
      long == """
        part64.mustache:1:4: error [too-complex]: templates and sections are nested more than 64 levels deep
        """)
  }

  @Test func `a chain of partials with sections in them is as deep as both together`() {
    let messages = onSmallStack {
      TestPage(
        "{{>part1}}", partials: Self.chain(150) { name in Self.nested(20).replacing("x", with: "{{>\(name)}}") }
      ).messages
    }
    #expect(
      messages == """
        part4.mustache:1:4: error [too-complex]: templates and sections are nested more than 64 levels deep
        """)
  }

  @Test func `partials that include the next twice are too many`() {
    let partials = Self.chain(25) { "{{>\($0)}}\n{{>\($0)}}\n" }
    var diagnostics = Diagnostics()
    var library = TemplateLibrary()
    for (name, text) in partials {
      library.add(TemplateSource(path: "\(name).mustache", text: text), as: name, &diagnostics)
    }
    _ = TemplateCompiler.compile(
      "part1", against: Book.scope.shape, from: library, by: TemplateCompiler.Rules(.html, steps: 10_000), &diagnostics)
    #expect(
      diagnostics.lines == """
        part20.mustache:2:4: error [too-complex]: with all that it includes, the template 'part1' has more than 10049 tags and lines
          templates that include each other several times multiply
        """)
  }

  @Test func `what is wrong in a part that is included many times is said once`() {
    let partials = Self.chain(12) { "{{>\($0)}}{{>\($0)}}" }.merging(["part12": "{{nope}}"]) { $1 }
    let page = TestPage("{{>part1}}", partials: partials)
    var diagnostics = Diagnostics()
    _ = page.compiled(&diagnostics)
    #expect(diagnostics.all.count == 1)
  }

  @Test func `a name of many parts is refused`() {
    let name = Array(repeating: "a", count: 100_000).joined(separator: ".")
    let start = Array(repeating: "a.", count: 30).joined()
    #expect(
      TestPage("{{\(name)}}").messages
        == "page.mustache:1:3: error [too-complex]: a name has at most 64 parts: '\(start)…'")
  }

  /// Each of these is some hundred kilobytes on one line, and takes a moment.
  @Test(arguments: [
    String(repeating: "{{title}}", count: 10_000), String(repeating: "{{#new}}x{{/new}}", count: 5_000),
    String(repeating: " {{#new}} {{/new}} ", count: 5_000), String(repeating: "{{! x }}", count: 10_000),
    String(repeating: "{{<layout}}{{$a}}{{/a}}{{/layout}}", count: 10_000),
    String(repeating: "{{$a}}{{/a}}", count: 8_000), String(repeating: "{{=<% %>=}}<%={{ }}=%>", count: 5_000),
    String(repeating: "<p title='x'>{{title}}</p>", count: 10_000),
    "<" + String(repeating: "a", count: 100_000) + ">", "<p " + String(repeating: "a", count: 100_000) + "></p>",
    "<script>" + String(repeating: "<", count: 100_000) + "</script>",
    "<script>" + String(repeating: "<!--<script>", count: 10_000) + "</script>",
    "<p title='" + String(repeating: "a", count: 100_000) + "'></p>",
    String(repeating: "{{#new}}<svg>{{/new}}", count: 5_000),
    String(repeating: "<b>", count: 10_000), String(repeating: "<a href='/x'>x</a>", count: 5_000),
    String(repeating: "<img srcset='/x 1x, /y 2x'>", count: 5_000), String(repeating: "{{nope}}", count: 5_000),
    String(repeating: " ", count: 200_000),
    String(repeating: "{{#new}}", count: 64) + String(repeating: "x", count: 100_000)
      + String(repeating: "{{/new}}", count: 64),
  ])
  func `long lines are compiled`(_ text: String) {
    var diagnostics = Diagnostics()
    _ = TestPage(text, partials: ["layout": "<i>{{$a}}{{/a}}</i>"]).compiled(&diagnostics)
    #expect(diagnostics.all.allSatisfy { $0.location != nil })
  }
}
