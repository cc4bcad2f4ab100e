import CellistContent
import CellistLists
import CellistRecords
import CellistSettings
import CellistSites
import CellistTables
import CellistTemplates
import CellistText
import CellistThemes

// A plan can follow records that changed, and records that were added, removed or moved within a list, as long as the
// list keeps its number of pages and no other part of the site depends on them. Then only the pages that show them, and
// those that show the number of records, may have changed.

extension SitePlan {
  /// The lists that are alone in reading some files, by those, and by the folders in which a new file would be read too.
  package struct SourcePlaces: Sendable {
    package fileprivate(set) var files: [Identifier: Int] = [:]
    fileprivate var folders: [Identifier: Int] = [:]

    /// The list that would read a new file, as a record of its own.
    package func list(ofNew file: String) -> Int? {
      guard SourceFormat(path: file) == .markdown, file.fileStem != "index", !file.fileName.hasPrefix(".") else {
        return nil
      }
      return folders[Identifier(file.folder)]
    }

    package mutating func follow(_ change: SourceChange) {
      guard (files[Identifier(change.file)] == nil) != (change.source == nil) else { return }
      files[Identifier(change.file)] = change.source == nil ? nil : change.list
    }
  }

  package var places: SourcePlaces {
    var places = SourcePlaces()
    var others: Set<Identifier> = []
    for page in pages { if case .copy(let file) = page.content { others.insert(file) } }
    for (number, list) in lists.enumerated() {
      // A file that comes or goes may change the names of others.
      let isNamedByPath = list.content.sources.contains { $0.group.sources.contains { $0.details?.name != nil } }
      let isAlone =
        !isNamedByPath && isUnseen(list) && list.settings.typed?.isByRecord ?? true && list.views.isEmpty
      for source in list.content.sources {
        for file in source.group.files {
          let earlier = places.files.updateValue(number, forKey: Identifier(file))
          if earlier != nil || !isAlone { others.insert(file) }
        }
      }
    }
    for file in others { places.files[file] = nil }
    // Where patterns name files, or a list reads those of another, a new one may belong to any.
    guard lists.allSatisfy({ $0.settings.readsItsFolder }) else { return places }
    for (file, list) in places.files where lists[list].settings.readsNewFiles {
      if SourceFormat(path: file.text) == .markdown, file.text.fileStem != "index" {
        places.folders[Identifier(file.text.folder)] = list
      }
    }
    return places
  }

  /// Whether the records of a list follow from its own files, and nothing of other lists from them.
  func standsAlone(_ list: ListPlan) -> Bool { list.settings.type.references.isEmpty && isUnseen(list) }

  /// Whether nothing of other lists follows from the records of a list, nor their places from others.
  private func isUnseen(_ list: ListPlan) -> Bool {
    let settings = list.settings
    return settings.recordsOf == nil && settings.edit?.hasLines != true
      && settings.rules.contents.allSatisfy(\.targetNames.isEmpty)
      && !settings.isPlacedByReferences && list.content.unfit.isEmpty
      && !lists.contains { other in
        ([other.settings.type] + other.settings.rules.contents).contains {
          $0.targetNames.contains(settings.folder.name)
        }
      }
  }

  /// The pages to rebuild and to delete.
  package struct Followed {
    /// The numbers of the pages that may have changed.
    package var pages: [Int] = []
    /// The paths of the pages that are gone.
    package var removed: [String] = []
    /// How many records changed, were added, removed or moved.
    package var records = 0
    /// Whether records came, went or moved.
    package var isRearranged = false
  }

