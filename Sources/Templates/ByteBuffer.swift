/// Bytes of a page in the making. Reused from page to page, it stops allocating after the first few.
package struct ByteBuffer: Sendable {
  package private(set) var bytes: [UInt8] = []
  /// The ranges of the table's rows in the page; nil where they are not wanted.
  package private(set) var rows: [Range<Int>]?
  /// A fingerprint of four bytes for each part of a trace.
  package private(set) var parts: [UInt8] = []
  private var partStart = 0

  package init() {}

  /// A buffer that records the ranges of a page's rows.
  package static var notingRows: ByteBuffer {
    var buffer = ByteBuffer()
    buffer.rows = []
    return buffer
  }

  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    parts.removeAll(keepingCapacity: true)
    partStart = 0
    if rows != nil { rows = [] }
  }

  /// Ends a part of a trace: what was appended since the last one.
  package mutating func endPart() {
    let print = bytes.withUnsafeBytes { UnsafeRawBufferPointer(rebasing: $0[partStart...]).fingerprint }
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: print).littleEndian) { parts.append(contentsOf: $0) }
    partStart = bytes.count
  }

  /// Records everything from a position on as a row.
  mutating func noteRow(from start: Int) { rows?.append(start..<bytes.count) }

  mutating func append(_ literal: UnsafeBufferPointer<UInt8>) { bytes.append(contentsOf: literal) }

  package mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  /// Appends a number: one byte for the small ones, ten at most.
  package mutating func append(number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Appends a number as eight bytes, which takes less time than one of few bytes where numbers are large.
  package mutating func append(fixed number: UInt64) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Appends the length of a text, then the text, so that its end is unambiguous.
  package mutating func append(counted text: String) {
    append(number: UInt64(text.utf8.count))
    append(text)
  }

  /// Appends text with the five characters escaped that are special in HTML text and quoted attributes.
  package mutating func append(escaping text: String) {
    var text = text
    text.withUTF8 { source in
      var start = 0
      for index in 0..<source.count {
        let entity: StaticString
        switch source[index] {
        case UInt8(ascii: "&"): entity = "&amp;"
        case UInt8(ascii: "<"): entity = "&lt;"
        case UInt8(ascii: ">"): entity = "&gt;"
        case UInt8(ascii: "\""): entity = "&quot;"
        case UInt8(ascii: "'"): entity = "&#39;"
        default: continue
        }
        bytes.append(contentsOf: source[start..<index])
        entity.withUTF8Buffer { bytes.append(contentsOf: $0) }
        start = index + 1
      }
      bytes.append(contentsOf: source[start...])
    }
  }

  /// Text with the special characters of HTML escaped.
  package static func escaped(_ text: String) -> String {
    var buffer = ByteBuffer()
    buffer.append(escaping: text)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }
}
