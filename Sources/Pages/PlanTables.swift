import CellistBase
import CellistLists
import CellistRecords
import CellistTemplates
import CellistThemes

/// The tables of a site that pages follow from: where each record stands, and what surrounds it there. The difference of two
/// of them says which pages may differ.
///
/// They are made of a plan, or read from the state of the build that wrote the site.
package struct PlanTables: Sendable {
  /// The sizes and copies of all pictures. Each is an ingredient of the pages that show it; they change too rarely to
  /// track each.
  package let pictures: Digest
  let lists: [ListTables]
  /// Who makes the pages that follow no records of one list. A state does not say.
  let makers: [PageBlock: any PageMaker]

  /// The tables of a plan.
  package init(_ plan: SitePlan) {
    pictures = plan.links.pictureDigest
    lists = parallelMap(plan.lists.count) { ListTables($0, of: plan) }
    makers = Dictionary(
      plan.blocksBesidesLists.compactMap { block in plan.maker(of: block).map { (block, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// The tables that a state has.
  ///
  /// - Parameters:
  ///   - snapshots: the lists as they were published.
  ///   - plan: the plan that they are compared with. A list is left out when more than its records changed.
  package init(_ snapshots: [ListSnapshot], pictures: Digest, comparedWith plan: SitePlan) {
    self.pictures = pictures
    makers = [:]
    let known = Dictionary(snapshots.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    var tables: [String: ListTables] = [:]
    // Those that show the records of others need theirs.
    let borrows = { (list: ListPlan) in list.settings.recordsOf != nil }
    for list in plan.lists.filter({ !borrows($0) }) + plan.lists.filter(borrows) {
      guard let snapshot = known[list.path], snapshot.facts == list.facts else { continue }
      let home = list.settings.recordsOf.map { tables[$0.name] }
      if case .some(.none) = home { continue }
      tables[list.settings.folder.name] = ListTables(snapshot, comparedWith: list, home: home ?? nil)
    }
    lists = plan.lists.compactMap { tables[$0.settings.folder.name] }
  }
}

extension SitePlan {
  /// How a build that writes the plan publishes its lists, for the next build.
  package var snapshots: [ListSnapshot] {
    let edges = Set(lists.indices.flatMap { listEdges($0).union(recordMaker($0)?.edges ?? []) }.joined())
    return zip(lists, tables.lists).map { list, tables in
      let type = list.settings.type
      let fields = edges.compactMap { edge -> Int? in
        guard case .back(list.settings.folder.name, let field) = edge else { return nil }
        return type.reference(named: field)
      }
      return ListSnapshot(list, tables, followingBack: Set(fields))
    }
  }

  /// The pages that may have changed since a site was written, by their numbers.
  ///
  /// - Parameters:
  ///   - earlier: the tables of that site.
  ///   - isCrossed: whether changes reach pages by an edge; tests leave some out.
  package func candidates(
    since earlier: PlanTables, crossing isCrossed: @escaping @Sendable (Edge) -> Bool = { _ in true }
  ) -> [Int] {
    PlanDifference(from: earlier, to: self, crossing: isCrossed).candidates
  }
}

/// The tables of one list.
struct ListTables: Sendable {
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
  let recordURL: @Sendable (RecordItem) -> String

  fileprivate init(_ number: Int, of plan: SitePlan) {
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
    recordURL = list.recordURL
  }

  /// - Parameter home: the list that has the records, where it is not this one.
  fileprivate init(_ snapshot: ListSnapshot, comparedWith list: ListPlan, home: ListTables?) {
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
    let ownURL = list.ownURL(
      on: own.map { list.base.url(of: PagePath.address(of: $0.path)) },
      ListPlan.places(own.map { $0.sections.map(\.cells) }))
    recordURL =
      home.map { home in
        let shown = Set(home.records.lazy.map(\.item.id))
        return { shown.contains($0.id) ? home.recordURL($0) : ownURL($0) }
      } ?? ownURL
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

extension ListPage {
  /// The page with its sections, but without what is in them.
  fileprivate var withoutCells: ListPage {
    var table = table
    for section in table.table.sections.indices { table.table.sections[section].cells = [] }
    return showing(table)
  }
}

extension LinkMap {
  fileprivate var pictureDigest: Digest {
    var buffer = ByteBuffer()
    for (path, picture) in pictures.sorted(by: { inByteOrder($0.key, $1.key) }) {
      buffer.append(counted: path)
      buffer.append(picture)
    }
    return Digest(buffer.bytes)
  }
}
