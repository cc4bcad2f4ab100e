import CellistBase
import CellistContent
import CellistRecords
import Synchronization

/// A table of text whose rows are read as records on demand: keeping the records of a million rows would take more
/// memory than everything else.
final class TableFile: Sendable {
  private let path: String
  private let files: UnreadFiles
  private let table: Mutex<CSVTable?>
  /// Opens the table; nil where the file is not what it was.
  private let open: @Sendable () -> CSVTable?
  /// The rows that were read last: making a cell of one asks for it once per field.
  private let recent: [RecentRow]

  private final class RecentRow: Sendable {
    let row = Mutex<(chunk: Int, row: Int, record: Record)?>(nil)
  }

  private init(_ path: String, _ files: UnreadFiles, _ table: CSVTable?, open: @escaping @Sendable () -> CSVTable?) {
    self.path = path
    self.files = files
    self.table = Mutex(table)
    self.open = open
    recent = (0..<64).map { _ in RecentRow() }
  }

  /// A table that has been read.
  convenience init(_ source: RecordSource, _ files: UnreadFiles, _ table: CSVTable) {
    self.init(source.path, files, table) { nil }
  }

  /// A table that is read when one of its rows is needed.
  convenience init(_ group: SourceGroup, _ files: UnreadFiles, digest: Digest) {
    self.init(group.path, files, nil) {
      guard let source = group.sources.first, let table = CSVTable(source, from: files.ledger.tree),
        files.ledger.digest(of: group) == digest
      else { return nil }
      return table
    }
  }

  func record(_ row: Int, in chunk: Int) -> Record {
    recent[(chunk &* 31 &+ row) & (recent.count - 1)].row.withLock { recent in
      if let recent, recent.chunk == chunk, recent.row == row { return recent.record }
      guard let record = read(row, in: chunk) else {
        files.ledger.contradict(path)
        return files.nothing(in: path)
      }
      recent = (chunk, row, record)
      return record
    }
  }

  private func read(_ row: Int, in chunk: Int) -> Record? {
    let table = table.withLock { table in
      if table == nil { table = open() }
      return table
    }
    guard let raw = table?.record(row, in: chunk) else { return nil }
    var unasked = Diagnostics()
    return files.decoder.attempt(raw, &unasked)?.record
  }
}
