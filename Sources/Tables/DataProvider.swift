/// Sees a store as a list in sections: a struct with a function, so that one store can be seen in several ways.
///
/// ```swift
/// let byDay = DataProvider<[Talk], Talk>.grouped(by: \.day)
/// let morning = byDay.filtered { $0.hour < 12 }
/// ```
///
/// The list is made once per table, so a store is grouped or sorted once. `item(at:in:)` and `path(of:in:)` are inverse
/// to each other if no two items are equal. Making a provider takes O(1).
public struct DataProvider<Store, Item>: Sendable {
  /// The sections and items of a store.
  public var list: @Sendable (Store) -> any SectionedList<Item>
  /// The first path of an item, for stores that know it, such as one with an index; nil to search the list.
  public var path: (@Sendable (Item, Store) -> TablePath?)?

  /// Sees stores through functions.
  public init(
    path: (@Sendable (Item, Store) -> TablePath?)? = nil,
    list: @escaping @Sendable (Store) -> any SectionedList<Item>
  ) {
    self.path = path
    self.list = list
  }
}

extension DataProvider where Store == [Item] {
  /// An array as one section, also when it is empty.
  ///
  /// - Complexity: O(1) for each list.
  public static var singleSection: Self { Self { StaticList($0) } }
}

extension DataProvider where Store == [[Item]] {
  /// An array of arrays as a section each, without titles.
  ///
  /// - Complexity: O(*s*) for each list, where *s* is the number of sections.
  public static var multiSection: Self {
    Self { store in
      StaticList(sections: store.enumerated().map { ItemSection(id: String($0), items: $1) })
    }
  }
}

extension DataProvider where Store: SectionedList<Item> & SendableMetatype {
  /// A list's own sections.
  ///
  /// - Complexity: O(1) for each list.
  public static var multiSection: Self { Self { $0 } }
}

extension DataProvider {
  /// The item at a path of a store, or nil when there is none.
  ///
  /// - Complexity: that of making the list of the store, and O(1) for the item. For several items, make the list once.
  public func item(at path: TablePath, in store: Store) -> Item? { list(store).item(at: path) }

  /// The path of the first item that meets a condition, or nil.
  ///
  /// - Complexity: that of making the list of the store, and O(*n*), where *n* is the number of items and sections.
  public func path(in store: Store, where fits: (Item) throws -> Bool) rethrows -> TablePath? {
    try list(store).path(where: fits)
  }
}

extension DataProvider where Item: Equatable {
  /// The first path of an item, or nil.
  ///
  /// - Complexity: that of `path`. Without one, that of making the list of the store, and O(*n*), where *n* is the
  ///   number of items and sections.
  public func path(of item: Item, in store: Store) -> TablePath? {
    if let path { return path(item, store) }
    return path(in: store) { $0 == item }
  }
}
