import CellistBase
import CellistContent
import CellistLists
import CellistRecords
import CellistText
import CellistThemes

/// The settings of a `list.yml`: each room reads its own, and this joins them.
package struct ListSettings: Sendable {
  package let folder: ListFolder
  package let title: String
  package let description: String?
  /// The texts that are in other languages than its pages.
  package let foreign: ForeignTexts
  package let decoder: RecordDecoder
  package let sources: [RecordSource]
  /// Whether records may have a text below their other values. Views that the settings leave open follow from it, and with
  /// them the words of records that are searched.
  package let hasBodies: Bool
  /// Whether its sources are the files in its folder, and not those that the settings name.
  package let readsItsFolder: Bool
  /// Whether the sources are all that the settings ask for, as far as their mistakes show.
  package private(set) var hasAllSources: Bool
  /// The Markdown files that say more of the list's terms.
  package let termTexts: [String]
  /// The Markdown files that say more of its sections.
  package let sectionTexts: [String]
  package private(set) var arrangement: Arrangement
  /// The settings of the list outside its `list.yml`, as text: the views that pages declare, and those in Swift.
  package let otherSettings: [String]
  /// Tells these settings from others, by what depends on them.
  package let digests: SettingsDigests
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
  /// The pages of the changes of its records.
  package let history: HistorySettings?
  /// Where readers change records.
  package let edit: EditLink?
  /// Whether all records are offered as JSON.
  package var exportsJSON: Bool { exports.contains { $0.format == .json } }
  /// The field that holds a record's former addresses.
  package let formerAddresses: Int?
  /// The declaration of the list in Swift, where it has one.
  package let typed: TypedList?
  /// Whether Swift code looks at all of its records in each build.
  package let holdsRecords: Bool
  /// The fields by whose values references of other lists name its records.
  package let namingFields: [Int]
  /// Whether a record's place in the list depends on the records that it refers to.
  package let isPlacedByReferences: Bool
  /// The list whose records it shows; nil for one with records of its own.
  package let recordsOf: ListFolder?

  package var type: RecordType { decoder.type }
  /// Whether the place of a record, or the cell that shows it, may change without an edit.
  package let readsClock: Bool
  package var location: SourceLocation {
    folder.hasSettings
      ? SourceLocation(file: folder.settings) : typed?.location ?? SourceLocation(file: folder.settings)
  }

  /// Whether its records are written in files, as neither those of another list nor fetched ones are.
  package var hasWrittenRecords: Bool { hasOwnRecords && typed?.fetch == nil }
  /// Whether the search of the whole site finds its records.
  package var isSearched: Bool {
    get { arrangement.isSearched }
    set { arrangement.isSearched = newValue }
  }
  /// Whether it shows, in another language, the records of the list in the site's first language.
  package var isTranslation: Bool { folder.isTranslation }
  /// Whether its records are its own, and not those of another list or of the same in the site's first language.
  package var hasOwnRecords: Bool { recordsOf == nil && !isTranslation }
  /// The sources whose files hold any number of records, and no text below them.
  package var rowSources: [RecordSource] { sources.filter { $0.format != .markdown && $0.format != .picture } }

  /// The paths of the folders in which themes keep templates for the list: its own, followed by that of the list whose
  /// records it shows.
  package var templatePaths: [String] { [folder.path] + [recordsOf?.path].compactMap(\.self) }

  init(
    _ declaration: ListDeclaration, _ languages: SiteLanguages, targets: [String: ReferenceTarget], files: NamedFiles,
    holdsRecords: Bool, _ diagnostics: inout Diagnostics
  ) {
    var reader = declaration.reader
    let values = declaration.settingsValues
    namingFields = declaration.namingFields
    self.holdsRecords = holdsRecords
    var folder = declaration.folder
    termTexts = folder.takeTermTexts(by: declaration.root)
    sectionTexts = folder.takeSectionTexts(by: declaration.root)
    recordsOf = declaration.recordsOf?.folder
    title = declaration.title
    description = declaration.description
    foreign = declaration.foreign
    titleField = declaration.titleField
    typed = declaration.typed
    var decoder = Self.decoder(declaration, &reader, &diagnostics)
    readsItsFolder = recordsOf == nil && reader.keyLocation("sources") == nil
    let errors = diagnostics.all.count
    let all = Self.sources(declaration, in: folder, among: files, &reader, &diagnostics)
    sources = RecordSource.translated(all, languages, for: folder, hasOwnRecords: recordsOf == nil, &diagnostics)
    hasAllSources = diagnostics.all.count == errors
    folder.withhold(sources, shared: files.shared)
    self.folder = folder
    let type = declaration.joinedType(targets)
    isPlacedByReferences = declaration.isPlacedByReferences
    hasBodies = sources.contains { $0.format == .markdown }
    if typed?.hasProvider != true { Self.supposeYears(&reader, type, title: titleField, hasBodies: hasBodies) }
    arrangement = Arrangement(
      &reader, type: type, values: values, hasProvider: typed?.hasProvider ?? false,
      hasFilesByName: declaration.root["sources"] == nil, views: declaration.views, &diagnostics)
    digests = SettingsDigests(declaration.root, languages.order(of: declaration.folder))
    otherSettings = declaration.otherSettings
    rules = Self.rules(declaration, arrangement.scope(values), &reader, &diagnostics)
    readsClock = arrangement.readsClock || rules.readsClock
    appearance = Appearance(
      &reader, type: type, title: titleField, sectioned: arrangement.levels.compactMap(\.field),
      flags: arrangement.flags.map(\.name), targets: targets, hasBodies: hasBodies, &diagnostics)
    arrangement.measure(appearance.roles.bars)
    tools = Tools(&reader, type: type, title: titleField, appearance: appearance, &diagnostics)
    if tools?.hasSearch == true { arrangement.search = tools }
    exports = Export.all(&reader, type: declaration.type, &diagnostics)
    edit = EditLink(&reader, &diagnostics)
    history = typed?.fetch == nil ? HistorySettings(&reader, &diagnostics) : nil
    hasRecordPages = reader.boolean("record-pages", &diagnostics) ?? false
    decoder.hasRecordPages = hasRecordPages
    decoder.hidesUntranslated = Self.hidesUntranslated(&reader, &diagnostics)
    permalink = Self.permalink(
      &reader, declaration, isUsed: hasRecordPages || recordsOf != nil, language: values.language, &diagnostics)
    decoder.misfits = Self.misfits(arrangement, points: exports.compactMap(\.point), permalink)
    self.decoder = decoder
    formerAddresses = Self.formerAddresses(&reader, declaration.type, &diagnostics)
    let known = diagnostics.all.count
    reader.finish(&diagnostics, calledElsewhere: Self.otherNames)
    // An unknown key may be a slip of 'sources'.
    if readsItsFolder, diagnostics.all.count > known { hasAllSources = false }
    if hasAllSources, readsItsFolder, typed?.fetch == nil { folder.reportUnusedAssets(&diagnostics) }
  }

  /// Settings by what other generators call them.
  static let otherNames = [
    "data": "sources", "detail-pages": "record-pages", "details": "record-pages", "fields": "record",
    "files": "sources",
    "filter": "where", "group-by": "sections", "groups": "sections", "ical": "calendar", "items-per-page": "pages",
    "layout": "view", "order": "sort", "order-by": "sort", "page-size": "pages", "paginate": "pages",
    "paginate-by": "pages", "pagination": "pages", "per-page": "pages", "query": "where", "rss": "feed",
    "schema": "record", "sort-by": "sort", "taxonomies": "terms", "template": "cells",
  ]
}