  /// Follows changes of sources. Returns nil, and leaves the plan as it is, where more of the site may change than the pages
  /// of the lists and of their records, or where there are diagnostics.
  package mutating func follow(_ changes: [SourceChange]) -> Followed? {
    var edits: [Int: ListEdit] = [:]
    for change in changes {
      guard let (change, old) = checked(change),
        edits[change.list, default: ListEdit()].add(change, from: old, in: lists[change.list].settings.arrangement.sort)
      else {
        return nil
      }
    }
    var tables: [Int: ListPlan.Rearranged] = [:]
    for (number, edit) in edits {
      guard lists[number].showsAll(of: edit), let cells = typedCells(of: edit, in: number) else { return nil }
      edits[number]?.cells = cells
      guard edit.isRearranged else { continue }
      guard canFollow(edit, in: number), let table = lists[number].rearranged(by: edit)
      else { return nil }
      tables[number] = table
    }
    var followed = Followed(records: edits.values.reduce(0) { $0 + $1.count }, isRearranged: !tables.isEmpty)
    guard searchHolds(after: edits), let map = siteMap(after: edits) else { return nil }
    let before = tables.isEmpty ? [] : sharedTraces()
    for (number, edit) in edits.sorted(by: { $0.key < $1.key }) {
      lists[number].followSources(of: edit)
      if let table = tables[number] {
        followed.pages += follow(edit, table, in: number, &followed.removed)
      }
      followed.pages += follow(edit, in: number)
    }
    guard !tables.isEmpty else { return followed }
    followed.pages += follow(map)
    followed.pages += pagesWithOtherCounts(since: before)
    followed.pages = Set(followed.pages).sorted()
    recordCount = lists.reduce(0) { $0 + ($1.settings.hasOwnRecords ? $1.records.count : 0) }
    return followed
  }

  /// The cells that Swift makes of changed records; nil where they may change others.
  private func typedCells(of edit: ListEdit, in number: Int) -> [ObjectIdentifier: RecordCell]? {
    let list = lists[number]
    guard list.settings.holdsRecords, let typed = list.settings.typed else { return [:] }
    // The cells of any list may be made of records that their decorators ask for.
    let isUnasked = lists.allSatisfy { $0.content.cells == nil || TypedCells.areAlone(of: $0.current) }
    guard isUnasked, !edit.isRearranged, !list.settings.arrangement.mayRepeat else { return nil }
    guard list.content.cells != nil else { return [:] }
    var cells: [ObjectIdentifier: RecordCell] = [:]
    for (section, place) in list.current.sections.enumerated() {
      for (row, old) in place.items.enumerated() {
        guard let item = edit.items[ObjectIdentifier(old)] else { continue }
        guard let cell = typed.cell(of: item, at: TablePath(section: section, row: row), in: list.settings) else {
          return nil
        }
        cells[ObjectIdentifier(item)] = cell
      }
    }
    return cells
  }

  /// A change whose links have been checked, and the source before it; nil where a link needs reporting.
  private func checked(_ change: SourceChange) -> (SourceChange, old: ReadList.Source?)? {
    // A link may lead to a heading that goes.
    guard !links.knowsParts else { return nil }
    let list = lists[change.list]
    guard !list.content.places.areShared else { return nil }
    let old = list.place(ofSource: change.file).map { list.content.sources[$0] }
    if let old, !old.isQuiet || !old.records.entries.allSatisfy(\.warnings.isEmpty) { return nil }
    guard let source = change.source else {
      let mayUnlink = links.watchesData && old?.records.entries.contains { !$0.item.links.isEmpty } ?? false
      return mayUnlink ? nil : old.map { (change, $0) }
    }
    guard source.isQuiet, source.isComplete else { return nil }
    let checked = linkCheck.checked(
      source, list.settings, nil, list.settings.hasRecordPages ? PageParts.noAnchors : list.isAnchor)
    guard checked?.found.all.isEmpty ?? true else { return nil }
    // A file of data outside of lists is reported where no link leads to it.
    let isLinkedAlike = old?.records.entries.map(\.item.links) == source.records.entries.map(\.item.links)
    guard !links.watchesData || isLinkedAlike else { return nil }
    return (SourceChange(list: change.list, file: change.file, source: checked?.source ?? source), old)
  }

