import CellistRecords
import CTOML

/// Reads TOML 1.0 into located nodes. Numbers keep the digits that were written, days and times their text.
package struct TOMLReader {
  private var events: UnsafePointer<TomlEvent>
  private let file: String
  /// How many lines of the file precede the text.
  private let before: Int
  private var diagnostics = Diagnostics()

  /// The table that `text` is, which begins at `line` of a file, or null where it has no key; nil, with diagnostics, when it
  /// is broken.
  package static func read(_ text: String, file: String, line: Int = 1, _ diagnostics: inout Diagnostics) -> Node? {
    var text = text
    return text.withUTF8 { bytes in
      if let problem = TOMLLimits.problem(in: bytes) {
        var cursor = PositionCursor(file: file, line: line)
        diagnostics.error(.tooComplex, problem.message, at: cursor.location(at: problem.offset, in: bytes))
        return nil
      }
      let document = toml_open(bytes.baseAddress, bytes.count)
      defer { toml_close(document) }
      var offset = 0
      if let message = toml_problem(document, &offset) {
        let problem = TOMLProblem(String(cString: message), at: offset, in: bytes)
        var cursor = PositionCursor(file: file, line: line)
        diagnostics.error(problem.code, problem.message, at: cursor.location(at: problem.offset, in: bytes))
        return nil
      }
      var reader = TOMLReader(events: toml_events(document), file: file, before: line - 1)
      let root = reader.node()
      diagnostics.append(reader.diagnostics)
      if reader.diagnostics.hasErrors { return nil }
      return root.entries?.isEmpty ?? false ? Node(.null, at: root.location) : root
    }
  }

  private init(events: UnsafePointer<TomlEvent>, file: String, before: Int) {
    self.events = events
    self.file = file
    self.before = before
  }

  private mutating func next() -> TomlEvent {
    defer { events += 1 }
    return events.pointee
  }

  private func location(of event: TomlEvent) -> SourceLocation {
    SourceLocation(file: file, line: before + Int(event.line), column: Int(event.column))
  }

  private mutating func node() -> Node {
    let event = next()
    let place = location(of: event)
    switch event.kind {
    case TOML_IS_TABLE: return Node(.mapping(entries(event.count)), at: place)
    case TOML_IS_ARRAY: return Node(.sequence((0..<event.count).map { _ in node() }), at: place)
    case TOML_IS_INTEGER: return Node(.scalar(integer(event.string), quoted: false), at: place)
    case TOML_IS_FLOAT:
      let written = event.string
      if written.utf8.last.map({ $0 < UInt8(ascii: "0") || $0 > UInt8(ascii: "9") }) ?? true {
        diagnostics.error(.invalidValue, "a number must be finite, found \(quoted(written))", at: place)
      }
      return Node(.scalar(written.filter { $0 != "_" }, quoted: false), at: place, isNumber: true)
    // A day and a time may have small letters in TOML, and never other letters than T and Z.
    case TOML_IS_TIME: return Node(.scalar(event.string.uppercased(), quoted: false), at: place)
    case TOML_IS_BOOLEAN: return Node(.scalar(event.string, quoted: false), at: place)
    default: return Node(.scalar(event.string, quoted: true), at: place)
    }
  }

  private mutating func entries(_ count: Int) -> [Node.Entry] {
    var list = EntryList()
    for _ in 0..<count {
      let event = next()
      let (key, place) = (event.string, location(of: event))
      let value = node()
      // To TOML, a letter in one scalar and in two are different keys.
      guard !list.holds(key) else {
        diagnostics.error(.duplicateKey, "the key '\(key)' appears twice", at: place)
        continue
      }
      list.append(Node.Entry(key: key, keyLocation: place, value: value))
    }
    return list.entries
  }

  /// The decimal digits of an integer.
  private func integer(_ written: String) -> String {
    let digits = written.filter { $0 != "_" }
    let bases: [(prefix: String, radix: Int)] = [("0x", 16), ("0o", 8), ("0b", 2)]
    guard let (prefix, radix) = bases.first(where: { digits.hasPrefix($0.prefix) }) else { return digits }
    return Int(digits.dropFirst(prefix.count), radix: radix).map { String($0) } ?? digits
  }
}

extension TomlEvent {
  /// The key, the text, or what was written.
  fileprivate var string: String {
    String(decoding: UnsafeRawBufferPointer(start: text, count: length), as: UTF8.self)
  }
}
