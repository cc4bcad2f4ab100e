/// A list that keeps its sections in an array: a provider makes one of a store without sections, and it can be edited.
///
/// ```swift
/// var list = StaticList(sections: [ItemSection(id: "gas", title: "Gases", items: ["He", "Ne"])])
/// list.item(at: TablePath(section: 0, row: 1))  // "Ne"
/// list.item(at: TablePath(section: 0, row: 2))  // nil
/// ```
///
/// A count, a title, an item at a path and the items of a section take O(1). An edit of a list that shares its storage
/// with a copy first copies the array of sections, and the items of each section that it changes.
public struct StaticList<Item>: SectionedList {
  /// The sections in order, each with an id of its own.
  public internal(set) var sections: [ItemSection<Item>]

  /// A list of sections, whose ids differ.
  ///
  /// - Complexity: O(1).
  public init(sections: [ItemSection<Item>] = []) { self.sections = sections }

  /// A list of one section without a title, also when it has no items.
  ///
  /// - Complexity: O(1).
  public init(_ items: [Item]) { sections = [ItemSection(id: "0", items: items)] }

  /// The sections of any list, as they are now.
  ///
  /// - Complexity: O(*s*), where *s* is the number of sections, for lists that hold items as arrays; otherwise O(*n*),
  ///   where *n* is the number of items and sections.
  public init(_ list: any SectionedList<Item>) { sections = (0..<list.sectionCount).compactMap(list.section(at:)) }

  public var sectionCount: Int { sections.count }
  public func itemCount(inExisting section: Int) -> Int { sections[section].items.count }
  public func item(atExisting path: TablePath) -> Item { sections[path.section].items[path.row] }
  public func headerTitle(ofExisting section: Int) -> String? { sections[section].title }
  public func sectionID(ofExisting section: Int) -> String { sections[section].id }
  public func items(inExisting section: Int) -> [Item] { sections[section].items }
}

extension StaticList: Sendable where Item: Sendable {}
extension StaticList: Equatable where Item: Equatable {}
extension StaticList: Hashable where Item: Hashable {}
