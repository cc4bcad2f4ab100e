import CellistText

extension MarkdownRenderer {
  /// A tag in raw HTML whose element is not wholly in its text, so that the page around the text is not what it seems.
  package struct LooseTag: Sendable, Equatable {
    package enum Kind: Sendable {
      /// The element does not end in the text.
      case open
      /// The element does not begin in it.
      case close
      /// A tag or a comment that goes on beyond the text.
      case unfinished
    }

    package let kind: Kind
    package let element: String
    package let position: TextPosition
  }

  /// The first tag of that kind in the raw HTML of a text. Elements of which one may leave out the end tag count only where
  /// they end without having begun.
  ///
  /// - Complexity: O(n · d) in the length of the HTML and in how deep its elements are.
  package static func looseTag(in rawHTML: [RawHTML], of source: String) -> LooseTag? {
    var finder = LooseTagFinder()
    lazy var lines = source.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (number, html) in rawHTML.enumerated() { finder.follow(Array(html.text.utf8), number) }
    guard let (tag, kind) = finder.found else { return nil }
    let html = rawHTML[tag.piece]
    var cursor = PieceCursor(Array(html.text.utf8), at: html.position)
    let position = cursor.position(of: tag.offset) { line in
      lines.indices.contains(line - 1) ? Array(lines[line - 1]) : []
    }
    return LooseTag(kind: kind, element: tag.name, position: position)
  }
}

private struct LooseTagFinder {
  struct Tag {
    let name: String
    let piece: Int
    let offset: Int
  }

  private var tokenizer = HTMLTokenizer(runsScripts: false)
  private var open: [Tag] = []
  /// The first end tag that ends nothing.
  private var stray: Tag?
  /// Where the last tag or comment begins.
  private var start = (piece: 0, offset: 0)

  mutating func follow(_ piece: [UInt8], _ number: Int) {
    for (offset, byte) in piece.enumerated() {
      let mayBegin = tokenizer.state == .text || tokenizer.state == .lessThan || tokenizer.state == .raw
      if mayBegin, byte == UInt8(ascii: "<") { start = (number, offset) }
      if tokenizer.follow(byte).contains(.tagEnded) { endTag() }
    }
  }

  private mutating func endTag() {
    let name = tokenizer.element
    guard !ElementRules.void.contains(name), !ElementRules.document.contains(name) else { return }
    let tag = Tag(name: name, piece: start.piece, offset: start.offset)
    if tokenizer.isEndTag {
      if let index = open.lastIndex(where: { $0.name == name }) {
        open.remove(at: index)
      } else if name != "p", stray == nil {
        stray = tag
      }
    } else if !(tokenizer.isSelfClosing && open.contains { $0.name == "svg" || $0.name == "math" }) {
      open.append(tag)
    }
  }

  var found: (Tag, MarkdownRenderer.LooseTag.Kind)? {
    if let stray { return (stray, .close) }
    if let tag = open.first(where: { !ElementRules.optionalEnd.contains($0.name) }) { return (tag, .open) }
    guard tokenizer.state != .text else { return nil }
    return (Tag(name: "", piece: start.piece, offset: start.offset), .unfinished)
  }
}
