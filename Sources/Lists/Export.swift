import CellistRecords

/// A file in which a list's records are offered to programs.
package struct Export: Hashable, Sendable {
  package let format: ExportFormat
  /// The fields that say where a record's point lies, for GeoJSON.
  package let point: PointFields?

  /// Reads the `exports` setting: a format, a mapping that says more of one, or a list of those.
  package static func all(
    _ settings: inout MappingReader, type: RecordType, _ diagnostics: inout Diagnostics
  ) -> [Export] {
    guard let node = settings.node("exports") else { return [] }
    var seen: Set<ExportFormat> = []
    return (node.items ?? [node]).compactMap { node in
      guard let export = Export(node, type: type, &diagnostics) else { return nil }
      return seen.insert(export.format).inserted ? export : nil
    }
  }

  private init?(_ node: Node, type: RecordType, _ diagnostics: inout Diagnostics) {
    guard var reader = MappingReader(node.expanded(under: "format"), name: "'exports'", &diagnostics) else {
      return nil
    }
    guard let name = reader.node("format") else {
      diagnostics.error(.missingSetting, "an export needs a 'format'", at: node.location)
      return nil
    }
    guard let format = ExportFormat(rawValue: name.text ?? "") else {
      diagnostics.error(
        .invalidSetting, "there is no export \(name.summary)", at: name.location,
        hint: diagnostics.hint(for: name.text ?? "", in: ExportFormat.allCases.map(\.rawValue)))
      return nil
    }
    self.format = format
    point = format == .geojson ? PointFields(&reader, type: type, at: node.location, &diagnostics) : nil
    reader.finish(&diagnostics)
    if format == .geojson, point == nil { return nil }
  }
}
