import CellistRecords
import CellistText
import Synchronization

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
  ///
  /// - Complexity: O(*m*), where *m* is the number of the record's fields: each call reads the record anew. The first
  ///   call for a list in a build also takes O(*n*), where *n* is the number of its records.
  public var record: Target? { TypedRecords.current.record(id, as: Target.self) }
}

extension ListRecord {
  /// The records whose property refers to this one, while a site is built: those that are published, in the order in which
  /// they were read. None anywhere else.
  ///
  /// Providers and decorators may ask for them.
  ///
  /// - Parameter field: the property, such as `\Talk.speaker`.
  /// - Complexity: O(*n*) for the first call for a property in a build, where *n* is the number of records of the other
  ///   list; O(*m*) for each later one, where *m* is the number of records that it returns.
  public func records<Other: ListRecord>(referringBy field: KeyPath<Other, Reference<Self>> & Sendable) -> [Other] {
    TypedRecords.current.records(to: id, from: field) { [$0[keyPath: field].id] }
  }

  /// The records whose property refers to this one, where it may be absent. Else as for a property that is always there.
  ///
  /// - Parameter field: the property.
  /// - Complexity: O(*n*) for the first call for a property in a build, where *n* is the number of records of the other
  ///   list; O(*m*) for each later one, where *m* is the number of records that it returns.
  public func records<Other: ListRecord>(referringBy field: KeyPath<Other, Reference<Self>?> & Sendable) -> [Other] {
    TypedRecords.current.records(to: id, from: field) { $0[keyPath: field].map { [$0.id] } ?? [] }
  }

  /// The records of whose references one leads to this record. Else as for a property with one reference.
  ///
  /// - Parameter field: the property, such as `\Talk.speakers`.
  /// - Complexity: O(*n*) for the first call for a property in a build, where *n* is the number of records of the other
  ///   list and of their references; O(*m*) for each later one, where *m* is the number of records that it returns.
  public func records<Other: ListRecord>(referringBy field: KeyPath<Other, [Reference<Self>]> & Sendable) -> [Other] {
    TypedRecords.current.records(to: id, from: field) { $0[keyPath: field].map(\.id) }
  }

  /// Only references lead back.
  @available(
    *, unavailable,
    message:
      "records are found by a property that refers to this type: a Reference, an optional one, or an array of them"
  )
  public func records<Other: ListRecord, Property>(referringBy field: KeyPath<Other, Property>) -> [Other] { [] }
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

/// The records that references lead to, by their types.
package struct TypedRecords: Sendable {
  private var tables: [ObjectIdentifier: @Sendable (String) -> (any ListRecord)?] = [:]
  private var lists: [ObjectIdentifier: [@Sendable () -> [any ListRecord]]] = [:]
  private let back = BackReferences()
  /// Notes that a record was requested.
  package var asked: (@Sendable () -> Void)?
  fileprivate let language: Language?

  package init(language: Language? = nil) { self.language = language }

  /// Adds the records of a list.
  ///
  /// - Parameters:
  ///   - all: makes all records, in their order.
  ///   - find: makes the record of an id; nil where there is none.
  package mutating func add<Item: ListRecord>(
    _ type: Item.Type, all: @escaping @Sendable () -> [Item], _ find: @escaping @Sendable (String) -> Item?
  ) {
    let others = tables[ObjectIdentifier(type)]
    tables[ObjectIdentifier(type)] = { others?($0) ?? find($0) }
    lists[ObjectIdentifier(type), default: []].append(all)
  }

  func record<Item: ListRecord>(_ id: String, as type: Item.Type) -> Item? {
    asked?()
    return tables[ObjectIdentifier(type)]?(id) as? Item
  }

  /// The records whose property refers to one.
  ///
  /// - Parameter ids: what the property of a record refers to.
  func records<Other: ListRecord>(to id: String, from field: any AnyKeyPath & Sendable, _ ids: (Other) -> [String])
    -> [Other]
  {
    asked?()
    let found = back.records(to: id, from: field) {
      var index: [String: [any ListRecord]] = [:]
      for list in lists[ObjectIdentifier(Other.self)] ?? [] {
        for case let other as Other in list() {
          var seen: Set<String> = []
          for id in ids(other) where seen.insert(id).inserted { index[id, default: []].append(other) }
        }
      }
      return index
    }
    return found.compactMap { $0 as? Other }
  }

  /// The records that refer to each record, by property, once they have been requested.
  private final class BackReferences: Sendable {
    private let known = Mutex<[Property: [String: [any ListRecord]]]>([:])

    private struct Property: Hashable, Sendable {
      let path: any AnyKeyPath & Sendable

      static func == (left: Property, right: Property) -> Bool { left.path as AnyKeyPath == right.path as AnyKeyPath }
      func hash(into hasher: inout Hasher) { hasher.combine(path as AnyKeyPath) }
    }

    func records(
      to id: String, from field: any AnyKeyPath & Sendable, _ make: () -> [String: [any ListRecord]]
    ) -> [any ListRecord] {
      known.withLock { known in
        let index = known[Property(path: field)] ?? make()
        known[Property(path: field)] = index
        return index[id] ?? []
      }
    }
  }

  /// Those of the site that is being built.
  @TaskLocal package static var current = TypedRecords()
}

extension Day {
  /// The day in the language of the site that is being built, and as ISO 8601 anywhere else.
  ///
  /// - Parameter skeleton: the parts that are wanted, as Unicode Technical Standard 35 abbreviates them: "yMMMMd" is
  ///   "1 May 2024" or "May 1, 2024".
  /// - Complexity: O(1). The first call for a skeleton in a build also makes its format.
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
