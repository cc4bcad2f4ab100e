/// Turns one item into one cell.
///
/// ```swift
/// struct TalkDecorator: CellDecorator {
///   func cell(for talk: Talk, at path: TablePath) -> TalkCell {
///     TalkCell(title: talk.title, isKeynote: talk.minutes > 45)
///   }
/// }
/// ```
///
/// The path is where the item stands when its cell is made. A `TableViewHandler` keeps the cell when others make the item
/// change its place, so a cell that tells its row is for tables that are made as a whole, as those of a site are.
///
/// In a site, cells are made from several threads at the same time, and follow from the item, its path and the records
/// that it refers to: with the same of those, a decorator makes the same cell.
public protocol CellDecorator<Item, Cell>: Sendable {
  /// The value that is shown.
  associatedtype Item
  /// The cell that shows it; in a site, a `CellModel`.
  associatedtype Cell

  /// The cell that shows the item at a path of its table.
  ///
  /// - Complexity: O(1) is expected: tables ask for the cell of each item.
  func cell(for item: Item, at path: TablePath) -> Cell
}
