import Testing

@testable import CellistTables

@Suite struct DataProviderTests {
  /// What every provider promises.
  private func check<Store, Item: Equatable>(_ provider: DataProvider<Store, Item>, _ store: Store, items: [Item]) {
    var found: [Item] = []
    for section in 0..<provider.sectionCount(store) {
      let count = provider.itemCount(store, section)
      #expect(provider.item(store, TablePath(section: section, row: -1)) == nil)
      #expect(provider.item(store, TablePath(section: section, row: count)) == nil)
      for row in 0..<count {
        let path = TablePath(section: section, row: row)
        guard let item = provider.item(store, path) else {
          Issue.record("no item at \(path)")
          continue
        }
        #expect(provider.path(of: item, in: store) == path)
        found.append(item)
      }
    }
    for section in [-1, provider.sectionCount(store)] {
      #expect(provider.itemCount(store, section) == 0)
      #expect(provider.item(store, TablePath(section: section, row: 0)) == nil)
    }
    #expect(found == items)
  }

  @Test(arguments: [[], [7], Array(0..<100)])
  func `an array is one section, also when it is empty`(items: [Int]) {
    check(.singleSection, items, items: items)
    #expect(DataProvider<[Int], Int>.singleSection.sectionCount(items) == 1)
  }

  @Test func `a list gives its own sections`() {
    check(.multiSection, wordTable, items: ["apple", "avocado", "cherry"])
    check(.multiSection, WordTable(), items: [])
  }

  @Test func `an item that is not there has no path`() {
    #expect(DataProvider<WordTable, String>.multiSection.path(of: "zebra", in: wordTable) == nil)
    #expect(DataProvider<[Int], Int>.singleSection.path(in: [3, 1, 1]) { $0 == 1 } == TablePath(section: 0, row: 1))
  }

  @Test func `an adapter presents what a provider walks`() {
    let adapter = TableAdapter(
      provider: DataProvider<WordTable, String>.multiSection,
      presenter: DataPresenter<WordTable, String, String, String>(
        sectionID: { $0.sections[$1].id }, header: { $0.sections[$1].header?.lowercased() },
        footer: { store, section in "\(store.itemCount(in: section))" }, cell: { "\($1) \($0)" }))
    let table = adapter.table(of: wordTable)
    #expect(table.sections.map(\.id) == ["a", "b", "c"])
    #expect(table.sections.map(\.header) == ["a", "b", nil])
    #expect(table.sections.map(\.footer) == ["2", "0", "1"])
    #expect(table.sections.map(\.cells) == [["0/0 apple", "0/1 avocado"], [], ["2/0 cherry"]])
  }

  @Test func `a table without headers and footers says Never`() {
    let adapter = TableAdapter(
      provider: DataProvider<[Int], Int>.singleSection,
      presenter: DataPresenter<[Int], Int, Never, Int>(cell: { item, _ in item * 2 }))
    #expect(adapter.table(of: [1, 2]) == TableViewModel(sections: [.init(id: "0", cells: [2, 4])]))
    #expect(adapter.table(of: []).sections.count == 1)
  }
}
