import CellistRecords
import CellistText

/// Records grouped by the values of one level, or of several nested ones: what sections and terms are made of.
struct SectionGroups {
  /// A value of each level, and the records that have them all.
  private struct Group {
    let values: [Value]
    var items: [RecordItem]
  }

  /// For each level, the other spellings of values, with the values.
  private let spellings: [[Value: Value]]

  private let levels: [Sectioning]
  private let language: Language
  /// The records that values refer to, by their ids; nil where they refer to none.
  private let referred: [String: RecordItem]?
  private var groups: [Group]

  /// Groups records, which keep their order. O(n + g log g) in the numbers of records and of groups.
  ///
  /// - Parameters:
  ///   - limit: how many records the groups hold in all.
  ///   - referred: the records that values refer to, by their ids; nil where they refer to none.
  ///   - values: where a record stands: a value, or the list of the values of all levels where there are several.
  init(
    of items: [RecordItem], by levels: [Sectioning], _ language: Language, limit: Int? = nil,
    referred: [String: RecordItem]? = nil, values: (RecordItem.Row) -> [Value]
  ) {
    self.levels = levels
    self.language = language
    self.referred = referred
    let spellings = Self.spellings(of: items, levels, values)
    self.spellings = spellings
    let isSpelt = spellings.contains { !$0.isEmpty }
    var known: [Value: [RecordItem]] = [:]
    for item in items {
      let own = values(item.row)
      guard isSpelt else {
        for value in own { known[value, default: []].append(item) }
        continue
      }
      var seen: Set<Value> = []
      for value in own.map({ Self.value($0, by: spellings) }) where seen.insert(value).inserted {
        known[value, default: []].append(item)
      }
    }
    if let referred { known = known.filter { referred[$0.key.plainText] != nil } }
    groups = known.map { value, items in
      if levels.count > 1, case .list(let values) = value { return Group(values: values, items: items) }
      return Group(values: [value], items: items)
    }
    addEmpty()
    sort()
    guard var room = limit else { return }
    for index in groups.indices {
      groups[index].items = Array(groups[index].items.prefix(room))
      room -= groups[index].items.count
    }
    // Those that the settings keep are there even without records.
    let kept = levels.last?.kept ?? []
    groups.removeAll { group in group.items.isEmpty && !group.values.suffix(1).contains(where: kept.contains) }
  }

  /// For each level, the spellings of values that others stand for: the one that the settings list, else the first.
  private static func spellings(
    of items: [RecordItem], _ levels: [Sectioning], _ values: (RecordItem.Row) -> [Value]
  ) -> [[Value: Value]] {
    guard levels.contains(where: \.isFolded) else { return [] }
    let all = Set(items.flatMap { values($0.row) })
    return levels.enumerated().map { index, level in
      guard level.isFolded else { return [:] }
      var texts: [Value: Set<String>] = [:]
      for value in all {
        let own = if levels.count > 1, case .list(let values) = value { values[index] } else { value }
        if case .text(let text) = own { texts[level.key(of: own), default: []].insert(text) }
      }
      let listed = Dictionary(level.listedValues.map { (level.key(of: $0), $0.plainText) }) { first, _ in first }
      var spellings: [Value: Value] = [:]
      for (key, texts) in texts where texts.count > 1 || listed[key] != nil {
        guard let first = listed[key] ?? texts.min(by: { $0.isSpelt(before: $1) }) else { continue }
        for text in texts where text != first { spellings[.text(text)] = .text(first) }
      }
      return spellings
    }
  }

  private static func value(_ value: Value, by spellings: [[Value: Value]]) -> Value {
    guard spellings.count > 1, case .list(let values) = value else { return spellings.first?[value] ?? value }
    return .list(zip(values, spellings).map { $1[$0] ?? $0 })
  }

  private mutating func addEmpty() {
    guard let kept = levels.last?.kept, !kept.isEmpty else { return }
    let known = Set(groups.map(\.values))
    let outer = levels.count > 1 ? Set(groups.map { Array($0.values.dropLast()) }) : [[]]
    for values in outer {
      for value in kept where !known.contains(values + [value]) {
        groups.append(Group(values: values + [value], items: []))
      }
    }
  }

