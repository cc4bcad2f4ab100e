import CCMark

/// Where each byte of a text stands in the line that it was read from, in which characters may be escaped or named.
struct MarkdownAlignment {
  private let line: [UInt8]
  private let text: [UInt8]
  private let start: Int
  /// Nil where the text reads as it is written.
  private var offsets: [Int]?

  /// Nil where the text is not what the part of the line says.
  init?(_ text: [UInt8], _ line: [UInt8], _ range: Range<Int>) {
    (self.line, self.text) = (line, text)
    start = range.lowerBound
    if range.count >= text.count, line[start..<(start + text.count)].elementsEqual(text),
      !text.contains(UInt8(ascii: "\\")), !text.contains(UInt8(ascii: "&"))
    {
      return
    }
    var offsets: [Int] = []
    offsets.reserveCapacity(text.count)
    var place = start
    while offsets.count < text.count {
      guard place < range.upperBound else { return nil }
      let byte = text[offsets.count]
      if line[place] == UInt8(ascii: "&"), let (bytes, end) = Self.entity(line, place, range.upperBound) {
        guard text[offsets.count...].starts(with: bytes) else { return nil }
        offsets += repeatElement(place, count: bytes.count)
        place = end
        continue
      }
      if line[place] == UInt8(ascii: "\\"), place + 1 < range.upperBound, line[place + 1].isASCIIPunctuation {
        place += 1
      }
      guard line[place] == byte else { return nil }
      offsets.append(place)
      place += 1
    }
    self.offsets = offsets
  }

  /// Where a byte stands in the line.
  func offset(at index: Int) -> Int {
    guard let offsets else { return start + index }
    return index < offsets.count ? offsets[index] : (offsets.last ?? start) + 1
  }

  /// Whether a byte stands in the line as it is, and not for the sake of its escape or its name.
  func isWritten(_ index: Int) -> Bool {
    guard let offsets else { return true }
    let before = index == 0 ? start - 1 : offsets[index - 1]
    return line[offsets[index]] == text[index] && (offsets[index] == before + 1 || line[offsets[index] - 1] == 0x3B)
  }

  /// The characters that a reference such as `&amp;` stands for; nil where none begins.
  private static func entity(_ line: [UInt8], _ start: Int, _ end: Int) -> (bytes: [UInt8], end: Int)? {
    let rest = line[(start + 1)..<min(start + 40, end)]
    guard let close = rest.firstIndex(of: UInt8(ascii: ";")), close > start + 1,
      rest[..<close].allSatisfy({ $0.isASCIILetter || (48...57).contains($0) || $0 == UInt8(ascii: "#") })
    else { return nil }
    let name = String(decoding: line[start...close], as: UTF8.self)
    // libcmark knows the names.
    let tree = cmark_parse_document(name, name.utf8.count, CMARK_OPT_DEFAULT)
    defer { cmark_node_free(tree) }
    guard let text = cmark_node_first_child(cmark_node_first_child(tree)).flatMap(cmark_node_get_literal) else {
      return nil
    }
    let bytes = Array(String(cString: text).utf8)
    return bytes.elementsEqual(name.utf8) ? nil : (bytes, close + 1)
  }
}

extension UInt8 {
  fileprivate var isASCIIPunctuation: Bool {
    (0x21...0x2F).contains(self) || (0x3A...0x40).contains(self) || (0x5B...0x60).contains(self)
      || (0x7B...0x7E).contains(self)
  }
}
