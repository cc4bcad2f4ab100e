/// The positions of a list's items by identity, for lists whose items may not have one.
protocol PathIndex<Item>: Sendable {
  associatedtype Item

  /// The position of the first item with the same id.
  func path(of item: Item) -> TablePath?
  /// Adds an item after all known items of its section. The first of two items with one id counts.
  mutating func note(_ item: Item, at path: TablePath)
  /// Replaces the index with the items of a list.
  mutating func rebuild(_ list: StaticList<Item>)
}

/// The positions of a list's items by their ids.
struct IdentityIndex<Item: Identifiable>: PathIndex where Item.ID: Sendable {
  private var paths: [Item.ID: TablePath] = [:]

  init(_ list: StaticList<Item>) { rebuild(list) }

  func path(of item: Item) -> TablePath? { paths[item.id] }

  mutating func note(_ item: Item, at path: TablePath) {
    guard let known = paths.updateValue(path, forKey: item.id), known < path else { return }
    paths[item.id] = known
  }

  mutating func rebuild(_ list: StaticList<Item>) {
    paths.removeAll(keepingCapacity: true)
    for (section, content) in list.sections.enumerated() {
      for (row, item) in content.items.enumerated() { note(item, at: TablePath(section: section, row: row)) }
    }
  }
}
