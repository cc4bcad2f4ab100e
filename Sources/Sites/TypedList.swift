import CellistContent
import CellistLists
import CellistRecords
import CellistTables
import CellistText
import CellistThemes

/// A list whose records, and perhaps cells and sections, are declared in Swift: what a build needs of it, without its
/// types.
package struct TypedList: Sendable {
  /// The list's path below the content, as references name it.
  package let path: String
  /// Where it is declared.
  package let location: SourceLocation
  /// The name of the Swift type of its records, which stands for the list in references.
  let itemType: String
  /// The record type that the Swift type stands for.
  let recordType: @Sendable (inout Diagnostics) -> RecordType
  /// The kinds of cells that its decorator makes; nil where the settings' rules choose a template.
  let kinds: [CellKind]?
  /// Whether a provider makes its sections.
  let hasProvider: Bool
  /// The record's id; throws where a record is no item of the type.
  let check: @Sendable (Record, RecordType) throws(RecordMisfit) -> String
  /// The records as items.
  let items: @Sendable ([RecordItem], RecordType) -> any TypedItems
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
      let records = parallelMap(items.count) { try? form.item(of: items[$0].record, type) }
      return ItemTable(items, records, provider, decorator)
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
      // What providers and decorators are given is read from the record, so it must lead back; an id that is made of
      // moments is that of the moments as they are shown.
      let id = try form.item(of: record, type).id
      guard id != record.id else { return record }
      return Record(
        id: id, variant: record.variant, values: record.values, locations: record.locations, location: record.location)
    }
  }
}

/// A decorator without the type of its cells.
package struct TypedDecorator<Item>: Sendable {
  let kinds: [CellKind]
  let cell: @Sendable (Item, TablePath) -> ChosenCell

  package init<Decorator: CellDecorator>(_ decorator: Decorator)
  where Decorator.Item == Item, Decorator.Cell: CellModel {
    kinds = Decorator.Cell.Content.kinds
    cell = { decorator.cell(for: $0, at: $1).content.chosen }
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

  package func cell(for item: RecordItem, at path: TablePath) -> RecordCell {
    let cell = cells[path.section][path.row]
    return RecordCell(item: item, variant: cell.kind, anchor: item.slug, contents: cell.contents)
  }
}

private struct ItemTable<Item: ListRecord>: TypedItems {
  private let items: [(record: RecordItem, item: Item)]
  private let byID: [String: Int]
  private let provider: DataProvider<[Item], Item>?
  private let decorator: TypedDecorator<Item>?

  init(
    _ records: [RecordItem], _ items: [Item?], _ provider: DataProvider<[Item], Item>?,
    _ decorator: TypedDecorator<Item>?
  ) {
    self.items = zip(records, items).compactMap { record, item in item.map { (record, $0) } }
    byID = Dictionary(
      self.items.enumerated().map { ($1.record.id, $0) }, uniquingKeysWith: { first, _ in first })
    self.provider = provider
    self.decorator = decorator
  }

  func add(to records: inout TypedRecords) { records.add(items.map(\.item)) }

  private func item(_ record: RecordItem) -> Item? { byID[record.id].map { items[$0].item } }

  func arranged(
    _ list: ArrangedList, _ records: TypedRecords, at location: SourceLocation, _ diagnostics: inout Diagnostics
  ) -> ArrangedList {
    guard let provider else { return list }
    let shown = list.sections.flatMap(\.items).compactMap(item)
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
          if let place = byID[item.id] { return items[place].record }
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
    let paths = list.paths
    let made = parallelMap(paths.count) { index -> Made in
      let record = list.item(atExisting: paths[index])
      guard let item = item(record) else {
        let values = contents.first?.fields.map { _ in Value.absent } ?? []
        return Made(kind: 0, values: values, problem: "the record cannot be read a second time")
      }
      let cell = TypedRecords.$current.withValue(records) { decorator.cell(item, paths[index]) }
      let type = contents[cell.kind]
      do {
        let values = try cell.values(type).map { $0.shown(in: zone) }
        return Made(kind: cell.kind, values: values, problem: Self.problem(values, type))
      } catch {
        return Made(kind: cell.kind, values: type.fields.map { _ in .absent }, problem: "\(error)")
      }
    }
    var cells = list.sections.map { section in
      [(kind: Int, contents: [Value])](repeating: (0, []), count: section.items.count)
    }
    for (path, made) in zip(paths, made) {
      cells[path.section][path.row] = (made.kind, made.values)
      guard let problem = made.problem else { continue }
      let record = list.item(atExisting: path)
      diagnostics.error(.invalidValue, "the cell of \"\(record.id)\" does not fit: \(problem)", at: record.location)
    }
    return TypedCells(cells: cells)
  }

  private struct Made: Sendable {
    let kind: Int
    let values: [Value]
    let problem: String?
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
  package static func of(
    _ lists: [(settings: ListSettings, items: [RecordItem])], language: Language, _ diagnostics: inout Diagnostics
  ) -> [ArrangedCells] {
    var records = TypedRecords(language: language)
    let typed = lists.map { list in
      list.settings.holdsRecords ? list.settings.typed?.items(list.items, list.settings.type) : nil
    }
    for items in typed { items?.add(to: &records) }
    return zip(lists, typed).map { list, items in
      let settings = list.settings
      var arranged = settings.arrangement.arrange(list.items, &diagnostics)
      guard let items, let place = settings.typed?.location else { return ArrangedCells(list: arranged, cells: nil) }
      arranged = items.arranged(arranged, records, at: place, &diagnostics)
      let cells = items.cells(
        of: arranged, settings.rules.contents, records, in: settings.decoder.values.zone, at: place, &diagnostics)
      return ArrangedCells(list: arranged, cells: cells)
    }
  }
}
