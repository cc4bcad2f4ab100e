import CellistLists
import CellistRecords
import Synchronization

/// The sources of a list that merges them, from which its records are read one by one on demand.
final class MergedFiles: Sendable {
  /// The content that the records are made of.
  typealias Content = (merged: MergedRecords, items: [MergedRecord])

  private let path: String
  private let files: UnreadFiles
  private let content: Mutex<Content?>
  private let open: @Sendable () -> Content

  /// Sources that have been read.
  init(_ group: SourceGroup, _ files: UnreadFiles, _ content: Content) {
    path = group.path
    self.files = files
    self.content = Mutex(content)
    open = { content }
  }

  /// Sources that are all known, and read when a record is needed.
  init(_ group: SourceGroup, _ files: UnreadFiles, known: [MergedSource.Known]) {
    path = group.path
    self.files = files
    content = Mutex(nil)
    open = {
      let known = Dictionary(known.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
      let sources = group.sources.map { MergedSource($0, files, known: known[SourceGroup.one($0).stateKey]) }
      let merged = MergedRecords(sources, files.decoder)
      return (merged, merged.items)
    }
  }

  /// The content that the records are made of, once it has been needed.
  var known: Content? { content.withLock(\.self) }

  func record(_ index: Int) -> Record {
    let (merged, items) = content.withLock { content in
      let known = content ?? open()
      content = known
      return known
    }
    if items.indices.contains(index), let decoded = merged.decoded(items[index]).decoded { return decoded.record }
    files.ledger.contradict(path)
    return files.nothing(in: path)
  }
}

/// Where a record of merged sources is read.
final class MergedPlace: RecordStore {
  private struct Place {
    var files: MergedFiles
    var index: Int
    /// The record, once it has been needed.
    var record: Record?
  }

  private let place: Mutex<Place>

  init(_ files: MergedFiles, _ index: Int, _ record: Record? = nil) {
    place = Mutex(Place(files: files, index: index, record: record))
  }

  func record(at index: Int) -> Record {
    place.withLock { place in
      let record = place.record ?? place.files.record(place.index)
      place.record = record
      return record
    }
  }

  /// Reads the same record from other files from now on.
  func move(to files: MergedFiles, _ index: Int) { place.withLock { ($0.files, $0.index) = (files, index) } }
}
