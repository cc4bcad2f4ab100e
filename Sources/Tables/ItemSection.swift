/// One section of a list as a value: its identity, its title, its items.
public struct ItemSection<Item> {
  /// The identity of the section among those of its list.
  public var id: String
  /// The title above it, when it has one.
  public var title: String?
  /// The items of the section, in order.
  public var items: [Item]

  /// A section, which has neither a title nor items unless it is given them.
  public init(id: String, title: String? = nil, items: [Item] = []) {
    self.id = id
    self.title = title
    self.items = items
  }
}

extension ItemSection: Sendable where Item: Sendable {}
extension ItemSection: Equatable where Item: Equatable {}
extension ItemSection: Hashable where Item: Hashable {}
