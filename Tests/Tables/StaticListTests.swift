import CellistTables
import Testing

@Suite struct StaticListTests {
  private let list = StaticList(sections: [
    ItemSection(id: "a", title: "A", items: ["apple", "avocado"]), ItemSection(id: "b", title: "B"),
    ItemSection(id: "c", items: ["cherry"]),
  ])

  /// The list after an edit, as text; the change must lead from the list as it was to the list as it is.
  private func after(_ edit: (inout StaticList<String>) -> TableDiff?) -> [String]? {
    var copy = list
    guard let diff = edit(&copy) else {
      #expect(copy == list)
      return nil
    }
    #expect(table(list).applying(diff, towards: table(copy)) == table(copy))
    return copy.sections.map { "\($0.id) \($0.title ?? "–"): \($0.items.joined(separator: " "))" }
  }

  private func table(_ list: StaticList<String>) -> WordTable {
    WordTable(sections: list.sections.map { .init(id: $0.id, header: $0.title, cells: $0.items) })
  }

  private static let nowhere = [(-1, 0), (3, 0), (0, -1), (0, 2), (1, 0), (2, 1), (.max, .max), (.min, .min)]
    .map(TablePath.init)

  @Test func `names, titles and counts are those of the sections`() {
    #expect((0..<3).map { list.sectionID(of: $0) } == ["a", "b", "c"])
    #expect((0..<3).map { list.headerTitle(of: $0) } == ["A", "B", nil])
    #expect(list.sectionID(of: -1) == nil && list.sectionID(of: 3) == nil)
    #expect(list.indexTitles == ["A", "B", ""])
    #expect([-1, 0, 1, 2, 3].map { list.itemCount(in: $0) } == [0, 2, 0, 1, 0])
    #expect(list.itemCount == 3 && list.items == ["apple", "avocado", "cherry"])
    #expect(list.path(of: "cherry") == TablePath(section: 2, row: 0) && list.path(of: "date") == nil)
    #expect(list.path { $0.hasPrefix("av") } == TablePath(section: 0, row: 1))
  }

  @Test func `a list of one section has it also without items`() {
    #expect(StaticList([Int]()).sectionCount == 1 && StaticList<Int>().sectionCount == 0)
    #expect(StaticList([Int]()).isEmpty && StaticList<Int>().isEmpty)
  }

  @Test(arguments: nowhere) func `nothing can be found or changed where nothing stands`(path: TablePath) {
    #expect(list.item(at: path) == nil && !list.isValid(path))
    #expect(after { $0.update("x", at: path) } == nil)
    #expect(after { $0.delete(at: path) } == nil)
    #expect(after { $0.move(from: path, to: TablePath(section: 0, row: 0)) } == nil)
    #expect(after { $0.move(from: TablePath(section: 0, row: 0), to: TablePath(section: path.section, row: 5)) } == nil)
  }

  @Test func `a row is added to a section`() {
    #expect(after { $0.add("almond", toSection: 0) } == ["a A: apple avocado almond", "b B: ", "c –: cherry"])
    #expect(after { $0.add("banana", toSection: 1) } == ["a A: apple avocado", "b B: banana", "c –: cherry"])
    #expect(after { $0.add("x", toSection: -1) } == nil && after { $0.add("x", toSection: 3) } == nil)
  }

  @Test func `a row is inserted at a path, and behind the last one`() {
    #expect(after { $0.insert("x", at: TablePath(section: 0, row: 0)) }?[0] == "a A: x apple avocado")
    #expect(after { $0.insert("x", at: TablePath(section: 0, row: 2)) }?[0] == "a A: apple avocado x")
    #expect(after { $0.insert("x", at: TablePath(section: 0, row: 3)) } == nil)
    #expect(after { $0.insert("x", at: TablePath(section: 0, row: -1)) } == nil)
  }

  @Test func `a row is updated and deleted`() {
    #expect(after { $0.update("acorn", at: TablePath(section: 0, row: 1)) }?[0] == "a A: apple acorn")
    #expect(after { $0.delete(at: TablePath(section: 0, row: 0)) }?[0] == "a A: avocado")
    #expect(after { $0.delete(at: TablePath(section: 2, row: 0)) }?[2] == "c –: ")
  }

