import CellistBase
import CellistContent
import CellistLists
import CellistRecords
import CellistSettings

/// Reads sources of records, each only where the last build does not know what is in it.
struct SourceReader: Sendable {
  let list: ListSettings
  private(set) var ledger: SourceLedger
  private let links: RecordLinks
  private let fetching: Fetching
  private var placing: RecordPlacing
  private(set) var unread: UnreadFiles
  /// Gives records the dates of their last changes.
  private let dating: RecordDating?
  /// A digest of the settings that say how records are read.
  let settings: Digest

  init(
    _ list: ListSettings, _ site: SiteSettings, _ ledger: SourceLedger, _ fetching: Fetching,
    _ dating: RecordDating? = nil, now: Int
  ) {
    self.list = list
    self.dating = dating
    self.fetching = fetching
    self.ledger = ledger
    unread = UnreadFiles(list.decoder, ledger)
    links = RecordLinks(type: list.type, terms: list.linkedTerms, dialect: site.dialect)
    placing = RecordPlacing(list, now: now)
    settings = Self.digest(of: list, site)
  }

  /// A digest of the settings that say how a list's records are read.
  static func digest(of list: ListSettings, _ site: SiteSettings) -> Digest {
    var writer = StateWriter()
    writer.write(list.digests.reading)
    writer.write([list.decoder.values.language, list.arrangement.language]) { $0.write($1.tag) }
    writer.write(list.decoder.values.zone.name)
    writer.write(list.decoder.values.decimal?.rawValue ?? "")
    writer.write(Int(site.dialect.number))
    writer.write(list.isSearched)
    writer.write(list.hasBodies)
    writer.write(list.namingFields) { $0.write($1) }
    // A list's settings may depend on other lists.
    writer.write("\(list.arrangement.type.columns) \(list.arrangement.type.fields.map(\.type))")
    writer.write(list.otherSettings) { $0.write($1) }
    return Digest(writer.bytes)
  }

  /// - Parameter kept: what an earlier build of this process read of the group.
  func read(_ group: SourceGroup, kept: ReadList.Source? = nil) -> ReadList.Source {
    var read = records(of: group, kept: kept)
    date(&read)
    // However its records were read, a fetched file must be the one that the lock describes.
    var found = Diagnostics()
    for source in group.sources.flatMap(\.ofFiles) {
      source.details?.remote?.check(source, ledger.listedDigest(of: source.path), &found)
    }
    guard found.hasErrors else { return read }
    var refused = ReadList.Source(
      group: group,
      records: SourceRecords(digest: Digest(""), settings: settings, holdsRecords: list.holdsRecords))
    (refused.found, refused.isComplete, refused.isFresh) = (found, false, true)
    return refused
  }

  /// The same reader of other files, as of an instant.
  func reading(_ ledger: SourceLedger, at instant: Int) -> SourceReader {
    var reader = self
    (reader.ledger, reader.unread) = (ledger, UnreadFiles(list.decoder, ledger))
    reader.placing = RecordPlacing(list, now: instant)
    return reader
  }

  /// Whether the list shows a record, as far as that follows from the record.
  func keeps(_ record: Record) -> Bool { list.isPlacedByReferences || placing.place(of: record).row.isKept }

  /// Gives known records the dates of their last changes, which do not follow from their files. A new date is an edit like
  /// any other.
  private func date(_ read: inout ReadList.Source) {
    guard list.type.updatedField != nil else { return }
    for index in read.records.entries.indices {
      let item = read.records.entries[index].item
      let given = dating?.date(of: item.id, saying: item.writtenFingerprints, variant: item.variant)
      guard given != item.given else { continue }
      var entry = read.records.entries[index]
      entry.item = entry.item.giving(given)
      if !list.isPlacedByReferences {
        let (row, rule) = placing.place(of: entry.item.record)
        entry.item = entry.item.placed(row, rule: rule)
      }
      read.records.update(index, entry)
      read.isFresh = true
    }
  }

  private func records(of group: SourceGroup, kept: ReadList.Source?) -> ReadList.Source {
    // Files may have come to those that are merged.
    if let kept, kept.group == group || !group.isMerged, isUnchanged(kept) { return kept.settled(group) }
    // Compare the bytes first: if they are unchanged, there is nothing else to do.
    let digest = group.isFetched ? nil : ledger.digest(of: group, isReading: ledger.earlier != nil)
    if let known = known(group, digest, kept?.records) { return known }
    var read = ReadList.Source(
      group: group,
      records: SourceRecords(digest: Digest(""), settings: settings, holdsRecords: list.holdsRecords))
    read.isFresh = true
    switch group {
    case .one(let source) where source.isFetched:
      addFetched(to: &read)
      return read
    case .one(let source):
      if let records = chunked(source, group, kept?.records) { read.records = records } else { add(source, to: &read) }
    case .merged(let sources, _): add(merged: sources, group, kept?.records, to: &read)
    }
    read.records.digest = digest ?? ledger.digest(of: group) ?? Digest("")
    return read
  }

