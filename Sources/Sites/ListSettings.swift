import CellistContent
import CellistLists
import CellistRecords
import CellistText
import CellistThemes

/// What a `list.yml` says: each room reads its own settings, and this joins them.
package struct ListSettings: Sendable {
  package let folder: ListFolder
  package let title: String
  package let description: String?
  package let decoder: RecordDecoder
  package let sources: [RecordSource]
  /// Whether the sources are all that the settings ask for.
  let hasAllSources: Bool
  /// The Markdown files that say more of the list's terms.
  package let termTexts: [String]
  package let arrangement: Arrangement
  /// What is said of the list outside its `list.yml`, as text: the views that pages declare, and what Swift says.
  let otherSettings: [String]
  package let rules: CellRules
  package let titleField: Int
  /// In which view its records stand, and which fields play which part in it.
  package let appearance: Appearance
  /// The tools that readers have on the list's pages.
  package let tools: Tools?
  package let hasRecordPages: Bool
  /// Where the records' pages lie; nil for each in a folder of its slug, below the list.
  private let permalink: Permalink?
  package let exports: [Export]
  /// The field that holds a record's former addresses.
  package let formerAddresses: Int?
  /// What Swift says of the list, where it is declared there.
  package let typed: TypedList?
  /// Whether Swift code looks at all of its records in each build.
  package let holdsRecords: Bool
  /// Whether where a record stands in the list follows from the records that it refers to.
  package let isPlacedByReferences: Bool
  /// The list whose records it shows; nil for one with records of its own.
  package let recordsOf: ListFolder?

  package var type: RecordType { decoder.type }
  package var location: SourceLocation {
    folder.hasSettings
      ? SourceLocation(file: folder.settings) : typed?.location ?? SourceLocation(file: folder.settings)
  }

  /// The paths below which themes keep templates for the list: its own, and behind it that of the list whose records it
  /// shows.
  package var templatePaths: [String] { [folder.path] + [recordsOf?.path].compactMap(\.self) }

  /// The settings of all lists, in their order; nil, with diagnostics, for a list that declares no record type.
  ///
  /// References lead from list to list, so all types are read before anything that may name what they lead to.
  package static func all(
    _ folders: [ListFolder], from tree: SourceTree, values: ValueReader, typed lists: [TypedList] = [],
    views: [String: [(ViewPlace, Node)]] = [:], _ diagnostics: inout Diagnostics
  ) -> [ListSettings?] {
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
    var declarations = folders.map { folder in
      let typed = lists.first { $0.path == folder.name }
      return ListDeclaration(
        folder, among: folders, from: tree, values: values, typed: typed, lists, views: views[folder.name] ?? [],
        &diagnostics)
    }
    let types = Dictionary(uniqueKeysWithValues: zip(folders, declarations).map { ($0.name, $1?.type) })
    for index in folders.indices {
      guard var declaration = declarations[index] else { continue }
      let name = (declaration.recordsOf?.folder ?? declaration.folder).name
      declaration.type = declaration.type.checkingReferences(of: name, in: types, &diagnostics)
      declaration.contents = declaration.contents.map { $0.checkingReferences(of: name, in: types, &diagnostics) }
      declarations[index] = declaration
    }
    let targets = declarations.compactMap { $0.map { ($0.folder.name, $0.target) } }
    return declarations.map { declaration in
      declaration.map {
        ListSettings(
          $0, targets: Dictionary(uniqueKeysWithValues: targets),
          holdsRecords: $0.typed != nil && lists.contains(where: \.wantsItems), &diagnostics)
      }
    }
  }

  private init(
    _ declaration: ListDeclaration, targets: [String: ReferenceTarget], holdsRecords: Bool,
    _ diagnostics: inout Diagnostics
  ) {
    var reader = declaration.reader
    let values = declaration.values
    self.holdsRecords = holdsRecords
    var folder = declaration.folder
    termTexts = folder.takeTermTexts(by: declaration.root)
    let recordsOf = declaration.recordsOf
    self.recordsOf = recordsOf?.folder
    title = declaration.title
    description = declaration.description
    titleField = declaration.titleField
    let typed = declaration.typed
    self.typed = typed
    var recordValues = values
    recordValues.absent = declaration.absent
    var decoder = RecordDecoder(type: declaration.type, values: recordValues, &reader, &diagnostics)
    if let typed {
      decoder.identify = { [type = declaration.type] record throws(RecordMisfit) in try typed.check(record, type) }
    }
    let isFetched = typed?.fetch != nil
    let errors = diagnostics.all.count
    if isFetched {
      folder.reportUnread(
        "the list's records are fetched",
        hint:
          "by a function that stands at \(typed?.location.description ?? ""); move the file, or leave out the function",
        &diagnostics)
    }
    if let recordsOf {
      folder.reportUnread(
        "the list's records are those of '\(recordsOf.folder.name)'", hint: "move it to \(recordsOf.folder.folder)",
        &diagnostics)
      sources = RecordSource.all(of: recordsOf.folder, &reader, &diagnostics).map { $0.read(by: folder.name) }
    } else {
      sources = isFetched ? [.fetched(by: folder)] : RecordSource.all(of: folder, &reader, &diagnostics)
    }
    hasAllSources = diagnostics.all.count == errors
    let named = Set(names: sources.lazy.filter { $0.format.isByNameOnly && !$0.format.isPublished }.map(\.path))
    if !named.isEmpty { folder.assets.removeAll { named.contains($0) } }
    self.folder = folder
    let type = declaration.joinedType(targets)
    isPlacedByReferences = declaration.isPlacedByReferences
    let hasBodies = sources.contains { $0.format == .markdown }
    if reader.keyLocation("sections") == nil, reader.keyLocation("cells") == nil, typed?.hasProvider != true {
      // What is wrong is reported when the settings are read in earnest.
      var (look, unheard) = (reader, Diagnostics())
      Appearance(&look, type: type, title: titleField, sectioned: [], hasBodies: hasBodies, &unheard)
        .supposeYears(&reader, type: type)
    }
    arrangement = Arrangement(
      &reader, type: type, values: values, hasProvider: typed?.hasProvider ?? false,
      views: declaration.views, &diagnostics)
    otherSettings =
      declaration.views.map { "\($0.0) \($0.1.words)" }
      + (typed?.settings ?? []).map { "\($0.key) \($0.value.words)" }
    if let typed, let kinds = typed.kinds {
      rules = CellRules(kinds, contents: declaration.contents, at: typed.location)
    } else {
      rules = CellRules(&reader, in: arrangement.scope(values), &diagnostics)
    }
    appearance = Appearance(
      &reader, type: type, title: titleField, sectioned: arrangement.levels.compactMap(\.field),
      hasBodies: hasBodies, &diagnostics)
    tools = Tools(&reader, type: type, title: titleField, appearance: appearance, &diagnostics)
    exports = Export.all(&reader, type: declaration.type, &diagnostics)
    hasRecordPages = reader.boolean("record-pages", &diagnostics) ?? false
    permalink = Self.permalink(
      &reader, declaration, isUsed: hasRecordPages || recordsOf != nil, language: values.language, &diagnostics)
    decoder.misfits = Self.misfits(arrangement, points: exports.compactMap(\.point), permalink)
    self.decoder = decoder
    formerAddresses = Self.formerAddresses(&reader, declaration.type, &diagnostics)
    reader.finish(&diagnostics)
  }
}

