/// Whether a text is JSON, by the grammar of RFC 8259 and nothing else.
struct JSONGrammar {
  private var rest: Substring.UnicodeScalarView

  static func accepts(_ text: String) -> Bool {
    var grammar = JSONGrammar(rest: text[...].unicodeScalars)
    return grammar.element() && grammar.rest.isEmpty
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard rest.first == scalar else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func takeAll(_ text: String) -> Bool { text.unicodeScalars.allSatisfy { take($0) } }

  private mutating func space() { rest = rest.drop { " \t\n\r".unicodeScalars.contains($0) } }

  private mutating func element() -> Bool {
    space()
    defer { space() }
    return value()
  }

  private mutating func value() -> Bool {
    switch rest.first {
    case "{": take("{") && members()
    case "[": take("[") && elements()
    case "\"": string()
    case "t": takeAll("true")
    case "f": takeAll("false")
    case "n": takeAll("null")
    default: number()
    }
  }

  private mutating func members() -> Bool {
    space()
    if take("}") { return true }
    repeat {
      space()
      guard string() else { return false }
      space()
      guard take(":"), element() else { return false }
    } while take(",")
    return take("}")
  }

  private mutating func elements() -> Bool {
    space()
    if take("]") { return true }
    repeat { guard element() else { return false } } while take(",")
    return take("]")
  }

  /// A text, whose escapes name whole characters.
  private mutating func string() -> Bool {
    guard take("\"") else { return false }
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"": return true
      case "\\": guard escape() else { return false }
      case "\0"..<" ": return false
      default: break
      }
    }
    return false
  }

  private mutating func escape() -> Bool {
    switch rest.popFirst() {
    case "\"", "\\", "/", "b", "f", "n", "r", "t": return true
    case "u":
      guard let code = unit() else { return false }
      guard (0xD800..<0xDC00).contains(code) else { return !(0xDC00..<0xE000).contains(code) }
      guard takeAll("\\u"), let low = unit() else { return false }
      return (0xDC00..<0xE000).contains(low)
    default: return false
    }
  }

  private mutating func unit() -> UInt32? {
    let digits = rest.prefix(4)
    guard digits.count == 4, digits.allSatisfy({ $0.isASCII && $0.properties.isASCIIHexDigit }) else { return nil }
    rest = rest.dropFirst(4)
    return UInt32(String(Substring(digits)), radix: 16)
  }

  private mutating func number() -> Bool {
    _ = take("-")
    if !take("0"), !digits() { return false }
    if take("."), !digits() { return false }
    guard take("e") || take("E") else { return true }
    if !take("+") { _ = take("-") }
    return digits()
  }

  private mutating func digits() -> Bool {
    let count = rest.prefix { ("0"..."9").contains($0) }.count
    rest = rest.dropFirst(count)
    return count > 0
  }
}
