import CellistRecords

/// The files that a query sees as a table.
package struct QueryTable: Hashable, Sendable {
  package let name: String
  package let location: SourceLocation
  package let sources: [RecordSource]

  var words: String { "\(name): \(sources.map { "\($0.path) \($0.details?.words ?? [])" })" }
}
