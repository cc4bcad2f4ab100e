/// Holds a table and the decorator that makes its cells, and changes it: reload, append, remove, upsert.
///
/// ```swift
/// var handler = TableViewHandler(decorator: TalkDecorator(), sections: [ItemSection(id: "friday", items: talks)])
/// let changes = handler.append([late], toSection: 0)
/// handler.table  // as it was, and a cell more
/// ```
///
/// Each change returns the `TableDiff` from the old table to the new one. An item is decorated when it is added or
/// updated, and not when changes of other items move it.
///
/// The complexities below take the decorator to make a cell in O(1). A change of a table or of items that share their
/// storage with a copy first copies the array of sections, and the content of each section that it changes.
public struct TableViewHandler<Decorator: CellDecorator> {
  /// The type of the items.
  public typealias Item = Decorator.Item
  /// The type of the cells that show them.
  public typealias Cell = Decorator.Cell

  /// The decorator that makes a cell of an item.
  public let decorator: Decorator
  /// The items that the table shows.
  public internal(set) var items = StaticList<Item>()
  /// The table: a cell for each item, and each section's title as its header.
  public internal(set) var table = TableViewModel<String, Cell>()
  /// The paths of items by their ids, once one has been looked up.
  var index: (any PathIndex<Item>)?

  /// A table of items in sections, whose ids differ.
  ///
  /// - Complexity: O(*n*), where *n* is the number of items and sections.
  public init(decorator: Decorator, sections: [ItemSection<Item>] = []) {
    self.decorator = decorator
    replace(with: sections)
  }

  /// Shows other sections, whose ids differ. Since items have no identity here, the changes delete all sections and
  /// insert all.
  ///
  /// - Complexity: O(*n*), where *n* is the number of items and sections before and after; it makes the cell of each
  ///   item.
  @discardableResult public mutating func reload(_ sections: [ItemSection<Item>]) -> TableDiff {
    replace(with: sections)
  }

  @discardableResult mutating func replace(with sections: [ItemSection<Item>]) -> TableDiff {
    let diff = TableDiff {
      $0.deletedSections = Array(items.sections.indices)
      $0.insertedSections = Array(sections.indices)
    }
    items = StaticList(sections: sections)
    table = decorated(items)
    index?.rebuild(items)
    return diff
  }

  /// Appends items to a section: to the last one where none is named, or to one of their own where there is none at
  /// all.
  ///
  /// - Returns: what changed: nothing where the table has sections, but not the one that is named.
  /// - Complexity: O(*b*) on average, over many batches, where *b* is the number of items of the batch.
  @discardableResult public mutating func append(
    _ batch: some Sequence<Item>, toSection number: Int? = nil
  ) -> TableDiff {
    let batch = Array(batch)
    guard !batch.isEmpty else { return TableDiff() }
    let isFirst = (number ?? 0) == 0 && addSectionIfNone()
    let section = isFirst ? 0 : number ?? items.sectionCount - 1
    guard items.isValid(section: section) else { return TableDiff() }
    let first = items.itemCount(inExisting: section)
    if index != nil {
      for (offset, item) in batch.enumerated() {
        index?.note(item, at: TablePath(section: section, row: first + offset))
      }
    }
    items.sections[section].items += batch
    decorateRows(from: first, inSection: section)
    return TableDiff { diff in
      guard !isFirst else {
        diff.insertedSections = [0]
        return
      }
      diff.insertedRows = batch.indices.map { TablePath(section: section, row: first + $0) }
    }
  }

  /// Removes all items that meet a condition, which is called in order.
  ///
  /// - Complexity: O(*n* + *g* log *g*), where *n* is the number of items and sections, and *g* that of removed items.
  @discardableResult public mutating func remove(where fits: (Item) throws -> Bool) rethrows -> TableDiff {
    let gone = try items.sections.map { section in
      RangeSet(try section.items.indices.filter { try fits(section.items[$0]) }, within: section.items)
    }
    var diff = TableDiff()
    for (section, rows) in gone.enumerated() where !rows.isEmpty {
      diff.deletedRows += rows.ranges.joined().map { TablePath(section: section, row: $0) }
      items.sections[section].items.removeSubranges(rows)
      table.sections[section].cells.removeSubranges(rows)
    }
    if !diff.isEmpty { index?.rebuild(items) }
    return diff
  }

  /// Adds a section if there is none. Returns whether it did.
  mutating func addSectionIfNone() -> Bool {
    guard items.sections.isEmpty else { return false }
    items.sections.append(ItemSection(id: "0"))
    table.sections.append(.init(id: "0"))
    return true
  }

  /// A table of cells that are all made anew.
  func decorated(_ list: StaticList<Item>) -> TableViewModel<String, Cell> {
    TableViewModel {
      for (index, section) in list.sections.enumerated() {
        .init(id: section.id, header: section.title) {
          section.items.enumerated().map { decorator.cell(for: $1, at: TablePath(section: index, row: $0)) }
        }
      }
    }
  }

  /// Adds the cells of a section's items from a row on, which have none yet.
  mutating func decorateRows(from first: Int, inSection section: Int) {
    let new = items.sections[section].items
    table.sections[section].cells += new.indices[first...].map { row in
      decorator.cell(for: new[row], at: TablePath(section: section, row: row))
    }
  }
}

extension TableViewHandler: Sendable where Decorator.Item: Sendable, Decorator.Cell: Sendable {}
