/// A line and a column in a text, both counted from 1; a column counts Unicode scalars.
package struct TextPosition: Hashable, Sendable {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// Finds positions in a text from lines and byte columns.
package struct LineIndex {
  private let bytes: [UInt8]
  private let starts: [Int]

  package init(_ text: String) { self.init(bytes: Array(text.utf8)) }

  package init(bytes: [UInt8]) {
    self.bytes = bytes
    var starts = [0]
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") { starts.append(index + 1) }
    self.starts = starts
  }

  /// The position of a column that counts bytes.
  package func position(line: Int, byteColumn: Int) -> TextPosition {
    guard line >= 1, line <= starts.count else { return TextPosition(line: max(line, 1), column: 1) }
    return position(at: starts[line - 1] + max(byteColumn - 1, 0))
  }

  /// The position of the byte at `offset`.
  package func position(at offset: Int) -> TextPosition {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    let end = min(max(offset, starts[low]), bytes.count)
    let column = bytes[starts[low]..<end].reduce(1) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    return TextPosition(line: low + 1, column: column)
  }
}
