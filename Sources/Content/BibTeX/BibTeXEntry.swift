import CellistRecords

/// An entry of a bibliography, as it is written.
struct BibTeXEntry {
  /// The type in small letters: `article`.
  let type: String
  let key: String
  let keyLocation: SourceLocation
  let location: SourceLocation
  /// The bytes of the entry in the file.
  let range: Range<Int>
  var fields: [Field] = []

  struct Field {
    /// The name in small letters.
    let name: String
    let nameLocation: SourceLocation
    let value: BibTeXValue
  }

  func value(_ name: String) -> BibTeXValue? { fields.first { $0.name == name }?.value }
}

/// The value of a field, put together of its parts, before anything is made of what TeX would make of it.
struct BibTeXValue {
  /// A part, from where it begins in the text on: its place in the file, and whether that moves on with the text.
  private struct Part {
    let start: Int
    let offset: Int
    let isWritten: Bool
  }

  private(set) var bytes: [UInt8] = []
  private var parts: [Part] = []

  /// - Parameter isWritten: whether the bytes stand in the file at that offset, and not behind a name there.
  mutating func append(_ more: some Sequence<UInt8>, at offset: Int, isWritten: Bool) {
    parts.append(Part(start: bytes.count, offset: offset, isWritten: isWritten))
    bytes += more
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Where a byte of the text stands in the file.
  func offset(of index: Int) -> Int {
    var (low, high) = (0, parts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if parts[middle].start <= index { low = middle } else { high = middle }
    }
    guard low < parts.count else { return 0 }
    return parts[low].isWritten ? parts[low].offset + index - parts[low].start : parts[low].offset
  }
}