  /// Whether adding, removing and moving records changes only the list and its records' pages.
  private func canFollow(_ edit: ListEdit, in number: Int) -> Bool {
    let list = lists[number]
    guard standsAlone(list), pages(of: .feeds(number)).isEmpty, pages(of: .words(number)).isEmpty else { return false }
    // The map of the site has the dates of records, and pages of changes have links to them.
    guard list.changes == nil, list.settings.type.updatedField == nil || pages(of: .siteMap).isEmpty else {
      return false
    }
    guard edit.added.allSatisfy({ Routes.record($0.place, below: list.recordPrefix).utf8.count <= PagePath.limit })
    else {
      return false
    }
    let added = Dictionary(edit.added.map { ($0.slug, $0) }, uniquingKeysWith: { first, _ in first })
    // Links lead to a record by its address, and by its file.
    let areLinksWhole = edit.removed.allSatisfy { added[$0.slug]?.location.file == $0.location.file }
    guard areLinksWhole || !links.knowsRecords else { return false }
    var collisions = Diagnostics()
    claims.compare(with: [PageClaims.Records(prefix: list.prefix, record: { added[$0] })], &collisions)
    return collisions.all.isEmpty
  }

  // MARK: Records in their places

  /// Has the pages of a list and of its records show what some records say now. Returns which may have changed.
  private mutating func follow(_ edit: ListEdit, in list: Int) -> [Int] {
    let touched = lists[list].follow(edit)
    // A page that shows the same must not go on holding records of a file as it was.
    show(touched.held, of: list)
    var numbers = touched.pages.map { [first = listPages(list).lowerBound] in first + $0 }
    let blocks = [
      PageBlock.records(list), .feeds(list), .exports(list), .calendar(list), .tools(list), .words(list),
    ]
    for block in blocks where !touched.held.isEmpty || !touched.records.isEmpty {
      let shown = show(touched.records, in: block, of: list)
      if !touched.records.isEmpty { numbers += shown }
    }
    if !touched.held.isEmpty || !touched.records.isEmpty {
      let shown = showInSearch(of: list, changedAt: touched.records)
      if !touched.records.isEmpty { numbers += shown }
    }
    return numbers
  }

  /// Has the search of the site find a list's records as they are now. Returns which of its files may have changed.
  ///
  /// - Parameter places: where records say something else; nil where they may stand in other places.
  private func showInSearch(of list: Int, changedAt places: [Int]?) -> [Int] {
    guard let (all, maker) = searchMaker(of: lists[list].settings.folder.tree) else { return [] }
    let shown = maker.show(lists[list].records, of: list, changedAt: places)
    return shown?.map { all.lowerBound + $0 } ?? Array(all)
  }

  /// The files of the search in a language, by its tree, and what makes them; nil where there are none.
  private func searchMaker(of tree: String) -> (pages: Range<Int>, maker: any SiteRecordsMaker)? {
    let all = pages(of: .search(tree))
    guard let first = all.first, case .made(let maker as any SiteRecordsMaker, _) = pages[first].content else {
      return nil
    }
    return (all, maker)
  }

  /// Whether the search of the site has the same files after edits.
  private func searchHolds(after edits: [Int: ListEdit]) -> Bool {
    let counts = edits.mapValues { $0.added.count - $0.removed.count }
    return Set(edits.keys.map { lists[$0].settings.folder.tree }).allSatisfy { tree in
      searchMaker(of: tree)?.maker.holds(adding: counts) ?? true
    }
  }

  private func show(_ places: [Int], in block: PageBlock, of list: Int) -> [Int] {
    let all = pages(of: block)
    guard let first = all.first, case .made(let maker as any RecordsMaker, _) = pages[first].content else { return [] }
    return maker.show(lists[list].records, changedAt: places)?.map { first + $0 } ?? Array(all)
  }

  /// Has pages of a list show its tables as they are now.
  private mutating func show(_ touched: some Sequence<Int>, of list: Int, index: [IndexEntry]? = nil) {
    let first = listPages(list).lowerBound
    for page in touched {
      guard case .made(let maker as TemplatePage<ListPage>, _) = pages[first + page].content else { continue }
      let shown = maker.source.showing(lists[list].pages[page], index: index)
      replaceMaker(of: first + page, with: TemplatePage(used: maker.used, source: shown))
    }
  }

  // MARK: Added, removed and moved records

