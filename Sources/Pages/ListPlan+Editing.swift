import CellistContent
import CellistLists
import CellistTables
import CellistText
import CellistThemes

extension ListPlan {
  /// The list's tables after records came, went or moved.
  struct Rearranged {
    fileprivate let arranged: ArrangedList
    fileprivate let records: RecordRow
    fileprivate let pages: [TablePage<SectionEdge, RecordCell>]
    /// Where records stood that left, among all before, in ascending order.
    let removed: [Int]
    /// The positions of added records among all records, in ascending order.
    let added: [Int]
    /// The numbers of the list's pages that show other records.
    let touchedPages: [Int]
  }

  /// Where the source of a file stands among those of the list. O(log n) where they are the files of its folder, which are in
  /// order.
  package func place(ofSource file: String) -> Int? {
    let place = content.sources.firstPlace { !inByteOrder($0.group.path, file) }
    if content.sources.indices.contains(place), Identifier(content.sources[place].group.path) == Identifier(file) {
      return place
    }
    guard !settings.readsItsFolder else { return nil }
    return content.sources.firstIndex { $0.group.files.contains { Identifier($0) == Identifier(file) } }
  }

  /// Whether the list shows every changed record.
  func showsAll(of edit: ListEdit) -> Bool { records.places(of: edit.items).count == edit.items.count }

  private var decorator: RuleDecorator {
    RuleDecorator(rules: settings.rules)
  }

  /// Puts records that were read again in their places. Returns the numbers of the list's pages that hold one of them, of
  /// those that show something else, and of the records that say something else.
  mutating func follow(_ edit: ListEdit) -> (held: [Int], pages: [Int], records: [Int]) {
    let items = edit.items.merging(edit.same) { one, _ in one }
    guard !items.isEmpty else { return ([], [], []) }
    let decorator = decorator
    func cell(_ old: RecordCell) -> RecordCell {
      guard let item = items[ObjectIdentifier(old.item)] else { return old }
      guard edit.same[ObjectIdentifier(old.item)] == nil else {
        return RecordCell(item: item, variant: old.variant, anchor: old.anchor, contents: old.contents)
      }
      let new =
        edit.cells[ObjectIdentifier(item)] ?? decorator.cell(for: item, at: TablePath(section: 0, row: 0))
      return RecordCell(item: item, variant: new.variant, anchor: old.anchor, contents: new.contents)
    }
    var (held, touched): ([Int], [Int]) = ([], [])
    for page in pages.indices {
      for section in pages[page].table.sections.indices {
        let places = pages[page].table.sections[section].cells.places(of: items)
        if !places.isEmpty, held.last != page { held.append(page) }
        for row in places {
          let old = pages[page].table.sections[section].cells[row]
          pages[page].table.sections[section].cells[row] = cell(old)
          if edit.items[ObjectIdentifier(old.item)] != nil, touched.last != page { touched.append(page) }
        }
      }
    }
    let places = records.places(of: items)
    let changed = edit.same.isEmpty ? places : records.places(of: edit.items)
    if places.count > Self.fewRecords {
      records = RecordRow(records.map(cell))
      content.arranged = content.arranged.saying(Array(items.values))
    } else {
      for index in places { records[index] = cell(records[index]) }
    }
    return (held, touched, changed)
  }

  /// Replaces, adds and removes sources, and with them the slugs of their records.
  mutating func followSources(of edit: ListEdit) {
    for change in edit.sources {
      let place = place(ofSource: change.file)
      switch (place, change.source) {
      case (let place?, let source?): content.sources[place] = source
      case (let place?, nil): content.sources.remove(at: place)
      case (nil, let source?):
        content.sources.insert(source, at: content.sources.firstPlace { !inByteOrder($0.group.path, change.file) })
      case (nil, nil): break
      }
    }
    for item in edit.removed { content.places.remove(slug: item.slug) }
    for item in edit.added { content.places.add(item) }
  }