extension ListSettings {
  /// The terms of the list to which its cells link: a record shows all of its own on the page of each.
  package var linkedTerms: [Terms] {
    let shown = appearance.isTable ? appearance.columns : appearance.roles.meta
    return arrangement.terms.filter { terms in
      !terms.haveRecordPages && terms.values.field.map { shown.contains($0) } ?? false
    }
  }

  /// The decoder of a list's records; reports ids that are localized.
  private static func decoder(
    _ declaration: ListDeclaration, _ reader: inout MappingReader, _ diagnostics: inout Diagnostics
  ) -> RecordDecoder {
    let type = declaration.type
    var values = declaration.values
    (values.absent, values.decimal) = (declaration.absent, declaration.decimal)
    var decoder = RecordDecoder(type: type, values: values, &reader, &diagnostics)
    for index in decoder.idFields where type.fields[index].source.isLocalized {
      diagnostics.error(
        .invalidSetting,
        "an id is the same in all languages, and '\(type.fields[index].name)' is localized",
        at: reader.node("id")?.location)
    }
    decoder.folder = (declaration.recordsOf?.folder ?? declaration.folder).folder
    if let typed = declaration.typed {
      decoder.identify = { record throws(RecordMisfit) in try typed.check(record, type) }
    }
    return decoder
  }

