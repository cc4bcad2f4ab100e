import CellistBase
import CellistLists
import CellistRecords

// The parts of a source in the state: one entry, and one for each chunk of a table. Chunks are keyed by their digests,
// so one with unchanged rows keeps its key when it moves. The records of merged sources are kept in parts of some
// hundred, keyed by their numbers, so that an edit does not rewrite all of them.

extension SourceRecords {
  /// The key of a chunk in the state.
  private static func key(_ chunk: Digest, of source: String) -> String {
    // No path holds this character.
    "\(source)\0\(chunk.first) \(chunk.second)"
  }

  /// The key in the state of a part of the records of merged sources.
  private static func key(part: Int, of source: String) -> String { "\(source)\0part \(part)" }

  /// The records in each part, where sources are merged.
  private static func parts(of count: Int) -> [Range<Int>] {
    stride(from: 0, to: count, by: 256).map { $0..<min($0 + 256, count) }
  }

  /// The keys of all parts of the source in the state.
  package func stateKeys(of group: SourceGroup) -> [String] {
    [group.stateKey] + chunks.map { Self.key($0.digest, of: group.stateKey) }
      + (0..<mergedPartCount).map { Self.key(part: $0, of: group.stateKey) }
  }

  /// How many of those there are.
  var stateKeyCount: Int { 1 + chunks.count + mergedPartCount }

  private var mergedPartCount: Int { merging == nil ? 0 : Self.parts(of: entries.count).count }

  /// The parts for the state, by their keys, but for chunks that it has.
  ///
  /// - Parameter group: the sources that were read.
  package func entries(
    of group: SourceGroup, besides known: Shelf<ArraySlice<UInt8>>
  ) -> [(key: String, bytes: ArraySlice<UInt8>)] {
    let context = context(of: group)
    let bytes = StateCoder.bytes { coder throws(StateCoder.Malformed) in
      _ = try coder.value(Index(self))
      if chunks.isEmpty, merging == nil { _ = try coder.entries(entries[...], in: context) }
      _ = try coder.items(warnings)
    }
    var starts = [0]
    for chunk in chunks { starts.append(starts[starts.count - 1] + chunk.count) }
    let parts = parallelMap(chunks.count) { [starts] index -> (key: String, bytes: ArraySlice<UInt8>)? in
      let own = entries[starts[index]..<starts[index + 1]]
      let key = Self.key(chunks[index].digest, of: group.stateKey)
      guard known[key] == nil || own.contains(where: \.isFresh) else { return nil }
      var context = context
      context.line = chunks[index].line
      return (key, Self.bytes(of: own, in: context))
    }
    return [(group.stateKey, bytes[...])] + parts.compactMap(\.self)
      + mergedParts(of: group, besides: known)
  }

  private func mergedParts(
    of group: SourceGroup, besides known: Shelf<ArraySlice<UInt8>>
  ) -> [(key: String, bytes: ArraySlice<UInt8>)] {
    guard let merging else { return [] }
    let parts = Self.parts(of: entries.count)
    let changed = parts.indices.filter { part in
      guard let changed = merging.changed, known[Self.key(part: part, of: group.stateKey)] != nil else { return true }
      return changed.contains { parts[part].contains($0) } || entries[parts[part]].contains(where: \.isFresh)
    }
    return parallelMap(changed.count) { index in
      let part = changed[index]
      let bytes = Self.bytes(of: entries[parts[part]], in: context(of: group))
      return (Self.key(part: part, of: group.stateKey), bytes)
    }
  }

  /// The facts that all entries of the source share; records of a source have equally many fields.
  private func context(of group: SourceGroup) -> Entry.Context {
    let fieldCount = entries.first?.item.writtenFingerprints.count ?? 0
    return Entry.Context(file: group.path, fieldCount: fieldCount, holdsRecords: holdsRecords)
  }

  private static func bytes(of entries: ArraySlice<Entry>, in context: Entry.Context) -> ArraySlice<UInt8> {
    StateCoder.bytes { coder throws(StateCoder.Malformed) in _ = try coder.entries(entries, in: context) }[...]
  }

