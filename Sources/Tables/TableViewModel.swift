/// A table as a theme shows it: sections of cells.
public struct TableViewModel<HeaderFooter, Cell> {
  public typealias Section = TableSectionViewModel<HeaderFooter, Cell>

  /// The sections in order, each with an id of its own.
  public var sections: [Section]

  public init(sections: [Section] = []) { self.sections = sections }

  /// The cell at a path, which must exist to be set; nil where there is none.
  public subscript(path: TablePath) -> Cell? {
    get { item(at: path) }
    set {
      guard let newValue, isValid(path) else { return }
      sections[path.section].cells[path.row] = newValue
    }
  }
}

extension TableViewModel: SectionedList {
  public var sectionCount: Int { sections.count }
  public func itemCount(inExisting section: Int) -> Int { sections[section].count }
  public func item(atExisting path: TablePath) -> Cell { sections[path.section][path.row] }
}

extension TableViewModel: Sendable where HeaderFooter: Sendable, Cell: Sendable {}
extension TableViewModel: Equatable where HeaderFooter: Equatable, Cell: Equatable {}

/// One page of a table, and what of each of its sections stands on other pages.
package struct TablePage<HeaderFooter, Cell> {
  package let table: TableViewModel<HeaderFooter, Cell>
  /// The index, in the whole table, of the page's first section.
  package let firstSection: Int
  /// Whether the page's first section began on the page before.
  package let isContinued: Bool
}

extension TablePage: Sendable where HeaderFooter: Sendable, Cell: Sendable {}

extension TableViewModel {
  /// Cuts the sequence of cells into pages of `size`. A section that goes on repeats its header; its footer stands after
  /// its last cell. A table without cells is one page.
  package func pages(of size: Int) -> [TablePage<HeaderFooter, Cell>] {
    guard size > 0 else { return [TablePage(table: self, firstSection: 0, isContinued: false)] }
    var pages: [TablePage<HeaderFooter, Cell>] = []
    var current: [Section] = []
    var first = 0
    var isContinued = false
    var room = size
    for (index, section) in sections.enumerated() {
      var start = 0
      repeat {
        if room == 0 {
          pages.append(
            TablePage(table: TableViewModel(sections: current), firstSection: first, isContinued: isContinued))
          (current, first, isContinued, room) = ([], index, start > 0, size)
        }
        let end = Swift.min(section.count, start + room)
        current.append(
          Section(
            id: section.id, header: section.header, cells: Array(section.cells[start..<end]),
            footer: end == section.count ? section.footer : nil))
        room -= end - start
        start = end
      } while start < section.count
    }
    if !current.isEmpty || pages.isEmpty {
      pages.append(TablePage(table: TableViewModel(sections: current), firstSection: first, isContinued: isContinued))
    }
    return pages
  }

  /// One page per section; a table without sections is one page.
  package func pagesBySection() -> [TablePage<HeaderFooter, Cell>] {
    guard !sections.isEmpty else { return pages(of: 0) }
    return sections.enumerated().map { index, section in
      TablePage(table: TableViewModel(sections: [section]), firstSection: index, isContinued: false)
    }
  }
}
