import CellistRecords
import CellistText

/// The text of a source, in which places are found by their lines and columns.
struct SourceText {
  let bytes: [UInt8]
  private let starts: [Int]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    starts = [0] + bytes.indices.filter { bytes[$0] <= 0x0D && bytes.endsLine(at: $0) }.map { $0 + 1 }
  }

  /// The byte at a place; nil where there is none.
  func offset(of location: SourceLocation) -> Int? {
    guard location.line >= 1, location.line <= starts.count else { return nil }
    var offset = starts[location.line - 1]
    for _ in 1..<max(location.column, 1) {
      guard offset < bytes.count else { return nil }
      offset += 1
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
    }
    return offset
  }

  /// The line end that the text uses first.
  var lineEnd: [UInt8] {
    guard let first = bytes.indices.first(where: { bytes[$0] == 0x0A || bytes[$0] == 0x0D }) else { return [0x0A] }
    let isPair = bytes[first] == 0x0D && first + 1 < bytes.count && bytes[first + 1] == 0x0A
    return isPair ? [0x0D, 0x0A] : [bytes[first]]
  }

  /// Where the line of a byte begins.
  func lineStart(of offset: Int) -> Int { starts[line(of: offset)] }

  /// The start of the next line after a byte, or the end.
  func nextLine(after offset: Int) -> Int {
    let next = line(of: offset) + 1
    return next < starts.count ? starts[next] : bytes.count
  }

  private func line(of offset: Int) -> Int {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// The first byte at or after another that is no space and no line end.
  func skippingSpace(from offset: Int) -> Int {
    var offset = offset
    while offset < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset]) { offset += 1 }
    return offset
  }

  func replacing(_ range: Range<Int>, with new: [UInt8]) -> [UInt8] {
    Array(bytes[..<range.lowerBound]) + new + Array(bytes[range.upperBound...])
  }

  func replacing(_ range: Range<Int>, with new: String) -> [UInt8] { replacing(range, with: Array(new.utf8)) }

  subscript(range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

/// A value as it is to be written into a source.
package enum WrittenValue: Hashable, Sendable {
  /// A text; bare where formats with numbers and truth values of their own write it without quotes.
  case text(String, isBare: Bool = false)
  case list([WrittenValue])

  /// Whether a node says it.
  func isSaid(by node: Node) -> Bool {
    switch (self, node.content) {
    case (.text(let text, _), .scalar(let said, _)): text.utf8.elementsEqual(said.utf8)
    case (.text("", _), .null): true
    case (.list(let items), .sequence(let nodes)):
      items.count == nodes.count && zip(items, nodes).allSatisfy { $0.isSaid(by: $1) }
    default: false
    }
  }

  /// As JSON writes it.
  var json: String {
    switch self {
    case .text(let text, let isBare): isBare ? text : JSONText.quoted(text)
    case .list(let items): "[\(items.map(\.json).joined(separator: ", "))]"
    }
  }
}

/// Why something cannot be written into a source.
package struct SourceEditRefusal: Error {
  package let reason: String
  /// Where to edit by hand.
  package let location: SourceLocation?
}
