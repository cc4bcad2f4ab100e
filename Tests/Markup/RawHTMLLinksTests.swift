import CellistMarkup
import Testing

/// Links in raw HTML are found where they stand, and become other URLs there.
struct RawHTMLLinksTests {
  private static func found(_ markdown: String) -> [String] {
    MarkdownRenderer.links(in: MarkdownRenderer.inspect(markdown, .all).rawHTML, of: markdown).map {
      "\($0.position.line):\($0.position.column) \($0.target)"
    }
  }

  @Test(arguments: [
    ("a <b>c</b>\n\n<div>\n\nd <br> <img src=x>\n\n</div>", nil),
    ("<p>a\n\n<ul><li>b<li>c</ul>\n\n<table><tr><td>d</table>", nil),
    ("<!-- a -->\n\n<svg><path/></svg>\n\n<script>'<div>'</script>", nil),
    ("a\n\n> <div>\n> b\n\nc", "open div 3:3"),
    ("a <b>c <i>d</i>", "open b 1:3"),
    ("a </em> b", "close em 1:3"),
    ("<ul></li></ul>", "close li 1:5"),
    ("a\n\n<!-- b\n\nc", "unfinished  3:1"),
    ("a\n\n<textarea>\nb", "open textarea 3:1"),
    ("<div\nclass=x", "unfinished  1:1"),
    ("`<div>` \\<div>", nil),
  ])
  func `what reaches beyond a text has a place`(_ markdown: String, _ found: String?) {
    let tag = MarkdownRenderer.looseTag(in: MarkdownRenderer.inspect(markdown, .all).rawHTML, of: markdown)
    #expect(tag.map { "\($0.kind) \($0.element) \($0.position.line):\($0.position.column)" } == found)
  }

  @Test(arguments: [
    ("a <a href=\"x.md\">b</a>", ["1:12 x.md"]),
    ("<div>\n<img src='é.png' alt=x> <a title=y href=z>\n</div>", ["2:11 é.png", "2:41 z"]),
    ("> <div>\n>   <a href=\"x\">\n> </div>", ["2:14 x"]),
    ("- é <b><a\n  href=\"x\">", ["2:9 x"]),
    ("<p><img srcset=\"a.png, b.png 2x\">", ["1:17 a.png", "1:24 b.png"]),
    ("<!-- <a href=x> --> <a href=y>", ["1:29 y"]),
    ("a <script>\"<a href=x>\"</script> <a href=y>", ["1:41 y"]),
    ("<noscript><img src=\"x\"></noscript>", ["1:21 x"]),
    ("<a href=\" x&amp;y \">", ["1:11 x&y"]),
    ("`<a href=x>` &lt;a href=y>", []),
    ("<base href=x><p data=y cite=z></p href=w>", []),
    ("<object data=x></object>", ["1:14 x"]),
    ("<a href=x\n\nb", []),
  ])
  func `they have places`(_ markdown: String, _ links: [String]) {
    #expect(Self.found(markdown) == links)
  }

  @Test(arguments: [
    ("a <a href=\"x.md\">b</a>", "<p>a <a href=\"/x/\">b</a></p>\n"),
    ("a <a href=x.md>b</a>", "<p>a <a href=\"/x/\">b</a></p>\n"),
    ("<p><img src='x.md' srcset=\"x.md 1x,  y 2x\">", "<p><img src='/x/' srcset=\"/x/ 1x,  y 2x\">\n"),
    ("<p><a href='z'>", "<p><a href='/it&#39;s/?&amp;'>\n"),
    ("<a href=\"javascript:x\">", "<a href=\"javascript:x\">\n"),
    ("[a](x.md) <b>", "<p><a href=\"/x/\">a</a> <b></p>\n"),
  ])
  func `they become what links become`(_ markdown: String, _ html: String) {
    let renderer = MarkdownRenderer(MarkdownDialect(allowsHTML: true))
    let urls = ["x.md": "/x/", "z": "/it's/?&"]
    #expect(renderer.html(markdown) { $0.hasPrefix("java") ? nil : urls[$0] ?? $0 } == html)
  }
}
