import Testing

@testable import CellistTables

typealias WordTable = TableViewModel<String, String>

/// Three sections: two rows, none, one.
let wordTable = WordTable(sections: [
  .init(id: "a", header: "A", cells: ["apple", "avocado"], footer: "2"),
  .init(id: "b", header: "B"),
  .init(id: "c", header: nil, cells: ["cherry"]),
])

private struct TitledList: SectionedList {
  let rows: [[Int]]
  var sectionCount: Int { rows.count }
  func itemCount(inExisting section: Int) -> Int { rows[section].count }
  func item(atExisting path: TablePath) -> Int { rows[path.section][path.row] }
  func headerTitle(ofExisting section: Int) -> String? { "title \(section)" }
}

@Suite struct SectionedListTests {
  @Test(arguments: [
    (-1, 0), (3, 0), (0, -1), (0, 2), (1, 0), (1, -1), (2, 1), (.max, .max), (.min, .min), (0, .max), (.min, 0),
  ])
  func `a path that leads nowhere gives nil`(section: Int, row: Int) {
    let path = TablePath(section: section, row: row)
    #expect(wordTable.item(at: path) == nil)
    #expect(wordTable[path] == nil)
    #expect(!wordTable.isValid(path))
    var copy = wordTable
    copy[path] = "x"
    #expect(copy == wordTable)
  }

  @Test func `a path that exists gives its item, and can be set`() {
    #expect(wordTable.paths.map(\.description) == ["0/0", "0/1", "2/0"])
    #expect(wordTable.paths.map { wordTable.item(at: $0) } == ["apple", "avocado", "cherry"])
    var copy = wordTable
    copy[TablePath(section: 2, row: 0)] = "currant"
    copy[TablePath(section: 0, row: 0)] = nil
    #expect(copy.sections[2].cells == ["currant"])
    #expect(copy.sections[0] == wordTable.sections[0])
  }

  @Test func `counts are total`() {
    #expect([-1, 0, 1, 2, 3].map { wordTable.itemCount(in: $0) } == [0, 2, 0, 1, 0])
    #expect(wordTable.itemCount == 3)
    #expect(!wordTable.isEmpty)
    #expect(WordTable().isEmpty && WordTable(sections: [.init(id: "a")]).isEmpty)
    #expect(WordTable().itemCount == 0 && WordTable().paths.isEmpty)
  }

  @Test func `an empty section keeps its title, and index titles match the sections`() {
    let list = TitledList(rows: [[1], [], [2, 3]])
    #expect(list.headerTitle(of: 1) == "title 1")
    #expect(list.headerTitle(of: -1) == nil && list.headerTitle(of: 3) == nil)
    #expect(list.indexTitles == ["title 0", "title 1", "title 2"])
    #expect(wordTable.indexTitles.count == wordTable.sectionCount)
    #expect(list.isValid(section: 1) && !list.isValid(section: 3) && !list.isValid(section: -1))
  }

  @Test func `paths order by section, then row`() {
    let paths = [(1, 0), (0, 5), (0, 0), (2, 1), (1, 1)].map { TablePath(section: $0.0, row: $0.1) }
    #expect(paths.sorted().map(\.description) == ["0/0", "0/5", "1/0", "1/1", "2/1"])
  }

  @Test func `a section is a collection of its cells`() {
    var section = wordTable.sections[0]
    section[1] = "apricot"
    #expect(Array(section) == ["apple", "apricot"])
    #expect(section.count == 2 && section.last == "apricot")
  }
}
