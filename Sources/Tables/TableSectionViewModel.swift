/// One section of a table: an optional header, cells, an optional footer. `Never` as header and footer means that it
/// has none.
///
/// ```swift
/// TableSectionViewModel<String, Cell>(id: "friday", header: "Friday") {
///   for talk in talks { .talk(talk.title) }
///   if talks.isEmpty { .note("Nothing today") }
/// }
/// ```
public struct TableSectionViewModel<HeaderFooter: Sendable, Cell> {
  /// The identity of the section among those of its table.
  public var id: String
  /// The header above the cells. One that is given by a function is made when it is first asked for, and once.
  ///
  /// - Complexity: O(1), apart from the function that makes the header the first time.
  public var header: HeaderFooter? {
    get { lazyHeader.value }
    set { lazyHeader = .made(newValue) }
  }
  /// The cells of the section, in order.
  public var cells: [Cell]
  /// The footer below the cells; made as the header is.
  ///
  /// - Complexity: O(1), apart from the function that makes the footer the first time.
  public var footer: HeaderFooter? {
    get { lazyFooter.value }
    set { lazyFooter = .made(newValue) }
  }

  private var lazyHeader: LazyEdge<HeaderFooter>
  private var lazyFooter: LazyEdge<HeaderFooter>

  /// A section whose header and footer are known.
  ///
  /// - Complexity: O(1).
  public init(id: String, header: HeaderFooter? = nil, cells: [Cell] = [], footer: HeaderFooter? = nil) {
    self.id = id
    self.cells = cells
    lazyHeader = .made(header)
    lazyFooter = .made(footer)
  }

  /// A section of cells that a builder lists.
  ///
  /// - Complexity: that of `TableBuilder`.
  public init(
    id: String, header: HeaderFooter? = nil, footer: HeaderFooter? = nil, @TableBuilder<Cell> cells: () throws -> [Cell]
  ) rethrows {
    self.init(id: id, header: header, cells: try cells(), footer: footer)
  }

  /// A section whose header and footer are made at first use, each once; copies of the section share them. Neither
  /// function may ask for its own result.
  ///
  /// - Complexity: O(1), since neither function is called.
  public init(
    id: String, cells: [Cell], makeHeader: (@Sendable () -> HeaderFooter?)?,
    makeFooter: (@Sendable () -> HeaderFooter?)? = nil
  ) {
    self.id = id
    self.cells = cells
    lazyHeader = LazyEdge(makeHeader)
    lazyFooter = LazyEdge(makeFooter)
  }

  /// The section with other cells between its header and footer, which are not made for that.
  func with<Other>(cells: [Other]) -> TableSectionViewModel<HeaderFooter, Other> {
    TableSectionViewModel<HeaderFooter, Other>(id: id, cells: cells, header: lazyHeader, footer: lazyFooter)
  }

  fileprivate init(id: String, cells: [Cell], header: LazyEdge<HeaderFooter>, footer: LazyEdge<HeaderFooter>) {
    self.id = id
    self.cells = cells
    lazyHeader = header
    lazyFooter = footer
  }
}

extension TableSectionViewModel: RandomAccessCollection, MutableCollection {
  public var startIndex: Int { cells.startIndex }
  public var endIndex: Int { cells.endIndex }

  /// The cell at a position, which must exist.
  ///
  /// - Complexity: O(1). To set a cell of a section that shares its storage with a copy first copies its cells.
  public subscript(position: Int) -> Cell {
    get { cells[position] }
    set { cells[position] = newValue }
  }
}

extension TableSectionViewModel: Sendable where Cell: Sendable {}

extension TableSectionViewModel: Equatable where HeaderFooter: Equatable, Cell: Equatable {
  /// Whether two sections show the same; that makes their headers and footers.
  ///
  /// - Complexity: O(*n*), where *n* is the number of cells.
  public static func == (left: Self, right: Self) -> Bool {
    left.id == right.id && left.cells == right.cells && left.header == right.header && left.footer == right.footer
  }
}

extension TableSectionViewModel: Hashable where HeaderFooter: Hashable, Cell: Hashable {
  /// Hashes what the section shows; that makes its header and footer.
  ///
  /// - Complexity: O(*n*), where *n* is the number of cells.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(cells)
    hasher.combine(header)
    hasher.combine(footer)
  }
}
