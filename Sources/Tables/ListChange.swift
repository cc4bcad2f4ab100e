/// A change of a list for those who show it, one thing at a time.
///
/// Indices of what is deleted, and of where moves come from, refer to the list as it was; all others to the list as it
/// is. Between `willChange` and `didChange` the list is as it will be already.
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
