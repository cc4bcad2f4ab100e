import CellistRecords

/// The fields from which a list's feed takes its dates and texts.
package struct FeedFields: Hashable, Sendable {
  /// The date by which the newest records are found.
  package let date: FieldPath
  /// When a record was last changed, where it has a field for that.
  package let updated: FieldPath?
  /// The field whose text the feed contains.
  package let text: Int?
  package let location: SourceLocation

  /// Reads the `feed` setting: true, a field, or `{date: …, updated: …, text: …}`; nil where there is none. The date may
  /// be the one that `show` names; for true it is that, or the first there is.
  init?(_ settings: inout MappingReader, type: RecordType, _ diagnostics: inout Diagnostics) {
    guard let node = settings.node("feed"), node.text != "false" else { return nil }
    let given = node.text == "true" ? Node(.mapping([]), at: node.location) : node.expanded(under: "date")
    let mapping = given.completed(by: settings.node("show"), [("date", ["date", "start"]), ("text", ["text"])])
    guard let reader = MappingReader(mapping, name: "'feed'", &diagnostics) else { return nil }
    var roles = FieldRoles(reader: reader, type: type, owner: "a feed")
    let date =
      roles.date("date", &diagnostics) ?? (node.text == "true" && !roles.isGiven("date") ? roles.firstDate : nil)
    let changed = roles.isGiven("updated") ? nil : type.updatedField.map { type.fields[$0].name }
    updated =
      roles.date("updated", &diagnostics) ?? changed.flatMap { type.path($0, at: node.location, &diagnostics) }
    text = roles.text(&diagnostics)
    roles.reader.finish(&diagnostics)
    location = node.location
    if date == nil, !roles.isGiven("date") {
      diagnostics.error(
        .missingSetting, "'feed' needs 'date', the field with the dates of the records", at: node.location,
        hint: node.text == "true" ? "no field of the records is a date or a datetime" : nil)
    }
    guard let date else { return nil }
    self.date = date
  }
}
