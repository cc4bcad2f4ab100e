/// The change of one published record of a list from one build to another.
package struct RecordChange: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case inserted, deleted
    /// It has another id, and says the same otherwise.
    case renamed
    case updated
    /// It stands elsewhere in the list, and is the same.
    case moved
  }

  /// The name of the list in references.
  package let list: String
  package let id: String
  package let title: String
  package let kind: Kind
  /// The id that it had, where it was renamed.
  package var former: String?
  /// The names of the fields whose values differ; empty unless it was updated or renamed.
  package let fields: [String]
  /// The values of fields before and after, where they are known and both are short.
  package internal(set) var values: [String: Values] = [:]
  /// The fields whose values are known of a record that came or went, in declared order.
  package internal(set) var shown: [String] = []

  /// Which record changed, and in which way.
  struct Key: Hashable {
    private let list: String
    private let id: String
    private let kind: Kind

    init(_ change: RecordChange, in list: String) { (self.list, id, kind) = (list, change.id, change.kind) }
  }

  package struct Values: Hashable, Sendable {
    package let old: String
    package let new: String
  }
}
