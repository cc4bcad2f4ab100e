import CellistRecords
import CellistTables

/// A list's records in sections and in order, before a theme makes cells of them.
package struct ArrangedList: SectionedList, Sendable {
  package var sections: [ArrangedSection]
  /// For each of the list's `terms`, its values, each with the records that have it.
  package var terms: [[ArrangedSection]] = []
  /// For each of its views, the records that it shows.
  package var views: [[RecordItem]] = []
  /// The findings about its sections and terms, for later builds that take it from this one.
  package var found = Diagnostics()

  package init(sections: [ArrangedSection]) { self.sections = sections }

  package var sectionCount: Int { sections.count }
  package func itemCount(inExisting section: Int) -> Int { sections[section].items.count }
  package func item(atExisting path: TablePath) -> RecordItem { sections[path.section].items[path.row] }
  package func headerTitle(ofExisting section: Int) -> String? { sections[section].title }
  package func sectionID(ofExisting section: Int) -> String { sections[section].slug }
  package func items(inExisting section: Int) -> [RecordItem] { sections[section].items }

  /// The list with other titles for some sections and groups, by their slugs.
  package func titled(by titles: [String: String]) -> ArrangedList {
    guard !titles.isEmpty else { return self }
    var list = self
    for index in sections.indices where sections[index].title != nil {
      list.sections[index].retitle { title, slug, _ in titles[slug] ?? title }
    }
    return list
  }

  /// The list with other titles for sections and groups, by their levels, and for terms, by their fields.
  func titled(_ title: (String, Int) -> String, terms term: (String, Int) -> String) -> ArrangedList {
    var list = self
    for index in sections.indices { list.sections[index].retitle { text, _, level in title(text, level) } }
    for (field, sections) in terms.enumerated() {
      for index in sections.indices { list.terms[field][index].retitle { text, _, _ in term(text, field) } }
    }
    return list
  }

  /// The list with other items in the places of some.
  ///
  /// - Complexity: O(*n*); sections without them are shared.
  package func replacing(_ others: [ObjectIdentifier: RecordItem]) -> ArrangedList {
    guard !others.isEmpty else { return self }
    var list = self
    for index in sections.indices { list.sections[index].items.replace(others) }
    for (number, sections) in terms.enumerated() {
      for index in sections.indices { list.terms[number][index].items.replace(others) }
    }
    for index in views.indices { list.views[index].replace(others) }
    return list
  }

  /// Whether another list has the same records in the same sections and views, below the same titles.
  package func isSame(as other: ArrangedList) -> Bool {
    func isSame(_ one: ArrangedSection, _ other: ArrangedSection) -> Bool {
      one.title == other.title && one.slug == other.slug && one.groups == other.groups
        && one.aggregates == other.aggregates && one.items.elementsEqual(other.items, by: ===)
    }
    return sections.elementsEqual(other.sections, by: isSame)
      && terms.elementsEqual(other.terms) { $0.elementsEqual($1, by: isSame) }
      && views.elementsEqual(other.views) { $0.elementsEqual($1, by: ===) }
  }

  /// The records in the order of the list, each once.
  package var records: [RecordItem] {
    var seen: Set<String> = []
    return sections.flatMap(\.items).filter { seen.insert($0.id).inserted }
  }
}

/// One section of an arranged list.
package struct ArrangedSection: Sendable {
  /// The value that all its records have in common; nil in a list without sections.
  package let value: Value?
  /// The other spellings of the value that some of its records have.
  package let spellings: [Value]
  /// The title above it; nil in a list without sections.
  package fileprivate(set) var title: String?
  package var slug: String
  /// The groups that contain it, from the outermost in; empty where sections are not nested.
  package fileprivate(set) var groups: [ArrangedGroup]
  package var items: [RecordItem]
  /// One figure per aggregate of the list's settings, nil where no row has a value.
  package let aggregates: [Value?]
  /// The figures that Swift has for it.
  package let notes: [SectionFigure]

  package init(
    value: Value?, title: String?, slug: String, groups: [ArrangedGroup] = [], items: [RecordItem],
    aggregates: [Value?], notes: [SectionFigure] = [], spellings: [Value] = []
  ) {
    self.value = value
    self.title = title
    self.slug = slug
    self.groups = groups
    self.items = items
    self.aggregates = aggregates
    self.notes = notes
    self.spellings = spellings
  }

  /// - Parameter title: the new title of a section or group, by the old one, its slug, and its level.
  fileprivate mutating func retitle(_ title: (String, String, Int) -> String) {
    for index in groups.indices { groups[index].title = title(groups[index].title, groups[index].slug, index) }
    if let own = self.title { self.title = title(own, slug, groups.count) }
  }

  /// The records alone, as a list without sections has them.
  package var untitled: ArrangedSection {
    ArrangedSection(value: nil, title: nil, slug: "", items: items, aggregates: [])
  }
}

/// A figure below a section: what it counts, and how much that is.
package struct SectionFigure: Hashable, Sendable {
  package let label: String
  package let value: String

  package init(label: String, value: String) {
    self.label = label
    self.value = value
  }
}

/// Neighbouring sections that have a value in common, at a level above theirs.
package struct ArrangedGroup: Hashable, Sendable {
  package fileprivate(set) var title: String
  package let slug: String
  /// How many records its sections have.
  package let count: Int
  /// One figure per aggregate of its level, nil where no row has a value.
  package let aggregates: [Value?]
  /// Whether it begins with the section that names it.
  package let begins: Bool
}

extension [RecordItem] {
  /// Puts other items in the places of some.
  fileprivate mutating func replace(_ others: [ObjectIdentifier: RecordItem]) {
    // Most often one of very many is replaced: to look each of them up would take longer than all the rest.
    let only = others.count == 1 ? others.first : nil
    for index in indices {
      let item = ObjectIdentifier(self[index])
      if let only {
        if item == only.key { self[index] = only.value }
      } else if let other = others[item] {
        self[index] = other
      }
    }
  }
}
