import CellistLists
import CellistRecords
import CellistTables

/// One section of a page.
struct ShownSection: Sendable {
  let section: TableSectionViewModel<SectionEdge, RecordCell>
  let isContinued: Bool
  /// Whether it is the first on its page.
  let isFirst: Bool
  let list: ListSource
  /// The targets of links on the page.
  let links: PageLinks
  /// Whether the page is one of the list's own.
  var isAtHome = true

  /// The groups to be named above the section: those that begin with it, and all of them at the top of a page.
  var groups: [ShownGroup] {
    (header?.groups ?? []).enumerated().compactMap { depth, entry in
      guard isFirst || entry.group.begins else { return nil }
      return ShownGroup(
        group: entry.group, anchor: entry.anchor, depth: depth, isContinued: isContinued || !entry.group.begins,
        list: list)
    }
  }

  /// One of its records, as the page shows it.
  func shown(_ cell: RecordCell) -> ShownRecord {
    ShownRecord(cell: cell, list: list, links: links, isAtHome: isAtHome)
  }

  var header: SectionHeader? {
    if case .header(let header)? = section.header { header } else { nil }
  }

  /// The figures below the section; empty where it goes on on the next page.
  var figures: [Value?] {
    if case .footer(let figures, _)? = section.footer { figures } else { [] }
  }
  /// The figures that Swift has for the section.
  var notes: [SectionFigure] {
    if case .footer(_, let notes)? = section.footer { notes } else { [] }
  }
}

/// A group of sections, above the first of its sections on a page.
struct ShownGroup: Sendable {
  let group: ArrangedGroup
  let anchor: String
  /// How many groups contain it.
  let depth: Int
  let isContinued: Bool
  let list: ListSource
}
