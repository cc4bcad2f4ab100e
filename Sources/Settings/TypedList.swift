import CellistBase
import CellistLists
import CellistMarkup
import CellistRecords
import CellistTables
import CellistText
import CellistThemes
import CellistTyped
import Synchronization

/// A list whose records, and perhaps cells and sections, are declared in Swift: what a build needs of it, without its
/// types.
package struct TypedList: Sendable {
  /// The list's path below the content, as references name it.
  package let path: String
  /// Where it is declared.
  package let location: SourceLocation
  /// The name of the Swift type of its records, which names the list in references.
  let itemType: String
  /// The record type of the Swift type.
  let recordType: @Sendable (inout Diagnostics) -> RecordType
  /// The kinds of cells that its decorator makes; nil where the settings' rules choose a template.
  let kinds: [CellKind]?
  /// Whether a provider makes its sections.
  let hasProvider: Bool
  /// The record's id; throws where a record is no item of the type.
  let check: @Sendable (Record, RecordType) throws(RecordMisfit) -> String
  /// The records as items.
  let items: @Sendable ([RecordItem], RecordType) -> any TypedItems
  /// The settings in Swift that `list.yml` makes otherwise, in the order of their calls.
  package var settings: [Node.Entry] = []
  /// Fetches the records, for a list that has no files.
  package let fetch: (@Sendable () async throws -> [FetchedRecord])?

  /// A record that does not come from a file, made when its type and the list's time zone are known.
  package typealias FetchedRecord = @Sendable (RecordType, TimeZoneRules) throws(RecordMisfit) -> Record

  /// Whether its records are turned into items: where its settings alone place and show them, they are only checked.
  var wantsItems: Bool { hasProvider || kinds != nil }

  /// - Parameters:
  ///   - decorator: makes the cells; nil leaves them to the settings.
  ///   - provider: makes the sections; nil leaves them to the settings.
  ///   - fetch: where the records come from; nil for the files of the list's folder.
  package init<Item: ListRecord>(
    _ path: String, of type: Item.Type, decorator: TypedDecorator<Item>?, provider: DataProvider<[Item], Item>?,
    fetch: (@Sendable () async throws -> [Item])?, at location: SourceLocation
  ) {
    let form = Item.form
    self.path = path
    self.location = location
    itemType = String(reflecting: Item.self)
    recordType = { form.type(location, &$0) }
    kinds = decorator?.kinds
    hasProvider = provider != nil
    check = { record, type throws(RecordMisfit) in try form.item(of: record, type).id }
    items = { items, type in
      // Each of them was an item of the type when it was read.
      ItemTable(items, { try? form.item(of: $0.record, type) }, provider, decorator)
    }
    guard let fetch else {
      self.fetch = nil
      return
    }
    self.fetch = { () async throws -> [FetchedRecord] in
      try await fetch().map { item in Self.record(of: item, by: form, at: location) }
    }
  }

  private static func record<Item: ListRecord>(
    of item: Item, by form: RecordForm<Item>, at location: SourceLocation
  ) -> FetchedRecord {
    { type, zone throws(RecordMisfit) in
      let made = try form.record(of: item, type, at: location)
      let record = Record(made, values: made.values.map { $0.shown(in: zone) })
      // Providers and decorators get a value that is read from the record, so it must lead back; an id that is made of
      // moments is that of the moments as they are shown.
      let id = try form.item(of: record, type).id
      guard id != record.id else { return record }
      return Record(
        id: id, variant: record.variant, values: record.values, locations: record.locations, location: record.location,
        languages: record.languages)
    }
  }
}

