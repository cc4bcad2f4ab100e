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
/// The path is the item's position when its cell is made. A `TableViewHandler` keeps the cell when changes of other
/// items move the item, so a cell that shows its row is only for tables that are made as a whole, such as those of a
/// site.
///
/// In a site, cells are made from several threads at the same time, and must depend only on the item, its path and the
/// records that it refers to: a decorator makes equal cells of equal input.
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
