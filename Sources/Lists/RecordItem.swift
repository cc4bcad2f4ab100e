import CellistBase
import CellistRecords
import CellistText

/// A record as an item of a list: its place in the list's table, and the record itself on demand.
///
/// A build that has an item from an earlier build need not read its record: the item has everything that tables, links
/// and neighbours show of it.
package final class RecordItem: Sendable {
  package let id: String
  /// The name of the record in addresses and anchors, which no other record of its list has.
  package let slug: String
  /// The text of links to the record.
  package let title: String
  /// Where the record begins.
  package let location: SourceLocation
  package let row: Row
  private let storedVariant: Int32
  private let storedRule: Int32
  private let index: Int32
  /// One number per field: as long as a value is the same as it is written, so is its number.
  package let writtenFingerprints: [UInt64]
  private let details: Details?
  /// The store that has the record.
  package let store: any RecordStore

  /// The facts that few records have.
  package final class Details: Sendable, StateCodable {
    let links: [String]
    let linkFiles: [String]
    let pictureCount: Int
    let otherFiles: [String]
    let formerAddresses: [String]
    let references: [Int: [String]]
    let names: [Int: [String]]
    let place: String?
    let ownSlug: String?
    /// The references as ids of the records that they name; nil where they are those as they are written.
    let found: FoundReferences?
    package let given: GivenValue?
    let titleLanguage: String?

    init?(
      links: [String], linkFiles: [String], pictureCount: Int, otherFiles: [String], formerAddresses: [String],
      references: [Int: [String]], names: [Int: [String]], place: String?, ownSlug: String? = nil,
      found: FoundReferences? = nil, given: GivenValue? = nil, titleLanguage: String? = nil
    ) {
      if links.isEmpty, otherFiles.isEmpty, formerAddresses.isEmpty, references.isEmpty, names.isEmpty, place == nil,
        ownSlug == nil, given == nil, titleLanguage == nil
      {
        return nil
      }
      self.ownSlug = ownSlug
      self.names = names
      self.found = found
      self.given = given
      self.titleLanguage = titleLanguage
      self.links = links
      self.linkFiles = linkFiles
      self.pictureCount = pictureCount
      self.otherFiles = otherFiles
      self.formerAddresses = formerAddresses
      self.references = references
      self.place = place
    }

    package init(_ coder: inout StateCoder, _ known: Details?) throws(StateCoder.Malformed) {
      links = try coder.items(known?.links)
      linkFiles = try coder.items(known?.linkFiles)
      pictureCount = try coder.value(known?.pictureCount)
      otherFiles = try coder.items(known?.otherFiles)
      formerAddresses = try coder.items(known?.formerAddresses)
      references = try coder.entries(known?.references, by: <)
      names = try coder.entries(known?.names, by: <)
      place = try coder.optional(known?.place)
      // Which records share a slug follows from all of them.
      ownSlug = nil
      found = try coder.optional(known?.found)
      given = try coder.optional(known?.given)
      titleLanguage = try coder.optional(known?.titleLanguage)
      let isSound = (0...links.count).contains(pictureCount) && (linkFiles.isEmpty || linkFiles.count == links.count)
      guard known != nil || isSound else { throw StateCoder.Malformed() }
    }

    /// The same without its own slug; nil where nothing else is in it.
    fileprivate var unshared: Details? {
      guard ownSlug != nil else { return self }
      return Details(
        links: links, linkFiles: linkFiles, pictureCount: pictureCount, otherFiles: otherFiles,
        formerAddresses: formerAddresses, references: references, names: names, place: place, found: found,
        given: given, titleLanguage: titleLanguage)
    }
  }

  /// The facts that few records have, as the state keeps them.
  package var keptDetails: Details? { details?.unshared }

  /// One number per field: as long as a value is the same, and leads to the same records, so is its number.
  package var fingerprints: [UInt64] {
    guard let given = details?.given else { return saidFingerprints }
    var fingerprints = saidFingerprints
    if fingerprints.indices.contains(given.field) { fingerprints[given.field] = given.fingerprint }
    return fingerprints
  }

  /// The same without the value that it has from elsewhere than its sources.
  package var saidFingerprints: [UInt64] {
    guard let found = details?.found else { return writtenFingerprints }
    var fingerprints = writtenFingerprints
    for (field, digest) in found.digests where fingerprints.indices.contains(field) { fingerprints[field] &+= digest }
    return fingerprints
  }

  package var variant: Int? { storedVariant < 0 ? nil : Int(storedVariant) }
  /// The cell rule that takes the record, when that is known already.
  package var rule: Int? { storedRule < 0 ? nil : Int(storedRule) }
  /// The links in its values that lead to something in the site, as they are written.
  package var links: [String] { details?.links ?? [] }
  /// The files that contain the links, one for each; empty where all of them are in the record's own.
  package var linkFiles: [String] { details?.linkFiles ?? [] }
  /// How many of the links, from the first on, are pictures of which there are to be smaller copies.
  package var pictureCount: Int { details?.pictureCount ?? 0 }
  /// The other Markdown files with values of the record.
  package var otherFiles: [String] { details?.otherFiles ?? [] }
  /// The addresses that the record had.
  package var formerAddresses: [String] { details?.formerAddresses ?? [] }
  /// The folder of its own page, below that of its list's records: its slug, unless the list's permalink says otherwise.
  package var place: String { details?.place ?? Permalink.folder(slug) }
  /// How many bytes the name of that folder has.
  package var placeSize: Int { (details?.place ?? slug).utf8.count }
  /// The place that the list's permalink makes; nil for its slug.
  package var givenPlace: String? { details?.place }
  /// The slug that its id makes, or that settings give it. Without a page of its own, a record may share it with others.
  package var ownSlug: String { details?.ownSlug ?? slug }
  /// The ids that it refers to, by the field that does.
  package var references: [Int: [String]] { details?.found?.references ?? details?.references ?? [:] }
  /// The same as they are written: ids, and other names of records.
  package var writtenReferences: [Int: [String]] { details?.references ?? [:] }
  /// What the references lead to, where that is not all as it is written.
  package var foundReferences: FoundReferences? { details?.found }
  /// The value that it has from elsewhere than its sources.
  package var given: GivenValue? { details?.given }
  /// The tag of the language of its title, where that is not the list's.
  package var titleLanguage: String? { details?.titleLanguage }
  /// The values of the fields by which references of other lists may name it, by field.
  package var names: [Int: [String]] { details?.names ?? [:] }

  /// The record itself, whose references are ids. Asking for it may read a file.
  package var record: Record {
    let record = writtenRecord
    guard let found = details?.found else { return record }
    var values = record.values
    for (field, ids) in found.references {
      let items = ids.map(Value.text)
      if case .list = values[field] { values[field] = .list(items) } else { values[field] = items.first ?? .absent }
    }
    return Record(record, values: values)
  }

  /// The record with its references as they are written.
  package var writtenRecord: Record {
    let record = store.record(at: Int(index))
    return details?.given.map { Record(record, values: $0.put(into: record.values)) } ?? record
  }

  /// - Parameters:
  ///   - store: what has the record.
  ///   - index: where it has it.
  package init(
    id: String, slug: String, variant: Int?, title: String, location: SourceLocation, row: Row, rule: Int? = nil,
    fingerprints: [UInt64] = [], links: [String] = [], linkFiles: [String] = [], pictureCount: Int = 0,
    otherFiles: [String] = [], formerAddresses: [String] = [], references: [Int: [String]] = [:],
    names: [Int: [String]] = [:], found: FoundReferences? = nil, given: GivenValue? = nil, place: String? = nil,
    titleLanguage: String? = nil, in store: any RecordStore, at index: Int = 0
  ) {
    self.id = id
    self.slug = slug
    storedVariant = variant.map { Int32(clamping: $0) } ?? -1
    self.title = title
    self.location = location
    self.row = row
    storedRule = rule.map { Int32(clamping: $0) } ?? -1
    writtenFingerprints = fingerprints
    details = Details(
      links: links, linkFiles: linkFiles, pictureCount: pictureCount, otherFiles: otherFiles,
      formerAddresses: formerAddresses, references: references, names: names,
      place: place.flatMap { $0 == slug ? nil : $0 }, found: found, given: given, titleLanguage: titleLanguage)
    self.store = store
    self.index = Int32(clamping: index)
  }

  /// The item of a record that the state knows.
  package init(
    id: String, slug: String, variant: Int?, title: String, location: SourceLocation, row: Row, rule: Int?,
    fingerprints: [UInt64], details: Details?, in store: any RecordStore, at index: Int
  ) {
    (self.id, self.slug, self.title, self.location, self.row) = (id, slug, title, location, row)
    storedVariant = variant.map { Int32(clamping: $0) } ?? -1
    storedRule = rule.map { Int32(clamping: $0) } ?? -1
    writtenFingerprints = fingerprints
    (self.details, self.store) = (details, store)
    self.index = Int32(clamping: index)
  }

  /// An item in another place, with another record, under another slug, or whose references lead elsewhere.
  private init(
    _ item: RecordItem, _ row: Row, rule: Int32, at location: SourceLocation, in store: any RecordStore,
    id: String? = nil, slug: String? = nil, found: FoundReferences?, given: GivenValue?
  ) {
    self.id = id ?? item.id
    self.slug = slug ?? item.slug
    storedVariant = item.storedVariant
    title = item.title
    self.location = location
    self.row = row
    storedRule = rule
    writtenFingerprints = item.writtenFingerprints
    let ownSlug = id != nil ? nil : slug.map { $0 == item.ownSlug ? nil : item.ownSlug } ?? item.details?.ownSlug
    let isSame = slug == nil && found == item.foundReferences && given == item.given
    details =
      isSame
      ? item.details
      : Details(
        links: item.links, linkFiles: item.linkFiles, pictureCount: item.pictureCount, otherFiles: item.otherFiles,
        formerAddresses: item.formerAddresses, references: item.writtenReferences, names: item.names,
        place: item.details?.place, ownSlug: ownSlug, found: found, given: given, titleLanguage: item.titleLanguage)
    self.store = store
    index = item.index
  }

  /// The item under a slug that tells it from all others of its list.
  package func called(_ slug: String) -> RecordItem {
    RecordItem(self, row, rule: storedRule, at: location, in: store, slug: slug, found: foundReferences, given: given)
  }

  /// The item of a record that nothing names, under the name that tells it from those that are like it.
  package func called(_ row: RowID) -> RecordItem {
    RecordItem(
      self, self.row, rule: storedRule, at: location, in: store, id: row.id, slug: row.slug, found: foundReferences,
      given: given)
  }

  /// The item whose references lead to what was found; nil where each is the id of a record as it is written.
  package func finding(_ found: FoundReferences?) -> RecordItem {
    RecordItem(self, row, rule: storedRule, at: location, in: store, found: found, given: given)
  }

  /// The item with another value from elsewhere than its sources; nil for none.
  package func giving(_ given: GivenValue?) -> RecordItem {
    RecordItem(self, row, rule: storedRule, at: location, in: store, found: foundReferences, given: given)
  }

  /// The item with another place in its list's table.
  package func placed(_ row: Row, rule: Int?) -> RecordItem {
    RecordItem(
      self, row, rule: rule.map { Int32(clamping: $0) } ?? -1, at: location, in: store, found: foundReferences,
      given: given)
  }

  /// The item of a record that says the same and stands some lines further down.
  package func moved(by lines: Int, in store: any RecordStore) -> RecordItem {
    RecordItem(
      self, row, rule: storedRule, at: location.moved(by: lines), in: store, found: foundReferences, given: given)
  }
}

