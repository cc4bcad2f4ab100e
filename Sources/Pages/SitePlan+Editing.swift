import CellistContent
import CellistLists
import CellistSites
import CellistTables
import CellistText
import CellistThemes

// A plan can follow records that say something else than before and stand where they stood: then nothing of the site is
// another but their cells and pages, and those of the records beside them.

extension SitePlan {
  /// Where a source of records stands among those of all lists.
  package struct SourcePlace: Hashable {
    package let list: Int
    package let source: Int
  }

  /// Where each file is read on which no more hangs than the pages of its records.
  package var places: [Identifier: SourcePlace] {
    var places: [Identifier: SourcePlace] = [:]
    var others: Set<Identifier> = []
    for page in pages { if case .copy(let file) = page.content { others.insert(file) } }
    for (number, list) in lists.enumerated() {
      let isAlone = standsAlone(list) && list.settings.typed == nil && list.views.isEmpty
      for (index, source) in list.content.sources.enumerated() {
        for file in source.group.sources.map(\.path) {
          let earlier = places.updateValue(SourcePlace(list: number, source: index), forKey: Identifier(file))
          if earlier != nil || !isAlone { others.insert(file) }
        }
      }
    }
    for file in others { places[file] = nil }
    return places
  }

  /// Whether the records of a list follow from its own files, and nothing of other lists from them.
  func standsAlone(_ list: ListPlan) -> Bool {
    let settings = list.settings
    return settings.recordsOf == nil && settings.type.references.isEmpty && settings.edit?.hasLines != true
      && settings.rules.contents.allSatisfy(\.targetNames.isEmpty)
      && !settings.isPlacedByReferences && list.content.unfit.isEmpty
      && !lists.contains { other in
        ([other.settings.type] + other.settings.rules.contents).contains {
          $0.targetNames.contains(settings.folder.name)
        }
      }
  }

  /// Replaces sources by their present content. Returns the numbers of the pages that may have changed, and how many
  /// records changed; nil, and leaves the plan as it is, where more than the values of records changed, or where there
  /// are diagnostics.
  package mutating func follow(_ read: [SourcePlace: ReadList.Source]) -> (pages: [Int], records: Int)? {
    var edits: [Int: ListEdit] = [:]
    var count = 0
    let check = linkCheck
    for (place, source) in read {
      let list = lists[place.list]
      let old = list.content.sources[place.source]
      guard source.isQuiet, source.isComplete, old.isQuiet,
        old.records.entries.count == source.records.entries.count,
        old.records.entries.allSatisfy(\.warnings.isEmpty)
      else { return nil }
      let checked = check.checked(source, list.settings.type, nil)
      guard checked?.found.all.isEmpty ?? true else { return nil }
      let new = checked?.source ?? source
      for (before, after) in zip(old.records.entries, new.records.entries) where before.item !== after.item {
        guard after.schedule == before.schedule, after.item.standsWhereStood(before.item) else { return nil }
        if after.item.fingerprints != before.item.fingerprints { count += 1 }
        edits[place.list, default: ListEdit()].items[ObjectIdentifier(before.item)] = after.item
      }
      edits[place.list, default: ListEdit()].sources[place.source] = new
    }
    for (list, edit) in edits where !lists[list].showsAll(of: edit) { return nil }
    let pages = edits.sorted { $0.key < $1.key }.flatMap { follow($1, in: $0) }
    return (pages, count)
  }

  private mutating func follow(_ edit: ListEdit, in list: Int) -> [Int] {
    let touched = lists[list].follow(edit)
    var numbers = touched.pages.map { [first = listPages(list).lowerBound] in first + $0 }
    for (number, page) in zip(numbers, touched.pages) {
      guard case .made(let maker as TemplatePage<ListPage>, _) = pages[number].content else { continue }
      let shown = maker.source.showing(lists[list].pages[page])
      replaceMaker(of: number, with: TemplatePage(used: maker.used, source: shown))
    }
    let blocks = [
      PageBlock.records(list), .feeds(list), .exports(list), .calendar(list), .tools(list), .words(list),
    ]
    for block in blocks where !touched.records.isEmpty {
      let all = pages(of: block)
      guard let first = all.first, case .made(let maker as any RecordsMaker, _) = pages[first].content else { continue }
      let shown = maker.show(lists[list].records, changedAt: touched.records)
      numbers += shown?.map { first + $0 } ?? Array(all)
    }
    return numbers
  }
}

/// The changes to one list.
struct ListEdit {
  var sources: [Int: ReadList.Source] = [:]
  /// The new items, by the ones whose places they take.
  var items: [ObjectIdentifier: RecordItem] = [:]
}

extension RecordItem {
  /// Whether nothing but what records say tells it from another.
  fileprivate func standsWhereStood(_ other: RecordItem) -> Bool {
    row.isKept && other.row.isKept && variant == other.variant && standing == other.standing
  }

  /// The facts that place it, as bytes: two texts that Unicode calls the same may differ on a page.
  private var standing: [UInt8] {
    var writer = StateWriter()
    writer.write(id)
    writer.write(slug)
    writer.write(place)
    writer.write(location.file)
    writer.write(otherFiles) { $0.write($1) }
    writer.write(row.key.bytes)
    writer.write(row.sections) { $0.write($1) }
    writer.write(row.figures) { $0.write($1) }
    writer.write(row.terms) { writer, values in writer.write(values) { $0.write($1) } }
    writer.write(row.dates) { $0.write($1) }
    writer.write(row.views) { writer, key in writer.write(key) { $0.write($1.bytes) } }
    writer.write(formerAddresses) { $0.write($1) }
    for picture in pictures { writer.write(picture.path) }
    return writer.bytes
  }
}

extension ListPlan {
  /// Whether the list shows every record that changed.
  fileprivate func showsAll(of edit: ListEdit) -> Bool { records.places(of: edit.items).count == edit.items.count }

  /// Puts items in the places of others. Returns the numbers of the list's pages and records that this touches.
  fileprivate mutating func follow(_ edit: ListEdit) -> (pages: [Int], records: [Int]) {
    let decorator = RuleDecorator(rules: settings.rules, language: settings.arrangement.language)
    func cell(_ old: RecordCell) -> RecordCell {
      guard let item = edit.items[ObjectIdentifier(old.item)] else { return old }
      let new = decorator.cell(for: item, at: TablePath(section: 0, row: 0))
      return RecordCell(item: item, variant: new.variant, anchor: old.anchor, contents: new.contents)
    }
    for (index, source) in edit.sources { content.sources[index] = source }
    var touched: [Int] = []
    for page in pages.indices {
      for section in pages[page].table.sections.indices {
        let places = pages[page].table.sections[section].cells.places(of: edit.items)
        for row in places {
          pages[page].table.sections[section].cells[row] = cell(pages[page].table.sections[section].cells[row])
        }
        if !places.isEmpty, touched.last != page { touched.append(page) }
      }
    }
    let places = records.places(of: edit.items)
    for index in places { records[index] = cell(records[index]) }
    return (touched, places)
  }
}
