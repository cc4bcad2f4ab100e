import CCMark

/// Finds in a parsed text the forms that libcmark does not know, and what stands in their place in the next draft.
///
/// A table, a footnote and an address each change what lies behind them, so a text is parsed again until nothing new is
/// found.
struct MarkdownSearch {
  /// The mark of a footnote in a draft.
  struct Definition {
    let label: String
    /// The line of the source, counted from 0, and the column of the list item's mark in the draft, counted from 1.
    let line: Int
    let column: Int
  }

  /// An address, which in a draft is a word of the same length.
  struct Address {
    let text: String
    let url: String
  }

  /// What was found in all drafts so far.
  struct Found {
    var tables: [MarkdownTable] = []
    var definitions: [Definition] = []
    var addresses: [Address] = []
    /// How many cells were added to rows that have too few.
    var addedCells = 0
  }

  let signs: MarkdownSigns
  private let draft: MarkdownDraft
  private let lines: MarkdownLines
  private(set) var found: Found
  private var edits: [MarkdownDraft.Edit] = []
  private var cells: [MarkdownDraft.Cell] = []
  private var moved: [(line: Int, from: Int, by: Int)] = []
  /// The last line of the table that was found last.
  private var tableEnd = -1

  init(_ draft: MarkdownDraft, signs: MarkdownSigns, found: Found) {
    (self.draft, self.signs, self.found) = (draft, signs, found)
    lines = MarkdownLines(draft)
  }

  /// Looks at a tree, and puts what it finds into the next draft; false where it finds nothing.
  mutating func run(_ root: OpaquePointer, into next: inout MarkdownDraft) -> Bool {
    var leaf: OpaquePointer?
    var links = 0
    MarkdownDocument.forEachEvent(below: root) { node, isEnter in
      switch cmark_node_get_type(node) {
      case CMARK_NODE_PARAGRAPH, CMARK_NODE_HEADING:
        leaf = isEnter && !findBlocks(in: node) && signs.forms.contains(.autolinks) ? node : nil
        links = 0
      case CMARK_NODE_LINK, CMARK_NODE_IMAGE: links += isEnter ? 1 : -1
      case CMARK_NODE_TEXT: if links == 0, let leaf { findAddresses(in: node, leaf) }
      default: break
      }
    }
    guard !edits.isEmpty else { return false }
    // A table that goes on in a second paragraph, and addresses in cells, are found in another order than they stand in.
    edits.sort { $0.range.lowerBound < $1.range.lowerBound }
    next.apply(edits, cells: cells, moved: moved)
    return true
  }

  /// Looks for footnotes and a table among the lines of a paragraph.
  ///
  /// - Returns: whether the paragraph becomes something else.
  private mutating func findBlocks(in leaf: OpaquePointer) -> Bool {
    let first = Int(cmark_node_get_start_line(leaf)) - 1
    guard first >= draft.cells.count else { return false }
    if first <= tableEnd { return true }
    let isHeading = cmark_node_get_type(leaf) == CMARK_NODE_HEADING
    let last = Int(cmark_node_get_end_line(leaf)) - 1
    guard signs.forms.contains(.footnotes) || signs.forms.contains(.tables) && last > first else { return false }
    if isHeading, last == first { return false }
    let found = lines.lines(of: leaf)
    return findDefinitions(found, first) || findTable(found, first, leaf, isHeading: isHeading)
  }

  // MARK: Footnotes

  private mutating func findDefinitions(_ found: [MarkdownLines.Line], _ first: Int) -> Bool {
    guard signs.forms.contains(.footnotes), let mask = signs.mask else { return false }
    var hasAny = false
    for (index, line) in found.enumerated() where line.indent < 4 && line.start < line.end {
      guard draft.text[line.start] == mask, let close = MarkdownSigns.endOfLabel(draft.text, line.start, line.end)
      else {
        continue
      }
      hasAny = true
      let label = String(decoding: draft.text[(line.start + 2)..<close], as: UTF8.self)
      // Without white space before it, an item's content begins behind four columns, as that of a footnote does.
      var start = line.start
      for _ in 0..<line.indent where start > draft.starts[first + index] && draft.text[start - 1] == 0x20 { start -= 1 }
      var end = close + 2
      while end < line.end, draft.text[end] == 0x20 || draft.text[end] == 0x09 { end += 1 }
      let bytes = signs.itemMark + (end == line.end ? MarkdownSigns.placeholder : [])
      let lineStart = draft.starts[first + index]
      moved.append((first + index, start - lineStart + bytes.count, end - start - bytes.count))
      edits.append(MarkdownDraft.Edit(range: start..<end, bytes: bytes))
      self.found.definitions.append(
        Definition(label: label, line: first + index - draft.cells.count, column: start - lineStart + 1))
    }
    return hasAny
  }

