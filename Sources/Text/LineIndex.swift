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
  /// How many scalars begin before every 256th byte, so that a line of a megabyte is not counted out for each position.
  private let counts: [Int]
  private static let step = 256

  package init(_ text: String) { self.init(bytes: Array(text.utf8)) }

  package init(bytes: [UInt8]) {
    self.bytes = bytes
    var starts = [0]
    var counts: [Int] = []
    var count = 0
    for (index, byte) in bytes.enumerated() {
      if index % Self.step == 0 { counts.append(count) }
      if byte & 0xC0 != 0x80 { count += 1 }
      if byte == UInt8(ascii: "\n") { starts.append(index + 1) }
    }
    if bytes.count % Self.step == 0 { counts.append(count) }
    self.starts = starts
    self.counts = counts
  }

  /// The position of a column that counts bytes.
  package func position(line: Int, byteColumn: Int) -> TextPosition {
    guard line >= 1, line <= starts.count else { return TextPosition(line: max(line, 1), column: 1) }
    return position(at: starts[line - 1] + max(byteColumn - 1, 0))
  }

  private func scalars(before offset: Int) -> Int {
    let known = offset / Self.step
    return bytes[known * Self.step..<offset].reduce(counts[known]) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
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
    return TextPosition(line: low + 1, column: scalars(before: end) - scalars(before: starts[low]) + 1)
  }
}
