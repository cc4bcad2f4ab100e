/// Presents items: each as a cell, each section with a header and a footer where it has them.
public struct DataPresenter<Store, Item, HeaderFooter, Cell>: Sendable {
  public var sectionID: @Sendable (Store, _ section: Int) -> String
  public var header: @Sendable (Store, _ section: Int) -> HeaderFooter?
  public var footer: @Sendable (Store, _ section: Int) -> HeaderFooter?
  public var cell: @Sendable (Item, TablePath) -> Cell

  public init(
    sectionID: @escaping @Sendable (Store, Int) -> String = { _, section in String(section) },
    header: @escaping @Sendable (Store, Int) -> HeaderFooter? = { _, _ in nil },
    footer: @escaping @Sendable (Store, Int) -> HeaderFooter? = { _, _ in nil },
    cell: @escaping @Sendable (Item, TablePath) -> Cell
  ) {
    self.sectionID = sectionID
    self.header = header
    self.footer = footer
    self.cell = cell
  }
}
