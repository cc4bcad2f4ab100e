import CellistFormats

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

  /// - Parameter start: where the row begins.
  func setting(_ column: Int, ofRow start: Int, to value: WrittenValue?) -> [[UInt8]] {
    guard case .text(let value, _) = value ?? .text("") else { return [] }
    let fields = end(ofRow: start).fields
    guard column < fields.count else {
      let end = fields[fields.count - 1].upperBound
      let delimiters = String(repeating: Character(UnicodeScalar(delimiter)), count: column - fields.count + 1)
      return [text.replacing(end..<end, with: delimiters + field(value, isQuoted: false))]
    }
    let (start, end) = (fields[column].lowerBound, fields[column].upperBound)
    // Quotes that the old value did not need are kept: they are a matter of style.
    let old = start < end && text.bytes[start] == Self.quote ? text[start + 1..<max(end - 1, start + 1)] : ""
    let isQuoted = !old.isEmpty && !needsQuotes(old) && !value.isEmpty
    return [text.replacing(start..<end, with: field(value, isQuoted: isQuoted))]
  }

  func removingRow(at start: Int) -> [[UInt8]] { [text.replacing(start..<end(ofRow: start).next, with: "")] }

  /// - Parameter skipped: how many lines precede the header.
  func addingRow(_ entries: [(key: String, value: WrittenValue)], below skipped: Int) -> [[UInt8]] {
    let names = CSVReader.names(in: text[0..<text.bytes.count], delimiter: delimiter, skipping: skipped)
    guard entries.allSatisfy({ entry in names.contains { $0 == entry.key } }) else { return [] }
    let values = names.map { name -> String in
      guard case .text(let value, _)? = entries.first(where: { $0.key == name })?.value else { return "" }
      return field(value, isQuoted: false)
    }
    let row = values.joined(separator: String(decoding: [delimiter], as: UTF8.self))
    return [text.bytes + Array((text.isOpen ? text.lineEnd + row : row + text.lineEnd).utf8)]
  }
}
