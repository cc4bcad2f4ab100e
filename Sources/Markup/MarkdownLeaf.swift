import CCMark

/// A paragraph or a heading, and where its inlines stand in the draft.
struct MarkdownLeaf {
  let node: OpaquePointer
  let lines: [MarkdownLines.Line]
  private let draft: MarkdownDraft
  private let firstLine: Int
  private let startColumn: Int
  /// How many of its lines were link references, which libcmark takes out without counting them.
  private let skipped: Int
  /// Whether other bytes in it could make a link reference of its beginning, which libcmark would take out.
  let mayBecomeReference: Bool
  /// For each line that libcmark counts the line that it is: it does not count those behind a backslash.
  private let counted: [Int]

  init(_ node: OpaquePointer, _ draft: MarkdownDraft, _ finder: MarkdownLines) {
    (self.node, self.draft) = (node, draft)
    lines = finder.lines(of: node)
    firstLine = Int(cmark_node_get_start_line(node)) - 1
    startColumn = Int(cmark_node_get_start_column(node))
    var counted: [Int] = []
    var isJoined = false
    for (index, line) in lines.enumerated() {
      if !isJoined { counted.append(index) }
      isJoined = draft.text[line.start..<line.end].reversed().prefix { $0 == UInt8(ascii: "\\") }.count % 2 == 1
    }
    self.counted = counted
    let beginsWithBracket = lines.first.map { $0.start < $0.end && draft.text[$0.start] == 0x5B } ?? false
    skipped = beginsWithBracket ? Self.references(in: node, firstLine, lines: counted.count) : 0
    guard beginsWithBracket, counted.indices.contains(skipped) else {
      mayBecomeReference = false
      return
    }
    // A label needs a colon behind it; only a title may stand in a line of its own.
    let rest = lines[counted[skipped]...]
    switch rest.first.flatMap({ $0.start < $0.end ? draft.text[$0.start] : nil }) {
    case UInt8(ascii: "["): mayBecomeReference = rest.contains { draft.text[$0.start..<$0.end].contains("]:".utf8) }
    case UInt8(ascii: "("), UInt8(ascii: "\""), UInt8(ascii: "'"): mayBecomeReference = skipped > 0
    default: mayBecomeReference = false
    }
  }

  /// How many lines at the beginning of a block are link references.
  private static func references(in node: OpaquePointer, _ firstLine: Int, lines: Int) -> Int {
    guard lines > 1, var last = cmark_node_last_child(node) else { return 0 }
    while let child = cmark_node_last_child(last) { last = child }
    let isHeading = cmark_node_get_type(node) == CMARK_NODE_HEADING
    let end = Int(cmark_node_get_end_line(last)) - 1 - firstLine
    return max(0, lines - (isHeading ? 2 : 1) - end)
  }

  /// Where an inline begins in the draft, as far as libcmark says that.
  func offset(of inline: OpaquePointer) -> Int? {
    let number = Int(cmark_node_get_start_line(inline)) - 1 - firstLine + skipped
    guard counted.indices.contains(number) else { return nil }
    var line = counted[number]
    var column = Int(cmark_node_get_start_column(inline)) - startColumn
    while line + 1 < lines.count, draft.starts.indices.contains(firstLine + line + 1) {
      let length = draft.starts[firstLine + line + 1] - lines[line].content
      guard column >= length else { break }
      column -= length
      line += 1
    }
    let offset = lines[line].content + column
    return offset >= 0 && offset <= draft.text.count ? offset : nil
  }

  /// The part of the draft that a text was read from, within one line.
  func range(of text: OpaquePointer) -> Range<Int>? {
    guard let start = offset(of: text) else { return nil }
    let end = start + Int(cmark_node_get_end_column(text)) - Int(cmark_node_get_start_column(text)) + 1
    return end >= start ? start..<min(end, contentEnd(at: start)) : nil
  }

  /// Where each byte of a text stands in the draft.
  func alignment(of node: OpaquePointer, _ text: [UInt8]) -> MarkdownAlignment? {
    range(of: node).flatMap { MarkdownAlignment(text, draft.text, $0) }
  }

  /// Where the content of a line begins.
  func contentStart(at offset: Int) -> Int {
    let line = lines[min(max(draft.line(at: offset) - firstLine, 0), lines.count - 1)]
    // The content of a heading begins behind its mark.
    guard lines.count == 1, cmark_node_get_type(node) == CMARK_NODE_HEADING else { return line.start }
    return cmark_node_first_child(node).flatMap(self.offset) ?? line.start
  }

  /// Whether a line is the last.
  func isLast(_ offset: Int) -> Bool { draft.line(at: offset) - firstLine >= lines.count - 1 }

  /// Where a line ends.
  func contentEnd(at offset: Int) -> Int {
    let line = draft.line(at: offset)
    return draft.end(ofLine: line) - (line < draft.cells.count ? MarkdownDraft.cellEnd.count - 1 : 0)
  }
}
