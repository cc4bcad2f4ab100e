/// The interface of every list, independent of the storage of its items: sections, their items and their titles.
///
/// Conforming types give the sections; counts, lookups and validity follow. Every lookup is total: a path without an
/// item gives nil. The complexities below hold for types that answer each requirement in the time that it expects.
///
/// ```swift
/// struct Shelf: SectionedList {
///   let boards: [[Book]]
///   var sectionCount: Int { boards.count }
///   func itemCount(inExisting section: Int) -> Int { boards[section].count }
///   func item(atExisting path: TablePath) -> Book { boards[path.section][path.row] }
/// }
/// ```
public protocol SectionedList<Item> {
  /// The type of the items in the sections.
  associatedtype Item

  /// The number of sections.
  ///
  /// - Complexity: O(1) is expected.
  var sectionCount: Int { get }
  /// The number of items in a section that exists.
  ///
  /// - Complexity: O(1) is expected.
  func itemCount(inExisting section: Int) -> Int
  /// An item at a path that exists.
  ///
  /// - Complexity: O(1) is expected.
  func item(atExisting path: TablePath) -> Item
  /// The title above a section that exists, when it has one. Without an implementation, none has.
  ///
  /// - Complexity: O(1) is expected.
  func headerTitle(ofExisting section: Int) -> String?
  /// The identity of a section that exists. Without an implementation, its number.
  ///
  /// - Complexity: O(1) is expected.
  func sectionID(ofExisting section: Int) -> String
  /// The items of a section that exists.
  ///
  /// - Complexity: O(1) for lists that hold them as arrays. Without an implementation, O(*m*), where *m* is their
  ///   number.
  func items(inExisting section: Int) -> [Item]
  /// The item at a path, or nil. Only lists that may change during a call implement it themselves.
  ///
  /// - Complexity: O(1) is expected.
  func item(at path: TablePath) -> Item?
  /// The titles of an index beside the list, one per section in the same order. Without an implementation, those of the
  /// sections.
  ///
  /// - Complexity: O(*s*), where *s* is the number of sections.
  var indexTitles: [String] { get }
}

extension SectionedList {
  public func headerTitle(ofExisting section: Int) -> String? { nil }

  public func sectionID(ofExisting section: Int) -> String { String(section) }

  public func items(inExisting section: Int) -> [Item] {
    (0..<itemCount(inExisting: section)).map { item(atExisting: TablePath(section: section, row: $0)) }
  }

  public func item(at path: TablePath) -> Item? { isValid(path) ? item(atExisting: path) : nil }

  public var indexTitles: [String] { (0..<sectionCount).map { headerTitle(ofExisting: $0) ?? "" } }
}

extension SectionedList {
  /// Whether a section of this number exists.
  ///
  /// - Complexity: O(1).
  public func isValid(section: Int) -> Bool { section >= 0 && section < sectionCount }

  /// Whether there is an item at a path.
  ///
  /// - Complexity: O(1).
  public func isValid(_ path: TablePath) -> Bool { path.row >= 0 && path.row < itemCount(in: path.section) }

  /// The number of items in a section; 0 when there is no such section.
  ///
  /// - Complexity: O(1).
  public func itemCount(in section: Int) -> Int { isValid(section: section) ? itemCount(inExisting: section) : 0 }

  /// The number of items in all sections.
  ///
  /// - Complexity: O(*s*), where *s* is the number of sections.
  public var itemCount: Int { (0..<sectionCount).reduce(0) { $0 + itemCount(inExisting: $1) } }

  /// Whether there is no item in any section.
  ///
  /// - Complexity: O(*s*), where *s* is the number of sections. It stops at the first section that has an item.
  public var isEmpty: Bool { (0..<sectionCount).allSatisfy { itemCount(inExisting: $0) == 0 } }

  /// The items of a section; none when there is no such section.
  ///
  /// - Complexity: O(1) for lists that hold the items as arrays; otherwise O(*m*), where *m* is their number.
  public func items(in section: Int) -> [Item] { isValid(section: section) ? items(inExisting: section) : [] }

  /// All items in order, section after section.
  ///
  /// - Complexity: O(*n*), where *n* is the number of items and sections.
  public var items: [Item] { (0..<sectionCount).flatMap { items(inExisting: $0) } }

  /// The title above a section, or nil when it has none or does not exist. A section without items keeps its title.
  ///
  /// - Complexity: O(1).
  public func headerTitle(of section: Int) -> String? {
    isValid(section: section) ? headerTitle(ofExisting: section) : nil
  }

  /// The identity of a section, or nil when it does not exist.
  ///
  /// - Complexity: O(1).
  public func sectionID(of section: Int) -> String? {
    isValid(section: section) ? sectionID(ofExisting: section) : nil
  }

  /// A section as a value, or nil when it does not exist.
  ///
  /// - Complexity: O(1) for lists that hold the items as arrays; otherwise O(*m*), where *m* is their number.
  public func section(at section: Int) -> ItemSection<Item>? {
    guard isValid(section: section) else { return nil }
    return ItemSection(
      id: sectionID(ofExisting: section), title: headerTitle(ofExisting: section), items: items(inExisting: section))
  }

  /// The paths of all items in order.
  ///
  /// - Complexity: O(*n*), where *n* is the number of items and sections.
  public var paths: [TablePath] {
    (0..<sectionCount).flatMap { section in
      (0..<itemCount(inExisting: section)).map { TablePath(section: section, row: $0) }
    }
  }

  /// The path of the first item that meets a condition, or nil.
  ///
  /// - Complexity: O(*n*), where *n* is the number of items and sections.
  public func path(where fits: (Item) throws -> Bool) rethrows -> TablePath? {
    for section in 0..<sectionCount {
      if let row = try items(inExisting: section).firstIndex(where: fits) {
        return TablePath(section: section, row: row)
      }
    }
    return nil
  }
}

extension SectionedList where Item: Equatable {
  /// The first path of an item, or nil: the inverse of `item(at:)` when no two items are equal.
  ///
  /// - Complexity: O(*n*), where *n* is the number of items and sections.
  public func path(of item: Item) -> TablePath? { path { $0 == item } }
}
