/// The place of an item in a table: which section, and which row of it, both counted from 0.
public struct TablePath: Hashable, Comparable, Sendable {
  public var section: Int
  public var row: Int

  public init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }

  public static func < (left: TablePath, right: TablePath) -> Bool {
    (left.section, left.row) < (right.section, right.row)
  }
}

extension TablePath: CustomStringConvertible {
  public var description: String { "\(section)/\(row)" }
}