  @Test func `a row moves within its section`() {
    let (first, second) = (TablePath(section: 0, row: 0), TablePath(section: 0, row: 1))
    #expect(after { $0.move(from: first, to: second) }?[0] == "a A: avocado apple")
    #expect(after { $0.move(from: second, to: first) }?[0] == "a A: avocado apple")
    #expect(after { $0.move(from: first, to: first) }?[0] == "a A: apple avocado")
    #expect(after { $0.move(from: first, to: TablePath(section: 0, row: 2)) } == nil)
  }

  @Test func `a row moves to another section`() {
    let from = TablePath(section: 0, row: 0)
    #expect(
      after { $0.move(from: from, to: TablePath(section: 1, row: 0)) } == ["a A: avocado", "b B: apple", "c –: cherry"])
    #expect(after { $0.move(from: from, to: TablePath(section: 2, row: 1)) }?[2] == "c –: cherry apple")
    #expect(after { $0.move(from: from, to: TablePath(section: 2, row: 2)) } == nil)
    #expect(after { $0.move(from: from, to: TablePath(section: 3, row: 0)) } == nil)
  }

  @Test func `a section is added, unless another has its id`() {
    #expect(after { $0.addSection(ItemSection(id: "d", title: "D", items: ["date"])) }?[3] == "d D: date")
    #expect(after { $0.addSection(ItemSection(id: "b")) } == nil)
  }

  @Test func `a section is updated, unless it does not exist or another has its id`() {
    #expect(after { $0.updateSection(ItemSection(id: "a", title: "Å", items: ["ål"]), at: 0) }?[0] == "a Å: ål")
    #expect(after { $0.updateSection(ItemSection(id: "x", items: ["y"]), at: 1) }?[1] == "x –: y")
    #expect(after { $0.updateSection(ItemSection(id: "a"), at: 1) } == nil)
    #expect(after { $0.updateSection(ItemSection(id: "x"), at: -1) } == nil)
    #expect(after { $0.updateSection(ItemSection(id: "x"), at: 3) } == nil)
  }

  @Test func `a section is deleted and moved`() {
    #expect(after { $0.deleteSection(at: 0) } == ["b B: ", "c –: cherry"])
    #expect(after { $0.deleteSection(at: 3) } == nil)
    #expect(after { $0.moveSection(from: 0, to: 2) } == ["b B: ", "c –: cherry", "a A: apple avocado"])
    #expect(after { $0.moveSection(from: 2, to: 0) } == ["c –: cherry", "a A: apple avocado", "b B: "])
    #expect(after { $0.moveSection(from: 1, to: 1) }?.count == 3)
    #expect(after { $0.moveSection(from: 0, to: 3) } == nil && after { $0.moveSection(from: -1, to: 0) } == nil)
  }

  @Test func `replaying each of a thousand random edits on the old list gives the new one`() {
    var random = Generator(seed: 3)
    var list = StaticList<String>()
    for edit in 0..<1_000 {
      func number() -> Int { Int.random(in: -1...5, using: &random) }
      let (path, other) = (TablePath(section: number(), row: number()), TablePath(section: number(), row: number()))
      let old = list
      let diff =
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1: list.add("new \(edit)", toSection: path.section)
        case 2: list.insert("new \(edit)", at: path)
        case 3: list.update("other \(edit)", at: path)
        case 4: list.delete(at: path)
        case 5: list.move(from: path, to: other)
        case 6: list.addSection(ItemSection(id: "\(path.row)", items: ["first \(edit)"]))
        case 7:
          list.updateSection(ItemSection(id: "\(path.row)", title: "\(edit)", items: ["x", "y"]), at: path.section)
        case 8: Int.random(in: 0..<4, using: &random) == 0 ? list.deleteSection(at: path.section) : nil
        default: list.moveSection(from: path.section, to: other.section)
        }
      #expect(table(old).applying(diff ?? TableDiff(), towards: table(list)) == table(list))
    }
    #expect(list.sectionCount > 2)
  }

  @Test func `any list can be taken as it is now`() {
    #expect(StaticList(wordTable).sections.map(\.items) == [["apple", "avocado"], [], ["cherry"]])
    #expect(StaticList(wordTable).sections.map(\.id) == ["a", "b", "c"])
  }
}