  /// The list after records were added, removed or moved, where that changes only their pages and those of their
  /// neighbours, and the list keeps its number of pages; nil where it changes more.
  ///
  /// O(n) in the number of records, of which each is copied once or twice.
  func rearranged(by edit: ListEdit) -> Rearranged? {
    guard !records.isEmpty, settings.hasRecordPages, settings.hasPlainPlaces, settings.arrangement.isPlain,
      settings.tools == nil,
      content.cells == nil, views.isEmpty, home == nil, edit.removed.count + edit.added.count <= Self.fewRecords
    else { return nil }
    let gone = Set(edit.removed.map(\.slug))
    let come = Set(edit.added.map(\.slug))
    guard come.count == edit.added.count, come.allSatisfy({ gone.contains($0) || !content.places.holds(slug: $0) }),
      sectionIDs.isDisjoint(with: come.union(gone))
    else { return nil }
    let edited = current.edited(removing: edit.removed, adding: edit.added, in: settings.arrangement)
    guard let edited else { return nil }
    let decorator = decorator
    let added = edited.added.map { place, item in
      (place, decorator.cell(for: item, at: TablePath(section: 0, row: 0)))
    }
    let records = records.replacing(edited.removed, with: added)
    let pages = table(of: edited.list, records)?.pages(settings.arrangement.paging)
    guard let pages, pages.count == self.pages.count, !records.isEmpty else { return nil }
    return Rearranged(
      arranged: edited.list, records: records, pages: pages, removed: edited.removed, added: added.map(\.0),
      touchedPages: touched(pages, removed: edited.removed, added: added.map(\.0)))
  }

  /// The numbers of the pages that show other records than before: those on which one left or came, and those that begin or
  /// end with another.
  private func touched(
    _ new: [TablePage<SectionEdge, RecordCell>], removed: [Int], added: [Int]
  ) -> [Int] {
    var (start, oldStart) = (0, 0)
    return new.indices.filter { page in
      let range = start..<start + new[page].cellCount
      let oldRange = oldStart..<oldStart + pages[page].cellCount
      (start, oldStart) = (range.upperBound, oldRange.upperBound)
      return range.count != oldRange.count || new[page].ends != pages[page].ends
        || added.contains(where: range.contains) || removed.contains(where: oldRange.contains)
    }
  }

  mutating func follow(_ rearranged: Rearranged) {
    content.arranged = rearranged.arranged
    records = rearranged.records
    pages = rearranged.pages
    count.value = records.count
  }

  /// More records than these are planned anew.
  private static var fewRecords: Int { 64 }

  /// The arranged list with what its records say now.
  package var current: ArrangedList { content.arranged.saying(records.others) }

  /// The table of an arranged list that has the sections of this one, and of its records' cells in order.
  private func table(of list: ArrangedList, _ records: RecordRow) -> ListTable? {
    var headers: [SectionHeader?] = []
    for page in pages {
      for (offset, section) in page.table.sections.enumerated() where page.firstSection + offset == headers.count {
        guard case .header(let header)? = section.header else { return nil }
        headers.append(header)
      }
    }
    guard headers.count == list.sections.count else { return nil }
    var start = 0
    let sections = zip(list.sections, headers).map { section, header in
      let range = start..<start + section.items.count
      start = range.upperBound
      let hasFooter = !section.aggregates.isEmpty || !section.notes.isEmpty
      return TableSectionViewModel<SectionEdge, RecordCell>(
        id: section.slug, header: header.map { .header($0.counting(range.count)) }, cells: records.cells(in: range),
        footer: hasFooter ? .footer(section.aggregates, section.notes) : nil)
    }
    return ListTable(sections: sections)
  }
}

extension TablePage<SectionEdge, RecordCell> {
  fileprivate var cellCount: Int { table.sections.reduce(0) { $0 + $1.count } }

  /// The first and the last record.
  fileprivate var ends: [ObjectIdentifier] {
    [
      table.sections.first { !$0.cells.isEmpty }?.cells.first, table.sections.last { !$0.cells.isEmpty }?.cells.last,
    ].compactMap { $0.map { ObjectIdentifier($0.item) } }
  }
}
