import CellistBase
import CellistLists
import CellistRecords
import CellistSettings

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
  package var stateKeyCount: Int { 1 + chunks.count + mergedPartCount }

  private var mergedPartCount: Int { merging == nil ? 0 : Self.parts(of: entries.count).count }

  /// The parts for the state, by their keys, but for chunks that it has.
  ///
  /// - Parameter group: the sources that were read.
  package func entries(
    of group: SourceGroup, besides known: Shelf<ArraySlice<UInt8>>
  ) -> [(key: String, bytes: ArraySlice<UInt8>)] {
    var writer = StateWriter()
    writer.write(digest)
    writer.write(settings)
    writer.write(joins) { $0.write($1) }
    writer.write(chunks) { writer, chunk in
      writer.write(chunk.digest)
      writer.write(chunk.line)
      writer.write(chunk.count)
    }
    writer.write(merging) { writer, merging in
      writer.write(merging.files) { $0.write($1) }
      writer.write(merging.prints) { $0.write(fixed: $1) }
    }
    if chunks.isEmpty, merging == nil { write(entries[...], from: 0, of: group, to: &writer) }
    writer.write(warnings) { $0.write($1) }
    var starts = [0]
    for chunk in chunks { starts.append(starts[starts.count - 1] + chunk.count) }
    let parts = parallelMap(chunks.count) { [starts] index -> (key: String, bytes: ArraySlice<UInt8>)? in
      let own = entries[starts[index]..<starts[index + 1]]
      let key = Self.key(chunks[index].digest, of: group.stateKey)
      guard known[key] == nil || own.contains(where: \.isFresh) else { return nil }
      var writer = StateWriter()
      write(own, from: chunks[index].line, of: group, to: &writer)
      return (key, writer.bytes[...])
    }
    return [(group.stateKey, writer.bytes[...])] + parts.compactMap(\.self)
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
      var writer = StateWriter()
      write(entries[parts[part]], from: 0, of: group, to: &writer)
      return (Self.key(part: part, of: group.stateKey), writer.bytes[...])
    }
  }

  /// The records of merged sources as an earlier build wrote them; nil when it wrote other ones.
  ///
  /// - Parameter store: what has the record at a place.
  private static func mergedEntries(
    _ shelf: Shelf<ArraySlice<UInt8>>, _ count: Int, of source: String, in path: String, fields: Int,
    holdsRecords: Bool,
    _ store: @escaping @Sendable (Int) -> any RecordStore
  ) -> [Entry]? {
    let parts = parts(of: count)
    let read = parallelMap(parts.count) { part -> [Entry]? in
      guard let bytes = shelf[key(part: part, of: source)] else { return nil }
      var reader = StateReader(bytes)
      let start = parts[part].lowerBound
      let entries = try? reader.entries(of: path, fields, holdsRecords: holdsRecords, first: start, store)
      return entries?.count == parts[part].count ? entries : nil
    }
    guard read.allSatisfy({ $0 != nil }) else { return nil }
    return read.compactMap(\.self).flatMap(\.self)
  }

  private func write(_ entries: ArraySlice<Entry>, from line: Int, of group: SourceGroup, to writer: inout StateWriter)
  {
    writer.write(entries) { [path = group.path] writer, entry in
      writer.write(entry, of: path, from: line)
      guard holdsRecords else { return }
      var record = StateWriter()
      record.write(entry.item.writtenRecord, in: entry.item.location.file, from: line)
      writer.write(record.bytes)
      writer.write((entry.item.store as? HeldRecord)?.cell) { $0.write($1) }
    }
  }

  /// Reads the entry of an earlier build, when it was about the same bytes read under the same settings.
  ///
  /// - Parameter digest: nil for any bytes.
  init?(
    _ shelf: Shelf<ArraySlice<UInt8>>, of group: SourceGroup, _ files: UnreadFiles, digest: Digest?, settings: Digest,
    holdsRecords: Bool
  ) {
    guard let bytes = shelf[group.stateKey] else { return nil }
    var reader = StateReader(bytes)
    do {
      // Other files' diagnostics are not worth reading.
      var start = reader
      if let digest, try start.digest() != digest { return nil }
      let index = try Index(&reader)
      guard index.settings == settings else { return nil }
      self.init(digest: index.digest, settings: settings, holdsRecords: holdsRecords)
      joins = index.joins
      if let (known, prints) = index.merging {
        let merged = MergedFiles(group, files, known: known)
        merging = Merging(files: known, prints: prints, content: merged, changed: [])
        let known = Self.mergedEntries(
          shelf, prints.count, of: group.stateKey, in: group.path, fields: files.fieldCount,
          holdsRecords: holdsRecords
        ) { MergedPlace(merged, $0) }
        guard let known else { return nil }
        entries = known
      } else if index.chunks.isEmpty {
        let unread = UnreadRecords(group, files, digest: index.digest)
        entries = try reader.entries(of: group.path, files.fieldCount, holdsRecords: holdsRecords) { _ in unread }
      } else {
        let table = TableFile(group, files, digest: index.digest)
        let read = parallelMap(index.chunks.count) { number -> (chunk: Chunk, entries: [Entry])? in
          let (digest, line, count) = index.chunks[number]
          let store = TableChunk(table, number)
          let chunk = Chunk(digest: digest, line: line, count: count, store: store)
          let entries = Self.entries(shelf, chunk, of: group, files.fieldCount, holdsRecords: holdsRecords)
          return entries.map { (chunk, $0) }
        }
        guard read.allSatisfy({ $0 != nil }) else { return nil }
        entries.reserveCapacity(index.chunks.reduce(0) { $0 + $1.count })
        for case (let chunk, let own)? in read {
          chunks.append(chunk)
          entries += own
        }
      }
      warnings = try reader.items { reader throws(StateReader.Malformed) in try reader.diagnostic() }
    } catch {
      return nil
    }
  }

  /// The records of a chunk as an earlier build wrote them; nil when it wrote none, or other ones.
  static func entries(
    _ shelf: Shelf<ArraySlice<UInt8>>, _ chunk: Chunk, of group: SourceGroup, _ fieldCount: Int, holdsRecords: Bool
  ) -> [Entry]? {
    guard let bytes = shelf[key(chunk.digest, of: group.stateKey)] else { return nil }
    var reader = StateReader(bytes)
    let entries = try? reader.entries(
      of: group.path, fieldCount, holdsRecords: holdsRecords, from: chunk.line
    ) { _ in chunk.store }
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
    var reader = StateReader(bytes)
    guard let index = try? Index(&reader), index.settings == settings else { return [] }
    let there = Set(places.lazy.map(\.digest))
    let known = Set(index.chunks.lazy.map(\.digest))
    guard !there.isSubset(of: known) else { return [] }
    return index.chunks.filter { !there.contains($0.digest) }.flatMap { digest, line, count in
      let store = TableChunk(places[0].file, places[0].index)
      let chunk = Chunk(digest: digest, line: line, count: count, store: store)
      return entries(shelf, chunk, of: group, fieldCount, holdsRecords: false) ?? []
    }
  }

  /// A digest of the values from other records, in an earlier build, that placed the source's own.
  static func joins(_ shelf: Shelf<ArraySlice<UInt8>>, of group: SourceGroup) -> Digest? {
    guard let bytes = shelf[group.stateKey] else { return nil }
    var reader = StateReader(bytes)
    return (try? Index(&reader))?.joins
  }

  /// The entry of a source in the state, but for its records.
  private struct Index: Sendable {
    let digest: Digest
    let settings: Digest
    let joins: Digest?
    let chunks: [(digest: Digest, line: Int, count: Int)]
    let merging: (files: [MergedSource.Known], prints: [UInt64])?

    init(_ reader: inout StateReader) throws(StateReader.Malformed) {
      digest = try reader.digest()
      settings = try reader.digest()
      joins = try reader.optional { reader throws(StateReader.Malformed) in try reader.digest() }
      chunks = try reader.items { reader throws(StateReader.Malformed) in
        (try reader.digest(), try reader.integer(), try reader.integer())
      }
      merging = try reader.optional { reader throws(StateReader.Malformed) in
        (
          try reader.items { reader throws(StateReader.Malformed) in try reader.mergedFile() },
          try reader.items { reader throws(StateReader.Malformed) in try reader.fixed() }
        )
      }
    }
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
    var reader = StateReader(bytes)
    do {
      let index = try Index(&reader)
      if let (_, prints) = index.merging {
        return mergedEntries(
          shelf, prints.count, of: source, in: path, fields: count, holdsRecords: holdsRecords
        ) { _ in gone }
      }
      guard !index.chunks.isEmpty else {
        return try reader.entries(of: path, count, holdsRecords: holdsRecords) { _ in gone }
      }
      var entries: [Entry] = []
      for chunk in index.chunks {
        guard let bytes = shelf[key(chunk.digest, of: source)] else { return nil }
        var reader = StateReader(bytes)
        entries += try reader.entries(of: path, count, holdsRecords: holdsRecords, from: chunk.line) { _ in gone }
      }
      return entries
    } catch {
      return nil
    }
  }
}
