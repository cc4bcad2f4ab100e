import CCMark
import CellistText

/// Finds the links in the raw HTML of a text, piece by piece in the order of the pieces.
struct RawHTMLLinks {
  /// An attribute's value that holds links.
  struct Holder {
    /// Its position in the piece, without quotes.
    let range: Range<Int>
    let kind: HTMLLinks.Kind
    let isQuoted: Bool
  }

  /// A tag, a comment or a script that a piece leaves open goes on in the next.
  private var tokenizer = HTMLTokenizer(runsScripts: false)

  mutating func holders(in piece: [UInt8]) -> [Holder] {
    var holders: [Holder] = []
    var start: (offset: Int, isQuoted: Bool)?
    for (offset, byte) in piece.enumerated() {
      let step = tokenizer.follow(byte)
      if step.isEmpty { continue }
      if step.contains(.valueBegan) {
        let isQuoted = !step.contains(.value)
        start = (isQuoted ? offset + 1 : offset, isQuoted)
      }
      guard step.contains(.valueEnded), let value = start else { continue }
      start = nil
      if !tokenizer.isEndTag, let kind = HTMLLinks.kind(of: tokenizer.attribute, in: tokenizer.element) {
        holders.append(Holder(range: value.offset..<offset, kind: kind, isQuoted: value.isQuoted))
      }
    }
    return holders
  }

  /// A piece with its links replaced by what `resolve` makes of them; nil where it leaves all of them as they are.
  mutating func resolved(_ piece: [UInt8], _ resolve: (String) -> String?) -> [UInt8]? {
    var result: [UInt8] = []
    var end = 0
    for holder in holders(in: piece) {
      guard let value = HTMLLinks.resolved(Array(piece[holder.range]), holder.kind, resolve) else { continue }
      let quote = holder.isQuoted ? [] : [UInt8(ascii: "\"")]
      result += piece[end..<holder.range.lowerBound] + quote + value + quote
      end = holder.range.upperBound
    }
    return end == 0 ? nil : result + piece[end...]
  }
}

extension MarkdownRenderer {
  /// A link in raw HTML.
  package struct HTMLLink: Sendable, Equatable {
    package let target: String
    /// Whether it may lead to something that the site knows nothing of.
    package let isEndpoint: Bool
    package let position: TextPosition
  }

  /// The links in the raw HTML of a text, those left out that are empty.
  package static func links(in rawHTML: [RawHTML], of source: String) -> [HTMLLink] {
    var finder = RawHTMLLinks()
    var links: [HTMLLink] = []
    lazy var lines = source.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for html in rawHTML {
      let bytes = Array(html.text.utf8)
      var cursor = PieceCursor(bytes, at: html.position)
      for holder in finder.holders(in: bytes) {
        let isEndpoint = if case .endpoint = holder.kind { true } else { false }
        for (range, target) in HTMLLinks.links(in: Array(bytes[holder.range]), holder.kind) {
          let position = cursor.position(of: holder.range.lowerBound + range.lowerBound) { line in
            lines.indices.contains(line - 1) ? Array(lines[line - 1]) : []
          }
          links.append(HTMLLink(target: target, isEndpoint: isEndpoint, position: position))
        }
      }
    }
    return links
  }
}

/// Converts ascending positions in a piece of raw HTML to positions in the source. The piece lacks the marks of a
/// quotation or a list at the beginning of lines.
struct PieceCursor {
  private let piece: [UInt8]
  private var line: Int
  private var column: Int
  private var offset = 0

  init(_ piece: [UInt8], at position: TextPosition) {
    self.piece = piece
    (line, column) = (position.line, position.column)
  }

  mutating func position(of place: Int, in source: (Int) -> [UInt8]) -> TextPosition {
    while offset < place {
      if piece[offset] == UInt8(ascii: "\n") {
        line += 1
        column = 1 + indent(of: source(line))
      } else if piece[offset] & 0xC0 != 0x80 {
        column += 1
      }
      offset += 1
    }
    return TextPosition(line: line, column: column)
  }

  /// How many scalars of the source's line precede the next one in the piece.
  private func indent(of line: [UInt8]) -> Int {
    let rest = piece[(offset + 1)...].prefix { $0 != UInt8(ascii: "\n") }.drop { $0.isHTMLSpace }
    let spaces = piece[(offset + 1)...].prefix { $0 == 0x20 || $0 == 0x09 }.count
    guard !rest.isEmpty, let found = line.firstRange(of: rest) else { return 0 }
    return max(0, line[..<found.lowerBound].count { $0 & 0xC0 != 0x80 } - spaces)
  }
}

extension MarkdownDocument {
  /// Puts the URLs that links in raw HTML become into the nodes of that HTML, which are given in order.
  static func resolveLinks(in nodes: [OpaquePointer], _ resolve: (String) -> String?) {
    var links = RawHTMLLinks()
    for node in nodes {
      let html = Array(String(cString: cmark_node_get_literal(node)).utf8)
      guard let resolved = links.resolved(html, resolve) else { continue }
      cmark_node_set_literal(node, String(decoding: resolved, as: UTF8.self))
    }
  }
}
