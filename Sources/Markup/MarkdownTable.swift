/// A table of a Markdown text, by its lines.
struct MarkdownTable {
  enum Alignment: UInt8 { case none, left, center, right }

  /// The cell of a row, as offsets in the text.
  typealias CellRange = Range<Int>

  /// The first line of the table, as a line of the source that is counted from 0.
  let line: Int
  /// How many lines it has; the second of them sets columns apart from their headings.
  private(set) var count = 2
  let alignments: [Alignment]
  /// For each row the numbers of its cells among all cells of the document; those of the headings first.
  private(set) var rows: [Range<Int>]

  init(line: Int, alignments: [Alignment], headings: Range<Int>) {
    self.line = line
    self.alignments = alignments
    rows = [headings]
  }

  mutating func add(row: Range<Int>) {
    rows.append(row)
    count += 1
  }

  // MARK: Lines

  /// The cells of a row; empty where a line is none. A pipe behind a backslash is a part of its cell.
  static func cells(_ text: [UInt8], _ range: Range<Int>) -> [CellRange] {
    let pipe = UInt8(ascii: "|")
    var cells: [CellRange] = []
    var start = range.lowerBound
    let end = range.upperBound
    func skipSpaces(_ place: Int) -> Int {
      var place = place
      while place < end, text[place].isRowSpace { place += 1 }
      return place
    }
    if start < end, text[start] == pipe { start = skipSpaces(start + 1) }
    while start < end {
      var place = start
      while place < end, text[place] != pipe || place > start && text[place - 1] == UInt8(ascii: "\\") { place += 1 }
      cells.append(trimmed(text, start..<place))
      guard place < end else { break }
      start = skipSpaces(place + 1)
    }
    return cells
  }

  private static func trimmed(_ text: [UInt8], _ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while end > start, text[end - 1].isRowSpace { end -= 1 }
    while start < end, text[start].isRowSpace { start += 1 }
    return start..<end
  }

  /// The alignments that the second line of a table gives; nil where a line is none.
  static func alignments(_ text: [UInt8], _ range: Range<Int>) -> [Alignment]? {
    guard let first = text[range].first, first == UInt8(ascii: "|") || first == UInt8(ascii: ":") || first == 0x2D
    else {
      return nil
    }
    var alignments: [Alignment] = []
    for cell in cells(text, range) {
      let bytes = text[cell]
      let dashes = bytes.drop { $0 == UInt8(ascii: ":") }
      let rest = dashes.drop { $0 == UInt8(ascii: "-") }
      let (left, right) = (bytes.count - dashes.count, rest.count)
      guard rest.count < dashes.count, left < 2, right < 2, rest.allSatisfy({ $0 == UInt8(ascii: ":") }) else {
        return nil
      }
      alignments.append(left == 0 ? (right == 0 ? .none : .right) : right == 0 ? .left : .center)
    }
    return alignments.isEmpty ? nil : alignments
  }

  /// A cell of a row, as it is parsed.
  static func cell(_ draft: MarkdownDraft, _ range: CellRange) -> MarkdownDraft.Cell {
    var text: [UInt8] = []
    var removed: [Int] = []
    text.reserveCapacity(range.count)
    for place in range {
      let byte = draft.text[place]
      if byte == UInt8(ascii: "\\"), place + 1 < range.upperBound, draft.text[place + 1] == UInt8(ascii: "|") {
        removed.append(text.count)
      } else {
        text.append(byte)
      }
    }
    return MarkdownDraft.Cell(text: text, place: draft.place(at: range.lowerBound), removed: removed)
  }
}

extension UInt8 {
  /// White space within a line of a table.
  fileprivate var isRowSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0B || self == 0x0C }
}
