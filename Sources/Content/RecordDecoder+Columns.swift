import CellistRecords

extension RecordDecoder {
  /// Reports the columns that a pattern names and a table does not have.
  func reportMissingColumns(
    of field: Field, _ row: Node, at header: SourceLocation, _ diagnostics: inout Diagnostics
  ) {
    guard let pattern = field.source.pattern, !field.source.isNamed, row[field.name] == nil else { return }
    for key in pattern.keys where row.descendant(key) == nil {
      diagnostics.error(
        .missingValue, "the table has no column '\(key)', which the text of '\(field.name)' names", at: header,
        hint: diagnostics.hint(for: key, in: (row.entries ?? []).map(\.key)))
    }
  }

  /// Whether a column has a number because a field is read by the name that it shares with others, which is reported.
  func isOfReportedName(_ column: String, in raw: RawRecord) -> Bool {
    raw.sharedNames.contains { knownKeys.contains($0) && $1.names.contains(column) }
  }

  /// Reports a field that is read by a name which several columns have. Returns whether it is.
  func reportSharedName(of field: Field, in raw: RawRecord, _ diagnostics: inout Diagnostics) -> Bool {
    for key in field.source.topKeys {
      guard let name = raw.sharedNames[key] else { continue }
      diagnostics.error(
        .duplicateKey, "the header has the column '\(key)' twice", at: name.second,
        hint: "it is already in column \(name.first.column); 'from' tells them apart: "
          + name.names.prefix(3).map { "'\($0)'" }.joined(separator: ", "), about: key)
      return true
    }
    return false
  }
}