  /// Has a list's pages and those of its records follow its new tables. Returns which may have changed.
  private mutating func follow(
    _ edit: ListEdit, _ table: ListPlan.Rearranged, in list: Int, _ removed: inout [String]
  ) -> [Int] {
    let listPages = listPages(list)
    let frames = frames(of: list)
    let block = PageBlock.records(list)
    let first = pages(of: block).lowerBound
    let gone = table.removed.map { pages[first + $0].path }
    lists[list].follow(table)
    let prefix = lists[list].recordPrefix
    replacePages(of: block, at: table.removed, with: table.added) { [records = lists[list].records] place in
      let item = records[place].item
      return Route(Routes.record(item.place, below: prefix), .page, from: item.location)
    }
    let come = Set(names: table.added.map { pages[first + $0].path })
    removed += gone.filter { !come.contains($0) }
    let dialect = settings.dialect
    let records = LinkMap.records(of: lists, dialect)
    links.follow(edit.added, of: lists[list], dialect) { records("") }
    let index = lists[list].index
    show(listPages.indices.map { $0 - listPages.lowerBound }, of: list, index: index)
    var numbers = table.touchedPages.map { listPages.lowerBound + $0 }
    let now = self.frames(of: list)
    let others = now.indices.filter { now[$0] == nil || now[$0] != frames[$0] }
    numbers += others.map { listPages.lowerBound + $0 }
    // Where one left, those beside it are neighbours now.
    let gaps = table.removed.enumerated().flatMap { left, place -> [Int] in
      let now = table.added.reduce(place - left) { $1 <= $0 ? $0 + 1 : $0 }
      return [now - 1, now]
    }
    let touched = lists[list].records.andNeighbours(of: table.added + gaps.filter { $0 >= 0 })
    for block in [block, .exports(list), .calendar(list)] { numbers += show(touched, in: block, of: list) }
    return numbers + showInSearch(of: list, changedAt: nil)
  }

  /// The shared parts of each list's pages that may show its number of records.
  private func sharedTraces() -> [Digest] {
    lists.indices.map { list in
      var buffer = ByteBuffer()
      for number in [listPages(list).first, listPages(list).last].compactMap(\.self) {
        guard case .made(let maker as TemplatePage<ListPage>, _) = pages[number].content else { continue }
        maker.used.trace(maker.source, .shared, into: &buffer)
      }
      return Digest(buffer.bytes)
    }
  }

  /// The pages that may tell how many records lists have: those of no list, and all pages of a list where what they share
  /// tells it.
  private func pagesWithOtherCounts(since before: [Digest]) -> [Int] {
    var numbers: [Int] = []
    let now = sharedTraces()
    for list in lists.indices {
      if now[list] != before[list] { numbers += listPages(list) }
      guard let first = recordPages(list).first, case .made(let maker as any RecordsMaker, _) = pages[first].content
      else { continue }
      if maker.refresh() { numbers += recordPages(list) }
    }
    var next = 0
    for range in blockRanges + [pages.count..<pages.count] {
      numbers += (next..<range.lowerBound).filter { if case .made = pages[$0].content { true } else { false } }
      next = range.upperBound
    }
    return numbers
  }

  // MARK: The map of the site

  /// The map of the site after edits, without a maker where there is none; nil where other files would hold it.
  private func siteMap(after edits: [Int: ListEdit]) -> (maker: (any SiteMapMaker)?, touched: [Int])? {
    guard let first = pages(of: .siteMap).first, case .made(let maker as any SiteMapMaker, _) = pages[first].content
    else { return (nil, []) }
    func paths(_ items: KeyPath<ListEdit, [RecordItem]>) -> [String] {
      edits.flatMap { list, edit in
        edit[keyPath: items].map { Routes.record($0.place, below: lists[list].recordPrefix) }
      }
    }
    let (gone, come) = (paths(\.removed), paths(\.added))
    let (left, came) = (Set(names: gone), Set(names: come))
    return maker.changed(removing: gone.filter { !came.contains($0) }, adding: come.filter { !left.contains($0) })
      .map { ($0.maker, $0.touched) }
  }

  private mutating func follow(_ map: (maker: (any SiteMapMaker)?, touched: [Int])) -> [Int] {
    guard let maker = map.maker else { return [] }
    let all = pages(of: .siteMap)
    for (index, number) in all.enumerated() { replaceMaker(of: number, with: maker, at: index) }
    return map.touched.map { all.lowerBound + $0 }
  }
}
