extension FieldType {
  static func isTypeName(_ name: String) -> Bool {
    named.contains { $0.name == (name.hasSuffix("?") ? String(name.dropLast()) : name) }
  }

  package var isList: Bool {
    if case .list = self { true } else { false }
  }

  /// The keys of a mapping that determine its type.
  static let keys = ["choice", "map", "record", "records-from"]

  /// The type of the items of lists and maps, however deep.
  package var innermost: FieldType {
    switch self {
    case .list(let item), .map(let item): item.innermost
    default: self
    }
  }

  /// Reads a type as settings write it: `text`, `date?`, `[text]`, `{choice: […]}`, `{map: number}`.
  static func read(_ node: Node, _ diagnostics: inout Diagnostics) -> (FieldType, isOptional: Bool)? {
    switch node.content {
    case .scalar(let text, _): return read(name: text, at: node.location, &diagnostics)
    case .sequence(let items) where items.count == 1:
      guard let item = readItem(items[0], of: "a list", &diagnostics) else { return nil }
      if case .record = item { return (.list(item), false) }
      return mayHold(item, "a list", at: node.location, &diagnostics) ? (.list(item), false) : nil
    case .mapping(let entries):
      let kinds = entries.filter { keys.contains($0.key) }
      if kinds.count > 1 {
        diagnostics.error(
          .invalidSetting, "a type has either '\(kinds[0].key)' or '\(kinds[1].key)', and this one has both",
          at: kinds[1].keyLocation)
        return nil
      }
      if let kind = kinds.first { return read(kind, &diagnostics).map { ($0, false) } }
    default: break
    }
    diagnostics.error(
      .unknownType, "\(node.summary) is not a type", at: node.location,
      hint: "types are \(named.map(\.name).joined(separator: ", ")), {choice: […]}, {record: list}, [T] and {map: T}")
    return nil
  }

  /// Reads the name of a type, with a question mark where values may be absent.
  private static func read(
    name text: String, at location: SourceLocation, _ diagnostics: inout Diagnostics
  ) -> (FieldType, isOptional: Bool)? {
    let isOptional = text.hasSuffix("?")
    let name = isOptional ? String(text.dropLast()) : text
    if let known = named.first(where: { $0.name == name }) { return (known.type, isOptional) }
    let hint =
      switch name {
      case "string", "str": "did you mean 'text'?"
      case "int": "did you mean 'integer'?"
      case "float", "double", "decimal": "did you mean 'number'?"
      case "bool": "did you mean 'boolean'?"
      default: diagnostics.nearest(to: name, in: named.map(\.name)).map { "did you mean '\($0)'?" }
      }
    diagnostics.error(
      .unknownType, "there is no type '\(name)'", at: location,
      hint: hint
        ?? "types are \(named.map(\.name).joined(separator: ", ")), {choice: […]}, {record: list}, [T] and {map: T}")
    return nil
  }

  /// Reads the entry of a mapping whose key determines the type.
  private static func read(_ entry: Node.Entry, _ diagnostics: inout Diagnostics) -> FieldType? {
    switch entry.key {
    case "choice": return readChoice(entry.value, &diagnostics)
    case "map":
      guard let item = readItem(entry.value, of: "a map", &diagnostics) else { return nil }
      return mayHold(item, "a map", at: entry.value.location, &diagnostics) ? .map(item) : nil
    default: return reference(entry, &diagnostics)
    }
  }

  /// Reads the choices that `choice` lists, or maps to words.
  private static func readChoice(_ node: Node, _ diagnostics: inout Diagnostics) -> FieldType? {
    let names = node.items?.compactMap(\.text) ?? node.entries?.map(\.key) ?? []
    guard !names.isEmpty, names.count == node.items?.count ?? node.entries?.count else {
      diagnostics.error(
        .invalidSetting, "'choice' must be a list of texts, or a mapping of texts to words, found \(node.summary)",
        at: node.location)
      return nil
    }
    for entry in node.entries ?? [] where entry.value.text?.isEmpty ?? true {
      diagnostics.error(
        .invalidSetting, "the words for a choice are a text, found \(entry.value.summary)", at: entry.value.location)
    }
    var seen: Set<String> = []
    if let twice = node.items?.first(where: { !seen.insert($0.text ?? "").inserted }) {
      diagnostics.error(.invalidSetting, "'choice' lists \(twice.summary) twice", at: twice.location)
      return nil
    }
    return .choice(names)
  }

  /// Reads the type of the items of a list or a map, which says nothing but what they are.
  private static func readItem(_ node: Node, of container: String, _ diagnostics: inout Diagnostics) -> FieldType? {
    let other = node.entries?.first { entry in
      node.entries?.contains { keys.contains($0.key) } ?? false && !keys.contains(entry.key)
    }
    if let other, other.key != "optional" {
      diagnostics.error(
        .invalidSetting, "'\(other.key)' is a setting of a field, not of the items of \(container)",
        at: other.keyLocation,
        hint: "put it beside 'type', as in {type: [{record: people}], \(other.key): …}")
      return nil
    }
    guard let (item, isOptional) = read(node, &diagnostics) else { return nil }
    guard isOptional || other != nil else { return item }
    diagnostics.error(
      .invalidSetting, "the items of \(container) cannot be optional", at: other?.keyLocation ?? node.location,
      hint: "leave it out: \(container) may have no items, and each that it has is a value")
    return nil
  }

  /// Reads `{record: list}` or `{records-from: list.field}`.
  private static func reference(_ entry: Node.Entry, _ diagnostics: inout Diagnostics) -> FieldType? {
    guard let text = entry.value.text, !text.isEmpty else {
      diagnostics.error(
        .invalidSetting, "'\(entry.key)' must name a list, found \(entry.value.summary)", at: entry.value.location,
        hint: "for example {record: people}, where content/people has a list.yml")
      return nil
    }
    guard entry.key == "records-from" else { return .record(list: text) }
    guard let dot = text.lastIndex(of: "."), dot > text.startIndex, text.index(after: dot) < text.endIndex else {
      diagnostics.error(
        .invalidSetting, "'records-from' must name a list and a field of it, found \(entry.value.summary)",
        at: entry.value.location, hint: "for example {records-from: books.author}")
      return nil
    }
    return .recordsFrom(list: String(text[..<dot]), field: String(text[text.index(after: dot)...]))
  }

  /// Whether lists or maps may have items of a type: not of references in a nest of them, which nothing could follow.
  private static func mayHold(
    _ item: FieldType, _ container: String, at location: SourceLocation, _ diagnostics: inout Diagnostics
  ) -> Bool {
    guard item.target != nil else { return true }
    diagnostics.error(
      .invalidSetting,
      item.isComputed
        ? "'records-from' is a list by itself" : "\(container) cannot hold \(item.isList ? "lists of " : "")references",
      at: location,
      hint: item.isComputed ? nil : "a reference stands alone, {record: people}, or in a list, [{record: people}]")
    return false
  }
}

extension Node {
  /// The words that readers see for the choices in a type; empty where they see the choices.
  var choiceWords: [String] {
    if let items, items.count == 1 { return items[0].choiceWords }
    if let inner = self["map"] { return inner.choiceWords }
    return self["choice"]?.entries?.map { $0.value.text ?? $0.key } ?? []
  }

  /// The location of a list's name in a type that refers to one.
  var targetLocation: SourceLocation? {
    if let items, items.count == 1 { return items[0].targetLocation }
    return (self["record"] ?? self["records-from"])?.location
  }
}
