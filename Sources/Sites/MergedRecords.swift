import CellistBase
import CellistContent
import CellistRecords
import CellistTables

/// The records of a list whose sources are merged: what the sources say, in their order, one on top of the other.
///
/// Records are validated after merging: a later source may add or correct a value, or remove the record. To know which records there are in the end takes their
/// names alone; what sources say of one is put together when it is read.
struct MergedRecords: Sendable {
  private var table = TableViewHandler(decorator: RecordNames(), sections: [ItemSection(id: "0", items: [])])
  /// Where each record that there is begins, by what it is called.
  private var places: [String: SourceLocation] = [:]
  private var namelessCount = 0
  private let decoder: RecordDecoder
  private(set) var sources: [MergedSource]

  /// The faults of the sources, beside those of records.
  private(set) var found = Diagnostics()
  /// Whether all that sources say is known.
  private(set) var isComplete = true

  init(_ sources: [MergedSource], _ decoder: RecordDecoder) {
    self.decoder = decoder
    self.sources = sources
    // A folder of files is as many sources, whose records come into the table together.
    var base: [MergedRecord] = []
    for (number, source) in sources.enumerated() {
      found.append(source.found)
      if source.found.hasErrors { isComplete = false }
      let batch = batch(number)
      guard let merge = source.source.details?.merge else {
        note(base: batch)
        base += batch
        continue
      }
      table.append(base, toSection: 0)
      base = []
      switch merge {
      case .update: apply(update: batch)
      case .remove: apply(remove: batch)
      }
    }
    table.append(base, toSection: 0)
  }

  /// Puts sources that speak of the same records in the place of some.
  ///
  /// - Returns: whether all of them do, and nothing is wrong with any source, so that the records are those that there were.
  mutating func follow(_ changed: [Int: MergedSource]) -> Bool {
    guard isComplete, found.all.isEmpty else { return false }
    for (number, source) in changed {
      let old = sources[number]
      guard source.found.all.isEmpty, source.source.details?.merge != .remove, source.parts.count == old.parts.count,
        zip(source.parts, old.parts).allSatisfy({ $0.sayings.map(\.name) == $1.sayings.map(\.name) })
      else { return false }
      sources[number] = source
    }
    return true
  }

  /// The records that there are in the end.
  var items: [MergedRecord] { table.items.sections.flatMap(\.items) }

  private mutating func batch(_ number: Int) -> [MergedRecord] {
    var batch: [MergedRecord] = []
    for (index, part) in sources[number].parts.enumerated() {
      for (row, saying) in part.sayings.enumerated() {
        let mention = MergedRecord.Mention(source: number, place: MergedSource.Place(part: index, row: row))
        if let record = record(saying, mention) { batch.append(record) }
      }
    }
    return batch
  }

  /// The part of a source about one record; nil, with diagnostics, where it does not name the record, and must.
  private mutating func record(_ saying: MergedSource.Saying, _ mention: MergedRecord.Mention) -> MergedRecord? {
    let merge = sources[mention.source].source.details?.merge
    if let name = saying.name {
      // A source that is known had no other keys.
      if merge == .remove, sources[mention.source].isFresh, let raw = raw(mention) {
        decoder.checkKeys(of: raw, &found)
      }
      return MergedRecord(mention, id: .named(name))
    }
    guard merge != nil else {
      namelessCount += 1
      return MergedRecord(mention, id: .nameless(namelessCount))
    }
    if let raw = raw(mention) {
      _ = decoder.id(of: raw, &found)
      decoder.checkKeys(of: raw, &found)
    }
    isComplete = false
    return nil
  }

  private func raw(_ mention: MergedRecord.Mention) -> RawRecord? { sources[mention.source].raw(at: mention.place) }

  /// Where a record begins.
  func location(of record: MergedRecord) -> SourceLocation {
    let mention = record.mentions[0]
    let source = sources[mention.source]
    let part = source.parts[mention.place.part]
    let saying = part.sayings[mention.place.row]
    return SourceLocation(
      written: source.source.path, line: part.line + saying.line, writtenColumn: saying.column)
  }

