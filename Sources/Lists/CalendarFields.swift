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
  /// none. A role that is not given belongs to the field that `show` names for it, else to the field of its name, if there
  /// is one that fits.
  init?(_ settings: inout MappingReader, type: RecordType, _ diagnostics: inout Diagnostics) {
    guard let node = settings.node("calendar"), node.text != "false" else { return nil }
    let given = node.text == "true" ? Node(.mapping([]), at: node.location) : node.expanded(under: "start")
    var roles: [(String, among: [String])] = [("start", ["start", "date"]), ("place", ["place"]), ("text", ["text"])]
    // The end that is shown is that of the start that is shown.
    if given["start"] == nil { roles.append(("end", ["end"])) }
    let mapping = given.completed(by: settings.node("show"), roles)
    guard let reader = MappingReader(mapping, name: "'calendar'", &diagnostics) else { return nil }
    var fields = FieldRoles(reader: reader, type: type, owner: "a calendar's events")
    let start = fields.date("start", &diagnostics) ?? (fields.isGiven("start") ? nil : fields.firstDate)
    let ends = start.map { [$0.type] } ?? [.date, .datetime]
    end = fields.path("end", orNamed: "\(ends[0].name), as the start is", &diagnostics, fits: ends.contains)
    place = fields.path("place", orNamed: "text or a choice", &diagnostics, fits: \.isPlaceName)
    text = fields.text(&diagnostics)
    updated = fields.path("updated", orNamed: "a date or a datetime", &diagnostics, fits: \.isDate)
    sequence = fields.path("sequence", orNamed: "an integer", &diagnostics) { $0 == .integer }
    fields.reader.finish(&diagnostics)
    location = node.location
    guard let start else {
      if !fields.isGiven("start") {
        diagnostics.error(
          .missingSetting, "'calendar' needs 'start', the field that says when an event begins", at: node.location,
          hint: "no field of the records is a date or a datetime")
      }
      return nil
    }
    self.start = start
  }
}

extension FieldRoles {
  /// The field that is named for a role, or that is called by its name and fits.
  fileprivate mutating func path(
    _ role: String, orNamed expectation: String, _ diagnostics: inout Diagnostics, fits: (FieldType) -> Bool
  ) -> FieldPath? {
    guard !isGiven(role) else { return path(role, expectation, &diagnostics, fits: fits) }
    guard let field = type.index(of: role), field < type.ownCount, fits(type.fields[field].type) else { return nil }
    return FieldPath(field: field, type: type.fields[field].type)
  }
}

extension FieldType {
  /// Whether values are words, or lists of them.
  var isPlaceName: Bool {
    switch self {
    case .text, .choice: true
    case .list(let item): item.isPlaceName
    default: false
    }
  }
}

extension CalendarFields {
  /// The values that the row of a record keeps for `CalendarEvent`.
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
      // A day without a time is the last of its days, or the first.
      case (.datetime(let start), .datetime(let end)) where !start.hasTime || !end.hasTime: end.day < start.day
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
