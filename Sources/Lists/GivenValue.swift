import CellistBase
import CellistRecords

/// The value of a field that does not come from a record's sources, but from what is known of them: the date of the
/// record's last change.
package struct GivenValue: Hashable, Sendable {
  package let field: Int
  package let value: Value
  /// As long as the value is the same, so is this number.
  package let fingerprint: UInt64

  /// The values of a record with this one among them.
  package func put(into values: [Value]) -> [Value] {
    var values = values
    if values.indices.contains(field) { values[field] = value }
    return values
  }

  package init(_ field: Int, _ value: Value, fingerprint: UInt64) {
    (self.field, self.value, self.fingerprint) = (field, value, fingerprint)
  }
}

extension GivenValue: StateCodable {
  package init(_ coder: inout StateCoder, _ known: Self?) throws(StateCoder.Malformed) {
    field = try coder.value(known?.field)
    value = try coder.value(known?.value)
    fingerprint = try coder.value(known?.fingerprint)
  }
}
