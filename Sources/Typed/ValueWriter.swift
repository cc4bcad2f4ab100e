import CellistRecords

/// Encodes Swift types as the values of a record: each key is a field.
package final class ValueWriter {
  /// One value per field, and the languages of those that are in another than the one at hand.
  package typealias Written = (values: [Value], languages: [Int: String])

  fileprivate var values: [Value]
  private var languages: [Int: String] = [:]
  private let type: RecordType

  private init(_ type: RecordType) {
    self.type = type
    values = Array(repeating: .absent, count: type.fields.count)
    for (index, field) in type.fields.enumerated() {
      switch field.type {
      case .list: values[index] = .list([])
      case .map: values[index] = .map([])
      default: break
      }
    }
  }

  /// One value per field of a type, which `FieldProbe` made of the item's own.
  package static func values(of item: some Encodable, _ type: RecordType) throws -> [Value] {
    try written(of: item, type).values
  }

  static func written(of item: some Encodable, _ type: RecordType) throws -> Written {
    let writer = ValueWriter(type)
    try item.encode(to: ValueEncoder(writer: writer))
    return (writer.values, writer.languages)
  }

  fileprivate func set(_ value: Value, _ key: String) {
    if let index = type.index(of: key) { values[index] = value }
  }

  fileprivate func set(_ field: any FieldValue, _ key: String) {
    guard let index = type.index(of: key) else { return }
    let source = type.fields[index].source
    guard let first = source.plainLanguage, let localized = field as? any LocalizedValue else {
      values[index] = field.fieldValue
      return
    }
    let (value, language) = localized.value(in: source.languages, first: first)
    values[index] = value
    if language != source.languages.first, !value.isAbsent { languages[index] = language }
  }
}

private struct ValueEncoder: Encoder {
  let writer: ValueWriter
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(ValueContainer<Key>(writer: writer))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { Unfit(writer: writer) }
  func singleValueContainer() -> any SingleValueEncodingContainer { Unfit(writer: writer) }
}

private struct ValueContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let writer: ValueWriter
  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil(forKey key: Key) throws { writer.set(.absent, key.stringValue) }
  mutating func encode(_ value: String, forKey key: Key) throws { writer.set(.text(value), key.stringValue) }
  mutating func encode(_ value: Int, forKey key: Key) throws { writer.set(.integer(value), key.stringValue) }

  mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    guard let field = value as? any FieldValue else { throw RecordReader.noField(key.stringValue) }
    writer.set(field, key.stringValue)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy keyType: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> { ValueEncoder(writer: writer).container(keyedBy: keyType) }
  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { Unfit(writer: writer) }
  mutating func superEncoder() -> any Encoder { ValueEncoder(writer: writer) }
  mutating func superEncoder(forKey key: Key) -> any Encoder { ValueEncoder(writer: writer) }
}

/// A container for a record that has no place for the encoded value; the probe has refused such types before.
private struct Unfit: UnkeyedEncodingContainer, SingleValueEncodingContainer {
  let writer: ValueWriter
  var codingPath: [any CodingKey] { [] }
  var count: Int { 0 }

  func encodeNil() throws {}
  func encode<T: Encodable>(_ value: T) throws { throw RecordReader.notKeyed }
  func nestedContainer<Nested: CodingKey>(keyedBy keyType: Nested.Type) -> KeyedEncodingContainer<Nested> {
    ValueEncoder(writer: writer).container(keyedBy: keyType)
  }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
  func superEncoder() -> any Encoder { ValueEncoder(writer: writer) }
}