/// A decorator without the type of its cells.
package struct TypedDecorator<Item: Sendable>: Sendable {
  let kinds: [CellKind]
  let cell: @Sendable (Item, TablePath) -> ChosenCell
  /// The notes above and below sections, where a presenter makes them.
  let notes: SectionNotes<Item>?

  package init<Cell: CellModel>(_ presenter: DataPresenter<Item, SectionNote, Cell>) {
    kinds = Cell.Content.kinds
    cell = { presenter.cell($0, $1).content.chosen }
    notes = SectionNotes(presenter)
  }

  package init<Decorator: CellDecorator>(_ decorator: Decorator)
  where Decorator.Item == Item, Decorator.Cell: CellModel {
    kinds = Decorator.Cell.Content.kinds
    cell = { decorator.cell(for: $0, at: $1).content.chosen }
    notes = nil
  }

  package init<Cell: CellChoice>(_ make: @escaping @Sendable (Item, TablePath) -> Cell) {
    kinds = Cell.kinds
    cell = { make($0, $1).chosen }
    notes = nil
  }
}

/// The records of a typed list, as items of its type.
package protocol TypedItems: Sendable {
  /// Makes the items what references to their type lead to.
  func add(to records: inout TypedRecords)
  /// The list's items in the sections of its provider.
  func arranged(
    _ list: ArrangedList, _ records: TypedRecords, at location: SourceLocation, _ diagnostics: inout Diagnostics
  ) -> ArrangedList
  /// The cells of all items in sections, whose moments are shown in a zone; nil where the settings' rules choose a
  /// template.
  func cells(
    of list: ArrangedList, _ contents: [RecordType], _ records: TypedRecords, in zone: TimeZoneRules,
    at location: SourceLocation, _ diagnostics: inout Diagnostics
  ) -> TypedCells?
}

/// The decorator of a list whose cells have been made.
package struct TypedCells: CellDecorator {
  let cells: [[(kind: Int, contents: [Value])]]
  /// The records whose cells were made: those of all others are unchanged.
  package let made: [RecordItem]

  package func cell(for item: RecordItem, at path: TablePath) -> RecordCell {
    let cell = cells[path.section][path.row]
    return RecordCell(item: item, variant: cell.kind, anchor: item.slug, contents: cell.contents)
  }
}

private struct ItemTable<Item: ListRecord>: TypedItems {
  private let records: [RecordItem]
  /// Makes an item of a record; nil where it is none.
  private let item: @Sendable (RecordItem) -> Item?
  private let provider: DataProvider<[Item], Item>?
  private let decorator: TypedDecorator<Item>?
  private let index: RecordIndex

  /// The records by their ids, once one has been looked up.
  private final class RecordIndex: Sendable {
    private let known = Mutex<[String: RecordItem]?>(nil)

