import CellistRecords
import CellistText

/// The order of a list's records: several keys, each ascending or descending; ties end at the id.
package struct SortOrder: Hashable, Sendable {
  package struct Key: Hashable, Sendable {
    package let path: FieldPath
    package let descends: Bool
  }

  package var keys: [Key]

  package init(keys: [Key] = []) { self.keys = keys }

  /// Reads the `sort` setting: a field, or a list of them; a leading `-` descends.
  package init(_ settings: inout MappingReader, type: RecordType, _ diagnostics: inout Diagnostics) {
    keys = (settings.texts("sort", &diagnostics) ?? []).compactMap { node in
      guard let text = node.text else { return nil }
      let descends = text.hasPrefix("-")
      let path = type.path(descends ? String(text.dropFirst()) : text, at: node.location, byTitle: true, &diagnostics)
      return path.map { Key(path: $0, descends: descends) }
    }
  }

  /// The bytes that a record sorts by.
  package func key(of record: Record, language: Language) -> OrderKey {
    var key = OrderKey()
    for part in keys {
      key.append(
        part.path.value(in: record, language: language), type: part.path.type, language: language,
        descending: part.descends)
    }
    key.append(tie: record.id)
    return key
  }
}
