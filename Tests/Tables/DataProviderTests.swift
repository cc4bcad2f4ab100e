import Testing

@testable import CellistTables

/// The laws of every provider of the list that it sees in a store: counts agree with the items, each item is found
/// where it stands, and a path to no item gives none.
func expectLaws<Store, Item: Equatable>(_ provider: DataProvider<Store, Item>, _ store: Store, items: [Item]) {
  let list = provider.list(store)
  var found: [Item] = []
  for section in 0..<list.sectionCount {
    let count = list.itemCount(in: section)
    #expect(list.items(in: section).count == count)
    #expect(list.section(at: section)?.items == list.items(in: section))
    #expect(list.section(at: section)?.title == list.headerTitle(of: section))
    for row in [-1, count, .max] { #expect(list.item(at: TablePath(section: section, row: row)) == nil) }
    for row in 0..<count {
      let path = TablePath(section: section, row: row)
      guard let item = list.item(at: path) else {
        Issue.record("no item at \(path)")
        continue
      }
      #expect(list.path(of: item) == path)
      found.append(item)
    }
  }
  for section in [-1, list.sectionCount, .max] {
    #expect(list.itemCount(in: section) == 0)
    #expect(list.items(in: section).isEmpty)
    #expect(list.section(at: section) == nil)
    #expect(list.item(at: TablePath(section: section, row: 0)) == nil)
  }
  #expect(found == items && list.items == items && list.itemCount == items.count)
  #expect(list.paths.compactMap(list.item(at:)) == items)
  #expect(list.indexTitles.count == list.sectionCount)
  #expect(Set((0..<list.sectionCount).map { list.sectionID(of: $0) }).count == list.sectionCount)
}

@Suite struct DataProviderTests {
  @Test(arguments: [[], [7], Array(0..<100)])
  func `an array is one section, also when it is empty`(items: [Int]) {
    let provider = DataProvider<[Int], Int>.singleSection
    expectLaws(provider, items, items: items)
    #expect(provider.list(items).sectionCount == 1)
    #expect(provider.list(items).headerTitle(of: 0) == nil)
  }

  @Test func `a list gives its own sections`() {
    expectLaws(.multiSection, wordTable, items: ["apple", "avocado", "cherry"])
    expectLaws(.multiSection, WordTable(), items: [])
  }

  @Test func `an item that is not there has no path`() {
    #expect(DataProvider<WordTable, String>.multiSection.path(of: "zebra", in: wordTable) == nil)
    #expect(DataProvider<[Int], Int>.singleSection.path(in: [3, 1, 1]) { $0 == 1 } == TablePath(section: 0, row: 1))
    #expect(DataProvider<[Int], Int>.singleSection.item(at: TablePath(section: 0, row: 3), in: [3, 1, 1]) == nil)
    #expect(DataProvider<[Int], Int>.singleSection.item(at: TablePath(section: 0, row: 0), in: [3, 1, 1]) == 3)
  }

  @Test func `every provider keeps its promises over random lists`() {
    var random = Generator(seed: 1)
    for _ in 0..<200 {
      let store = StaticList(sections: random.sections())
      let all = store.items
      expectLaws(.singleSection, all, items: all)
      expectLaws(.multiSection, store, items: all)
      expectLaws(DataProvider.multiSection.filtered { $0 % 3 > 0 }, store, items: all.filter { $0 % 3 > 0 })
      expectLaws(DataProvider.multiSection.flattened().sorted { $0 > $1 }, store, items: all.sorted(by: >))
      expectLaws(DataProvider.multiSection.prefix(7), store, items: Array(all.prefix(7)))
      for order in [GroupOrder<Int>.ascending, .descending, .firstAppearance, .listed([2, 0])] {
        let provider = DataProvider<[Int], Int>.grouped(by: { $0 % 5 == 4 ? nil : $0 % 5 }, order: order)
        let keys = all.map { $0 % 5 }
        let first = keys.enumerated().filter { !keys.prefix($0.offset).contains($0.element) }.map(\.element)
        let ordered: [Int] =
          switch order {
          case .ascending: [0, 1, 2, 3]
          case .descending: [3, 2, 1, 0]
          case .firstAppearance: first.filter { $0 < 4 }
          case .listed: [2, 0, 1, 3]
          }
        expectLaws(provider, all, items: (ordered + [4]).flatMap { key in all.filter { $0 % 5 == key } })
      }
    }
  }

  @Test func `a filter keeps sections, and the first items have none behind them`() {
    let store = StaticList(sections: [
      ItemSection(id: "a", title: "A", items: [1, 2]), ItemSection(id: "b", items: []),
      ItemSection(id: "c", title: "C", items: [4, 3]), ItemSection(id: "d", items: []),
    ])
    typealias Provider = DataProvider<StaticList<Int>, Int>
    func sections(_ provider: Provider) -> [ItemSection<Int>] { StaticList(provider.list(store)).sections }
    #expect(sections(.multiSection.filtered { $0 > 2 }).map(\.items) == [[], [], [4, 3], []])
    #expect(sections(.multiSection.filtered { $0 > 2 }).map(\.title) == ["A", nil, "C", nil])
    #expect(sections(.multiSection.sorted { $0 < $1 }).map(\.items) == [[1, 2], [], [3, 4], []])
    #expect(sections(.multiSection.prefix(3)).map(\.items) == [[1, 2], [], [4]])
    #expect(sections(.multiSection.prefix(2)).map(\.items) == [[1, 2]])
    #expect(sections(.multiSection.prefix(0)).isEmpty && sections(.multiSection.prefix(-1)).isEmpty)
    #expect(sections(.multiSection.flattened()) == [ItemSection(id: "0", items: [1, 2, 4, 3])])
  }
}
