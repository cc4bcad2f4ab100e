/// Turns one item into one cell.
public protocol CellDecorator<Item, Cell>: Sendable {
  associatedtype Item
  associatedtype Cell

  /// The cell that shows an item, which stands at a path of its table.
  func cell(for item: Item, at path: TablePath) -> Cell
}
