import CellistRecords

/// A format in which a list's records are offered to programs.
package enum ExportFormat: String, CaseIterable, Sendable {
  case json, csv

  /// Reads the `exports` setting: a format, or a list of them.
  package static func all(_ settings: inout MappingReader, _ diagnostics: inout Diagnostics) -> [ExportFormat] {
    var seen: Set<ExportFormat> = []
    return (settings.texts("exports", &diagnostics) ?? []).compactMap { node in
      guard let format = ExportFormat(rawValue: node.text ?? "") else {
        diagnostics.error(
          .invalidSetting, "there is no export \(node.summary)", at: node.location,
          hint: diagnostics.hint(for: node.text ?? "", in: allCases.map(\.rawValue)))
        return nil
      }
      return seen.insert(format).inserted ? format : nil
    }
  }
}
