import CellistTables
import Synchronization
import Testing

// The promises of the five articles and the code beside them about lists and tables, as cases of ours. The promises
// that have no place here are listed below each, with the reason.

private func path(_ section: Int, _ row: Int) -> TablePath { TablePath(section: section, row: row) }

/// An instrument of an orchestra.
private struct Instrument: Identifiable, Equatable, Updatable {
  let id: String
  var family = "strings"
  var players = 1

  mutating func update(from other: Instrument) {
    family = other.family
    players = other.players
  }
}

private struct Label: CellDecorator {
  func cell(for item: Instrument, at path: TablePath) -> String { "\(item.id) ×\(item.players)" }
}

/// BasicTableViewDatasource: one handler for every table, with a decorator of the items' type.
@Suite struct TableHandlerCases {
  private typealias Handler = TableViewHandler<Label>

  private static let (cello, viola, harp) = (Instrument(id: "cello"), Instrument(id: "viola"), Instrument(id: "harp"))

  private static func handler(_ items: [Instrument]) -> Handler {
    Handler(decorator: Label(), sections: [ItemSection(id: "0", items: items)])
  }

  @Test func `the handler tells how many rows there are, and gives each its cell`() {
    let handler = Self.handler([Self.cello, Self.viola])
    #expect(handler.table.itemCount(in: 0) == 2)
    #expect(handler.table[path(0, 1)] == "viola ×1")
  }

  @Test func `reload replaces all data`() {
    var handler = Self.handler([Self.cello, Self.viola])
    handler.reload([ItemSection(id: "0", items: [Self.harp])])
    #expect(handler.table.sections[0].cells == ["harp ×1"])
  }

  @Test func `added data stands at the end, and its rows are told`() {
    var handler = Self.handler([Self.cello])
    #expect(handler.append([Self.viola, Self.harp]).insertedRows == [path(0, 1), path(0, 2)])
    #expect(handler.items.sections[0].items == [Self.cello, Self.viola, Self.harp])
  }

  @Test func `adding nothing changes nothing`() {
    var handler = Self.handler([Self.cello])
    #expect(handler.append([]).isEmpty)
  }

  @Test func `equal data is removed, and its rows are those of the table as it was`() {
    var handler = Self.handler([Self.cello, Self.viola, Self.harp])
    #expect(handler.remove([Self.cello, Self.harp]).deletedRows == [path(0, 0), path(0, 2)])
    #expect(handler.table.sections[0].cells == ["viola ×1"])
  }

  @Test func `what is not there cannot be removed, and that is no error`() {
    var handler = Self.handler([Self.cello])
    #expect(handler.remove([Self.harp]).isEmpty)
  }

  @Test func `data that is there is updated in its place, and other data added`() {
    var handler = Self.handler([Self.cello, Self.viola])
    let diff = handler.upsert([Instrument(id: "viola", players: 2), Self.harp])
    #expect(diff.updatedRows == [path(0, 1)] && diff.insertedRows == [path(0, 2)])
    #expect(handler.table.sections[0].cells == ["cello ×1", "viola ×2", "harp ×1"])
  }

  @Test func `an update in a batch sees what the batch added before it`() {
    var handler = Self.handler([])
    handler.upsert([Self.harp, Instrument(id: "harp", players: 3)])
    #expect(handler.table.sections[0].cells == ["harp ×3"])
  }

  // Identifiers for cells that are used again, and a fallback for a cell of another class: a cell here is a value of the
  // decorator's own type, so there is nothing to look up and nothing to mistake.
  // `animated`: a change returns what changed, and whoever shows the table animates it or does not.
  // A table view that is held weakly: the handler holds no view.
}

/// BlogExample-AssociatedType: items that name their cell, cells with a type of their data.
@Suite struct AssociatedTypeCases {
  private struct TextCell: Equatable { let text: String }
  private struct NumberCell: Equatable { let number: Int }

  private enum Cell: Equatable {
    case text(TextCell)
    case number(NumberCell)
  }

  private enum Item {
    case word(String)
    case count(Int)
  }

  private struct Chooser: CellDecorator {
    func cell(for item: Item, at path: TablePath) -> Cell {
      switch item {
      case .word(let word): .text(TextCell(text: word))
      case .count(let count): .number(NumberCell(number: count))
      }
    }
  }

  @Test func `items of several kinds stand in one table, each in the cell of its data`() {
    let items: [Item] = [.word("Rosin"), .count(4)]
    let handler = TableViewHandler(decorator: Chooser(), sections: [ItemSection(id: "0", items: items)])
    #expect(handler.table.sections[0].cells == [.text(TextCell(text: "Rosin")), .number(NumberCell(number: 4))])
  }

  // Data of the wrong type is left out silently there. Here the switch is exhaustive, so the compiler finds it.
  // Registering cells with a table view: cells are values. In a site, templates are found by the type's name.
}

