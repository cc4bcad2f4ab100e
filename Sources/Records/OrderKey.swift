import CellistBase
import CellistText

/// Bytes whose order is the order of a row of values: what sorts records and sections.
///
/// Byte comparison is the whole comparison, so descending order and "missing last" are part of the bytes.
package struct OrderKey: Hashable, Comparable, Sendable {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// A key that was made before.
  package init(bytes: [UInt8]) { self.bytes = bytes }

  /// Adds a value to the row. Missing values come last in either direction.
  package mutating func append(_ value: Value, type: FieldType, language: Language, descending: Bool = false) {
    bytes.append(value.isMissing ? 1 : 0)
    guard !value.isMissing else { return }
    let start = bytes.count
    switch (value, type) {
    case (.absent, _): break
    case (.text(let text), .choice(let names)): append(UInt64(names.firstIndex(of: text) ?? names.count))
    case (.text(let text), .version): bytes += VersionKey(text)?.bytes ?? []
    case (.text(let text), _): language.collation.appendKey(of: text, to: &bytes)
    case (.integer(let integer), .integer): append(UInt64(bitPattern: Int64(integer)) ^ 1 << 63)
    case (.integer, _), (.number, _): (value.decimal ?? DecimalNumber(0)).appendKey(to: &bytes)
    case (.boolean(let boolean), _): bytes.append(boolean ? 1 : 0)
    case (.date(let day), _): append(UInt64(bitPattern: Int64(day.number)) ^ 1 << 63)
    case (.datetime(let moment), _): append(UInt64(bitPattern: Int64(moment.instant)) ^ 1 << 63)
    case (.list(let items), .list(let item)):
      // A list that begins as another does and goes on comes after it.
      for value in items {
        bytes.append(1)
        append(value, type: item, language: language)
      }
      bytes.append(0)
    case (.list, _), (.map, _): language.collation.appendKey(of: value.plainText, to: &bytes)
    }
    if descending {
      for index in start..<bytes.count { bytes[index] = ~bytes[index] }
    }
  }

  /// Adds text without NUL as the bytes of its UTF-8, which orders it the same way in every language.
  package mutating func append(tie text: String) {
    bytes.append(contentsOf: text.utf8)
    bytes.append(0)
  }

  /// Adds the path of a file: files come in the order of a language, with the numbers in their names by value.
  package mutating func append(file: String, _ language: Language, descending: Bool = false) {
    let start = bytes.count
    language.collation.appendKey(of: file, to: &bytes)
    // Two names that are alike in the language are still two files.
    append(tie: file)
    guard descending else { return }
    for index in start..<bytes.count { bytes[index] = ~bytes[index] }
  }

  /// Files in the order of a language. O(n log n).
  package static func files(_ paths: [String], _ language: Language) -> [String] {
    let keyed = paths.map { path in
      var key = OrderKey()
      key.append(file: path, language)
      return (key: key, path: path)
    }
    return keyed.sorted { $0.key < $1.key }.map(\.path)
  }

  private mutating func append(_ number: UInt64) {
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }

  /// The first eight bytes as a number: a key with a lower one comes first.
  package var head: UInt64 {
    bytes.withUnsafeBytes { bytes in
      guard bytes.count < 8 else { return UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)) }
      return bytes.enumerated().reduce(0) { $0 | UInt64($1.element) << (56 - 8 * $1.offset) }
    }
  }

  package static func < (left: OrderKey, right: OrderKey) -> Bool {
    left.bytes.withUnsafeBytes { one in
      right.bytes.withUnsafeBytes { byteOrder(one, $0) < 0 }
    }
  }
}
