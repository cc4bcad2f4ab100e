import CellistLists

/// The records of a list that got another id: each was removed under one name and added under another.
///
/// Two records are one if all values but those of the id are the same, or else if two thirds of the values that either has
/// are, and at least two. They share something that no other record has: the title, a text of Markdown, an address or a
/// file, or all their values. The most alike of several such records is the one; if two are as alike, none is.
struct RenamedRecords: Sendable {
  /// The new ids by the old ones, and the other way round.
  private(set) var after: [String: String] = [:]
  private(set) var before: [String: String] = [:]

  /// A value of a field, or all values of a record.
  private struct Key: Hashable {
    /// The field; -1 for all.
    let field: Int
    let print: UInt64
  }

  /// How alike two records are: how many of the values that either has are the same.
  private struct Likeness: Comparable {
    var same = 0
    var all = 0

    var isEnough: Bool { same == all || same >= 2 && same * 3 >= all * 2 }

    static func < (one: Likeness, other: Likeness) -> Bool { one.same * other.all < other.same * one.all }
  }

  /// A record, and the fingerprints of its values; that of no value is 0.
  struct Said {
    let id: String
    let said: [UInt64]

    init(id: String, said: [UInt64]) {
      self.id = id
      self.said = said
    }

    init(_ item: RecordItem) { self.init(id: item.id, said: item.saidFingerprints) }
  }

  /// The records of a list that got another id since some were removed.
  init(gone: [Said], came: [Said], in list: SiteSnapshot.List) {
    let (fields, names) = (list.published.fields, Set(came.lazy.map(\.id)))
    func numbers(_ names: [String]) -> Set<Int> { Set(names.compactMap { fields.firstIndex(of: $0) }) }
    let others =
      gone.isEmpty || came.isEmpty ? [] : list.entries.values.lazy.map(\.item).filter { !names.contains($0.id) }
    self.init(
      gone: gone, came: came, others: others.map { Said($0) }, idFields: numbers(list.published.idFields),
      tellingFields: numbers(list.published.tellingFields))
  }

  /// - Parameters:
  ///   - gone: the records that were removed, and `came`, those that were added.
  ///   - others: the records that there are beside those.
  ///   - idFields: the numbers of the fields that make the id.
  ///   - tellingFields: the numbers of those whose values alone can tell records apart; nil for all.
  /// - Complexity: O(n · m) in the numbers of records and of fields.
  init(gone: [Said], came: [Said], others: [Said] = [], idFields: Set<Int>, tellingFields: Set<Int>? = nil) {
    guard !gone.isEmpty, !came.isEmpty else { return }
    func keys(_ one: Said) -> [Key] {
      let own = one.said.enumerated().filter { !idFields.contains($0.offset) && $0.element != 0 }
      guard !own.isEmpty else { return [] }
      // Two fields that swap their values differ.
      let all = own.reduce(UInt64(0)) { $0 &+ $1.element &* (2 &* UInt64($1.offset) &+ 1) }
      return own.filter { tellingFields?.contains($0.offset) ?? true }.map { Key(field: $0.offset, print: $0.element) }
        + [Key(field: -1, print: all)]
    }
    // The record that has a key, among those removed and among those added; nil where several have it.
    var holders: [Key: (gone: Int?, came: Int?)] = [:]
    for (index, item) in gone.enumerated() {
      for key in keys(item) { holders[key] = (holders[key] == nil ? index : nil, nil) }
    }
    var isTaken: Set<Key> = []
    for (index, item) in came.enumerated() {
      for key in keys(item) where holders[key] != nil {
        holders[key]?.came = isTaken.insert(key).inserted ? index : nil
      }
    }
    for item in others { for key in keys(item) where holders[key] != nil { holders[key] = (nil, nil) } }
    var pairs: [[Int]: Likeness] = [:]
    for case (let old?, let new?) in holders.values where pairs[[old, new]] == nil {
      let likeness = Self.likeness(gone[old], came[new], besides: idFields)
      if likeness.isEnough { pairs[[old, new]] = likeness }
    }
    let (forward, backward) = (Self.best(pairs, of: 0), Self.best(pairs, of: 1))
    for (old, new) in forward where backward[new] == old {
      after[gone[old].id] = came[new].id
      before[came[new].id] = gone[old].id
    }
  }

  private static func likeness(_ one: Said, _ other: Said, besides idFields: Set<Int>) -> Likeness {
    var likeness = Likeness()
    for (field, prints) in zip(one.said, other.said).enumerated() {
      guard !idFields.contains(field), prints != (0, 0) else { continue }
      likeness.all += 1
      likeness.same += prints.0 == prints.1 ? 1 : 0
    }
    return likeness
  }

  /// The other side of the best pair of each record, where no other is as good.
  private static func best(_ pairs: [[Int]: Likeness], of side: Int) -> [Int: Int] {
    var best: [Int: (likeness: Likeness, other: Int?)] = [:]
    for (pair, likeness) in pairs {
      guard let known = best[pair[side]], !(known.likeness < likeness) else {
        best[pair[side]] = (likeness, pair[1 - side])
        continue
      }
      if !(likeness < known.likeness) { best[pair[side]]?.other = nil }
    }
    return best.compactMapValues(\.other)
  }
}
