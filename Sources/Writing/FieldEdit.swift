import CellistRecords

/// A change of one field of a record, as a command asks for it.
package struct FieldEdit: Hashable, Sendable {
  package enum Operation: Hashable, Sendable {
    /// Another value; an empty text for none.
    case set
    /// One more item of a list, or one less.
    case insert, remove
    /// Another value in place of one: of a list, in place of that item.
    case replace(String)

    var isReplacement: Bool { if case .replace = self { true } else { false } }
  }

  package let field: String
  package let operation: Operation
  /// The value as text; empty for none.
  package let value: String
  /// The items of a list; nil where the value is one text, which may have several items in it.
  package let items: [String]?

  package init(_ field: String, _ operation: Operation, _ value: String) {
    self.field = field
    self.operation = operation
    self.value = value
    items = nil
  }

  /// Sets the items of a list.
  package init(_ field: String, items: [String]) {
    self.field = field
    operation = .set
    value = items.joined(separator: ";")
    self.items = items
  }
}

extension FieldEdit {
  /// Sets a field to what a node says: a text, the texts of a list, or null for no value; nil for anything else.
  package init?(_ field: String, _ node: Node) {
    if node.isNull {
      self.init(field, .set, "")
    } else if let text = node.text {
      self.init(field, .set, text)
    } else if let items = node.items, items.allSatisfy({ $0.text != nil }) {
      self.init(field, items: items.compactMap(\.text))
    } else {
      return nil
    }
  }
}
