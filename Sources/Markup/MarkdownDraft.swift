import CellistBase
import CellistText

/// The text that libcmark parses in place of a source with forms that it does not know.
///
/// libcmark has no hooks for forms of its own, so they are put into forms that it knows: each line of a table becomes a
/// block of HTML, which interrupts paragraphs as a table does; the mark of a footnote becomes that of a list item; a bare
/// address becomes a word. The cells of tables are headings in front of the text, so that libcmark parses them as inlines
/// with the link references of the whole document. All other bytes stay in their lines.
struct MarkdownDraft {
  /// A place in the source: a line and a byte in it, both counted from 0.
  struct Place: Equatable {
    var line: Int
    var byte: Int
  }

  /// The text of a table's cell, with pipes that were escaped.
  struct Cell {
    let text: [UInt8]
    let place: Place
    /// Where backslashes before pipes were taken out, as offsets in the text.
    let removed: [Int]

    func backslashes(before offset: Int) -> Int { removed.firstPlace { $0 > offset } }
  }

  /// A part of the text, and what stands there instead.
  struct Edit {
    let range: Range<Int>
    let bytes: [UInt8]
  }

  private(set) var text: [UInt8]
  /// Where the lines of the text begin.
  private(set) var starts: [Int]
  private(set) var cells: [Cell] = []
  /// How far the rest of a line of the source has moved to the left.
  private(set) var shifts: [Int: (from: Int, by: Int)] = [:]

  static let cellStart = Array("# ".utf8)
  static let cellEnd = Array(" #\n".utf8)

  init(_ text: [UInt8]) {
    self.text = text
    starts = Self.starts(of: text)
  }

  /// Where lines begin. They end as libcmark has it: with LF, CRLF or CR.
  private static func starts(of text: [UInt8]) -> [Int] {
    var starts = [0]
    for (index, byte) in text.enumerated() where byte <= 0x0D && text.endsLine(at: index) { starts.append(index + 1) }
    return starts
  }

  /// The offset behind the last byte of a line, without its end.
  func end(ofLine line: Int) -> Int {
    guard starts.indices.contains(line) else { return text.count }
    var end = line + 1 < starts.count ? starts[line + 1] : text.count
    while end > starts[line], text[end - 1] == UInt8(ascii: "\n") || text[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return end
  }

  /// The number of the line in which a byte stands.
  func line(at offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// Where a byte of the text stands in the source.
  func place(at offset: Int) -> Place {
    let line = line(at: offset)
    return place(line: line, byte: offset - starts[line])
  }

  private func place(line: Int, byte: Int) -> Place {
    guard line < cells.count else {
      let place = Place(line: line - cells.count, byte: byte)
      guard let shift = shifts[place.line], byte >= shift.from else { return place }
      return Place(line: place.line, byte: byte + shift.by)
    }
    let cell = cells[line]
    let inCell = byte - Self.cellStart.count
    return Place(line: cell.place.line, byte: cell.place.byte + inCell + cell.backslashes(before: inCell))
  }

  /// Replaces parts of the text and puts new cells in front of it.
  ///
  /// - Parameters:
  ///   - edits: in order, none of them across lines.
  ///   - moved: lines of the text whose rest has moved to the left by the edits, which no edit of another round moves.
  mutating func apply(_ edits: [Edit], cells new: [Cell], moved: [(line: Int, from: Int, by: Int)]) {
    for move in moved { shifts[move.line - cells.count] = (move.from, move.by) }
    let bodyStart = starts[cells.count]
    var next: [UInt8] = []
    next.reserveCapacity(text.count + new.reduce(0) { $0 + $1.text.count + 5 })
    var end = 0
    var hasNew = false
    func addNew() {
      guard !hasNew else { return }
      hasNew = true
      next += text[end..<bodyStart]
      end = bodyStart
      for cell in new { next += Self.cellStart + cell.text + Self.cellEnd }
    }
    for edit in edits {
      if edit.range.lowerBound >= bodyStart { addNew() }
      next += text[end..<edit.range.lowerBound] + edit.bytes
      end = edit.range.upperBound
    }
    addNew()
    next += text[end...]
    text = next
    cells += new
    starts = Self.starts(of: text)
  }
}
