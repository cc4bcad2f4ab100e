import Synchronization
import Testing

@testable import CellistTables

private struct Entry: Hashable, Updatable {
  let id: Int
  var text = "new"

  mutating func update(from other: Entry) { text = other.text }
}

/// Equal to others, and nothing more.
private struct Word: Equatable, ExpressibleByStringLiteral {
  let text: String
  init(stringLiteral text: String) { self.text = text }
}

private struct Shout: CellDecorator {
  func cell(for item: Word, at path: TablePath) -> String { item.text.uppercased() }
}

private struct Line: CellDecorator {
  func cell(for item: Entry, at path: TablePath) -> String { "\(item.id) \(item.text)" }
}

@Suite struct TableViewHandlerTests {
  /// Counts the items that are decorated.
  private final class Counter: Sendable {
    let items = Mutex<[String]>([])
  }

  private struct Piece: Identifiable, Equatable {
    let id: String
    var name = ""
  }

  private struct CountingDecorator: CellDecorator {
    let counter: Counter
    func cell(for item: Piece, at path: TablePath) -> String {
      counter.items.withLock { $0.append(item.id) }
      return "\(item.id)\(item.name)"
    }
  }

  @Test func `a reload decorates what comes and what is updated, and nothing else`() {
    let counter = Counter()
    func sections(_ items: [[Piece]]) -> [ItemSection<Piece>] {
      items.enumerated().map { ItemSection(id: "\($0)", items: $1) }
    }
    let (a, b, c) = (Piece(id: "a"), Piece(id: "b"), Piece(id: "c"))
    var handler = TableViewHandler(decorator: CountingDecorator(counter: counter), sections: sections([[a, b, c]]))
    counter.items.withLock { $0 = [] }
    handler.reload(sections([[c, Piece(id: "b", name: "!"), Piece(id: "d")], [a, Piece(id: "e")]]))
    #expect(counter.items.withLock(\.self).sorted() == ["b", "d", "e"])
    #expect(handler.table.sections.map(\.cells) == [["c", "b!", "d"], ["a", "e"]])
  }

  private typealias Handler = TableViewHandler<Shout>

  /// The cells after an edit, and the change; the change must lead from the table as it was to the table as it is.
  private func after<Decorator>(
    _ handler: inout TableViewHandler<Decorator>, _ edit: (inout TableViewHandler<Decorator>) -> TableDiff
  ) -> TableDiff where Decorator.Cell == String {
    let old = handler.table
    let diff = edit(&handler)
    #expect(old.applying(diff, towards: handler.table) == handler.table)
    #expect(diff.isEmpty == (old == handler.table))
    #expect(handler.table.sections.map(\.count) == handler.items.sections.map(\.items.count))
    return diff
  }

  private var words: Handler {
    Handler(
      decorator: Shout(),
      sections: [ItemSection(id: "a", title: "A", items: ["x", "y", "x"]), ItemSection(id: "b", items: ["y"])])
  }

  private func paths(_ places: (Int, Int)...) -> [TablePath] { places.map { TablePath(section: $0.0, row: $0.1) } }

  @Test func `a table shows each item decorated, and titles as headers`() {
    #expect(words.table.sections.map(\.cells) == [["X", "Y", "X"], ["Y"]])
    #expect(words.table.sections.map(\.header) == ["A", nil])
    #expect(words.table.item(at: TablePath(section: 0, row: 3)) == nil)
    #expect(Handler(decorator: Shout()).table.sections.isEmpty)
  }

  @Test func `reloading lets all sections go and come`() {
    var handler = words
    let diff = after(&handler) { $0.reload([ItemSection(id: "a", items: ["z"])]) }
    #expect(diff == TableDiff { ($0.deletedSections, $0.insertedSections) = ([0, 1], [0]) })
    #expect(handler.table.sections.map(\.cells) == [["Z"]])
    #expect(after(&handler) { $0.reload([]) }.deletedSections == [0])
  }

