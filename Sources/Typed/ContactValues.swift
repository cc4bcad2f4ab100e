import CellistRecords

/// An address of mail, which pages show as a link.
public struct Email: Hashable, Sendable {
  /// The address, such as "ada@example.org".
  public var address: String

  /// An address, which is checked when a record holds it.
  public init(_ address: String) { self.address = address }
}

/// The number of a telephone, which pages show as a link.
public struct Telephone: Hashable, Sendable {
  /// The number as people write it, such as "+44 20 7946 0958".
  public var number: String

  /// A number, which is checked when a record holds it.
  public init(_ number: String) { self.number = number }
}

/// A version, such as "2.0.0-beta.2".
public struct Version: Hashable, Comparable, Sendable {
  /// The version as it was written.
  public var text: String

  /// A version, which is checked when a record holds it.
  public init(_ text: String) { self.text = text }

  /// Whether a version comes before another: 2.0.0-beta.2 before 2.0.0, and that before 10.0.
  ///
  /// - Complexity: O(*n*) in the length of the texts.
  public static func < (left: Version, right: Version) -> Bool {
    let (one, other) = (VersionKey(left.text)?.bytes ?? [], VersionKey(right.text)?.bytes ?? [])
    return one == other ? left.text < right.text : one.lexicographicallyPrecedes(other)
  }
}

extension Email: FieldValue {
  public static var fieldType: FieldType { .email }
  public static var sample: Self { Email("ada@example.org") }
  public init?(fieldValue: Value) { self.init(fieldValue.plainText) }
  public var fieldValue: Value { .text(address) }
}

extension Telephone: FieldValue {
  public static var fieldType: FieldType { .telephone }
  public static var sample: Self { Telephone("+44 20 7946 0958") }
  public init?(fieldValue: Value) { self.init(fieldValue.plainText) }
  public var fieldValue: Value { .text(number) }
}

extension Version: FieldValue {
  public static var fieldType: FieldType { .version }
  public static var sample: Self { Version("1.0") }
  public init?(fieldValue: Value) { self.init(fieldValue.plainText) }
  public var fieldValue: Value { .text(text) }
}

extension Email: Codable {
  public init(from decoder: any Decoder) throws { address = try decoder.singleValueContainer().decode(String.self) }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(address)
  }
}

extension Telephone: Codable {
  public init(from decoder: any Decoder) throws { number = try decoder.singleValueContainer().decode(String.self) }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}

extension Version: Codable {
  public init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
