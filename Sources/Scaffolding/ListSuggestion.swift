import CellistContent
import CellistRecords
import CellistText

/// The settings of a list that a file of records suggests: the names and types of its fields, and what tells its records
/// apart.
package struct ListSuggestion {
  /// The text of a `list.yml`.
  package let settings: String

  /// Reads a file of records; nil where nothing in it tells them apart, or it has none.
  ///
  /// O(n) in the number of values, for each type that a value may have.
  ///
  /// - Parameters:
  ///   - path: where the file is, for messages.
  ///   - name: what it will be called beside the settings.
  ///   - values: reads values as a build does.
  package init?(
    of bytes: [UInt8], at path: String, name: String, title: String, _ values: ValueReader,
    _ diagnostics: inout Diagnostics
  ) {
    guard let file = RecordFile(bytes, path, &diagnostics) else { return nil }
    let columns = file.columns(values)
    guard let ids = file.isNamed ? [] : Self.ids(of: columns, in: file.records) else {
      diagnostics.error(
        .missingID, "no field, and no two of them, tell the records apart", at: SourceLocation(file: path))
      return nil
    }
    var lines = ["title: \(Self.quoted(title))", "record:"] + columns.map { "  \($0.declaration)" }
    if ids.count == 1 { lines.append("id: \(Self.quoted(ids[0].name))") }
    if ids.count > 1 { lines.append("id: [\(ids.map { Self.quoted($0.name) }.joined(separator: ", "))]") }
    if let title = columns.first(where: { Self.titles.contains($0.name) && $0.type == .text }) {
      lines.append("title-field: \(Self.quoted(title.name))")
      lines.append("sort: \(Self.quoted(title.name))")
    }
    if let sections = columns.first(where: \.isRepeated), file.records.count >= 12 {
      lines.append("sections: \(Self.quoted(sections.name))")
    }
    if let source = file.source(named: name) { lines.append("sources: [\(source)]") }
    if file.columnKeys.count > columns.count { lines.append("extra-keys: ignore") }
    settings = lines.joined(separator: "\n") + "\n"
  }

  /// The names of fields that are titles.
  private static let titles = ["title", "name", "label", "term"]
  /// The names of fields that tell records apart better than others.
  private static let identifiers = ["id", "slug", "key", "code", "isbn", "doi", "symbol"] + titles

  /// The fields that tell records apart: one, or two.
  private static func ids(of columns: [SuggestedField], in records: [RecordFile.Entries]) -> [SuggestedField]? {
    let whole = columns.filter { $0.isAlwaysThere && $0.isShort }
    let ranked = identifiers.compactMap { name in whole.first { $0.name == name } }
    let all = ranked + whole.filter { !identifiers.contains($0.name) }
    func areApart(_ fields: [SuggestedField]) -> Bool {
      var seen: Set<String> = []
      return records.allSatisfy { record in
        let slug = Slug.make(fields.map { record[$0.key]?.text ?? "" }.joined(separator: "-"))
        return !slug.isEmpty && seen.insert(slug).inserted
      }
    }
    if let one = all.first(where: { areApart([$0]) }) { return [one] }
    for (index, first) in all.enumerated() {
      if let second = all[(index + 1)...].first(where: { areApart([first, $0]) }) { return [first, second] }
    }
    return nil
  }

  /// A text as YAML writes it in quotes, which is as JSON does, or as it is where it needs none.
  static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy {
      (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
    }
    let words: Set = ["", "true", "false", "null", "yes", "no", "on", "off", "y", "n"]
    return isPlain && text.first != "-" && !words.contains(text) ? text : JSONText.text(text).pretty
  }
}

/// The records of a file, before anything is known of their type.
private struct RecordFile {
  typealias Entries = [String: Node]

  let records: [Entries]
  /// The keys, in the order in which they first stand.
  let columnKeys: [String]
  /// Whether the file names its records.
  let isNamed: Bool
  /// The key under which they stand, and what separates the fields of a row, where settings have to say it.
  private var items: String?
  private var delimiter: String?
  private let format: SourceFormat

