import CellistRecords

/// A record as an item of a list: what places it in the list's table, and the record itself when somebody asks for it.
///
/// A build that knows an item from before need not read its record: all that tables, links and neighbours say of it
/// stands here.
package final class RecordItem: Sendable {
  /// What an arrangement asks of a record.
  package struct Row: Hashable, Sendable {
    /// Whether the list's `where` keeps it.
    package var isKept = true
    /// One truth per flag of the list, in declared order.
    package var flags: [Bool] = []
    /// The bytes that it sorts by.
    package var key = OrderKey()
    /// The values whose sections it stands in; one absent value where it has none.
    package var sections: [Value] = []
    /// What each figure below a section is taken over.
    package var figures: [Value] = []

    package init() {}
  }

  package let id: String
  package let slug: String
  package let variant: Int?
  /// What stands for the record where one is mentioned.
  package let title: String
  /// Where the record begins.
  package let location: SourceLocation
  package let row: Row
  /// The cell rule that takes the record, when that is known already.
  package let rule: Int?
  /// One number per field: as long as a value is the same, so is its number.
  package let fingerprints: [UInt64]
  /// The links in its values that lead to something in the site, as they are written.
  package let links: [String]
  /// The files that the links are written in, one for each; empty where all of them stand in the record's own.
  package let linkFiles: [String]
  /// The other Markdown files that say something of the record.
  package let otherFiles: [String]
  /// The addresses that the record had.
  package let formerAddresses: [String]
  /// The ids that it refers to, by the field that does.
  package let references: [Int: [String]]
  private let read: @Sendable () -> Record

  /// The record itself. Asking for it may read a file.
  package var record: Record { read() }

  package init(
    id: String, slug: String, variant: Int?, title: String, location: SourceLocation, row: Row, rule: Int? = nil,
    fingerprints: [UInt64] = [], links: [String] = [], linkFiles: [String] = [], otherFiles: [String] = [],
    formerAddresses: [String] = [], references: [Int: [String]] = [:], read: @escaping @Sendable () -> Record
  ) {
    self.id = id
    self.slug = slug
    self.variant = variant
    self.title = title
    self.location = location
    self.row = row
    self.rule = rule
    self.fingerprints = fingerprints
    self.links = links
    self.linkFiles = linkFiles
    self.otherFiles = otherFiles
    self.formerAddresses = formerAddresses
    self.references = references
    self.read = read
  }
}

extension RecordItem {
  /// The item of a record that has been read.
  package convenience init(
    _ record: Record, of type: RecordType, title: Int, row: Row, rule: Int? = nil, fingerprints: [UInt64] = [],
    links: [String] = [], linkFiles: [String] = [], otherFiles: [String] = [], formerAddresses: [String] = []
  ) {
    let value = record.values.indices.contains(title) ? record.values[title] : .absent
    var references: [Int: [String]] = [:]
    for (field, _) in type.references { references[field] = record.values[field].items.map(\.plainText) }
    self.init(
      id: record.id, slug: record.slug, variant: record.variant,
      title: value.isAbsent ? record.id : value.plainText, location: record.location, row: row, rule: rule,
      fingerprints: fingerprints, links: links, linkFiles: linkFiles, otherFiles: otherFiles,
      formerAddresses: formerAddresses, references: references
    ) { record }
  }

  /// The item with another place in its list's table.
  package func placed(_ row: Row, rule: Int?) -> RecordItem {
    RecordItem(
      id: id, slug: slug, variant: variant, title: title, location: location, row: row, rule: rule,
      fingerprints: fingerprints, links: links, linkFiles: linkFiles, otherFiles: otherFiles,
      formerAddresses: formerAddresses, references: references,
      read: read)
  }

  /// The file that the record begins in, and the other Markdown files that say something of it.
  package var files: [String] { [location.file] + otherFiles }

  /// Calls `body` with each link and the file that it is written in.
  package func forEachLink(_ body: (_ link: String, _ file: String) -> Void) {
    for (index, link) in links.enumerated() { body(link, linkFiles.isEmpty ? location.file : linkFiles[index]) }
  }
}
