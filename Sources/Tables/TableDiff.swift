/// The changes that turn one table into another.
///
/// Indices of deletions and of the origins of moves refer to the old table; all others refer to the new one. Sections
/// and rows are matched by identity apart from content: a section by its id, a row by its section and its own id. A row
/// whose id disappears from one section and appears in another has moved.
public struct TableDiff: Hashable, Sendable {
  /// A change of place.
  public struct Move<Place: Hashable & Sendable>: Hashable, Sendable {
    /// The place in the old table.
    public let from: Place
    /// The place in the new table.
    public let to: Place

    /// A change from one place to another.
    public init(from: Place, to: Place) {
      self.from = from
      self.to = to
    }
  }

  /// Sections of the old table that are gone, ascending; their rows are not listed unless they moved out.
  public var deletedSections: [Int] = []
  /// Sections of the new table that were not in the old one, ascending; rows in them are not listed unless they moved in.
  public var insertedSections: [Int] = []
  /// Sections whose order changed.
  public var movedSections: [Move<Int>] = []
  /// Sections of the new table whose header or footer changed, ascending.
  public var updatedSections: [Int] = []
  /// Rows of the old table that are gone, ascending.
  public var deletedRows: [TablePath] = []
  /// Rows of the new table that were not in the old one, ascending.
  public var insertedRows: [TablePath] = []
  /// Rows that moved to another section, or within theirs.
  public var movedRows: [Move<TablePath>] = []
  /// Rows of the new table whose content changed, ascending; they may have moved as well.
  public var updatedRows: [TablePath] = []

  /// No changes.
  public init() {}

  /// The changes that a closure adds to none.
  init(_ change: (inout TableDiff) -> Void) { change(&self) }

  /// Whether the tables are the same.
  ///
  /// - Complexity: O(1).
  public var isEmpty: Bool { self == TableDiff() }
}

/// Two sections of one table, or two rows of one section, with the same id.
public struct DuplicateIdentity: Error, Hashable, Sendable {
  /// The id that occurs twice.
  public let id: String
  /// The second of the places; a row of −1 means the section itself.
  public let path: TablePath

  /// An id whose second occurrence is at a path.
  package init(id: String, path: TablePath) {
    self.id = id
    self.path = path
  }
}
