/// A table as a theme shows it: sections of cells.
public struct TableViewModel<HeaderFooter: Sendable, Cell> {
  /// The type of the table's sections.
  public typealias Section = TableSectionViewModel<HeaderFooter, Cell>

  /// The sections in order, each with an id of its own.
  public var sections: [Section]

  /// A table of sections, whose ids differ.
  ///
  /// - Complexity: O(1).
  public init(sections: [Section] = []) { self.sections = sections }

  /// A table of one section.
  ///
  /// - Complexity: O(1).
  public init(section: Section) { self.init(sections: [section]) }

  /// A table of one section of cells, without header and footer.
  ///
  /// - Complexity: O(1).
  public init(cells: [Cell]) { self.init(section: Section(id: "0", cells: cells)) }

  /// A table of sections that a builder lists.
  ///
  /// - Complexity: that of `TableBuilder`.
  public init(@TableBuilder<Section> sections: () throws -> [Section]) rethrows { self.sections = try sections() }

  /// The cell at a path, which must exist to be set; nil where there is none.
  ///
  /// - Complexity: O(1). To set a cell of a table that shares its storage with a copy first copies the array of
  ///   sections, and the cells of that section.
  public subscript(path: TablePath) -> Cell? {
    get { item(at: path) }
    set {
      guard let newValue, isValid(path) else { return }
      sections[path.section].cells[path.row] = newValue
    }
  }

  /// The header of a section, which must exist to be set; nil where it has none, or there is no such section.
  ///
  /// - Complexity: O(1), apart from the function that makes the header the first time.
  public subscript(header section: Int) -> HeaderFooter? {
    get { isValid(section: section) ? sections[section].header : nil }
    set { if isValid(section: section) { sections[section].header = newValue } }
  }

  /// The footer of a section, which must exist to be set; nil where it has none, or there is no such section.
  ///
  /// - Complexity: O(1), apart from the function that makes the footer the first time.
  public subscript(footer section: Int) -> HeaderFooter? {
    get { isValid(section: section) ? sections[section].footer : nil }
    set { if isValid(section: section) { sections[section].footer = newValue } }
  }

  /// The number of the section that has an id, or nil.
  ///
  /// - Complexity: O(*s*), where *s* is the number of sections.
  public func sectionIndex(id: String) -> Int? { sections.firstIndex { $0.id == id } }

  /// The section that has an id, or nil.
  ///
  /// - Complexity: O(*s*), where *s* is the number of sections.
  public func section(id: String) -> Section? { sections.first { $0.id == id } }

  /// The first id that two sections share, or nil when each has one of its own.
  ///
  /// - Complexity: O(*s*) on average, where *s* is the number of sections.
  package var duplicateSectionID: String? {
    var seen: Set<String> = []
    return sections.first { !seen.insert($0.id).inserted }?.id
  }

  /// The table in rows of some cells each, as a gallery shows it: the last row of a section may have fewer. Fewer columns
  /// than one are one.
  ///
  /// - Complexity: O(*n*), where *n* is the number of cells and sections.
  public func rows(of columns: Int) -> TableViewModel<HeaderFooter, [Cell]> {
    let columns = Swift.max(1, columns)
    return TableViewModel<HeaderFooter, [Cell]>(
      sections: sections.map { section in
        section.with(
          cells: stride(from: 0, to: section.count, by: columns).map {
            Array(section.cells[$0..<Swift.min($0 + columns, section.count)])
          })
      })
  }
}

extension TableViewModel: SectionedList {
  public var sectionCount: Int { sections.count }
  public func itemCount(inExisting section: Int) -> Int { sections[section].count }
  public func item(atExisting path: TablePath) -> Cell { sections[path.section][path.row] }
  public func sectionID(ofExisting section: Int) -> String { sections[section].id }
  public func items(inExisting section: Int) -> [Cell] { sections[section].cells }
}

extension TableViewModel: Sendable where Cell: Sendable {}
extension TableViewModel: Equatable where HeaderFooter: Equatable, Cell: Equatable {}
extension TableViewModel: Hashable where HeaderFooter: Hashable, Cell: Hashable {}
