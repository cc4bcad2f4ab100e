/// Presents the items of any store: each as a cell, each section with a header and a footer where it has them.
///
/// ```swift
/// DataPresenter<Talk, String, TalkCell>(header: { section, _ in section.title }) { talk, path in TalkCell(talk) }
/// ```
public struct DataPresenter<Item: Sendable, HeaderFooter: Sendable, Cell>: Sendable {
  /// The text above or below a section, given the section and its number; nil where there is none.
  public typealias Edge = @Sendable (ItemSection<Item>, _ section: Int) -> HeaderFooter?

  /// Makes headers; nil when no section has one.
  public var header: Edge?
  /// Makes footers; nil when no section has one.
  public var footer: Edge?
  /// Makes the cell of the item at a path of its list.
  public var cell: @Sendable (Item, TablePath) -> Cell

  /// Presents items with functions.
  public init(header: Edge? = nil, footer: Edge? = nil, cell: @escaping @Sendable (Item, TablePath) -> Cell) {
    self.header = header
    self.footer = footer
    self.cell = cell
  }

  /// Presents items with a decorator.
  public init(
    header: Edge? = nil, footer: Edge? = nil, decorator: some CellDecorator<Item, Cell>
  ) {
    self.init(header: header, footer: footer) { decorator.cell(for: $0, at: $1) }
  }
}
