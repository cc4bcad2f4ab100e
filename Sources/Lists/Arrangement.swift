import CellistRecords
import CellistText

/// The arrangement of a list's records by its settings: which records, in which order, in which sections, on which
/// pages.
package struct Arrangement: Sendable {
  package struct Flag: Hashable, Sendable {
    package let name: String
    package let condition: Condition
  }

  package let type: RecordType
  package let language: Language
  /// The zone whose clocks decide which day it is.
  private let zone: TimeZoneRules
  package private(set) var filter: Condition?
  package private(set) var flags: [Flag] = []
  package private(set) var sort = SortOrder()
  /// The levels of its sections, from the outermost in.
  package private(set) var levels: [Sectioning] = []
  /// The figures of all its records.
  package private(set) var totals: [Aggregate] = []
  /// The greatest values of the fields that have bars, each of which is the measure of its bars.
  package private(set) var scales: [Aggregate] = []
  /// The values that have pages of their own.
  package private(set) var terms: [Terms] = []
  /// The fields of the list's feed; nil where it has none.
  package private(set) var feed: FeedFields?
  /// The fields of the list's calendar; nil where it has none.
  package private(set) var calendar: CalendarFields?
  /// The kind of thing that the records are in the words of schema.org; nil where the settings do not say.
  package private(set) var schema: SchemaOrg?
  package private(set) var limit: Int?
  package private(set) var paging = Paging.single
  /// The views of the list on pages.
  package private(set) var views: [RecordView] = []
  /// Whether the search of the whole site finds its records.
  package var isSearched = false
  /// The tools of the list, where readers search it.
  package var search: Tools?
  /// Whether the list has sections: those of its settings, or of a provider.
  package private(set) var isSectioned = false

  /// Reads `flags where sort sections limit pages terms feed calendar schema-org`.
  ///
  /// - Parameters:
  ///   - hasProvider: whether a provider makes the sections of the list, and its settings none.
  ///   - hasFilesByName: whether the files of its records come by their names, and not as settings name them.
  ///   - views: the views of the list that pages declare.
  package init(
    _ settings: inout MappingReader, type: RecordType, values: ValueReader, hasProvider: Bool = false,
    hasFilesByName: Bool = true, views: [(ViewPlace, Node)] = [], _ diagnostics: inout Diagnostics
  ) {
    self.type = type
    (language, zone) = (values.language, values.zone)
    readFlags(settings.node("flags"), values, &diagnostics)
    if let node = settings.node("where") { filter = Condition(node, in: scope(values), &diagnostics) }
    sort = SortOrder(&settings, type: type, hasFilesByName: hasFilesByName, &diagnostics)
    let isSectioned =
      settings.keyLocation("sections") != nil && settings.node("sections").map(Sectioning.isWanted) ?? true
    if isSectioned, hasProvider {
      diagnostics.error(
        .invalidSetting, "the sections of this list are made in Swift, by its provider",
        at: settings.keyLocation("sections"), hint: "leave out 'sections', or the provider")
    }
    levels = Sectioning.all(&settings, in: scope(values), hasFilesByName: hasFilesByName, &diagnostics)
    self.isSectioned = isSectioned || hasProvider
    totals = settings.node("footer").map { Aggregate.read($0, type: type, &diagnostics) } ?? []
    limit = settings.integer("limit", atLeast: 1, &diagnostics)
    paging = Paging(&settings, isSectioned: self.isSectioned, &diagnostics)
    terms = Terms.all(&settings, type: type, values: values, &diagnostics)
    feed = FeedFields(&settings, type: type, &diagnostics)
    calendar = CalendarFields(&settings, type: type, &diagnostics)
    schema = SchemaOrg(&settings, type: type, &diagnostics)
    self.views = views.compactMap {
      RecordView($0, $1, type: type, hasFilesByName: hasFilesByName, in: scope(values), &diagnostics)
    }
  }

  /// Has the greatest value of each of some fields kept.
  package mutating func measure(_ fields: [Int]) {
    scales = fields.map { field in
      let path = FieldPath(field: field, type: type.fields[field].type)
      return Aggregate(name: type.fields[field].name, path: path, function: .max)
    }
  }

  /// The figures of all records of the list: its totals, followed by the greatest values of fields. O(n).
  package func wholeFigures(of items: some Sequence<RecordItem>) -> [Value?] {
    let start = levels.reduce(0) { $0 + $1.aggregates.count }
    return (totals + scales).enumerated().map { index, aggregate in
      aggregate.value(over: items.lazy.map { $0.row.figures[start + index] })
    }
  }

  /// Whether what it decides may change without an edit.
  package var readsClock: Bool {
    let conditions = flags.map(\.condition) + [filter].compactMap(\.self) + views.compactMap(\.filter)
    return conditions.contains(where: \.readsClock) || levels.contains(where: \.readsClock)
  }

  /// The clock of an instant, in seconds since 1970-01-01T00:00:00Z.
  package func clock(at instant: Int) -> ConditionClock { ConditionClock(instant: instant, zone: zone) }

  /// Whether a record may be in several sections.
  package var mayRepeat: Bool { levels.contains(where: \.hasSeveralValues) || isSectioned && levels.isEmpty }

  /// The names that conditions on this list's records can use.
  package func scope(_ values: ValueReader) -> ConditionScope {
    ConditionScope(type: type, values: values, flags: flags.map(\.name))
  }

  private mutating func readFlags(_ node: Node?, _ values: ValueReader, _ diagnostics: inout Diagnostics) {
    guard let node else { return }
    guard let entries = node.entries else {
      diagnostics.error(
        .invalidSetting, "'flags' must be a mapping of names to conditions, found \(node.summary)", at: node.location)
      return
    }
    for entry in entries {
      if type.index(of: entry.key) != nil || Condition.words.contains(entry.key) {
        diagnostics.error(.reservedName, "'\(entry.key)' is already a name in conditions", at: entry.keyLocation)
      } else {
        // A flag that cannot be read is still a name.
        let condition = Condition(entry.value, in: scope(values), &diagnostics)
        flags.append(Flag(name: entry.key, condition: condition ?? .any([])))
      }
    }
  }
}