  private mutating func sort() {
    let isByCount = levels.dropLast().contains { $0.order == .count }
    let outer = isByCount ? outerItems().mapValues(\.count) : [:]
    let keyed = groups.map { group in
      var key = OrderKey()
      for (depth, level) in levels.enumerated() {
        let isInnermost = depth == levels.count - 1
        let count = isInnermost ? group.items.count : outer[Array(group.values[...depth])] ?? 0
        let value = group.values[depth]
        level.append(value, title: record(of: value)?.title, count: count, to: &key, language: language)
      }
      return (key: key, group: group)
    }
    groups = keyed.sorted { $0.key < $1.key }.map(\.group)
  }

  private func record(of value: Value) -> RecordItem? { referred?[value.plainText] }

  /// The records below each outer group, by the values that lead to it, each once.
  private func outerItems() -> [[Value]: [RecordItem]] {
    let mayRepeat = levels.contains(where: \.hasSeveralValues)
    var items: [[Value]: [RecordItem]] = [:]
    for group in groups {
      for depth in 1..<levels.count { items[Array(group.values[..<depth]), default: []] += group.items }
    }
    guard mayRepeat else { return items }
    return items.mapValues { items in
      var seen: Set<ObjectIdentifier> = []
      return items.filter { seen.insert(ObjectIdentifier($0)).inserted }
    }
  }
}

extension SectionGroups {
  /// The groups as sections, with their titles and figures. Two of one slug are an error.
  ///
  /// - Parameter name: what a message calls the groups.
  func sections(of type: RecordType, _ name: String, _ diagnostics: inout Diagnostics) -> [ArrangedSection] {
    var titles: [String: String] = [:]
    func note(_ title: String, _ slug: String, _ level: Sectioning) {
      guard let other = titles.updateValue(title, forKey: slug) else { return }
      diagnostics.error(
        .pathCollision, "the \(name) \(quoted(other)) and \(quoted(title)) both have the slug '\(slug)'",
        at: level.location,
        hint: title == other
          ? nil
          : "'slugs' gives one of them another: slugs: {\(JSONText.quoted(title)): …}"
            + (level.itemType == .text
              ? "; 'spellings' of the field makes them one: spellings: {\(JSONText.quoted(other)): \(JSONText.quoted(title))}"
              : ""))
    }
    for (level, spellings) in zip(levels, spellings) { warn(of: spellings, level, type, &diagnostics) }
    let outer = levels.count > 1 ? outerItems() : [:]
    let slugs = recordSlugs
    let last = spellings.last ?? [:]
    let others = Dictionary(grouping: last.keys) { last[$0] ?? $0 }.mapValues { values in
      values.sorted { $0.plainText.utf8.lexicographicallyPrecedes($1.plainText.utf8) }
    }
    var before: [Value]?
    return groups.map { group in
      var slug = ""
      var groups: [ArrangedGroup] = []
      for (depth, level) in levels.enumerated() {
        let own = slugs[group.values[depth]] ?? level.slug(of: group.values[depth], in: type, language)
        slug = depth == 0 ? own : "\(slug)--\(own)"
        guard depth < levels.count - 1 else { break }
        let values = Array(group.values[...depth])
        let title = level.title(of: group.values[depth], in: type, language)
        let begins = before.map { Array($0[...depth]) != values } ?? true
        if begins { note(title, slug, level) }
        let items = outer[values] ?? []
        groups.append(
          ArrangedGroup(
            title: title, slug: slug, count: items.count, aggregates: figures(at: depth, over: items), begins: begins))
      }
      before = group.values
      let level = levels[levels.count - 1]
      let value = group.values[levels.count - 1]
      let title = record(of: value)?.title ?? level.title(of: value, in: type, language)
      note(title, slug, level)
      return ArrangedSection(
        value: value, title: title, slug: slug, groups: groups, items: group.items,
        aggregates: figures(at: levels.count - 1, over: group.items), spellings: others[value] ?? [])
    }
  }

