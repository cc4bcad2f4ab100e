import CCMark

/// Says where the content of a block's lines begins: behind the marks of the block quotes and list items around it.
struct MarkdownLines {
  /// A line of a paragraph or a heading.
  struct Line {
    /// Where its first character stands that is no white space, and where it ends.
    let start: Int
    let end: Int
    /// Where what libcmark takes for its content begins, which is the start but in lazy lines.
    let content: Int
    /// Where the line begins behind the marks of containers.
    let outer: Int
    /// How many columns of white space stand before it, behind the marks.
    let indent: Int
    /// Whether it continues a paragraph without the marks of all containers.
    let isLazy: Bool
  }

  private let draft: MarkdownDraft

  init(_ draft: MarkdownDraft) { self.draft = draft }

  /// The lines of a paragraph or a heading.
  func lines(of leaf: OpaquePointer) -> [Line] {
    let containers = containers(of: leaf)
    let first = Int(cmark_node_get_start_line(leaf)) - 1
    let last = min(Int(cmark_node_get_end_line(leaf)) - 1, draft.starts.count - 1)
    guard first >= 0, first <= last else { return [] }
    let lines = (first...last).map { line in
      var cursor = Cursor(draft.text, draft.starts[line], draft.end(ofLine: line))
      var isLazy = false
      for container in containers where !isLazy { isLazy = !cursor.enter(container, line) }
      let indent = cursor.indent
      let start = indent.end
      return Line(
        start: start, end: cursor.end, content: isLazy ? cursor.offset : start, outer: cursor.offset,
        indent: indent.columns, isLazy: isLazy)
    }
    return cmark_node_get_type(leaf) == CMARK_NODE_HEADING ? Array(lines.prefix(count(ofHeading: lines))) : lines
  }

  /// How many of the lines belong to a heading that is underlined. libcmark counts the line behind it as well, unless it is
  /// the last of the text.
  private func count(ofHeading lines: [Line]) -> Int {
    guard lines.count > 2 else { return lines.count }
    let line = lines[lines.count - 2]
    let marks = draft.text[line.start..<line.end].prefix { $0 == draft.text[line.start] }
    let rest = draft.text[marks.endIndex..<line.end]
    let isUnderline =
      (marks.first == UInt8(ascii: "=") || marks.first == UInt8(ascii: "-")) && line.indent < 4 && !line.isLazy
      && rest.allSatisfy { $0 == 0x20 || $0 == 0x09 }
    return isUnderline ? lines.count - 1 : lines.count
  }

  // MARK: Containers

  fileprivate struct Container {
    let isQuote: Bool
    let line: Int
    /// How many columns of white space a later line of a list item begins with.
    var columns = 0
  }

  private func containers(of leaf: OpaquePointer) -> [Container] {
    var nodes: [OpaquePointer] = []
    var next = cmark_node_parent(leaf)
    while let node = next {
      let type = cmark_node_get_type(node)
      if type == CMARK_NODE_BLOCK_QUOTE || type == CMARK_NODE_ITEM { nodes.append(node) }
      next = cmark_node_parent(node)
    }
    var containers: [Container] = []
    // The place behind the marks of all containers so far, in the line in which the last of them begins.
    var behind: (line: Int, cursor: Cursor)?
    for node in nodes.reversed() {
      let line = Int(cmark_node_get_start_line(node)) - 1
      guard draft.starts.indices.contains(line) else { break }
      var container = Container(isQuote: cmark_node_get_type(node) == CMARK_NODE_BLOCK_QUOTE, line: line)
      var cursor: Cursor
      if let behind, behind.line == line {
        cursor = behind.cursor
      } else {
        cursor = Cursor(draft.text, draft.starts[line], draft.end(ofLine: line))
        for outer in containers { _ = cursor.enter(outer, line) }
      }
      if container.isQuote { _ = cursor.enter(container, line) } else { container.columns = cursor.openItem() }
      containers.append(container)
      behind = (line, cursor)
    }
    return containers
  }

  /// A place in a line that knows its column, as libcmark moves on in it.
  fileprivate struct Cursor {
    private let text: [UInt8]
    private(set) var offset: Int
    let end: Int
    private var column = 0

    init(_ text: [UInt8], _ offset: Int, _ end: Int) {
      (self.text, self.offset, self.end) = (text, offset, end)
    }

    /// The white space that comes next: how many columns of it, and where it ends.
    var indent: (columns: Int, end: Int) {
      var (place, next) = (offset, column)
      while place < end {
        if text[place] == 0x20 {
          next += 1
        } else if text[place] == 0x09 {
          next += 4 - next % 4
        } else {
          break
        }
        place += 1
      }
      return (next - column, place)
    }

    private var byte: UInt8 { offset < end ? text[offset] : 0 }

    /// Moves on by columns; it may end up in a tab.
    private mutating func advance(columns: Int) {
      var left = columns
      while left > 0, offset < end {
        let width = text[offset] == 0x09 ? 4 - column % 4 : 1
        column += min(width, left)
        if width <= left { offset += 1 }
        left -= width
      }
    }

    /// Moves behind the marks of a container; false where the line has none.
    mutating func enter(_ container: Container, _ line: Int) -> Bool {
      let indent = indent
      if container.isQuote {
        guard indent.columns < 4, indent.end < end, text[indent.end] == UInt8(ascii: ">") else { return false }
        advance(columns: indent.columns + 1)
        if byte == 0x20 || byte == 0x09 { advance(columns: 1) }
        return true
      }
      guard line != container.line else {
        _ = openItem()
        return true
      }
      if indent.columns >= container.columns { advance(columns: container.columns) } else { return indent.end == end }
      return true
    }

    /// Moves behind the mark of a list item, and says how many columns that is.
    mutating func openItem() -> Int {
      let start = column
      advance(columns: indent.columns)
      let isOrdered = (48...57).contains(byte)
      while (48...57).contains(byte) { advance(columns: 1) }
      if offset < end || !isOrdered { advance(columns: 1) }
      let space = indent
      advance(columns: space.columns > 4 || space.end == end ? 1 : space.columns)
      return column - start + (space.columns == 0 ? 1 : 0)
    }
  }
}
