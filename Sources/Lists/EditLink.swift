import CellistRecords
import CellistText

/// Where readers change a record: an address with `{file}`, and perhaps `{line}`, for the place of the record's source.
package struct EditLink: Sendable {
  private let pattern: String
  /// Whether addresses contain line numbers, which change with the lines above a record.
  package let hasLines: Bool

  /// Reads the setting `edit`; nil, with a diagnostic, where it makes no address.
  package init?(_ reader: inout MappingReader, _ diagnostics: inout Diagnostics) {
    guard let pattern = reader.text("edit", &diagnostics) else { return nil }
    let rest = pattern.replacing("{file}", with: "").replacing("{line}", with: "")
    let scheme = Link.scheme(of: pattern)?.lowercased()
    guard scheme == "https" || scheme == "http", pattern.contains("{file}"), !rest.contains("{"), !rest.contains("}"),
      !rest.unicodeScalars.contains(where: { $0.properties.isWhitespace })
    else {
      diagnostics.error(
        .invalidSetting,
        "'edit' must be an address with {file}, and perhaps {line}, found \(quoted(pattern.shortened))",
        at: reader.node("edit")?.location, hint: "for example https://example.org/edit/main/{file}#L{line}")
      return nil
    }
    self.pattern = pattern
    hasLines = pattern.contains("{line}")
  }

  /// The address of a record's place in the files of the site.
  package func url(of item: RecordItem) -> String {
    pattern.replacing("{file}", with: PercentCoding.encoded(item.location.file))
      .replacing("{line}", with: String(item.location.line))
  }
}
