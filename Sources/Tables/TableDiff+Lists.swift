extension TableDiff {
  /// The changes from one list to another, whose items are identified by their ids.
  ///
  /// - Throws: `DuplicateIdentity` when a list has two sections, or a section two items, with one id.
  /// - Complexity: O(*n* log *n*), where *n* is the number of items and sections of both lists; O(*n*) where those that
  ///   stay keep their order, and none is deleted. An id that is moved out of several sections adds O(*k*²), where *k*
  ///   is their number.
  public init<Item: Identifiable & Equatable>(
    from old: StaticList<Item>, to new: StaticList<Item>
  ) throws(DuplicateIdentity) where Item.ID: CustomStringConvertible {
    try self.init(
      from: Self.table(old), to: Self.table(new), id: { "\($0.id)" }, isSame: ==, isSameEdge: ==)
  }

  /// A list as a table of its own items, with titles as headers.
  private static func table<Item>(_ list: StaticList<Item>) -> TableViewModel<String, Item> {
    TableViewModel(sections: list.sections.map { .init(id: $0.id, header: $0.title, cells: $0.items) })
  }
}

extension TableDiff {
  /// The changes from one table to another, whose cells are identified by their ids.
  ///
  /// - Throws: `DuplicateIdentity` when a table has two sections, or a section two cells, with one id.
  /// - Complexity: O(*n* log *n*), where *n* is the number of cells and sections of both tables; O(*n*) where those
  ///   that stay keep their order, and none is deleted. An id that is moved out of several sections adds O(*k*²), where
  ///   *k* is their number.
  public init<HeaderFooter: Equatable & Sendable, Cell: Identifiable & Equatable>(
    from old: TableViewModel<HeaderFooter, Cell>, to new: TableViewModel<HeaderFooter, Cell>
  ) throws(DuplicateIdentity) where Cell.ID: CustomStringConvertible {
    try self.init(from: old, to: new, id: { "\($0.id)" }, isSame: ==, isSameEdge: ==)
  }
}
