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
      let inserted = change.lists[name]?.all.filter { $0.kind == .inserted }.map(\.id) ?? []
      for (id, entry) in list.entries {
        guard let path = list.path(of: entry.item), deleted.contains(path) else { continue }
        let now = address(of: id, in: name, change) ?? renamed(entry.item, among: inserted, of: name, change)
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

  /// Where the only new record of a list is that says the same as one that is gone, but for one field: it has another id.
  private static func renamed(
    _ item: RecordItem, among inserted: [String], of name: String, _ change: SiteChange
  ) -> String? {
    guard let list = change.new.lists[name], item.fingerprints.count > 2 else { return nil }
    let same = inserted.filter { id in
      guard let new = list.entries[id]?.item, new.fingerprints.count == item.fingerprints.count else { return false }
      return zip(item.fingerprints, new.fingerprints).count { $0 != $1 } <= 1
    }
    return same.count == 1 ? list.address(of: same[0]) : nil
  }
}
