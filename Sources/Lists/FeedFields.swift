import CellistRecords

/// The fields from which a list's feed takes its dates and texts.
package struct FeedFields: Hashable, Sendable {
  /// The date by which the newest records are found.
  package let date: FieldPath
  /// When a record was last changed, where a field says so.
  package let updated: FieldPath?
  /// The field whose text stands in the feed.
  package let text: Int?
  package let location: SourceLocation

  /// Reads the `feed` setting: a field, or `{date: …, updated: …, text: …}`; nil where there is none.
  init?(_ settings: inout MappingReader, type: RecordType, _ diagnostics: inout Diagnostics) {
    guard let node = settings.node("feed") else { return nil }
    guard let reader = MappingReader(node.expanded(under: "date"), name: "'feed'", &diagnostics) else { return nil }
    var roles = FieldRoles(reader: reader, type: type, owner: "a feed")
    let date = roles.date("date", &diagnostics)
    updated = roles.date("updated", &diagnostics)
    text = roles.text(&diagnostics)
    roles.reader.finish(&diagnostics)
    location = node.location
    if !roles.isGiven("date") {
      diagnostics.error(
        .missingSetting, "'feed' needs 'date', the field that tells which records are new", at: node.location)
    }
    guard let date else { return nil }
    self.date = date
  }
}