/// A store that has records, or reads them on demand.
package protocol RecordStore: AnyObject, Sendable {
  /// The record at a place.
  func record(at index: Int) -> Record
}

extension Record: RecordStore {
  package func record(at index: Int) -> Record { self }
}

extension RecordItem {
  /// The item of a record that has been read.
  ///
  /// - Parameters:
  ///   - language: the language of the list, in which the record's title is written.
  ///   - store: what has the record; nil to keep it.
  ///   - index: where it has it.
  package convenience init(
    _ record: Record, of type: RecordType, _ language: Language, place: String? = nil, title: Int, row: Row,
    rule: Int? = nil, fingerprints: [UInt64] = [], given: GivenValue? = nil, links: [String] = [],
    linkFiles: [String] = [], pictureCount: Int = 0, otherFiles: [String] = [],
    formerAddresses: [String] = [], naming fields: [Int] = [],
    in store: (any RecordStore)? = nil, at index: Int = 0
  ) {
    let value = record.values.indices.contains(title) ? record.values[title] : .absent
    let words = value.isAbsent ? "" : type.fields[title].title(of: value, in: language)
    let name = record.called(words)
    var references: [Int: [String]] = [:]
    for (field, _) in type.references { references[field] = record.values[field].items.map(\.plainText) }
    var names: [Int: [String]] = [:]
    for field in fields where !record.values[field].isMissing {
      names[field] = record.values[field].items.map(\.plainText)
    }
    self.init(
      id: record.id, slug: record.slug, variant: record.variant,
      title: name, location: record.location, row: row, rule: rule,
      fingerprints: fingerprints, links: links, linkFiles: linkFiles, pictureCount: pictureCount,
      otherFiles: otherFiles, formerAddresses: formerAddresses, references: references, names: names, given: given,
      place: place, titleLanguage: name == words ? record.languages[title] : nil, in: store ?? record, at: index)
  }

  /// The file that the record begins in, and the other Markdown files with values of it.
  package var files: [String] { [location.file] + otherFiles }

  /// Calls `body` with each link and the file that it is written in.
  package func forEachLink(_ body: (_ link: String, _ file: String) -> Void) {
    for (index, link) in links.enumerated() { body(link, linkFiles.isEmpty ? location.file : linkFiles[index]) }
  }

  /// The pictures of which there are to be smaller copies, each with the file that its path is written in.
  package var pictures: [(path: String, file: String)] {
    (0..<pictureCount).map { (links[$0], linkFiles.isEmpty ? location.file : linkFiles[$0]) }
  }
}
