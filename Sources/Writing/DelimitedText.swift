/// Rows of comma- or tab-separated values as text that is edited.
struct DelimitedText {
  private let text: SourceText
  private let delimiter: UInt8

  init(_ text: SourceText, _ delimiter: UInt8) {
    self.text = text
    self.delimiter = delimiter
  }

  private static let quote = UInt8(ascii: "\"")

  /// Behind the field that begins at a byte.
  private func end(ofField start: Int) -> Int {
    var offset = start
    let bytes = text.bytes
    if offset < bytes.count, bytes[offset] == Self.quote {
      offset += 1
      while offset < bytes.count {
        guard bytes[offset] == Self.quote else {
          offset += 1
          continue
        }
        offset += 1
        guard offset < bytes.count, bytes[offset] == Self.quote else { break }
        offset += 1
      }
    }
    while offset < bytes.count, bytes[offset] != delimiter, bytes[offset] != 0x0A, bytes[offset] != 0x0D { offset += 1 }
    return offset
  }

  /// Behind the row that begins at a byte, and behind its line end.
  private func end(ofRow start: Int) -> (fields: [Range<Int>], next: Int) {
    var (fields, offset) = ([Range<Int>](), start)
    while true {
      let end = end(ofField: offset)
      fields.append(offset..<end)
      guard end < text.bytes.count, text.bytes[end] == delimiter else {
        return (fields, end < text.bytes.count ? text.nextLine(after: end) : end)
      }
      offset = end + 1
    }
  }

  private func needsQuotes(_ value: String) -> Bool {
    value.utf8.contains { [delimiter, Self.quote, 0x0A, 0x0D].contains($0) }
  }

  private func field(_ value: String, isQuoted: Bool) -> String {
    isQuoted || needsQuotes(value) ? "\"\(value.replacing("\"", with: "\"\""))\"" : value
  }

  func setting(_ start: Int, to value: WrittenValue?) -> [[UInt8]] {
    guard case .text(let value, _) = value ?? .text("") else { return [] }
    let end = end(ofField: start)
    // Quotes that the old value did not need are kept: they are a matter of style.
    let old = start < end && text.bytes[start] == Self.quote ? text[start + 1..<max(end - 1, start + 1)] : ""
    let isQuoted = !old.isEmpty && !needsQuotes(old) && !value.isEmpty
    return [text.replacing(start..<end, with: field(value, isQuoted: isQuoted))]
  }

  func removingRow(at start: Int) -> [[UInt8]] { [text.replacing(start..<end(ofRow: start).next, with: "")] }

  /// - Parameter skipped: how many lines precede the header.
  func addingRow(_ entries: [(key: String, value: WrittenValue)], below skipped: Int) -> [[UInt8]] {
    var start = 0
    for _ in 0..<skipped { start = text.nextLine(after: start) }
    let header = end(ofRow: start)
    let names = header.fields.map { range in
      let name = text[range]
      let isQuoted = name.hasPrefix("\"")
      return (isQuoted ? String(name.dropFirst().dropLast()).replacing("\"\"", with: "\"") : name).trimmed
    }
    guard entries.allSatisfy({ entry in names.contains { $0 == entry.key } }) else { return [] }
    let values = names.map { name -> String in
      guard case .text(let value, _)? = entries.first(where: { $0.key == name })?.value else { return "" }
      return field(value, isQuoted: false)
    }
    let row = values.joined(separator: String(decoding: [delimiter], as: UTF8.self))
    return [text.bytes + Array((text.isOpen ? text.lineEnd + row : row + text.lineEnd).utf8)]
  }
}