  /// The records of merged sources as an earlier build wrote them; nil when it wrote other ones.
  ///
  /// - Parameter store: what has the record at a place.
  private static func mergedEntries(
    _ shelf: Shelf<ArraySlice<UInt8>>, _ count: Int, of source: String, in context: Entry.Context,
    _ store: @escaping @Sendable (Int) -> any RecordStore
  ) -> [Entry]? {
    let parts = parts(of: count)
    let read = parallelMap(parts.count) { part -> [Entry]? in
      guard let bytes = shelf[key(part: part, of: source)] else { return nil }
      var coder = StateCoder(reading: bytes)
      let entries = try? coder.entries(nil, in: context, first: parts[part].lowerBound, store)
      return entries?.count == parts[part].count ? entries : nil
    }
    guard read.allSatisfy({ $0 != nil }) else { return nil }
    return read.compactMap(\.self).flatMap(\.self)
  }

  /// Reads the entry of an earlier build, when it was about the same bytes read under the same settings.
  ///
  /// - Parameter digest: nil for any bytes.
  init?(
    _ shelf: Shelf<ArraySlice<UInt8>>, of group: SourceGroup, _ files: UnreadFiles, digest: Digest?, settings: Digest,
    holdsRecords: Bool
  ) {
    guard let bytes = shelf[group.stateKey] else { return nil }
    var coder = StateCoder(reading: bytes)
    let context = Entry.Context(file: group.path, fieldCount: files.fieldCount, holdsRecords: holdsRecords)
    do {
      // Other files' diagnostics are not worth reading.
      var start = coder
      if let digest, try Digest(&start, nil) != digest { return nil }
      let index = try Index(&coder, nil)
      guard index.settings == settings else { return nil }
      self.init(digest: index.digest, settings: settings, holdsRecords: holdsRecords)
      joins = index.joins
      if let known = index.merging {
        let merged = MergedFiles(group, files, known: known.files)
        merging = Merging(files: known.files, prints: known.prints, content: merged, changed: [])
        let known = Self.mergedEntries(shelf, known.prints.count, of: group.stateKey, in: context) {
          MergedPlace(merged, $0)
        }
        guard let known else { return nil }
        entries = known
      } else if index.chunks.isEmpty {
        let unread = UnreadRecords(group, files, digest: index.digest)
        entries = try coder.entries(nil, in: context) { _ in unread }
      } else {
        let table = TableFile(group, files, digest: index.digest)
        let read = parallelMap(index.chunks.count) { number -> (chunk: Chunk, entries: [Entry])? in
          let chunk = Chunk(index.chunks[number], in: TableChunk(table, number))
          let entries = Self.entries(shelf, chunk, of: group, in: context)
          return entries.map { (chunk, $0) }
        }
        guard read.allSatisfy({ $0 != nil }) else { return nil }
        entries.reserveCapacity(index.chunks.reduce(0) { $0 + $1.count })
        for case (let chunk, let own)? in read {
          chunks.append(chunk)
          entries += own
        }
      }
      warnings = try coder.items(nil)
    } catch {
      return nil
    }
  }

  /// The records of a chunk as an earlier build wrote them; nil when it wrote none, or other ones.
  ///
  /// - Parameter context: that of the source.
  static func entries(
    _ shelf: Shelf<ArraySlice<UInt8>>, _ chunk: Chunk, of group: SourceGroup, in context: Entry.Context
  ) -> [Entry]? {
    guard let bytes = shelf[key(chunk.digest, of: group.stateKey)] else { return nil }
    var coder = StateCoder(reading: bytes)
    var context = context
    context.line = chunk.line
    let entries = try? coder.entries(nil, in: context) { _ in chunk.store }
    return entries?.count == chunk.count ? entries : nil
  }

  /// The records of an earlier build in chunks that a table does not hold any more, where it holds new ones.
  ///
  /// - Parameter settings: those under which they must have been read.
  static func entries(
    _ shelf: Shelf<ArraySlice<UInt8>>, of group: SourceGroup, besides places: [KnownChunks.Place],
    read settings: Digest, _ fieldCount: Int
  ) -> [Entry] {
    guard let bytes = shelf[group.stateKey] else { return [] }
    guard let index = try? Index(reading: bytes), index.settings == settings else { return [] }
    let there = Set(places.lazy.map(\.digest))
    let known = Set(index.chunks.lazy.map(\.digest))
    guard !there.isSubset(of: known) else { return [] }
    let context = Entry.Context(file: group.path, fieldCount: fieldCount, holdsRecords: false)
    return index.chunks.filter { !there.contains($0.digest) }.flatMap { known in
      let chunk = Chunk(known, in: TableChunk(places[0].file, places[0].index))
      return entries(shelf, chunk, of: group, in: context) ?? []
    }
  }

