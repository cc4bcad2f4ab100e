/// Why a record is no item of a Swift type, or an item no record: what is wrong, and with which field, when that is
/// known.
package struct RecordMisfit: Error {
  package let field: Int?
  package let message: String

  package init(field: Int?, message: String) {
    self.field = field
    self.message = message
  }
}