extension Arrangement {
  /// The facts that place a record in the list's table, as of the clock's instant.
  package func row(of record: Record, _ clock: inout ConditionClock) -> RecordItem.Row {
    var truths: [Bool] = []
    for flag in flags { truths.append(flag.condition.holds(of: record, flags: truths, language: language, &clock)) }
    guard filter?.holds(of: record, flags: truths, language: language, &clock) ?? true else {
      return RecordItem.Row(isKept: false, flags: truths, span: clock.span)
    }
    let sections = levels.map { $0.values(of: record, flags: truths, language: language, &clock) }
    let key = key(of: record, sections)
    let views = views.map { $0.key(of: record, flags: truths, own: key, language: language, &clock) }
    return RecordItem.Row(
      isKept: true, flags: truths, key: key, sections: Self.sections(sections),
      figures: (levels.flatMap(\.aggregates) + totals + scales).map { $0.path.value(in: record, language: language) },
      terms: terms.map { $0.values.values(of: record, language: language) },
      dates: feed.map { [$0.date, $0.updated].map { $0?.value(in: record, language: language) ?? .absent } } ?? [],
      event: calendar?.values(of: record, language: language) ?? [],
      schema: schema?.values(of: record, type) ?? [],
      views: views, words: search?.words(of: record, type) ?? "",
      text: isSearched ? SearchedText.words(of: record, type) : "", span: clock.span)
  }

  /// The sections of a record: the value of each, or the list of the values of all levels where there are several.
  ///
  /// - Parameter values: its values at each level.
  private static func sections(_ values: [[Value]]) -> [Value] {
    let values = values.map { $0.isEmpty ? [.absent] : $0 }
    guard values.count > 1 else { return values.first ?? [] }
    let paths = values.reduce([[]]) { paths, values in paths.flatMap { path in values.map { path + [$0] } } }
    return paths.map(Value.list)
  }

  /// The bytes that a record sorts by: where a level's cases have orders of their own, its case comes first.
  ///
  /// - Parameter sections: its values at each level.
  private func key(of record: Record, _ sections: [[Value]]) -> OrderKey {
    let place = zip(levels, sections).first { $0.0.cases?.haveOrders == true }
    guard let (level, values) = place else { return sort.key(of: record, language: language) }
    var key = OrderKey()
    key.append(values.first ?? .absent, type: .integer, language: language)
    let order = level.cases?.sort(of: values.first) ?? sort
    return OrderKey(bytes: key.bytes + order.key(of: record, language: language).bytes)
  }

