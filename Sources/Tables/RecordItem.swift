import CellistRecords

/// A record as an item of a list: with the flags that hold of it.
package struct RecordItem: Sendable {
  package let record: Record
  /// One truth per flag of the list, in declared order.
  package let flags: [Bool]

  package init(record: Record, flags: [Bool]) {
    self.record = record
    self.flags = flags
  }
}
