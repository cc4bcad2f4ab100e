/// One section of a table: an optional header, cells, an optional footer. `Never` as header and footer says that it has
/// none.
public struct TableSectionViewModel<HeaderFooter, Cell> {
  /// What tells the section from the others of its table.
  public var id: String
  public var header: HeaderFooter?
  public var cells: [Cell]
  public var footer: HeaderFooter?

  public init(id: String, header: HeaderFooter? = nil, cells: [Cell] = [], footer: HeaderFooter? = nil) {
    self.id = id
    self.header = header
    self.cells = cells
    self.footer = footer
  }
}

extension TableSectionViewModel: RandomAccessCollection, MutableCollection {
  public var startIndex: Int { cells.startIndex }
  public var endIndex: Int { cells.endIndex }

  public subscript(position: Int) -> Cell {
    get { cells[position] }
    set { cells[position] = newValue }
  }
}

extension TableSectionViewModel: Sendable where HeaderFooter: Sendable, Cell: Sendable {}
extension TableSectionViewModel: Equatable where HeaderFooter: Equatable, Cell: Equatable {}
