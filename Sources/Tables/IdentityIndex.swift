/// Where the items of a list stand by identity, for lists whose items may not have one.
protocol PathIndex<Item>: Sendable {
  associatedtype Item

  /// Where the first item of the same id stands.
  func path(of item: Item) -> TablePath?
  /// Adds an item after all known items of its section. The first of two items with one id counts.
  mutating func note(_ item: Item, at path: TablePath)
  /// Forgets all, and notes the items of a list.
  mutating func rebuild(_ list: StaticList<Item>)
}

/// Where the items of a list stand by their ids.
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
