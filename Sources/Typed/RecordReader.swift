import CellistRecords

/// Decodes Swift types from a record: each key is a field.
package struct RecordReader: Decoder {
  let record: Record
  let type: RecordType
  package var codingPath: [any CodingKey] { [] }
  package var userInfo: [CodingUserInfoKey: Any] { [:] }

  static let notKeyed = DecodingError.typeMismatch(
    Record.self, .init(codingPath: [], debugDescription: "a record has fields, and is no single value or list"))

  static func noField(_ name: String) -> DecodingError {
    .keyNotFound(
      FieldKey(stringValue: name), .init(codingPath: [], debugDescription: "'\(name)' is of a type that no field holds")
    )
  }

  package func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(FieldContainer<Key>(record: record, type: self.type))
  }

  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Self.notKeyed }
  package func singleValueContainer() throws -> any SingleValueDecodingContainer { throw Self.notKeyed }
}

/// The name of a field, as coders want it.
struct FieldKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

private struct FieldContainer<Key: CodingKey>: FlatContainer {
  let record: Record
  let type: RecordType
  var allKeys: [Key] { type.fields.compactMap { Key(stringValue: $0.name) }.filter(contains) }

  private func value(_ key: Key) -> Value? {
    type.index(of: key.stringValue).map { record.values[$0] }
  }

  func contains(_ key: Key) -> Bool { key.stringValue == RecordType.idKey || value(key)?.isAbsent == false }
  func decodeNil(forKey key: Key) throws -> Bool { !contains(key) }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    if key.stringValue == RecordType.idKey { return record.id }
    return try present(key).plainText
  }

  // Types that are known need not be looked up for each value.
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try field(key) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try field(key) }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try field(key) }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    let value = try present(key)
    guard let field = type as? any FieldValue.Type else { throw RecordReader.noField(key.stringValue) }
    guard let result = field.init(fieldValue: value) as? T else { throw Self.unfit(value, type, key) }
    return result
  }

  private func field<T: FieldValue>(_ key: Key) throws -> T {
    let value = try present(key)
    guard let result = T(fieldValue: value) else { throw Self.unfit(value, T.self, key) }
    return result
  }

  private static func unfit(_ value: Value, _ type: Any.Type, _ key: Key) -> DecodingError {
    .dataCorrupted(.init(codingPath: [key], debugDescription: "\(quoted(value.plainText)) is no \(type)"))
  }

  private func present(_ key: Key) throws -> Value {
    guard let value = value(key), !value.isAbsent else {
      throw DecodingError.keyNotFound(key, .init(codingPath: [key], debugDescription: "there is no value"))
    }
    return value
  }
}

/// A container whose values have nothing inside, as the fields of a record.
protocol FlatContainer: KeyedDecodingContainerProtocol {}

extension FlatContainer {
  var codingPath: [any CodingKey] { [] }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { throw RecordReader.noField(key.stringValue) }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw RecordReader.noField(key.stringValue)
  }
  func superDecoder() throws -> any Decoder { throw RecordReader.notKeyed }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw RecordReader.noField(key.stringValue) }
}
