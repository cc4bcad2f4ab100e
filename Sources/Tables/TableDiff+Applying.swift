extension TableViewModel {
  /// This table after the changes of a diff, taking new and changed content from the table that the diff leads to: what
  /// an observer does that shows this table and receives the changes.
  ///
  /// Only the rows and sections that the diff names are taken from `target`. The diff must lead from this table to
  /// `target`.
  ///
  /// - Complexity: O(*n* + *a* log *a*), where *n* is the number of rows and sections of both tables, and *a* the
  ///   number of rows that are inserted or moved.
  public func applying(_ diff: TableDiff, towards target: TableViewModel) -> TableViewModel {
    let cameFrom = Dictionary(uniqueKeysWithValues: diff.movedRows.map { ($0.to, $0.from) })
    let left = Set(diff.deletedRows + diff.movedRows.map(\.from))
    let sectionOrder = Self.order(
      count: target.sections.count, inserted: diff.insertedSections,
      moved: diff.movedSections.map { ($0.from, $0.to) }, deleted: diff.deletedSections, oldCount: sections.count)
    let placed = Dictionary(grouping: diff.insertedRows + diff.movedRows.map(\.to)) { $0.section }
    let updatedRows = Dictionary(grouping: diff.updatedRows) { $0.section }
    let updatedSections = Set(diff.updatedSections)

    return TableViewModel(
      sections: sectionOrder.enumerated().map { index, origin in
        var section: Section
        var rest: [Cell]
        if let origin {
          section = sections[origin]
          rest = section.cells.enumerated()
            .filter { !left.contains(TablePath(section: origin, row: $0.offset)) }.map(\.element)
          if updatedSections.contains(index) {
            section.header = target.sections[index].header
            section.footer = target.sections[index].footer
          }
        } else {
          section = target.sections[index]
          rest = section.cells.enumerated()
            .filter { cameFrom[TablePath(section: index, row: $0.offset)] == nil }.map(\.element)
        }
        let arrivals = (placed[index] ?? []).sorted()
        section.cells = []
        var next = rest.startIndex
        for arrival in arrivals {
          while section.cells.count < arrival.row, next < rest.endIndex {
            section.cells.append(rest[next])
            next += 1
          }
          let cell = cameFrom[arrival].map { sections[$0.section].cells[$0.row] }
          section.cells.append(cell ?? target.sections[arrival.section].cells[arrival.row])
        }
        section.cells += rest[next...]
        for path in updatedRows[index] ?? [] { section.cells[path.row] = target.sections[index].cells[path.row] }
        return section
      })
  }

  /// For each section of the new table, which one of the old it was, or nil.
  private static func order(
    count: Int, inserted: [Int], moved: [(from: Int, to: Int)], deleted: [Int], oldCount: Int
  ) -> [Int?] {
    let gone = Set(deleted + moved.map(\.from))
    var staying = (0..<oldCount).filter { !gone.contains($0) }[...]
    let arrived = Dictionary(uniqueKeysWithValues: moved.map { ($0.to, $0.from) })
    let isInserted = Set(inserted)
    return (0..<count).map { index in
      isInserted.contains(index) ? nil : arrived[index] ?? staying.popFirst()
    }
  }
}
