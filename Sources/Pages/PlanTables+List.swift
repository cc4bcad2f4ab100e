import CellistBase
import CellistLists
import CellistRecords
import CellistTemplates
import CellistThemes

extension PlanTables {
  /// The tables of one list.
  struct List: Sendable {
    struct Page: Sendable {
      /// The path below the output folder.
      let path: String
      /// The parts of the page besides its rows; nil where no template makes it.
      let frame: Digest?
      let sections: [Section]
    }

    struct Section: Sendable {
      let id: String
      let cells: [RecordCell]
    }

    /// The list's path below the site's root.
    let path: String
    /// Distinguishes what the names of all its records share.
    let facts: Digest
    let pages: [Page]
    /// Each record once, in order.
    let records: RecordRow
    /// What its records' own pages show besides records; nil where they have none.
    let recordFrame: Digest?
    /// For each of its terms, the values that refer to records, as pages mention them.
    let referred: [[Value: TermSummary]]
    /// Where its pages show its records; nil where these have pages of their own.
    let placesOnPages: ListPlan.PlacesOnPages?
    let recordURL: @Sendable (RecordItem) -> String

    init(_ number: Int, of plan: SitePlan) {
      let list = plan.lists[number]
      let first = plan.listPages(number).lowerBound
      path = list.path
      facts = list.facts
      pages = parallelMap(list.pages.count) { place in
        let page = plan.pages[first + place]
        return Page(
          path: page.path, frame: page.frame,
          sections: list.pages[place].table.sections.map { Section(id: $0.id, cells: $0.cells) })
      }
      records = list.records
      recordFrame = plan.recordMaker(number)?.frame
      referred = list.referred
      placesOnPages = list.placesOnPages
      recordURL = list.recordURL
    }

    /// - Parameter home: the list that has the records, where it is not this one.
    init(_ snapshot: ListSnapshot, comparedWith list: ListPlan, home: List?) {
      path = snapshot.path
      facts = snapshot.facts
      recordFrame = snapshot.recordFrame
      referred = snapshot.referred
      let items = snapshot.items(comparedWith: list)
      pages = snapshot.pages.map { page in
        let sections = page.sections.map { section in
          Section(
            id: section.slug,
            cells: section.cells.map { cell in
              let item = items[cell.record]
              return RecordCell(item: item, variant: cell.variant, anchor: cell.anchor ?? item.slug)
            })
        }
        return Page(path: page.path, frame: page.frame, sections: sections)
      }
      let own = zip(snapshot.pages, pages).filter(\.0.isOwn).map(\.1)
      let cells = own.flatMap { $0.sections.flatMap(\.cells) }
      var seen: Set<String> = []
      records = RecordRow(
        list.settings.arrangement.mayRepeat ? cells.filter { seen.insert($0.item.id).inserted } : cells)
      placesOnPages =
        list.settings.hasRecordPages
        ? nil
        : ListPlan.PlacesOnPages(
          pages: own.map { list.base.url(of: PagePath.address(of: $0.path)) },
          first: ListPlan.firstPages(own.map { $0.sections.map(\.cells) }))
      let ownURL = list.ownURL(placesOnPages)
      recordURL =
        home.map { home in
          let shown = Set(home.records.lazy.map(\.item.id))
          return { shown.contains($0.id) ? home.recordURL($0) : ownURL($0) }
        } ?? ownURL
    }
  }
}

extension ListPage {
  /// The page with its sections, but without what is in them.
  fileprivate var withoutCells: ListPage {
    var table = table
    for section in table.table.sections.indices { table.table.sections[section].cells = [] }
    return showing(table)
  }
}

extension Page {
  /// The parts of a list's page besides its rows; nil where no template makes it.
  fileprivate var frame: Digest? {
    guard case .made(let maker as TemplatePage<ListPage>, _) = content else { return nil }
    var buffer = ByteBuffer()
    TemplatePage(used: maker.used, source: maker.source.withoutCells).trace(0, into: &buffer)
    for text in [maker.source.site.base, maker.source.page.url, path] { buffer.append(counted: text) }
    return Digest(buffer.bytes)
  }
}
