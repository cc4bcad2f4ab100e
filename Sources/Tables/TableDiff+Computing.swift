extension TableDiff {
  /// The changes from one table to another.
  ///
  /// ```swift
  /// let diff = try TableDiff(
  ///   from: before, to: after, id: { $0.id }, isSame: { $0 == $1 }, isSameEdge: { $0 == $1 })
  /// ```
  ///
  /// - Parameters:
  ///   - old: the table as it was.
  ///   - new: the table as it is.
  ///   - id: the identity of a cell within its section.
  ///   - isSame: whether two cells with one id show the same.
  ///   - isSameEdge: whether two headers, or two footers, show the same.
  /// - Throws: `DuplicateIdentity` when a table has two sections, or a section two rows, with one id.
  /// - Complexity: O(*n* log *n*), where *n* is the number of rows and sections of both tables; O(*n*) where those that
  ///   stay keep their order, and none is deleted. An id that is moved out of several sections adds O(*k*²), where *k*
  ///   is their number.
  public init<HeaderFooter: Sendable, Cell>(
    from old: TableViewModel<HeaderFooter, Cell>, to new: TableViewModel<HeaderFooter, Cell>,
    id: (Cell) -> String, isSame: (Cell, Cell) -> Bool, isSameEdge: (HeaderFooter?, HeaderFooter?) -> Bool
  ) throws(DuplicateIdentity) {
    self.init()
    let oldSections = try Self.places(old.sections.map(\.id)) { TablePath(section: $0, row: -1) }
    _ = try Self.places(new.sections.map(\.id)) { TablePath(section: $0, row: -1) }
    let matches = new.sections.map { oldSections[$0.id] }

    deletedSections = Self.missing(from: matches, count: old.sections.count)
    insertedSections = matches.indices.filter { matches[$0] == nil }
    movedSections = Self.moves(matches).map { Move(from: $0.from, to: $0.to) }
    updatedSections = matches.indices.filter { index in
      guard let match = matches[index] else { return false }
      let (before, after) = (old.sections[match], new.sections[index])
      return !isSameEdge(before.header, after.header) || !isSameEdge(before.footer, after.footer)
    }
    try compareRows(TablePair(old: old, new: new), matches, id, isSame)
  }

  private mutating func compareRows<HeaderFooter: Sendable, Cell>(
    _ tables: TablePair<HeaderFooter, Cell>, _ matches: [Int?], _ id: (Cell) -> String, _ isSame: (Cell, Cell) -> Bool
  ) throws(DuplicateIdentity) {
    let (old, new) = (tables.old, tables.new)
    var unexplained = UnexplainedRows()
    var isMatched = [Bool](repeating: false, count: old.sections.count)
    for (section, match) in matches.enumerated() {
      let cells = new.sections[section].cells
      let newIDs = cells.map(id)
      _ = try Self.places(newIDs) { TablePath(section: section, row: $0) }
      guard let match else {
        unexplained.come += cells.indices.map { TablePath(section: section, row: $0) }
        continue
      }
      isMatched[match] = true
      let before = old.sections[match].cells
      let oldIDs = before.map(id)
      let rows: [Int?]
      if oldIDs == newIDs {
        rows = Array(oldIDs.indices)
      } else {
        let places = try Self.places(oldIDs) { TablePath(section: match, row: $0) }
        rows = newIDs.map { places[$0] }
        for row in Self.missing(from: rows, count: before.count) {
          unexplained.gone[oldIDs[row], default: []].append(TablePath(section: match, row: row))
        }
        for move in Self.moves(rows) {
          movedRows.append(
            Move(from: TablePath(section: match, row: move.from), to: TablePath(section: section, row: move.to)))
        }
      }
      for (row, place) in rows.enumerated() {
        let path = TablePath(section: section, row: row)
        guard let place else {
          unexplained.come.append(path)
          continue
        }
        if !isSame(before[place], cells[row]) { updatedRows.append(path) }
      }
    }
    for section in old.sections.indices where !isMatched[section] {
      for (row, cell) in old.sections[section].cells.enumerated() {
        unexplained.gone[id(cell), default: []].append(TablePath(section: section, row: row))
      }
    }
    joinAcrossSections(tables, &unexplained, id, isSame)
    let surviving = Set(matches.compactMap(\.self))
    deletedRows = unexplained.gone.values.joined().filter { surviving.contains($0.section) }.sorted()
    insertedRows.sort()
    updatedRows.sort()
    movedRows.sort { $0.to < $1.to }
  }

  /// Treats a row that left one section and a row of the same id that entered another as one that moved.
  private mutating func joinAcrossSections<HeaderFooter: Sendable, Cell>(
    _ tables: TablePair<HeaderFooter, Cell>, _ rows: inout UnexplainedRows, _ id: (Cell) -> String,
    _ isSame: (Cell, Cell) -> Bool
  ) {
    let inserted = Set(insertedSections)
    for path in rows.come {
      let cell = tables.new.sections[path.section].cells[path.row]
      let name = id(cell)
      guard let from = rows.gone[name]?.first else {
        if !inserted.contains(path.section) { insertedRows.append(path) }
        continue
      }
      rows.gone[name]?.removeFirst()
      movedRows.append(Move(from: from, to: path))
      if !isSame(tables.old.sections[from.section].cells[from.row], cell) { updatedRows.append(path) }
    }
  }

  /// The position of each id.
  private static func places(
    _ ids: [String], _ path: (Int) -> TablePath
  ) throws(DuplicateIdentity) -> [String: Int] {
    var places: [String: Int] = [:]
    places.reserveCapacity(ids.count)
    for (index, id) in ids.enumerated() where places.updateValue(index, forKey: id) != nil {
      throw DuplicateIdentity(id: id, path: path(index))
    }
    return places
  }

  /// The old indices that no new one matches.
  private static func missing(from matches: [Int?], count: Int) -> [Int] {
    var isPresent = [Bool](repeating: false, count: count)
    for case let match? in matches { isPresent[match] = true }
    return isPresent.indices.filter { !isPresent[$0] }
  }

  /// The fewest moves that bring the matched elements from their old order into the new one: all but those of a longest
  /// run that is in order already.
  private static func moves(_ matches: [Int?]) -> [(from: Int, to: Int)] {
    let pairs = matches.enumerated().compactMap { to, from in from.map { (from: $0, to: to) } }
    guard zip(pairs, pairs.dropFirst()).contains(where: { $0.from > $1.from }) else { return [] }
    // Patience sorting: `tails[k]` is the pair that ends the best rising run of length k + 1 so far.
    var tails: [Int] = []
    var before = [Int](repeating: -1, count: pairs.count)
    for (index, pair) in pairs.enumerated() {
      var low = 0
      var high = tails.count
      while low < high {
        let middle = (low + high) / 2
        if pairs[tails[middle]].from < pair.from { low = middle + 1 } else { high = middle }
      }
      if low > 0 { before[index] = tails[low - 1] }
      if low == tails.count { tails.append(index) } else { tails[low] = index }
    }
    var stays = [Bool](repeating: false, count: pairs.count)
    var index = tails.last ?? -1
    while index >= 0 {
      stays[index] = true
      index = before[index]
    }
    return pairs.indices.filter { !stays[$0] }.map { pairs[$0] }
  }
}

/// A table as it was and as it is.
private struct TablePair<HeaderFooter: Sendable, Cell> {
  let old: TableViewModel<HeaderFooter, Cell>
  let new: TableViewModel<HeaderFooter, Cell>
}

/// The rows that no section of the same identity explains: a row may have left one section for another.
private struct UnexplainedRows {
  /// The rows of the old table that left their sections, by id.
  var gone: [String: [TablePath]] = [:]
  /// The rows of the new table that entered their sections.
  var come: [TablePath] = []
}
