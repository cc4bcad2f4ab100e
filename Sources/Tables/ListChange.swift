/// A change of a list for its observers, one event at a time.
///
/// Indices of deletions, and of the origins of moves, refer to the old list; all others to the new one. Between
/// `willChange` and `didChange` the list already has its new state.
public enum ListChange: Hashable, Sendable {
  /// Changes follow.
  case willChange
  /// A section of the old list is gone, with its rows.
  case sectionDeleted(Int)
  /// A section of the new list was not in the old one.
  case sectionInserted(Int)
  /// A section moved to another index.
  case sectionMoved(from: Int, to: Int)
  /// The header or the footer changed.
  case sectionUpdated(Int)
  /// A row of the old list is gone.
  case rowDeleted(TablePath)
  /// A row of the new list was not in the old one.
  case rowInserted(TablePath)
  /// A row moved, within its section or to another one.
  case rowMoved(from: TablePath, to: TablePath)
  /// The content of a row of the new list changed.
  case rowUpdated(TablePath)
  /// The end of the changes.
  case didChange
}

extension TableDiff {
  /// The changes as events, in the order in which a view can follow them; none where nothing changed.
  ///
  /// - Complexity: O(*n*), where *n* is the number of changes.
  public var events: [ListChange] {
    guard !isEmpty else { return [] }
    let sections =
      deletedSections.reversed().map(ListChange.sectionDeleted) + insertedSections.map(ListChange.sectionInserted)
      + movedSections.map { ListChange.sectionMoved(from: $0.from, to: $0.to) }
      + updatedSections.map(ListChange.sectionUpdated)
    let rows =
      deletedRows.reversed().map(ListChange.rowDeleted) + insertedRows.map(ListChange.rowInserted)
      + movedRows.map { ListChange.rowMoved(from: $0.from, to: $0.to) } + updatedRows.map(ListChange.rowUpdated)
    return [.willChange] + sections + rows + [.didChange]
  }
}
