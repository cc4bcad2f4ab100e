import CellistBase
import CellistLists

/// A record whose page builds took away, with what it said, so that publishing finds out where it is now.
///
/// Several builds may lie between two publications: a record is looked for among those whose pages are new at the target.
struct LostRecord: Hashable, Sendable {
  let list: String
  let id: String
  /// The address of its page from the site's root, such as `/papers/turing/`.
  let from: String
  /// The names of its fields, and the fingerprints of their values.
  let fields: [String]
  let said: [UInt64]

  /// The path of its page below the output folder.
  var path: String { PagePath.path(ofAddress: String(from.dropFirst())) }

  /// The records of a site whose pages are deleted. O(n) in the number of records.
  static func all(in old: SiteSnapshot, deleted: Set<Identifier>) -> [LostRecord] {
    guard !deleted.isEmpty else { return [] }
    return old.lists.flatMap { name, list -> [LostRecord] in
      guard list.published.prefix != nil else { return [] }
      return list.entries.compactMap { id, entry in
        guard let path = list.path(of: entry.item), deleted.contains(path) else { return nil }
        return LostRecord(
          list: name, id: id, from: "/\(PagePath.address(of: path))", fields: list.published.fields,
          said: entry.item.saidFingerprints)
      }
    }
  }

  /// The records that earlier builds took away and those that one takes away now, without those at whose addresses
  /// something is.
  ///
  /// - Parameter paths: the paths of the pages that there are.
  static func joined(
    _ earlier: [LostRecord], _ now: [LostRecord], standing paths: some Sequence<String>
  ) -> [LostRecord] {
    guard !earlier.isEmpty || !now.isEmpty else { return [] }
    let paths = Set(names: paths)
    let all = Dictionary((earlier + now).map { ($0.from, $0) }, uniquingKeysWith: { _, last in last })
    return all.values.filter { !paths.contains($0.path) }
      .sorted { inByteOrder($0.from, $1.from) }.suffix(limit)
  }

  /// How many a state keeps.
  private static let limit = 10_000

  /// The addresses that records lose, in their order, with those at which the records are now.
  ///
  /// - Parameters:
  ///   - isNew: whether a record of a list was added since.
  ///   - renamed: the records of each list that got another id; nil where that is not known yet.
  /// - Complexity: O(n · m) in the numbers of records and of fields.
  static func addresses(
    of lost: [LostRecord], in new: SiteSnapshot, renamed known: [String: RenamedRecords]? = nil,
    isNew: (_ list: String, _ item: RecordItem) -> Bool
  ) -> [LostAddress] {
    let addresses = Dictionary(grouping: lost, by: \.list).flatMap { name, lost -> [LostAddress] in
      let list = new.lists[name]
      let shown = Set(list?.shown.items.lazy.map(\.id) ?? [])
      let renamed =
        known?[name]
        ?? list.map { list in
          let gone = lost.filter { $0.fields == list.published.fields && list.entries[$0.id] == nil }
          let said = Set(gone.lazy.map(\.said))
          let items = list.entries.values.lazy.map(\.item)
          // A record with the same values is the same, also where a redirect to it was published.
          let came = gone.isEmpty ? [] : items.filter { said.contains($0.saidFingerprints) || isNew(name, $0) }
          return RenamedRecords(
            gone: gone.map { .init(id: $0.id, said: $0.said) }, came: came.map { .init($0) }, in: list)
        }
      return lost.map { one in
        let others = new.lists.filter { other in
          guard other.key != name, let item = other.value.entries[one.id]?.item else { return false }
          return isNew(other.key, item)
            || other.value.published.fields == one.fields && item.saidFingerprints == one.said
        }
        let now =
          (shown.contains(one.id) ? list?.address(of: one.id) : nil)
          ?? renamed?.after[one.id].flatMap { list?.address(of: $0) }
          ?? (others.count == 1 ? others.first?.value.address(of: one.id) : nil)
        return LostAddress(
          record: SiteChange.name(one.id, of: name), from: one.from, to: now.map { PagePath.address(of: $0) })
      }
    }
    return addresses.sorted { $0.from.utf8.lexicographicallyPrecedes($1.from.utf8) }
  }
}