    func record(_ id: String, among records: [RecordItem]) -> RecordItem? {
      known.withLock { known in
        if known == nil { known = Dictionary(records.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first }) }
        return known?[id]
      }
    }
  }

  init(
    _ records: [RecordItem], _ item: @escaping @Sendable (RecordItem) -> Item?,
    _ provider: DataProvider<[Item], Item>?, _ decorator: TypedDecorator<Item>?
  ) {
    self.records = records
    self.item = item
    self.provider = provider
    self.decorator = decorator
    index = RecordIndex()
  }

  func add(to records: inout TypedRecords) {
    records.add(
      Item.self,
      all: { [self] in
        parallelMap(self.records.count) { [item, records = self.records] in item(records[$0]) }.compactMap(\.self)
      }
    ) { [self] id in index.record(id, among: self.records).flatMap(item) }
  }

  func arranged(
    _ list: ArrangedList, _ records: TypedRecords, at location: SourceLocation, _ diagnostics: inout Diagnostics
  ) -> ArrangedList {
    var list = list
    if let provider { list = arranged(list, by: provider, records, at: location, &diagnostics) }
    guard let notes = decorator?.notes else { return list }
    list.sections = TypedRecords.$current.withValue(records) {
      list.sections.enumerated().map { index, section in
        notes.noting(
          section, parallelMap(section.items.count) { [item] in item(section.items[$0]) }.compactMap(\.self), at: index)
      }
    }
    return list
  }

  private func arranged(
    _ list: ArrangedList, by provider: DataProvider<[Item], Item>, _ records: TypedRecords, at location: SourceLocation,
    _ diagnostics: inout Diagnostics
  ) -> ArrangedList {
    let all = list.sections.flatMap(\.items)
    let shown = parallelMap(all.count) { [item] in item(all[$0]) }.compactMap(\.self)
    let sections = TypedRecords.$current.withValue(records) {
      let list = provider.list(shown)
      return (0..<list.sectionCount).compactMap { list.section(at: $0) }
    }
    var ids: [String: String] = [:]
    return ArrangedList(
      sections: sections.map { section in
        let slug = Slug.naming(section.id)
        if let other = ids.updateValue(section.id, forKey: slug) {
          diagnostics.error(
            .pathCollision, "the sections \"\(other)\" and \"\(section.id)\" both have the slug '\(slug)'", at: location
          )
        }
        let shown = section.items.compactMap { item -> RecordItem? in
          if let record = index.record(item.id, among: self.records) { return record }
          diagnostics.error(
            .unknownRecord, "the provider shows \"\(item.id)\", which is no record of the list", at: location)
          return nil
        }
        return ArrangedSection(value: nil, title: section.title, slug: slug, items: shown, aggregates: [])
      })
  }

  func cells(
    of list: ArrangedList, _ contents: [RecordType], _ records: TypedRecords, in zone: TimeZoneRules,
    at location: SourceLocation, _ diagnostics: inout Diagnostics
  ) -> TypedCells? {
    guard let decorator else { return nil }
    // A cell of a type that cannot be told has been reported, and does not fit for any record.
    let isTold = !diagnostics.all.contains { $0.code == .unknownType && $0.location == location }
    let maker = CellMaker(
      item: item, decorator: decorator, contents: contents, records: records, zone: zone, isTold: isTold)
    let paths = list.paths
    let made = parallelMap(paths.count) { index -> MadeCell in
      let record = list.item(atExisting: paths[index])
      let held = record.store as? HeldRecord
      if let known = held?.cell, known.path == paths[index], contents.indices.contains(known.kind) {
        return MadeCell(kind: known.kind, values: known.contents, problem: nil, isKnown: true)
      }
      return maker.cell(of: record, at: paths[index])
    }
    var cells = list.sections.map { section in
      [(kind: Int, contents: [Value])](repeating: (0, []), count: section.items.count)
    }
    var remade: [RecordItem] = []
    for (path, made) in zip(paths, made) {
      if !made.isKnown { remade.append(list.item(atExisting: path)) }
      cells[path.section][path.row] = (made.kind, made.values)
      guard let problem = made.problem else { continue }
      let record = list.item(atExisting: path)
      diagnostics.error(.invalidValue, "the cell of \"\(record.id)\" does not fit: \(problem)", at: record.location)
    }
    return TypedCells(cells: cells, made: remade)
  }
}

/// A cell, and why it does not fit.
private struct MadeCell: Sendable {
  let kind: Int
  let values: [Value]
  let problem: String?
  /// Whether it was made in an earlier build.
  var isKnown = false
}

/// Makes the cells of a list's records.
private struct CellMaker<Item: ListRecord>: Sendable {
  /// Makes an item of a record; nil where it is none.
  let item: @Sendable (RecordItem) -> Item?
  let decorator: TypedDecorator<Item>
  /// The types of the cells' contents, one for each kind.
  let contents: [RecordType]
  let records: TypedRecords
  /// The zone in which moments are shown.
  let zone: TimeZoneRules
  /// Whether the type of every cell is known; otherwise that has been reported.
  let isTold: Bool

