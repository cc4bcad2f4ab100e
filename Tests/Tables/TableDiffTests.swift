import Testing

@testable import CellistTables

/// A row with an id and something to show.
private struct Row: Hashable {
  var id: String
  var content = 0
}

private typealias Table = TableViewModel<Int, Row>

private func diff(_ old: Table, _ new: Table) throws -> TableDiff {
  try TableDiff(from: old, to: new, id: \.id, isSame: ==, isSameEdge: ==)
}

/// A table written as sections of ids: `["a": "123"]` is a section a with the rows 1, 2 and 3.
private func table(_ sections: KeyValuePairs<String, String>) -> Table {
  Table(sections: sections.map { id, rows in .init(id: id, cells: rows.map { Row(id: String($0)) }) })
}

@Suite struct TableDiffTests {
  @Test func `equal tables have no changes`() throws {
    #expect(try diff(table(["a": "123"]), table(["a": "123"])).isEmpty)
    #expect(try diff(table([:]), table([:])).isEmpty)
  }

  @Test func `rows that come and go are named in the table they are in`() throws {
    let changes = try diff(table(["a": "123"]), table(["a": "143"]))
    #expect(changes.deletedRows == [TablePath(section: 0, row: 1)])
    #expect(changes.insertedRows == [TablePath(section: 0, row: 1)])
    #expect(changes.movedRows.isEmpty && changes.updatedRows.isEmpty)
  }

  @Test func `a rotation is one move`() throws {
    let changes = try diff(table(["a": "12345"]), table(["a": "51234"]))
    #expect(changes.movedRows == [.init(from: TablePath(section: 0, row: 4), to: TablePath(section: 0, row: 0))])
    #expect(changes.deletedRows.isEmpty && changes.insertedRows.isEmpty)
  }

  @Test func `a reversal moves all rows but one`() throws {
    #expect(try diff(table(["a": "1234"]), table(["a": "4321"])).movedRows.count == 3)
  }

  @Test func `a row that leaves a deleted section has moved and is not new`() throws {
    let changes = try diff(table(["a": "12", "b": "3"]), table(["b": "31"]))
    #expect(changes.deletedSections == [0])
    #expect(changes.movedRows == [.init(from: TablePath(section: 0, row: 0), to: TablePath(section: 0, row: 1))])
    #expect(changes.insertedRows.isEmpty && changes.deletedRows.isEmpty)
  }

  @Test func `a section inserted around rows that moved lists none of them as new`() throws {
    let changes = try diff(table(["a": "123"]), table(["a": "1", "b": "23"]))
    #expect(changes.insertedSections == [1])
    #expect(changes.movedRows.count == 2)
    #expect(changes.insertedRows.isEmpty && changes.deletedRows.isEmpty)
  }

  @Test func `a section whose header changes is updated and keeps its rows`() throws {
    var new = table(["a": "12"])
    new.sections[0].header = 7
    let changes = try diff(table(["a": "12"]), new)
    var expected = TableDiff()
    expected.updatedSections = [0]
    #expect(changes == expected)
  }

  @Test func `a row that moves and changes is both`() throws {
    var new = table(["a": "1", "b": "2"])
    new.sections[1].cells.append(Row(id: "1", content: 9))
    new.sections[0].cells = []
    let changes = try diff(table(["a": "1", "b": "2"]), new)
    #expect(changes.movedRows == [.init(from: TablePath(section: 0, row: 0), to: TablePath(section: 1, row: 1))])
    #expect(changes.updatedRows == [TablePath(section: 1, row: 1)])
  }

  @Test func `a record in two sections is two rows`() throws {
    let changes = try diff(table(["a": "1", "b": "1"]), table(["a": "1", "b": ""]))
    #expect(changes.deletedRows == [TablePath(section: 1, row: 0)])
    #expect(changes.movedRows.isEmpty)
  }

  @Test func `rows and sections that cannot be told apart are an error`() {
    #expect(throws: DuplicateIdentity(id: "1", path: TablePath(section: 0, row: 2))) {
      try diff(table(["a": "1"]), table(["a": "121"]))
    }
    #expect(throws: DuplicateIdentity(id: "a", path: TablePath(section: 1, row: -1))) {
      try diff(table(["a": "1"]), table(["a": "1", "a": "2"]))
    }
  }

  @Test func `replaying a diff on the old table gives the new one`() throws {
    var random = Generator(seed: 20)
    var old = randomTable(&random, sections: 100, rows: 100)
    for _ in 0..<40 {
      let new = edited(old, edits: Int.random(in: 0...400, using: &random), &random)
      #expect(old.applying(try diff(old, new), towards: new) == new)
      old = new
    }
  }

  @Test func `replaying holds over a thousand transitions of small tables`() throws {
    var random = Generator(seed: 4)
    for _ in 0..<1_000 {
      let old = randomTable(&random, sections: 5, rows: 6)
      let new =
        Bool.random(using: &random) ? randomTable(&random, sections: 5, rows: 6) : edited(old, edits: 6, &random)
      let changes = try diff(old, new)
      #expect(old.applying(changes, towards: new) == new)
    }
  }

  private func randomTable(_ random: inout Generator, sections: Int, rows: Int) -> Table {
    let ids = (0..<sections).shuffled(using: &random).prefix(Int.random(in: 0...sections, using: &random))
    return Table(
      sections: ids.map { id in
        let rowIDs = (0..<rows).shuffled(using: &random).prefix(Int.random(in: 0...rows, using: &random))
        return .init(
          id: "s\(id)", header: Int.random(in: 0...2, using: &random),
          cells: rowIDs.map { Row(id: "r\($0)", content: Int.random(in: 0...3, using: &random)) })
      })
  }

  /// The table after random insertions, deletions, moves and changes of rows and sections.
  private func edited(_ table: Table, edits: Int, _ random: inout Generator) -> Table {
    var table = table
    for edit in 0..<edits {
      guard let section = table.sections.indices.randomElement(using: &random) else { break }
      let rows = table.sections[section].cells.indices
      switch Int.random(in: 0..<8, using: &random) {
      case 0: if let row = rows.randomElement(using: &random) { table.sections[section].cells.remove(at: row) }
      case 1, 2: if let row = rows.randomElement(using: &random) { table.sections[section].cells[row].content += 1 }
      case 3:
        let row = Int.random(in: 0...rows.count, using: &random)
        table.sections[section].cells.insert(Row(id: "new\(edit)-\(random.next())"), at: row)
      case 4, 5:
        guard let row = rows.randomElement(using: &random),
          let target = table.sections.indices.randomElement(using: &random)
        else { continue }
        let cell = table.sections[section].cells.remove(at: row)
        guard !table.sections[target].cells.contains(where: { $0.id == cell.id }) else { continue }
        let place = Int.random(in: 0...table.sections[target].cells.count, using: &random)
        table.sections[target].cells.insert(cell, at: place)
      case 6: table.sections.swapAt(section, Int.random(in: 0..<table.sections.count, using: &random))
      default:
        if Bool.random(using: &random) {
          table.sections.remove(at: section)
        } else {
          table.sections.insert(.init(id: "new\(edit)-\(random.next())", cells: [Row(id: "x")]), at: section)
        }
      }
    }
    return table
  }
}
