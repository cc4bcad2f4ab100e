import CellistRecords
import CellistText

extension Arrangement {
  /// Whether adding, removing or moving a record changes only its own section.
  package var isPlain: Bool {
    levels.count <= 1 && isSectioned == !levels.isEmpty && !mayRepeat && limit == nil && terms.isEmpty && views.isEmpty
      && totals.isEmpty && scales.isEmpty && feed == nil && search == nil && levels.allSatisfy { $0.order != .count }
  }
}

extension ArrangedList {
  /// A list after some records left it and others came.
  package struct Edited: Sendable {
    package let list: ArrangedList
    /// Where records stood that left, among all of the list before, in ascending order.
    package let removed: [Int]
    /// The positions of added records in the whole list as it is now, in ascending order.
    package let added: [(place: Int, item: RecordItem)]
  }

  /// The list without some records and with others, where that leaves it its sections; nil where it does not. The
  /// arrangement must be plain.
  ///
  /// O(n) in the size of the sections that change, and O(log n) for each record.
  package func edited(
    removing old: [RecordItem], adding new: [RecordItem], in arrangement: Arrangement
  ) -> Edited? {
    let level = arrangement.levels.first
    var parts: [Int: (old: [RecordItem], new: [RecordItem])] = [:]
    for item in old {
      guard let section = section(of: item, level) else { return nil }
      parts[section, default: ([], [])].old.append(item)
    }
    for item in new {
      guard let section = section(of: item, level) else { return nil }
      parts[section, default: ([], [])].new.append(item)
    }
    var list = self
    var removed: [Int] = []
    var added: [(Int, RecordItem)] = []
    var (start, newStart) = (0, 0)
    for (index, section) in sections.enumerated() {
      if let part = parts[index] {
        guard let edited = section.edited(removing: part.old, adding: part.new, level) else { return nil }
        list.sections[index] = edited.section
        removed += edited.removed.map { start + $0 }
        added += edited.added.map { (newStart + $0.place, $0.item) }
      }
      start += section.items.count
      newStart += list.sections[index].items.count
    }
    return Edited(list: list, removed: removed, added: added)
  }

  private func section(of item: RecordItem, _ level: Sectioning?) -> Int? {
    guard level != nil else { return sections.count == 1 ? 0 : nil }
    guard let value = item.row.sections.first else { return nil }
    // Two texts that Unicode calls the same may differ on a page.
    return sections.firstIndex { section in
      section.value == value && section.value?.plainText.utf8.elementsEqual(value.plainText.utf8) ?? false
    }
  }
}

extension ArrangedList {
  /// The list where some records say something else, and stand where they stood. O(n) in the size of the list.
  package func saying(_ items: [RecordItem]) -> ArrangedList {
    guard !items.isEmpty else { return self }
    guard items.count > 8 else { return saying(few: items) }
    let new = Dictionary(items.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var list = self
    for section in sections.indices {
      for place in sections[section].items.indices {
        if let item = new[sections[section].items[place].id] { list.sections[section].items[place] = item }
      }
    }
    return list
  }

  private func saying(few items: [RecordItem]) -> ArrangedList {
    var list = self
    for section in sections.indices {
      for item in items {
        let items = list.sections[section].items
        // Records that stand as they are written have equal keys.
        var place = ArrangedSection.place(of: item, in: items)
        while place < items.count, items[place].id != item.id {
          place = items[place].row.key == item.row.key ? place + 1 : items.count
        }
        if place < items.count { list.sections[section].items[place] = item }
      }
    }
    return list
  }
}

extension ArrangedSection {
  fileprivate func edited(
    removing old: [RecordItem], adding new: [RecordItem], _ level: Sectioning?
  ) -> (section: ArrangedSection, removed: [Int], added: [(place: Int, item: RecordItem)])? {
    var items = items
    var removed: [Int] = []
    for item in old {
      let place = Self.place(of: item, in: items)
      guard items.indices.contains(place), items[place] === item else { return nil }
      removed.append(place)
    }
    removed.sort()
    for place in removed.reversed() { items.remove(at: place) }
    for item in new { items.insert(item, at: Self.place(of: item, in: items)) }
    let added = new.map { (place: Self.place(of: $0, in: items), item: $0) }.sorted { $0.place < $1.place }
    if let level {
      // Which spelling stands for the others follows from all of its records.
      guard spellings.isEmpty else { return nil }
      guard !items.isEmpty || value.map(level.kept.contains) ?? false else { return nil }
      // The first record lends the section its title where several spellings are one to Unicode.
      let isFirstSame = items.first === self.items.first || title?.utf8.allSatisfy { $0 < 0x80 } ?? true
      guard isFirstSame else { return nil }
    }
    let figures = (level?.aggregates ?? []).enumerated().map { index, aggregate in
      aggregate.value(over: items.lazy.map { $0.row.figures[index] })
    }
    let section = ArrangedSection(
      value: value, title: title, slug: slug, groups: groups, items: items, aggregates: figures, notes: notes)
    return (section, removed, added)
  }

  /// Where an item stands, or would stand: the first place of those that have its key.
  fileprivate static func place(of item: RecordItem, in items: [RecordItem]) -> Int {
    var (low, high) = (0, items.count)
    while low < high {
      let middle = (low + high) / 2
      if items[middle].row.key < item.row.key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
