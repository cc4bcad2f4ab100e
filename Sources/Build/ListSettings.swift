import CellistContent
import CellistRecords
import CellistTables
import CellistThemes

/// What a `list.yml` says: each room reads its own settings, and this joins them.
package struct ListSettings: Sendable {
  package let folder: ListFolder
  package let title: String
  package let description: String?
  package let decoder: RecordDecoder
  package let sources: [RecordSource]
  package let arrangement: Arrangement
  package let rules: CellRules
  package let titleField: Int
  package let hasRecordPages: Bool

  package var type: RecordType { decoder.type }
  package var location: SourceLocation { SourceLocation(file: folder.settings) }

  /// Reads a list's settings; nil, with diagnostics, when they declare no record type.
  package init?(
    _ folder: ListFolder, from tree: SourceTree, values: ValueReader, _ diagnostics: inout Diagnostics
  ) {
    guard let root = SettingsFile.read(folder.settings, from: tree, &diagnostics),
      var reader = MappingReader(root, name: ListFolder.settingsName, &diagnostics)
    else { return nil }
    self.folder = folder
    title = reader.text("title", &diagnostics) ?? folder.folder.fileName
    description = reader.text("description", &diagnostics)
    guard let record = reader.node("record") else {
      diagnostics.error(
        .missingSetting, "list.yml needs 'record', the fields of its records", at: root.location,
        hint: "for example record: {name: text, year: integer?}")
      return nil
    }
    guard let type = RecordType(record, values: values, &diagnostics) else { return nil }
    decoder = RecordDecoder(type: type, values: values, &reader, &diagnostics)
    sources = RecordSource.all(of: folder, &reader, &diagnostics)
    arrangement = Arrangement(&reader, type: type, values: values, &diagnostics)
    rules = CellRules(&reader, in: arrangement.scope(values), &diagnostics)
    titleField = Self.titleField(&reader, type, &diagnostics)
    hasRecordPages = reader.boolean("record-pages", &diagnostics) ?? false
    reader.finish(&diagnostics)
  }

  private static func titleField(
    _ reader: inout MappingReader, _ type: RecordType, _ diagnostics: inout Diagnostics
  ) -> Int {
    guard let name = reader.text("title-field", &diagnostics) else { return type.defaultTitle }
    let location = reader.node("title-field")?.location
    return type.path(name, at: location, &diagnostics)?.field ?? type.defaultTitle
  }
}
