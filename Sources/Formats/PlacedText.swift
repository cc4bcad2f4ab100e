/// A text that is put together of parts, each with its place in the file.
package struct PlacedText {
  /// A part, from where it begins in the text on: its place in the file, and whether that moves on with the text.
  private struct Part {
    let start: Int
    let offset: Int
    let isWritten: Bool
  }

  package private(set) var bytes: [UInt8] = []
  private var parts: [Part] = []

  /// - Parameter isWritten: whether the file has the bytes at that offset, rather than a name for them.
  package mutating func append(_ more: some Sequence<UInt8>, at offset: Int, isWritten: Bool) {
    parts.append(Part(start: bytes.count, offset: offset, isWritten: isWritten))
    bytes += more
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The offset in the file of a byte of the text.
  package func offset(of index: Int) -> Int {
    var (low, high) = (0, parts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if parts[middle].start <= index { low = middle } else { high = middle }
    }
    guard low < parts.count else { return 0 }
    return parts[low].isWritten ? parts[low].offset + index - parts[low].start : parts[low].offset
  }
}
