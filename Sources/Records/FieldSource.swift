import CellistText

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

  package init(_ keys: [String]) { self.keys = keys }

  /// The keys as messages name them.
  package var name: String { (isNamed ? keys : [keys[0]]).map { "'\($0)'" }.joined(separator: " or ") }

  /// The keys of the record itself that it reads, whole and up to the first dot.
  package var topKeys: [String] {
    (keys + (isNamed ? [] : pattern?.keys ?? [])).flatMap { [$0, String($0.prefix { $0 != "." })] }
  }

  /// The node in a record that has the value; nil where there is none.
  ///
  /// - Parameters:
  ///   - isNothing: whether a node has no value, so that the next key counts.
  ///   - fact: the value of a key that the record itself does not have.
  package func node(in record: Node, isNothing: (Node) -> Bool, fact: (String) -> Node?) -> Node? {
    if let pattern, !isNamed, record[keys[0]] == nil { return pattern.applied(to: record) }
    var first: Node?
    for key in keys {
      guard let found = record.descendant(key) ?? fact(key) else { continue }
      let node = pattern?.applied(to: found) ?? found
      if !isNothing(node) { return node }
      if first == nil { first = node }
    }
    return first
  }
}

extension FieldSource {
  /// Reads `from`, `text` and `unique` of a field.
  mutating func read(_ reader: inout MappingReader, of field: Field, _ diagnostics: inout Diagnostics) {
    if let nodes = reader.texts("from", &diagnostics) {
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