  // MARK: Tables

  private mutating func findTable(
    _ found: [MarkdownLines.Line], _ first: Int, _ leaf: OpaquePointer, isHeading: Bool
  ) -> Bool {
    guard signs.forms.contains(.tables), found.count > 1 else { return false }
    let underline = isHeading ? found.count - 1 : found.count
    for index in 1..<max(underline, 1) {
      let (header, line) = (found[index - 1], found[index])
      guard !line.isLazy, line.indent < 4,
        let alignments = MarkdownTable.alignments(draft.text, line.start..<line.end)
      else { continue }
      if isBehindReferences(line, leaf, found) { continue }
      var headings = MarkdownTable.cells(draft.text, header.start..<header.end)
      // White space before a line that continues a quotation without its mark is a cell of its own for cmark-gfm.
      if header.isLazy, header.indent > 0, draft.text[header.start] == UInt8(ascii: "|") {
        headings.insert(header.start..<header.start, at: 0)
      }
      guard headings.count == alignments.count else { continue }
      var table = MarkdownTable(
        line: first + index - 1 - draft.cells.count, alignments: alignments, headings: add(headings))
      if header.isLazy {
        // The line gets the marks of the next one, since a block of HTML does not continue a paragraph.
        let marks = draft.text[draft.starts[first + index]..<line.start]
        let bytes = Array(marks) + MarkdownSigns.placeholder
        edits.append(MarkdownDraft.Edit(range: draft.starts[first + index - 1]..<header.end, bytes: bytes))
      } else {
        cover(header)
      }
      cover(line)
      var isOpen = addRows(found[(index + 1)...], to: &table, underline: underline == found.count ? nil : found.last)
      tableEnd = table.line + table.count - 1 + draft.cells.count
      // A line of `=` below a paragraph ends it for libcmark; in a table it is a row, and the table goes on.
      var next = cmark_node_next(leaf)
      while isOpen, isHeading, let sibling = next, Int(cmark_node_get_start_line(sibling)) - 1 == tableEnd + 1,
        let more = furtherLines(of: sibling)
      {
        isOpen = addRows(more.lines[...], to: &table, underline: more.underline, isFresh: true)
        tableEnd = table.line + table.count - 1 + draft.cells.count
        next = more.underline == nil ? nil : cmark_node_next(sibling)
      }
      self.found.tables.append(table)
      return true
    }
    return false
  }

  /// Whether a line of `-` is what is left of a paragraph: it ends one, so libcmark takes out references before it.
  private func isBehindReferences(_ line: MarkdownLines.Line, _ leaf: OpaquePointer, _ found: [MarkdownLines.Line])
    -> Bool
  {
    guard draft.text[found[0].start] == 0x5B,
      draft.text[line.start..<line.end].allSatisfy({ $0 == UInt8(ascii: "-") || $0 == 0x20 || $0 == 0x09 }),
      let text = cmark_node_first_child(leaf).flatMap(cmark_node_get_literal)
    else { return false }
    return text.pointee == CChar(bitPattern: UInt8(ascii: "-"))
  }

  private func furtherLines(of node: OpaquePointer) -> (lines: [MarkdownLines.Line], underline: MarkdownLines.Line?)? {
    let found = lines.lines(of: node)
    switch cmark_node_get_type(node) {
    case CMARK_NODE_PARAGRAPH: return (found, nil)
    case CMARK_NODE_HEADING where found.count > 1: return (found, found.last)
    default: return nil
    }
  }