  /// Makes the cell of a record, and holds it where it follows from the record and its path alone.
  func cell(of record: RecordItem, at path: TablePath) -> MadeCell {
    guard let item = item(record) else {
      let values = contents.first?.fields.map { _ in Value.absent } ?? []
      return MadeCell(kind: 0, values: values, problem: "the record cannot be read a second time")
    }
    let asked = Flag()
    var records = records
    records.asked = { asked.value.store(true, ordering: .relaxed) }
    let cell = TypedRecords.$current.withValue(records) { decorator.cell(item, path) }
    let type = contents[cell.kind]
    do {
      let values = try cell.values(type).map { $0.shown(in: zone) }
      let problem = Self.problem(values, type)
      // Where links lead may change while the record stays what it is.
      let isAlone = problem == nil && !asked.value.load(ordering: .relaxed) && !Self.links(values, type, of: record)
      let held = isAlone ? HeldRecord.Cell(path: path, kind: cell.kind, contents: values) : nil
      (record.store as? HeldRecord)?.cell = held
      return MadeCell(kind: cell.kind, values: values, problem: problem)
    } catch {
      return MadeCell(kind: cell.kind, values: type.fields.map { _ in .absent }, problem: isTold ? "\(error)" : nil)
    }
  }

  /// Whether something happened while a cell was made.
  private final class Flag: Sendable {
    let value = Atomic<Bool>(false)
  }

  /// Whether a cell leads to something in the site.
  private static func links(_ values: [Value], _ type: RecordType, of item: RecordItem) -> Bool {
    let record = Record(
      id: item.id, values: values, locations: values.map { _ in item.location }, location: item.location)
    return !RecordLinks(type: type, dialect: MarkdownDialect(allowsHTML: true)).survey(record).links.isEmpty
  }

  private static func problem(_ values: [Value], _ type: RecordType) -> String? {
    for (value, field) in zip(values, type.fields) {
      if value.isAbsent, !field.canBeAbsent { return "'\(field.name)' has no value" }
      if let problem = value.problem(as: field.type) { return "'\(field.name)' \(problem)" }
    }
    return nil
  }
}

/// A list in sections and in order, with its cells where they are declared in Swift.
package struct ArrangedCells: Sendable {
  package let list: ArrangedList
  package let cells: TypedCells?

  /// The arranged lists of a site. Decorators and providers of typed lists see all records that are published.
  ///
  /// - Parameter lists: each with its records as they are written, and with its arrangement where that is known.
  package static func of(
    _ lists: [(settings: ListSettings, items: [RecordItem], known: ArrangedList?)], language: Language,
    _ diagnostics: inout Diagnostics
  ) -> [ArrangedCells] {
    var records = TypedRecords(language: language)
    let typed = lists.map { list in
      list.settings.holdsRecords ? list.settings.typed?.items(list.items, list.settings.type) : nil
    }
    for items in typed { items?.add(to: &records) }
    let targets = termTargets(of: lists)
    return zip(lists, typed).map { list, items in
      if let known = list.known {
        diagnostics.append(known.found)
        return ArrangedCells(list: known, cells: nil)
      }
      let settings = list.settings
      var found = Diagnostics()
      var arranged = settings.arrangement.arrange(list.items, &found)
      if let items, let place = settings.typed?.location {
        arranged = items.arranged(arranged, records, at: place, &diagnostics)
      }
      arranged.views = settings.arrangement.views(of: arranged, list.items)
      arranged.terms = settings.arrangement.terms(of: arranged, list.items, targets, &found)
      arranged.found = found
      diagnostics.append(found)
      guard let items, let place = settings.typed?.location else { return ArrangedCells(list: arranged, cells: nil) }
      let cells = items.cells(
        of: arranged, settings.rules.contents, records, in: settings.decoder.values.zone, at: place, &diagnostics)
      return ArrangedCells(list: arranged, cells: cells)
    }
  }
  /// The published records that the values of terms refer to, by the names of their lists and their ids.
  private static func termTargets(
    of lists: [(settings: ListSettings, items: [RecordItem], known: ArrangedList?)]
  ) -> [String: [String: RecordItem]] {
    var targets: [String: [String: RecordItem]] = [:]
    let names = Set(lists.flatMap { $0.settings.arrangement.terms.compactMap(\.target) })
    for list in lists where names.contains(list.settings.folder.name) {
      targets[list.settings.folder.name] = Dictionary(
        list.items.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }
    return targets
  }
}
