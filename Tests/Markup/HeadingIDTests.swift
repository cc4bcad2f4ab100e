import Testing

@testable import CellistMarkup

@Suite struct HeadingIDTests {
  private func html(_ source: String, prefix: String = "", allowsHTML: Bool = false) -> String {
    MarkdownRenderer(MarkdownDialect(allowsHTML: allowsHTML), idPrefix: prefix).html(source) { $0 }
  }

  @Test(arguments: [
    ("# A *Title*", "<h1 id=\"a-title\">A <em>Title</em></h1>\n"),
    ("Setext\n-", "<h2 id=\"setext\">Setext</h2>\n"),
    ("Setext\n=", "<h1 id=\"setext\">Setext</h1>\n"),
    ("### `code` & \"more\"", "<h3 id=\"code-more\"><code>code</code> &amp; &quot;more&quot;</h3>\n"),
    ("# 🎉", "<h1>🎉</h1>\n"),
    ("#", "<h1></h1>\n"),
    ("no heading # here", "<p>no heading # here</p>\n"),
  ])
  func `a heading gets an id from its words`(source: String, html: String) {
    #expect(self.html(source) == html)
  }

  @Test(arguments: [
    (1, "# A\n\n## B", "<h2>A</h2>\n<h3>B</h3>\n"), (1, "## A\n\n### B", "<h2>A</h2>\n<h3>B</h3>\n"),
    (3, "### B\n\n## A", "<h5>B</h5>\n<h4>A</h4>\n"), (3, "# A\n\n#### D", "<h4>A</h4>\n<h6>D</h6>\n"),
    (0, "# A", "<h1>A</h1>\n"),
  ])
  func `headings stand below the one that the text stands under`(level: Int, source: String, expected: String) {
    var renderer = MarkdownRenderer()
    renderer.headingsBelow = level
    #expect(renderer.html(source) { $0 } == expected)
  }

  @Test func `ids begin with the prefix`() {
    #expect(html("# A", prefix: "helium--") == "<h1 id=\"helium--a\">A</h1>\n")
  }

  @Test func `a repeated id gets a number that no other heading has`() {
    let html = html("# a\n# a\n# a-2\n# a\n# a 2")
    let ids = html.split(separator: "\"").enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
    #expect(ids == ["a", "a-2", "a-2-2", "a-3", "a-2-3"])
  }

  @Test(arguments: [
    ("# x\n\n\u{1}evil\u{1}text", "<h1 id=\"x\">x</h1>\n<p>\u{1}evil\u{1}text</p>\n"),
    ("# \u{1}x\u{1}y", "<h1 id=\"x-y\">\u{1}x\u{1}y</h1>\n"),
    ("# \u{1}!\u{1}", "<h1>\u{1}!\u{1}</h1>\n"),
    ("# x\n\n*\u{1}a\u{1}*", "<h1 id=\"x\">x</h1>\n<p><em>\u{1}a\u{1}</em></p>\n"),
    ("# \\<h2\\>\u{1}a\u{1}", "<h1 id=\"h2-a\">&lt;h2&gt;\u{1}a\u{1}</h1>\n"),
  ])
  func `control characters in an author's text do not become ids`(source: String, html: String) {
    #expect(self.html(source) == html)
  }

  @Test func `headings stay in order with links and raw HTML between`() {
    #expect(
      html("# One [l](/x)\n\n<div>\n\n## Two <b>b</b>")
        == "<h1 id=\"one-l\">One <a href=\"/x\">l</a></h1>\n<h2 id=\"two-b\">Two b</h2>\n")
  }
}
