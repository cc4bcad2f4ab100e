import Cellist
import Foundation

/// A month, such as May 2024.
struct Month: Hashable, Comparable, CustomStringConvertible {
  let year: Int
  let month: Int

  static func < (left: Month, right: Month) -> Bool { (left.year, left.month) < (right.year, right.month) }

  var description: String { "\(year)-\(month < 10 ? "0" : "")\(month)" }
  /// The month in the site's language.
  var title: String { Day(year: year, month: month, day: 1)?.formatted("yMMMM") ?? description }
}

/// A row of the table `sale`.
struct Sale: ListRecord, Codable, Equatable {
  var id: String
  var day: Day
  var item: Reference<StockItem>
  var copies: Int

  var month: Month { Month(year: day.date.year, month: day.date.month) }
}

/// The data of `cells/sale.mustache`.
struct SaleCell: CellContent {
  var day: Day
  var item: Reference<StockItem>
  var copies: Int
  var paid: String
}

struct SaleDecorator: CellDecorator {
  func cell(for sale: Sale, at path: TablePath) -> SaleCell {
    // A reference leads to a record of another list, as a Swift value.
    let price = sale.item.record?.price ?? 0
    return SaleCell(
      day: sale.day, item: sale.item, copies: sale.copies, paid: (price * Decimal(sale.copies)).euros)
  }
}