  /// The items that the list shows, in sections and in order. O(n log n) in the number of items.
  ///
  /// - Parameter items: its records as they are written.
  package func arrange(_ items: [RecordItem], _ diagnostics: inout Diagnostics) -> ArrangedList {
    let sorted = sort.sorted(items.filter(\.row.isKept), by: \.row.key)
    guard !levels.isEmpty else {
      let shown = Array(sorted.prefix(limit ?? .max))
      return ArrangedList(sections: [ArrangedSection(value: nil, title: nil, slug: "", items: shown, aggregates: [])])
    }
    let groups = SectionGroups(of: sorted, by: levels, language, limit: limit, values: \.sections)
    return ArrangedList(sections: groups.sections(of: type, "sections", &diagnostics))
  }

  /// For each of `views`, its records in order. O(n log n) in the number of records.
  ///
  /// - Parameter items: the records of the list as they are written.
  package func views(of list: ArrangedList, _ items: [RecordItem]) -> [[RecordItem]] {
    guard !views.isEmpty else { return [] }
    let records = records(of: list, items)
    let written = views.contains { $0.sort != nil } ? Self.written(records, items) : []
    return views.enumerated().map { index, view in
      func shown(_ records: [RecordItem]) -> [RecordItem] { records.filter { $0.row.views[index] != nil } }
      let sorted = view.sort.map { $0.sorted(shown(written)) { $0.row.views[index] ?? OrderKey() } } ?? shown(records)
      return Array(sorted.prefix(view.limit ?? .max))
    }
  }

  /// The records that a list shows, each once, in the order in which they stand or would stand without sections.
  private func records(of list: ArrangedList, _ items: [RecordItem]) -> [RecordItem] {
    let records = mayRepeat ? list.records : list.sections.flatMap(\.items)
    // Sections of a provider have an order of their own.
    return levels.isEmpty
      ? records : sort.sorted(Self.written(records, items), by: \.row.key)
  }

  /// Some records as they are written.
  private static func written(_ records: [RecordItem], _ items: [RecordItem]) -> [RecordItem] {
    let shown = Set(records.map(ObjectIdentifier.init))
    return items.filter { shown.contains(ObjectIdentifier($0)) }
  }

  /// For each of `terms`, its values as sections of the records that a list shows. O(n log n) in the number of records.
  ///
  /// - Parameters:
  ///   - items: the records of the list as they are written.
  ///   - targets: the published records of the lists that the values refer to, by their ids.
  package func terms(
    of list: ArrangedList, _ items: [RecordItem], _ targets: [String: [String: RecordItem]],
    _ diagnostics: inout Diagnostics
  ) -> [[ArrangedSection]] {
    guard !terms.isEmpty else { return [] }
    let records = records(of: list, items)
    return terms.enumerated().map { index, terms in
      let referred = terms.target.map { targets[$0] ?? [:] }
      let groups = SectionGroups(of: records, by: [terms.values], language, referred: referred) { $0.terms[index] }
      return groups.sections(of: type, "terms", &diagnostics)
    }
  }

  /// The name of a section or a term in addresses.
  package func slug(of value: Value, _ level: Sectioning) -> String { level.slug(of: value, in: type, language) }

  /// The title of a section or a term.
  ///
  /// - Parameter booleans: the words for true and false of fields that have none of their own.
  package func title(of value: Value, _ level: Sectioning, _ booleans: [String]) -> String {
    worded(level.title(of: value, in: type, language), level, booleans)
  }

  /// The titles of sections, their groups and terms with words for true and false.
  package func worded(_ list: ArrangedList, _ booleans: [String]) -> ArrangedList {
    guard (levels + terms.map(\.values)).contains(where: { $0.itemType == .boolean }) else { return list }
    return list.titled {
      levels.indices.contains($1) ? worded($0, levels[$1], booleans) : $0
    } terms: {
      worded($0, terms[$1].values, booleans)
    }
  }

  private func worded(_ title: String, _ level: Sectioning, _ booleans: [String]) -> String {
    guard level.itemType == .boolean, booleans.count == 2,
      level.path.map({ type.fields[$0.field].words.isEmpty }) ?? false
    else {
      return title
    }
    return switch title {
    case "true": booleans[0]
    case "false": booleans[1]
    default: title
    }
  }
}