  init?(_ bytes: [UInt8], _ path: String, _ diagnostics: inout Diagnostics) {
    guard let format = SourceFormat(path: path), format != .markdown, format != .sqlite else {
      diagnostics.error(
        .invalidSetting, "records are taken from files of YAML, JSON, TOML, CSV or TSV", at: SourceLocation(file: path))
      return nil
    }
    func read(_ details: RecordSource.Details? = nil) -> [RawRecord] {
      var records: [RawRecord] = []
      RawRecord.readAll(
        in: RecordSource(path: path, format: format, details), from: .memory([path: bytes]), &diagnostics
      ) { record, _ in records.append(record) }
      return records
    }
    self.format = format
    if format == .csv { delimiter = Self.delimiter(of: bytes) }
    let found = read(delimiter.map { RecordSource.Details(delimiter: $0.utf8.first) })
    var nodes = found.map(\.node)
    // A file that is one mapping may hold its records under one of its keys.
    if found.count == 1 {
      let lists = (nodes[0].entries ?? []).filter { entry in
        entry.value.items.map { !$0.isEmpty && $0.allSatisfy { $0.entries != nil } } ?? false
      }
      if lists.count == 1 {
        items = lists[0].key
        nodes = lists[0].value.items ?? []
      }
    }
    isNamed = items == nil && found.allSatisfy { $0.name != nil }
    var keys: [String] = []
    var seen: Set<String> = []
    records = nodes.map { node in
      var entries: Entries = [:]
      // A column without a name cannot be read.
      for entry in node.entries ?? [] where !entry.key.isEmpty {
        if seen.insert(entry.key).inserted { keys.append(entry.key) }
        entries[entry.key] = entry.value
      }
      return entries
    }
    columnKeys = keys
    guard !diagnostics.hasErrors else { return nil }
    guard !records.isEmpty else {
      diagnostics.error(.missingSource, "there are no records in the file", at: SourceLocation(file: path))
      return nil
    }
  }

  /// What separates the columns of a table, where its header has more of that than of commas.
  private static func delimiter(of bytes: [UInt8]) -> String? {
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in bytes.prefix(while: { $0 != 0x0A && $0 != 0x0D }) {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if !isQuoted { counts[byte, default: 0] += 1 }
    }
    func count(_ delimiter: String) -> Int { counts[delimiter.utf8.first ?? 0] ?? 0 }
    return [";", "\t", "|"].filter { count($0) > count(",") }.max { count($0) < count($1) }
  }

  /// The settings of the file, where it would be read differently without them.
  func source(named name: String) -> String? {
    let isHidden = name.hasPrefix(".")
    let name = ListSuggestion.quoted(name)
    if let items { return "{file: \(name), items: \(ListSuggestion.quoted(items))}" }
    if let delimiter { return "{file: \(name), delimiter: \(ListSuggestion.quoted(delimiter))}" }
    return format.isByNameOnly || isHidden ? name : nil
  }

  /// The fields that the values suggest; none for keys whose values are of several kinds, or nested.
  func columns(_ values: ValueReader) -> [SuggestedField] {
    var names: Set<String> = ["draft", "publish", "expires", ""]
    return columnKeys.compactMap { key in
      let nodes = records.compactMap { $0[key] }.filter { !$0.isNothing && $0.text != "" }
      guard var field = SuggestedField(key, nodes, in: records.count, values) else { return nil }
      let name = field.name
      var number = 2
      while !names.insert(field.name).inserted {
        field.name = "\(name.isEmpty ? "field" : name)-\(number)"
        number += 1
      }
      return field
    }
  }
}

/// A field that values suggest.
private struct SuggestedField {
  let key: String
  var name: String
  let type: FieldType
  let isAlwaysThere: Bool
  /// The separator between the items of a list that is written as one text.
  private let separator: String?
  private let unit: String?
  private let label: String

  /// - Parameter nodes: the values that are there.
  init?(_ key: String, _ nodes: [Node], in count: Int, _ values: ValueReader) {
    self.key = key
    guard let type = Self.type(of: nodes, values) else { return nil }
    separator = type == .text && Self.areLists(nodes.compactMap(\.text)) ? ";" : nil
    self.type = separator == nil ? type : .list(.text)
    isAlwaysThere = nodes.count == count
    // "Weight (kg)" has its unit in the name.
    let end = key.hasSuffix(")") ? key.ranges(of: " (").last : nil
    if let end, type.isNumber {
      label = Self.cut(String(key[..<end.lowerBound]))
      unit = String(key[end.upperBound...].dropLast())
    } else {
      (label, unit) = (Self.cut(key), nil)
    }
    name = Slug.make(label).replacing(".", with: "-")
  }

  /// The beginning of a key that is too long for a name.
  private static func cut(_ key: String) -> String { key.count > longest ? String(key.prefix(longest)) : key }

  /// How many characters a name and a label have at most. YAML allows keys of 1,024 bytes.
  private static let longest = 60

