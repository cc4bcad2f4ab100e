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

  /// Reports the columns that fields read and that the table has twice.
  func reportSharedColumns(of raw: RawRecord, variant: Int?, _ diagnostics: inout Diagnostics) {
    let read = Set(type.fieldIndices(ofVariant: variant).flatMap { type.fields[$0].source.topKeys })
    for entry in raw.node.entries ?? [] where read.contains(entry.key) {
      guard let other = raw.sharedColumns[entry.key], entry.keyLocation != other else { continue }
      diagnostics.error(
        .duplicateKey, "the header has the column '\(entry.key)' twice", at: other,
        hint: "it is already in column \(entry.keyLocation.column)", about: entry.key)
    }
  }
}
