import CellistLists

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

/// A list as one build shows it: its records in their places, and what their fields are called.
struct ShownList: Sendable {
  let name: String
  let fields: [String]
  let arranged: ArrangedList

  /// Whether a record may be in several sections.
  private let mayRepeat: Bool

  init(name: String, fields: [String], arranged: ArrangedList, mayRepeat: Bool = true) {
    self.name = name
    self.fields = fields
    self.arranged = arranged
    self.mayRepeat = mayRepeat
  }

  /// Two lists without the records that both begin and end with, section by section. They have not moved, whichever of the
  /// others is said to have done so.
  static func withoutEnds(_ old: ShownList, _ new: ShownList) -> (old: ShownList, new: ShownList) {
    let (before, after) = (old.arranged.sections, new.arranged.sections)
    guard !old.mayRepeat, !new.mayRepeat, old.fields == new.fields, before.map(\.slug) == after.map(\.slug) else {
      return (old, new)
    }
    var (one, other) = (old.arranged, new.arranged)
    for section in before.indices {
      let (items, others) = (before[section].items, after[section].items)
      let count = min(items.count, others.count)
      let front = (0..<count).prefix { items[$0].says(likeThat: others[$0]) }.count
      let end = (0..<count - front).prefix { items[items.count - 1 - $0].says(likeThat: others[others.count - 1 - $0]) }
        .count
      one.sections[section].items = Array(items[front..<items.count - end])
      other.sections[section].items = Array(others[front..<others.count - end])
    }
    return (
      ShownList(name: old.name, fields: old.fields, arranged: one, mayRepeat: false),
      ShownList(name: new.name, fields: new.fields, arranged: other, mayRepeat: false)
    )
  }

  /// The records in the order of the list, each once.
  var items: [RecordItem] { arranged.records }
}

/// The changes of the records of one list from one build to another: first those that are new, then those that are
/// gone, that were updated and that moved, each in the order of the list.
///
/// Records are matched by their ids, and their values by their fingerprints. O(n log n) in the number of records.
struct RecordChanges: Sendable {
  private(set) var all: [RecordChange] = []
  /// The records that stand elsewhere, whether they are the same or not.
  private(set) var moved: Set<String> = []
  private var places: [String: Int] = [:]

  /// The change of a record; nil when it is unchanged, and when no list shows it.
  subscript(id: String) -> RecordChange? { places[id].map { all[$0] } }

  /// - Parameters:
  ///   - old: the list in the earlier build; nil when there was none.
  ///   - new: the list in the later build; nil when there is none.
  init(from old: ShownList?, to new: ShownList?) {
    var (old, new) = (old, new)
    if let one = old, let other = new { (old, new) = ShownList.withoutEnds(one, other) }
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
      let fields = comparison.differing(earlier, item)
      if fields.isEmpty { same.insert(item.id) } else { updated.insert(item.id) }
      if !fields.isEmpty { add(.updated, item, of: new, fields) }
    }
    let move = RecordMoves(from: old.arranged, to: new.arranged, same: same, updated: updated)
    moved = move.moved
    for item in after where same.contains(item.id) && moved.contains(item.id) { add(.moved, item, of: new) }
  }

  /// The records that got other ids.
  func renamed(in name: String, from old: SiteSnapshot, to new: SiteSnapshot) -> RenamedRecords {
    let (before, after) = (old.lists[name], new.lists[name])
    func items(_ kind: RecordChange.Kind, of list: SiteSnapshot.List?, besides other: SiteSnapshot.List?)
      -> [RecordItem]
    {
      all.filter { $0.kind == kind && other?.entries[$0.id] == nil }.compactMap { list?.entries[$0.id]?.item }
    }
    let areSame = before?.published.fields == after?.published.fields
    guard areSame, let after else { return RenamedRecords(gone: [], came: [], idFields: []) }
    return RenamedRecords(
      gone: items(.deleted, of: before, besides: after).map { .init($0) },
      came: items(.inserted, of: after, besides: before).map { .init($0) }, in: after)
  }

  /// All changes, where a record that is gone under one id and came under another is one change.
  func all(_ renamed: RenamedRecords?, from old: ShownList?, to new: ShownList?) -> [RecordChange] {
    guard let renamed, !renamed.after.isEmpty, let old, let new else { return all }
    let comparison = FieldComparison(from: old.fields, to: new.fields)
    let known = Dictionary(old.items.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let items = Dictionary(new.items.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let changes = all.filter { change in
      change.kind == .inserted && renamed.before[change.id] == nil
        || change.kind == .deleted && renamed.after[change.id] == nil
    }
    let pairs = all.filter { $0.kind == .inserted }.compactMap { change -> RecordChange? in
      guard let former = renamed.before[change.id], let earlier = known[former], let item = items[change.id] else {
        return nil
      }
      let fields = comparison.differing(earlier.saidFingerprints, item.saidFingerprints)
      return RecordChange(
        list: change.list, id: change.id, title: change.title, kind: .renamed, former: former, fields: fields)
    }
    return changes + pairs + all.filter { $0.kind != .inserted && $0.kind != .deleted }
  }

  private mutating func add(
    _ kind: RecordChange.Kind, _ item: RecordItem, of list: ShownList?, _ fields: [String] = []
  ) {
    places[item.id] = all.count
    all.append(RecordChange(list: list?.name ?? "", id: item.id, title: item.title, kind: kind, fields: fields))
  }
}

extension RecordItem {
  /// Whether it is the item of the same record, which says the same.
  fileprivate func says(likeThat other: RecordItem) -> Bool {
    self === other || id == other.id && fingerprints == other.fingerprints
  }
}

/// Compares the fingerprints of fields by their names: a list's settings may have changed between two builds.
private struct FieldComparison {
  /// The name of each field in declared order, and the index of its fingerprint on either side; removed ones come last.
  private let fields: [(name: String, old: Int?, new: Int?)]

  init(from old: [String], to new: [String]) {
    let places = Dictionary(old.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let kept = Set(new)
    fields =
      new.enumerated().map { ($1, places[$1], $0) }
      + old.enumerated().filter { !kept.contains($1) }.map { ($1, $0, nil) }
  }

  /// The fields in which two states of a record differ. The date of its change is one only where it says the same.
  func differing(_ old: RecordItem, _ new: RecordItem) -> [String] {
    let said = differing(old.saidFingerprints, new.saidFingerprints)
    return said.isEmpty ? differing(old.fingerprints, new.fingerprints) : said
  }

  func differing(_ old: [UInt64], _ new: [UInt64]) -> [String] {
    // No value has the fingerprint 0.
    fields.filter { field in
      (field.old.map { old[$0] } ?? 0) != (field.new.map { new[$0] } ?? 0)
    }.map(\.name)
  }
}
