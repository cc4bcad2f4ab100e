import CellistLists

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
