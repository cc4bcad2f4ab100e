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
    guard var reader = MappingReader(node.expanded(under: "date"), name: "'feed'", &diagnostics) else { return nil }
    let (date, updated, text) = (reader.node("date"), reader.node("updated"), reader.node("text"))
    reader.finish(&diagnostics)
    guard let date else {
      diagnostics.error(
        .missingSetting, "'feed' needs 'date', the field that tells which records are new", at: node.location)
      return nil
    }
    self.updated = updated.flatMap { Self.date($0, type, &diagnostics) }
    self.text = text.map { Self.text($0, type, &diagnostics) } ?? type.index(of: RecordType.bodyName)
    location = node.location
    guard let path = Self.date(date, type, &diagnostics) else { return nil }
    self.date = path
  }

  private static func date(_ node: Node, _ type: RecordType, _ diagnostics: inout Diagnostics) -> FieldPath? {
    guard let path = type.path(node.text ?? "", at: node.location, &diagnostics) else { return nil }
    switch path.type {
    case .date, .datetime: return path
    default:
      diagnostics.error(
        .invalidSetting, "a feed goes by dates, and '\(node.text ?? "")' is \(path.type.name)", at: node.location)
      return nil
    }
  }

  private static func text(_ node: Node, _ type: RecordType, _ diagnostics: inout Diagnostics) -> Int? {
    guard let path = type.path(node.text ?? "", at: node.location, &diagnostics) else { return nil }
    switch (path.type, path.part) {
    case (.text, nil), (.markdown, nil): return path.field
    default:
      diagnostics.error(
        .invalidSetting, "the text of a feed is text or Markdown, and '\(node.text ?? "")' is neither",
        at: node.location)
      return nil
    }
  }
}