  /// Whether its values can be the titles of sections.
  var isRepeated: Bool { if case .choice(let names) = type { names.count > 1 } else { false } }

  /// Whether an address may contain its values.
  var isShort: Bool {
    switch type {
    case .text, .integer, .choice, .date: true
    default: false
    }
  }

  private static func type(of nodes: [Node], _ values: ValueReader) -> FieldType? {
    let texts = nodes.compactMap(\.text)
    if nodes.isEmpty { return .text }
    if texts.count == nodes.count { return scalar(nodes, texts, values) }
    let lists = nodes.compactMap(\.items)
    if lists.count == nodes.count {
      let items = lists.flatMap(\.self)
      let words = items.compactMap(\.text)
      guard words.count == items.count else { return nil }
      let item = scalar(items, words, values)
      return .list(item.isAnyOfFew ? .text : item)
    }
    let maps = nodes.compactMap(\.entries)
    guard maps.count == nodes.count, maps.allSatisfy({ $0.allSatisfy { $0.value.text != nil } }) else { return nil }
    return .map(.text)
  }

  private static func scalar(_ nodes: [Node], _ texts: [String], _ values: ValueReader) -> FieldType {
    func fits(_ type: FieldType) -> Bool {
      nodes.allSatisfy { node in
        var diagnostics = Diagnostics()
        let value = values.read(node, as: Field("x", type), &diagnostics)
        return value.map { !$0.isAbsent } ?? false && !diagnostics.hasErrors
      }
    }
    // Digits after a zero are a name, such as a postcode.
    let areCodes = texts.contains {
      $0.hasPrefix("0") && $0.count > 1 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
    let candidates: [FieldType] = areCodes ? [.boolean] : [.boolean, .integer, .number, .date, .datetime]
    if let type = candidates.first(where: fits) { return type }
    if texts.allSatisfy({ $0.hasPrefix("https://") || $0.hasPrefix("http://") }), fits(.url) { return .url }
    if texts.contains(where: { $0.contains("\n") || $0.utf8.count > 200 || hasMarks($0) }) { return .markdown }
    var seen: Set<String> = []
    let choices = texts.filter { seen.insert($0).inserted }
    let areFew = choices.count <= 12 && choices.count * 3 <= texts.count && choices.allSatisfy { $0.utf8.count <= 40 }
    let areApart = Set(choices.map(Slug.make)).count == choices.count && !choices.contains { Slug.make($0).isEmpty }
    return areFew && areApart ? .choice(choices) : .text
  }

  /// Whether a text has code, emphasis or a link as Markdown marks them.
  private static func hasMarks(_ text: String) -> Bool {
    text.utf8.contains { $0 == UInt8(ascii: "`") || $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "]") }
      && text.contains(/`[^`]+`|\*\w[^*]*\w\*|\]\([^)\s]+\)/)
  }

  /// Whether texts are lists of names with a semicolon between each two, as tables have them: in running text a space
  /// follows it.
  private static func areLists(_ texts: [String]) -> Bool {
    let parts = texts.map { $0.split(separator: ";", omittingEmptySubsequences: false) }
    return parts.count { $0.count > 1 } > 1
      && parts.allSatisfy { $0.allSatisfy { !$0.isEmpty && $0.utf8.count <= 60 && $0.first != " " } }
  }

  /// The line of a `list.yml` that declares it.
  var declaration: String {
    let quoted = ListSuggestion.quoted
    var parts: [(String, String)] = []
    switch type {
    case .choice(let names): parts.append(("choice", "[\(names.map(quoted).joined(separator: ", "))]"))
    case .list(let item):
      parts.append(("type", "[\(item.name)]"))
      if let separator { parts.append(("split", quoted(separator))) }
    case .map(let item): parts.append(("map", item.name))
    default: parts.append(("type", isAlwaysThere ? type.name : "\"\(type.name)?\""))
    }
    if parts[0].0 != "type" || type.isList, !isAlwaysThere { parts.append(("optional", "true")) }
    if label != name { parts.append(("label", quoted(label))) }
    if let unit { parts.append(("unit", quoted(unit))) }
    if key != name { parts.append(("from", quoted(key))) }
    let isShort = parts.count == 1 && parts[0].0 == "type" && !type.isList
    let value = isShort ? parts[0].1 : "{\(parts.map { "\($0.0): \($0.1)" }.joined(separator: ", "))}"
    return "\(quoted(name)): \(value)"
  }
}

extension FieldType {
  /// Whether values are one of few texts.
  fileprivate var isAnyOfFew: Bool { if case .choice = self { true } else { false } }
}
