import CellistBase
import CellistContent
import CellistLists
import CellistRecords
import Synchronization

/// The reader of a list's files that were not read: one for all of them, since cores would vie for each of its parts.
package final class UnreadFiles: Sendable {
  let decoder: RecordDecoder
  let ledger: SourceLedger
  let fieldCount: Int

  init(_ decoder: RecordDecoder, _ ledger: SourceLedger) {
    self.decoder = decoder
    self.ledger = ledger
    fieldCount = decoder.type.fields.count
  }

  /// A stand-in for a record that is no longer in its place: the build begins again.
  func nothing(in file: String) -> Record {
    let location = SourceLocation(file: file)
    return Record(
      id: "", values: Array(repeating: .absent, count: fieldCount),
      locations: Array(repeating: location, count: fieldCount), location: location)
  }
}

/// The records of files that were not read, read on demand.
final class UnreadRecords: RecordStore {
  private let group: SourceGroup
  private let files: UnreadFiles
  private let digest: Digest
  private let records = Mutex<[Record]?>(nil)

  init(_ group: SourceGroup, _ files: UnreadFiles, digest: Digest) {
    self.group = group
    self.files = files
    self.digest = digest
  }

  func record(at index: Int) -> Record {
    let ledger = files.ledger
    let all = records.withLock { records in
      if let records { return records }
      let read = read()
      // Don't keep records of a file that changed while it was read.
      if ledger.digest(of: group) == digest { records = read } else { ledger.contradict(group.path) }
      return read
    }
    if all.indices.contains(index) { return all[index] }
    ledger.contradict(group.path)
    return files.nothing(in: group.path)
  }

  private func read() -> [Record] {
    let (decoder, ledger) = (files.decoder, files.ledger)
    var read: [Record] = []
    var diagnostics = Diagnostics()
    for source in group.sources {
      RawRecord.readAll(in: source, from: ledger.tree, &diagnostics) { raw, diagnostics in
        if let decoded = decoder.attempt(raw, &diagnostics) { read.append(decoded.record) }
      }
    }
    return read
  }
}
