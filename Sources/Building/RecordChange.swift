import CellistLists

/// The change of one published record of a list from one build to another.
package struct RecordChange: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case inserted, deleted, updated
    /// It stands elsewhere in the list, and is the same.
    case moved
  }

  /// The name of the list in references.
  package let list: String
  package let id: String
  package let title: String
  package let kind: Kind
  /// The names of the fields whose values differ; empty unless it was updated.
  package let fields: [String]
  /// The values of fields before and after, where they are known and both are short.
  package internal(set) var values: [String: Values] = [:]
  /// The fields whose values are known of a record that came or went, in declared order.
  package internal(set) var shown: [String] = []

  package struct Values: Hashable, Sendable {
    package let old: String
    package let new: String
  }
}

/// A list as one build shows it: its records in their places, and what their fields are called.
struct ShownList: Sendable {
  let name: String
  let fields: [String]
  let arranged: ArrangedList

  init(name: String, fields: [String], arranged: ArrangedList) {
    self.name = name
    self.fields = fields
    self.arranged = arranged
  }

  /// The records in the order of the list, each once.
  var items: [RecordItem] { arranged.records }
}

/// The changes of the records of one list from one build to another: first those that are new, then those that are
/// gone, that were updated and that moved, each in the order of the list.
///
/// Records are told apart by their ids, and their values by their fingerprints. O(n log n) in the number of records.
struct RecordChanges: Sendable {
  private(set) var all: [RecordChange] = []
  /// The records that stand elsewhere, whether they are the same or not.
  private(set) var moved: Set<String> = []
  private var places: [String: Int] = [:]

  /// The change of a record; nil when it is as it was, and when no list shows it.
  subscript(id: String) -> RecordChange? { places[id].map { all[$0] } }

  /// - Parameters:
  ///   - old: the list in the earlier build; nil when there was none.
  ///   - new: the list in the later build; nil when there is none.
  init(from old: ShownList?, to new: ShownList?) {
    let before = old?.items ?? []
    let after = new?.items ?? []
    let known = Dictionary(uniqueKeysWithValues: before.lazy.map { ($0.id, $0) })
    let shown = Set(after.lazy.map(\.id))
    for item in after where known[item.id] == nil { add(.inserted, item, of: new) }
    for item in before where !shown.contains(item.id) { add(.deleted, item, of: old) }
    guard let old, let new else { return }
    let comparison = FieldComparison(from: old.fields, to: new.fields)
    var same: Set<String> = []
    var updated: Set<String> = []
    for item in after {
      guard let earlier = known[item.id] else { continue }
      let fields = comparison.differing(earlier.fingerprints, item.fingerprints)
      if fields.isEmpty { same.insert(item.id) } else { updated.insert(item.id) }
      if !fields.isEmpty { add(.updated, item, of: new, fields) }
    }
    let move = RecordMoves(from: old.arranged, to: new.arranged, same: same, updated: updated)
    moved = move.moved
    for item in after where same.contains(item.id) && moved.contains(item.id) { add(.moved, item, of: new) }
  }

  private mutating func add(
    _ kind: RecordChange.Kind, _ item: RecordItem, of list: ShownList?, _ fields: [String] = []
  ) {
    places[item.id] = all.count
    all.append(RecordChange(list: list?.name ?? "", id: item.id, title: item.title, kind: kind, fields: fields))
  }
}

/// Compares the fingerprints of fields by their names: a list's settings may have changed between two builds.
private struct FieldComparison {
  /// The name of each field in declared order, and where its fingerprint stands on either side; those that are gone come
  /// last.
  private let fields: [(name: String, old: Int?, new: Int?)]

  init(from old: [String], to new: [String]) {
    let places = Dictionary(old.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let kept = Set(new)
    fields =
      new.enumerated().map { ($1, places[$1], $0) }
      + old.enumerated().filter { !kept.contains($1) }.map { ($1, $0, nil) }
  }

  func differing(_ old: [UInt64], _ new: [UInt64]) -> [String] {
    // No value has the fingerprint 0.
    fields.filter { field in
      (field.old.map { old[$0] } ?? 0) != (field.new.map { new[$0] } ?? 0)
    }.map(\.name)
  }
}
