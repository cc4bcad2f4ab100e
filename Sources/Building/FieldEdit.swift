/// A change of one field of a record, as a command asks for it.
package struct FieldEdit: Hashable, Sendable {
  package enum Operation: Hashable, Sendable {
    /// Another value; an empty text for none.
    case set
    /// One more item of a list, or one less.
    case insert, remove
  }

  package let field: String
  package let operation: Operation
  package let value: String

  package init(_ field: String, _ operation: Operation, _ value: String) {
    self.field = field
    self.operation = operation
    self.value = value
  }
}
