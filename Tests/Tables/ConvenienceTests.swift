import CellistTables
import Testing

private struct Planet: Hashable, Identifiable, Sendable {
  let id: String
  var moons = 0
}

/// A list whose index has other titles than its sections.
private struct Alphabet: SectionedList {
  let words: [[String]]
  var sectionCount: Int { words.count }
  func itemCount(inExisting section: Int) -> Int { words[section].count }
  func item(atExisting path: TablePath) -> String { words[path.section][path.row] }
  func headerTitle(ofExisting section: Int) -> String? { "Words with \(words[section][0].prefix(1))" }
  var indexTitles: [String] { words.map { String($0[0].prefix(1)) } }
}

/// The shortest ways to say what tables are, as the articles have them.
@Suite struct ConvenienceTests {
  @Test func `arrays of arrays are sections`() {
    let provider = DataProvider<[[String]], String>.multiSection
    expectLaws(provider, [["a", "b"], [], ["c"]], items: ["a", "b", "c"])
    let list = provider.list([["a", "b"], [], ["c"]])
    #expect(list.sectionCount == 3 && list.itemCount(in: 1) == 0)
    #expect(list.sectionID(of: 2) == "2" && list.headerTitle(of: 0) == nil)
    #expect(provider.list([]).isEmpty)
  }

  @Test func `a table of cells is one of a section`() {
    let table = TableViewModel<Never, String>(cells: ["a", "b"])
    #expect(table == TableViewModel(section: .init(id: "0", cells: ["a", "b"])))
    #expect(table[TablePath(section: 0, row: 1)] == "b")
    #expect(table[header: 0] == nil && table[footer: 0] == nil)
  }

  @Test func `headers and footers are found by the number of their section`() {
    let table = TableViewModel<String, Int> {
      TableSectionViewModel(id: "a", header: "A", cells: [1], footer: "one")
      TableSectionViewModel(id: "b", cells: [2])
    }
    #expect(table[header: 0] == "A" && table[footer: 0] == "one")
    for section in [-1, 1, 2] { #expect(table[header: section] == nil && table[footer: section] == nil) }
  }

  @Test func `tables that show the same have the same hash`() {
    func table(_ header: String, _ cell: Int) -> TableViewModel<String, Int> {
      TableViewModel { TableSectionViewModel(id: "a", cells: [cell], makeHeader: { header }) }
    }
    #expect(Set([table("A", 1), table("A", 1), table("B", 1), table("A", 2)]).count == 3)
    let lists = [StaticList(["a"]), StaticList(["a"]), StaticList(["b"])]
    #expect(Set(lists).count == 2)
  }

  @Test func `an index may have titles of its own, whoever asks`() {
    let list: any SectionedList<String> = Alphabet(words: [["ant", "ape"], ["bee"]])
    #expect(list.indexTitles == ["a", "b"])
    #expect(list.headerTitle(of: 1) == "Words with b")
  }

  @Test func `a store with an index says where an item stands`() {
    struct Shelf: Sendable {
      let books: [String]
      let places: [String: Int]
    }
    let shelf = Shelf(books: ["a", "b"], places: ["a": 0, "b": 1])
    let provider = DataProvider<Shelf, String>(
      path: { book, shelf in shelf.places[book].map { TablePath(section: 0, row: $0) } },
      list: { StaticList($0.books) })
    #expect(provider.path(of: "b", in: shelf) == TablePath(section: 0, row: 1))
    #expect(provider.path(of: "z", in: shelf) == nil)
    #expect(provider.item(at: TablePath(section: 0, row: 1), in: shelf) == "b")
  }

  @Test func `tables of cells with ids have differences`() throws {
    func table(_ title: String, _ cells: [Planet]) -> TableViewModel<String, Planet> {
      TableViewModel(section: .init(id: "a", header: title, cells: cells))
    }
    let old = table("A", [Planet(id: "Mars", moons: 2), Planet(id: "Venus")])
    let new = table("B", [Planet(id: "Earth", moons: 1), Planet(id: "Mars", moons: 3)])
    let diff = try TableDiff(from: old, to: new)
    #expect(diff.updatedSections == [0])
    #expect(diff.deletedRows == [TablePath(section: 0, row: 1)])
    #expect(diff.insertedRows == [TablePath(section: 0, row: 0)])
    #expect(diff.updatedRows == [TablePath(section: 0, row: 1)])
    #expect(throws: DuplicateIdentity(id: "Mars", path: TablePath(section: 0, row: 1))) {
      try TableDiff(from: old, to: table("A", [Planet(id: "Mars"), Planet(id: "Mars")]))
    }
  }

  @Test func `a list tells of its changes in a sequence`() async throws {
    let list = FetchedList<Planet>(fetch: { [ItemSection(id: "a", items: [Planet(id: "Mars")])] })
    let changes = list.changes
    try await list.refetch()
    // Nothing changed, so no event is sent.
    try await list.refetch()
    var iterator = changes.makeAsyncIterator()
    let first = await iterator.next()
    #expect(first?.insertedSections == [0])
    let empty = FetchedList<Planet>(fetch: { [] })
    #expect(empty.indexTitles.isEmpty)
  }

  private struct Names: CellDecorator {
    func cell(for planet: Planet, at path: TablePath) -> String { planet.id }
  }

  @Test func `what is appended where there is no section has one of its own`() {
    var handler = TableViewHandler(decorator: Names())
    let planets = ["Venus", "Earth"].lazy.map { Planet(id: $0) }
    #expect(handler.append(planets).insertedSections == [0])
    #expect(handler.table.sections.map(\.cells) == [["Venus", "Earth"]])
    #expect(handler.append([Planet(id: "Mars")]).insertedRows == [TablePath(section: 0, row: 2)])
    #expect(handler.append([Planet(id: "Vulcan")], toSection: 7).isEmpty)
    #expect(handler.remove(Set([Planet(id: "Venus")])).deletedRows == [TablePath(section: 0, row: 0)])
    #expect(handler.items.items.map(\.id) == ["Earth", "Mars"])
    var empty = TableViewHandler(decorator: Names())
    #expect(empty.append([]).isEmpty && empty.table.sections.isEmpty)
  }
}
