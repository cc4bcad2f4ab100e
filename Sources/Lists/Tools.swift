import CellistRecords
import CellistText

/// The tools that readers of a list have on its pages: to search it, to narrow it down, and to put it in another order.
package struct Tools: Hashable, Sendable {
  package let hasSearch: Bool
  /// Whether readers can keep records in a list of their own.
  package let keeps: Bool
  /// The fields by whose values records are chosen.
  package let filters: [Int]
  /// The fields that records may be ordered by, the title among them.
  package let sorts: [Int]
  /// The fields whose values the tools know: those that the view shows as words, and the others above.
  package let fields: [Int]
  /// The field of running text whose beginning the view shows, where readers search that, too.
  package let text: Int?
  /// The fields that say when a record begins and ends, among those that the tools know.
  package let start: Int?
  package let end: Int?
  /// The field that says where that is.
  package let place: Int?
  private let title: Int

  /// How many filters a list has where its settings name none.
  private static let usualFilters = 6

  /// Reads the `tools` setting: the name of a tool, several of them, or a mapping of tools to fields; nil where there is
  /// none.
  package init?(
    _ settings: inout MappingReader, type: RecordType, title: Int, appearance: Appearance,
    _ diagnostics: inout Diagnostics
  ) {
    guard let node = settings.node("tools"), node.text != "false",
      let reader = MappingReader(Self.expanded(node), name: "'tools'", &diagnostics)
    else { return nil }
    // Each hit of a search shows the text above its section.
    let shown = Self.shownFields(appearance.withoutSections, type).filter { $0 != title }
    var tools = FieldRoles(reader: reader, type: type, owner: "the tools")
    hasSearch = tools.reader.boolean("search", &diagnostics) ?? false
    keeps = tools.reader.boolean("keep", &diagnostics) ?? false
    filters = tools.fields(
      "filter", "a field of choices, numbers, dates, references, words or true and false", &diagnostics,
      fits: \.isFilterable
    ) {
      let named = type.fields.indices.filter {
        $0 < type.ownCount && $0 != title && type.fields[$0].isShown && type.fields[$0].type.isFilterable
      }
      // Those that have few values come first: what a choice or a reference says is worth more than a number.
      let suited = named.filter { type.fields[$0].type != .text }
      let ranged = suited.filter { type.fields[$0].type.isRanged }
      return Array((suited.filter { !ranged.contains($0) } + ranged).prefix(Self.usualFilters)).sorted()
    }
    sorts = tools.fields(
      "sort", "a field whose values have an order", &diagnostics, fits: \.isSortable
    ) {
      [title] + shown.filter { type.fields[$0].type.isSortable }
    }
    text = appearance.isTable ? nil : appearance.roles.text
    self.title = title
    // The title is known apart from the fields, unless its values are chosen from.
    let fields = (shown + filters + sorts).once.filter { [filters] in $0 != title || filters.contains(title) }
    self.fields = fields
    start = appearance.roles.date.flatMap { fields.contains($0) ? $0 : nil }
    end = start == nil ? nil : appearance.roles.end.flatMap { fields.contains($0) ? $0 : nil }
    place = start == nil ? nil : appearance.roles.place.flatMap { fields.contains($0) ? $0 : nil }
    tools.reader.finish(&diagnostics)
  }

  /// A mapping, where the setting names tools only.
  private static func expanded(_ node: Node) -> Node {
    if node.text == "true" {
      return expanded(
        Node(
          .sequence(["search", "filter", "sort"].map { Node(.scalar($0, quoted: false), at: node.location) }),
          at: node.location))
    }
    guard let names = node.text == nil ? node.items : [node] else { return node }
    return Node(
      .mapping(
        names.map { name in
          Node.Entry(
            key: name.text ?? name.summary, keyLocation: name.location,
            value: Node(.scalar("true", quoted: false), at: name.location))
        }), at: node.location)
  }

  /// The fields that the view shows as words: no running text, no pictures, no addresses.
  private static func shownFields(_ appearance: Appearance, _ type: RecordType) -> [Int] {
    let roles = appearance.roles
    let shown =
      appearance.isTable
      ? appearance.columns
      : [roles.badge, roles.date, roles.end, appearance.isSchedule ? roles.place : nil].compactMap(\.self) + roles.meta
    return shown.filter { type.fields[$0].type.isWords }.once
  }
}

extension Tools {
  /// The words that a record is found by, each once, with a space between each two: those of its title and of what the
  /// view shows, but for what other records say.
  func words(of record: Record, _ type: RecordType) -> String {
    var texts = [record.called(record.values[title].plainText)]
    for index in fields where type.fields[index].type.target == nil && type.fields[index].type != .boolean {
      let field = type.fields[index]
      texts += record.values[index].items.map { field.word(for: $0) ?? $0.plainText }
    }
    texts.append(excerpt(of: record, type) ?? "")
    return Self.words(in: texts)
  }

  /// The words of some texts, each once, with a space between each two.
  package static func words(in texts: [String]) -> String {
    var seen: Set<String> = []
    var words = ""
    for text in texts {
      for word in text.searchWords where seen.insert(word).inserted { words += words.isEmpty ? word : " " + word }
    }
    return words
  }

  /// The beginning of the text that the view shows below a title.
  package func excerpt(of record: Record, _ type: RecordType) -> String? {
    guard let text, case .text(let words) = record.values[text], !words.isEmpty else { return nil }
    return SearchedText.excerpt(of: words, type.fields[text])
  }
}

extension FieldRoles {
  /// The fields of a tool: those that are named, the usual ones for `true`, none without it.
  fileprivate mutating func fields(
    _ tool: String, _ expectation: String, _ diagnostics: inout Diagnostics, fits: (FieldType) -> Bool,
    usual: () -> [Int]
  ) -> [Int] {
    switch reader.node(tool)?.text {
    case "true": usual()
    case "false": []
    default: fields(tool, expectation, &diagnostics, fits: fits) ?? []
    }
  }
}

extension [Int] {
  /// Each number where it first stands.
  fileprivate var once: [Int] { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}

extension FieldType {
  /// Whether values are chosen between two ends.
  package var isRanged: Bool { isNumber || isDate }

  fileprivate var isFilterable: Bool {
    switch self {
    case .choice, .boolean, .record, .integer, .number, .date, .datetime, .text, .version: true
    case .list(let item): item.isFilterable && !item.isRanged
    default: false
    }
  }

  fileprivate var isSortable: Bool {
    switch self {
    // The script knows no order of versions.
    case .list, .version: false
    default: isFilterable
    }
  }

  /// Whether a value is a few words, or a list of such.
  fileprivate var isWords: Bool {
    switch self {
    case .list(let item): item.isWords
    case .recordsFrom, .email, .telephone, .point: true
    default: isFilterable
    }
  }
}
