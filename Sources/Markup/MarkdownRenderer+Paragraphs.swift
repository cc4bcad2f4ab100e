import CCMark

extension MarkdownRenderer {
  /// The words of a text without any markup, for programs that show lines: a blank line between paragraphs, a line for each
  /// item of a list and each line of code.
  package static func paragraphs(_ source: String, _ extensions: MarkdownExtensions) -> String {
    var text = PlainParagraphs()
    let document = MarkdownDocument(source, extensions)
    document.forEachNode { node in
      text.enter(node)
      if document.isCell(node) { text.beginCell() }
    }
    return text.text
  }
}

/// Puts the words of a document together, block by block.
private struct PlainParagraphs {
  private(set) var text = ""
  /// How many items of each numbered list there were.
  private var counts: [OpaquePointer: Int] = [:]
  /// The marks of items that have no words yet.
  private var marks = ""

  mutating func enter(_ node: OpaquePointer) {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_PARAGRAPH, CMARK_NODE_HEADING, CMARK_NODE_CUSTOM_BLOCK: begin(node)
    case CMARK_NODE_ITEM: marks += mark(ofItem: node)
    case CMARK_NODE_CODE_BLOCK:
      begin(node)
      text += Self.literal(node).trimmingSuffix(while: \.isNewline)
    case CMARK_NODE_HTML_BLOCK:
      let words = HTMLWords(Self.literal(node)).paragraphs
      guard !words.isEmpty else { return }
      begin(node)
      text += words.joined(separator: "\n\n")
    case CMARK_NODE_TEXT, CMARK_NODE_CODE: text += Self.literal(node)
    case CMARK_NODE_SOFTBREAK: text += " "
    case CMARK_NODE_LINEBREAK: text += "\n"
    default: break
    }
  }

  /// Sets a cell of a table apart from the one before it.
  mutating func beginCell() { if !text.isEmpty, !text.hasSuffix("\n") { text += " " } }

  /// Ends the block before a block.
  private mutating func begin(_ block: OpaquePointer) {
    if !text.isEmpty { text += isBehindItem(block) ? "\n" : "\n\n" }
    text += marks
    marks = ""
  }

  /// Whether a block opens an item that follows another, or an item of a list in an item.
  private func isBehindItem(_ block: OpaquePointer) -> Bool {
    guard let item = cmark_node_parent(block), cmark_node_get_type(item) == CMARK_NODE_ITEM,
      cmark_node_previous(block) == nil
    else { return false }
    if cmark_node_previous(item) != nil { return true }
    let outer = cmark_node_parent(item).flatMap { cmark_node_parent($0) }
    return outer.map { cmark_node_get_type($0) == CMARK_NODE_ITEM } ?? false
  }

  private mutating func mark(ofItem item: OpaquePointer) -> String {
    guard let list = cmark_node_parent(item), cmark_node_get_list_type(list) == CMARK_ORDERED_LIST else { return "- " }
    let count = counts[list, default: 0]
    counts[list] = count + 1
    return "\(Int(cmark_node_get_list_start(list)) + count). "
  }

  private static func literal(_ node: OpaquePointer) -> String {
    cmark_node_get_literal(node).map { String(cString: $0) } ?? ""
  }
}

extension String {
  fileprivate func trimmingSuffix(while isDropped: (Character) -> Bool) -> Substring {
    var rest = self[...]
    while let last = rest.last, isDropped(last) { rest = rest.dropLast() }
    return rest
  }
}
