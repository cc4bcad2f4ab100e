/// The place of an item in a table: which section, and which row of it, both counted from 0.
public struct TablePath: Hashable, Comparable, Sendable {
  /// The number of the section.
  public var section: Int
  /// The number of the row in its section.
  public var row: Int

  /// A path, whether or not there is anything at it.
  public init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }

  /// Whether a path comes first in the order of sections, then rows.
  public static func < (left: TablePath, right: TablePath) -> Bool {
    (left.section, left.row) < (right.section, right.row)
  }
}

extension TablePath: CustomStringConvertible {
  public var description: String { "\(section)/\(row)" }
}
