import CellistBase
import CellistContent
import CellistLists
import CellistRecords
import CellistSettings

// The records of sources that are merged. Earlier results are reused per source while its bytes are unchanged, per record
// while its merged parts are.

extension SourceReader {
  /// A record of sources that are merged: known, or as it was read.
  private struct Part: Sendable {
    let print: UInt64
    let entry: SourceRecords.Entry?
    var record: MergedRecords.Decoded?
  }

  /// The records as an earlier build knew them.
  private struct FormerRecords: Sendable {
    let entries: [SourceRecords.Entry]
    let prints: [UInt64]
    /// Where each print stands.
    let places: [UInt64: Int]
    /// The records that may have changed; nil where records may have been added, removed or moved.
    let doubtful: Set<Int>?

    init(_ records: SourceRecords?) {
      entries = records?.entries ?? []
      prints = records?.merging?.prints ?? []
      places = Dictionary(prints.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
      doubtful = nil
    }

    init(_ records: SourceRecords, doubtful: Set<Int>) {
      entries = records.entries
      prints = records.merging?.prints ?? []
      places = [:]
      self.doubtful = doubtful
    }

    /// Where a record stood of which the same was said.
    func place(of print: UInt64, at index: Int) -> Int? {
      guard doubtful != nil else { return places[print] }
      return prints[index] == print ? index : nil
    }
  }

  func add(
    merged sources: [RecordSource], _ group: SourceGroup, _ kept: SourceRecords?, to read: inout ReadList.Source
  ) {
    let known = former(group, kept)
    var (merged, former) = followed(sources, known) ?? opened(sources, known)
    let items = merged.items
    let files = MergedFiles(group, unread, (merged, items))
    read.found = merged.found
    read.isComplete = merged.isComplete
    read.records.joins = known?.joins
    let parts = parallelMap(items.count) { [merged, former] in part($0, of: items, merged, former, files) }
    for (item, part) in zip(items, parts) {
      if let record = part.record {
        let isHinted = merged.isAdded(item) && record.found.hasErrors
        read.found.append(isHinted ? merged.hinted(record.found, for: item) : record.found)
        if record.decoded == nil { read.isComplete = false }
        if let decoded = record.decoded, !decoded.fits { read.unfit.append(decoded) }
      }
      if let entry = part.entry { read.records.entries.append(entry) }
    }
    guard read.records.entries.count == items.count else { return }
    read.records.merging = SourceRecords.Merging(
      files: merged.sources.map(\.known), prints: parts.map(\.print), content: files, changed: former.doubtful)
  }

  /// All sources, each read as far as it is not known.
  private func opened(_ sources: [RecordSource], _ known: SourceRecords?) -> (MergedRecords, FormerRecords) {
    let files = Dictionary((known?.merging?.files ?? []).map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    let opened = parallelMap(sources.count) {
      MergedSource(sources[$0], unread, known: files[SourceGroup.one(sources[$0]).stateKey])
    }
    return (MergedRecords(opened, list.decoder), FormerRecords(known))
  }

  /// The records that an earlier build of this process merged, where some sources changed values of the same records;
  /// nil where records may have been added, removed or moved.
  private func followed(_ sources: [RecordSource], _ known: SourceRecords?) -> (MergedRecords, FormerRecords)? {
    guard let known, let content = known.merging?.content.known, content.items.count == known.entries.count,
      content.merged.sources.count == sources.count
    else { return nil }
    var merged = content.merged
    let tree = ledger.tree
    var changed: [Int: MergedSource] = [:]
    for (number, old) in merged.sources.enumerated() {
      guard old.source.path == sources[number].path else { return nil }
      let isSame = ledger.digest(of: old.source) == old.digest && old.source.isWhole(in: tree)
      if !isSame { changed[number] = MergedSource(sources[number], unread, known: old.known) }
    }
    guard merged.follow(changed) else { return nil }
    let isChanged = sources.indices.map { changed[$0] != nil }
    let doubtful = content.items.indices.filter { content.items[$0].mentions.contains { isChanged[$0.source] } }
    return (merged, FormerRecords(known, doubtful: Set(doubtful)))
  }

  private func part(
    _ index: Int, of items: [MergedRecord], _ merged: MergedRecords, _ former: FormerRecords, _ files: MergedFiles
  ) -> Part {
    let isSame = former.doubtful.map { !$0.contains(index) } ?? false
    let print = isSame ? former.prints[index] : merged.print(of: items[index])
    let place = isSame ? index : former.place(of: print, at: index)
    // Where a warning stands may have moved with any of the files.
    if let place, former.entries[place].warnings.isEmpty {
      let entry = former.entries[place]
      let location = isSame ? entry.item.location : merged.location(of: items[index])
      return Part(print: print, entry: entry.moved(to: location, in: files, index))
    }
    let record = merged.decoded(items[index])
    let decoded = record.decoded.flatMap { $0.fits ? $0 : nil }
    let new = decoded.map {
      entry(
        $0, otherFiles: record.otherFiles,
        in: list.holdsRecords ? HeldRecord($0.record) : MergedPlace(files, index, $0.record))
    }
    return Part(print: print, entry: new, record: record)
  }

  /// The result of an earlier build's reading under the same settings, whether or not the files have changed since.
  private func former(_ group: SourceGroup, _ kept: SourceRecords?) -> SourceRecords? {
    if let kept { return isReadAlike(kept) ? kept : nil }
    guard let shelf = ledger.earlier?.records else { return nil }
    return SourceRecords(
      shelf, of: group, unread, digest: nil, settings: settings, holdsRecords: list.holdsRecords)
  }
}

extension SourceRecords.Entry {
  /// The same of a record of merged sources, where it stands now. Where that is where it stood, it stays the same item.
  fileprivate func moved(to location: SourceLocation, in files: MergedFiles, _ index: Int) -> SourceRecords.Entry {
    let lines = location.line - item.location.line
    var entry = self
    if lines != 0 {
      entry = moved(by: lines, in: MergedPlace(files, index), of: item.location.file)
    } else if let place = item.store as? MergedPlace {
      place.move(to: files, index)
    }
    (entry.isFresh, entry.isDoubtful) = (false, false)
    return entry
  }
}