  /// A digest of the values from other records, in an earlier build, that placed the source's own.
  static func joins(_ shelf: Shelf<ArraySlice<UInt8>>, of group: SourceGroup) -> Digest? {
    guard let bytes = shelf[group.stateKey] else { return nil }
    return (try? Index(reading: bytes))?.joins
  }

  /// The entry of a source in the state, but for its records.
  private struct Index: StateCodable {
    let digest: Digest
    let settings: Digest
    let joins: Digest?
    let chunks: [KnownChunk]
    let merging: KnownMerging?

    init(_ records: SourceRecords) {
      (digest, settings, joins) = (records.digest, records.settings, records.joins)
      chunks = records.chunks.map { KnownChunk(digest: $0.digest, line: $0.line, count: $0.count) }
      merging = records.merging.map { KnownMerging(files: $0.files, prints: $0.prints) }
    }

    init(reading bytes: ArraySlice<UInt8>) throws(StateCoder.Malformed) {
      var coder = StateCoder(reading: bytes)
      try self.init(&coder, nil)
    }

    init(_ coder: inout StateCoder, _ known: Self?) throws(StateCoder.Malformed) {
      digest = try coder.value(known?.digest)
      settings = try coder.value(known?.settings)
      joins = try coder.optional(known?.joins)
      chunks = try coder.items(known?.chunks)
      merging = try coder.optional(known?.merging)
    }
  }

  fileprivate struct KnownChunk: StateCodable {
    let digest: Digest
    let line: Int
    let count: Int

    init(digest: Digest, line: Int, count: Int) { (self.digest, self.line, self.count) = (digest, line, count) }

    init(_ coder: inout StateCoder, _ known: Self?) throws(StateCoder.Malformed) {
      digest = try coder.value(known?.digest)
      line = try coder.value(known?.line)
      count = try coder.value(known?.count)
    }
  }

  private struct KnownMerging: StateCodable {
    let files: [MergedSource.Known]
    let prints: [UInt64]

    init(files: [MergedSource.Known], prints: [UInt64]) { (self.files, self.prints) = (files, prints) }

    init(_ coder: inout StateCoder, _ known: Self?) throws(StateCoder.Malformed) {
      files = try coder.items(known?.files)
      prints = try coder.items(known?.prints)
    }
  }
}

extension SourceRecords.Chunk {
  fileprivate init(_ known: SourceRecords.KnownChunk, in store: TableChunk) {
    self.init(digest: known.digest, line: known.line, count: known.count, store: store)
  }
}

extension SourceRecords {
  /// The entries of files from an earlier build, whether or not the files have changed since; nil when they are not
  /// known. The records themselves are not kept.
  ///
  /// - Parameters:
  ///   - source: the key of the source in the state.
  ///   - path: the file that represents it.
  ///   - count: the number of fields that its records had.
  package static func entries(
    _ shelf: Shelf<ArraySlice<UInt8>>, of source: String, in path: String, fields count: Int, holdsRecords: Bool
  ) -> [Entry]? {
    guard let bytes = shelf[source] else { return nil }
    let location = SourceLocation(file: path)
    let gone = Record(
      id: "", values: Array(repeating: .absent, count: count),
      locations: Array(repeating: location, count: count), location: location)
    var coder = StateCoder(reading: bytes)
    var context = Entry.Context(file: path, fieldCount: count, holdsRecords: holdsRecords)
    do {
      let index = try Index(&coder, nil)
      if let merging = index.merging {
        return mergedEntries(shelf, merging.prints.count, of: source, in: context) { _ in gone }
      }
      guard !index.chunks.isEmpty else { return try coder.entries(nil, in: context) { _ in gone } }
      var entries: [Entry] = []
      for chunk in index.chunks {
        guard let bytes = shelf[key(chunk.digest, of: source)] else { return nil }
        var coder = StateCoder(reading: bytes)
        context.line = chunk.line
        entries += try coder.entries(nil, in: context) { _ in gone }
      }
      return entries
    } catch {
      return nil
    }
  }
}
