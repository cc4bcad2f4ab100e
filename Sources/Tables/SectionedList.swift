/// What every list answers, however its items are stored: sections, their items and their titles.
///
/// Conforming types give the sections; counts, lookups and validity follow. Every lookup is total: a path that leads
/// nowhere gives nil.
public protocol SectionedList {
  associatedtype Item

  /// The number of sections.
  var sectionCount: Int { get }
  /// The number of items in a section that exists.
  func itemCount(inExisting section: Int) -> Int
  /// An item at a path that exists.
  func item(atExisting path: TablePath) -> Item
  /// The title above a section that exists, when it has one.
  func headerTitle(ofExisting section: Int) -> String?
}

extension SectionedList {
  public func headerTitle(ofExisting section: Int) -> String? { nil }

  /// Whether a section of this number exists.
  public func isValid(section: Int) -> Bool { section >= 0 && section < sectionCount }

  /// Whether an item stands at a path.
  public func isValid(_ path: TablePath) -> Bool { path.row >= 0 && path.row < itemCount(in: path.section) }

  /// The number of items in a section; 0 when there is no such section.
  public func itemCount(in section: Int) -> Int { isValid(section: section) ? itemCount(inExisting: section) : 0 }

  /// The number of items in all sections.
  public var itemCount: Int { (0..<sectionCount).reduce(0) { $0 + itemCount(inExisting: $1) } }

  public var isEmpty: Bool { (0..<sectionCount).allSatisfy { itemCount(inExisting: $0) == 0 } }

  /// The item at a path, or nil.
  public func item(at path: TablePath) -> Item? { isValid(path) ? item(atExisting: path) : nil }

  /// The title above a section, or nil when it has none or does not exist. A section without items keeps its title.
  public func headerTitle(of section: Int) -> String? {
    isValid(section: section) ? headerTitle(ofExisting: section) : nil
  }

  /// The titles of an index beside the list, one per section in the same order.
  public var indexTitles: [String] { (0..<sectionCount).map { headerTitle(ofExisting: $0) ?? "" } }

  /// The paths of all items in order.
  public var paths: [TablePath] {
    (0..<sectionCount).flatMap { section in
      (0..<itemCount(inExisting: section)).map { TablePath(section: section, row: $0) }
    }
  }
}
