import CellistContent
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
      for (id, entry) in list.entries {
        guard let path = list.path(of: entry.item), deleted.contains(path) else { continue }
        let renamed = change.renamed[name]?.after[id].flatMap { change.new.lists[name]?.address(of: $0) }
        let now = address(of: id, in: name, change) ?? renamed
        lost.append(
          LostAddress(
            record: SiteChange.name(id, of: name), from: "/\(PagePath.address(of: path))",
            to: now.map { PagePath.address(of: $0) }))
      }
    }
    return lost.sorted { $0.from.utf8.lexicographicallyPrecedes($1.from.utf8) }
  }

  /// The addresses that earlier builds took away and that one took away now, without those at which something stands.
  ///
  /// A record that moved twice is where it went last.
  ///
  /// - Parameter paths: the paths of the pages that there are.
  static func joined(
    _ earlier: [LostAddress], _ now: [LostAddress], standing paths: some Sequence<String>
  ) -> [LostAddress] {
    guard !earlier.isEmpty || !now.isEmpty else { return [] }
    let paths = Set(names: paths)
    let next = Dictionary(now.map { ($0.from, $0.to) }, uniquingKeysWith: { first, _ in first })
    var all = Dictionary(now.map { ($0.from, $0) }, uniquingKeysWith: { first, _ in first })
    for lost in earlier where all[lost.from] == nil {
      let moved = lost.to.map { next["/\($0)"] ?? $0 } ?? nil
      all[lost.from] = LostAddress(record: lost.record, from: lost.from, to: moved)
    }
    return all.values.filter { !paths.contains(PagePath.page(in: String($0.from.dropFirst()))) }
      .sorted { inByteOrder($0.from, $1.from) }.suffix(limit)
  }

  /// How many addresses a state keeps.
  private static let limit = 10_000

  /// Where a record is now: in its list, or in the only other list that has come to hold a record of its id.
  private static func address(of id: String, in name: String, _ change: SiteChange) -> String? {
    if let own = change.new.lists[name]?.address(of: id), change.lists[name]?[id]?.kind != .deleted { return own }
    let others = change.new.lists.filter { $0.key != name && change.lists[$0.key]?[id]?.kind == .inserted }
    return others.count == 1 ? others.first?.value.address(of: id) : nil
  }
}