  /// The records of a table of text, whose chunks are read as far as they are not known; nil for anything else, and
  /// where something is wrong with it.
  private func chunked(_ source: RecordSource, _ group: SourceGroup, _ kept: SourceRecords?) -> SourceRecords? {
    // A chunk of rows would have to be read again where rows are added before it.
    guard !list.decoder.readsRowNumbers, source.format == .csv || source.format == .tsv,
      let table = CSVTable(source, from: ledger.tree)
    else { return nil }
    let known = KnownChunks(
      of: group, kept: kept, state: ledger.earlier?.records,
      list.type.fields.count,
      holdsRecords: list.holdsRecords)
    let file = TableFile(source, unread, table)
    let places = parallelMap(table.chunks.count) { index in
      let chunk = table.chunks[index]
      var writer = StateWriter()
      writer.write(chunk.digest)
      writer.write(settings)
      writer.write(list.holdsRecords)
      return KnownChunks.Place(
        digest: Digest(writer.bytes), line: chunk.line, count: chunk.count, file: file, index: index)
    }
    let earlier = list.holdsRecords ? [:] : known.entries(besides: places, read: settings)
    let parts = parallelMap(places.count) { index -> KnownChunks.Part? in
      let place = places[index]
      if let part = known.part(at: place) { return part }
      let store = TableChunk(file, index)
      guard let entries = entries(of: table, index, in: store) else { return nil }
      return (
        SourceRecords.Chunk(digest: place.digest, line: place.line, count: place.count, store: store),
        entries.map { $0.settled(by: earlier[$0.item.id]) }
      )
    }
    guard parts.allSatisfy({ $0 != nil }) else { return nil }
    var records = SourceRecords(digest: Digest(""), settings: settings, holdsRecords: list.holdsRecords)
    records.joins = known.joins
    records.entries.reserveCapacity(table.chunks.reduce(0) { $0 + $1.count })
    for case (let chunk, let entries)? in parts {
      records.chunks.append(chunk)
      records.entries += entries
    }
    return records
  }

  /// The records of a table's chunk; nil where something is wrong with one of them.
  private func entries(of table: CSVTable, _ chunk: Int, in store: TableChunk) -> [SourceRecords.Entry]? {
    var entries: [SourceRecords.Entry] = []
    entries.reserveCapacity(table.chunks[chunk].count)
    var found = Diagnostics()
    for row in 0..<table.chunks[chunk].count {
      guard let raw = table.record(row, in: chunk), let decoded = list.decoder.attempt(raw, &found), decoded.fits,
        found.all.isEmpty
      else { return nil }
      entries.append(entry(decoded, in: list.holdsRecords ? HeldRecord(decoded.record) : store, at: row))
    }
    return entries
  }

  private func add(_ source: RecordSource, to read: inout ReadList.Source) {
    var count = 0
    var ofRecords = 0
    var found = Diagnostics()
    RawRecord.readAll(in: source, from: ledger.tree, &found) { raw, found in
      count += 1
      let before = found.all.count
      if let decoded = list.decoder.attempt(raw, &found) { add(decoded, to: &read) }
      ofRecords += found.all.count - before
    }
    read.found = found
    // Other diagnostics concern the file, and may hide records.
    read.isComplete =
      read.records.entries.count + read.unfit.count == count && ofRecords == found.all.count
  }

  /// Fetches records by code, even where the last build knew them.
  private func addFetched(to read: inout ReadList.Source) {
    guard let typed = list.typed else { return }
    switch fetching.records(typed) {
    case .failure(let failure as FetchFailure):
      for diagnostic in failure.diagnostics { read.found.append(diagnostic) }
      read.isComplete = false
    case .failure(let error):
      read.found.error(
        .missingSource, "the records of '\(typed.path)' could not be fetched: \(error)", at: typed.location)
      read.isComplete = false
    case .success(let fetched):
      for make in fetched {
        do throws(RecordMisfit) {
          let before = read.found.all.count
          let made = list.decoder.named(try make(list.type, list.decoder.values.zone))
          let record = checked(made, at: typed.location, &read.found)
          list.decoder.checkSlug(of: record, &read.found)
          list.decoder.checkFit(of: record, &read.found)
          let fits = read.found.all.count == before
          add(RecordDecoder.Decoded(record: record, schedule: Schedule(), fits: fits), to: &read)
        } catch {
          read.found.error(.invalidValue, "a fetched record does not fit: \(error.message)", at: typed.location)
        }
      }
    }
  }