  @Test func `items are added behind the last of a section, where there is one`() {
    var handler = words
    #expect(after(&handler) { $0.append(["p", "q"], toSection: 1) }.insertedRows == paths((1, 1), (1, 2)))
    #expect(handler.table.sections[1].cells == ["Y", "P", "Q"])
    for section in [-1, 2, .max] { #expect(after(&handler) { $0.append(["z"], toSection: section) }.isEmpty) }
    #expect(after(&handler) { $0.append([], toSection: 0) }.isEmpty)
  }

  @Test func `removing an item takes the first that is equal`() {
    var handler = words
    #expect(after(&handler) { $0.remove(["x"]) }.deletedRows == paths((0, 0)))
    #expect(handler.table.sections.map(\.cells) == [["Y", "X"], ["Y"]])
    #expect(after(&handler) { $0.remove(["nothing"]) }.isEmpty)
  }

  @Test func `removing two equal items names where both stood in the old table`() {
    var handler = words
    #expect(after(&handler) { $0.remove(["x", "x"]) }.deletedRows == paths((0, 0), (0, 2)))
    #expect(handler.table.sections.map(\.cells) == [["Y"], ["Y"]])
  }

  @Test func `removing an item twice that is there once removes it once`() {
    var handler = Handler(decorator: Shout(), sections: [ItemSection(id: "a", items: ["x", "y"])])
    #expect(after(&handler) { $0.remove(["y", "y"]) }.deletedRows == paths((0, 1)))
    #expect(handler.table.items == ["X"])
  }

  @Test func `items are removed by what is true of them`() {
    var handler = words
    #expect(after(&handler) { $0.remove { $0 != "x" } }.deletedRows == paths((0, 1), (1, 0)))
    #expect(handler.table.sections.map(\.cells) == [["X", "X"], []])
  }

  private func entries(_ sections: [Int]...) -> TableViewHandler<Line> {
    TableViewHandler(
      decorator: Line(),
      sections: sections.enumerated().map { index, ids in ItemSection(id: "\(index)", items: ids.map { Entry(id: $0) })
      })
  }

  @Test func `an upsert updates what is there and adds what is not`() {
    var handler = entries([1, 2], [3])
    let diff = after(&handler) { $0.upsert([Entry(id: 2, text: "two"), Entry(id: 4), Entry(id: 3, text: "three")]) }
    #expect(diff.updatedRows == paths((0, 1), (1, 0)))
    #expect(diff.insertedRows == paths((1, 1)))
    #expect(handler.table.sections.map(\.cells) == [["1 new", "2 two"], ["3 three", "4 new"]])
  }

  @Test func `a new id twice in one batch is one new row with the later content`() {
    var handler = entries([1])
    let diff = after(&handler) { $0.upsert([Entry(id: 2, text: "a"), Entry(id: 2, text: "b")]) }
    #expect(diff == TableDiff { $0.insertedRows = paths((0, 1)) })
    #expect(handler.table.items == ["1 new", "2 b"])
    #expect(
      after(&handler) { $0.upsert([Entry(id: 2, text: "c"), Entry(id: 2, text: "d")]) }.updatedRows == paths((0, 1)))
    #expect(handler.table.items == ["1 new", "2 d"])
  }

  @Test func `what is added, removed or reloaded between upserts is known to them`() {
    var handler = entries([1, 2, 3])
    handler.upsert([Entry(id: 1, text: "one")])
    handler.append([Entry(id: 4)], toSection: 0)
    #expect(handler.upsert([Entry(id: 4, text: "four")]).updatedRows == paths((0, 3)))
    handler.remove([Entry(id: 2)])
    #expect(handler.upsert([Entry(id: 4, text: "4"), Entry(id: 2, text: "back")]).insertedRows == paths((0, 3)))
    #expect(handler.table.items == ["1 one", "3 new", "4 4", "2 back"])
    handler.reload([ItemSection(id: "z", items: [Entry(id: 9)])])
    #expect(handler.upsert([Entry(id: 1)]).insertedRows == paths((0, 1)))
  }

