extension TableViewHandler where Decorator.Item: Equatable {
  /// Removes the first item that equals each of a batch: a batch with an item twice removes two equal items. Items that
  /// the table does not have are ignored.
  ///
  /// - Complexity: O(*n* · *b*), where *n* is the number of items and sections of the table, and *b* that of items of
  ///   the batch.
  @discardableResult public mutating func remove(_ batch: some Sequence<Item>) -> TableDiff {
    var left = Array(batch)
    return remove { item in
      guard let match = left.firstIndex(of: item) else { return false }
      left.remove(at: match)
      return true
    }
  }
}

extension TableViewHandler where Decorator.Item: Hashable {
  /// Removes the first item that equals each of a batch: a batch with an item twice removes two equal items. Items that
  /// the table does not have are ignored.
  ///
  /// - Complexity: O(*n* + *b* log *b*) on average, where *n* is the number of items and sections of the table, and *b*
  ///   that of items of the batch.
  @discardableResult public mutating func remove(_ batch: some Sequence<Item>) -> TableDiff {
    var left = Dictionary(batch.map { ($0, 1) }, uniquingKeysWith: +)
    return remove { item in
      guard let count = left[item], count > 0 else { return false }
      left[item] = count - 1
      return true
    }
  }
}

extension TableViewHandler where Decorator.Item: Updatable {
  /// Updates the items that the table has, and adds those it does not have to its last section, or to one of its own
  /// where there is none. The first of several items with one id is the one that is updated.
  ///
  /// - Complexity: O(*n* + *b* log *b*) on average the first time, where *n* is the number of items and sections of the
  ///   table, and *b* that of items of the batch; from then on, O(*b* log *b*).
  @discardableResult public mutating func upsert(_ batch: some Sequence<Item>) -> TableDiff {
    let batch = Array(batch)
    guard !batch.isEmpty else { return TableDiff() }
    var diff = TableDiff()
    if addSectionIfNone() { diff.insertedSections = [0] }
    let last = items.sectionCount - 1
    let first = items.itemCount(inExisting: last)
    var index: any PathIndex<Item> = self.index ?? IdentityIndex(items)
    self.index = nil
    var updated: Set<TablePath> = []
    for item in batch {
      if let path = index.path(of: item) {
        items.sections[path.section].items[path.row].update(from: item)
        // An item that this batch has added is new in the table, even if the batch changed it afterwards.
        if path < TablePath(section: last, row: first) { updated.insert(path) }
      } else {
        index.note(item, at: TablePath(section: last, row: items.itemCount(inExisting: last)))
        items.sections[last].items.append(item)
      }
    }
    self.index = index
    diff.updatedRows = updated.sorted()
    for path in diff.updatedRows { table[path] = decorator.cell(for: items.item(atExisting: path), at: path) }
    decorateRows(from: first, inSection: last)
    if diff.insertedSections.isEmpty {
      diff.insertedRows = (first..<items.itemCount(inExisting: last)).map { TablePath(section: last, row: $0) }
    }
    return diff
  }
}

extension TableViewHandler where Decorator.Item: Identifiable & Equatable, Decorator.Item.ID: CustomStringConvertible {
  /// Shows other sections. Unchanged items keep their cells; where two sections, or two items of a section, share an
  /// id, all sections are replaced.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of items and sections before and after.
  @discardableResult public mutating func reload(_ sections: [ItemSection<Item>]) -> TableDiff {
    let new = StaticList(sections: sections)
    let diff: TableDiff
    do throws(DuplicateIdentity) { diff = try TableDiff(from: items, to: new) } catch { return replace(with: sections) }
    items = new
    let shown = TableViewModel<String, Cell?>(
      sections: table.sections.map { .init(id: $0.id, header: $0.header, cells: $0.cells.map(Optional.some)) })
    table = TableViewModel(
      sections: shown.applying(diff, towards: arriving(by: diff, of: new)).sections.map {
        .init(id: $0.id, header: $0.header, cells: $0.cells.compactMap(\.self))
      })
    index?.rebuild(new)
    return diff
  }

  /// A table with the cells that are new or changed, and nil in the place of all others.
  private func arriving(by diff: TableDiff, of list: StaticList<Item>) -> TableViewModel<String, Cell?> {
    let sections = Set(diff.insertedSections)
    let rows = Set(diff.insertedRows + diff.updatedRows)
    let moved = Set(diff.movedRows.map(\.to))
    return TableViewModel(
      sections: list.sections.enumerated().map { index, section in
        .init(
          id: section.id, header: section.title,
          cells: section.items.enumerated().map { row, item in
            let path = TablePath(section: index, row: row)
            let arrives = rows.contains(path) || sections.contains(index) && !moved.contains(path)
            return arrives ? decorator.cell(for: item, at: path) : nil
          })
      })
  }
}

// Messages in words for items that lack a conformance, rather than constraints by name.
extension TableViewHandler {
  @available(*, unavailable, message: "items must be Equatable to be removed; or use remove(where:)")
  @_documentation(visibility: private)
  public mutating func remove(_ batch: some Sequence<Item>) -> TableDiff { TableDiff() }

  @available(*, unavailable, message: "items must be Updatable to be upserted; or use append(_:toSection:)")
  @_documentation(visibility: private)
  public mutating func upsert(_ batch: some Sequence<Item>) -> TableDiff { TableDiff() }
}