extension ListSettings {
  /// Why a record is in neither the list's calendar nor its maps.
  private static func misfits(
    _ arrangement: Arrangement, points: [PointFields], _ permalink: Permalink?
  ) -> (@Sendable (Record) -> [RecordMisfit])? {
    let calendar = arrangement.calendar
    guard calendar != nil || !points.isEmpty || permalink != nil else { return nil }
    return { [type = arrangement.type, language = arrangement.language] record in
      [calendar?.misfit(of: record, type, language: language)].compactMap(\.self)
        + points.flatMap { $0.misfits(of: record, type) } + [permalink?.misfit(of: record)].compactMap(\.self)
    }
  }

  private static func permalink(
    _ reader: inout MappingReader, _ declaration: ListDeclaration, isUsed: Bool, language: Language,
    _ diagnostics: inout Diagnostics
  ) -> Permalink? {
    guard let pattern = reader.text("permalink", &diagnostics) else { return nil }
    let location = reader.node("permalink")?.location
    if !isUsed {
      diagnostics.error(
        .invalidSetting, "'permalink' says where records' own pages lie, and they have none", at: location,
        hint: "add record-pages: true")
    }
    return Permalink(pattern, of: declaration.type, language: language, at: location, &diagnostics)
  }

  /// Whether each record's page lies in a folder of its slug.
  package var hasPlainPlaces: Bool { permalink == nil }
  /// Whether the addresses of the records' pages begin at the site's root, and not at the list.
  package var isPlacedInSite: Bool { permalink?.isOfSite ?? false }

