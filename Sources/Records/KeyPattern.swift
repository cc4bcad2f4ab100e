/// A pattern such as `{given} {family}`, which makes one text of the values of a mapping.
package struct KeyPattern: Hashable, Sendable {
  private enum Piece: Hashable {
    case literal(String)
    case key(String)
  }

  private let pieces: [Piece]

  /// Nil where the text has no key in braces, or a brace without its other.
  init?(_ text: String) {
    var pieces: [Piece] = []
    var rest = text[...]
    while let start = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      guard rest[start] == "{", let end = rest[start...].firstIndex(of: "}") else { return nil }
      let key = rest[rest.index(after: start)..<end].trimmed
      guard !key.isEmpty, !key.contains("{") else { return nil }
      if start > rest.startIndex { pieces.append(.literal(String(rest[..<start]))) }
      pieces.append(.key(String(key)))
      rest = rest[rest.index(after: end)...]
    }
    guard !pieces.isEmpty else { return nil }
    if !rest.isEmpty { pieces.append(.literal(String(rest))) }
    self.pieces = pieces
  }

  /// The keys that it names.
  package var keys: [String] { pieces.compactMap { if case .key(let key) = $0 { key } else { nil } } }

  /// A mapping as its text, and the mappings of a list as theirs; anything else as it is.
  func applied(to node: Node) -> Node {
    switch node.content {
    case .sequence(let items): Node(.sequence(items.map(applied)), at: node.location)
    case .mapping: text(of: node).map { Node(.scalar($0, quoted: true), at: node.location) } ?? node
    case .null, .scalar: node
    }
  }

  /// The text of a mapping, empty where it has none of the keys; nil where a key leads to more than a text.
  ///
  /// A key that is absent is left out with what joins it to its neighbours: spaces and commas beside it, and brackets
  /// around it alone.
  private func text(of mapping: Node) -> String? {
    var text = ""
    var (hasValue, isBehindAbsent) = (false, false)
    for piece in pieces {
      switch piece {
      case .literal(var literal):
        if isBehindAbsent, let open = text.last, let close = literal.first, Self.brackets[open] == close {
          text.removeLast()
          Self.trimEnd(&text)
          literal.removeFirst()
        }
        text += isBehindAbsent && text.isEmpty ? String(literal.drop(while: Self.joins)) : literal
        isBehindAbsent = false
      case .key(let key):
        let node = mapping.descendant(key)
        guard node?.items == nil, node?.entries == nil else { return nil }
        let value = node.flatMap { $0.isNothing ? nil : $0.text?.trimmed } ?? ""
        isBehindAbsent = value.isEmpty
        if value.isEmpty { Self.trimEnd(&text) } else { hasValue = true }
        text += value
      }
    }
    return hasValue ? String(text.trimmed) : ""
  }

  private static let brackets: [Character: Character] = ["(": ")", "[": "]", "“": "”", "«": "»", "„": "“", "\"": "\""]

  private static func joins(_ character: Character) -> Bool { character.isWhitespace || ",;:/|·".contains(character) }

  private static func trimEnd(_ text: inout String) {
    while let last = text.last, joins(last) { text.removeLast() }
  }
}
