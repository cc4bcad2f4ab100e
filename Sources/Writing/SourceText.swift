import CellistRecords
import CellistText

/// The text of a source that is edited.
struct SourceText {
  let bytes: [UInt8]
  private let lines: LineIndex

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    lines = LineIndex(bytes: bytes)
  }

  /// The byte at a place; nil where there is none.
  func offset(of location: SourceLocation) -> Int? {
    lines.offset(of: TextPosition(line: location.line, column: location.column))
  }

  /// The line end that the text uses first.
  var lineEnd: String {
    guard let first = bytes.indices.first(where: { bytes[$0] == 0x0A || bytes[$0] == 0x0D }) else { return "\n" }
    let isPair = bytes[first] == 0x0D && first + 1 < bytes.count && bytes[first + 1] == 0x0A
    return isPair ? "\r\n" : bytes[first] == 0x0D ? "\r" : "\n"
  }

  /// Whether the last line has no end.
  var isOpen: Bool { bytes.last.map { $0 != 0x0A && $0 != 0x0D } ?? false }

  /// Where the line of a byte begins.
  func lineStart(of offset: Int) -> Int { lines.line(at: offset).lowerBound }

  /// The start of the next line after a byte, or the end.
  func nextLine(after offset: Int) -> Int { lines.line(at: offset).upperBound }

  /// The first byte at or after another that is no space and no line end.
  func skippingSpace(from offset: Int) -> Int {
    bytes[offset...].firstIndex { !$0.isSpace } ?? bytes.count
  }

  /// The start of the spaces and line ends before a byte.
  func spaceStart(before offset: Int) -> Int {
    bytes[..<offset].lastIndex { !$0.isSpace }.map { $0 + 1 } ?? 0
  }

  func replacing(_ range: Range<Int>, with new: String) -> [UInt8] {
    Array(bytes[..<range.lowerBound]) + Array(new.utf8) + Array(bytes[range.upperBound...])
  }

  subscript(range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
