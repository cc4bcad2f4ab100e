import CellistRecords
import CellistText

/// Turns rising byte offsets into lines and columns, walking over the bytes once in all.
package struct PositionCursor {
  private let file: String
  private var offset = 0
  private var line = 1
  private var column = 1

  /// A cursor at the start of a file, or of a part of it that begins at `line`.
  ///
  /// - Parameter offset: the byte at which that line begins.
  package init(file: String, line: Int = 1, offset: Int = 0) {
    self.file = file
    self.line = line
    self.offset = offset
  }

  /// The location of the byte at `target`, which must not precede the last one requested.
  package mutating func location(at target: Int, in bytes: UnsafeBufferPointer<UInt8>) -> SourceLocation {
    while offset < min(target, bytes.count) {
      let byte = bytes[offset]
      if byte <= 0x0D, bytes.endsLine(at: offset) {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
      offset += 1
    }
    return SourceLocation(file: file, line: line, column: column)
  }
}