  @Test func `an upsert into a table without sections makes one`() {
    var handler = entries()
    #expect(after(&handler) { $0.upsert([]) }.isEmpty)
    #expect(after(&handler) { $0.upsert([Entry(id: 1)]) } == TableDiff { $0.insertedSections = [0] })
    #expect(handler.table.items == ["1 new"])
  }

  @Test func `reloading items that have ids tells what changed`() {
    var handler = entries([1, 2, 3], [4])
    let diff = after(&handler) { handler in
      handler.reload([
        ItemSection(id: "1", items: [Entry(id: 4)]),
        ItemSection(id: "0", items: [Entry(id: 3), Entry(id: 1, text: "one"), Entry(id: 5)]),
      ])
    }
    #expect(diff.movedSections.count == 1 && diff.insertedSections.isEmpty && diff.deletedSections.isEmpty)
    #expect(diff.deletedRows == paths((0, 1)) && diff.insertedRows == paths((1, 2)))
    #expect(diff.updatedRows == paths((1, 1)))
    #expect(handler.table.items == ["4 new", "3 new", "1 one", "5 new"])
    #expect(after(&handler) { $0.reload($0.items.sections) }.isEmpty)
  }

  @Test func `reloading items that share ids lets all go and come`() {
    var handler = entries([1])
    let diff = after(&handler) { $0.reload([ItemSection(id: "0", items: [Entry(id: 2), Entry(id: 2)])]) }
    #expect(diff == TableDiff { ($0.deletedSections, $0.insertedSections) = ([0], [0]) })
  }

  @Test func `replaying the changes of random batches on the old table gives the new one`() {
    var random = Generator(seed: 8)
    var handler = entries([], [], [])
    for _ in 0..<1_000 {
      let batch = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        Entry(id: Int.random(in: 0..<30, using: &random), text: "\(Int.random(in: 0..<3, using: &random))")
      }
      var expected = handler.items.sections.map(\.items)
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        let sections = random.sections().map { section in
          ItemSection(id: section.id, title: section.title, items: section.items.map { Entry(id: $0) })
        }
        _ = after(&handler) { $0.reload(sections) }
        expected = sections.map(\.items)
      case 1...2:
        let section = Int.random(in: -1...3, using: &random)
        _ = after(&handler) { $0.append(batch, toSection: section) }
        if expected.isEmpty, section == 0, !batch.isEmpty { expected = [[]] }
        if expected.indices.contains(section) { expected[section] += batch }
      case 3...4:
        let batch = batch + handler.items.items.shuffled(using: &random).prefix(4)
        _ = after(&handler) { $0.remove(batch) }
        for item in batch {
          guard let section = expected.firstIndex(where: { $0.contains(item) }),
            let row = expected[section].firstIndex(of: item)
          else { continue }
          expected[section].remove(at: row)
        }
      default:
        let batch = batch.map { Entry(id: $0.id, text: "\($0.text)+\(random.next())") }
        _ = after(&handler) { $0.upsert(batch) }
        if expected.isEmpty, !batch.isEmpty { expected = [[]] }
        for item in batch {
          if let section = expected.firstIndex(where: { $0.contains { $0.id == item.id } }),
            let row = expected[section].firstIndex(where: { $0.id == item.id })
          {
            expected[section][row] = item
          } else {
            expected[expected.count - 1].append(item)
          }
        }
      }
      #expect(handler.items.sections.map(\.items) == expected)
      #expect(handler.table.sections.map(\.cells) == expected.map { $0.map { "\($0.id) \($0.text)" } })
    }
  }

  @Test func `removing many of many takes no longer than that`() {
    let entries = (0..<100_000).map { Entry(id: $0) }
    var handler = TableViewHandler(decorator: Line(), sections: [ItemSection(id: "a", items: entries)])
    let diff = handler.remove(entries.filter { $0.id % 2 == 1 })
    #expect(diff.deletedRows.count == 50_000 && handler.table.itemCount == 50_000)
  }
}
