import CellistRecords
import CellistText

/// How records are grouped at one level of a list's sections: by which value, in which order, and what each group
/// contains.
package struct Sectioning: Hashable, Sendable {
  package enum Order: Hashable, Sendable {
    case ascending, descending, count
    /// These first; values that are not listed follow in ascending order.
    case listed([Value])
  }

  /// What its values are of; nil where conditions tell the groups apart.
  package let path: FieldPath?
  /// The conditions that tell the groups apart; nil where values do.
  package private(set) var cases: SectionCases?
  /// The ranges that its numbers fall into; nil where each value is a group.
  package private(set) var ranges: NumberRanges?
  package var order = Order.ascending
  /// The names in addresses that settings give values, by their titles, which are folded where values are.
  private(set) var slugs: [String: String] = [:]
  /// Whether texts that differ in capitals, normalization or spaces at the ends are one value.
  let isFolded: Bool
  /// The title of the section of records without a value.
  package var missing = "Other"
  /// The values whose groups are there even without records.
  package private(set) var kept: [Value] = []
  package var aggregates: [Aggregate]
  package let location: SourceLocation

  /// Reads the `sections` setting, from the outermost level to the innermost: a field, a mapping, or a list of those.
  static func all(
    _ settings: inout MappingReader, in scope: ConditionScope, hasFilesByName: Bool, _ diagnostics: inout Diagnostics
  ) -> [Sectioning] {
    guard let node = settings.node("sections"), isWanted(node) else { return [] }
    let nodes = node.items ?? [node]
    if nodes.isEmpty {
      diagnostics.error(
        .invalidSetting, "'sections' names no field", at: node.location,
        hint: "for example sections: [region, country]")
    }
    let levels = nodes.enumerated().compactMap { index, node in
      Sectioning(
        node, isInnermost: index == nodes.count - 1, in: scope, hasFilesByName: hasFilesByName, &diagnostics)
    }
    for level in levels.filter(\.hasSeveralValues).dropFirst() {
      diagnostics.error(
        .invalidSetting, "a second level of sections cannot be by a list", at: level.location,
        hint: "one level may be by a list; with two, a record would be in each pair of values")
    }
    return levels
  }

  /// Whether the list has sections: `false` means that it has none.
  static func isWanted(_ node: Node) -> Bool {
    if case .scalar("false", quoted: false) = node.content { false } else { true }
  }

  private init?(
    _ node: Node, isInnermost: Bool, in scope: ConditionScope, hasFilesByName: Bool, _ diagnostics: inout Diagnostics
  ) {
    guard var reader = MappingReader(node.expanded(under: "by"), name: "'sections'", &diagnostics) else { return nil }
    let missing = reader.text("missing", &diagnostics)
    let aggregates = reader.node("footer").map { Aggregate.read($0, type: scope.type, &diagnostics) } ?? []
    let keepsEmpty = reader.boolean("keep-empty", &diagnostics) ?? false
    let location = reader.node("keep-empty")?.location
    if let cases = reader.node("cases") {
      if let by = reader.keyLocation("by") {
        diagnostics.error(.invalidSetting, "'sections' have 'by' or 'cases', and not both", at: by)
        return nil
      }
      self.init(cases, &reader, in: scope, hasFilesByName: hasFilesByName, &diagnostics)
    } else {
      self.init(&reader, of: "sections", type: scope.type, values: scope.values, &diagnostics)
    }
    if let missing { self.missing = missing }
    self.aggregates = aggregates
    guard keepsEmpty else { return }
    kept = knownValues
    if kept.isEmpty {
      diagnostics.error(
        .invalidSetting, "the sections without records are not known here", at: location,
        hint: "'keep-empty' is for choices, booleans, 'ranges', 'cases', and an 'order' that lists values")
    } else if !isInnermost {
      diagnostics.error(
        .invalidSetting, "'keep-empty' is for the innermost sections", at: location,
        hint: "what has no records has no sections in it either")
    }
  }

  /// The values that 'order' lists.
  var listedValues: [Value] { if case .listed(let values) = order { values } else { [] } }

  /// The values that the settings list, in their order.
  private var knownValues: [Value] {
    if case .listed(let values) = order { return values }
    if let count = ranges?.indices.count ?? cases?.count { return (0..<count).map(Value.integer) }
    return switch itemType {
    case .choice(let names): names.map(Value.text)
    case .boolean: [.boolean(false), .boolean(true)]
    default: []
    }
  }

  /// Reads `cases`, and finishes the mapping.
  private init?(
    _ cases: Node, _ reader: inout MappingReader, in scope: ConditionScope, hasFilesByName: Bool,
    _ diagnostics: inout Diagnostics
  ) {
    slugs = Self.slugs(&reader, &diagnostics)
    reader.finish(&diagnostics)
    guard let read = SectionCases(cases, in: scope, hasFilesByName: hasFilesByName, &diagnostics) else { return nil }
    (path, isFolded, aggregates, location) = (nil, false, [], cases.location)
    self.cases = read
  }

  /// Reads `by`, `ranges` and `order`, and finishes the mapping.
  ///
  /// - Parameters:
  ///   - groups: what the setting makes of the values: `sections`, `terms`.
  ///   - byTitle: whether the records of a reference are identified by their titles, and not by their ids.
  init?(
    _ reader: inout MappingReader, of groups: String, byTitle: Bool = true, type: RecordType, values: ValueReader,
    _ diagnostics: inout Diagnostics
  ) {
    let by = reader.node("by")
    let order = reader.node("order")
    let ranges = reader.node("ranges")
    slugs = Self.slugs(&reader, &diagnostics)
    reader.finish(&diagnostics)
    guard let by, let name = by.text else {
      diagnostics.error(
        .missingSetting, "'\(groups)' needs 'by', the field that the \(groups) come from",
        at: by?.location ?? reader.location,
        hint: by?.items == nil
          ? nil : "several fields are a list of \(groups), as in \(groups): [region, {by: town, order: count}]")
      return nil
    }
    guard let path = type.path(name, at: by.location, byTitle: byTitle, &diagnostics) else { return nil }
    switch path.type {
    case .markdown, .map:
      diagnostics.error(
        .invalidSetting, "\(groups) cannot be made from '\(name)', which is \(path.type.name)", at: by.location)
      return nil
    default: break
    }
    self.path = path
    location = by.location
    let item: FieldType = if case .list(let item) = path.type { item } else { path.type }
    isFolded = item == .text && type.fields[path.field].isFolded
    aggregates = []
    if let ranges {
      // A part of a value, such as the year of a day, has no unit.
      let field = path.part == nil ? type.fields[path.field] : Field(name, itemType)
      self.ranges = NumberRanges(ranges, of: name, itemType, in: field, values.language, &diagnostics)
    }
    if isFolded { slugs = Dictionary(slugs.map { ($0.folded, $1) }) { first, _ in first } }
    if let order {
      self.order = Self.order(order, type.field(of: path, called: name), values, &diagnostics) ?? .ascending
    }
  }

  /// Reads `slugs`, a mapping of titles to names in addresses.
  private static func slugs(_ reader: inout MappingReader, _ diagnostics: inout Diagnostics) -> [String: String] {
    guard let node = reader.node("slugs") else { return [:] }
    if node.entries == nil {
      diagnostics.error(
        .invalidSetting, "'slugs' must be a mapping of titles to names in addresses, found \(node.summary)",
        at: node.location, hint: "for example slugs: {C#: c-sharp}")
    }
    var slugs: [String: String] = [:]
    for entry in node.entries ?? [] {
      if let slug = entry.value.slug(&diagnostics) { slugs[entry.key] = slug }
    }
    return slugs
  }

  /// The type of the values that make sections: that of its items, where the field is a list.
  package var itemType: FieldType {
    guard let path else { return .integer }
    return if case .list(let item) = path.type { item } else { path.type }
  }

  /// The field whose values, as they are, name the groups; nil where a part or a range of them does.
  package var field: Int? { path?.part == nil && ranges == nil ? path?.field : nil }

  /// Whether a record may be in several of its groups.
  var hasSeveralValues: Bool { if case .list = path?.type { true } else { false } }

  /// Whether the group of a record may change without an edit.
  var readsClock: Bool { cases?.readsClock ?? false }

  /// The values by which a record is grouped, as of the clock's instant; none where it has no value, and is none of the cases.
  func values(of record: Record, flags: [Bool], language: Language, _ clock: inout ConditionClock) -> [Value] {
    guard let cases else { return values(of: record, language: language) }
    return cases.index(of: record, flags: flags, language: language, &clock).map { [.integer($0)] } ?? []
  }

  /// The different values by which a record is grouped; none where it has no value.
  func values(of record: Record, language: Language) -> [Value] {
    guard let value = path?.value(in: record, language: language), !value.isMissing else { return [] }
    // An empty text names nothing, but a choice may be empty.
    var seen: Set<Value> = itemType == .text ? [.text("")] : []
    let items = ranges.map { ranges in value.items.map { .integer(ranges.index(of: $0)) } } ?? value.items
    return items.filter { seen.insert(key(of: $0)).inserted }
  }

  /// The value by which a group is found, which all spellings of it share.
  func key(of value: Value) -> Value {
    guard isFolded, case .text(let text) = value else { return value }
    return .text(text.folded)
  }

  /// The name in addresses that settings give a value or its title.
  func givenSlug(of text: String) -> String? { slugs.isEmpty ? nil : slugs[isFolded ? text.folded : text] }

  /// Whether the settings give a group its name in addresses.
  package func isGiven(_ section: ArrangedSection) -> Bool {
    [section.value?.plainText, section.title].contains { $0.flatMap(givenSlug) != nil }
  }

  /// Adds the place of one of its groups to a key.
  ///
  /// - Parameters:
  ///   - title: the title of the record that the value refers to; nil where it refers to none.
  ///   - count: how many records the group has.
  func append(_ value: Value, title: String?, count: Int, to key: inout OrderKey, language: Language) {
    key.append(value.isAbsent ? .absent : .boolean(true), type: .boolean, language: language)
    switch order {
    case .count: key.append(.integer(count), type: .integer, language: language, descending: true)
    case .listed(let values):
      let own = self.key(of: value)
      let place = values.firstIndex { self.key(of: $0) == own } ?? title.flatMap { values.firstIndex(of: .text($0)) }
      key.append(.integer(place ?? values.count), type: .integer, language: language)
    default: break
    }
    let isDescending = order == .descending
    if let title {
      key.append(.text(title), type: .text, language: language, descending: isDescending)
    } else {
      key.append(value, type: ranges == nil ? itemType : .integer, language: language, descending: isDescending)
    }
    key.append(tie: value.plainText)
  }

  private static func order(
    _ node: Node, _ field: Field, _ values: ValueReader, _ diagnostics: inout Diagnostics
  ) -> Order? {
    if let items = node.items { return .listed(items.compactMap { values.read($0, as: field, &diagnostics) }) }
    switch node.text {
    case "ascending": return .ascending
    case "descending": return .descending
    case "count": return .count
    default:
      diagnostics.error(
        .invalidSetting, "'order' must be ascending, descending, count or a list of values, found \(node.summary)",
        at: node.location)
      return nil
    }
  }
}
