import CellistBase
import CellistLists
import CellistRecords
import CellistSettings
import CellistSites
import CellistTables
import CellistText
import CellistThemes

/// The records of a list in order, each once.
package typealias RecordRow = ChunkedArray<RecordCell>

/// One list as tables cut into pages, with the URL of each page and each record: its own table, and one for each of its
/// terms.
package struct ListPlan: Sendable {
  package var content: SiteContent.ListContent
  package let base: SiteBase
  /// The list's path below the site's root, without slashes at its ends; empty for a list at the root.
  package let path: String
  /// The ids of its sections, and of the groups of them.
  let sectionIDs: Set<String>
  package internal(set) var pages: [TablePage<SectionEdge, RecordCell>]
  /// The tables that the pages belong to; the first is the list's own.
  package let runs: [Run]
  let booleans: [String]
  /// The views in which pages show the list.
  let views: [ShownView]
  /// The number of the run that each page belongs to.
  private let runNumbers: [Int32]
  /// Each record once, in the order of the list.
  package internal(set) var records: RecordRow
  /// The figures of all records. A list that has some is arranged anew as a whole by each edit that can change them.
  private let wholeFigures: [Value?]
  /// On which page each record first stands, by its id, where records have no pages of their own.
  private let firstPages: [String: Int32]
  /// Where the records are at home, if not here.
  let home: Home?
  /// The changes of its records, where it has pages of them.
  package let changes: ListChanges?
  /// For each of its terms, the values that refer to records, as pages mention them.
  var referred: [[Value: TermSummary]]
  /// Why it was made anew, although an earlier build of this process had one.
  package internal(set) var arrangedAnew: ArrangedAnew?

  /// The pages on which one table stands.
  package struct Run: Sendable {
    /// The path of the first page's folder below the site's root, without slashes at its ends.
    package let path: String
    package let pages: Range<Int>
    package let paging: Paging
    /// The value that all its records have; nil for the list's own table.
    package let term: TermSummary?
    /// The text above the first page.
    package let introduction: SiteContent.Plain?
  }

  /// Where a list without pages of records shows them.
  struct PlacesOnPages: Equatable, Sendable {
    /// The URLs of the pages of its own table.
    let pages: [String]
    /// On which of those each record first stands, by its id.
    let first: [String: Int32]
  }

  /// A list as another one sees it that shows its records.
  struct Home: Sendable {
    /// The records that it shows, by their ids.
    let shown: Set<String>
    let recordURL: @Sendable (RecordItem) -> String
    /// The URL below which its records have pages.
    let details: String?
  }

  /// A view of the list on a page.
  struct ShownView: Sendable {
    let place: ViewPlace
    /// The rules of its cells.
    let rules: CellRules
    let appearance: Appearance
    let cells: [RecordCell]
  }

  package var settings: ListSettings { content.settings }

  /// - Parameters:
  ///   - home: the list that has the records, where it is not this one.
  ///   - booleans: the words for true and false of fields that have none of their own.
  package init(_ content: SiteContent.ListContent, base: SiteBase, home: ListPlan? = nil, booleans: [String] = []) {
    var content = content
    content.arranged = content.settings.arrangement.worded(content.arranged, booleans)
    self.content = content
    self.booleans = booleans
    self.base = base
    self.home = home.map { home in
      Home(
        shown: Set(home.records.lazy.map(\.item.id)), recordURL: home.recordURL, details: home.details)
    }
    let settings = content.settings
    changes = settings.history.map { history in
      let all = content.dating?.history.changes ?? []
      // Whether a record was shown is not known where that follows from others.
      let ids = settings.isPlacedByReferences ? Set(content.arranged.records.lazy.map(\.id)) : nil
      return ListChanges(
        ids.map { ids in all.filter { ids.contains($0.id) } } ?? all, since: history, in: settings.decoder.values.zone)
    }
    referred = settings.arrangement.terms.map { _ in [:] }
    let path = joined(settings.folder.treeFolder, Routes.folder(settings.folder.path))
    self.path = path
    let mayRepeat = settings.arrangement.mayRepeat
    let table: ListTable
    if let cells = content.cells {
      table = ListTable.presenting(content.arranged, with: cells, mayRepeat: mayRepeat)
    } else {
      let decorator = RuleDecorator(rules: settings.rules)
      table = ListTable.presenting(content.arranged, with: decorator, mayRepeat: mayRepeat)
    }
    let paging = settings.arrangement.paging
    let own = table.pages(paging)
    sectionIDs = Set(table.sections.lazy.flatMap { [$0.id] + ($0.sectionHeader?.groups.map(\.group.slug) ?? []) })
    let isShownElsewhere = !content.arranged.terms.isEmpty || !content.arranged.views.isEmpty
    let known = KnownCells(isShownElsewhere ? table : ListTable())
    (pages, runs) = Self.runs(
      content, base, after: own,
      Run(path: path, pages: own.indices, paging: paging, term: nil, introduction: content.introduction), known)
    runNumbers = runs.enumerated().flatMap { number, run in run.pages.map { _ in Int32(number) } }
    views = Self.views(content, known)
    // A record is in several sections only where they are made from lists.
    let cells = table.sections.count == 1 ? table.sections[0].cells : table.sections.flatMap(\.cells)
    var seen: Set<String> = []
    records = RecordRow(mayRepeat ? cells.filter { seen.insert($0.item.id).inserted } : cells)
    wholeFigures = settings.arrangement.wholeFigures(of: records.lazy.map(\.item))
    firstPages = settings.hasRecordPages ? [:] : Self.firstPages(own.map { $0.table.sections.map(\.cells) })
  }

  private static func views(_ content: SiteContent.ListContent, _ known: KnownCells) -> [ShownView] {
    let settings = content.settings
    return zip(settings.arrangement.views, content.arranged.views).map { view, items in
      let rules = view.rules(settings.arrangement.type)
      let cells = items.map { item in
        let cell = known.cell(for: item, at: TablePath(section: 0, row: 0))
        return RecordCell(
          item: item, variant: rules.map { $0.variant(ofRecordVariant: item.variant) } ?? cell.variant,
          anchor: "\(view.place.name):\(item.slug)", contents: rules == nil ? cell.contents : [])
      }
      let appearance = settings.appearance.withoutSections
      return ShownView(
        place: view.place, rules: rules ?? settings.rules,
        appearance: rules == nil ? appearance : appearance.shown(in: view.view), cells: cells)
    }
  }

  /// The list's own pages, followed by those of its terms.
  private static func runs(
    _ content: SiteContent.ListContent, _ base: SiteBase, after own: [TablePage<SectionEdge, RecordCell>], _ run: Run,
    _ cells: KnownCells
  ) -> ([TablePage<SectionEdge, RecordCell>], [Run]) {
    guard !content.arranged.terms.isEmpty else { return (own, [run]) }
    let arrangement = content.settings.arrangement
    var (pages, runs) = (own, [run])
    for (terms, sections) in zip(arrangement.terms, content.arranged.terms) {
      guard case .own(let size) = terms.pages else { continue }
      let summary = TermsSummary(terms, ofListAt: base.url(of: Routes.listFolder(run.path, page: nil)))
      let paging = size.map(Paging.size) ?? (run.paging == .bySection ? .single : run.paging)
      var slugs: Set<String> = []
      // Two values of one slug have been reported.
      for section in sections where slugs.insert(section.slug).inserted {
        let table = ListTable.presenting(
          ArrangedList(sections: [section.untitled]), with: cells, mayRepeat: false)
        let cut = table.pages(paging)
        let folder = joined(run.path, terms.name)
        let introduction = content.termTexts[joined(terms.name, section.slug)]
        var term = summary.term(section)
        if let title = introduction?.title, !title.isEmpty { term.title = title }
        runs.append(
          Run(
            path: joined(folder, section.slug), pages: pages.count..<pages.count + cut.count, paging: paging,
            term: term, introduction: introduction))
        pages += cut
      }
    }
    return (pages, runs)
  }

  /// On which page each record first stands, by its id.
  ///
  /// - Parameter pages: the cells in the sections of each page.
  static func firstPages(_ pages: [[[RecordCell]]]) -> [String: Int32] {
    var places: [String: Int32] = [:]
    places.reserveCapacity(pages.reduce(0) { $1.reduce($0) { $0 + $1.count } })
    for (index, page) in pages.enumerated() {
      for cell in page.lazy.joined() where places[cell.item.id] == nil {
        places[cell.item.id] = Int32(clamping: index)
      }
    }
    return places
  }

  /// The table that a page belongs to.
  package func isOwn(page index: Int) -> Bool { runNumbers[index] == 0 }

  /// The folder of a page of the list, with a trailing slash unless it is the top.
  package func folder(page index: Int) -> String {
    let run = runs[Int(runNumbers[index])]
    guard index > run.pages.lowerBound else { return Routes.listFolder(run.path, page: nil) }
    if run.paging == .bySection { return Routes.listFolder(run.path, page: pages[index].table.sections.first?.page) }
    return Routes.listFolder(run.path, page: "page/\(run.number(ofPage: index))")
  }

  /// The title of what a page shows, where each section has a page of its own.
  func section(ofPage index: Int) -> String? {
    guard runs[Int(runNumbers[index])].paging == .bySection,
      let header = pages[index].table.sections.first?.sectionHeader
    else { return nil }
    return header.groups.first?.group.title ?? header.title
  }

  package func url(page index: Int) -> String { base.url(of: folder(page: index)) }

  /// The beginning of the paths of the list's pages.
  package var prefix: String { path.isEmpty ? "" : "\(path)/" }

  /// The beginning of the paths of the records' own pages.
  package var recordPrefix: String {
    settings.folder.treeFolder.isEmpty ? prefixInTree : "\(settings.folder.treeFolder)/\(prefixInTree)"
  }

  /// The same below the folder of its language's tree.
  var prefixInTree: String {
    let folder = Routes.folder(settings.folder.path)
    return settings.isPlacedInSite || folder.isEmpty ? "" : "\(folder)/"
  }

  /// The record of a slug, when the list shows it.
  func shownRecord(_ slug: String) -> RecordItem? {
    guard content.places.holds(slug: slug) else { return nil }
    return records.first { $0.item.slug == slug }?.item
  }

  /// Whether a slug may be an anchor on the list's pages: of a record, a section, the records of a list without
  /// sections, or made of several. That depends neither on the page nor on the records that the list shows.
  var isAnchor: @Sendable (String) -> Bool {
    { [places = content.places, sections = sectionIDs] slug in
      slug == ListTable.plainAnchor || slug.holds("--") || places.holds(slug: slug) || sections.contains(slug)
    }
  }

  /// The URL below which all records have pages; nil where some have none.
  package var details: String? {
    if let home { return records.allSatisfy { home.shown.contains($0.item.id) } ? home.details : nil }
    return settings.hasRecordPages ? base.url(of: recordPrefix) : nil
  }

  /// The URL of a record: its own page, or its place on a page of the list that has it, and shows it.
  package var recordURL: @Sendable (RecordItem) -> String {
    let ownURL = ownURL(placesOnPages)
    guard let home else { return ownURL }
    return { home.shown.contains($0.id) ? home.recordURL($0) : ownURL($0) }
  }

  /// Where the pages of the list show its records; nil where these have pages of their own.
  var placesOnPages: PlacesOnPages? {
    settings.hasRecordPages ? nil : PlacesOnPages(pages: runs[0].pages.map { url(page: $0) }, first: firstPages)
  }

  /// The URL of a record among those of this list, where it stands.
  func ownURL(_ places: PlacesOnPages?) -> @Sendable (RecordItem) -> String {
    guard let places else {
      let prefix = base.url(of: recordPrefix)
      return { prefix + Routes.address(ofRecord: $0.place) }
    }
    // Where a record first stands, its slug is its anchor.
    return { item in places.first[item.id].map { "\(places.pages[Int($0)])#\(item.slug)" } ?? "" }
  }

  /// The ingredients that the list's pages share.
  ///
  /// - Parameter sectionTexts: the HTML of the texts above its sections, by slug.
  func source(_ client: ClientFiles, _ sectionTexts: [String: @Sendable () -> String?]) -> ListSource {
    source(client, settings.rules, settings.appearance, sectionTexts)
  }

  /// The ingredients that pages share which show the list's records in cells of some rules.
  ///
  /// - Parameter appearance: how they look.
  func source(
    _ client: ClientFiles, _ rules: CellRules, _ appearance: Appearance,
    _ sectionTexts: [String: @Sendable () -> String?] = [:]
  ) -> ListSource {
    let design = ListDesign(
      settings.arrangement, rules: rules, titleField: settings.titleField, appearance: appearance,
      hasRecordPages: haveRecordPages, hasChanges: changes != nil, terms: termsSummaries, foreign: settings.foreign)
    return ListSource(
      summary: summary, arrangement: settings.arrangement, design: design, referredTerms: referred,
      exports: settings.exports.map { ($0.format, base.url(of: Routes.export($0.format, of: path))) },
      calendar: settings.arrangement.calendar.map { _ in base.url(of: Routes.calendar(of: path)) },
      tools: settings.tools.map { tools in
        ListTools(
          tools, url: base.url(of: Routes.tools(of: path)), script: base.url(of: client.tools().path(of: "find.js")),
          extras: base.url(of: client.tools().path(of: "extras.js")),
          star: base.url(of: client.tools().path(of: "star.js")),
          style: base.url(of: client.tools().path(of: "find.css")))
      }, sectionTexts: sectionTexts, edit: settings.typed?.fetch == nil ? settings.edit : nil, booleans: booleans,
      changes: changes.map { ($0, base.url(of: "\(Routes.changes(of: path))/")) },
      wholeFigures: wholeFigures, recordURL: recordURL)
  }

  /// The feeds of a table; nil where there are none.
  func feed(of run: Run) -> FeedLinks? {
    guard settings.arrangement.feed != nil else { return nil }
    let folder = url(page: run.pages.lowerBound)
    return FeedLinks(atom: Routes.feed(.atom, in: folder), json: Routes.feed(.json, in: folder))
  }

  var summary: ListSummary {
    ListSummary(
      title: settings.title, url: url(page: 0),
      slug: Slug.make(
        settings.folder.path.isEmpty
          ? settings.title : Routes.folder(settings.folder.path).replacing("/", with: "-")),
      count: records.count, description: settings.description)
  }

  /// The texts above its records: those of its pages and of its sections.
  package var texts: [SiteContent.Plain] {
    runs.compactMap(\.introduction) + content.sectionTexts.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The sections of the whole list, with the page on which each begins.
  package var index: [IndexEntry] {
    guard settings.arrangement.isSectioned else { return [] }
    var entries: [IndexEntry] = []
    for (number, page) in pages[runs[0].pages].enumerated() {
      for (offset, section) in page.table.sections.enumerated() where !(offset == 0 && page.isContinued) {
        guard let header = section.sectionHeader, let title = header.title else { continue }
        func add(_ title: String, _ anchor: String, _ count: Int, _ depth: Int) {
          entries.append(
            IndexEntry(
              title: title, url: "\(url(page: number))#\(anchor)", count: count, page: number + 1, depth: depth))
        }
        for (depth, entry) in header.groups.enumerated() where entry.group.begins {
          add(entry.group.title, entry.anchor, entry.group.count, depth)
        }
        add(title, header.anchor, header.count, header.groups.count)
      }
    }
    return entries
  }
}

extension ListPlan.Run {
  /// Whether pages are numbered from the end of the table.
  var isNumberedFromEnd: Bool { if case .stable = paging { true } else { false } }

  /// The number of a page for readers: its place from the front, or from the end where the settings number pages from
  /// there.
  package func number(ofPage index: Int) -> Int { paging.number(ofPage: index - pages.lowerBound, of: pages.count) }
}

/// The cells of a list's records as its own table shows them, for other tables of the same records.
private struct KnownCells: CellDecorator {
  private var cells: [ObjectIdentifier: RecordCell] = [:]

  init(_ table: ListTable) {
    for cell in table.sections.lazy.flatMap(\.cells) {
      cells[ObjectIdentifier(cell.item)] = cells[ObjectIdentifier(cell.item)] ?? cell
    }
  }

  func cell(for item: RecordItem, at path: TablePath) -> RecordCell {
    let known = cells[ObjectIdentifier(item)]
    return RecordCell(item: item, variant: known?.variant ?? 0, anchor: item.slug, contents: known?.contents ?? [])
  }
}

extension ListTable {
  func pages(_ paging: Paging) -> [TablePage<SectionEdge, RecordCell>] {
    switch paging {
    case .single: pages(of: 0)
    case .size(let size): pages(of: size)
    case .stable(let size): pages(of: size, first: Paging.countOnFirst(of: sections.reduce(0) { $0 + $1.count }, size))
    case .bySection: pagesBySection { $0.sectionHeader?.groups.isEmpty == false && $0.page == $1.page }
    }
  }
}

extension TableSectionViewModel<SectionEdge, RecordCell> {
  fileprivate var sectionHeader: SectionHeader? { if case .header(let header)? = header { header } else { nil } }

  /// The group that names the page of the section, where sections have pages: itself, or its outermost one.
  fileprivate var page: String { sectionHeader?.groups.first?.group.slug ?? id }
}

extension RecordView {
  /// The rules of its cells; nil for those of the list.
  fileprivate func rules(_ type: RecordType) -> CellRules? {
    if let template { return CellRules(ofTemplate: template, type: type) }
    return view.map { _ in CellRules(standardOf: type) }
  }
}
