import CellistRecords
import CellistText
import FoundationEssentials

/// A type whose values a field can hold.
///
/// `String`, `Int`, `Double`, `Decimal`, `Bool`, `URL`, ``Day``, ``Moment``, ``Markdown``, ``Asset``, ``Choice``s,
/// ``Reference``s, and arrays and dictionaries of those are. Another type can say how it is held by one of them:
///
/// ```swift
/// struct Colour: Codable, FieldValue {
///   var hex: String
///   static var fieldType: FieldType { .text }
///   static var sample: Colour { Colour(hex: "#000000") }
///   var fieldValue: Value { .text(hex) }
/// }
///
/// extension Colour {
///   init?(fieldValue: Value) {
///     hex = fieldValue.plainText
///     guard hex.hasPrefix("#"), hex.count == 7 else { return nil }
///   }
/// }
/// ```
public protocol FieldValue: Codable, Sendable {
  /// The name of the type in a list's settings.
  static var fieldType: FieldType { get }

  /// Takes what a record has for a field of the type; nil where it does not fit.
  ///
  /// - Complexity: O(1) is expected of a number, a date and the like; O(*n*) of text, lists and maps, where *n* is
  ///   their length.
  init?(fieldValue: Value)

  /// The value as records hold it.
  ///
  /// - Complexity: O(1) is expected of a single value, and O(*n*) of a list, where *n* is the number of its items.
  var fieldValue: Value { get }

  /// Any value of the type. Records are made of such values to find out which fields they have.
  static var sample: Self { get }
}

/// One of several named values: an enumeration of strings whose cases are the choices, in their order.
///
/// ```swift
/// enum Level: String, Choice { case beginner, advanced = "for those who know" }
/// ```
///
/// Sources write the string of a case, and so do pages. Cases are ordered as they are declared.
public protocol Choice: FieldValue, CaseIterable, Comparable, CustomStringConvertible, RawRepresentable
where RawValue == String {}

extension Choice {
  /// Whether a case is declared before another one.
  ///
  /// - Complexity: O(*c*), where *c* is the number of cases.
  public static func < (left: Self, right: Self) -> Bool {
    for choice in allCases where choice == left || choice == right { return choice == left && left != right }
    return false
  }

  /// The string of the case.
  public var description: String { rawValue }

  /// A choice of the strings of all cases.
  ///
  /// - Complexity: O(*c*), where *c* is the number of cases.
  public static var fieldType: FieldType { .choice(allCases.map(\.rawValue)) }
  public static var sample: Self { allCases[allCases.startIndex] }
  /// The case that has a string; nil where none has it.
  ///
  /// - Complexity: O(*c*), where *c* is the number of cases.
  public init?(fieldValue: Value) { self.init(rawValue: fieldValue.plainText) }
  public var fieldValue: Value { .text(rawValue) }
}

/// Text in CommonMark, which pages show as HTML.
public struct Markdown: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The text as it was written.
  public var source: String

  /// Markdown as it was written.
  public init(_ source: String) { self.source = source }
  public init(stringLiteral source: String) { self.init(source) }
}

/// The path of a file of the site, as a record writes it: relative to the record's own file.
public struct Asset: Hashable, Sendable {
  /// The path as it was written, such as "lamp.jpg"; one that begins with a slash is below the root of the site.
  public var path: String

  /// A file by its path, which is looked for when the site is built.
  public init(_ path: String) { self.path = path }
}

// MARK: - What fields can hold

extension String: FieldValue {
  public static var fieldType: FieldType { .text }
  public static var sample: Self { "" }
  public init?(fieldValue: Value) { self = fieldValue.plainText }
  public var fieldValue: Value { .text(self) }
}

extension Int: FieldValue {
  public static var fieldType: FieldType { .integer }
  public static var sample: Self { 0 }
  public init?(fieldValue: Value) {
    guard case .integer(let integer) = fieldValue else { return nil }
    self = integer
  }
  public var fieldValue: Value { .integer(self) }
}

