import CCMark
import CellistText

extension MarkdownRenderer {
  /// A tag of a template in a text, outside of code, such as `{% include %}`, `{{page.title}}` or `{{< figure >}}`:
  /// other programs would replace it, and readers see it as written.
  package struct TemplateTag: Sendable, Equatable {
    package let text: String
    package let position: TextPosition
    /// The name between its braces; nil if they contain more than a name of letters, digits, hyphens and underscores.
    package let name: String?
    /// Whether its paragraph consists of it alone.
    package let isParagraph: Bool
  }

  /// The tags of templates in a text, in order. Takes linear time, as reading the text does.
  package static func templateTags(in source: String) -> [TemplateTag] {
    guard source.holds("{%") || source.holds("{{") else { return [] }
    var blocks = TaggedBlocks(lines: LineIndex(source))
    MarkdownDocument(source, []).forEachNode { blocks.visit($0) }
    blocks.end()
    return blocks.tags
  }
}

/// Gathers the words of each block, without its code, and finds the tags in them.
private struct TaggedBlocks {
  /// A part of a block's text that is contiguous in the source.
  private struct Piece {
    let start: Int
    let line: Int
    let byteColumn: Int
  }

  let lines: LineIndex
  private(set) var tags: [MarkdownRenderer.TemplateTag] = []
  private var text: [UInt8] = []
  private var pieces: [Piece] = []
  /// Whether the block's text is a paragraph in an element of its own, and nothing but text.
  private var isPlainParagraph = false

  /// Replaces whatever is not text: no tag extends across it.
  private static let barrier: UInt8 = 0

  init(lines: LineIndex) { self.lines = lines }

  mutating func visit(_ node: OpaquePointer) {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_TEXT:
      pieces.append(
        Piece(
          start: text.count, line: Int(cmark_node_get_start_line(node)),
          byteColumn: Int(cmark_node_get_start_column(node))))
      if let literal = cmark_node_get_literal(node) { text += String(cString: literal).utf8 }
    case CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK: text.append(UInt8(ascii: "\n"))
    case CMARK_NODE_EMPH, CMARK_NODE_STRONG, CMARK_NODE_LINK: isPlainParagraph = false
    case CMARK_NODE_CODE, CMARK_NODE_IMAGE, CMARK_NODE_HTML_INLINE:
      isPlainParagraph = false
      text.append(Self.barrier)
    case CMARK_NODE_PARAGRAPH:
      end()
      let list = cmark_node_parent(node).flatMap { cmark_node_parent($0) }
      isPlainParagraph = list.map { cmark_node_get_list_tight($0) == 0 } ?? true
    default: end()
    }
  }

  /// Finds the tags of the block that ends.
  mutating func end() {
    defer {
      text.removeAll(keepingCapacity: true)
      pieces.removeAll(keepingCapacity: true)
      isPlainParagraph = false
    }
    var finder = TagFinder(text)
    var piece = 0
    while let range = finder.next() {
      while piece + 1 < pieces.count, pieces[piece + 1].start <= range.lowerBound { piece += 1 }
      guard pieces.indices.contains(piece) else { continue }
      let place = pieces[piece]
      let position = lines.position(line: place.line, byteColumn: place.byteColumn + range.lowerBound - place.start)
      tags.append(
        MarkdownRenderer.TemplateTag(
          text: String(decoding: text[range], as: UTF8.self), position: position,
          name: text[range].starts(with: "{{".utf8) ? Self.name(in: text[range].dropFirst(2).dropLast(2)) : nil,
          isParagraph: isPlainParagraph && range == text.indices))
    }
  }

  private static func name(in content: ArraySlice<UInt8>) -> String? {
    let name = String(decoding: content, as: UTF8.self).drop { $0 == " " }
    let trimmed = String(name.reversed().drop { $0 == " " }.reversed())
    let isName = trimmed.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "-" || $0 == "_"
    }
    return isName && !trimmed.isEmpty && !trimmed.hasPrefix("-") && !trimmed.hasSuffix("-") ? trimmed : nil
  }
}

/// Finds what looks like tags in a text: `{%` to `%}`, and `{{` to `}}` around something that begins like a name, an
/// expression or a mark of Mustache. The braces of formulas, as in `x^{{2}}`, are none.
private struct TagFinder {
  private let text: [UInt8]
  private var offset = 0
  /// The next end of a tag of each kind, and the next barrier, counted from the last requested place.
  private var ends: [UInt8: Int] = [:]
  private var barrier = 0

  init(_ text: [UInt8]) { self.text = text }

  mutating func next() -> Range<Int>? {
    while offset + 1 < text.count {
      let start = offset
      offset += 1
      guard text[start] == UInt8(ascii: "{") else { continue }
      let kind = text[start + 1]
      guard kind == UInt8(ascii: "%") || kind == UInt8(ascii: "{") && mayBeName(at: start) else { continue }
      let end = self.end(of: kind, after: start + 2)
      while barrier < text.count, barrier < start || text[barrier] != 0 { barrier += 1 }
      guard end + 1 < text.count, end + 2 <= barrier else { continue }
      offset = end + 2
      return start..<(end + 2)
    }
    return nil
  }

  /// Where a tag ends: at the first of two closing braces, or at the `%` before one. The length of the text for never.
  private mutating func end(of kind: UInt8, after start: Int) -> Int {
    let first = kind == UInt8(ascii: "%") ? kind : UInt8(ascii: "}")
    var end = max(ends[kind] ?? 0, start)
    while end + 1 < text.count, text[end] != first || text[end + 1] != UInt8(ascii: "}") { end += 1 }
    ends[kind] = end
    // The last two of three braces end it.
    if kind == UInt8(ascii: "{"), end + 2 < text.count, text[end + 2] == UInt8(ascii: "}") { return end + 1 }
    return end
  }

  /// The most bytes that are inspected before and after the braces.
  private static let reach = 8
  private static let marks = Array(" \n-<%>#/^&{!*~".utf8)
  private static let beginnings = Array("_@$.\"'(".utf8)

  private func mayBeName(at start: Int) -> Bool {
    if start > 0, [UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "}")].contains(text[start - 1]) { return false }
    // A command of TeX before it.
    var before = start
    while before > 0, start - before < Self.reach * 2, text[before - 1].isASCIILetter { before -= 1 }
    if before > 0, text[before - 1] == UInt8(ascii: "\\") { return false }
    var index = start + 2
    while index < text.count, index - start < Self.reach, Self.marks.contains(text[index]) { index += 1 }
    guard index < text.count else { return false }
    return text[index].isASCIILetter || text[index] >= 0x80 || Self.beginnings.contains(text[index])
  }
}
