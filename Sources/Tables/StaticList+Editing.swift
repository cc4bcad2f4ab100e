extension StaticList {
  /// Appends an item to a section. Returns the change, or nil when there is no such section.
  ///
  /// - Complexity: O(1) on average, over many additions to the same section.
  @discardableResult public mutating func add(_ item: Item, toSection section: Int) -> TableDiff? {
    insert(item, at: TablePath(section: section, row: itemCount(in: section)))
  }

  /// Inserts an item at a path. Returns the change, or nil when the section does not exist or is too short.
  ///
  /// - Complexity: O(*m*), where *m* is the number of items of the section.
  @discardableResult public mutating func insert(_ item: Item, at path: TablePath) -> TableDiff? {
    guard canInsert(at: path) else { return nil }
    sections[path.section].items.insert(item, at: path.row)
    return TableDiff { $0.insertedRows = [path] }
  }

  /// Replaces the item at a path. Returns the change, or nil when there is none.
  ///
  /// - Complexity: O(1).
  @discardableResult public mutating func update(_ item: Item, at path: TablePath) -> TableDiff? {
    guard isValid(path) else { return nil }
    sections[path.section].items[path.row] = item
    return TableDiff { $0.updatedRows = [path] }
  }

  /// Removes the item at a path. Returns the change, or nil when there is none.
  ///
  /// - Complexity: O(*m*), where *m* is the number of items of the section.
  @discardableResult public mutating func delete(at path: TablePath) -> TableDiff? {
    guard isValid(path) else { return nil }
    sections[path.section].items.remove(at: path.row)
    return TableDiff { $0.deletedRows = [path] }
  }

  /// Moves an item to its new path, in its section or in another one. Returns the change, which is empty if it is
  /// already there, or nil if no item is at its old path, or the new path is out of range.
  ///
  /// - Complexity: O(*m*), where *m* is the number of items of the sections that the item leaves and comes to.
  @discardableResult public mutating func move(from: TablePath, to: TablePath) -> TableDiff? {
    guard isValid(from), from.section == to.section ? isValid(to) : canInsert(at: to) else { return nil }
    guard from != to else { return TableDiff() }
    let item = sections[from.section].items.remove(at: from.row)
    sections[to.section].items.insert(item, at: to.row)
    return TableDiff { $0.movedRows = [.init(from: from, to: to)] }
  }

  private func canInsert(at path: TablePath) -> Bool {
    isValid(section: path.section) && path.row >= 0 && path.row <= itemCount(inExisting: path.section)
  }
}

extension StaticList {
  /// Appends a section. Returns the change, or nil when a section has its id already.
  ///
  /// - Complexity: O(*s*), where *s* is the number of sections.
  @discardableResult public mutating func addSection(_ section: ItemSection<Item>) -> TableDiff? {
    guard !sections.contains(where: { $0.id == section.id }) else { return nil }
    sections.append(section)
    return TableDiff { $0.insertedSections = [sections.count - 1] }
  }

  /// Puts another section, with all its items, in place of one. The change, or nil when there is no section of this
  /// number, or when another one has the new one's id.
  ///
  /// - Complexity: O(*s* + *m*), where *s* is the number of sections and *m* that of the items of both sections.
  @discardableResult public mutating func updateSection(_ section: ItemSection<Item>, at index: Int) -> TableDiff? {
    guard isValid(section: index),
      !sections.indices.contains(where: { $0 != index && sections[$0].id == section.id })
    else { return nil }
    let old = sections[index]
    sections[index] = section
    return TableDiff { diff in
      if old.id == section.id {
        diff.updatedSections = [index]
        diff.deletedRows = old.items.indices.map { TablePath(section: index, row: $0) }
        diff.insertedRows = section.items.indices.map { TablePath(section: index, row: $0) }
      } else {
        diff.deletedSections = [index]
        diff.insertedSections = [index]
      }
    }
  }

  /// Removes a section with its items. The change, or nil when there is no section of this number.
  ///
  /// - Complexity: O(*s* + *m*), where *s* is the number of sections and *m* that of the items of the section.
  @discardableResult public mutating func deleteSection(at index: Int) -> TableDiff? {
    guard isValid(section: index) else { return nil }
    sections.remove(at: index)
    return TableDiff { $0.deletedSections = [index] }
  }

  /// Moves a section to its new index. Returns the change, which is empty when it is there already, or nil when there
  /// is no section of either number.
  ///
  /// - Complexity: O(*s*), where *s* is the number of sections.
  @discardableResult public mutating func moveSection(from: Int, to: Int) -> TableDiff? {
    guard isValid(section: from), isValid(section: to) else { return nil }
    guard from != to else { return TableDiff() }
    sections.insert(sections.remove(at: from), at: to)
    return TableDiff { $0.movedSections = [.init(from: from, to: to)] }
  }
}