extension Double: FieldValue {
  public static var fieldType: FieldType { .number }
  public static var sample: Self { 0 }
  public init?(fieldValue: Value) {
    guard fieldValue.decimal != nil else { return nil }
    self.init(fieldValue.plainText)
  }
  /// The shortest digits that mean the number; a whole number has no decimals.
  public var fieldValue: Value {
    guard isFinite else { return .absent }
    let digits = description
    return .number(digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits)
  }
}

extension Decimal: FieldValue {
  public static var fieldType: FieldType { .number }
  public static var sample: Self { 0 }
  public init?(fieldValue: Value) { self.init(string: fieldValue.plainText) }
  public var fieldValue: Value { .number(description) }
}

extension Bool: FieldValue {
  public static var fieldType: FieldType { .boolean }
  public static var sample: Self { false }
  public init?(fieldValue: Value) {
    guard case .boolean(let boolean) = fieldValue else { return nil }
    self = boolean
  }
  public var fieldValue: Value { .boolean(self) }
}

extension Day: FieldValue {
  public static var fieldType: FieldType { .date }
  public static var sample: Self { Day(number: 0) }
  public init?(fieldValue: Value) {
    guard case .date(let day) = fieldValue else { return nil }
    self = day
  }
  public var fieldValue: Value { .date(self) }
}

extension Moment: FieldValue {
  public static var fieldType: FieldType { .datetime }
  public static var sample: Self { Moment(instant: 0) }
  public init?(fieldValue: Value) {
    guard case .datetime(let moment) = fieldValue else { return nil }
    self = moment
  }
  public var fieldValue: Value { .datetime(self) }
}

extension URL: FieldValue {
  public static var fieldType: FieldType { .url }
  public static var sample: Self { URL(filePath: "/") }
  public init?(fieldValue: Value) { self.init(string: fieldValue.plainText) }
  public var fieldValue: Value { .text(absoluteString) }
}

extension Markdown: FieldValue {
  public static var fieldType: FieldType { .markdown }
  public static var sample: Self { "" }
  public init?(fieldValue: Value) { self.init(fieldValue.plainText) }
  public var fieldValue: Value { .text(source) }
}

extension Asset: FieldValue {
  public static var fieldType: FieldType { .asset }
  public static var sample: Self { Asset("") }
  public init?(fieldValue: Value) { self.init(fieldValue.plainText) }
  public var fieldValue: Value { .text(path) }
}

extension Array: FieldValue where Element: FieldValue {
  public static var fieldType: FieldType { .list(Element.fieldType) }
  public static var sample: Self { [] }
  public init?(fieldValue: Value) {
    let values = fieldValue.items
    self = []
    reserveCapacity(values.count)
    for value in values {
      guard let item = Element(fieldValue: value) else { return nil }
      append(item)
    }
  }
  public var fieldValue: Value { .list(map(\.fieldValue)) }
}

extension Dictionary: FieldValue where Key == String, Value: FieldValue {
  public static var fieldType: FieldType { .map(Value.fieldType) }
  public static var sample: Self { [:] }
  public init?(fieldValue: CellistRecords.Value) {
    guard case .map(let entries) = fieldValue else { return nil }
    self = Dictionary(
      entries.compactMap { entry in Value(fieldValue: entry.value).map { (entry.key, $0) } },
      uniquingKeysWith: { first, _ in first })
    guard count == entries.count else { return nil }
  }
  /// The entries in the order of their keys.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of entries.
  public var fieldValue: CellistRecords.Value {
    .map(sorted { $0.key < $1.key }.map { CellistRecords.Value.MapEntry(key: $0.key, value: $0.value.fieldValue) })
  }
}

// MARK: - Coding by other coders

extension Day: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let day = Day(iso: text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "a date such as 2024-05-01 is wanted")
    }
    self = day
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(iso)
  }
}

extension Moment: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let zone = TimeZoneRules("UTC"), let moment = Moment(iso: text, zone: zone) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a date and time such as 2024-05-01T09:30:00Z is wanted")
    }
    self = moment
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(iso)
  }
}

extension Markdown: Codable {
  public init(from decoder: any Decoder) throws { source = try decoder.singleValueContainer().decode(String.self) }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(source)
  }
}

extension Asset: Codable {
  public init(from decoder: any Decoder) throws { path = try decoder.singleValueContainer().decode(String.self) }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(path)
  }
}
