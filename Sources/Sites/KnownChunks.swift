import CellistBase

/// The chunks of a table that an earlier build read, in memory or in the state.
struct KnownChunks: Sendable {
  typealias Part = (chunk: SourceRecords.Chunk, entries: [SourceRecords.Entry])

  /// A chunk of a table as it is in the file now.
  struct Place: Sendable {
    let digest: Digest
    let line: Int
    let count: Int
    let file: TableFile
    let index: Int
  }

  /// A digest of the values from other records that place the records in their list.
  let joins: Digest?
  private let group: SourceGroup
  private let kept: SourceRecords?
  /// Which of the kept chunks is which, and where its records begin.
  private var places: [Digest: (chunk: Int, start: Int)] = [:]
  private let shelf: Shelf<ArraySlice<UInt8>>?
  private let fieldCount: Int
  private let holdsRecords: Bool

  init(
    of group: SourceGroup, kept: SourceRecords?, state shelf: Shelf<ArraySlice<UInt8>>?, _ fieldCount: Int,
    holdsRecords: Bool
  ) {
    self.group = group
    self.kept = kept
    self.fieldCount = fieldCount
    self.holdsRecords = holdsRecords
    self.shelf = kept == nil ? shelf : nil
    joins = kept == nil ? shelf.flatMap { SourceRecords.joins($0, of: group) } : kept?.joins
    var start = 0
    for (index, chunk) in (kept?.chunks ?? []).enumerated() {
      places[chunk.digest] = (index, start)
      start += chunk.count
    }
  }

  /// The records of a chunk; nil when they are not known.
  func part(at place: Place) -> Part? {
    if let kept, let (number, start) = places[place.digest] {
      let known = kept.chunks[number]
      return part(known, kept.entries[start..<start + known.count], at: place)
    }
    guard let shelf else { return nil }
    let chunk = SourceRecords.Chunk(
      digest: place.digest, line: place.line, count: place.count, store: TableChunk(place.file, place.index))
    let context = SourceRecords.Entry.Context(file: group.path, fieldCount: fieldCount, holdsRecords: holdsRecords)
    return SourceRecords.entries(shelf, chunk, of: group, in: context).map { (chunk, $0) }
  }

  /// The records of the chunks that the table does not hold any more, by their ids: most of them stand in new chunks, and
  /// say what they said.
  ///
  /// - Parameter settings: those under which they must have been read.
  func entries(besides places: [Place], read settings: Digest) -> [String: SourceRecords.Entry] {
    var old: [SourceRecords.Entry] = []
    if let kept {
      guard kept.settings == settings else { return [:] }
      let there = Set(places.lazy.map(\.digest))
      guard there.contains(where: { self.places[$0] == nil }) else { return [:] }
      for (digest, (chunk, start)) in self.places where !there.contains(digest) {
        old += kept.entries[start..<start + kept.chunks[chunk].count]
      }
    } else if let shelf {
      old = SourceRecords.entries(shelf, of: group, besides: places, read: settings, fieldCount)
    }
    return Dictionary(old.map { ($0.item.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Records in memory, where they stand now. Where that is where they stood, they stay the same items.
  private func part(_ known: SourceRecords.Chunk, _ entries: ArraySlice<SourceRecords.Entry>, at place: Place) -> Part {
    let lines = place.line - known.line
    // A chunk may come twice, which is an error of the site.
    let isSame = lines == 0
    let store = isSame ? known.store : TableChunk(place.file, place.index)
    if isSame { store.move(to: place.file, place.index) }
    let chunk = SourceRecords.Chunk(digest: place.digest, line: place.line, count: place.count, store: store)
    let moved = entries.map { entry in
      var entry = isSame ? entry : entry.moved(by: lines, in: store, of: group.path)
      (entry.isFresh, entry.isDoubtful) = (false, false)
      return entry
    }
    return (chunk, moved)
  }
}
