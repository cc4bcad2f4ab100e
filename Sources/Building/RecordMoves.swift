import CellistLists
import CellistTables

/// The records of a list that stand in other sections than before, or in another order within theirs. Moving a section moves
/// none of its records.
///
/// Records that are the same are compared among themselves, so that one that was updated and stands elsewhere for it
/// does not make its neighbours ones that moved.
struct RecordMoves {
  private(set) var moved: Set<String>

  init(from old: ArrangedList, to new: ArrangedList, same: Set<String>, updated: Set<String>) {
    moved = Self.moved(Self.table(old, of: same), Self.table(new, of: same))
    guard !updated.isEmpty else { return }
    let common = same.union(updated)
    let all = Self.moved(Self.table(old, of: common), Self.table(new, of: common))
    moved.formUnion(all.intersection(updated))
    // Of two that changed places, either may be reported as moved.
    let fixed = same.subtracting(moved)
    let (before, after) = (Self.anchors(old, updated, fixed), Self.anchors(new, updated, fixed))
    moved.formUnion(updated.filter { before[$0] != after[$0] })
  }

  private typealias Table = TableViewModel<Never, RecordItem>

  private static func table(_ list: ArrangedList, of ids: Set<String>) -> Table {
    TableAdapter(
      provider: .multiSection.filtered { ids.contains($0.id) }, presenter: DataPresenter { item, _ in item }
    ).table(of: list)
  }

  private static func moved(_ old: Table, _ new: Table) -> Set<String> {
    let diff: TableDiff
    do throws(DuplicateIdentity) {
      diff = try TableDiff(from: old, to: new, id: \.id, isSame: { _, _ in true }, isSameEdge: { _, _ in true })
    } catch {
      // Sections that share a slug are an error of the site, so no build has published them.
      return []
    }
    var moved = Set(diff.movedRows.lazy.map { new.item(atExisting: $0.to).id })
    guard old.sections.count > 1 || new.sections.count > 1 else { return moved }
    let (before, after) = (sections(of: old), sections(of: new))
    for (id, slugs) in after where before[id] != slugs { moved.insert(id) }
    return moved
  }

  /// The sections of each record.
  private static func sections(of table: Table) -> [String: Set<String>] {
    var sections: [String: Set<String>] = [:]
    for section in table.sections { for item in section { sections[item.id, default: []].insert(section.id) } }
    return sections
  }

  /// For each record, its predecessor in each of its sections, among those that stayed.
  private static func anchors(
    _ list: ArrangedList, _ ids: Set<String>, _ fixed: Set<String>
  ) -> [String: Set<[String]>] {
    var anchors: [String: Set<[String]>] = [:]
    for section in list.sections {
      var last = ""
      for item in section.items {
        if fixed.contains(item.id) { last = item.id }
        if ids.contains(item.id) { anchors[item.id, default: []].insert([section.slug, last]) }
      }
    }
    return anchors
  }
}
