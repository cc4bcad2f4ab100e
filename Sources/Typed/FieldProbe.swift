import CellistRecords

/// Finds out which fields a `Decodable` type has: it is decoded once from values made up for the purpose, and what it
/// asks for is written down.
package final class FieldProbe {
  private(set) var fields: [Field] = []
  private(set) var diagnostics = Diagnostics()
  private let owner: String
  private let location: SourceLocation

  private init(_ owner: String, at location: SourceLocation) {
    self.owner = owner
    self.location = location
  }

  package static func fields<Item: Decodable>(
    of type: Item.Type, at location: SourceLocation, _ diagnostics: inout Diagnostics
  ) -> [Field] {
    let probe = FieldProbe("\(type)", at: location)
    do {
      _ = try Item(from: ProbeDecoder(probe: probe))
    } catch {
      if !probe.diagnostics.hasErrors {
        probe.diagnostics.error(
          .unknownType, "the fields of \(type) cannot be told: \(error)", at: location,
          hint: "its init(from:) must take any values that fit the types of its properties")
      }
    }
    diagnostics.append(probe.diagnostics)
    return probe.fields
  }

  func add(_ key: String, _ type: any Decodable.Type, isOptional: Bool) -> (any FieldValue.Type)? {
    guard key != RecordType.idKey else { return nil }
    guard let value = type as? any FieldValue.Type else {
      diagnostics.error(
        .unknownType, "'\(key)' of \(owner) is of the type \(type), which no field holds", at: location,
        hint: "a choice conforms to Choice, and any other type that a field may hold to FieldValue")
      return nil
    }
    guard !RecordType.scheduleNames.contains(key) else {
      diagnostics.error(
        .reservedName, "'\(key)' of \(owner) is kept for publishing and cannot be a field", at: location)
      return value
    }
    if !fields.contains(where: { $0.name == key }) {
      var field = Field(key, value.fieldType, isOptional: isOptional)
      field.source.isLocalized = value is any LocalizedValue.Type
      fields.append(field)
    }
    return value
  }
}

private struct ProbeDecoder: Decoder {
  let probe: FieldProbe
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(ProbeContainer<Key>(probe: probe))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw RecordReader.notKeyed }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw RecordReader.notKeyed }
}

private struct ProbeContainer<Key: CodingKey>: FlatContainer {
  let probe: FieldProbe
  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool { true }
  func decodeNil(forKey key: Key) throws -> Bool { false }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try sample(type, key, isOptional: false)
  }

  // An optional property asks by this name, which distinguishes it from others.
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try sample(type, key, isOptional: true)
  }
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try sample(type, key, isOptional: true) }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try sample(type, key, isOptional: true)
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try sample(type, key, isOptional: true)
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try sample(type, key, isOptional: true) }

  private func sample<T: Decodable>(_ type: T.Type, _ key: Key, isOptional: Bool) throws -> T {
    if key.stringValue == RecordType.idKey, let id = "id" as? T { return id }
    guard let field = probe.add(key.stringValue, type, isOptional: isOptional),
      let sample = field.sample as? T
    else { throw RecordReader.noField(key.stringValue) }
    return sample
  }
}
