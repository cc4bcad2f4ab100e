import CellistPages
import CellistTables

/// The changes of a page, on their way to a browser that shows it: a table's diff with the rows that it names.
struct Patch: Encodable {
  /// A row as it is now.
  struct Row: Encodable {
    let at: [Int]
    let html: String
  }

  /// A row that moved.
  struct Move: Encodable {
    let from: [Int]
    let to: [Int]
  }

  /// The page without its rows, where it changed.
  private let frame: String?
  /// How many rows each section has now.
  private let counts: [Int]
  private let deletedSections: [Int]
  private let deletedRows: [[Int]]
  private let movedRows: [Move]
  private let insertedRows: [Row]
  private let updatedRows: [Row]

  /// The changes from one page to another; nil if rows cannot be distinguished.
  init?(from old: ShownPage, to new: ShownPage) {
    let diff = try? TableDiff(
      from: old.table, to: new.table, id: \.id, isSame: { $0.html == $1.html }, isSameEdge: { _, _ in true })
    guard let diff else { return nil }
    frame = old.frame == new.frame ? nil : String(decoding: new.frame, as: UTF8.self)
    counts = new.table.sections.map(\.count)
    deletedSections = diff.deletedSections
    deletedRows = diff.deletedRows.map(Self.place)
    movedRows = diff.movedRows.map { Move(from: Self.place($0.from), to: Self.place($0.to)) }
    func row(_ path: TablePath) -> Row {
      Row(at: Self.place(path), html: String(decoding: new.table.sections[path.section][path.row].html, as: UTF8.self))
    }
    // New sections include their rows, except those that moved there.
    let arrived = Set(diff.movedRows.map(\.to))
    let ofNewSections = diff.insertedSections.flatMap { section in
      new.table.sections[section].cells.indices.map { TablePath(section: section, row: $0) }.filter {
        !arrived.contains($0)
      }
    }
    insertedRows = (diff.insertedRows + ofNewSections).sorted().map(row)
    updatedRows = diff.updatedRows.map(row)
  }

  private static func place(_ path: TablePath) -> [Int] { [path.section, path.row] }
}
