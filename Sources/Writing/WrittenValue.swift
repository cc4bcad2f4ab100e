import CellistRecords

/// A value as it is to be written into a source.
package enum WrittenValue: Hashable, Sendable {
  case text(String, as: Kind = .text)
  case list([WrittenValue])

  /// The type that a text has in formats with types of their own.
  package enum Kind: Hashable, Sendable {
    case text
    /// A number or a truth value.
    case literal
    /// A date or an instant.
    case date
  }

  /// Whether a node says it.
  func isSaid(by node: Node) -> Bool {
    switch (self, node.content) {
    case (.text(let text, _), .scalar(let said, _)): text.utf8.elementsEqual(said.utf8)
    case (.text("", _), .null): true
    case (.list(let items), .sequence(let nodes)):
      items.count == nodes.count && zip(items, nodes).allSatisfy { $0.isSaid(by: $1) }
    default: false
    }
  }

  /// As JSON writes it.
  var json: String {
    switch self {
    case .text(let text, let kind): kind == .literal ? text : JSONText.quoted(text)
    case .list(let items): "[\(items.map(\.json).joined(separator: ", "))]"
    }
  }
}
