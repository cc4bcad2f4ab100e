import CellistLists
import CellistMarkup
import CellistRecords
import CellistText

/// Finds the links of records.
package struct RecordLinks: Sendable {
  private let fields: [(index: Int, type: FieldType)]
  private let pictureFields: Set<Int>
  /// The fields whose values have pages, each of which shows links to all values of a record.
  private let termFields: [Int]
  private let dialect: MarkdownDialect

  package init(type: RecordType, terms: [Terms] = [], dialect: MarkdownDialect) {
    termFields = terms.compactMap(\.values.field)
    let linking = type.fields.enumerated().filter { $1.type.mayLink }
    // Pictures that need copies come first, so a count suffices to identify their links.
    fields =
      linking.filter { !$1.thumbnails.isEmpty }.map { ($0, $1.type) }
      + linking.filter { $1.thumbnails.isEmpty }.map { ($0, $1.type) }
    pictureFields = Set(linking.lazy.filter { !$1.thumbnails.isEmpty }.map(\.offset))
    self.dialect = dialect
  }

  /// The links of a record that lead to something in the site, the files that they are written in where not all are
  /// written in the record's own, how many of them, from the first on, are pictures of which there are to be copies, and
  /// whether anything in it may call for a warning wherever links lead.
  package func survey(_ record: Record) -> (links: [String], files: [String], pictures: Int, isDoubtful: Bool) {
    var links: [String] = []
    var files: [String] = []
    var pictures = 0
    var isDoubtful = false
    for field in termFields where record.values[field].items.count > Terms.manyOfRecord { isDoubtful = true }
    for field in fields {
      let start = links.count
      survey(record.values[field.index], field.type, &links, &isDoubtful)
      if pictureFields.contains(field.index) { pictures = links.count }
      let (own, file) = (record.location.file, record.locations[field.index].file)
      if links.count == start || files.isEmpty && file == own { continue }
      files += repeatElement(own, count: start - files.count)
      files += repeatElement(file, count: links.count - start)
    }
    return (links, files, pictures, isDoubtful)
  }

  private func survey(_ value: Value, _ type: FieldType, _ links: inout [String], _ isDoubtful: inout Bool) {
    switch (value, type) {
    case (.text(let source), .markdown):
      isDoubtful = isDoubtful || !MarkdownRenderer.templateTags(in: source).isEmpty
      guard MarkdownRenderer.mayLinkOrEmbed(source, dialect.extensions) else { return }
      let (found, rawHTML) = MarkdownRenderer.inspect(source, dialect.extensions)
      isDoubtful = isDoubtful || !dialect.allowsHTML && !rawHTML.isEmpty
      let hasParts = found.contains { $0.target.hasPrefix("#") }
      let ids = hasParts ? MarkdownRenderer.ids(in: source, dialect) : []
      for link in found {
        if link.target.hasPrefix("#"), !ids.contains(PercentCoding.decoded(link.target.dropFirst())) {
          isDoubtful = true
        }
        if Link.isInternal(link.target) {
          links.append(link.target)
        } else if link.target.isEmpty || Link.forbiddenScheme(of: link.target) != nil {
          isDoubtful = true
        }
      }
      guard dialect.allowsHTML, !rawHTML.isEmpty else { return }
      isDoubtful = isDoubtful || MarkdownRenderer.looseTag(in: rawHTML, of: source) != nil
      let targets = MarkdownRenderer.links(in: rawHTML, of: source).map(\.target)
      isDoubtful = isDoubtful || targets.contains { $0.hasPrefix("#") }
      links += targets.filter(Link.isInternal)
    case (.text(let target), .url): if Link.isInternal(target) { links.append(target) }
    case (.text(let target), .asset):
      // A target that is no path into the site is an error of its own.
      if Link.isInternal(target) { links.append(target) } else { isDoubtful = true }
    case (.list(let items), .list(let item)): for value in items { survey(value, item, &links, &isDoubtful) }
    case (.map(let entries), .map(let item)):
      for entry in entries { survey(entry.value, item, &links, &isDoubtful) }
    default: break
    }
  }
}
