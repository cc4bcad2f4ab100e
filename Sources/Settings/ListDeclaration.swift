import CellistBase
import CellistContent
import CellistFiles
import CellistLists
import CellistRecords
import CellistText

/// The declarations of the site's lists, before it is known what they show.
package struct ListDeclarations {
  private let map: ContentMap
  private let languages: SiteLanguages
  private let lists: [TypedList]
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
    self.languages = languages
    self.lists = lists
    let folders = map.lists
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
        var declaration = ListDeclaration(
          own, of: folder, among: folders, languages, from: tree, values: values, typed: typed, lists, &found)
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
            declaration, languages, targets: targets, files: files,
            holdsRecords: declaration.typed != nil && lists.contains(where: \.wantsItems), &found)
        }
      }
    }
  }
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
    _ own: Node, of folder: ListFolder, among folders: [ListFolder], _ languages: SiteLanguages, from tree: SourceTree,
    values: ValueReader, typed: TypedList?, _ lists: [TypedList], _ diagnostics: inout Diagnostics
  ) {
    let order = languages.order(of: folder)
    var root = own
    if let node = own[BorrowedRecords.key] {
      guard
        let borrowed = BorrowedRecords(
          node, for: own, of: folder, among: folders, order, from: tree, typed: lists, &diagnostics)
      else { return nil }
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
    self.typed = typed
    let site = values.language
    let spoken = reader.language("language", &diagnostics)
    // What a list in one language says is in that, unless another list says it.
    let first = folder.isInOneLanguage && recordsOf == nil ? order.first : languages.all.first?.tag
    let ofRecords = spoken ?? recordsOf?.language ?? site
    language = folder.isInOneLanguage ? ofRecords : languages.language(of: folder.tree) ?? ofRecords
    decimal = reader.numbers(&diagnostics) ?? values.decimal ?? .point
    var values = ValueReader(
      language: recordsOf.map { $0.language ?? site } ?? ofRecords,
      zone: reader.timeZone("time-zone", &diagnostics) ?? values.zone, forms: values.forms)
    values.isFolded = reader.boolean("fold", &diagnostics) ?? true
    self.values = values
    if let typed {
      Self.reportTaken(by: typed, &reader, &diagnostics)
      type = typed.recordType(&diagnostics).leading(to: lists, at: typed.location, &diagnostics).read(by: values)
        .read(in: order, first: first, leadingTo: folder.name(of:))
      contents = (typed.kinds ?? []).map { kind in
        kind.type(typed.location, &diagnostics).leading(to: lists, at: typed.location, &diagnostics)
          .read(by: values).read(in: order, first: first, leadingTo: folder.name(of:))
      }
      if let former = root["redirect-from"]?.text { type.hide(former) }
      if typed.fetch == nil {
        type = Self.updated(&reader, root, type, zone: values.zone, &diagnostics)
      } else {
        Self.reportUnwritten(&reader, &diagnostics)
      }
      titleField = Self.titleField(&reader, type, &diagnostics)
      self.folder = folder
      self.root = root
      self.reader = reader
      return
    }
    contents = []
    guard let record = reader.node("record") else {
      diagnostics.error(
        .missingSetting, "list.yml needs 'record', the fields of its records", at: root.location,
        hint: root.slip(of: "record") ?? "for example record: {name: text, year: integer?}")
      return nil
    }
    guard
      var type = RecordType(record, values: values, &diagnostics)?.read(by: values)
        .read(in: order, first: first, leadingTo: folder.name(of:))
    else { return nil }
    type = Self.updated(&reader, root, type, zone: values.zone, &diagnostics)
    Self.report(localized: type, languages, own[BorrowedRecords.key], of: folder, &diagnostics)
    if let former = root["redirect-from"]?.text { type.hide(former) }
    titleField = Self.titleField(&reader, type, &diagnostics)
    self.folder = folder
    self.root = root
    self.reader = reader
    self.type = type
  }

  /// The setting that gives records the dates of their last changes.
  private static let updatedKey = "updated"

  /// Reports settings that read commits, in a list whose records are in no file.
  private static func reportUnwritten(_ reader: inout MappingReader, _ diagnostics: inout Diagnostics) {
    for key in [updatedKey, HistorySettings.key] {
      guard let location = reader.keyLocation(key), reader.node(key) != nil else { continue }
      diagnostics.error(.invalidSetting, "'\(key)' is for records in files, and Swift fetches these", at: location)
    }
  }

  /// Reads `updated: git`: the type with a field of that name, unless it has the date already.
  private static func updated(
    _ reader: inout MappingReader, _ root: Node, _ type: RecordType, zone: TimeZoneRules,
    _ diagnostics: inout Diagnostics
  ) -> RecordType {
    // A list that shows how records changed shows when, too.
    let own = reader.node(updatedKey)
    guard let node = own ?? root[HistorySettings.key], node.text != "false" else { return type }
    if own != nil, node.text != "git" {
      diagnostics.error(
        .invalidSetting, "'\(updatedKey)' must be git, found \(node.summary)", at: node.location,
        hint: "a feed names the field with the date: feed: {date: published, updated: changed}")
    }
    guard type.updatedField == nil else { return type }
    if let other = type.index(of: updatedKey) {
      diagnostics.error(
        .invalidSetting, "the records have a field '\(updatedKey)' already", at: node.location,
        hint:
          "it is declared at \(type.fields[other].location?.description ?? ""); a field of another name can have the "
          + "date: changed: {type: datetime, from: $updated}")
      return type
    }
    var field = Field(updatedKey, .datetime, isOptional: true)
    field.source = FieldSource([FieldSource.updatedKey])
    (field.zone, field.location) = (zone.name, node.location)
    return type.adding(field)
  }

  /// Reports fields with a value for each language, where the site names none or the list is in one.
  private static func report(
    localized type: RecordType, _ languages: SiteLanguages, _ borrowed: Node?, of folder: ListFolder,
    _ diagnostics: inout Diagnostics
  ) {
    guard languages.isEmpty else {
      // Not the text of a Markdown file, which every list has.
      for field in type.localizedFields where folder.isInOneLanguage && field.name != RecordType.bodyName {
        diagnostics.error(
          .invalidSetting,
          borrowed.map { "'\(field.name)' is localized in '\($0.text ?? "")', and this list is in one language" }
            ?? "'\(field.name)' is localized, and the list is in one language",
          at: borrowed?.location ?? field.location,
          hint: "a list that says its 'language' is in that alone: leave it out for all languages of the site")
      }
      for field in type.localizedFields where field.type.target != nil {
        diagnostics.error(
          .invalidSetting, "a reference is the same in all languages, and '\(field.name)' is localized",
          at: field.location)
      }
      return
    }
    for field in type.localizedFields {
      diagnostics.error(
        .invalidSetting, "'\(field.name)' is localized, and the site has one language", at: field.location,
        hint: "'\(SiteLanguages.key)' in site.yml names its languages: \(SiteLanguages.key): [en, de]")
    }
  }

  /// Reports settings of `list.yml` that Swift makes.
  private static func reportTaken(by typed: TypedList, _ reader: inout MappingReader, _ diagnostics: inout Diagnostics)
  {
    for key in ["record", "id"] + (typed.kinds == nil ? [] : ["cells"]) where reader.node(key) != nil {
      diagnostics.error(
        .invalidSetting, "'\(key)' of this list is declared in Swift", at: reader.keyLocation(key),
        hint: "at \(typed.location); leave it out here")
    }
  }

  /// The settings of the list in `list.yml` and in Swift.
  static func settings(
    of folder: ListFolder, _ typed: TypedList?, from tree: SourceTree, _ diagnostics: inout Diagnostics
  ) -> Node? {
    guard folder.hasSettings else { return typed?.completing(nil, &diagnostics) }
    guard let own = SettingsFile.read(folder.settings, from: tree, &diagnostics) else { return nil }
    return typed?.completing(own, &diagnostics) ?? own
  }

  private static func titleField(
    _ reader: inout MappingReader, _ type: RecordType, _ diagnostics: inout Diagnostics
  ) -> Int {
    guard let name = reader.text("title-field", &diagnostics) else { return type.defaultTitle }
    let location = reader.node("title-field")?.location
    guard let path = type.path(name, at: location, &diagnostics) else { return type.defaultTitle }
    if path.type.target != nil {
      diagnostics.error(
        .invalidSetting, "a record's title cannot be a reference, and '\(name)' is one", at: location,
        hint: "name a field that the records have themselves")
    }
    return path.field
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
