/// The place of a field's value in a source, and what is made of it there.
package struct FieldSource: Hashable, Sendable {
  /// The keys, dotted into nested mappings, of which the first that has a value counts. A key such as `$file` is a fact of
  /// the file.
  package var keys: [String]
  /// Whether the settings name the keys; otherwise the only one is the field's name.
  package var isNamed = false
  /// Makes one text of the keys of a mapping.
  package var pattern: KeyPattern?
  /// Whether each item of a list counts once.
  package var isUnique = false
  /// Whether records have a value for each language of the site.
  package var isLocalized = false
  /// The keys of the value in each language, where the settings name them by language.
  private var keysByLanguage: [String: [String]] = [:]
  /// The language of each key's value; none where the value has one for all languages.
  package private(set) var languages: [String] = []

  /// The language of a value without one: the site's first.
  package private(set) var plainLanguage: String?

  /// The key of the date of a record's last change, which is known from the site's git repository.
  package static let updatedKey = "$updated"

  package init(_ keys: [String]) { self.keys = keys }

  /// Whether the value may be a fact of the place of the record, such as the name of its file.
  package var isOfPlace: Bool { keys.contains { $0.utf8.first == UInt8(ascii: "$") } }

  /// Whether the value is the date of the record's last change.
  package var isOfHistory: Bool { keys.count == 1 && keys[0] == Self.updatedKey }

  /// The keys as messages name them.
  package var name: String { (isNamed ? keys : [keys[0]]).map { "'\($0)'" }.joined(separator: " or ") }

  /// The keys of the record itself that it reads, whole and up to the first dot.
  package var topKeys: [String] {
    (keys + (isNamed ? [] : pattern?.keys ?? [])).flatMap { [$0, String($0.prefix { $0 != "." })] }
  }

  /// The node in a record that has the value, with the language of a localized one; nil where there is none.
  ///
  /// - Parameters:
  ///   - isNothing: whether a node has no value, so that the next key counts.
  ///   - fact: the value of a key that the record itself does not have.
  package func found(
    in record: Node, isNothing: (Node) -> Bool, fact: (String) -> Node?
  ) -> (node: Node, language: String?)? {
    if let pattern, !isNamed, record[keys[0]] == nil { return (pattern.applied(to: record), nil) }
    var first: Node?
    for (index, key) in keys.enumerated() {
      guard let found = record.descendant(key) ?? fact(key) else { continue }
      let node = pattern?.applied(to: found) ?? found
      // The values by language, where it has none in those of the site.
      if isLocalized, node.entries != nil { continue }
      if !isNothing(node) { return (node, languages.isEmpty ? nil : languages[index]) }
      if first == nil { first = node }
    }
    return first.map { ($0, nil) }
  }
}

extension FieldSource {
  /// Reads the keys of a localized value by language.
  private mutating func readKeys(by entries: [Node.Entry], _ diagnostics: inout Diagnostics) {
    (keys, isNamed) = ([], true)
    for entry in entries {
      let texts = (entry.value.items ?? [entry.value]).compactMap(\.text)
      keysByLanguage[entry.key] = texts
      guard texts.isEmpty || texts.contains("") else { continue }
      diagnostics.error(.invalidSetting, "'from' names no key in '\(entry.key.shortened)'", at: entry.value.location)
    }
  }

  /// Has a localized value read in one of several languages: under `name.de`, else `name.en`, else `name`, which is in
  /// the site's first language.
  ///
  /// - Parameter order: the tags of the languages, the nearest first.
  mutating func read(in order: [String], first: String) {
    guard isLocalized else { return }
    let read = order.flatMap { tag in
      (keysByLanguage[tag] ?? []).map { ($0, tag) } + keys.map { ("\($0).\(tag)", tag) }
        + (tag == first ? keys.map { ($0, tag) } : [])
    }
    (keys, languages, plainLanguage) = (read.map(\.0), read.map(\.1), first)
  }

  /// Whether a value in one language is read before a value in another.
  package func isNearer(_ language: String, than other: String) -> Bool {
    let (own, others) = (languages.firstIndex(of: language), languages.firstIndex(of: other))
    return (own ?? .max) < (others ?? .max)
  }

  /// Reads `from`, `text`, `unique` and `localized` of a field.
  mutating func read(_ reader: inout MappingReader, of field: Field, _ diagnostics: inout Diagnostics) {
    if let entries = reader.node("from")?.entries {
      readKeys(by: entries, &diagnostics)
    } else if let nodes = reader.texts("from", &diagnostics) {
      (keys, isNamed) = (nodes.compactMap(\.text), true)
      if keys.isEmpty || keys.contains("") {
        diagnostics.error(.invalidSetting, "'from' names no key", at: reader.node("from")?.location)
        (keys, isNamed) = ([field.name], false)
      }
    }
    if let text = reader.text("text", &diagnostics) {
      let location = reader.node("text")?.location
      pattern = KeyPattern(text)
      if field.type.holdsMap {
        diagnostics.error(
          .invalidSetting, "'text' makes a text of a mapping, and '\(field.name)' is \(field.type.name)", at: location)
      } else if pattern == nil {
        diagnostics.error(
          .invalidSetting, "'text' names keys of a mapping in braces, found \(quoted(text))", at: location,
          hint: "for example text: \"{given} {family}\"")
      }
    }
    // It may be known from the type in Swift.
    if reader.boolean("localized", &diagnostics) ?? false || !keysByLanguage.isEmpty { isLocalized = true }
    guard let unique = reader.boolean("unique", &diagnostics) else { return }
    isUnique = unique
    guard !field.type.isList else { return }
    diagnostics.error(
      .invalidSetting, "'unique' is for lists, and '\(field.name)' is \(field.type.name)",
      at: reader.keyLocation("unique"), hint: "declare the type as [\(field.type.notation)]")
  }
}

extension FieldType {
  /// Whether values are mappings, or lists of such.
  fileprivate var holdsMap: Bool {
    switch self {
    case .map: true
    case .list(let item): item.holdsMap
    default: false
    }
  }
}
