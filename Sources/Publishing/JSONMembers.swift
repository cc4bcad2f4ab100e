/// The members of an object of JSON that is written in one line, each as the text that it has there.
///
/// It keeps numbers and escapes as they are written, which trees of values lose.
struct JSONMembers: IteratorProtocol {
  /// A member: its name in quotes, and its value.
  struct Member: Hashable, Sendable {
    let name: String
    let value: String
  }

  private var rest: ArraySlice<UInt8>

  /// The members of an object; nil if the line is none.
  init?(_ line: ArraySlice<UInt8>) {
    guard line.first == UInt8(ascii: "{"), line.last == UInt8(ascii: "}"), line.count > 1 else { return nil }
    rest = line.dropFirst().dropLast()
  }

  /// All members of an object, in their order; nil if the line is none. O(n) in its bytes.
  static func all(in line: ArraySlice<UInt8>) -> [Member]? {
    guard var members = JSONMembers(line) else { return nil }
    var all: [Member] = []
    while let member = members.next() { all.append(member) }
    return members.rest.isEmpty ? all : nil
  }

  /// An object as exports write it.
  static func line(_ members: [Member]) -> [UInt8] {
    Array("{\(members.map { "\($0.name): \($0.value)" }.joined(separator: ", "))}".utf8)
  }

  /// The texts of an array of texts, with their quotes.
  static func names(in array: String) -> [String] {
    var members = JSONMembers(rest: Array(array.utf8.dropFirst().dropLast())[...])
    var names: [String] = []
    while let name = members.string() {
      names.append(name)
      members.rest = members.rest.drop { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: " ") }
    }
    return names
  }

  private init(rest: ArraySlice<UInt8>) { self.rest = rest }

  /// The next member; nil at the end, and where none is written.
  mutating func next() -> Member? {
    skipSpaces()
    guard let name = string() else { return nil }
    skipSpaces()
    guard rest.first == UInt8(ascii: ":") else { return nil }
    rest.removeFirst()
    skipSpaces()
    let value = value()
    guard !value.isEmpty else { return nil }
    if rest.first == UInt8(ascii: ",") { rest.removeFirst() }
    return Member(name: name, value: value)
  }

  private mutating func skipSpaces() { rest = rest.drop { $0 == UInt8(ascii: " ") } }

  /// A text with its quotes; nil if none begins here.
  private mutating func string() -> String? {
    guard let end = Self.end(ofStringIn: rest) else { return nil }
    defer { rest = rest[end...] }
    return String(decoding: rest[..<end], as: UTF8.self)
  }

  /// The text up to the next comma that is in no text, array or object.
  private mutating func value() -> String {
    var (index, depth) = (rest.startIndex, 0)
    scan: while index < rest.endIndex {
      switch rest[index] {
      case UInt8(ascii: "\""):
        index = Self.end(ofStringIn: rest[index...]) ?? rest.endIndex
        continue
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: ",") where depth == 0: break scan
      default: break
      }
      index += 1
    }
    defer { rest = rest[index...] }
    return String(decoding: rest[..<index], as: UTF8.self)
  }

  private static func end(ofStringIn text: ArraySlice<UInt8>) -> Int? {
    guard text.first == UInt8(ascii: "\"") else { return nil }
    var index = text.startIndex + 1
    while index < text.endIndex {
      switch text[index] {
      case UInt8(ascii: "\""): return index + 1
      case UInt8(ascii: "\\"): index += 2
      default: index += 1
      }
    }
    return nil
  }
}
