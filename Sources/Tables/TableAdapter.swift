/// Joins a provider and a presenter into a table: the provider lists the items of a store, and the presenter makes
/// their cells.
///
/// ```swift
/// let adapter = TableAdapter(provider: .grouped(by: \.day), presenter: DataPresenter(decorator: ProgrammeDecorator()))
/// let table = adapter.table(of: talks)
/// ```
public struct TableAdapter<Store, Item: Sendable, HeaderFooter: Sendable, Cell>: Sendable {
  /// The functions that read a store as a list.
  public var provider: DataProvider<Store, Item>
  /// The functions that make cells, headers and footers.
  public var presenter: DataPresenter<Item, HeaderFooter, Cell>

  /// Joins a provider to a presenter of its items.
  public init(provider: DataProvider<Store, Item>, presenter: DataPresenter<Item, HeaderFooter, Cell>) {
    self.provider = provider
    self.presenter = presenter
  }

  /// The table that shows a store. Headers and footers are made at first use.
  ///
  /// - Complexity: that of the provider's list, and O(*n*), where *n* is the number of items and sections; it makes the
  ///   cell of each item.
  @inlinable public func table(of store: Store) -> TableViewModel<HeaderFooter, Cell> {
    table(showing: provider.list(store)) {}
  }

  /// The table that shows a store in rows of some cells each, as a gallery does.
  ///
  /// - Complexity: that of `table(of:)`.
  public func grid(of store: Store, columns: Int) -> TableViewModel<HeaderFooter, [Cell]> {
    table(of: store).rows(of: columns)
  }

  /// The table that shows a store which has to be fetched first, on the actor of the caller.
  ///
  /// - Throws: what `fetch` throws; `CancellationError` when the task is cancelled before the fetch, after it, or before a
  ///   section is presented.
  /// - Complexity: that of the fetch and of `table(of:)`.
  nonisolated(nonsending) public func table(
    fetching fetch: nonisolated(nonsending) () async throws -> Store
  ) async throws -> TableViewModel<HeaderFooter, Cell> {
    try Task.checkCancellation()
    let store = try await fetch()
    try Task.checkCancellation()
    return try table(showing: provider.list(store)) { try Task.checkCancellation() }
  }

  @inlinable func table(
    showing list: any SectionedList<Item>, beforeSection check: () throws -> Void
  ) rethrows -> TableViewModel<HeaderFooter, Cell> {
    try TableViewModel {
      for index in 0..<list.sectionCount {
        try section(list.section(at: index), at: index, beforehand: check)
      }
    }
  }

  @inlinable func section(
    _ section: ItemSection<Item>?, at index: Int, beforehand check: () throws -> Void
  ) rethrows -> TableSectionViewModel<HeaderFooter, Cell>? {
    try check()
    return section.map { section in
      TableSectionViewModel(
        id: section.id,
        cells: section.items.enumerated().map { presenter.cell($1, TablePath(section: index, row: $0)) },
        makeHeader: presenter.header.map { make in { make(section, index) } },
        makeFooter: presenter.footer.map { make in { make(section, index) } })
    }
  }
}
