/// A list whose sections stand in an array: what a provider makes of a store that has no sections of its own, and a list
/// to edit by hand.
///
/// ```swift
/// var list = StaticList(sections: [ItemSection(id: "gas", title: "Gases", items: ["He", "Ne"])])
/// list.item(at: TablePath(section: 0, row: 1))  // "Ne"
/// list.item(at: TablePath(section: 0, row: 2))  // nil
/// ```
///
/// Counts, titles and items at paths take constant time. To edit a list takes time in proportion to the items of a
/// section, or to the number of sections.
public struct StaticList<Item>: SectionedList {
  /// The sections in order, each with an id of its own.
  public internal(set) var sections: [ItemSection<Item>]

  /// A list of sections, whose ids differ.
  public init(sections: [ItemSection<Item>] = []) { self.sections = sections }

  /// A list of one section without a title, also when it has no items.
  public init(_ items: [Item]) { sections = [ItemSection(id: "0", items: items)] }

  /// The sections of any list, as they are now.
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
