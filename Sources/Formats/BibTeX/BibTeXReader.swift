import CellistRecords
import CellistText

/// Reads bibliographies into located nodes, an entry each. O(n) in the size of the file.
///
/// No library that reads BibTeX keeps the places of values, so this is our own. What stands between entries is passed over,
/// as are comments behind `%`; an entry that is broken is reported, and reading goes on at the next one.
package struct BibTeXReader {
  private let bytes: [UInt8]
  private let lines: LineIndex
  private let file: String
  private var offset = 0
  private var macros: [String: [UInt8]] = Self.months
  /// How many more bytes names of texts may stand for: a few lines could say very much.
  private var rest: Int
  private var entries: [BibTeXEntry] = []
  /// How many things are never closed.
  private var open = 0
  private static let mostOpen = 10

  private struct Problem: Error {
    let offset: Int
    let message: String
    var hint: String?
    var code = DiagnosticCode.bibtexSyntax
    /// Whether something is never closed.
    var isOpen = false
  }

  /// The entries of a bibliography, in their order.
  package static func read(_ text: String, file: String, _ diagnostics: inout Diagnostics) -> [BibTeXEntry] {
    var reader = BibTeXReader(Array(text.utf8), file: file)
    reader.read(&diagnostics)
    return reader.entries
  }

  private init(_ bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
    lines = LineIndex(bytes: bytes)
    rest = bytes.count * 16 + (1 << 20)
  }

  /// The months by their short names, as numbers.
  private static let months = Dictionary(
    uniqueKeysWithValues: ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
      .enumerated().map { ($1, Array(String($0 + 1).utf8)) })

  private func place(of offset: Int) -> SourceLocation { lines.location(at: offset, in: file) }

  private mutating func read(_ diagnostics: inout Diagnostics) {
    while let start = nextEntry() {
      do throws(Problem) {
        try readEntry(from: start, &diagnostics)
      } catch {
        diagnostics.error(error.code, error.message, at: place(of: error.offset), hint: error.hint)
        // Each of those looked through the rest of the file.
        if error.isOpen { open += 1 }
        if error.code == .tooComplex || open == Self.mostOpen { return }
        // The entry ends where the next one begins: at a line that opens with its sign.
        skipToNextEntry(behind: start)
      }
    }
  }

  /// Passes over what is no entry; the offset of the next one's sign, or nil at the end.
  private mutating func nextEntry() -> Int? {
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "@"): return offset
      case UInt8(ascii: "%"): skipComment()
      default: offset += 1
      }
    }
    return nil
  }

  private mutating func skipComment() {
    while offset < bytes.count, !bytes.endsLine(at: offset) { offset += 1 }
  }

  /// Moves to the next sign of an entry at the beginning of a line.
  private mutating func skipToNextEntry(behind start: Int) {
    if offset > start, offset < bytes.count, bytes[offset] == UInt8(ascii: "@"), bytes.endsLine(at: offset - 1) {
      return
    }
    while offset < bytes.count {
      if bytes.endsLine(at: offset) {
        var next = offset + 1
        while next < bytes.count, bytes[next] == 0x20 || bytes[next] == 0x09 { next += 1 }
        if next < bytes.count, bytes[next] == UInt8(ascii: "@") { return }
        offset = next
      } else {
        offset += 1
      }
    }
  }

  /// Passes over white space, and over comments behind `%`.
  private mutating func skipSpace() {
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == UInt8(ascii: "%") {
        skipComment()
      } else if byte == 0x20 || (0x09...0x0D).contains(byte) {
        offset += 1
      } else {
        return
      }
    }
  }

  /// A name: of a type, a field, a text or an entry.
  private mutating func name() -> String {
    let start = offset
    while offset < bytes.count, bytes[offset] > 0x20, !Self.ends.contains(bytes[offset]) { offset += 1 }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  private static let ends = Set("{}()\",=#%@".utf8)
  private static let keyEnds = Set("{},=".utf8)

  private mutating func readEntry(from start: Int, _ diagnostics: inout Diagnostics) throws(Problem) {
    offset = start + 1
    skipSpace()
    let type = name().lowercased()
    skipSpace()
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: "{") || bytes[offset] == UInt8(ascii: "(") else {
      // An address of mail between entries.
      return
    }
    let opening = offset
    let closing = bytes[offset] == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: ")")
    offset += 1
    switch type {
    case "comment":
      offset = opening
      try skipComment(closing)
    case "preamble":
      _ = try value(&diagnostics)
      try end(closing, of: start)
    case "string":
      skipSpace()
      let place = offset
      let name = name().lowercased()
      guard !name.isEmpty else { throw Problem(offset: place, message: "expected the name of a text") }
      try expect("=", behind: name)
      macros[name] = try value(&diagnostics).bytes
      skipSpace()
      if offset < bytes.count, bytes[offset] == UInt8(ascii: ",") { offset += 1 }
      try end(closing, of: start)
    default: try readFields(of: type, from: start, closing, &diagnostics)
    }
  }

  /// Passes over a comment in brackets, which may hold others.
  private mutating func skipComment(_ closing: UInt8) throws(Problem) {
    let (start, opening) = (offset, bytes[offset])
    var depth = 0
    while offset < bytes.count {
      if bytes[offset] == opening { depth += 1 }
      if bytes[offset] == closing { depth -= 1 }
      offset += 1
      if depth == 0 { return }
    }
    offset = start + 1
    throw Problem(offset: start, message: "the comment that opens here is never closed", isOpen: true)
  }

  private mutating func expect(_ sign: Unicode.Scalar, behind name: String) throws(Problem) {
    skipSpace()
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: sign) else {
      throw Problem(offset: min(offset, bytes.count), message: "expected '\(sign)' behind '\(name.shortened)'")
    }
    offset += 1
  }

  private mutating func end(_ closing: UInt8, of start: Int) throws(Problem) {
    skipSpace()
    guard offset < bytes.count else { throw neverClosed(start) }
    guard bytes[offset] == closing else {
      throw Problem(offset: offset, message: "expected ',' or '\(Character(Unicode.Scalar(closing)))'")
    }
    offset += 1
  }

  private func neverClosed(_ start: Int) -> Problem {
    Problem(offset: start, message: "the entry that begins here is never closed", isOpen: true)
  }

  private mutating func readFields(
    of type: String, from start: Int, _ closing: UInt8, _ diagnostics: inout Diagnostics
  ) throws(Problem) {
    skipSpace()
    let keyOffset = offset
    while offset < bytes.count, bytes[offset] > 0x20, !Self.keyEnds.contains(bytes[offset]), bytes[offset] != closing {
      offset += 1
    }
    let key = String(decoding: bytes[keyOffset..<offset], as: UTF8.self)
    var fields: [BibTeXEntry.Field] = []
    var names: [String: Int] = [:]
    while true {
      skipSpace()
      guard offset < bytes.count else { throw neverClosed(start) }
      if bytes[offset] == closing { break }
      guard bytes[offset] == UInt8(ascii: ",") else {
        throw Problem(
          offset: offset, message: "expected ',' or '\(Character(Unicode.Scalar(closing)))'",
          hint: "a comma stands between fields, and braces around a text with braces or quotes in it")
      }
      offset += 1
      skipSpace()
      // A comma may stand behind the last field.
      guard offset < bytes.count, bytes[offset] != closing, bytes[offset] != UInt8(ascii: ",") else { continue }
      let nameOffset = offset
      let name = name().lowercased()
      guard !name.isEmpty else { throw Problem(offset: nameOffset, message: "expected the name of a field") }
      try expect("=", behind: name)
      let field = BibTeXEntry.Field(
        name: name, nameLocation: place(of: nameOffset), value: try value(&diagnostics))
      if let first = names[name] {
        if fields[first].value.bytes != field.value.bytes {
          diagnostics.warning(
            .bibtexSyntax, "the field '\(name.shortened)' stands in the entry twice, and the second is taken",
            at: field.nameLocation, hint: "the first stands in line \(fields[first].nameLocation.line)")
        }
        fields[first] = field
        continue
      }
      names[name] = fields.count
      fields.append(field)
    }
    offset += 1
    entries.append(
      BibTeXEntry(
        type: type, key: key, keyLocation: place(of: keyOffset), location: place(of: start), range: start..<offset,
        fields: fields))
  }

  /// A value: texts in braces or quotes, numbers and names of texts, with `#` between each two.
  private mutating func value(_ diagnostics: inout Diagnostics) throws(Problem) -> PlacedText {
    var value = PlacedText()
    while true {
      skipSpace()
      guard offset < bytes.count else {
        throw Problem(offset: bytes.count, message: "it ends where a value is expected")
      }
      let start = offset
      switch bytes[offset] {
      case UInt8(ascii: "{"), UInt8(ascii: "\""):
        let content = try delimited()
        value.append(bytes[content], at: content.lowerBound, isWritten: true)
      default:
        let word = name()
        guard !word.isEmpty else {
          throw Problem(offset: start, message: "expected a value in braces or quotes, a number or the name of a text")
        }
        if word.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
          value.append(word.utf8, at: start, isWritten: true)
        } else if let text = macros[word.lowercased()] {
          rest -= text.count
          guard rest >= 0 else {
            throw Problem(
              offset: start, message: "the texts that names stand for are too long in all", code: .tooComplex)
          }
          value.append(text, at: start, isWritten: false)
        } else {
          value.append(word.utf8, at: start, isWritten: true)
          diagnostics.warning(
            .bibtexSyntax, "there is no @string '\(word.shortened)', so the word itself is taken", at: place(of: start),
            hint: diagnostics.nearest(to: word.lowercased(), in: macros.keys.sorted()).map { "did you mean '\($0)'?" }
              ?? "a text stands in braces or quotes")
        }
      }
      skipSpace()
      guard offset < bytes.count, bytes[offset] == UInt8(ascii: "#") else { return value }
      offset += 1
    }
  }

  /// The bytes between braces or quotes, in which braces pair, also those behind a backslash.
  private mutating func delimited() throws(Problem) -> Range<Int> {
    let start = offset
    let isQuoted = bytes[offset] == UInt8(ascii: "\"")
    var depth = isQuoted ? 0 : 1
    offset += 1
    while offset < bytes.count {
      let byte = bytes[offset]
      offset += 1
      switch byte {
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"):
        depth -= 1
        if depth == 0, !isQuoted { return start + 1..<offset - 1 }
        if depth < 0 { throw Problem(offset: offset - 1, message: "a brace is closed here that was not opened") }
      case UInt8(ascii: "\"") where isQuoted && depth == 0: return start + 1..<offset - 1
      default: break
      }
    }
    offset = start + 1
    throw Problem(
      offset: start, message: "the \(isQuoted ? "quote" : "brace") that opens here is never closed", isOpen: true)
  }
}
