import CellistText

/// Reads the settings of one mapping, and reports each unused key.
///
/// Several rooms may read from one mapping in turn; `finish` comes when all of them have.
package struct MappingReader {
  /// The name of the mapping in messages: `list.yml`, `'sections'`.
  package let name: String
  package let location: SourceLocation
  private var entries: [Node.Entry]
  private var asked: [String] = []

  /// Told of each mapping's name and of the keys that were asked for, when all have been: what the settings' own
  /// reference is checked against.
  @TaskLocal package static var observer: (@Sendable (_ name: String, _ keys: [String]) -> Void)?

  /// A reader of `node`, or nil, with a diagnostic, when the node is not a mapping. Nothing at all is an empty mapping.
  package init?(_ node: Node, name: String, _ diagnostics: inout Diagnostics) {
    switch node.content {
    case .mapping(let entries): self.entries = entries
    case .null: entries = []
    default:
      diagnostics.error(.invalidSetting, "\(name) must be a mapping, found \(node.summary)", at: node.location)
      return nil
    }
    self.name = name
    location = node.location
  }

  /// Adds a default value for a key.
  package mutating func suppose(_ key: String, _ value: Node.Content) {
    guard keyLocation(key) == nil else { return }
    entries.append(Node.Entry(key: key, keyLocation: location, value: Node(value, at: location)))
  }

  /// The value at a key; nil when the key is absent or null.
  package mutating func node(_ key: String) -> Node? {
    asked.append(key)
    guard let node = entries.first(where: { $0.key == key })?.value, !node.isNothing else { return nil }
    return node
  }

  /// Where a key is written, for messages about the key itself.
  package func keyLocation(_ key: String) -> SourceLocation? { entries.first { $0.key == key }?.keyLocation }

  package mutating func text(_ key: String, _ diagnostics: inout Diagnostics) -> String? {
    value(key, "text", &diagnostics) { $0.text }
  }

  package mutating func integer(_ key: String, atLeast least: Int = 0, _ diagnostics: inout Diagnostics) -> Int? {
    value(key, "a whole number of at least \(least)", &diagnostics) { node in
      node.text.flatMap { Int($0) }.flatMap { $0 >= least ? $0 : nil }
    }
  }

  package mutating func boolean(_ key: String, _ diagnostics: inout Diagnostics) -> Bool? {
    value(key, "true or false", hint: Self.truth, &diagnostics) { node in
      switch node.text {
      case "true": true
      case "false": false
      default: nil
      }
    }
  }

  /// What YAML 1.1 took for true or false, as a hint.
  private static func truth(_ node: Node) -> String? {
    switch node.text?.lowercased() {
    case "yes", "on", "y", "true", "1": "did you mean true?"
    case "no", "off", "n", "false", "0": "did you mean false?"
    default: nil
    }
  }

  /// A list of texts; a single text is a list of one.
  package mutating func texts(_ key: String, _ diagnostics: inout Diagnostics) -> [Node]? {
    value(key, "text or a list of texts", &diagnostics) { node in
      if node.text != nil { return [node] }
      guard let items = node.items, items.allSatisfy({ $0.text != nil }) else { return nil }
      return items
    }
  }

  package mutating func timeZone(_ key: String, _ diagnostics: inout Diagnostics) -> TimeZoneRules? {
    guard let node = node(key) else { return nil }
    if let zone = TimeZoneRules(node.text ?? "") { return zone }
    diagnostics.error(
      .invalidSetting, "there is no time zone \(node.summary)", at: node.location, hint: "for example Europe/Zurich")
    return nil
  }

  package mutating func language(_ key: String, _ diagnostics: inout Diagnostics) -> Language? {
    guard let node = node(key) else { return nil }
    if let language = Language(tag: node.text ?? "") { return language }
    diagnostics.error(
      .invalidSetting, "'\(key)' must be a BCP 47 tag, found \(node.summary)", at: node.location,
      hint: "for example en, de-CH or pt-BR")
    return nil
  }

  /// Reports the keys that were not read.
  ///
  /// - Parameter others: keys by what other programs call them, in lower case with hyphens.
  package func finish(_ diagnostics: inout Diagnostics, calledElsewhere others: [String: String] = [:]) {
    Self.observer?(name, asked)
    for entry in entries where !asked.contains(entry.key) {
      let own = others[entry.key.lowercased().replacing("_", with: "-")]
      diagnostics.error(
        .unknownKey, "\(name) has no setting '\(entry.key)'", at: entry.keyLocation,
        hint: own.map { "did you mean '\($0)'?" } ?? diagnostics.hint(for: entry.key, in: asked),
        about: "\(name): \(entry.key)")
    }
  }

  private mutating func value<Result>(
    _ key: String, _ expected: String, hint: (Node) -> String? = { _ in nil }, _ diagnostics: inout Diagnostics,
    _ read: (Node) -> Result?
  ) -> Result? {
    guard let node = node(key) else { return nil }
    if let result = read(node) { return result }
    diagnostics.error(
      .invalidSetting, "'\(key)' must be \(expected), found \(node.summary)", at: node.location,
      hint: node.isByLanguage ? "a text by language is in those that 'languages' in site.yml names" : hint(node),
      about: "\(name): \(key)")
    return nil
  }
}
