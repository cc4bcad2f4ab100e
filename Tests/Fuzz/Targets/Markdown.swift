import CellistMarkup
import CellistRecords
import CellistTemplates
import CellistText
import CellistThemes

extension FuzzTarget {
  private static let elements: Set = [
    "p", "h1", "h2", "h3", "h4", "h5", "h6", "h1 id", "h2 id", "h3 id", "h4 id", "h5 id", "h6 id", "ul", "ol",
    "ol start", "li",
    "a href", "a href title", "em", "strong", "code", "code class", "pre tabindex", "blockquote",
    "span class", "table", "thead", "tbody", "tr", "th", "th style", "td", "td style", "div class tabindex",
    "div class role aria-label tabindex", "del", "label", "sup", "sup class", "a href id", "a class href",
    "section class", "li id",
  ]

  private static let voids: Set = [
    "br", "hr", "img src alt", "img src alt title", "input type disabled", "input type checked disabled",
  ]

  private static let pageLinks = PageLinks { link, _ in "/base/\(link)" }

  /// Markdown: a rendering has the tags of CommonMark and its extensions, and marks in code, each of them closed, harmless links, code that the keyboard
  /// reaches, and headings with ids of their own; what is found in a source stands in it.
  static let markdown = FuzzTarget(
    "markdown",
    seeds: [
      "# One *two*\n\nText with `code` and [a link](/x \"t\") ![img](y.png)\n\n- a\n- b\n\n1. c\n2. d\n\n> quote\n\n```swift\nx\n```\n",
      "Setext\n===\n\nOther\n---\n\n<b>raw</b> <!-- c -->\n\n<div>\nx\n</div>\n\n[r]: http://e.org 't'\n\n[r] <http://e.org/> \\* &amp; a  \nb",
      "***a** b*\n* * *\n\tcode\n[x](javascript:alert(1)) [y](&#106;avascript:x) <data:x>\n",
      "# a\n# a\n## a-2\n# \u{1}b\n",
      "| a | `b\\|c` |\n|:-:|--:|\n| ~~d~~ | [e] |\n===\n    f\n\n[e]: /g\n",
      "> - [x] a[^1] www.b.org/c_d\n> - [ ] e@f.org\n\n[^1]: g[^h]\n\n    - i\n[^h]: http://j.k/*l*\n",
      "```swift\n\"a\"\u{301} 1 // c\n```\n~~~html\n<b c=\"d\">\n~~~\n",
    ],
    words: [
      "](", "![", "[x]: ", "```", "~~~", "***", "___", "===", "---", "&colon;", "&#x6A;", "javascript:", "<a href=\"",
      "<!--",
      "<script>", "\u{1}", "<h1>", "  \n", "\\\n", "\r", "é", "\u{301}", "<![CDATA[", "<?", "> ", "- ", "1) ", "    ",
      "|", "|-|", ":-:", "~~", "~", "[ ] ", "[x] ", "www.", "http://", "@", "[^1]", "[^1]: ", "\\|", "\u{2}", "\u{3}",
      "|", "|-|", ":-:", "~~", "~", "[ ] ", "[x] ", "www.", "http://", "@", "[^1]", "[^1]: ", "\\|", "\u{2}", "\u{3}",
    ]
  ) { input in
    let text = input.text
    // Fields with NUL are refused before they are rendered.
    guard !text.utf8.contains(0) else { return }
    let html = pageLinks.html(markdown: text, file: "a.md", idPrefix: "p--")
    let tags = ReferenceTokenizer(html.utf8).tags
    var open: [String] = []
    for tag in tags where !voids.contains(tag.bare) {
      if tag.name.hasPrefix("/") {
        law(open.popLast().map { "/\($0)" } == tag.bare, "'\(tag.bare)' closes what is open: \(html)")
      } else {
        law(elements.contains(tag.bare), "'\(tag.bare)' is a tag of CommonMark")
        open.append(tag.name)
      }
    }
    law(open.isEmpty, "all tags are closed")
    for link in Browser.links(in: tags) {
      law(Browser.scheme(of: link).map(Link.schemes.contains) ?? true, "'\(link)' is a safe link")
    }
    law(
      tags.filter { $0.name == "span" }.flatMap(\.attributes).allSatisfy { Browser.text($0.value).hasPrefix("code-") },
      "spans are marks in code")
    let ids = tags.flatMap(\.attributes).filter { $0.name == "id" }.map { Browser.text($0.value) }
    law(
      Set(ids).count == ids.count && ids.allSatisfy { $0.utf8.starts(with: "p--".utf8) },
      "headings have ids of their own: \(ids)")
    let lines = TextLines(text)
    let (links, raw) = MarkdownRenderer.inspect(text, .all)
    for position in links.map(\.position) + raw.map(\.position) {
      law(
        lines.holds(SourceLocation(file: "", line: position.line, column: position.column)),
        "\(position) is in the text")
    }
    var renderer = MarkdownRenderer()
    let plain = renderer.html(text) { $0 }
    renderer.marksCode = true
    // By scalars, since an accent behind a tag makes one character of both.
    let tag = /<span class="code-[a-z]+">|<\/span>/.matchingSemantics(.unicodeScalar)
    law(
      renderer.html(text) { $0 }.replacing(tag, with: "") == plain,
      "marks change nothing of code")
    _ = MarkdownRenderer.plainText(text, .all)
    _ = MarkdownRenderer(MarkdownDialect(allowsHTML: true), idPrefix: "q").html(text) { $0.hasPrefix("x") ? nil : $0 }
  }
}
