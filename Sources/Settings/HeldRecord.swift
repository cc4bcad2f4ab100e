import CellistBase
import CellistLists
import CellistRecords
import CellistTables
import Synchronization

/// A record that is held, since Swift code looks at it, and the cell that was made of it. A record in the state is read
/// on demand.
package final class HeldRecord: RecordStore {
  /// The cell that a decorator made, where it asked for no other record: it follows from the record and its path.
  package struct Cell: Sendable {
    let path: TablePath
    let kind: Int
    let contents: [Value]
  }

  private struct Known: Sendable {
    var record: Record?
    var cell: Cell?
  }

  private let read: @Sendable () -> Record
  private let known: Mutex<Known>

  package init(_ record: Record) {
    read = { record }
    known = Mutex(Known(record: record))
  }

  /// - Parameter line: the line of the file from which lines are counted.
  package init(_ bytes: ArraySlice<UInt8>, id: String, _ variant: Int?, at location: SourceLocation, from line: Int) {
    read = {
      // The state was sealed, so the record can be read.
      (try? Self.read(bytes, id: id, variant, at: location, from: line))
        ?? Record(id: id, variant: variant, values: [], locations: [], location: location)
    }
    known = Mutex(Known())
  }

  package func record(at index: Int) -> Record {
    known.withLock { known in
      let record = known.record ?? read()
      known.record = record
      return record
    }
  }

  package var cell: Cell? {
    get { known.withLock(\.cell) }
    set { known.withLock { $0.cell = newValue } }
  }
}

extension HeldRecord.Cell: StateCodable {
  package init(_ coder: inout StateCoder, _ known: Self?) throws(StateCoder.Malformed) {
    path = TablePath(section: try coder.value(known?.path.section), row: try coder.value(known?.path.row))
    kind = try coder.value(known?.kind)
    contents = try coder.items(known?.contents)
  }
}

extension HeldRecord {
  /// A record as bytes, from which one that is held is read.
  ///
  /// - Parameters:
  ///   - file: the file that the record begins in.
  ///   - line: the line of the file from which lines are counted.
  package static func bytes(of record: Record, in file: String, from line: Int) -> [UInt8] {
    StateCoder.bytes { coder throws(StateCoder.Malformed) in
      _ = try coder.items(record.values)
      _ = try coder.items(record.locations.map { $0.counted(from: line, in: file) })
    }
  }

  private static func read(
    _ bytes: ArraySlice<UInt8>, id: String, _ variant: Int?, at location: SourceLocation, from line: Int
  ) throws(StateCoder.Malformed) -> Record {
    var coder = StateCoder(reading: bytes)
    let values: [Value] = try coder.items(nil)
    let locations: [SourceLocation] = try coder.items(nil)
    return Record(
      id: id, variant: variant, values: values, locations: locations.map { $0.found(from: line, in: location.file) },
      location: location)
  }
}

extension SourceLocation {
  /// The place without the name of a file, whose lines are counted from one.
  fileprivate func counted(from line: Int, in file: String) -> SourceLocation {
    written == file ? SourceLocation(written: "", line: self.line - line, writtenColumn: writtenColumn) : self
  }

  fileprivate func found(from line: Int, in file: String) -> SourceLocation {
    written.isEmpty ? SourceLocation(written: file, line: self.line + line, writtenColumn: writtenColumn) : self
  }
}
