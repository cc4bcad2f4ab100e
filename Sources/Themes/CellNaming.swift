import CellistTables
import CellistTyped

/// A record that says itself which cell shows it.
///
/// ```swift
/// enum ProgrammeItem: ListRecord, CellNaming {
///   case talk(Talk), pause(Pause)
///
///   var cell: ProgrammeCell {
///     switch self {
///     case .talk(let talk): .talk(TalkCell(talk))
///     case .pause(let pause): .pause(PauseCell(pause))
///     }
///   }
/// }
/// ```
///
/// A list of such records needs no decorator.
public protocol CellNaming: ListRecord {
  /// The type of the cells that show the records; Swift infers it.
  associatedtype Cell: CellModel

  /// The cell that shows the record.
  ///
  /// - Complexity: O(1) is expected: each record that is shown is asked.
  var cell: Cell { get }
}

/// The decorator of records that say themselves which cell shows them.
package struct OwnCells<Item: CellNaming>: CellDecorator {
  package init() {}

  package func cell(for item: Item, at path: TablePath) -> Item.Cell { item.cell }
}