  /// Warns of values that are written in several ways, once for all of a field.
  private func warn(
    of spellings: [Value: Value], _ level: Sectioning, _ type: RecordType, _ diagnostics: inout Diagnostics
  ) {
    guard !spellings.isEmpty, let path = level.path else { return }
    let field = type.fields[path.field]
    let grouped = Dictionary(grouping: spellings.keys) { spellings[$0] ?? $0 }
    var sets = grouped.map { first, others -> [String] in
      let texts = ([first] + others).map(\.plainText)
      return texts.sorted { $0.isSpelt(before: $1) }.map { quoted($0) }
    }
    sets.sort { $0[0].utf8.lexicographicallyPrecedes($1[0].utf8) }
    let shown = sets.prefix(5).map { $0.joined(separator: " and ") }.joined(separator: "; ")
    let rest = sets.count > 5 ? "; and \(sets.count - 5) others" : ""
    let message = "'\(field.name)' has values that differ only in capitals or spaces: \(shown)\(rest)"
    let place = field.location ?? level.location
    // Sections and terms may be by one field.
    guard !diagnostics.all.contains(where: { $0.message == message && $0.location == place }) else { return }
    diagnostics.warning(
      .severalSpellings, message, at: place,
      hint: "each is one value here; write it in one way, or tell them apart with fold: false in list.yml",
      about: field.name)
  }

  /// The addresses of the groups of records that values refer to.
  ///
  /// A record's title makes the address where no other record has that title. Records that share a title use their own
  /// slugs, and so does one whose title would take such an address.
  private var recordSlugs: [Value: String] {
    guard referred != nil, let level = levels.last else { return [:] }
    var slugs: [Value: String] = [:]
    var holders: [String: [Value]] = [:]
    var shared: [String] = []
    func place(_ value: Value, at slug: String) {
      slugs[value] = slug
      holders[slug, default: []].append(value)
      if holders[slug]?.count == 2 { shared.append(slug) }
    }
    // These stay where the settings put them, or at the slug of the record.
    var placed: Set<Value> = []
    for value in groups.compactMap(\.values.last) {
      let title = record(of: value)?.title ?? ""
      let given = level.slugs[value.plainText] ?? level.slugs[title]
      if given != nil { placed.insert(value) }
      place(value, at: given ?? Slug.naming(title))
    }
    while let slug = shared.popLast() {
      let (staying, leaving) = (holders[slug] ?? []).reduce(into: ([Value](), [Value]())) {
        if placed.contains($1) { $0.0.append($1) } else { $0.1.append($1) }
      }
      holders[slug] = staying
      for value in leaving {
        placed.insert(value)
        place(value, at: record(of: value)?.slug ?? slug)
      }
    }
    return slugs
  }

  /// The figures of a level. Rows hold the values of all levels' figures.
  private func figures(at depth: Int, over items: [RecordItem]) -> [Value?] {
    let start = levels[..<depth].reduce(0) { $0 + $1.aggregates.count }
    return levels[depth].aggregates.enumerated().map { index, aggregate in
      aggregate.value(over: items.lazy.map { $0.row.figures[start + index] })
    }
  }
}

extension Sectioning {
  /// The name of a group in addresses.
  func slug(of value: Value, in type: RecordType, _ language: Language) -> String {
    if let slug = givenSlug(of: value.plainText) ?? givenSlug(of: title(of: value, in: type, language)) { return slug }
    if let ranges, case .integer(let index) = value { return ranges.slug(at: index) }
    if let cases, case .integer(let index) = value { return Slug.naming(cases.title(at: index)) }
    switch (value, itemType) {
    // Addresses are made of values, which stay when words change.
    case (.date, _), (.text, .choice): return Slug.naming(value.plainText)
    default: break
    }
    return Slug.naming(title(of: value, in: type, language))
  }

  /// The title of a group.
  func title(of value: Value, in type: RecordType, _ language: Language) -> String {
    if case .integer(let index) = value, let title = ranges?.title(at: index) ?? cases?.title(at: index) {
      return title
    }
    return switch (value, itemType) {
    case (.absent, _): missing
    case (.date(let day), .month): language.format(day, skeleton: "yMMMM")
    case (.date, _), (.datetime, _), (.boolean, _), (.text, .choice):
      path.map { type.fields[$0.field].title(of: value, in: language) } ?? value.plainText
    default: value.plainText
    }
  }
}