  /// A fetched record without the values that no page can show, which are reported.
  private func checked(_ record: Record, at location: SourceLocation, _ diagnostics: inout Diagnostics) -> Record {
    let values = zip(record.values, list.type.fields).map { value, field -> Value in
      guard let problem = value.problem(as: field.type) else { return value }
      diagnostics.error(
        .invalidValue, "'\(field.name)' of the record \(quoted(record.id)) \(problem)", at: location)
      return .absent
    }
    return Record(record, values: values)
  }

  /// The result of the last build's reading, where reading again would give the same.
  ///
  /// - Parameters:
  ///   - digest: that of the files, where they are known.
  ///   - kept: what an earlier build of this process read.
  private func known(_ group: SourceGroup, _ digest: Digest?, _ kept: SourceRecords?) -> ReadList.Source? {
    // A fetched source is never known, and files beside a database may have come since.
    guard let digest else { return nil }
    if let kept, isReadAlike(kept) {
      guard kept.digest == digest, group.isWhole(in: ledger) else { return nil }
      return ReadList.Source(group: group, records: kept.settled)
    }
    guard group.isWhole(in: ledger) else { return nil }
    guard let shelf = ledger.earlier?.records,
      let records = SourceRecords(
        shelf, of: group, unread, digest: digest, settings: settings, holdsRecords: list.holdsRecords)
    else { return nil }
    return ReadList.Source(group: group, records: records)
  }

  /// Whether the settings say how records are read, as they did when some were.
  func isReadAlike(_ kept: SourceRecords) -> Bool {
    kept.settings == settings && kept.holdsRecords == list.holdsRecords
  }

  /// Whether no file of a source that this process has read may have changed since.
  private func isUnchanged(_ kept: ReadList.Source) -> Bool {
    guard isReadAlike(kept.records), !kept.group.isFetched, kept.group.isWhole(in: ledger) else { return false }
    if case .one(let source) = kept.group, source.format != .sqlite, source.details?.translations.isEmpty ?? true {
      return ledger.isUnchanged(source.path)
    }
    return kept.group.files.allSatisfy(ledger.isUnchanged)
  }

  private func add(_ decoded: RecordDecoder.Decoded, to read: inout ReadList.Source) {
    guard decoded.fits else {
      read.unfit.append(decoded)
      return
    }
    read.records.entries.append(entry(decoded, in: list.holdsRecords ? HeldRecord(decoded.record) : nil))
  }

  /// The entry of a record that fits.
  ///
  /// - Parameters:
  ///   - store: what has the record; nil to keep it.
  ///   - index: where it has it.
  func entry(
    _ decoded: RecordDecoder.Decoded, otherFiles: [String] = [], in store: (any RecordStore)? = nil, at index: Int = 0
  ) -> SourceRecords.Entry {
    let record = decoded.record
    let fingerprints = Self.fingerprints(of: record, list.type.fields.count)
    let given = dating?.date(of: record.id, saying: fingerprints, variant: record.variant)
    // Nothing but its place in the list follows from the date, since a commit may change that.
    let dated = given.map { Record(record, values: $0.put(into: record.values)) } ?? record
    // Where other records have a say in a record's place, it is not known yet.
    let (row, rule) = list.isPlacedByReferences ? (RecordItem.Row(), nil) : placing.place(of: dated)
    let (links, linkFiles, pictures, isDoubtful) = links.survey(record)
    let former = list.formerAddresses.map { record.values[$0] } ?? .absent
    let formerAddresses = former.isAbsent ? [] : former.items.map(\.plainText)
    let item = RecordItem(
      record, of: list.type, list.arrangement.language, place: list.place(of: record), title: list.titleField, row: row,
      rule: rule, fingerprints: fingerprints, given: given, links: links, linkFiles: linkFiles, pictureCount: pictures,
      otherFiles: otherFiles, formerAddresses: formerAddresses, naming: list.namingFields,
      in: store, at: index)
    return SourceRecords.Entry(item: item, schedule: decoded.schedule, isDoubtful: isDoubtful, isFresh: true)
  }

  static func fingerprints(of record: Record, _ count: Int) -> [UInt64] {
    record.values.prefix(count).enumerated().map { index, value in
      if value.isAbsent { return 0 }
      var writer = StateWriter()
      writer.write(value)
      // Most records are in one language, and a dictionary takes time even where it is empty.
      if !record.languages.isEmpty, let language = record.languages[index] { writer.write(language) }
      // A short value is its own fingerprint: its length and its bytes.
      guard writer.bytes.count > 7 else {
        return writer.bytes.reduce(UInt64(writer.bytes.count)) { $0 << 8 | UInt64($1) }
      }
      return Digest(writer.bytes).first
    }
  }
}
