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
      var reader = StateReader(bytes)
      // The state was sealed, so the record can be read.
      return (try? reader.record(id: id, variant, at: location, from: line))
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

extension StateWriter {
  package mutating func write(_ cell: HeldRecord.Cell) {
    write(cell.path.section)
    write(cell.path.row)
    write(cell.kind)
    write(cell.contents) { $0.write($1) }
  }
}

extension StateReader {
  package mutating func cell() throws(Malformed) -> HeldRecord.Cell {
    HeldRecord.Cell(
      path: TablePath(section: try integer(), row: try integer()), kind: try integer(),
      contents: try items { reader throws(Malformed) in try reader.value() })
  }

  fileprivate mutating func record(
    id: String, _ variant: Int?, at location: SourceLocation, from line: Int
  ) throws(Malformed) -> Record {
    let values = try items { reader throws(Malformed) in try reader.value() }
    let locations = try items { reader throws(Malformed) in
      let other = try reader.text()
      let number = try reader.integer()
      return SourceLocation(
        written: other.isEmpty ? location.file : other, line: other.isEmpty ? number + line : number,
        writtenColumn: try reader.integer())
    }
    return Record(id: id, variant: variant, values: values, locations: locations, location: location)
  }
}
