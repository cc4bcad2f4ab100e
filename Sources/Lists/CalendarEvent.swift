import CellistRecords

/// The fields of a calendar event except the record's title and text.
package struct CalendarEvent: Sendable {
  package let start: Value
  package let end: Value
  package let place: Value
  package let updated: Value
  package let sequence: Value

  /// The event of an item; nil where the record has no start.
  package init?(_ item: RecordItem) {
    let values = item.row.event
    guard values.count == 5, !values[0].isAbsent else { return nil }
    (start, end, place, updated, sequence) = (values[0], values[1], values[2], values[3], values[4])
  }
}
