import CellistBase
import CellistContent
import CellistRecords
import Synchronization

/// One of several sources that are merged: the ids of its records, and the values of each on demand.
final class MergedSource: Sendable {
  /// The part of the source about one record, as far as that is known without reading it.
  struct Saying: Sendable {
    /// The name of the record there; nil where it has none.
    let name: String?
    /// A digest of the values, among others of the source.
    let digest: UInt64
    /// Where it stands; the line counts from the part's first.
    let line: Int
    let column: Int
  }

  /// Consecutive sayings that are known by one digest: of a chunk of a table, or of a whole file.
  struct Part: Sendable {
    let digest: Digest
    let line: Int
    let sayings: [Saying]
  }

  /// The state of a file in an earlier build.
  struct Known: Sendable {
    /// The key of the source alone in the state: its path, and the part of the file that it reads.
    let key: String
    /// The digest of the file.
    let digest: Digest
    let parts: [Part]
  }

  /// Where a saying stands: in which part, and at which place in it.
  struct Place: Sendable {
    let part: Int
    let row: Int
  }

  private enum Content: Sendable {
    case table(CSVTable)
    case records([RawRecord])
  }

  let source: RecordSource
  /// The state of the source for the next build.
  let known: Known
  /// Whether it was read, since it is not known.
  let isFresh: Bool
  /// The faults of the source, beside those of records.
  let found: Diagnostics
  /// The reader of the file, for use on demand; nil where it has been read.
  private let files: UnreadFiles?
  private let content: Mutex<Content?>

  /// Reads the names of a source's records, as far as they are not known.
  init(_ source: RecordSource, _ files: UnreadFiles, known: Known?) {
    self.source = source
    let ledger = files.ledger
    if let known, ledger.digest(of: source) == known.digest, source.isWhole(in: ledger.tree) {
      (self.known, found, isFresh) = (known, Diagnostics(), false)
      self.files = files
      content = Mutex(nil)
      return
    }
    self.files = nil
    var found = Diagnostics()
    let read = Self.read(source, files, &found)
    let digest = ledger.digest(of: source) ?? Digest("")
    let parts: [Part]
    switch read {
    case .table(let table):
      let former = Dictionary((known?.parts ?? []).map { ($0.digest, $0.sayings) }, uniquingKeysWith: { $1 })
      parts = parallelMap(table.chunks.count) { index in
        let chunk = table.chunks[index]
        let sayings =
          former[chunk.digest]
          ?? (0..<chunk.count).compactMap { row in
            table.record(row, in: index).map { Self.saying($0, files.decoder, from: chunk.line) }
          }
        return Part(digest: chunk.digest, line: chunk.line, sayings: sayings)
      }
    case .records(let records):
      let sayings = parallelMap(records.count) { Self.saying(records[$0], files.decoder, from: 0) }
      parts = [Part(digest: digest, line: 0, sayings: sayings)]
    }
    self.known = Known(key: SourceGroup.one(source).stateKey, digest: digest, parts: parts)
    self.found = found
    isFresh = true
    content = Mutex(read)
  }

  /// The digest of the file.
  var digest: Digest { known.digest }
  var parts: [Part] { known.parts }

  /// The source's record at a place; nil where its file has changed.
  func raw(at place: Place) -> RawRecord? {
    let read = content.withLock { content in
      guard content == nil, let files else { return content as Content? }
      var unasked = Diagnostics()
      let read = Self.read(source, files, &unasked)
      guard files.ledger.digest(of: source) == digest else {
        files.ledger.contradict(source.path)
        return nil
      }
      content = read
      return read
    }
    switch read {
    case .table(let table): return table.record(place.row, in: place.part)
    case .records(let records): return records.indices.contains(place.row) ? records[place.row] : nil
    case nil: return nil
    }
  }

  private static func read(_ source: RecordSource, _ files: UnreadFiles, _ found: inout Diagnostics) -> Content {
    let tree = files.ledger.tree
    let mayBeCut = !files.decoder.readsRowNumbers && (source.format == .csv || source.format == .tsv)
    if mayBeCut, let table = CSVTable(source, from: tree) { return .table(table) }
    var records: [RawRecord] = []
    RawRecord.readAll(in: source, from: tree, &found) { raw, _ in records.append(raw) }
    return .records(records)
  }

  private static func saying(_ raw: RawRecord, _ decoder: RecordDecoder, from line: Int) -> Saying {
    var unasked = Diagnostics()
    let location = raw.node.location
    return Saying(
      name: decoder.id(of: raw, &unasked), digest: raw.digest(from: line, hasRow: decoder.readsRowNumbers),
      line: location.line - line,
      column: location.writtenColumn)
  }
}

extension MergedSource.Known: StateCodable {
  init(_ coder: inout StateCoder, _ known: Self?) throws(StateCoder.Malformed) {
    key = try coder.value(known?.key)
    digest = try coder.value(known?.digest)
    parts = try coder.items(known?.parts)
  }
}

extension MergedSource.Part: StateCodable {
  init(_ coder: inout StateCoder, _ known: Self?) throws(StateCoder.Malformed) {
    digest = try coder.value(known?.digest)
    line = try coder.value(known?.line)
    sayings = try coder.items(known?.sayings)
  }
}

extension MergedSource.Saying: StateCodable {
  init(_ coder: inout StateCoder, _ known: Self?) throws(StateCoder.Malformed) {
    name = try coder.optional(known?.name)
    digest = try coder.value(known?.digest)
    line = try coder.value(known?.line)
    column = try coder.value(known?.column)
  }
}
