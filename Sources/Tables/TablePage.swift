/// One page of a table, with the parts of its sections that are on other pages.
package struct TablePage<HeaderFooter: Sendable, Cell> {
  package var table: TableViewModel<HeaderFooter, Cell>
  /// The index, in the whole table, of the page's first section.
  package let firstSection: Int
  /// Whether the page's first section began on the page before.
  package let isContinued: Bool
}

extension TablePage: Sendable where Cell: Sendable {}

extension TableViewModel {
  /// Cuts the sequence of cells into pages of `size`. A section that continues repeats its header; its footer follows
  /// its last cell. A table without cells is one page.
  ///
  /// - Parameter first: how many cells the first page holds, where that is not `size`.
  package func pages(of size: Int, first: Int? = nil) -> [TablePage<HeaderFooter, Cell>] {
    guard size > 0 else { return [TablePage(table: self, firstSection: 0, isContinued: false)] }
    var pages: [TablePage<HeaderFooter, Cell>] = []
    var current: [Section] = []
    var firstSection = 0
    var isContinued = false
    var room = first ?? size
    for (index, section) in sections.enumerated() {
      var start = 0
      repeat {
        if room == 0 {
          pages.append(
            TablePage(table: TableViewModel(sections: current), firstSection: firstSection, isContinued: isContinued))
          (current, firstSection, isContinued, room) = ([], index, start > 0, size)
        }
        let end = Swift.min(section.count, start + room)
        var part = section.with(cells: Array(section.cells[start..<end]))
        if end < section.count { part.footer = nil }
        current.append(part)
        room -= end - start
        start = end
      } while start < section.count
    }
    if !current.isEmpty || pages.isEmpty {
      pages.append(
        TablePage(table: TableViewModel(sections: current), firstSection: firstSection, isContinued: isContinued))
    }
    return pages
  }

  /// One page per section; a table without sections is one page.
  ///
  /// - Parameter belongs: whether a section is on the same page as the one before it.
  package func pagesBySection(
    joining belongs: (
      _ section: TableSectionViewModel<HeaderFooter, Cell>, _ previous: TableSectionViewModel<HeaderFooter, Cell>
    ) -> Bool = { _, _ in false }
  ) -> [TablePage<HeaderFooter, Cell>] {
    var starts = sections.indices.filter { $0 == 0 || !belongs(sections[$0], sections[$0 - 1]) }
    guard !starts.isEmpty else { return pages(of: 0) }
    starts.append(sections.count)
    return zip(starts, starts.dropFirst()).map { start, end in
      TablePage(table: TableViewModel(sections: Array(sections[start..<end])), firstSection: start, isContinued: false)
    }
  }
}