  /// The folder of a record's page below that of the list's records; nil for its slug, and where its values make none.
  package func place(of record: Record) -> String? { try? permalink?.place(of: record) }

  private static func formerAddresses(
    _ reader: inout MappingReader, _ type: RecordType, _ diagnostics: inout Diagnostics
  ) -> Int? {
    guard let name = reader.text("redirect-from", &diagnostics) else { return nil }
    let location = reader.node("redirect-from")?.location
    guard let path = type.path(name, at: location, &diagnostics) else { return nil }
    let fits = [FieldType.text, .url, .list(.text), .list(.url)].contains(type.fields[path.field].type)
    if path.type.target != nil || !fits || type.fields[path.field].name != name {
      diagnostics.error(
        .invalidSetting, "'redirect-from' names a field of texts, and '\(name.shortened)' is none", at: location,
        hint: "for example record: {former: [text]} and redirect-from: former")
      return nil
    }
    return path.field
  }
}

/// The part of a `list.yml` that can be read without knowing other lists: what its records are.
private struct ListDeclaration {
  let folder: ListFolder
  /// The list whose records it shows, where they are not its own.
  let recordsOf: BorrowedRecords?
  /// What the settings say, with what they have from that list.
  let root: Node
  /// Reads the settings that have not been read yet.
  let reader: MappingReader
  let title: String
  let description: String?
  /// Texts by which its sources say that there is no value.
  let absent: Set<String>
  /// Reads the list's values, in its own time zone.
  let values: ValueReader
  var type: RecordType
  let titleField: Int
  let typed: TypedList?
  /// The views of the list that pages declare.
  let views: [(ViewPlace, Node)]
  /// What fills each kind of cell, where cells are declared in Swift.
  var contents: [RecordType]

  /// Reads a list's record type; nil, with diagnostics, when its settings declare none.
  init?(
    _ folder: ListFolder, among folders: [ListFolder], from tree: SourceTree, values: ValueReader, typed: TypedList?,
    _ lists: [TypedList], views: [(ViewPlace, Node)], _ diagnostics: inout Diagnostics
  ) {
    self.views = views
    guard let own = Self.settings(of: folder, typed, from: tree, &diagnostics) else { return nil }
    var root = own
    if let node = own[BorrowedRecords.key] {
      guard
        let borrowed = BorrowedRecords(
          node, for: own, of: folder, among: folders, from: tree, typed: lists, &diagnostics)
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
    let values =
      reader.timeZone("time-zone", &diagnostics).map { ValueReader(language: values.language, zone: $0) } ?? values
    self.values = values
    if let typed {
      for key in ["record", "id"] + (typed.kinds == nil ? [] : ["cells"]) {
        guard reader.node(key) != nil else { continue }
        diagnostics.error(
          .invalidSetting, "'\(key)' of this list is declared in Swift", at: reader.keyLocation(key),
          hint: "at \(typed.location); leave it out here")
      }
      type = typed.recordType(&diagnostics).leading(to: lists, at: typed.location, &diagnostics).shown(in: values.zone)
      contents = (typed.kinds ?? []).map { kind in
        kind.type(typed.location, &diagnostics).leading(to: lists, at: typed.location, &diagnostics)
          .shown(in: values.zone)
      }
      if let former = root["redirect-from"]?.text { type.hide(former) }
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
        hint: "for example record: {name: text, year: integer?}")
      return nil
    }
    guard var type = RecordType(record, values: values, &diagnostics) else { return nil }
    if let former = root["redirect-from"]?.text { type.hide(former) }
    titleField = Self.titleField(&reader, type, &diagnostics)
    self.folder = folder
    self.root = root
    self.reader = reader
    self.type = type
  }

  /// What the list's `list.yml` and Swift say of it.
  private static func settings(
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
