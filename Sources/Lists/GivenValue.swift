import CellistRecords

/// The value of a field that does not come from a record's sources, but from what is known of them: the date of the
/// record's last change.
package struct GivenValue: Hashable, Sendable {
  package let field: Int
  package let value: Value
  /// As long as the value is the same, so is this number.
  package let fingerprint: UInt64

  package init(_ field: Int, _ value: Value, fingerprint: UInt64) {
    (self.field, self.value, self.fingerprint) = (field, value, fingerprint)
  }
}
