import CellistBase
import CellistContent
import CellistFiles
import CellistLists
import CellistRecords
import CellistText

/// The declarations of the site's lists, before it is known what they show.
package struct ListDeclarations {
  private let map: ContentMap
  private let site: DeclaringSite
  private var declarations: [ListDeclaration?]
  private let files: NamedFiles

  /// The files that lists read records from outside their own folders. They are not published as they are, and no pages.
  package var sharedFiles: Set<Identifier> { files.shared }

  /// Reads the declarations of a list's records in each `list.yml` and in Swift.
  ///
  /// - Parameter languages: those of the site; the map has each list in all of them, or in the first alone.
  package init(
    _ map: ContentMap, _ languages: SiteLanguages, from tree: SourceTree, values: ValueReader,
    typed lists: [TypedList] = [],
    _ diagnostics: inout Diagnostics
  ) {
    self.map = map
    let folders = map.lists
    let site = DeclaringSite(folders: folders, languages: languages, tree: tree, values: values, typed: lists)
    self.site = site
    for list in lists where !folders.contains(where: { $0.name == list.path }) {
      diagnostics.error(
        .unknownList, "there is no folder \(joined(SiteFolder.content, list.path))",
        at: list.location,
        hint: Suggestion.hint(for: list.path, in: folders.map(\.name)))
    }
    var declared: [String: SourceLocation] = [:]
    for list in lists {
      guard let first = declared[list.path] else {
        declared[list.path] = list.location
        continue
      }
      diagnostics.error(
        .invalidSetting, "the list '\(list.path)' is declared a second time", at: list.location,
        hint: "it is first declared at \(first)")
    }
    var named: [(folder: ListFolder, settings: Node)] = []
    declarations = folders.map { folder in
      let typed = lists.first { $0.path == folder.ownName }
      let order = languages.order(of: folder)
      return diagnostics.reading(folder.tree) { found in
        guard let written = ListDeclaration.settings(of: folder, typed, from: tree, &found) else { return nil }
        let own = written.spoken(order)
        var declaration = ListDeclaration(own, of: folder, in: site, typed: typed, &found)
        let borrowed = declaration?.recordsOf?.foreign ?? ForeignTexts()
        declaration?.foreign = written.foreignTexts(order).joined(by: borrowed)
        // A list with a mistake elsewhere has its sources all the same.
        named.append((declaration?.recordsOf?.folder ?? folder, declaration?.root ?? own))
        return declaration
      }
    }
    files = NamedFiles(named, map, from: tree, &diagnostics)
  }

  /// The settings of all lists, in their order; nil, with diagnostics, for a list that declares no record type.
  ///
  /// References lead from list to list, so all types are read before anything that may name what they lead to.
  ///
  /// - Parameter views: those that pages declare, by list.
  package consuming func settings(
    views: [String: [(ViewPlace, Node)]] = [:], _ diagnostics: inout Diagnostics
  ) -> [ListSettings?] {
    let folders = map.lists
    let types = Dictionary(uniqueKeysWithValues: zip(folders, declarations).map { ($0.name, $1?.type) })
    for index in folders.indices {
      guard var declaration = declarations[index] else { continue }
      let name = (declaration.recordsOf?.folder ?? declaration.folder).name
      declaration.views = views[declaration.folder.name] ?? []
      diagnostics.reading(folders[index].tree) { found in
        declaration.type = declaration.type.checkingReferences(of: name, in: types, &found)
        declaration.contents = declaration.contents.map { $0.checkingReferences(of: name, in: types, &found) }
      }
      declarations[index] = declaration
    }
    let named = declarations.compactMap { $0?.type.otherNames }
    for index in folders.indices {
      guard let type = declarations[index]?.type else { continue }
      let names = Set(named.flatMap { $0[folders[index].name] ?? [] })
      declarations[index]?.namingFields = type.fields.indices.filter { names.contains(type.fields[$0].name) }
    }
    let targets = Dictionary(uniqueKeysWithValues: declarations.compactMap { $0.map { ($0.folder.name, $0.target) } })
    return declarations.map { declaration in
      declaration.map { declaration in
        diagnostics.reading(declaration.folder.tree) { found in
          ListSettings(
            declaration, site.languages, targets: targets, files: files,
            holdsRecords: declaration.typed != nil && site.typed.contains(where: \.wantsItems), &found)
        }
      }
    }
  }
}

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
