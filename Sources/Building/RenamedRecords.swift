import CellistLists

/// The records of a list that got another id and say the same otherwise: each is gone under one name and came under another.
///
/// Two records are one where all but the fields of the id say the same, or where all but one field do and two values at
/// least are the same. A record that several others could be is none of them.
struct RenamedRecords: Sendable {
  /// The new ids by the old ones, and the other way round.
  private(set) var after: [String: String] = [:]
  private(set) var before: [String: String] = [:]

  /// All that a record says but for some fields.
  private struct Rest: Hashable {
    /// The field that is left out besides those of the id; -1 for none.
    let field: Int
    let print: UInt64
  }

  /// - Parameters:
  ///   - gone: the records that are gone, and `came`, those that came.
  ///   - idFields: the numbers of the fields that make the id.
  /// - Complexity: O(n · m) in the numbers of records and of fields.
  init(gone: [RecordItem], came: [RecordItem], idFields: Set<Int>) {
    pair(gone, came) { item in
      let parts = Self.parts(of: item).enumerated().filter { !idFields.contains($0.offset) }.map(\.element)
      return parts.allSatisfy { $0 == 0 } ? [] : [Rest(field: -1, print: parts.reduce(0, &+))]
    } isSame: { one, other in
      zip(one.saidFingerprints, other.saidFingerprints).enumerated().allSatisfy {
        idFields.contains($0.offset) || $0.element.0 == $0.element.1
      }
    }
    pair(gone.filter { after[$0.id] == nil }, came.filter { before[$0.id] == nil }) { item in
      let parts = Self.parts(of: item)
      let sum = parts.reduce(0, &+)
      return parts.enumerated().map { Rest(field: $0, print: sum &- $1) }
    } isSame: { one, other in
      let pairs = zip(one.saidFingerprints, other.saidFingerprints)
      // The fingerprint of no value is 0.
      return pairs.count { $0 != $1 } <= 1 && pairs.count { $0 == $1 && $0 != 0 } >= 2
    }
  }

  /// The fingerprints of a record's values, multiplied by what differs from field to field, so that two fields that swap
  /// their values count.
  private static func parts(of item: RecordItem) -> [UInt64] {
    item.saidFingerprints.enumerated().map { $1 &* (2 &* UInt64($0) &+ 1) }
  }

  /// Pairs the records that share a key and are the same, as far as each has one such other.
  private mutating func pair(
    _ gone: [RecordItem], _ came: [RecordItem], keys: (RecordItem) -> [Rest], isSame: (RecordItem, RecordItem) -> Bool
  ) {
    guard !gone.isEmpty, !came.isEmpty else { return }
    func others(of items: [RecordItem], among others: [RecordItem]) -> [String: String] {
      var known: [Rest: [RecordItem]] = [:]
      // More than two are as ambiguous as two.
      for item in others {
        for key in keys(item) where known[key, default: []].count < 2 { known[key, default: []].append(item) }
      }
      var found: [String: String] = [:]
      for item in items {
        let same = Set(keys(item).flatMap { known[$0] ?? [] }.filter { isSame($0, item) }.map(\.id))
        if same.count == 1, let id = same.first { found[item.id] = id }
      }
      return found
    }
    let forward = others(of: gone, among: came)
    let backward = others(of: came, among: gone)
    for (old, new) in forward where backward[new] == old {
      after[old] = new
      before[new] = old
    }
  }
}
