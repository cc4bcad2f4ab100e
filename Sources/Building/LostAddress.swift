import CellistContent
import CellistLists
import CellistText

/// The address of a record's page that a change of the site takes away, so that links from elsewhere break.
package struct LostAddress: Hashable, Sendable {
  /// The record, as messages call it: "papers: 'turing-1936'".
  package let record: String
  /// The path from the site's root, such as `/papers/turing/`.
  package let from: String
  /// Where the record is now, as `redirects` in site.yml write it; nil where it is gone.
  package let to: String?

  package init(record: String, from: String, to: String?) {
    self.record = record
    self.from = from
    self.to = to
  }

  /// The addresses that a change takes away, in their order. O(n) in the number of records.
  ///
  /// - Parameter deleted: the files that are removed.
  static func all(_ change: SiteChange, deleted: Set<Identifier>) -> [LostAddress] {
    guard !deleted.isEmpty else { return [] }
    var lost: [LostAddress] = []
    for (name, list) in change.old.lists where list.published.prefix != nil {
      let renamed = RenamedRecords(in: name, change)
      for (id, entry) in list.entries {
        guard let path = list.path(of: entry.item), deleted.contains(path) else { continue }
        let now = address(of: id, in: name, change) ?? renamed.address(of: entry.item)
        lost.append(
          LostAddress(
            record: SiteChange.name(id, of: name), from: "/\(PagePath.address(of: path))",
            to: now.map { PagePath.address(of: $0) }))
      }
    }
    return lost.sorted { $0.from.utf8.lexicographicallyPrecedes($1.from.utf8) }
  }

  /// Where a record is now: in its list, or in the only other list that has come to hold a record of its id.
  private static func address(of id: String, in name: String, _ change: SiteChange) -> String? {
    if let own = change.new.lists[name]?.address(of: id), change.lists[name]?[id]?.kind != .deleted { return own }
    let others = change.new.lists.filter { $0.key != name && change.lists[$0.key]?[id]?.kind == .inserted }
    return others.count == 1 ? others.first?.value.address(of: id) : nil
  }
}

/// The new records of a list, by what they say but for one field: a record that got another id mostly says the rest still.
private struct RenamedRecords {
  /// All that a record says but for one field.
  private struct Rest: Hashable {
    let field: Int
    let print: UInt64
  }

  private let list: SiteSnapshot.List?
  private var records: [Rest: [RecordItem]] = [:]

  /// O(n) in the number of new records.
  init(in name: String, _ change: SiteChange) {
    list = change.new.lists[name]
    for record in change.lists[name]?.all ?? [] where record.kind == .inserted {
      guard let item = list?.entries[record.id]?.item else { continue }
      // More than two are as ambiguous as two.
      for rest in Self.rests(of: item) where records[rest, default: []].count < 2 {
        records[rest, default: []].append(item)
      }
    }
  }

  private static func rests(of item: RecordItem) -> [Rest] {
    // Multiplied by what differs from field to field, so that two fields that swap their values count.
    let parts = item.fingerprints.enumerated().map { $1 &* (2 &* UInt64($0) &+ 1) }
    let sum = parts.reduce(0, &+)
    return parts.enumerated().map { Rest(field: $0, print: sum &- $1) }
  }

  /// Where a record is now that is gone from the list; nil where none or several of the new ones could be it.
  func address(of item: RecordItem) -> String? {
    guard let list, !records.isEmpty else { return nil }
    let same = Self.rests(of: item).flatMap { records[$0] ?? [] }.filter { Self.isSame($0, item) }
    guard let first = same.first, same.allSatisfy({ $0 === first }) else { return nil }
    return list.address(of: first.id)
  }

  /// Whether two records say the same but for one field, and at least two values are in both.
  private static func isSame(_ one: RecordItem, _ other: RecordItem) -> Bool {
    guard one.fingerprints.count == other.fingerprints.count else { return false }
    let pairs = zip(one.fingerprints, other.fingerprints)
    // The fingerprint of no value is 0.
    return pairs.count { $0 != $1 } <= 1 && pairs.count { $0 == $1 && $0 != 0 } >= 2
  }
}
