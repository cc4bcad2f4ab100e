import CellistRecords

/// Reads JSON (RFC 8259) into located nodes. Numbers stay the digits that were written.
///
/// Foundation's readers give no positions, so this is our own.
package struct JSONReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var offset = 0
  private var cursor: PositionCursor

  private struct Problem: Error {
    let offset: Int
    let code: DiagnosticCode
    let message: String
  }

  /// The value in `text`; nil, with a diagnostic, when it is broken.
  package static func read(_ text: String, file: String, _ diagnostics: inout Diagnostics) -> Node? {
    readPrefix(of: text, file: file, wholeText: true, &diagnostics)?.node
  }

  /// The value that `text` begins with, and how many bytes of it that took.
  package static func readPrefix(
    of text: String, file: String, wholeText: Bool = false, _ diagnostics: inout Diagnostics
  ) -> (node: Node, length: Int)? {
    var text = text
    return text.withUTF8 { bytes in
      var reader = JSONReader(bytes: bytes, cursor: PositionCursor(file: file))
      do {
        reader.skipSpace()
        let node = try reader.value(depth: 0)
        let end = reader.offset
        reader.skipSpace()
        if wholeText, reader.offset < bytes.count { throw reader.problem("found text after the end of the value") }
        return (node, end)
      } catch let problem as Problem {
        var cursor = PositionCursor(file: file)
        diagnostics.error(
          problem.code, "the JSON is broken: \(problem.message)", at: cursor.location(at: problem.offset, in: bytes))
      } catch {}
      return nil
    }
  }

  /// The values that stand on the lines of `text`, one each; a broken line is reported, and the others are read.
  package static func readLines(_ text: String, file: String, _ diagnostics: inout Diagnostics) -> [Node] {
    var text = text
    return text.withUTF8 { bytes in
      var values: [Node] = []
      var (start, line) = (0, 1)
      while start < bytes.count {
        var end = start
        while end < bytes.count, !bytes.endsLine(at: end) { end += 1 }
        let content = UnsafeBufferPointer(rebasing: bytes[start..<end])
        if !content.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }),
          let value = readLine(content, line, file: file, &diagnostics)
        {
          values.append(value)
        }
        start = end + 1
        line += 1
      }
      return values
    }
  }

  private static func readLine(
    _ bytes: UnsafeBufferPointer<UInt8>, _ line: Int, file: String, _ diagnostics: inout Diagnostics
  ) -> Node? {
    var reader = JSONReader(bytes: bytes, cursor: PositionCursor(file: file, line: line))
    do {
      reader.skipSpace()
      let node = try reader.value(depth: 0)
      reader.skipSpace()
      if reader.offset < bytes.count { throw reader.problem("found text after the end of the value") }
      return node
    } catch let problem as Problem {
      var cursor = PositionCursor(file: file, line: line)
      diagnostics.error(
        problem.code, "the JSON is broken: \(problem.message)", at: cursor.location(at: problem.offset, in: bytes))
    } catch {}
    return nil
  }

  private init(bytes: UnsafeBufferPointer<UInt8>, cursor: PositionCursor) {
    self.bytes = bytes
    self.cursor = cursor
  }

  private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private func problem(_ message: String, at place: Int? = nil, code: DiagnosticCode = .jsonSyntax) -> Problem {
    Problem(offset: place ?? offset, code: code, message: message)
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
  }

  private mutating func location() -> SourceLocation { cursor.location(at: offset, in: bytes) }

  private mutating func value(depth: Int) throws -> Node {
    guard depth < 100 else { throw problem("it is nested too deeply", code: .tooComplex) }
    let place = location()
    switch next {
    case UInt8(ascii: "{"): return Node(.mapping(try object(depth: depth)), at: place)
    case UInt8(ascii: "["): return Node(.sequence(try array(depth: depth)), at: place)
    case UInt8(ascii: "\""): return Node(.scalar(try string(), quoted: true), at: place)
    case UInt8(ascii: "t"): return Node(.scalar(try word("true"), quoted: false), at: place)
    case UInt8(ascii: "f"): return Node(.scalar(try word("false"), quoted: false), at: place)
    case UInt8(ascii: "n"):
      _ = try word("null")
      return Node(.null, at: place)
    case .some(UInt8(ascii: "-")), .some(UInt8(ascii: "0")...UInt8(ascii: "9")):
      return Node(.scalar(try number(), quoted: false), at: place, isNumber: true)
    case nil: throw problem("it ends where a value is expected")
    default: throw problem("expected a value")
    }
  }

  private mutating func object(depth: Int) throws -> [Node.Entry] {
    var list = EntryList()
    offset += 1
    skipSpace()
    if take("}") { return [] }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw problem("expected a key in double quotes") }
      let keyOffset = offset
      let keyLocation = location()
      let key = try string()
      guard !list.holds(key) else {
        throw problem("the key '\(key)' appears twice", at: keyOffset, code: .duplicateKey)
      }
      skipSpace()
      guard take(":") else { throw problem("expected ':' after the key '\(key)'") }
      skipSpace()
      list.append(.init(key: key, keyLocation: keyLocation, value: try value(depth: depth + 1)))
      skipSpace()
      if take("}") { return list.entries }
      guard take(",") else { throw problem("expected ',' or '}'") }
    }
  }

  private mutating func array(depth: Int) throws -> [Node] {
    var items: [Node] = []
    offset += 1
    skipSpace()
    if take("]") { return items }
    while true {
      skipSpace()
      items.append(try value(depth: depth + 1))
      skipSpace()
      if take("]") { return items }
      guard take(",") else { throw problem("expected ',' or ']'") }
    }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  private mutating func word(_ word: String) throws -> String {
    guard bytes[offset...].starts(with: word.utf8) else { throw problem("expected a value") }
    offset += word.utf8.count
    return word
  }

  private mutating func number() throws -> String {
    let start = offset
    _ = take("-")
    let first = next
    guard digits() > 0 else { throw problem("expected a digit") }
    if first == UInt8(ascii: "0"), bytes[start..<offset].drop(while: { $0 == 0x2D }).count > 1 {
      throw problem("a number cannot begin with 0", at: start)
    }
    if take("."), digits() == 0 { throw problem("expected a digit after the decimal point") }
    if take("e") || take("E") {
      if !take("-") { _ = take("+") }
      if digits() == 0 { throw problem("expected a digit in the exponent") }
    }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  private mutating func digits() -> Int {
    let start = offset
    while let byte = next, (48...57).contains(byte) { offset += 1 }
    return offset - start
  }

  private mutating func string() throws -> String {
    offset += 1
    let start = offset
    while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { offset += 1 }
    if next == UInt8(ascii: "\"") {
      defer { offset += 1 }
      return String(decoding: bytes[start..<offset], as: UTF8.self)
    }
    var text = Array(bytes[start..<offset])
    while true {
      guard let byte = next else { throw problem("the text that begins here has no closing quote", at: start - 1) }
      offset += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text += try escape()
      case 0..<0x20: throw problem("a control character must be escaped in text", at: offset - 1)
      default: text.append(byte)
      }
    }
  }

  private mutating func escape() throws -> [UInt8] {
    guard let byte = next else { throw problem("it ends inside an escape") }
    offset += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"):
      let start = offset - 2
      var code = try hexadecimal()
      if (0xD800..<0xDC00).contains(code), take("\\"), take("u") {
        let low = try hexadecimal()
        if (0xDC00..<0xE000).contains(low) { code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00) }
      }
      guard let scalar = Unicode.Scalar(code) else {
        throw problem("the escape is half of a surrogate pair", at: start)
      }
      return Array(String(Character(scalar)).utf8)
    default: throw problem("there is no escape '\\\(Character(Unicode.Scalar(byte)))'", at: offset - 2)
    }
  }

  private mutating func hexadecimal() throws -> UInt32 {
    let digits = bytes[offset...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw problem("expected four hexadecimal digits after \\u") }
    offset += 4
    return code
  }
}