  /// A digest of all values that the sources give of a record.
  func print(of record: MergedRecord) -> UInt64 {
    var writer = StateWriter()
    for mention in record.mentions {
      let source = sources[mention.source]
      writer.write(source.source.path)
      writer.write(fixed: source.parts[mention.place.part].sayings[mention.place.row].digest)
    }
    return Digest(writer.bytes).first
  }

  /// Notes where records of their own begin.
  private mutating func note(base batch: [MergedRecord]) {
    for record in batch {
      guard let name = record.name else { continue }
      let location = location(of: record)
      if let first = places[name] {
        RecordPlaces.reportTwice(name, at: location, first: first, &found)
      } else {
        places[name] = location
      }
    }
  }

  /// Gives records the fields of an update, and adds those that there are not.
  private mutating func apply(update batch: [MergedRecord]) {
    for record in batch {
      guard let name = record.name, places[name] == nil else { continue }
      places[name] = location(of: record)
    }
    table.upsert(batch)
  }

  /// Takes records out.
  private mutating func apply(remove batch: [MergedRecord]) {
    let gone = batch.filter { record in
      guard let name = record.name, places.removeValue(forKey: name) == nil else { return true }
      // Where not all that there is was read, it may be in the rest.
      guard isComplete else { return false }
      let (table, places) = (table, places)
      found.warning(
        .unknownRecord, "no record has the id \(quoted(name)), so there is nothing to remove",
        at: raw(record.mentions[0]).map { decoder.idLocation(of: $0) },
        hint: found.hint(for: name, in: Self.names(table, places)))
      return false
    }
    table.remove(gone)
  }

  /// The names of the records that have not been taken out.
  private static func names(
    _ records: TableViewHandler<RecordNames>, _ places: [String: SourceLocation]
  ) -> [String] {
    records.table.sections.flatMap(\.cells).compactMap { name in name.flatMap { places[$0] == nil ? nil : $0 } }
  }
}

// MARK: - Reading

extension MergedRecords {
  /// A record as it was read, and what is wrong with it.
  struct Decoded: Sendable {
    let decoded: RecordDecoder.Decoded?
    fileprivate(set) var found: Diagnostics
    let otherFiles: [String]
  }

  /// Reads all parts of a record.
  func decoded(_ record: MergedRecord) -> Decoded {
    var found = Diagnostics()
    guard var raw = raw(record.mentions[0]) else { return Decoded(decoded: nil, found: found, otherFiles: []) }
    let own = sources[record.mentions[0].source].source.path
    var otherFiles: [String] = []
    for mention in record.mentions.dropFirst() {
      let source = sources[mention.source].source
      guard let more = self.raw(mention) else { continue }
      decoder.update(&raw, with: more, hasNull: source.format.hasNull, &found)
      if source.format == .markdown, source.path != own, !otherFiles.contains(source.path) {
        otherFiles.append(source.path)
      }
    }
    // A field that a table has no column for may come from another source: it is the record that lacks it.
    raw.header = nil
    let decoded = decoder.attempt(raw, &found)
    return Decoded(decoded: decoded, found: found, otherFiles: otherFiles)
  }

  /// Whether a record came with an update, and no source before that had it.
  func isAdded(_ record: MergedRecord) -> Bool { sources[record.mentions[0].source].source.details?.merge == .update }

  /// An update that lacks what a record needs was likely meant for another one.
  mutating func hinted(_ found: Diagnostics, for record: MergedRecord) -> Diagnostics {
    guard let name = record.name else { return found }
    let (table, places) = (table, places)
    var hinted = Diagnostics()
    for var diagnostic in found.all {
      if diagnostic.code == .missingValue {
        let nearest = self.found.nearest(to: name, in: Self.names(table, places)).map { "; did you mean '\($0)'?" }
        diagnostic.hint = "no source before this one has the id \(quoted(name)), so it is a new record\(nearest ?? "")"
      }
      hinted.append(diagnostic)
    }
    return hinted
  }
}
