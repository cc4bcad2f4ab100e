import Testing

@testable import CellistTables

@Suite struct ListChangeTests {
  private typealias Table = TableViewModel<String, String>

  private func events(_ old: Table, _ new: Table) throws -> [ListChange] {
    try TableDiff(from: old, to: new, id: { String($0.prefix(1)) }, isSame: ==, isSameEdge: ==).events
  }

  @Test func `a list that stays as it is tells nothing`() throws {
    let table = Table(sections: [.init(id: "a", header: "A", cells: ["1"])])
    #expect(try events(table, table) == [])
  }

  @Test func `what goes comes before what comes, between the two ends of a change`() throws {
    let old = Table(sections: [
      .init(id: "a", header: "A", cells: ["1", "2", "3"]), .init(id: "b", header: "B", cells: ["4"]),
      .init(id: "c", header: "C", cells: ["5"]),
    ])
    let new = Table(sections: [
      .init(id: "d", header: "D", cells: ["6"]), .init(id: "a", header: "a", cells: ["3", "1!", "7"]),
      .init(id: "c", header: "C", cells: ["5", "4"]),
    ])
    #expect(
      try events(old, new) == [
        .willChange, .sectionDeleted(1), .sectionInserted(0), .sectionUpdated(1),
        .rowDeleted(TablePath(section: 0, row: 1)), .rowInserted(TablePath(section: 1, row: 2)),
        .rowMoved(from: TablePath(section: 0, row: 2), to: TablePath(section: 1, row: 0)),
        .rowMoved(from: TablePath(section: 1, row: 0), to: TablePath(section: 2, row: 1)),
        .rowUpdated(TablePath(section: 1, row: 1)), .didChange,
      ])
  }
}