  /// The rules that choose the cells of records, from the settings or from Swift.
  private static func rules(
    _ declaration: ListDeclaration, _ scope: ConditionScope, _ reader: inout MappingReader,
    _ diagnostics: inout Diagnostics
  ) -> CellRules {
    if let typed = declaration.typed, let kinds = typed.kinds {
      return CellRules(kinds, contents: declaration.contents, at: typed.location)
    }
    return CellRules(&reader, in: scope, &diagnostics)
  }

  /// The sources of a list's records; reports files that it does not read, since its records are fetched or another's.
  private static func sources(
    _ declaration: ListDeclaration, in folder: ListFolder, among files: NamedFiles,
    _ reader: inout MappingReader, _ diagnostics: inout Diagnostics
  ) -> [RecordSource] {
    let typed = declaration.typed
    let isFetched = typed?.fetch != nil
    if isFetched {
      folder.reportUnread(
        "the list's records are fetched",
        hint:
          "by the function at \(typed?.location.description ?? ""); move the file, or leave out the function",
        &diagnostics)
    }
    guard let recordsOf = declaration.recordsOf else {
      return isFetched
        ? [.fetched(by: folder)]
        : RecordSource.all(in: files.scope(of: folder, declaration.language), &reader, &diagnostics)
          .map { $0.expecting(absent: declaration.absent) }
    }
    folder.reportUnread(
      "the list's records are those of '\(recordsOf.folder.name)'", hint: "move it to \(recordsOf.folder.folder)",
      &diagnostics)
    let scope = files.scope(of: recordsOf.folder, declaration.language)
    return RecordSource.all(in: scope, &reader, &diagnostics).map { $0.read(by: folder.name) }
  }

  /// Reads `untranslated`: whether records are left out of the languages that have none of their texts.
  private static func hidesUntranslated(_ reader: inout MappingReader, _ diagnostics: inout Diagnostics) -> Bool {
    guard let word = reader.text("untranslated", &diagnostics) else { return false }
    if !["hide", "show"].contains(word) {
      diagnostics.error(
        .invalidSetting, "'untranslated' must be show or hide, found \(quoted(word))",
        at: reader.node("untranslated")?.location)
    }
    return word == "hide"
  }

  /// Gives a timeline whose settings name neither sections nor cells a section for each year.
  private static func supposeYears(
    _ reader: inout MappingReader, _ type: RecordType, title: Int, hasBodies: Bool
  ) {
    guard reader.keyLocation("sections") == nil, reader.keyLocation("cells") == nil else { return }
    // The faults are reported when the settings are read in earnest.
    var (look, unheard) = (reader, Diagnostics())
    Appearance(&look, type: type, title: title, sectioned: [], hasBodies: hasBodies, &unheard)
      .supposeYears(&reader, type: type)
  }

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

  /// Whether each record's page is in a folder of its slug.
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

extension ListFolder {
  /// Leaves the files of sources that are not published out of those that are, and notes which Markdown files hold
  /// several records.
  ///
  /// - Parameter shared: the files that lists read from outside their folders.
  fileprivate mutating func withhold(_ sources: [RecordSource], shared: Set<Identifier>) {
    let named = Set(
      names: sources.lazy.flatMap(\.ofFiles).filter { $0.format.isByNameOnly && !$0.format.isPublished }.map(\.path)
    )
    .union(shared)
    if !named.isEmpty { assets.removeAll { named.contains($0) } }
    collections = Set(sources.lazy.filter { $0.format == .markdown && $0.details?.items != nil }.map(\.path))
  }
}
