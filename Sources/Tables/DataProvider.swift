/// Walks a store as sections of items: a struct of functions, so that one store can be walked in several ways.
public struct DataProvider<Store, Item>: Sendable {
  /// The number of sections in a store.
  public var sectionCount: @Sendable (Store) -> Int
  /// The number of items in a section; 0 when there is no such section.
  public var itemCount: @Sendable (Store, _ section: Int) -> Int
  /// The item at a path, or nil when the path leads nowhere.
  public var item: @Sendable (Store, TablePath) -> Item?

  public init(
    sectionCount: @escaping @Sendable (Store) -> Int, itemCount: @escaping @Sendable (Store, Int) -> Int,
    item: @escaping @Sendable (Store, TablePath) -> Item?
  ) {
    self.sectionCount = sectionCount
    self.itemCount = itemCount
    self.item = item
  }
}

extension DataProvider where Store == [Item] {
  /// An array as one section, also when it is empty.
  public static var singleSection: Self {
    Self(
      sectionCount: { _ in 1 }, itemCount: { store, section in section == 0 ? store.count : 0 },
      item: { store, path in path.section == 0 && store.indices.contains(path.row) ? store[path.row] : nil })
  }
}

extension DataProvider where Store: SectionedList & SendableMetatype, Store.Item == Item {
  /// A list's own sections.
  public static var multiSection: Self {
    Self(
      sectionCount: { $0.sectionCount }, itemCount: { $0.itemCount(in: $1) }, item: { $0.item(at: $1) })
  }
}

extension DataProvider {
  /// Where the first item stands that fits, or nil. Takes time in proportion to the number of items.
  public func path(in store: Store, where fits: (Item) -> Bool) -> TablePath? {
    for section in 0..<sectionCount(store) {
      for row in 0..<itemCount(store, section) {
        let path = TablePath(section: section, row: row)
        if let item = item(store, path), fits(item) { return path }
      }
    }
    return nil
  }
}

extension DataProvider where Item: Equatable {
  /// Where an item stands: the inverse of `item` when no two items are equal.
  public func path(of item: Item, in store: Store) -> TablePath? { path(in: store) { $0 == item } }
}
