import CellistBase
import CellistContent
import CellistFiles
import CellistLists
import CellistRecords
import CellistSettings

extension PublishedReader {
  /// Reads the records of a list.
  func records(
    _ reader: SourceReader, since kept: SiteContent.ListContent?, unread: inout [String],
    _ diagnostics: inout Diagnostics
  ) -> ReadRecords {
    let settings = reader.list
    let groups = settings.groups
    let earlier = Self.places(of: groups, among: kept?.records.sources ?? ChunkedArray())
    var read = parallelMap(groups.count) { index in
      reader.read(groups[index], kept: earlier[index].flatMap { kept?.records.sources[$0] })
    }
    let areRowsNumbered = settings.decoder.mayBeNameless && Self.number(&read)
    let known = areRowsNumbered ? nil : kept.flatMap { Self.places(of: read, earlier, since: $0) }
    let sources = ChunkedArray(read)
    var records = ReadRecords(
      sources: sources, files: SourcesOfFiles(sources), items: ChunkedArray(),
      places: known ?? RecordPlaces(capacity: read.count))
    var items: [RecordItem] = []
    items.reserveCapacity(read.count)
    for source in read {
      if !source.isQuiet { report(source, &records, in: settings, unread: &unread, &diagnostics) }
      for entry in source.records.entries {
        let item = entry.item
        if known == nil {
          records.places.add(id: item.id, slug: item.ownSlug, at: item.location, in: settings, &diagnostics)
        }
        records.count += 1
        records.note(entry, at: options.now)
        if entry.schedule.isPublished(at: options.now, includingDrafts: options.drafts) {
          items.append(item)
        } else {
          records.others.append(item.id)
          for file in item.files
          where SourceFormat(path: file) == .markdown && !settings.folder.collections.contains(file) {
            let source = RecordSource(path: file, format: .markdown)
            records.unpublished.append(source.isRecordFolder ? file.folder : file)
          }
        }
      }
    }
    if known == nil { records.tellApart(&items) }
    records.items = ChunkedArray(items)
    return records
  }

  /// Reports what is wrong or doubtful with a source.
  private func report(
    _ source: ReadList.Source, _ records: inout ReadRecords, in settings: ListSettings, unread: inout [String],
    _ diagnostics: inout Diagnostics
  ) {
    records.isQuiet = false
    for warning in source.records.warnings { diagnostics.append(warning) }
    diagnostics.append(source.found)
    for file in source.broken {
      unread += [file.path] + settings.folder.recordFiles[file.path, default: []]
      if file.isRecordFolder { unread.append(file.path.folder) }
    }
    for record in source.unfit.lazy.map(\.record) {
      records.places.add(id: record.id, slug: record.slug, at: record.location, in: settings, &diagnostics)
      records.unfit.append(record)
      records.others.append(record.id)
    }
  }

  /// The records of a list from those that an earlier build read, where only values changed: then no others are looked at,
  /// nor is it found out anew which are published, and what they are called.
  func records(of kept: SiteContent.ListContent, _ reader: SourceReader) throws(ArrangedAnew) -> ReadRecords {
    let settings = reader.list
    guard kept.records.isQuiet else { throw ArrangedAnew("some of its records had warnings") }
    guard !kept.records.places.areShared else { throw ArrangedAnew("some of its records shared a slug") }
    guard options.now < kept.records.due else { throw ArrangedAnew("a record came due") }
    guard settings.typed?.fetch == nil else { throw ArrangedAnew("its records are fetched") }
    guard settings.type.updatedField == nil else { throw ArrangedAnew("it shows when its records changed") }
    var records = kept.records
    let before = kept.records.sources
    let settled = (records.linked ?? Array(before.indices)).filter { before[$0].isFresh }
    let changed = records.files.places(of: ledger.doubtful)
    var replaced: [ObjectIdentifier: RecordItem] = [:]
    for index in Set(settled).union(changed).sorted() {
      let (old, new) = (before[index], reader.read(before[index].group, kept: before[index]))
      guard new.isQuiet, new.isComplete else { throw ArrangedAnew("a record has warnings") }
      let (entries, others) = (old.records.entries, new.records.entries)
      guard entries.count == others.count else { throw ArrangedAnew("records came or went") }
      var moved: [(RecordItem, RecordItem)] = []
      for (one, other) in zip(entries, others) where one.item !== other.item {
        guard one.item.id == other.item.id, RowID(other.item.id) == nil else {
          throw ArrangedAnew("records came or went")
        }
        guard one.item.ownSlug == other.item.ownSlug, one.schedule == other.schedule,
          one.item.files == other.item.files
        else { throw ArrangedAnew("a record has another slug, schedule or file") }
        replaced[ObjectIdentifier(one.item)] = other.item
        records.note(other, at: options.now)
        if one.item.location != other.item.location { moved.append((one.item, other.item)) }
      }
      if !moved.isEmpty, let places = records.places.replacing(moved.map(\.0), with: moved.map(\.1)) {
        records.places = places
      }
      records.sources[index] = new
    }
    records.linked = records.linked.map { Array(Set($0).union(changed)) }
    if !replaced.isEmpty { records.items = records.items.replacing { replaced[ObjectIdentifier($0)] } }
    records.replaced = .success(replaced)
    return records
  }

  /// Where each of a list's sources stood among those that an earlier build of this process read.
  private static func places(of groups: [SourceGroup], among kept: ChunkedArray<ReadList.Source>) -> EarlierPlaces {
    EarlierPlaces(
      of: groups, in: kept, isSame: { $0 == $1.group }, newKey: { Identifier($0.stateKey) },
      oldKey: { Identifier($0.group.stateKey) })
  }

  /// Where the slugs of a list's records stand, from where they stood in an earlier build of this process; nil where they
  /// follow from all records.
  private static func places(
    of read: [ReadList.Source], _ earlier: EarlierPlaces, since kept: SiteContent.ListContent
  ) -> RecordPlaces? {
    guard kept.records.unfit.isEmpty else { return nil }
    var gone = earlier.gone.flatMap { kept.records.sources[$0].records.entries.map(\.item) }
    var come: [RecordItem] = []
    for index in read.indices where read[index].isFresh || earlier[index] == nil {
      guard read[index].unfit.isEmpty else { return nil }
      if let then = earlier[index] { gone += kept.records.sources[then].records.entries.map(\.item) }
      come += read[index].records.entries.map(\.item)
    }
    return kept.records.places.replacing(gone, with: come)
  }

  /// Tells records that nothing names from those that are like them, in the order in which they are written.
  ///
  /// - Returns: whether any are alike.
  private static func number(_ sources: inout [ReadList.Source]) -> Bool {
    var counts: [RowID: Int] = [:]
    var areAlike = false
    for source in sources.indices {
      for index in sources[source].records.entries.indices {
        let entry = sources[source].records.entries[index]
        guard let row = RowID(entry.item.id) else { continue }
        let count = counts[row.first, default: 0] + 1
        counts[row.first] = count
        areAlike = areAlike || count > 1 || row != row.first
        let name = row.first.numbered(count)
        guard name != row else { continue }
        var renamed = entry
        renamed.item = entry.item.called(name)
        sources[source].records.update(index, renamed)
      }
    }
    return areAlike
  }
}
