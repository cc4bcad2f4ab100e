import CellistLists
import CellistThemes

/// The records of a list in order, each once, some of which may have changed since they were planned.
///
/// There may be very many, of which few changed: those are kept apart, so that nothing is copied.
package struct RecordRow: RandomAccessCollection, Sendable {
  private let planned: [RecordCell]
  private var edited: [Int: RecordCell] = [:]

  init(_ planned: [RecordCell]) { self.planned = planned }

  package var startIndex: Int { 0 }
  package var endIndex: Int { planned.count }

  package subscript(index: Int) -> RecordCell {
    get { edited.isEmpty ? planned[index] : edited[index] ?? planned[index] }
    set { edited[index] = newValue }
  }

  /// The records that changed since they were planned.
  package var others: [RecordItem] { edited.values.map(\.item) }

  /// The row without the records at some places, and with others at theirs; both in ascending order. O(n).
  func replacing(_ removed: [Int], with added: [(Int, RecordCell)]) -> RecordRow {
    var cells = planned
    cells.reserveCapacity(planned.count + added.count)
    for (place, cell) in edited { cells[place] = cell }
    for place in removed.reversed() { cells.remove(at: place) }
    for (place, cell) in added { cells.insert(cell, at: place) }
    return RecordRow(cells)
  }

  /// The cells in a range.
  func cells(in range: Range<Int>) -> [RecordCell] {
    guard edited.isEmpty else { return range.map { self[$0] } }
    return range == planned.indices ? planned : Array(planned[range])
  }

  /// Where some items stand. O(n) in the number of records.
  func places(of items: [ObjectIdentifier: RecordItem]) -> [Int] {
    let again = edited.filter { items[ObjectIdentifier($0.value.item)] != nil }.keys
    let rest = planned.places(of: items).filter { edited[$0] == nil }
    return (again + rest).sorted()
  }
}

extension [RecordCell] {
  /// Where the cells of some items stand.
  func places(of items: [ObjectIdentifier: RecordItem]) -> [Int] {
    // To look each of them up would take most of the time that it takes to follow one edit.
    if items.count == 1, let only = items.first?.key {
      return indices.filter { ObjectIdentifier(self[$0].item) == only }
    }
    return indices.filter { items[ObjectIdentifier(self[$0].item)] != nil }
  }
}
