import CCMark
import CellistText

/// Renders CommonMark with cmark, and lets a caller see each link and image on the way.
package struct MarkdownRenderer: Sendable {
  /// The version of the cmark library in use, such as "0.30.2": part of what a page's bytes depend on.
  package static var version: String { String(cString: cmark_version_string()) }

  /// A link or an image in the source.
  package struct Link: Sendable, Equatable {
    package let target: String
    package let isImage: Bool
    package let position: TextPosition
  }

  /// Raw HTML in the source, which a safe rendering drops.
  package struct RawHTML: Sendable, Equatable {
    package let text: String
    package let position: TextPosition

    /// Whether it is a comment and nothing else, which readers miss nowhere.
    package var isComment: Bool {
      guard text.hasPrefix("<!--"), let end = text.firstRange(of: "-->") else { return false }
      return text[end.upperBound...].allSatisfy(\.isWhitespace)
    }
  }

  package let dialect: MarkdownDialect
  /// The beginning of the ids of headings and footnotes, so that they stay unique where several texts share a page; nil
  /// makes no ids.
  package var idPrefix: String?

  /// What stands before the plain ids of the text in links, where it is shown apart from the page that has them.
  package var idBase: String?

  /// The level of the heading that the text stands under: its own headings are moved below that. 0 leaves them as written.
  package var headingsBelow = 0

  /// Whether parts of code in fences are marked, so that a style sheet can colour them.
  package var marksCode = false
  /// Whether wide tables and code can be scrolled by keyboard.
  package var isScrollable = false

  /// Whether the page uses an id elsewhere, so that a heading cannot have it.
  package var isTaken: @Sendable (String) -> Bool

  package init(
    _ dialect: MarkdownDialect = MarkdownDialect(), idPrefix: String? = nil,
    isTaken: @escaping @Sendable (String) -> Bool = { _ in false }
  ) {
    self.dialect = dialect
    self.idPrefix = idPrefix
    self.isTaken = isTaken
  }

  /// Whether a text can hold a link, an image or raw HTML at all; a cheap test that saves parsing it to find none.
  package static func mayLinkOrEmbed(_ source: String, _ extensions: MarkdownExtensions) -> Bool {
    source.holds("[") || source.holds("<") || extensions.mayLink(source)
  }

  /// The links, images and raw HTML of a text.
  package static func inspect(
    _ source: String, _ extensions: MarkdownExtensions
  ) -> (links: [Link], rawHTML: [RawHTML]) {
    var links: [Link] = []
    var rawHTML: [RawHTML] = []
    let document = MarkdownDocument(source, extensions)
    document.forEachInline { node, block in
      switch cmark_node_get_type(node) {
      case CMARK_NODE_LINK, CMARK_NODE_IMAGE:
        let target = String(cString: cmark_node_get_url(node))
        let isImage = cmark_node_get_type(node) == CMARK_NODE_IMAGE
        links.append(Link(target: target, isImage: isImage, position: document.position(of: node, in: block)))
      case CMARK_NODE_HTML_BLOCK, CMARK_NODE_HTML_INLINE:
        let text = String(cString: cmark_node_get_literal(node))
        rawHTML.append(RawHTML(text: text, position: document.position(of: node, in: block)))
      default: break
      }
    }
    return (links, rawHTML)
  }

  /// The text as HTML. `resolve` gives the URL that a link or image target becomes, or nil for one
  /// of which only the text stays. Links to the text's own headings lead to their ids.
  package func html(_ source: String, resolve outside: (String) -> String?) -> String {
    let document = MarkdownDocument(source, dialect.extensions)
    var hasDropped = false
    let own = document.ownIDs(of: self)
    func resolve(_ target: String) -> String? {
      guard target.hasPrefix("#"), let id = own(PercentCoding.decoded(target.dropFirst())) else {
        return outside(target)
      }
      return id
    }
    if Self.mayLinkOrEmbed(source, dialect.extensions) {
      var rawHTML: [OpaquePointer] = []
      document.forEachNode { node in
        switch cmark_node_get_type(node) {
        case CMARK_NODE_LINK, CMARK_NODE_IMAGE:
          let target = String(cString: cmark_node_get_url(node))
          if let resolved = resolve(target) {
            if resolved != target { cmark_node_set_url(node, resolved) }
          } else {
            cmark_node_set_url(node, MarkdownDocument.droppedAddress)
            hasDropped = true
          }
        case CMARK_NODE_HTML_BLOCK, CMARK_NODE_HTML_INLINE:
          if dialect.allowsHTML { rawHTML.append(node) } else { document.remove(node) }
        default: break
        }
      }
      MarkdownDocument.resolveLinks(in: rawHTML, resolve)
    }
    if headingsBelow > 0, Self.mayHaveHeadings(source) { document.moveHeadings(below: headingsBelow) }
    let hasMarks = idPrefix.map { Self.mayHaveHeadings(source) && document.markHeadings(prefix: $0, isTaken) } ?? false
    if let base = idPrefix == nil ? idBase : "#" {
      document.linkFootnotes(base: base, prefix: idPrefix ?? "", hasIDs: idPrefix != nil)
    }
    if isScrollable { document.openBoxes() }
    if marksCode, source.holds("```") || source.holds("~~~") { document.markCode() }
    var html = document.html(allowsHTML: dialect.allowsHTML)
    if hasDropped { html = MarkdownDocument.withoutDropped(html) }
    if hasMarks { html = MarkdownDocument.placeHeadingIDs(in: html) }
    // Most texts have none, and looking for it as characters takes a tenth of a build.
    if isScrollable, html.holds("<pre><code") { html = html.replacing("<pre><code", with: "<pre tabindex=\"0\"><code") }
    return html
  }

  /// The headings of one level in a text as it is shown, each with its words and the id that a rendering gives it. Those without an id are
  /// left out.
  package func headings(_ source: String, level: Int) -> [(words: String, id: String)] {
    guard Self.mayHaveHeadings(source), let idPrefix else { return [] }
    let document = MarkdownDocument(source, dialect.extensions)
    document.moveHeadings(below: headingsBelow)
    return document.headings(prefix: idPrefix, isTaken).compactMap { heading in
      let isWanted = Int(cmark_node_get_heading_level(heading.node)) == level && !heading.id.isEmpty
      return isWanted ? (heading.words, heading.id) : nil
    }
  }

  /// A cheap test as well: a heading begins with `#` or is underlined with `=` or `-`.
  private static func mayHaveHeadings(_ source: String) -> Bool {
    source.holds("#") || source.holds("=") || source.holds("-")
  }

  /// `html` without its paragraph element, when it is exactly one paragraph.
  package static func unwrapped(_ html: String) -> String {
    let bytes = html.utf8
    guard bytes.starts(with: "<p>".utf8), bytes.suffix(5).elementsEqual("</p>\n".utf8),
      let inner = String(bytes.dropFirst(3).dropLast(5))
    else { return html }
    return inner.holds("<p>") ? html : inner
  }

  /// The words of the first paragraph of a text, without any markup, cut behind a word where there are more than `length`
  /// characters. Where the text has a comment `<!-- more -->`, it is all words before that.
  package static func excerpt(_ source: String, _ extensions: MarkdownExtensions, length: Int = 200) -> String {
    if hasMore(source) { return plainText(source, extensions, isExcerpt: true) }
    var words = ""
    var (isInside, isOver) = (false, false)
    MarkdownDocument(source, extensions).forEachNode { node in
      guard !isOver else { return }
      switch cmark_node_get_type(node) {
      case CMARK_NODE_PARAGRAPH: (isInside, isOver) = (true, isInside)
      case CMARK_NODE_HTML_BLOCK:
        if !isInside { words = HTMLWords(String(cString: cmark_node_get_literal(node))).paragraphs.first ?? "" }
        isOver = isInside || !words.isEmpty
      case CMARK_NODE_TEXT, CMARK_NODE_CODE: if isInside { words += String(cString: cmark_node_get_literal(node)) }
      case CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK: words += " "
      case CMARK_NODE_HEADING, CMARK_NODE_LIST, CMARK_NODE_BLOCK_QUOTE, CMARK_NODE_CODE_BLOCK, CMARK_NODE_ITEM,
        CMARK_NODE_CUSTOM_BLOCK:
        isOver = isInside
      default: break
      }
    }
    return words.withSingleSpaces.cut(to: length)
  }

  /// Whether a text has the comment that ends its excerpt.
  private static func hasMore(_ source: String) -> Bool {
    source.holds("<!--") && source.holds("more") && source.contains(/(?m)^[ \t]{0,3}<!--[ \t]*more[ \t]*-->[ \t]*$/)
  }

  /// The words of a text without any markup; line breaks and paragraphs become single spaces.
  package static func plainText(
    _ source: String, _ extensions: MarkdownExtensions, isExcerpt: Bool = false
  ) -> String {
    var words = ""
    let document = MarkdownDocument(source, extensions)
    if isExcerpt { document.removeFootnotes() }
    var isOver = false
    document.forEachNode { node in
      guard !isOver else { return }
      switch cmark_node_get_type(node) {
      case CMARK_NODE_TEXT, CMARK_NODE_CODE: words += String(cString: cmark_node_get_literal(node))
      case CMARK_NODE_CODE_BLOCK: words += " " + String(cString: cmark_node_get_literal(node))
      case CMARK_NODE_HTML_BLOCK:
        let html = String(cString: cmark_node_get_literal(node))
        isOver = isExcerpt && hasMore(html)
        words += " " + HTMLWords(html).paragraphs.joined(separator: " ")
      case CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK: words += " "
      case CMARK_NODE_PARAGRAPH, CMARK_NODE_HEADING, CMARK_NODE_ITEM, CMARK_NODE_CUSTOM_BLOCK:
        if !words.isEmpty { words += " " }
      case CMARK_NODE_CUSTOM_INLINE where document.isCell(node): words += " "
      default: break
      }
    }
    return words.withSingleSpaces
  }
}

extension String {
  /// The text, cut after a word where it has more than `length` characters.
  package func cut(to length: Int) -> String {
    guard utf8.count > length, count > length else { return self }
    let head = prefix(length)
    let end = head.lastIndex(of: " ") ?? head.endIndex
    return head[..<end] + "…"
  }

  /// The words of the text with a single space between each two of them.
  fileprivate var withSingleSpaces: String {
    var text = ""
    for word in unicodeScalars.split(whereSeparator: { scalar in
      scalar.value < 0x80 ? scalar == " " || (9...13).contains(scalar.value) : scalar.properties.isWhitespace
    }) {
      if !text.isEmpty { text += " " }
      text += String(word)
    }
    return text
  }
}
