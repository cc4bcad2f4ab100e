import Testing

@testable import CellistMarkup

@Suite struct MarkdownExtensionTests {
  private func html(_ source: String, _ extensions: MarkdownExtensions = .all, prefix: String? = nil) -> String {
    MarkdownRenderer(MarkdownDialect(allowsHTML: true, extensions: extensions), idPrefix: prefix).html(source) { $0 }
  }

  /// A table with one row of cells.
  private func table(_ headings: String, _ rows: [String] = []) -> String {
    let body = rows.isEmpty ? "" : "<tbody>\n" + rows.map { "<tr>\n\($0)\n</tr>\n" }.joined() + "</tbody>\n"
    return "<table>\n<thead>\n<tr>\n\(headings)\n</tr>\n</thead>\n\(body)</table>\n"
  }

  @Test func `lines with pipes are a table below a line of dashes`() {
    #expect(
      html("| a | b |\n|---|--:|\n| *c* | `d\\|e` |\n| f |\n")
        == table(
          "<th>a</th><th style=\"text-align: right\">b</th>",
          [
            "<td><em>c</em></td><td style=\"text-align: right\"><code>d|e</code></td>",
            "<td>f</td><td style=\"text-align: right\"></td>",
          ]))
  }

  @Test(arguments: [
    // The lines around it.
    ("text\n|a|\n|-|\n", "<p>text</p>\nTABLE"), ("|a|\n|-|\n    code\n", "TABLE<pre><code>code\n</code></pre>\n"),
    ("|a|\n|-|\n2. b\n", "TABLE<ol start=\"2\">\n<li>b</li>\n</ol>\n"), ("|a|\n|-|\n<b>\n", "TABLE<b>\n"),
    ("a\n:-:\n---\n", "CENTER<hr />\n"), ("|a|\n|-|\n> b", "TABLE<blockquote>\n<p>b</p>\n</blockquote>\n"),
    // The blocks around it.
    ("> |a|\n> |-|\nb\n", "<blockquote>\nTABLE</blockquote>\n<p>b</p>\n"),
    ("- |a|\n  |-|\n", "<ul>\n<li>\nTABLE</li>\n</ul>\n"),
    ("1. x\n\n   |a|\n   |-|\n", "<ol>\n<li>\n<p>x</p>\nTABLE</li>\n</ol>\n"),
    // No tables.
    ("|a|\n|-|-|\n", "<p>|a|\n|-|-|</p>\n"), ("|a|\n\n|-|\n", "<p>|a|</p>\n<p>|-|</p>\n"),
    ("```\n|a|\n|-|\n```\n", "<pre><code>|a|\n|-|\n</code></pre>\n"), ("a\n-\n", "<h2>a</h2>\n"),
    ("> x\n|a|\n> |-|\n", "<blockquote>\n<p>x</p>\nTABLE</blockquote>\n"),
    ("> |a|\n|-|\n", "<blockquote>\n<p>|a|\n|-|</p>\n</blockquote>\n"),
    ("> x\n  |a|\n> |-|\n", "<blockquote>\n<p>x\n|a|\n|-|</p>\n</blockquote>\n"), ("[r]: /b\n-\n", "<p>-</p>\n"),
  ])
  func `a table begins and ends where GitHub's does`(source: String, expected: String) {
    let tables = ["TABLE": table("<th>a</th>"), "CENTER": table("<th style=\"text-align: center\">a</th>")]
    #expect(html(source) == tables.reduce(expected) { $0.replacing($1.key, with: $1.value) })
  }

  @Test func `a row of equals signs does not end a table`() {
    #expect(
      html("|a|\n|-|\n===\n|b|\n--\nc\n")
        == table("<th>a</th>", ["<td>===</td>", "<td>b</td>", "<td>--</td>", "<td>c</td>"]))
  }

  @Test func `link references of the document hold in cells`() {
    #expect(html("|[a]|\n|-|\n\n[a]: /b 'c'\n") == table("<th><a href=\"/b\" title=\"c\">a</a></th>"))
  }

  @Test(arguments: [
    ("~~a~~ ~b~", "<del>a</del> <del>b</del>"), ("~~~a~~~", nil), ("~~a~", "~~a~"), ("\\~~a~~", "~~a~~"),
    ("~ a ~", "~ a ~"), ("*~~a~~* `~~b~~`", "<em><del>a</del></em> <code>~~b~~</code>"),
    ("~~a *b* [c](/d)~~", "<del>a <em>b</em> <a href=\"/d\">c</a></del>"), ("a~~b\nc~~d", "a<del>b\nc</del>d"),
    ("x\\\n~~a~~", "x<br />\n<del>a</del>"), ("&amp;~~a~~ &lt;", "&amp;<del>a</del> &lt;"),
  ])
  func `tildes strike through`(source: String, expected: String?) {
    if let expected {
      #expect(html(source) == "<p>\(expected)</p>\n")
    } else {
      #expect(!html(source).contains("<del>"))
    }
  }

  @Test(arguments: [
    ("www.example.org/a_b_c.", "<a href=\"http://www.example.org/a_b_c\">www.example.org/a_b_c</a>."),
    ("(https://e.org/(a))", "(<a href=\"https://e.org/(a)\">https://e.org/(a)</a>)"),
    ("https://e.org/*a* b*", "<a href=\"https://e.org/*a\">https://e.org/*a</a>* b*"),
    ("Write to a.b@c.org.", "Write to <a href=\"mailto:a.b@c.org\">a.b@c.org</a>."),
    ("`www.a.org` [www.a.org](/b)", "<code>www.a.org</code> <a href=\"/b\">www.a.org</a>"),
    ("xwww.a.org http:// a@b www.", "xwww.a.org http:// a@b www."),
    ("[see https://e.org]", "[see <a href=\"https://e.org\">https://e.org</a>]"),
    ("[r]: /ref<x>\n(https://e.org/(a))", "(https://e.org/(a))"),
    ("[r]: /ref\nhttps://e.org/(a)", "<a href=\"https://e.org/(a)\">https://e.org/(a)</a>"),
    ("[r] https://e.org/(a)", "[r] <a href=\"https://e.org/(a)\">https://e.org/(a)</a>"),
  ])
  func `addresses are links by themselves`(source: String, expected: String) {
    #expect(html(source) == "<p>\(expected)</p>\n")
  }

  @Test func `items of lists that begin with a box are tasks`() {
    let box = "<input type=\"checkbox\" disabled=\"\" />"
    let done = "<input type=\"checkbox\" checked=\"\" disabled=\"\" />"
    #expect(
      html("- [ ] a\n- [x] *b*\n- [ ]\n- [y] c\n1. [X] d\n\n[x]: /link\n")
        == "<ul>\n<li><label>\(box) a</label></li>\n<li><label>\(done) <em>b</em></label></li>\n<li>[ ]</li>\n"
        + "<li>[y] c</li>\n</ul>\n<ol>\n<li><label>\(done) d</label></li>\n</ol>\n")
  }

  // MARK: Footnotes

  @Test func `footnotes are numbered in the order of their use and link back`() {
    #expect(
      html("a[^z] b[^a] c[^z] [^no]\n\n[^a]: A\n[^z]: https://e.org\n[^no-use]: x\n", prefix: "p--") == """
        <p>a<sup class="footnote-ref"><a href="#p--fn:1" id="p--fnref:1">1</a></sup> \
        b<sup class="footnote-ref"><a href="#p--fn:2" id="p--fnref:2">2</a></sup> \
        c<sup class="footnote-ref"><a href="#p--fn:1" id="p--fnref:1:2">1</a></sup> [^no]</p>
        <section class="footnotes">
        <ol>
        <li id="p--fn:1">
        <p><a href="https://e.org">https://e.org</a> <a class="footnote-back" href="#p--fnref:1">↩</a> \
        <a class="footnote-back" href="#p--fnref:1:2">↩<sup>2</sup></a></p>
        </li>
        <li id="p--fn:2">
        <p>A <a class="footnote-back" href="#p--fnref:2">↩</a></p>
        </li>
        </ol>
        </section>

        """)
  }

  @Test func `footnotes hold blocks, and stand in quotations and lists`() {
    let source = "a[^1]\n\n- x\n- y\n\n[^1]: b\n\n    - c\n\n    |d|\n    |-|\n\n> [^2]: e[^1]\n\nf[^2]\n"
    #expect(
      html(source) == """
        <p>a<sup class="footnote-ref">1</sup></p>
        <ul>
        <li>x</li>
        <li>y</li>
        </ul>
        <blockquote>
        </blockquote>
        <p>f<sup class="footnote-ref">2</sup></p>
        <section class="footnotes">
        <ol>
        <li>
        <p>b</p>
        <ul>
        <li>c</li>
        </ul>
        \(table("<th>d</th>"))</li>
        <li>
        <p>e<sup class="footnote-ref">1</sup></p>
        </li>
        </ol>
        </section>

        """)
  }

  @Test(arguments: ["`[^1]: a`", "```\n[^1]: a\n```\n\n`www.a.org [^1]`\n", "    [^1]: b", "[^1]: a\n"])
  func `code and unused footnotes are as they were written`(source: String) {
    let plain = html(source, [])
    #expect(html(source) == (source == "[^1]: a\n" ? "" : plain))
  }

  @Test func `where footnotes are shown apart from their page, links lead there`() {
    var renderer = MarkdownRenderer()
    renderer.idBase = "https://e.org/?a&b#"
    #expect(
      renderer.html("a[^1]\n\n[^1]: b") { $0 }.hasPrefix(
        "<p>a<sup class=\"footnote-ref\"><a href=\"https://e.org/?a&amp;b#fn:1\">1</a></sup></p>"))
  }

  // MARK: All of them

  @Test(arguments: MarkdownExtensions.named.map(\.name))
  func `each of them can be turned off`(name: String) throws {
    let source = "|a|\n|-|\n\n~~b~~\n\n- [ ] c\n\nwww.d.org e@f.org\n\ng[^1]\n\n[^1]: h i\n"
    let form = try #require(MarkdownExtensions.named.first { $0.name == name }?.form)
    let signs: [(form: MarkdownExtensions, text: String)] = [
      (.tables, "<table>"), (.strikethrough, "<del>"), (.taskLists, "<input"), (.autolinks, "<a href"),
      (.footnotes, "<sup"),
    ]
    for sign in signs {
      #expect(html(source, .all.subtracting(form)).contains(sign.text) == (sign.form != form), "\(sign.text)")
    }
  }

  @Test func `links in them have their places in the source`() {
    let source = """
      > é www.a.org
        lazy [b](/b)

      | x \\| [c](/c) | http://d.org |
      |---|---|
      | y | ~~e@f.org~~ |

      z[^1]\\
      http://g.org

      [r]: /r
      [h](/h)

      [^1]: [i](/i)
      """
    let places = MarkdownRenderer.inspect(source, .all).links.map {
      "\($0.target) \($0.position.line):\($0.position.column)"
    }
    #expect(
      places == [
        "http://www.a.org 1:5", "/b 2:8", "/c 4:8", "http://d.org 4:18", "mailto:e@f.org 6:9", "http://g.org 9:1",
        "/h 12:1", "/i 14:7",
      ])
  }

  @Test(arguments: [
    ("|a|b|\n|-|-|\n|c|d|\n", "a b c d", ""), ("a[^1] ~~b~~\n\n[^1]: c", "a b c", "a b"), ("- [x] a", "a", "a"),
    ("One.\n\nTwo[^1].\n\n<!-- more -->\n\nThree.\n\n[^1]: x", "One. Two. Three. x", "One. Two."),
    ("<!-- note -->\n\nOne <!-- two --> three", "One three", "One three"),
  ])
  func `texts and excerpts have their words`(source: String, text: String, excerpt: String) {
    #expect(MarkdownRenderer.plainText(source, .all) == text)
    #expect(MarkdownRenderer.excerpt(source, .all) == excerpt)
  }

  @Test func `wide tables have a box with the names of their columns`() {
    var renderer = MarkdownRenderer()
    renderer.isScrollable = true
    #expect(
      renderer.html("|a *b*|\"c\"|\n|-|-|\n") { $0 }.hasPrefix(
        "<div class=\"markdown-table\" role=\"group\" aria-label=\"a b, &quot;c&quot;\" tabindex=\"0\">\n<table>"))
    #expect(renderer.html("||\n|-|\n|a|\n") { $0 }.hasPrefix("<div class=\"markdown-table\" tabindex=\"0\">\n<table>"))
  }

  @Test(
    .timeLimit(.minutes(5)),
    arguments: [
      "|a|\n|-|\n", "|", "|a", "~", "~~a ", "~a*", "~~a~ ", "- [ ] a\n", "www.a.b ", "http://a ", "a@", "a@b.c ",
      "[^1]",
      "[^1]: a\n", "[^1]: [^1]: ", "|a|\n|-|\n===\n", "|a|\n|-|\n    b\n", "> |a|\n> |-|\nb\n", "\\|", "&amp;~", "www.",
      "http://a.b/((", "a;", "&a;", "[^1] [^1]: b\n\n", "|\\|",
    ])
  func `all of it takes time in proportion to the text`(piece: String) {
    _ = html(String(repeating: piece, count: 50_000 / piece.utf8.count))
    _ = html("|a|\n|-|\n" + String(repeating: piece, count: 50_000 / piece.utf8.count))
    _ = html("[^1]\n\n[^1]: " + String(repeating: piece, count: 50_000 / piece.utf8.count))
  }
}
