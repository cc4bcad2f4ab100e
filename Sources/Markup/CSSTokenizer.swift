/// Cuts a style sheet into the tokens of CSS Syntax Level 3, one after the other, in linear time.
///
/// Comments are skipped, and tokens without an address are distinguished only as far as the next token requires.
struct CSSTokenizer {
  enum Token: Equatable {
    /// A name without a `(` after it.
    case name
    /// A name with a `(` after it, in small letters.
    case function(String)
    /// An at-keyword, in small letters and without its `@`.
    case atKeyword(String)
    /// A text in quotes: its value without escapes, and its range between the quotes.
    case string(String, Range<Int>)
    /// `url(…)` without quotes: the address, and its range.
    case url(String, Range<Int>)
    /// `url(…)` that browsers reject.
    case badURL(Range<Int>)
    /// A bracket, a semicolon or any other single character.
    case mark(UInt8)
  }

  private let bytes: [UInt8]
  private var offset = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
  }

  /// The next token; nil at the end.
  mutating func next() -> Token? {
    skipSpaceAndComments()
    guard let byte = byte() else { return nil }
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return string(byte)
    case UInt8(ascii: "#"):
      offset += 1
      if isName(at: offset) { _ = name() }
      return .name
    case UInt8(ascii: "@"):
      offset += 1
      return beginsName(at: offset) ? .atKeyword(name()) : .mark(byte)
    case _ where beginsNumber: return number()
    case UInt8(ascii: "-") where self.byte(1) == UInt8(ascii: "-") && self.byte(2) == UInt8(ascii: ">"):
      offset += 3
      return .name
    case _ where beginsName(at: offset): return named()
    default:
      offset += 1
      return .mark(byte)
    }
  }

  private func byte(_ ahead: Int = 0) -> UInt8? {
    offset + ahead < bytes.count ? bytes[offset + ahead] : nil
  }

  private mutating func skipSpaceAndComments() {
    while let byte = byte() {
      if byte.isHTMLSpace {
        offset += 1
      } else if byte == UInt8(ascii: "/"), self.byte(1) == UInt8(ascii: "*") {
        offset += 2
        while let byte = self.byte(), !(byte == UInt8(ascii: "*") && self.byte(1) == UInt8(ascii: "/")) { offset += 1 }
        offset = min(offset + 2, bytes.count)
      } else {
        return
      }
    }
  }

  // MARK: Names

  private func isEscape(at index: Int) -> Bool {
    index + 1 < bytes.count && bytes[index] == UInt8(ascii: "\\") && !bytes[index + 1].endsCSSLine
  }

  private func isName(at index: Int) -> Bool {
    index < bytes.count && (bytes[index].isCSSName || isEscape(at: index))
  }

  private func beginsName(at index: Int) -> Bool {
    guard index < bytes.count else { return false }
    if bytes[index] == UInt8(ascii: "-") {
      guard index + 1 < bytes.count else { return false }
      return bytes[index + 1] == UInt8(ascii: "-") || bytes[index + 1].beginsCSSName || isEscape(at: index + 1)
    }
    return bytes[index].beginsCSSName || isEscape(at: index)
  }

  /// A name in small letters.
  private mutating func name() -> String {
    var name: [UInt8] = []
    while isName(at: offset) {
      if bytes[offset] == UInt8(ascii: "\\") {
        appendEscape(to: &name)
      } else {
        name.append(bytes[offset])
        offset += 1
      }
    }
    return String(decoding: name.map(\.lowercasedASCII), as: UTF8.self)
  }

  /// Appends the character of an escape; the tokenizer is at its backslash.
  private mutating func appendEscape(to text: inout [UInt8]) {
    offset += 1
    var code: UInt32 = 0
    var digits = 0
    while digits < 6, let value = byte().flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) {
      code = code * 16 + UInt32(value)
      digits += 1
      offset += 1
    }
    guard digits > 0 else {
      // The continuation bytes of a character belong to names as well.
      if let byte = byte() { text.append(byte) }
      offset += 1
      return
    }
    let scalar = code == 0 ? nil : Unicode.Scalar(code)
    text += Array(String(scalar ?? "\u{FFFD}").utf8)
    if byte() == UInt8(ascii: "\r"), byte(1) == UInt8(ascii: "\n") {
      offset += 2
    } else if let space = byte(), space.isHTMLSpace {
      offset += 1
    }
  }

  private mutating func named() -> Token {
    let name = name()
    guard byte() == UInt8(ascii: "(") else { return .name }
    offset += 1
    guard name == "url" else { return .function(name) }
    let start = offset
    while let byte = byte(), byte.isHTMLSpace { offset += 1 }
    if let quote = byte(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") { return .function(name) }
    return url(from: start)
  }

  // MARK: Numbers

  private var beginsNumber: Bool {
    func isDigit(_ ahead: Int) -> Bool { byte(ahead).map { (0x30...0x39).contains($0) } ?? false }
    let sign = byte() == UInt8(ascii: "+") || byte() == UInt8(ascii: "-") ? 1 : 0
    return isDigit(sign) || byte(sign) == UInt8(ascii: ".") && isDigit(sign + 1)
  }

  /// A number with its unit, which is not a name: `1url(x)` is not an address.
  private mutating func number() -> Token {
    offset += 1
    while let byte = byte(), (0x30...0x39).contains(byte) || byte == UInt8(ascii: ".") { offset += 1 }
    if beginsName(at: offset) { _ = name() }
    return .name
  }

  // MARK: Texts and addresses

  private mutating func string(_ quote: UInt8) -> Token {
    offset += 1
    let start = offset
    var text: [UInt8] = []
    while let byte = byte(), byte != quote {
      // A line break ends a text without a closing quote, and browsers drop the text.
      if byte.endsCSSLine { return .name }
      if byte != UInt8(ascii: "\\") {
        text.append(byte)
        offset += 1
      } else if isEscape(at: offset) {
        appendEscape(to: &text)
      } else {
        // A line break after a backslash is removed.
        offset += self.byte(1) == UInt8(ascii: "\r") && self.byte(2) == UInt8(ascii: "\n") ? 3 : 2
      }
    }
    let range = start..<min(offset, bytes.count)
    offset = min(offset + 1, bytes.count)
    return .string(String(decoding: text, as: UTF8.self), range)
  }

  /// An address without quotes; the tokenizer is after the white space before it.
  private mutating func url(from open: Int) -> Token {
    let start = offset
    var text: [UInt8] = []
    while let byte = byte() {
      switch byte {
      case UInt8(ascii: ")"):
        offset += 1
        return .url(String(decoding: text, as: UTF8.self), start..<(offset - 1))
      case _ where byte.isHTMLSpace:
        let end = offset
        while let space = self.byte(), space.isHTMLSpace { offset += 1 }
        guard self.byte() == UInt8(ascii: ")") || self.byte() == nil else { return badURL(from: open) }
        offset = min(offset + 1, bytes.count)
        return .url(String(decoding: text, as: UTF8.self), start..<end)
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "("), 0..<0x09, 0x0B, 0x0E..<0x20, 0x7F:
        return badURL(from: open)
      case UInt8(ascii: "\\"):
        guard isEscape(at: offset) else { return badURL(from: open) }
        appendEscape(to: &text)
      default:
        text.append(byte)
        offset += 1
      }
    }
    return .url(String(decoding: text, as: UTF8.self), start..<offset)
  }

  private mutating func badURL(from start: Int) -> Token {
    while let byte = byte(), byte != UInt8(ascii: ")") { offset += isEscape(at: offset) ? 2 : 1 }
    let end = min(offset, bytes.count)
    offset = min(offset + 1, bytes.count)
    return .badURL(start..<end)
  }
}

extension UInt8 {
  fileprivate var endsCSSLine: Bool { self == 0x0A || self == 0x0C || self == 0x0D }
  fileprivate var beginsCSSName: Bool { isASCIILetter || self == UInt8(ascii: "_") || self >= 0x80 }
  fileprivate var isCSSName: Bool { beginsCSSName || (0x30...0x39).contains(self) || self == UInt8(ascii: "-") }
}
