import CellistContent
import CellistRecords
import CellistTables

/// The records of a list whose sources are merged: what the sources say, in their order, one on top of the other.
///
/// Nothing is asked of a record before all sources have spoken: one may give what another lacks, or put right what is
/// wrong in it, and of a record that is taken out nothing is said.
struct MergedRecords: Sendable {
  private var records = TableViewHandler(decorator: RecordNames(), sections: [ItemSection(id: "0", items: [])])
  /// Where each record that there is begins, by what it is called.
  private var places: [String: SourceLocation] = [:]
  private var namelessCount = 0
  private let decoder: RecordDecoder

  /// What is wrong with the sources, beside what is wrong with records.
  private(set) var found = Diagnostics()
  /// Whether all that sources say is known.
  private(set) var isComplete = true

  init(_ sources: [RecordSource], _ decoder: RecordDecoder, from tree: SourceTree) {
    self.decoder = decoder
    let read = parallelMap(sources.count) { index in
      var found = Diagnostics()
      var raw: [RawRecord] = []
      RawRecord.readAll(in: sources[index], from: tree, &found) { one, _ in raw.append(one) }
      return (raw: raw, found: found)
    }
    for (source, read) in zip(sources, read) {
      found.append(read.found)
      if read.found.hasErrors { isComplete = false }
      let batch = read.raw.compactMap { record($0, of: source) }
      switch source.details?.merge {
      case nil: apply(base: batch)
      case .update: apply(update: batch)
      case .remove: apply(remove: batch)
      }
    }
  }

  /// What a source says of one record; nil, with diagnostics, where it does not say of which, and must.
  private mutating func record(_ raw: RawRecord, of source: RecordSource) -> MergedRecord? {
    var own = Diagnostics()
    if let name = decoder.id(of: raw, &own) {
      if source.details?.merge == .remove { decoder.checkKeys(of: raw, &found) }
      return MergedRecord(raw, id: .named(name), from: source, decoder)
    }
    guard source.details?.merge != nil else {
      namelessCount += 1
      return MergedRecord(raw, id: .nameless(namelessCount), from: source, decoder)
    }
    decoder.checkKeys(of: raw, &own)
    found.append(own)
    isComplete = false
    return nil
  }

  /// Adds records of their own.
  private mutating func apply(base batch: [MergedRecord]) {
    for record in batch {
      guard let name = record.name else { continue }
      let location = record.raw.node.location
      if let first = places[name] {
        RecordPlaces.reportTwice(name, at: location, first: first, &found)
      } else {
        places[name] = location
      }
    }
    records.append(batch, toSection: 0)
  }

  /// Gives records the fields of an update, and adds those that there are not.
  private mutating func apply(update batch: [MergedRecord]) {
    for record in batch {
      guard let name = record.name, places[name] == nil else { continue }
      places[name] = record.raw.node.location
    }
    records.upsert(batch)
  }

  /// Takes records out.
  private mutating func apply(remove batch: [MergedRecord]) {
    let gone = batch.filter { record in
      guard let name = record.name, places.removeValue(forKey: name) == nil else { return true }
      // Where not all that there is was read, it may be in the rest.
      guard isComplete else { return false }
      let (records, places) = (records, places)
      found.warning(
        .unknownRecord, "no record has the id \(quoted(name)), so there is nothing to remove",
        at: decoder.idLocation(of: record.raw), hint: found.hint(for: name, in: Self.names(records, places)))
      return false
    }
    records.remove(gone)
  }

  /// What the records are called that have not been taken out.
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

  /// The records that there are in the end.
  consuming func decoded() -> [Decoded] {
    let items = records.items.sections.flatMap(\.items)
    var all = parallelMap(items.count) { [decoder] index in
      var raw = items[index].raw
      // A field that a table has no column for may come from another source: it is the record that lacks it.
      raw.header = nil
      var found = items[index].found
      let decoded = decoder.attempt(raw, &found)
      return Decoded(decoded: decoded, found: found, otherFiles: items[index].otherFiles)
    }
    for index in all.indices where items[index].isAdded && all[index].found.hasErrors {
      all[index].found = hinted(all[index].found, for: items[index])
    }
    return all
  }

  /// An update that lacks what a record needs was likely meant for another one.
  private mutating func hinted(_ found: Diagnostics, for record: MergedRecord) -> Diagnostics {
    guard let name = record.name else { return found }
    let (records, places) = (records, places)
    var hinted = Diagnostics()
    for var diagnostic in found.all {
      if diagnostic.code == .missingValue {
        let nearest = self.found.nearest(to: name, in: Self.names(records, places)).map { "; did you mean '\($0)'?" }
        diagnostic.hint = "no source before this one has the id \(quoted(name)), so it is a new record\(nearest ?? "")"
      }
      hinted.append(diagnostic)
    }
    return hinted
  }
}
