import CellistFormats

/// Where the values of a YAML document end, by where they begin.
enum YAMLEnds {
  /// Offsets in bytes, of the first document alone.
  static func of(_ bytes: [UInt8]) -> [Int: Int] {
    let offsets = bytes.indices.filter { bytes[$0] & 0xC0 != 0x80 } + [bytes.count]
    return bytes.withUnsafeBufferPointer { buffer in
      var events = YAMLEvents(buffer, file: "", line: 1)
      var (ends, open, last, documents) = ([Int: Int](), [Int](), 0, 0)
      while let event = try? events.next() {
        let start = offsets[min(event.scalars.lowerBound, offsets.count - 1)]
        var end = offsets[min(event.scalars.upperBound, offsets.count - 1)]
        switch event.content {
        case .documentStart:
          documents += 1
          if documents > 1 { return ends }
        case .textEnd: return ends
        case .scalar, .alias:
          // The end of a block scalar is that of its last line with text.
          while end > start, buffer[end - 1].isSpace { end -= 1 }
          (ends[start], last) = (end, end)
        case .sequenceStart, .mappingStart: open.append(start)
        case .collectionEnd:
          guard let start = open.popLast() else { return ends }
          if "[{".utf8.contains(buffer[start]) { last = end }
          // A mapping begins with its first key, and ends later.
          ends[start] = max(last, ends[start] ?? 0)
        }
      }
      return ends
    }
  }
}

extension UInt8 {
  /// Whether it is a space, a tab or a part of a line end.
  var isSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
