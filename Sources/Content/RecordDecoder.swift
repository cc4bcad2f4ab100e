import CellistBase
import CellistRecords
import CellistText

/// Turns what sources say into records of a declared type, and reports everything that does not fit.
package struct RecordDecoder: Sendable {
  package let type: RecordType
  package let values: ValueReader
  /// The fields whose values make up the id; none where the file's name is the id.
  package let idFields: [Int]
  /// Whether keys that no field names are passed over.
  package let ignoresExtraKeys: Bool
  /// Checks that a record is an item of the Swift type that its list declares, and gives the item's id.
  package var identify: (@Sendable (Record) throws(RecordMisfit) -> String)?
  /// Says of a record what is wrong with it for the files that the list is published as, such as its calendar.
  package var misfits: (@Sendable (Record) -> [RecordMisfit])?
  /// The names in addresses that settings give records, by their ids.
  package var slugs: [String: String] = [:]
  /// Whether records are left out of which nothing is in the list's language.
  package var hidesUntranslated = false
  /// Whether each record has a page, whose address is made of its id.
  package var hasRecordPages = false
  /// Whether 'id' in the settings names fields that could not be read, which has been reported.
  private var lacksID = false
  /// Whether all fields could be read from their declarations.
  private let isWhole: Bool
  let knownKeys: Set<String>
  /// The same in order, for hints.
  private let keyNames: [String]
  /// The keys of publishing that fields take as well.
  private let scheduleSources: Set<String>
  /// The fields that are lists of references, whose items' places are kept.
  private let referenceLists: [Int]
  /// The fields that may be the heading of the record's text.
  let headings: [Int]
  /// How each field is read.
  private let readings: [Reading]
  /// The folder of the list, in which the folders of its files begin.
  package var folder = ""
  /// Whether a field is the number of a record in its file, so that a record follows from those in front of it as well.
  package let readsRowNumbers: Bool

  package init(type: RecordType, values: ValueReader, idFields: [Int], ignoresExtraKeys: Bool) {
    self.type = type
    self.values = values
    self.idFields = idFields
    self.ignoresExtraKeys = ignoresExtraKeys
    referenceLists = type.references.map(\.field).filter { type.fields[$0].type.isList }
    headings = type.fields.indices.filter { index in
      type.fields[index].source.keys.contains { $0.hasPrefix(TextHeading.key) }
    }
    readings = type.fields.map(Reading.init)
    isWhole = type.fields.allSatisfy(\.isKnown)
    knownKeys = Set(
      type.fields.filter { !$0.type.isComputed }.flatMap(\.source.topKeys) + RecordType.scheduleNames)
    keyNames = knownKeys.sorted()
    readsRowNumbers = type.fields.contains { $0.source.keys.contains(RecordOrigin.rowKey) }
    scheduleSources = Set(type.fields.flatMap(\.source.keys)).intersection(RecordType.scheduleNames)
  }

  /// A field as one object, since a copy of its declaration, which has some forty parts, would be the dearest step of
  /// reading a value.
  private final class Reading: Sendable {
    let field: Field
    let isComputed: Bool
    /// The key that alone has the value; nil where more is to be done.
    let plainKey: String?

    init(_ field: Field) {
      self.field = field
      isComputed = field.type.isComputed
      plainKey = field.source.keys.count == 1 && field.source.pattern == nil ? field.source.keys[0] : nil
    }
  }

  /// A record and when it is published.
  package struct Decoded: Sendable {
    package let record: Record
    package let schedule: Schedule
    /// Whether nothing about the record is wrong.
    package let fits: Bool

    package init(record: Record, schedule: Schedule, fits: Bool) {
      self.record = record
      self.schedule = schedule
      self.fits = fits
    }
  }

  /// Reads the `id` and `extra-keys` settings.
  package init(
    type: RecordType, values: ValueReader, _ settings: inout MappingReader, _ diagnostics: inout Diagnostics
  ) {
    var idFields: [Int] = []
    for node in settings.texts("id", &diagnostics) ?? [] {
      guard let name = node.text, let path = type.path(name, at: node.location, &diagnostics) else { continue }
      if path.part != nil {
        diagnostics.error(.invalidSetting, "'id' must name fields, and '\(name)' is a part of one", at: node.location)
      }
      idFields.append(path.field)
    }
    var ignoresExtraKeys = false
    if let extra = settings.text("extra-keys", &diagnostics) {
      if extra == "ignore" {
        ignoresExtraKeys = true
      } else if extra != "error" {
        diagnostics.error(
          .invalidSetting, "'extra-keys' must be error or ignore, found \"\(extra)\"",
          at: settings.node("extra-keys")?.location)
      }
    }
    self.init(type: type, values: values, idFields: idFields, ignoresExtraKeys: ignoresExtraKeys)
    slugs = Self.slugs(&settings, &diagnostics)
    lacksID = idFields.isEmpty && settings.node("id") != nil
  }

  /// Reads `slugs`, a mapping of ids to names in addresses.
  private static func slugs(_ reader: inout MappingReader, _ diagnostics: inout Diagnostics) -> [String: String] {
    guard let node = reader.node("slugs") else { return [:] }
    if node.entries == nil {
      diagnostics.error(
        .invalidSetting, "'slugs' must be a mapping of ids to names in addresses, found \(node.summary)",
        at: node.location, hint: "for example slugs: {C#: c-sharp}")
    }
    var slugs: [String: String] = [:]
    for entry in node.entries ?? [] {
      guard let slug = entry.value.slug(&diagnostics) else { continue }
      slugs[entry.key.composed] = slug
    }
    return slugs
  }

  /// Whether nothing may name some of its records.
  package var mayBeNameless: Bool { identify == nil && idFields.isEmpty }

  /// The record under the slug that settings give its id. Without a page, a record needs no more than an anchor, which any
  /// id can make.
  package func named(_ record: Record) -> Record {
    if let slug = slugs[record.id] { return Record(record, slug: slug) }
    if let row = RowID(record.id) { return Record(record, slug: row.slug) }
    guard !hasRecordPages, record.slug.isEmpty else { return record }
    return Record(record, slug: Slug.naming(record.id))
  }

  /// The record that a source describes; nil, with diagnostics, when it does not fit the type.
  package func decode(_ raw: RawRecord, _ diagnostics: inout Diagnostics) -> Decoded? {
    guard let decoded = attempt(raw, &diagnostics), decoded.fits else { return nil }
    return decoded
  }

  /// The record as far as it can be read, so that all else that is wrong with it is found in the same run; nil, with
  /// diagnostics, when not even its id is known.
  package func attempt(_ raw: RawRecord, _ diagnostics: inout Diagnostics) -> Decoded? {
    let before = diagnostics.all.count
    guard let variant = variant(of: raw, &diagnostics) else { return nil }
    if !ignoresExtraKeys { reportExtraKeys(of: raw, variant: variant.index, &diagnostics) }
    var fieldValues = [Value](repeating: .absent, count: type.fields.count)
    var locations = [SourceLocation](repeating: raw.node.location, count: type.fields.count)
    var languages: [Int: String] = [:]
    var isTranslated = false
    for index in type.fieldIndices(ofVariant: variant.index) {
      let reading = readings[index]
      if reading.isComputed { continue }
      let start = diagnostics.all.count
      defer { if diagnostics.all.count > start { diagnostics.note(subject: reading.field.name, since: start) } }
      if !raw.sharedNames.isEmpty, reportSharedName(of: reading.field, in: raw, &diagnostics) { continue }
      let (node, language) = found(index, of: raw)
      if let header = raw.header { reportMissingColumns(of: reading.field, raw.node, at: header, &diagnostics) }
      if let node {
        locations[index] = node.location
        guard let value = values.read(node, as: reading.field, &diagnostics) else { continue }
        fieldValues[index] = value
        if let language, !value.isAbsent {
          if language == reading.field.source.languages.first {
            isTranslated = true
          } else {
            languages[index] = language
          }
        }
      }
      if fieldValues[index].isAbsent {
        // A column that no row can have is missing in the header, where it is reported once.
        fill(&fieldValues[index], reading.field, of: raw, at: locations[index], isGiven: node != nil, &diagnostics)
      }
    }
    for index in referenceLists {
      guard case .list(let items) = fieldValues[index] else { continue }
      let nodes = node(index, of: raw)?.items ?? []
      locations += items.indices.map { nodes.indices.contains($0) ? nodes[$0].location : locations[index] }
    }
    var schedule = Schedule(raw.node, zone: values.zone, otherwiseRead: scheduleSources, &diagnostics)
    if hidesUntranslated, !isTranslated, !languages.isEmpty { schedule.expires = Schedule.always }
    let hasFailed = diagnostics.all.count > before
    guard let id = id(of: raw, fieldValues, failed: hasFailed, &diagnostics) else { return nil }
    let record = Record(
      id: id, variant: variant.index, values: fieldValues, locations: locations, location: raw.node.location,
      languages: languages)
    guard let identified = identified(record, failed: hasFailed, &diagnostics).map(named) else { return nil }
    checkSlug(of: identified, &diagnostics)
    if !hasFailed { checkFit(of: identified, &diagnostics) }
    return Decoded(record: identified, schedule: schedule, fits: diagnostics.all.count == before)
  }

  /// Reports a record whose id makes no slug.
  package func checkSlug(of record: Record, _ diagnostics: inout Diagnostics) {
    if record.slug.isEmpty || record.slug.utf8.count > Slug.limit {
      diagnostics.error(
        .invalidSlug,
        record.slug.isEmpty
          ? "the id \"\(record.id)\" has no letters or digits for a URL"
          : "the id makes a slug of \(record.slug.utf8.count) bytes; \(Slug.limit) is the most",
        at: record.location,
        hint: "'slugs' in list.yml gives it another: slugs: {\(JSONText.quoted(record.id.shortened)): …}"
          + (identify == nil ? "; 'id' can name another field" : ""), about: "id")
    }
  }

  /// Reports what is wrong with a record for the files that the list is published as.
  package func checkFit(of record: Record, _ diagnostics: inout Diagnostics) {
    for misfit in misfits?(record) ?? [] { report(misfit, of: record, &diagnostics) }
  }

  /// The record under the id of the item that it is, in a list whose records are declared in Swift; nil, with a
  /// diagnostic, when it is none.
  private func identified(_ record: Record, failed: Bool, _ diagnostics: inout Diagnostics) -> Record? {
    guard let identify else { return record }
    // A value that does not fit its field's type has been reported, and so has a field that cannot be read.
    guard !failed, isWhole else { return record.id.isEmpty ? nil : record }
    do throws(RecordMisfit) {
      let id = try identify(record)
      guard !id.isEmpty else {
        diagnostics.error(
          .missingID, "the record has no id", at: record.location,
          hint: "give it a key 'id', or let the type compute one", about: "id")
        return nil
      }
      if id == record.id { return record }
      return Record(
        id: id, variant: record.variant, values: record.values, locations: record.locations, location: record.location,
        languages: record.languages)
    } catch {
      report(error, of: record, &diagnostics)
      return nil
    }
  }

  private func report(_ misfit: RecordMisfit, of record: Record, _ diagnostics: inout Diagnostics) {
    diagnostics.error(
      .invalidValue, misfit.message, at: misfit.field.map { record.locations[$0] } ?? record.location,
      about: misfit.field.map { type.fields[$0].name } ?? "")
  }

  private struct VariantChoice { let index: Int? }

  private func variant(of raw: RawRecord, _ diagnostics: inout Diagnostics) -> VariantChoice? {
    guard let discriminator = type.discriminator else { return VariantChoice(index: nil) }
    let field = type.fields[discriminator]
    guard let node = node(discriminator, of: raw), let name = node.text else {
      diagnostics.error(
        .missingValue, "'\(field.name)', which names the kind of the record, is missing", at: raw.node.location,
        hint: "one of \(type.variants.map(\.name).joined(separator: ", "))", about: field.name)
      return nil
    }
    guard let index = type.variants.firstIndex(where: { $0.name == name }) else {
      reportUnknownVariant(name, at: node.location, &diagnostics)
      return nil
    }
    return VariantChoice(index: index)
  }

  func reportUnknownVariant(_ name: String, at location: SourceLocation, _ diagnostics: inout Diagnostics) {
    diagnostics.error(
      .unknownVariant, "there is no variant '\(name)'", at: location,
      hint: diagnostics.hint(for: name, in: type.variants.map(\.name)), about: name)
  }

  /// The value of a field in the last source that has one.
  func node(_ index: Int, of raw: RawRecord) -> Node? { found(index, of: raw).node }

  /// The value of a field with the heading that a text may begin with.
  func whole(_ index: Int, of raw: RawRecord) -> (node: Node?, language: String?) {
    if !raw.updates.isEmpty, let node = raw.updates[index] { return (node, raw.updateLanguages[index]) }
    // By far the commonest.
    if let key = readings[index].plainKey, let node = raw.node.descendant(key) { return (node, nil) }
    let field = readings[index].field
    let source = field.source
    if let (node, language) = source.found(
      in: raw.node, isNothing: values.isNothing, fact: { raw.origin?.node($0, listIn: folder) ?? raw.heading($0) })
    {
      return (node, language)
    }
    // The text below the front matter is in the first language.
    return field.name == RecordType.bodyName && raw.body != nil ? (raw.body, source.plainLanguage) : (nil, nil)
  }

  private func fill(
    _ value: inout Value, _ field: Field, of raw: RawRecord, at location: SourceLocation, isGiven: Bool,
    _ diagnostics: inout Diagnostics
  ) {
    let header = isGiven ? nil : raw.header
    if let standard = field.defaultValue {
      value = standard
      return
    }
    switch field.type {
    case .list: value = .list([])
    case .map: value = .map([])
    default:
      guard !field.isOptional else { return }
      let isNamed = FieldType.named.contains { $0.type == field.type }
      diagnostics.error(
        .missingValue, header == nil ? "'\(field.name)' is missing" : "the table has no column \(field.source.name)",
        at: header ?? location,
        hint: (isGiven ? nil : raw.otherDelimiterHint ?? raw.titleLineHint)
          ?? (identify == nil
            ? "give it a value, or make the field optional in list.yml"
              + (isNamed ? ": \(field.name): \(field.type.name)?" : " with optional: true")
            : "give it a value, or make the property optional in Swift"))
    }
  }

  /// Whether a key 'id' is what a record is called: where no field tells records apart, nor the name of a file.
  func takesKey(of raw: RawRecord) -> Bool { identify != nil || idFields.isEmpty && raw.name == nil }

  func reportExtraKeys(of raw: RawRecord, variant: Int?, _ diagnostics: inout Diagnostics) {
    for entry in raw.node.entries ?? [] {
      if entry.key == RecordType.idKey, type.index(of: entry.key) == nil, takesKey(of: raw) { continue }
      if entry.key == GeoPoint.key || isOfReportedName(entry.key, in: raw) { continue }
      // A column without a name, as of row numbers.
      if entry.key.isEmpty, raw.header != nil { continue }
      if knownKeys.contains(entry.key) {
        guard let variant, !RecordType.scheduleNames.contains(entry.key) else { continue }
        let belongs = type.variants[variant].fields.contains {
          type.fields[$0].source.topKeys.contains(entry.key)
        }
        // A row of a table has a cell for the fields of every variant.
        guard !belongs, !entry.value.isNull else { continue }
        diagnostics.error(
          .unknownKey, "a record of the variant '\(type.variants[variant].name)' has no field '\(entry.key)'",
          at: entry.keyLocation,
          hint: diagnostics.hint(
            for: entry.key, in: type.variants[variant].fields.flatMap { type.fields[$0].source.keys }),
          about: "\(type.variants[variant].name): \(entry.key)")
      } else if let field = type.index(of: entry.key), type.fields[field].type.isComputed {
        diagnostics.error(
          .unknownKey, "'\(entry.key)' is computed from other records and cannot be written", at: entry.keyLocation,
          about: entry.key)
      } else if !raw.isOffered, raw.origin?.isTakenBy(entry.key) != true, !isOtherLanguage(entry.key) {
        if let field = neutralField(of: entry.key) {
          diagnostics.error(
            .unknownKey, "'\(field)' is the same in all languages", at: entry.keyLocation,
            hint: "'\(entry.key)' is a value in one language: declare the field with localized: true, or leave it out",
            about: entry.key)
          continue
        }
        diagnostics.error(
          .unknownKey, "no field is called '\(entry.key)'", at: entry.keyLocation,
          hint: diagnostics.nearest(to: entry.key, in: keyNames).map { "did you mean '\($0)'?" }
            ?? raw.otherDelimiterHint
            ?? "declare it in \(identify == nil ? "list.yml" : "Swift"), or pass over such keys with extra-keys: ignore",
          about: entry.key)
      }
    }
  }

  func id(
    of raw: RawRecord, _ values: [Value], failed: Bool, _ diagnostics: inout Diagnostics
  ) -> String? {
    if identify != nil { return raw.node[RecordType.idKey]?.text ?? raw.name ?? "" }
    guard !idFields.isEmpty else {
      if let name = raw.name { return name }
      if let id = raw.node[RecordType.idKey]?.text, !id.isEmpty { return id }
      guard !lacksID else { return nil }
      var writer = StateWriter()
      for value in values { writer.write(value) }
      return RowID(digest: Digest(writer.bytes).first).id
    }
    let parts = idFields.map { values[$0].plainText }
    // A part that is absent is left out.
    let isKnown = failed ? !parts.contains("") : parts.contains { !$0.isEmpty }
    if !isKnown, let empty = parts.firstIndex(where: \.isEmpty) {
      let field = type.fields[idFields[empty]]
      // A value that could not be read has been reported already, and so has a type that does not exist.
      if !failed, field.isKnown {
        diagnostics.error(
          .missingID, "the record has no id, since '\(field.name)' is empty", at: raw.node.location, about: "id")
      }
      return nil
    }
    return parts.filter { !$0.isEmpty }.joined(separator: "-")
  }
}
