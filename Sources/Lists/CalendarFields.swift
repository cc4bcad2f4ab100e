import CellistRecords
import CellistText

/// The fields from which a list's calendar takes its events, one for each record.
package struct CalendarFields: Hashable, Sendable {
  /// When an event begins: a date or a datetime.
  package let start: FieldPath
  /// When it ends, as the same type; a date is the event's last day.
  package let end: FieldPath?
  /// Where it takes place.
  package let place: FieldPath?
  /// The field whose text describes it.
  package let text: Int?
  /// When the record was last changed.
  package let updated: FieldPath?
  /// How often the event was changed: an integer.
  package let sequence: FieldPath?
  package let location: SourceLocation

  /// Reads the `calendar` setting: true, the field with the start, or a mapping of roles to fields; nil where there is
  /// none. A role that is not given belongs to the field of its name, if there is one that fits.
  init?(_ settings: inout MappingReader, type: RecordType, _ diagnostics: inout Diagnostics) {
    guard let node = settings.node("calendar"), node.text != "false" else { return nil }
    let mapping = node.text == "true" ? Node(.mapping([]), at: node.location) : node.expanded(under: "start")
    guard let reader = MappingReader(mapping, name: "'calendar'", &diagnostics) else { return nil }
    var roles = Roles(reader: reader, type: type)
    let given = roles.path("start", "a date or a datetime", &diagnostics) { $0 == .date || $0 == .datetime }
    let start = given.path ?? (given.isGiven ? nil : Self.firstDate(of: type))
    let ends = start.map { [$0.type] } ?? [.date, .datetime]
    end = roles.path("end", "\(ends[0].name), as the start is", &diagnostics, fits: ends.contains).path
    place = roles.path("place", "text or a choice", &diagnostics, fits: \.isWords).path
    text = roles.text(&diagnostics)
    updated = roles.path("updated", "a date or a datetime", &diagnostics) { $0 == .date || $0 == .datetime }.path
    sequence = roles.path("sequence", "an integer", &diagnostics) { $0 == .integer }.path
    roles.reader.finish(&diagnostics)
    location = node.location
    guard let start else {
      if !given.isGiven {
        diagnostics.error(
          .missingSetting, "'calendar' needs 'start', the field that says when an event begins", at: node.location,
          hint: "no field of the records is a date or a datetime")
      }
      return nil
    }
    self.start = start
  }

  private static func firstDate(of type: RecordType) -> FieldPath? {
    type.fields.prefix(type.ownCount).enumerated().first { $1.type == .date || $1.type == .datetime }
      .map { FieldPath(field: $0, type: $1.type) }
  }
}

/// Finds the fields that play the roles of an event.
private struct Roles {
  var reader: MappingReader
  let type: RecordType

  /// The field of a role; nil where there is none, or where the one that is given does not fit, which is reported.
  mutating func path(
    _ role: String, _ expectation: String, _ diagnostics: inout Diagnostics, fits: (FieldType) -> Bool
  ) -> (path: FieldPath?, isGiven: Bool) {
    guard let node = reader.node(role) else {
      guard let field = type.index(of: role), field < type.ownCount, fits(type.fields[field].type) else {
        return (nil, false)
      }
      return (FieldPath(field: field, type: type.fields[field].type), false)
    }
    let name = node.text ?? ""
    guard let path = type.path(name, at: node.location, byTitle: true, &diagnostics) else { return (nil, true) }
    guard fits(path.type) else {
      diagnostics.error(
        .invalidSetting, "the '\(role)' of a calendar's events is \(expectation), and '\(name)' is \(path.type.name)",
        at: node.location)
      return (nil, true)
    }
    return (path, true)
  }

  /// The field with the description: the body, unless another is given.
  mutating func text(_ diagnostics: inout Diagnostics) -> Int? {
    guard let node = reader.node("text") else { return type.index(of: RecordType.bodyName) }
    guard let path = type.path(node.text ?? "", at: node.location, &diagnostics) else { return nil }
    switch (path.type, path.part) {
    case (.text, nil) where path.field < type.ownCount, (.markdown, nil) where path.field < type.ownCount:
      return path.field
    default:
      diagnostics.error(
        .invalidSetting,
        "the 'text' of a calendar's events is a field of text or Markdown, and '\(node.text ?? "")' is not",
        at: node.location)
      return nil
    }
  }
}

extension FieldType {
  /// Whether values are words, or lists of them.
  fileprivate var isWords: Bool {
    switch self {
    case .text, .choice: true
    case .list(let item): item.isWords
    default: false
    }
  }
}

extension CalendarFields {
  /// What the row of a record keeps for `CalendarEvent`.
  func values(of record: Record, language: Language) -> [Value] {
    [start, end, place, updated, sequence].map { $0?.value(in: record, language: language) ?? .absent }
  }

  /// Says of a record that its event ends before it begins.
  package func misfit(of record: Record, _ type: RecordType, language: Language) -> RecordMisfit? {
    guard let end, max(start.field, end.field) < type.ownCount else { return nil }
    let values = [start, end].map { $0.value(in: record, language: language) }
    let isBackwards =
      switch (values[0], values[1]) {
      case (.date(let start), .date(let end)): end < start
      case (.datetime(let start), .datetime(let end)): end.instant < start.instant
      default: false
      }
    guard isBackwards else { return nil }
    return RecordMisfit(
      field: end.field,
      message: "the event ends before it begins: '\(type.fields[end.field].name)' is before "
        + "'\(type.fields[start.field].name)', which is \(values[0].plainText)")
  }
}
