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
      if byte <= 0x0D, bytes.endsLine(at: index) { starts.append(index + 1) }
    }
    if bytes.count % Self.step == 0 { counts.append(count) }
    self.starts = starts
    self.counts = counts
  }

  /// The position of a line and a column that counts bytes.
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
    let line = line(of: offset)
    let end = min(max(offset, starts[line]), bytes.count)
    return TextPosition(line: line + 1, column: scalars(before: end) - scalars(before: starts[line]) + 1)
  }

  /// The byte at a position; nil for a position beyond its line.
  package func offset(of position: TextPosition) -> Int? {
    guard position.line >= 1, position.line <= starts.count, position.column >= 1 else { return nil }
    let start = starts[position.line - 1]
    let offset = offset(ofScalar: scalars(before: start) + position.column - 1)
    return offset <= line(at: start).upperBound ? offset : nil
  }

  /// The bytes of the line that contains the byte at `offset`, with its line end.
  package func line(at offset: Int) -> Range<Int> {
    let line = line(of: offset)
    return starts[line]..<(line + 1 < starts.count ? starts[line + 1] : bytes.count)
  }

  /// The number of a byte's line, counted from 0.
  private func line(of offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// The text of a line around a position, and the position's column in that text; nil where there is no such line, and
  /// where the line is no text.
  ///
  /// - Parameter radius: the most scalars before and after the position.
  package func window(around position: TextPosition, radius: Int) -> (text: String, column: Int)? {
    guard position.line >= 1, position.line <= starts.count else { return nil }
    let start = starts[position.line - 1]
    var end = position.line < starts.count ? starts[position.line] - 1 : bytes.count
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    let first = scalars(before: start)
    let place = max(position.column - 1, 0)
    let from = min(offset(ofScalar: first + max(place - radius, 0)), end)
    let to = min(offset(ofScalar: first + place + radius), end)
    guard !bytes[from..<to].contains(0) else { return nil }
    return (String(decoding: bytes[from..<to], as: UTF8.self), place - max(min(place - radius, end - start), 0) + 1)
  }

  /// Where the scalar of a number begins, counted from 0 at the start of the text.
  private func offset(ofScalar number: Int) -> Int {
    var low = 0
    var high = counts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if counts[middle] <= number { low = middle } else { high = middle }
    }
    var offset = min(low * Self.step, bytes.count)
    var count = counts[low]
    while offset < bytes.count {
      if bytes[offset] & 0xC0 != 0x80 {
        if count == number { return offset }
        count += 1
      }
      offset += 1
    }
    return offset
  }
}

extension RandomAccessCollection<UInt8> where Index == Int {
  /// Whether a byte is the last of a line. Lines end with LF, CRLF or CR, in every file that a site consists of.
  package func endsLine(at index: Int) -> Bool {
    switch self[index] {
    case UInt8(ascii: "\n"): true
    case UInt8(ascii: "\r"): index + 1 == endIndex || self[index + 1] != UInt8(ascii: "\n")
    default: false
    }
  }
}
