/// Joins a provider and a presenter: what the one walks, the other presents, and a table comes of it.
public struct TableAdapter<Store, Item, HeaderFooter, Cell>: Sendable {
  public var provider: DataProvider<Store, Item>
  public var presenter: DataPresenter<Store, Item, HeaderFooter, Cell>

  public init(
    provider: DataProvider<Store, Item>, presenter: DataPresenter<Store, Item, HeaderFooter, Cell>
  ) {
    self.provider = provider
    self.presenter = presenter
  }

  /// The table that shows a store. Takes time in proportion to the number of items.
  public func table(of store: Store) -> TableViewModel<HeaderFooter, Cell> {
    TableViewModel(
      sections: (0..<provider.sectionCount(store)).map { section in
        TableSectionViewModel(
          id: presenter.sectionID(store, section),
          header: presenter.header(store, section),
          cells: (0..<provider.itemCount(store, section)).compactMap { row in
            let path = TablePath(section: section, row: row)
            return provider.item(store, path).map { presenter.cell($0, path) }
          },
          footer: presenter.footer(store, section))
      })
  }
}