/// JadKit and its forks: lists, static and fetched.
@Suite struct ListCases {
  private static let data = [["cello", "viola"], ["harp"]]
  private static let list = StaticList(
    sections: [
      ItemSection(id: "first", title: "First", items: data[0]),
      ItemSection(id: "second", title: "Second", items: data[1]),
    ])

  @Test func `every valid path gives its object`() {
    for (section, items) in Self.data.enumerated() {
      for (row, item) in items.enumerated() { #expect(Self.list.item(at: path(section, row)) == item) }
    }
  }

  @Test func `sections and rows are counted`() {
    #expect(Self.list.sectionCount == 2)
    #expect((0..<2).map(Self.list.itemCount(in:)) == [2, 1])
  }

  @Test(arguments: [(0, 0, true), (0, 1, true), (1, 0, true), (1, 1, false), (10, 1, false), (0, -1, false)])
  func `a path is valid or not`(section: Int, row: Int, isValid: Bool) {
    #expect(Self.list.isValid(path(section, row)) == isValid)
  }

  @Test(arguments: [(2, 0), (-1, 0), (0, 10), (0, -1), (.max, .max), (.min, .min)])
  func `a section or a row too small or too large gives nothing`(section: Int, row: Int) {
    #expect(Self.list.item(at: path(section, row)) == nil)
  }

  @Test func `sections have names, and those that there are not have none`() {
    #expect((0..<2).map(Self.list.headerTitle(of:)) == ["First", "Second"])
    #expect([2, -2].map(Self.list.headerTitle(of:)) == [nil, nil])
    #expect(Self.list.indexTitles == ["First", "Second"])
  }

  @Test func `one array is one section`() {
    let list = StaticList(["cello"])
    #expect(list.sectionCount == 1 && list.headerTitle(of: 0) == nil)
  }

  /// A store of instruments, by families.
  private final class Store: Sendable {
    let families = Mutex<[String: [Instrument]]>([:])

    init(_ families: [String: [Instrument]]) { self.families.withLock { $0 = families } }

    func sections() -> [ItemSection<Instrument>] {
      families.withLock { families in
        families.keys.sorted().map { ItemSection(id: $0, title: $0, items: families[$0] ?? []) }
      }
    }
  }

  private final class Heard: Sendable {
    let changes = Mutex<[ListChange]>([])
  }

  /// The events of a fetch after an edit of the store, without the two ends.
  private func events(_ edit: (inout [String: [Instrument]]) -> Void) async throws -> [ListChange] {
    let store = Store(["a": [Instrument(id: "cello"), Instrument(id: "viola")], "b": [Instrument(id: "harp")]])
    let list = FetchedList(fetch: { store.sections() })
    try await list.refetch()
    let heard = Heard()
    let observation = list.observe { change in heard.changes.withLock { $0.append(change) } }
    defer { observation.cancel() }
    store.families.withLock { edit(&$0) }
    try await list.refetch()
    #expect(list.snapshot.sections.map(\.items) == store.sections().map(\.items))
    let changes = heard.changes.withLock(\.self)
    #expect(changes.first == .willChange && changes.last == .didChange)
    return Array(changes.dropFirst().dropLast())
  }

  @Test func `a row is added`() async throws {
    #expect(try await events { $0["a"]?.append(Instrument(id: "bass")) } == [.rowInserted(path(0, 2))])
  }

  @Test func `a row is updated`() async throws {
    #expect(try await events { $0["a"]?[0].players = 2 } == [.rowUpdated(path(0, 0))])
  }

  @Test func `a row is deleted`() async throws {
    #expect(try await events { $0["a"]?.removeFirst() } == [.rowDeleted(path(0, 0))])
  }

  @Test func `a row moves into another section`() async throws {
    let changes = try await events { families in
      let cello = families["a"]?.removeFirst()
      families["b"]?.append(cello ?? Instrument(id: "?"))
    }
    #expect(changes == [.rowMoved(from: path(0, 0), to: path(1, 1))])
  }

  @Test func `a section is added`() async throws {
    #expect(try await events { $0["c"] = [Instrument(id: "gong")] } == [.sectionInserted(2)])
  }

  @Test func `a section is deleted`() async throws {
    #expect(try await events { $0["a"] = nil } == [.sectionDeleted(0)])
  }

  @Test func `before the first fetch there is nothing, and no path leads anywhere`() {
    let list = FetchedList<Instrument>(fetch: { [] })
    #expect(list.sectionCount == 0 && list.item(at: path(0, 0)) == nil)
  }

  // Updating a section: what a section is called changes with its id there. `TableDiffTests` has the case here.
  // Cells that are dequeued and selected, collection views: views are not part of this library; a `DataPresenter` makes
  // cells, which are values, and `TableViewModel.rows(of:)` is what a gallery shows.
  // Core Data and its sort descriptors: a fetch is any function. Extensions of dates, sizes and views: unrelated.
}

/// FRKDataProviders: a provider, a presenter, and an adapter between them.
@Suite struct ProviderCases {
  private static let items = ["cello", "viola", "harp", "gong", "bell"]
  private static let provider = DataProvider<[String], String>.singleSection

