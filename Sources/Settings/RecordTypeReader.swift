import CellistContent
import CellistLists
import CellistRecords
import CellistText

/// Reads the type of a list's records, and the field that is their title, from its settings and from Swift.
struct RecordTypeReader {
  /// Reads the settings that have not been read yet.
  private(set) var reader: MappingReader
  /// The settings, with those inherited from the list that has the records.
  private let root: Node
  private let folder: ListFolder
  private let site: DeclaringSite
  private let values: ValueReader
  /// Where the settings say whose records the list shows; nil where it shows its own.
  private let borrowed: Node?
  /// The tags of the site's languages, the list's own first.
  private let order: [String]
  /// The tag of the language of values for which the source names none.
  private let first: String?

  init(
    _ reader: MappingReader, of root: Node, in folder: ListFolder, _ site: DeclaringSite, values: ValueReader,
    borrowed: Node?
  ) {
    self.reader = reader
    self.root = root
    self.folder = folder
    self.site = site
    self.values = values
    self.borrowed = borrowed
    order = site.languages.order(of: folder)
    // What a list in one language says is in that, unless another list says it.
    first = folder.isInOneLanguage && borrowed == nil ? order.first : site.languages.all.first?.tag
  }

  /// The record type, the content types of its cells, and the place of the title among its fields.
  typealias Declared = (type: RecordType, contents: [RecordType], titleField: Int)

  /// Reads a type that settings declare; nil, with diagnostics, where they declare none.
  mutating func read(_ diagnostics: inout Diagnostics) -> Declared? {
    guard let record = reader.node("record") else {
      diagnostics.error(
        .missingSetting, "list.yml needs 'record', the fields of its records", at: root.location,
        hint: root.slip(of: "record") ?? "for example record: {name: text, year: integer?}")
      return nil
    }
    guard let written = RecordType(record, values: values, &diagnostics) else { return nil }
    var type = updated(inSite(written), &diagnostics)
    report(localized: type, &diagnostics)
    if let former = root["redirect-from"]?.text { type.hide(former) }
    return (type, [], titleField(of: type, &diagnostics))
  }

  /// Reads a type that Swift declares, with what settings say besides.
  mutating func read(_ typed: TypedList, _ diagnostics: inout Diagnostics) -> Declared {
    reportTaken(by: typed, &diagnostics)
    func declared(_ type: RecordType) -> RecordType {
      inSite(type.leading(to: site.typed, at: typed.location, &diagnostics))
    }
    var type = declared(typed.recordType(&diagnostics))
    let contents = (typed.kinds ?? []).map { declared($0.type(typed.location, &diagnostics)) }
    if let former = root["redirect-from"]?.text { type.hide(former) }
    if typed.fetch == nil {
      type = updated(type, &diagnostics)
    } else {
      reportUnwritten(&diagnostics)
    }
    return (type, contents, titleField(of: type, &diagnostics))
  }

  /// The type as the list reads it: by its values, in its languages, with references to the lists in its language.
  private func inSite(_ type: RecordType) -> RecordType {
    type.read(by: values).read(in: order, first: first, leadingTo: folder.name(of:))
  }

  /// The setting that gives records the dates of their last changes.
  private static let updatedKey = "updated"

  /// Reports settings that read commits, in a list whose records are in no file.
  private mutating func reportUnwritten(_ diagnostics: inout Diagnostics) {
    for key in [Self.updatedKey, HistorySettings.key] {
      guard let location = reader.keyLocation(key), reader.node(key) != nil else { continue }
      diagnostics.error(.invalidSetting, "'\(key)' is for records in files, and Swift fetches these", at: location)
    }
  }

  /// Reads `updated: git`: the type with a field of that name, unless it has the date already.
  private mutating func updated(_ type: RecordType, _ diagnostics: inout Diagnostics) -> RecordType {
    // A list that shows how records changed shows when, too.
    let own = reader.node(Self.updatedKey)
    guard let node = own ?? root[HistorySettings.key], node.text != "false" else { return type }
    if own != nil, node.text != "git" {
      diagnostics.error(
        .invalidSetting, "'\(Self.updatedKey)' must be git, found \(node.summary)", at: node.location,
        hint: "a feed names the field with the date: feed: {date: published, updated: changed}")
    }
    guard type.updatedField == nil else { return type }
    if let other = type.index(of: Self.updatedKey) {
      diagnostics.error(
        .invalidSetting, "the records have a field '\(Self.updatedKey)' already", at: node.location,
        hint:
          "it is declared at \(type.fields[other].location?.description ?? ""); a field of another name can have the "
          + "date: changed: {type: datetime, from: $updated}")
      return type
    }
    var field = Field(Self.updatedKey, .datetime, isOptional: true)
    field.source = FieldSource([FieldSource.updatedKey])
    (field.zone, field.location) = (values.zone.name, node.location)
    return type.adding(field)
  }

  /// Reports fields with a value for each language, where the site names none or the list is in one.
  private func report(localized type: RecordType, _ diagnostics: inout Diagnostics) {
    guard site.languages.isEmpty else {
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
  private mutating func reportTaken(by typed: TypedList, _ diagnostics: inout Diagnostics) {
    for key in ["record", "id"] + (typed.kinds == nil ? [] : ["cells"]) where reader.node(key) != nil {
      diagnostics.error(
        .invalidSetting, "'\(key)' of this list is declared in Swift", at: reader.keyLocation(key),
        hint: "at \(typed.location); leave it out here")
    }
  }

  /// Reads `title-field`.
  private mutating func titleField(of type: RecordType, _ diagnostics: inout Diagnostics) -> Int {
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
}
