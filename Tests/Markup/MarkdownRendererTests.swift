import CCMark
import Glibc
import Testing

@testable import CellistMarkup
@testable import CellistText

@Suite struct MarkdownTests {
  private func html(_ source: String, allowsHTML: Bool = false, prefix: String? = nil) -> String {
    MarkdownRenderer(MarkdownDialect(allowsHTML: allowsHTML), idPrefix: prefix).html(source) { $0 }
  }

  @Test(arguments: [
    "", "plain", "# Title\n\ntext *em* **strong** `code`", "- a\n- b\n\n1. c", "> quote\n\n---\n\n    code",
    "```swift\nlet a = \"<b>\"\n```", "[a](/b \"t\") ![i](/x.png) <https://example.org>",
    "a & b &copy; \"q\" 'r'\\\nline",
    "Setext\n===\n\nOther\n-", "nul \u{0} here", "\u{1}control\u{1}", "<div>\nblock\n</div>\n\n<b>inline</b>",
  ])
  func `trusted text without heading ids is what cmark gives`(source: String) throws {
    let expected = try #require(cmark_markdown_to_html(source, source.utf8.count, CMARK_OPT_UNSAFE))
    defer { free(expected) }
    guard !source.contains("\u{0}") else { return }
    #expect(html(source, allowsHTML: true) == String(cString: expected))
  }

  @Test(arguments: [
    ("<p>Hello <b>there</b>.</p>", "Hello there.", "Hello there."),
    ("<div><p></p>\n<p>One&nbsp;&amp; t<i>w</i>o</p><ul><li>a</li><li>b</li></ul></div>", "One & two a b", "One & two"),
    ("<p>x <!-- no --> y &lt;z&gt; &#233;&#xE9; &no; 1 < 2 &", "x y <z> éé &no; 1 < 2 &", "x y <z> éé &no; 1 < 2 &"),
    ("<script>alert(1)</script>\n\n<style>p {}</style>\n\n*Words*", "Words", "Words"),
    ("Before\n\n<p>and after</p>", "Before and after", "Before"),
    ("# Title\n\n<p>First</p>\n\nSecond", "Title First Second", "First"),
  ])
  func `texts of raw HTML have its words`(source: String, text: String, excerpt: String) {
    #expect(MarkdownRenderer.plainText(source, .all) == text)
    #expect(MarkdownRenderer.excerpt(source, .all) == excerpt)
  }

  @Test func `raw HTML is dropped, blocks and inline`() {
    #expect(html("a <b onclick=x>bold</b> c\n\n<script>alert(1)</script>\n\nend") == "<p>a bold c</p>\n<p>end</p>\n")
  }

  @Test func `raw HTML stays where authors are trusted`() {
    #expect(html("a <b>bold</b>", allowsHTML: true) == "<p>a <b>bold</b></p>\n")
  }

  @Test func `raw HTML is reported with its place`() {
    let found = MarkdownRenderer.inspect("text\n\n<div>\nblock\n</div>\n\nan <i>inline</i> one", .all).rawHTML
    #expect(found.map(\.text) == ["<div>\nblock\n</div>\n", "<i>", "</i>"])
    #expect(
      found.map(\.position) == [
        TextPosition(line: 3, column: 1), TextPosition(line: 7, column: 4), TextPosition(line: 7, column: 13),
      ])
  }

  @Test(arguments: [
    ("<!-- note -->", true), ("<!-- a\nb -->\n", true), ("<!-- a --> <b>", false), ("<!-- a --><!-- b -->", false),
    ("<b>", false),
  ])
  func `comments alone are no HTML that readers miss`(source: String, isComment: Bool) {
    #expect(MarkdownRenderer.inspect(source, .all).rawHTML.first?.isComment == isComment)
  }

  @Test func `links and images are reported with their place`() {
    let found = MarkdownRenderer.inspect(
      "é [one](/a)\nnext ![two](b.png)\n\nitem <https://example.org>\n\n[ref]\n\n[ref]: /c", .all)
    #expect(
      found.links == [
        MarkdownRenderer.Link(target: "/a", isImage: false, position: TextPosition(line: 1, column: 3)),
        MarkdownRenderer.Link(target: "b.png", isImage: true, position: TextPosition(line: 2, column: 6)),
        MarkdownRenderer.Link(
          target: "https://example.org", isImage: false, position: TextPosition(line: 4, column: 6)),
        MarkdownRenderer.Link(target: "/c", isImage: false, position: TextPosition(line: 6, column: 1)),
      ])
  }

  @Test func `links and images are rewritten`() {
    let html = MarkdownRenderer().html("[a](x.md) ![b](y.png) [c](z)") { $0 == "z" ? $0 : "/base/\($0)?a=1&b=2" }
    #expect(
      html == """
        <p><a href="/base/x.md?a=1&amp;b=2">a</a> <img src="/base/y.png?a=1&amp;b=2" alt="b" /> <a href="z">c</a></p>

        """)
  }

  @Test(arguments: [
    "javascript:alert(1)", "JavaScript:alert(1)", "vbscript:x", "data:text/html,x", "file:///etc/passwd",
  ])
  func `a link that could run something leads nowhere`(target: String) {
    #expect(html("[a](\(target))") == "<p><a href=\"\">a</a></p>\n")
  }

  @Test(arguments: [
    ("one **line**", "one <strong>line</strong>"), ("", ""), ("a\n\nb", "<p>a</p>\n<p>b</p>\n"),
    ("# h", "<h1>h</h1>\n"), ("a\n\n- b\n\nc", "<p>a</p>\n<ul>\n<li>b</li>\n</ul>\n<p>c</p>\n"),
  ])
  func `one paragraph goes inline, anything else stays as it is`(source: String, html: String) {
    #expect(MarkdownRenderer.unwrapped(MarkdownRenderer().html(source) { $0 }) == html)
  }

  @Test(arguments: [
    ("# A *b*\n\nc\nd `e`", "A b c d e"), ("- one\n- two", "one two"), ("a <b>x</b> [link](/y)", "a x link"),
    ("para\n\n    code\n\nafter", "para code after"), ("a\\\nb", "a b"), ("&lt;tag&gt;", "<tag>"), ("", ""),
  ])
  func `plain text is the words alone`(source: String, text: String) {
    #expect(MarkdownRenderer.plainText(source, .all) == text)
  }

  @Test(arguments: [
    ("see [the *paper*](doi:1) now", "<p>see the <em>paper</em> now</p>\n"), ("<doi:10.1/x>", "<p>doi:10.1/x</p>\n"),
    ("![alt](data:x)", "<p>alt</p>\n"), ("[](doi:1)x", "<p>x</p>\n"),
    ("[a <doi:1> b](doi:2) [c](/d)", "<p>a doi:1 b <a href=\"/d\">c</a></p>\n"),
    ("[a <http://e.org/> b](doi:2)", "<p>a <a href=\"http://e.org/\">http://e.org/</a> b</p>\n"),
    ("[a <doi:1> b](/d)", "<p><a href=\"/d\">a doi:1 b</a></p>\n"),
    ("[a ![b](doi:1)](doi:2) [c](/d)", "<p>a b <a href=\"/d\">c</a></p>\n"),
  ])
  func `a link that is left out keeps its text`(source: String, html: String) {
    #expect(MarkdownRenderer().html(source) { $0.hasPrefix("doi:") || $0.hasPrefix("data:") ? nil : $0 } == html)
  }
}
