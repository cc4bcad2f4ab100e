import CellistLists
import CellistTables

package typealias ListTable = TableViewModel<SectionEdge, RecordCell>

extension ListTable {
  /// The table that shows an arranged list: the list's own sections, walked by a provider and presented by a decorator.
  ///
  /// - Parameter mayRepeat: whether a record may be in several sections.
  package static func presenting(
    _ list: ArrangedList, with decorator: some CellDecorator<RecordItem, RecordCell>, mayRepeat: Bool
  ) -> ListTable {
    let slugs = slugs(of: list, mayRepeat: mayRepeat && list.sections.count > 1)
    /// A section may be called as one of the records is; a page has each id once.
    @Sendable func anchor(ofSection slug: String) -> String {
      slugs.contains(slug) ? Self.anchor("section--\(slug)", besides: slugs) : slug
    }
    let presenter = DataPresenter<RecordItem, SectionEdge, RecordCell>(
      header: { section, index in
        let groups = list.sections[index].groups.map { ($0, anchor(ofSection: $0.slug)) }
        return .header(
          SectionHeader(
            title: section.title, slug: section.id,
            anchor: anchor(ofSection: section.title == nil ? Self.plainAnchor : section.id),
            count: section.items.count, groups: groups))
      },
      footer: { _, index in
        let section = list.sections[index]
        return section.aggregates.isEmpty && section.notes.isEmpty ? nil : .footer(section.aggregates, section.notes)
      },
      decorator: decorator)
    let table = TableAdapter(provider: .multiSection, presenter: presenter).table(of: list)
    return mayRepeat && table.sections.count > 1 ? table.withDistinctAnchors(slugs) : table
  }

  /// The slugs of records that may be anchors of something else: where records stand once, those that sections want alone.
  private static func slugs(of list: ArrangedList, mayRepeat: Bool) -> Set<String> {
    if mayRepeat { return Set(list.sections.lazy.flatMap { $0.items }.map(\.slug)) }
    let names = Set(list.sections.flatMap { [$0.slug] + $0.groups.map(\.slug) } + [plainAnchor])
    let wanted = names.union(names.map { "section--\($0)" })
    var slugs: Set<String> = []
    for section in list.sections {
      for item in section.items where wanted.contains(item.slug) { slugs.insert(item.slug) }
    }
    return slugs
  }

  /// The anchor of the records of a list without sections.
  package static var plainAnchor: String { "records" }

  /// The table with the section's slug as a prefix of the anchors of cells that show a record a second time.
  private func withDistinctAnchors(_ slugs: Set<String>) -> ListTable {
    var seen: Set<String> = []
    var table = self
    for section in table.sections.indices {
      for row in table.sections[section].indices {
        let cell = table.sections[section][row]
        guard !seen.insert(cell.item.id).inserted else { continue }
        table.sections[section][row] = RecordCell(
          item: cell.item, variant: cell.variant,
          anchor: Self.anchor("\(table.sections[section].id)--\(cell.anchor)", besides: slugs), contents: cell.contents)
      }
    }
    return table
  }

  /// An anchor that no record has: no slug ends in a hyphen.
  private static func anchor(_ anchor: String, besides slugs: Set<String>) -> String {
    slugs.contains(anchor) ? "\(anchor)-" : anchor
  }
}
