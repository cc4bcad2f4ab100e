import Testing

@testable import CellistTables

@Suite struct TablePagesTests {
  private typealias Table = TableViewModel<String, Int>

  private func randomTable() -> Table {
    var next = 0
    return Table(
      sections: (0..<Int.random(in: 0...5)).map { section in
        let cells = (0..<Int.random(in: 0...6)).map { _ in
          next += 1
          return next
        }
        return .init(id: "s\(section)", header: "h\(section)", cells: cells, footer: "f\(section)")
      })
  }

  @Test func `pages put together are the whole`() {
    for _ in 0..<2_000 {
      let table = randomTable()
      let size = Int.random(in: 1...7)
      let pages = table.pages(of: size)
      var whole: [Table.Section] = []
      for page in pages {
        #expect(page.firstSection == (page.isContinued ? whole.count - 1 : whole.count))
        for (index, section) in page.table.sections.enumerated() {
          if index == 0, page.isContinued {
            #expect(whole.last?.id == section.id && whole.last?.footer == nil)
            whole[whole.count - 1].cells += section.cells
            whole[whole.count - 1].footer = section.footer
          } else {
            whole.append(section)
          }
          #expect(section.header == "h\(section.id.dropFirst())")
        }
      }
      #expect(Table(sections: whole) == table)
      let counts = pages.map(\.table.itemCount)
      #expect(counts.dropLast().allSatisfy { $0 == size } && (counts.last ?? 0) <= size)
      #expect(pages.count >= 1)
    }
  }

  @Test func `a footer stands after the section's last row, and once`() {
    for _ in 0..<500 {
      let table = randomTable()
      let footers = table.pages(of: 3).flatMap { $0.table.sections.compactMap(\.footer) }
      #expect(footers == table.sections.map { "f\($0.id.dropFirst())" })
    }
  }

  @Test func `a section that goes on is continued`() {
    let table = Table(sections: [
      .init(id: "a", header: "A", cells: [1, 2, 3], footer: "end"), .init(id: "b", header: "B", cells: [4]),
    ])
    let pages = table.pages(of: 2)
    #expect(pages.map(\.isContinued) == [false, true])
    #expect(pages.map(\.firstSection) == [0, 0])
    #expect(pages.map { $0.table.sections.map(\.cells) } == [[[1, 2]], [[3], [4]]])
    #expect(pages.map { $0.table.sections.map(\.footer) } == [[nil], ["end", nil]])
    #expect(table.pages(of: 3).map(\.isContinued) == [false, false])
  }

  @Test func `an empty table is one page`() {
    for size in [0, 1, 50] {
      #expect(Table().pages(of: size).map(\.table) == [Table()])
      let empty = Table(sections: [.init(id: "a", header: "A"), .init(id: "b")])
      #expect(empty.pages(of: size).map(\.table) == [empty])
    }
    #expect(Table().pagesBySection().map(\.table) == [Table()])
  }

  @Test func `a size of nothing, or beyond all, is one page`() {
    let table = Table(sections: [.init(id: "a", cells: [1, 2, 3])])
    for size in [-1, 0, 3, 4, .max / 2] { #expect(table.pages(of: size).map(\.table) == [table]) }
  }

  @Test func `pages by section are the sections`() {
    let table = Table(sections: [.init(id: "a", cells: [1]), .init(id: "b"), .init(id: "c", cells: [2, 3])])
    let pages = table.pagesBySection()
    #expect(pages.flatMap(\.table.sections) == table.sections)
    #expect(pages.map(\.firstSection) == [0, 1, 2])
    #expect(pages.allSatisfy { !$0.isContinued })
  }
}
