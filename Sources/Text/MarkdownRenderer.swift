import CCMark

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
  }

  /// Whether raw HTML is kept as it stands; only where a site trusts its authors.
  package var allowsHTML = false
  /// The beginning of heading ids, so that they stay unique where several texts share a page; nil makes no ids.
  package var headingPrefix: String?

  /// Whether parts of code in fences are marked, so that a style sheet can colour them.
  package var marksCode = false

  /// Whether something else on the page has an id, so that a heading cannot have it.
  package var isTaken: @Sendable (String) -> Bool

  package init(
    allowsHTML: Bool = false, headingPrefix: String? = nil,
    isTaken: @escaping @Sendable (String) -> Bool = { _ in false }
  ) {
    self.allowsHTML = allowsHTML
    self.headingPrefix = headingPrefix
    self.isTaken = isTaken
  }

  /// Whether a text can hold a link, an image or raw HTML at all; a cheap test that saves parsing it to find none.
  package static func mayLinkOrEmbed(_ source: String) -> Bool {
    source.holds("[") || source.holds("<")
  }

  /// The links, images and raw HTML of a text.
  package static func inspect(_ source: String) -> (links: [Link], rawHTML: [RawHTML]) {
    var links: [Link] = []
    var rawHTML: [RawHTML] = []
    let lines = LineIndex(source)
    let document = MarkdownDocument(source)
    document.forEachNode { node in
      var position: TextPosition {
        lines.position(
          line: Int(cmark_node_get_start_line(node)), byteColumn: Int(cmark_node_get_start_column(node)))
      }
      switch cmark_node_get_type(node) {
      case CMARK_NODE_LINK, CMARK_NODE_IMAGE:
        let target = String(cString: cmark_node_get_url(node))
        let isImage = cmark_node_get_type(node) == CMARK_NODE_IMAGE
        links.append(Link(target: target, isImage: isImage, position: position))
      case CMARK_NODE_HTML_BLOCK, CMARK_NODE_HTML_INLINE:
        rawHTML.append(RawHTML(text: String(cString: cmark_node_get_literal(node)), position: position))
      default: break
      }
    }
    return (links, rawHTML)
  }

  /// The text as HTML. `resolve` gives the URL that a link or image target becomes, or nil for one
  /// of which only the text stays.
  package func html(_ source: String, resolve: (String) -> String?) -> String {
    let document = MarkdownDocument(source)
    var hasDropped = false
    if Self.mayLinkOrEmbed(source) {
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
          if allowsHTML { rawHTML.append(node) } else { document.remove(node) }
        default: break
        }
      }
      MarkdownDocument.resolveLinks(in: rawHTML, resolve)
    }
    let hasMarks =
      headingPrefix.map { Self.mayHaveHeadings(source) && document.markHeadings(prefix: $0, isTaken) } ?? false
    if marksCode, source.holds("```") || source.holds("~~~") { document.markCode() }
    var html = document.html(allowsHTML: allowsHTML)
    if hasDropped { html = MarkdownDocument.withoutDropped(html) }
    return hasMarks ? MarkdownDocument.placeHeadingIDs(in: html) : html
  }

  /// The headings of one level in a text, each with its words and the id that a rendering gives it. Those without an id are
  /// left out.
  package func headings(_ source: String, level: Int) -> [(words: String, id: String)] {
    guard Self.mayHaveHeadings(source), let headingPrefix else { return [] }
    let document = MarkdownDocument(source)
    return document.headings(prefix: headingPrefix, isTaken).compactMap { heading in
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
  /// characters.
  package static func excerpt(_ source: String, length: Int = 200) -> String {
    var words = ""
    var (isInside, isOver) = (false, false)
    MarkdownDocument(source).forEachNode { node in
      guard !isOver else { return }
      switch cmark_node_get_type(node) {
      case CMARK_NODE_PARAGRAPH: (isInside, isOver) = (true, isInside)
      case CMARK_NODE_HTML_BLOCK:
        if !isInside { words = HTMLWords(String(cString: cmark_node_get_literal(node))).paragraphs.first ?? "" }
        isOver = isInside || !words.isEmpty
      case CMARK_NODE_TEXT, CMARK_NODE_CODE: if isInside { words += String(cString: cmark_node_get_literal(node)) }
      case CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK: words += " "
      case CMARK_NODE_HEADING, CMARK_NODE_LIST, CMARK_NODE_BLOCK_QUOTE, CMARK_NODE_CODE_BLOCK, CMARK_NODE_ITEM:
        isOver = isInside
      default: break
      }
    }
    return words.withSingleSpaces.cut(to: length)
  }

  /// The words of a text without any markup; line breaks and paragraphs become single spaces.
  package static func plainText(_ source: String) -> String {
    var words = ""
    MarkdownDocument(source).forEachNode { node in
      switch cmark_node_get_type(node) {
      case CMARK_NODE_TEXT, CMARK_NODE_CODE: words += String(cString: cmark_node_get_literal(node))
      case CMARK_NODE_CODE_BLOCK: words += " " + String(cString: cmark_node_get_literal(node))
      case CMARK_NODE_HTML_BLOCK:
        words += " " + HTMLWords(String(cString: cmark_node_get_literal(node))).paragraphs.joined(separator: " ")
      case CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK: words += " "
      case CMARK_NODE_PARAGRAPH, CMARK_NODE_HEADING, CMARK_NODE_ITEM: if !words.isEmpty { words += " " }
      default: break
      }
    }
    return words.withSingleSpaces
  }
}

extension String {
  /// The text, cut behind a word where it has more than `length` characters.
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
