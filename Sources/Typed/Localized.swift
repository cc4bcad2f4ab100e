import CellistRecords

/// A value that records have in each language of a site, such as a title.
///
/// ```swift
/// struct Book: ListRecord, Codable {
///   var id: String
///   var title: Localized<String>
///   var year: Int
/// }
/// ```
///
/// The property declares its field as `localized: true` in `list.yml` does: sources write a mapping by language, a column for
/// each language such as `title.de`, or files beside. An item that is read from a source has its value in the language of
/// the page that shows it, and no translations. An item that a list fetches has the value in the site's first language,
/// and its translations; a language without one shows the first.
///
/// A list of values in each language is a `Localized<[String]>`.
public struct Localized<Value: FieldValue>: FieldValue {
  /// The value in the language of the page at hand, or in the site's first language for an item that Swift makes.
  public var value: Value
  /// The values in other languages, by their BCP 47 tags as the site's `languages` name them.
  public var translations: [String: Value]

  /// A value with its translations.
  ///
  /// - Parameters:
  ///   - value: the value in the site's first language.
  ///   - translations: those in others, by BCP 47 tags.
  public init(_ value: Value, _ translations: [String: Value] = [:]) {
    self.value = value
    self.translations = translations
  }

  public static var fieldType: FieldType { Value.fieldType }
  public static var sample: Self { Self(.sample) }
  public init?(fieldValue: CellistRecords.Value) {
    guard let value = Value(fieldValue: fieldValue) else { return nil }
    self.init(value)
  }
  public var fieldValue: CellistRecords.Value { value.fieldValue }
}

extension Localized: Equatable where Value: Equatable {}
extension Localized: Hashable where Value: Hashable {}

extension Localized: CustomStringConvertible where Value: CustomStringConvertible {
  public var description: String { value.description }
}

extension Localized: Codable {
  private enum Keys: String, CodingKey { case value, translations }

  /// Takes a value alone, or what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Keys.self), container.contains(.value) {
      self.init(
        try container.decode(Value.self, forKey: .value),
        try container.decodeIfPresent([String: Value].self, forKey: .translations) ?? [:])
    } else {
      self.init(try decoder.singleValueContainer().decode(Value.self))
    }
  }

  /// Writes the value alone where there are no translations, and else both, under `value` and `translations`.
  public func encode(to encoder: any Encoder) throws {
    guard !translations.isEmpty else {
      var container = encoder.singleValueContainer()
      return try container.encode(value)
    }
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(value, forKey: .value)
    try container.encode(translations, forKey: .translations)
  }
}

/// Any `Localized`.
protocol LocalizedValue {
  /// The value in the nearest of some languages, and that language.
  ///
  /// - Parameters:
  ///   - order: the tags of all languages of the site, the nearest first.
  ///   - first: the tag of the site's first language.
  func value(in order: [String], first: String) -> (value: Value, language: String)
}

extension Localized: LocalizedValue {
  func value(in order: [String], first: String) -> (value: CellistRecords.Value, language: String) {
    for tag in order {
      if tag == first { return (fieldValue, tag) }
      if let translation = translations[tag] { return (translation.fieldValue, tag) }
    }
    return (fieldValue, first)
  }
}
