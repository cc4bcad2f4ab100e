import Synchronization
import Testing

@testable import CellistTables

@Suite struct TableViewModelTests {
  @Test func `a section is found by its id`() {
    #expect(wordTable.section(id: "c") == wordTable.sections[2])
    #expect(wordTable.sectionIndex(id: "b") == 1)
    #expect(wordTable.section(id: "z") == nil && wordTable.sectionIndex(id: "z") == nil)
  }

  @Test func `sections that share an id are found`() {
    #expect(wordTable.duplicateSectionID == nil && WordTable().duplicateSectionID == nil)
    let table = WordTable { for id in ["a", "b", "c", "b", "a"] { .init(id: id) } }
    #expect(table.duplicateSectionID == "b")
  }

  @Test func `a header is made when somebody first asks, and all copies share it`() {
    let made = Mutex(0)
    let section = TableSectionViewModel<Int, String>(id: "a", cells: ["x"]) {
      made.withLock { count in
        count += 1
        return count
      }
    }
    var copy = section
    copy.cells.append("y")
    copy.id = "b"
    #expect(made.withLock { $0 } == 0)
    #expect(section.header == 1 && section.header == 1 && copy.header == 1)
    #expect(section.footer == nil)
    copy.header = 7
    #expect(copy.header == 7 && section.header == 1)
    #expect(made.withLock { $0 } == 1)
  }

  @Test func `a header that is nothing is nothing, and asked for once`() {
    let asked = Mutex(0)
    let section = TableSectionViewModel<Int, String>(id: "a", cells: []) {
      asked.withLock { $0 += 1 }
      return nil
    } makeFooter: {
      3
    }
    #expect(section.header == nil && section.header == nil && section.footer == 3)
    #expect(asked.withLock { $0 } == 1)
    #expect(section == .init(id: "a", footer: 3))
  }

  @Test func `a header is made once, however many threads ask`() async {
    let made = Mutex(0)
    let section = TableSectionViewModel<Int, String>(id: "a", cells: []) {
      made.withLock { count in
        count += 1
        return count
      }
    }
    await withTaskGroup(of: Int?.self) { group in
      for _ in 0..<50 { group.addTask { section.header } }
      for await header in group { #expect(header == 1) }
    }
    #expect(made.withLock { $0 } == 1)
  }

  @Test func `a table of Never has no headers, and needs no word of them`() {
    let table = TableViewModel<Never, Int> { .init(id: "a", cells: [1, 2]) }
    #expect(table.sections[0].header == nil && table.sections[0].footer == nil)
    #expect(table.rows(of: 2) == TableViewModel { .init(id: "a", cells: [[1, 2]]) })
  }
}
