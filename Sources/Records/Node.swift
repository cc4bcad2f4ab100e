import CellistText

/// A located tree: what any file format was read into, before types give it meaning.
package struct Node: Equatable, Sendable {
  package enum Content: Equatable, Sendable {
    /// Nothing was written, or a format's own null.
    case null
    /// The characters of a scalar; `quoted` tells text from what may be read as a number or a boolean.
    case scalar(String, quoted: Bool)
    case sequence([Node])
    case mapping([Entry])
  }

  /// A key of a mapping and its value.
  package struct Entry: Equatable, Sendable {
    package let key: String
    package let keyLocation: SourceLocation
    package let value: Node

    package init(key: String, keyLocation: SourceLocation, value: Node) {
      self.key = key
      self.keyLocation = keyLocation
      self.value = value
    }
  }

  package let content: Content
  package let location: SourceLocation

  /// Whether it is a number by the grammar of its format, and not a text that a field may read as one.
  package let isNumber: Bool

  package init(_ content: Content, at location: SourceLocation, isNumber: Bool = false) {
    self.content = content
    self.location = location
    self.isNumber = isNumber
  }

  /// The text of a scalar.
  package var text: String? {
    if case .scalar(let text, _) = content { text } else { nil }
  }

  package var items: [Node]? {
    if case .sequence(let items) = content { items } else { nil }
  }

  package var entries: [Entry]? {
    if case .mapping(let entries) = content { entries } else { nil }
  }

  package var isNull: Bool {
    if case .null = content { true } else { false }
  }

  /// Whether nothing is meant: null, or a bare `~` in a table, which is text only for a text field.
  package var isNothing: Bool {
    switch content {
    case .null, .scalar("~", quoted: false): true
    default: false
    }
  }

  /// A mapping; one that holds only the node under a key, where the node is a text, as settings may write it for short.
  package func expanded(under key: String) -> Node {
    guard text != nil else { return self }
    return Node(.mapping([Entry(key: key, keyLocation: location, value: self)]), at: location)
  }

  /// All that it says, wherever it stands.
  package var words: String {
    switch content {
    case .null: "~"
    case .scalar(let text, let quoted): quoted ? JSONText.quoted(text) : text
    case .sequence(let items): "[\(items.map(\.words).joined(separator: ", "))]"
    case .mapping(let entries):
      "{\(entries.map { "\(JSONText.quoted($0.key)): \($0.value.words)" }.joined(separator: ", "))}"
    }
  }

  /// The node that a key of this mapping leads to.
  package subscript(key: String) -> Node? { entries?.first { $0.key == key }?.value }

  /// The node that a dotted path such as `name.common` leads to through mappings. In a sequence a number leads to an item,
  /// the first of which is 0 and the last -1. A `*` leads to all items, or to all values of a mapping; what they lead to is a sequence.
  package func descendant(_ path: String) -> Node? {
    if let direct = self[path] { return direct }
    // A row of a table has no values in values, which saves looking for them by the parts of a path.
    guard
      items != nil || path.utf8.first == UInt8(ascii: "*")
        || entries?.contains(where: { $0.value.isContainer }) ?? false
    else { return nil }
    let dot = path.utf8.firstIndex(of: UInt8(ascii: "."))
    let (first, rest) = (path[..<(dot ?? path.endIndex)], dot.map { String(path[path.utf8.index(after: $0)...]) })
    guard first != "*" else {
      guard let all = items ?? entries?.map(\.value) else { return nil }
      let isNested = rest?.split(separator: ".").contains("*") ?? false
      let found = all.compactMap { node in rest.map { node.descendant($0) } ?? node }
      return Node(.sequence(isNested ? found.flatMap { $0.items ?? [] } : found), at: location)
    }
    guard let next = self[String(first)] ?? item(numbered: first) else { return nil }
    return rest.map { next.descendant($0) } ?? next
  }

  /// Whether it is a sequence or a mapping.
  private var isContainer: Bool {
    switch content {
    case .null, .scalar: false
    case .sequence, .mapping: true
    }
  }

  /// Whether it is a mapping of languages, such as `en` and `de-CH`, to texts. One key alone may well be another word.
  package var isByLanguage: Bool {
    guard let entries, entries.count > 1 else { return false }
    return entries.allSatisfy { entry in
      entry.value.text != nil && entry.key.prefix { $0 != "-" }.utf8.count == 2 && Language.isTag(entry.key[...])
    }
  }

  private func item(numbered text: Substring) -> Node? {
    guard let items, let number = Int(text) else { return nil }
    let index = number < 0 ? items.count + number : number
    return items.indices.contains(index) ? items[index] : nil
  }

  /// The node in messages: `"twelve"`, `a list`, `a mapping`, `nothing`.
  package var summary: String {
    switch content {
    case .null: "nothing"
    case .scalar(let text, _): quoted(text)
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }
}

/// A text as messages show it: in quotes, and only its beginning when it is long.
package func quoted(_ text: String) -> String { "\"\(text.shortened)\"" }

extension String {
  /// The text, or its beginning when it would fill a message.
  package var shortened: String { shortened(to: 60) }

  /// The text, or its first characters when there are more than `length`.
  func shortened(to length: Int) -> String {
    guard utf8.count > length else { return self }
    // A character may consist of any number of scalars.
    let head = String(unicodeScalars.prefix(length * 4))
    let beginning = head.prefix(length)
    return beginning.utf8.count == utf8.count ? self : beginning + "…"
  }
}