  @Test func `the provider gives the object at a path`() {
    for (row, item) in Self.items.enumerated() {
      #expect(Self.provider.item(at: path(0, row), in: Self.items) == item)
    }
  }

  @Test func `the provider gives the path of an object`() {
    for (row, item) in Self.items.enumerated() {
      #expect(Self.provider.path(of: item, in: Self.items) == path(0, row))
    }
    #expect(Self.provider.path(of: "drum", in: Self.items) == nil)
  }

  private static let adapter = TableAdapter(
    provider: provider,
    presenter: DataPresenter<String, Never, String> { item, path in "\(path.row): \(item)" })

  @Test func `the adapter counts what the provider counts`() {
    let table = Self.adapter.table(of: Self.items)
    #expect(table.sectionCount == 1 && table.itemCount(in: 0) == 5)
  }

  @Test func `the adapter asks the presenter for the cell of the item at a path, and returns it`() {
    #expect(Self.adapter.table(of: Self.items)[path(0, 3)] == "3: gong")
  }

  @Test func `once data has been loaded, it is shown`() async throws {
    let table = try await Self.adapter.table(fetching: {
      await Task.yield()
      return Self.items
    })
    #expect(table.sections[0].cells.count == 5)
  }

  @Test func `data that cannot be loaded is an error of the call, and there is no table`() async {
    struct Refused: Error {}
    await #expect(throws: Refused.self) { try await Self.adapter.table(fetching: { throw Refused() }) }
  }

  // Being the data source of a view, and passing the view to the presenter: there is no view.
  // A completion handler that says nothing of errors: `async throws` in its place.
}

/// CollectionModel: a table as a value, with headers, footers and builders.
@Suite struct TableModelCases {
  private typealias Table = TableViewModel<String, Int>

  private static let table = Table {
    .init(id: "0", header: "Above", footer: "Below") {
      1
      2
      3
    }
  }

  @Test func `cells are read and set by path`() {
    var table = Self.table
    #expect(table[path(0, 0)] == 1)
    table[path(0, 0)] = 13
    #expect(table[path(0, 0)] == 13 && table[path(0, 1)] == 2)
  }

  @Test func `headers are read, removed and set by section`() {
    var table = Self.table
    #expect(table[header: 0] == "Above")
    table[header: 0] = nil
    #expect(table[header: 0] == nil)
    table[header: 0] = "Again"
    #expect(table[header: 0] == "Again" && table[footer: 0] == "Below")
  }

  @Test func `footers are read, removed and set by section`() {
    var table = Self.table
    table[footer: 0] = nil
    #expect(table[footer: 0] == nil)
    table[footer: 0] = "End"
    #expect(table[footer: 0] == "End" && table[header: 0] == "Above")
  }

  @Test func `what does not exist is nil, and stays it`() {
    var table = Self.table
    table[path(0, 3)] = 4
    table[header: 1] = "None"
    table[footer: -1] = "None"
    #expect(table == Self.table && table[path(1, 0)] == nil && table[header: 1] == nil && table[footer: -1] == nil)
  }

  @Test(arguments: [true, false])
  func `sections come one by one, in arrays, and from branches`(isLong: Bool) {
    func section(_ id: String) -> Table.Section { .init(id: id) }
    let table = Table {
      section("a")
      [section("b"), section("c")]
      if isLong {
        [section("d"), section("e")]
      } else {
        section("f")
      }
    }
    #expect(table.sections.map(\.id).joined() == (isLong ? "abcde" : "abcf"))
  }

  @Test func `each of some entities gives cells, or sections`() {
    let cells = Table.Section(id: "0") {
      for number in 1...3 {
        number
        if number == 2 { [20, 21] }
      }
    }
    #expect(cells.cells == [1, 2, 20, 21, 3])
    let table = Table { for number in 1...3 { .init(id: "\(number)") { number } } }
    #expect(table.sections.map(\.cells) == [[1], [2], [3]])
  }

  @Test func `a table of Never has cells alone, and an enumeration holds cells of several kinds`() {
    enum Cell: Equatable { case text(String), number(Int) }
    let table = TableViewModel<Never, Cell>(cells: [.text("Rosin"), .number(4)])
    #expect(table[path(0, 1)] == .number(4) && table[header: 0] == nil)
  }

  // Supplementary views by kind and index: a page has headers and footers, and a gallery's rows; what else stands
  // between cells is a cell of another kind.
  // Configuring and dequeuing views of UIKit.
}