  /// Adds the lines of a paragraph to a table as rows, up to the first that is none.
  ///
  /// - Parameter underline: the line that makes a heading of the paragraph.
  /// - Returns: whether all of them are rows.
  private mutating func addRows(
    _ lines: ArraySlice<MarkdownLines.Line>, to table: inout MarkdownTable, underline: MarkdownLines.Line?,
    isFresh: Bool = false
  ) -> Bool {
    for (index, line) in lines.enumerated() {
      let isUnderline = line.start == underline?.start
      if !(isFresh && index == 0), endsTable(line, isUnderline: isUnderline) { return false }
      let cells = MarkdownTable.cells(draft.text, line.start..<line.end)
      if cells.isEmpty { return false }
      let missing = max(0, table.alignments.count - cells.count)
      found.addedCells += missing
      guard found.addedCells <= MarkdownSigns.addedCells else { return false }
      table.add(row: add(cells.prefix(table.alignments.count)))
      cover(line)
    }
    return true
  }

  /// Whether a line that continues a paragraph ends a table.
  private func endsTable(_ line: MarkdownLines.Line, isUnderline: Bool) -> Bool {
    guard !line.isLazy, line.indent < 4, line.start < line.end else { return true }
    let bytes = draft.text[line.start..<line.end]
    switch bytes[line.start] {
    case UInt8(ascii: "-") where isUnderline: return bytes.count { $0 == UInt8(ascii: "-") } != 2
    case UInt8(ascii: "<"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"), 48...57:
      return MarkdownDocument.beginsBlock(bytes)
    default: return false
    }
  }

  private mutating func add(_ ranges: some Collection<Range<Int>>) -> Range<Int> {
    let first = draft.cells.count + cells.count
    cells += ranges.map { MarkdownTable.cell(draft, $0) }
    return first..<(first + ranges.count)
  }

  private mutating func cover(_ line: MarkdownLines.Line) {
    // Behind four columns of white space no block of HTML begins.
    let start = line.indent < 4 ? line.start : line.outer
    edits.append(MarkdownDraft.Edit(range: start..<line.end, bytes: MarkdownSigns.placeholder))
  }

  // MARK: Addresses

  /// Where the last address ends.
  private var addressEnd = 0
  /// The leaf whose lines are known.
  private var known: (leaf: OpaquePointer, place: MarkdownLeaf)?

  private mutating func findAddresses(in node: OpaquePointer, _ leaf: OpaquePointer) {
    guard let mark = signs.mark, let literal = cmark_node_get_literal(node) else { return }
    let text = String(cString: literal)
    guard text.holds("://") || text.holds("www.") else { return }
    if known?.leaf != leaf { known = (leaf, MarkdownLeaf(leaf, draft, lines)) }
    guard let place = known?.place, let range = place.range(of: node), range.upperBound > addressEnd else { return }
    let first = place.contentStart(at: range.lowerBound)
    let end = place.contentEnd(at: range.lowerBound)
    // An address may reach into the nodes behind a text.
    var from = max(range.lowerBound, addressEnd)
    while from < range.upperBound,
      let start = MarkdownAddress.nextStart(draft.text, from..<range.upperBound, first: first)
    {
      guard !isFence(draft.text[first..<end]),
        let address = MarkdownAddress.page(draft.text, at: start, first: first, end: end, isLast: place.isLast(start)),
        !place.mayBecomeReference || !draft.text[address.range].contains(where: { Self.delimiters.contains($0) }),
        let word = MarkdownSigns.word(
          found.addresses.count, mark: mark, for: draft.text[address.range])
      else {
        from = start + 4
        continue
      }
      let written = String(decoding: draft.text[address.range], as: UTF8.self)
      found.addresses.append(Address(text: written, url: address.prefix + written))
      edits.append(MarkdownDraft.Edit(range: address.range, bytes: word))
      from = address.range.upperBound
      addressEnd = from
    }
  }

  /// What makes brackets, an address or a title invalid within a link reference, so a word without it could complete one.
  private static let delimiters = Set(#"()[]<>"'\"#.utf8)

  /// Whether a line is no fence only since it has another backtick, which may stand in an address.
  private func isFence(_ line: ArraySlice<UInt8>) -> Bool { line.starts(with: "```".utf8) }
}
