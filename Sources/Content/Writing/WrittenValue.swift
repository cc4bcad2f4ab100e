import CellistRecords

/// A value as it is to be written into a source.
package enum WrittenValue: Hashable, Sendable {
  /// A text; bare where formats with numbers and truth values of their own write it without quotes.
  case text(String, isBare: Bool = false)
  case list([WrittenValue])

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
    case .text(let text, let isBare): isBare ? text : JSONText.quoted(text)
    case .list(let items): "[\(items.map(\.json).joined(separator: ", "))]"
    }
  }
}
