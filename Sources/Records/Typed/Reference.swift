import CellistText

/// A record of another list, named by its id.
///
/// ```swift
/// struct Talk: ListRecord, Codable {
///   var id: String
///   var speaker: Reference<Person>
/// }
/// ```
///
/// The list is the one whose items are of the type `Target`. An id that no record has is an error at its line. A type
/// that several lists hold cannot be referred to.
public struct Reference<Target: ListRecord>: Hashable, Sendable {
  /// The id that the record has in its list.
  public let id: String

  /// A reference to the record of an id, whether or not there is one.
  public init(_ id: String) { self.id = id }

  /// The record, while a site is built; nil where it is not published, and anywhere else.
  ///
  /// Providers and decorators may ask for it: what they make of it is compared in each build.
  public var record: Target? { TypedRecords.current.record(id, as: Target.self) }
}

extension Reference: FieldValue {
  /// The list is not known to the type; a site puts its name in the place of the type's.
  public static var fieldType: FieldType { .record(list: String(reflecting: Target.self)) }
  public static var sample: Self { Reference("") }
  public init?(fieldValue: Value) { self.init(fieldValue.plainText) }
  public var fieldValue: Value { .text(id) }

  public init(from decoder: any Decoder) throws { id = try decoder.singleValueContainer().decode(String.self) }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(id)
  }
}

/// What providers and decorators may ask of the site that is being built: the published records of its typed lists, by
/// their ids, and its language.
package struct TypedRecords: Sendable {
  private var tables: [ObjectIdentifier: @Sendable (String) -> (any ListRecord)?] = [:]
  /// Notes that somebody asked for a record.
  package var asked: (@Sendable () -> Void)?
  fileprivate let language: Language?

  package init(language: Language? = nil) { self.language = language }

  /// Adds the records of a list.
  ///
  /// - Parameter find: makes the record of an id; nil where there is none.
  package mutating func add<Item: ListRecord>(_ type: Item.Type, _ find: @escaping @Sendable (String) -> Item?) {
    let others = tables[ObjectIdentifier(type)]
    tables[ObjectIdentifier(type)] = { others?($0) ?? find($0) }
  }

  func record<Item: ListRecord>(_ id: String, as type: Item.Type) -> Item? {
    asked?()
    return tables[ObjectIdentifier(type)]?(id) as? Item
  }

  /// Those of the site that is being built.
  @TaskLocal package static var current = TypedRecords()
}

extension Day {
  /// The day in the language of the site that is being built, and as ISO 8601 anywhere else.
  ///
  /// - Parameter skeleton: the parts that are wanted, as Unicode Technical Standard 35 abbreviates them: "yMMMMd" is
  ///   "1 May 2024" or "May 1, 2024".
  public func formatted(_ skeleton: String = "yMMMMd") -> String {
    TypedRecords.current.language?.format(self, skeleton: skeleton) ?? iso
  }
}

extension Day: CustomStringConvertible {
  public var description: String { iso }
}

extension Moment: CustomStringConvertible {
  public var description: String { iso }
}
