import CellistLists
import CellistRecords
import Synchronization

/// The records of one chunk of a table.
final class TableChunk: RecordStore {
  private let place: Mutex<(file: TableFile, chunk: Int)>

  init(_ file: TableFile, _ chunk: Int) { place = Mutex((file, chunk)) }

  func record(at index: Int) -> Record {
    let (file, chunk) = place.withLock(\.self)
    return file.record(index, in: chunk)
  }

  /// Reads the same rows from another table from now on.
  func move(to file: TableFile, _ chunk: Int) { place.withLock { $0 = (file, chunk) } }
}
