import CellistBase
import CellistContent
import CellistFiles
import CellistLists
import CellistRecords
import CellistText

/// The parts of a site with which the declarations of its lists are read.
struct DeclaringSite {
  /// The folders of all lists.
  let folders: [ListFolder]
  let languages: SiteLanguages
  let tree: SourceTree
  let values: ValueReader
  /// The lists that are declared in Swift.
  let typed: [TypedList]
}

/// The part of a `list.yml` that can be read without knowing other lists: what its records are.
struct ListDeclaration {
  let folder: ListFolder
  /// The list whose records it shows, where they are not its own.
  let recordsOf: BorrowedRecords?
  /// The settings, with those inherited from that list.
  let root: Node
  /// Reads the settings that have not been read yet.
  let reader: MappingReader
  let title: String
  let description: String?
  var foreign = ForeignTexts()
  /// Texts that mean an absent value in its sources.
  let absent: Set<String>
  /// The sign before the decimals of numbers in its sources.
  let decimal: NumberNotation.DecimalSign
  /// Reads the list's values, in its own time zone and language, or those of the list that has the records.
  let values: ValueReader
  /// The language in which readers see the list.
  let language: Language
  var type: RecordType
  let titleField: Int
  let typed: TypedList?
  /// The views of the list that pages declare.
  var views: [(ViewPlace, Node)] = []
  /// The fields by whose values references of other lists name its records.
  var namingFields: [Int] = []
  /// The content types of the cells, where cells are declared in Swift.
  var contents: [RecordType]

  /// Reads a list's record type; nil, with diagnostics, when its settings declare none.
  ///
  /// - Parameter own: the settings of the list.
  init?(
    _ own: Node, of folder: ListFolder, in site: DeclaringSite, typed: TypedList?, _ diagnostics: inout Diagnostics
  ) {
    var root = own
    if let node = own[BorrowedRecords.key] {
      guard let borrowed = BorrowedRecords(node, for: own, of: folder, in: site, &diagnostics) else { return nil }
      recordsOf = borrowed
      root = borrowed.root
    } else {
      recordsOf = nil
    }
    guard var reader = MappingReader(root, name: ListFolder.settingsName, &diagnostics) else { return nil }
    _ = reader.node(BorrowedRecords.key)
    title = reader.text("title", &diagnostics) ?? folder.folder.fileName
    description = reader.text("description", &diagnostics)
    absent = Set((reader.texts("absent", &diagnostics) ?? []).compactMap { $0.text.map { String($0.trimmed) } })
    let spoken = reader.language("language", &diagnostics)
    let ofRecords = spoken ?? recordsOf?.language ?? site.values.language
    language = folder.isInOneLanguage ? ofRecords : site.languages.language(of: folder.tree) ?? ofRecords
    decimal = reader.numbers(&diagnostics) ?? site.values.decimal ?? .point
    var values = ValueReader(
      language: recordsOf.map { $0.language ?? site.values.language } ?? ofRecords,
      zone: reader.timeZone("time-zone", &diagnostics) ?? site.values.zone, forms: site.values.forms)
    values.isFolded = reader.boolean("fold", &diagnostics) ?? true
    self.values = values
    var types = RecordTypeReader(
      reader, of: root, in: folder, site, values: values, borrowed: own[BorrowedRecords.key])
    guard let declared = typed.map({ types.read($0, &diagnostics) }) ?? types.read(&diagnostics) else { return nil }
    (type, contents, titleField) = declared
    self.typed = typed
    self.folder = folder
    self.root = root
    self.reader = types.reader
  }

  /// Reads the values that the settings hold, in the language in which readers see the list.
  var settingsValues: ValueReader {
    var reader = ValueReader(language: language, zone: values.zone, forms: values.forms)
    reader.isFolded = values.isFolded
    return reader
  }

  /// The settings outside its `list.yml`, as text: the views that pages declare, and those in Swift.
  var otherSettings: [String] {
    views.map { "\($0.0) \($0.1.words)" } + (typed?.settings ?? []).map { "\($0.key) \($0.value.words)" }
  }

  /// The settings of the list in `list.yml` and in Swift.
  static func settings(
    of folder: ListFolder, _ typed: TypedList?, from tree: SourceTree, _ diagnostics: inout Diagnostics
  ) -> Node? {
    guard folder.hasSettings else { return typed?.completing(nil, &diagnostics) }
    guard let own = SettingsFile.read(folder.settings, from: tree, &diagnostics) else { return nil }
    return typed?.completing(own, &diagnostics) ?? own
  }

  var target: ReferenceTarget { ReferenceTarget(type: type, titleField: titleField) }

  /// The record type with the columns that the list's settings ask for through references.
  func joinedType(_ targets: [String: ReferenceTarget]) -> RecordType {
    type.references.isEmpty ? type : type.joining(names, from: targets)
  }

  /// Whether any of the settings that place a record name a reference.
  var isPlacedByReferences: Bool {
    let references = Set(type.references.map { type.fields[$0.field].name })
    return !references.isEmpty
      && names.contains { name in references.contains { name == $0 || name.hasPrefix("\($0).") } }
  }

  private var names: [String] {
    ["flags", "where", "sort", "sections", "terms", "feed", "calendar", "schema-org", "cells"].flatMap {
      root[$0]?.names ?? []
    }
      + views.flatMap(\.1.names)
  }
}
