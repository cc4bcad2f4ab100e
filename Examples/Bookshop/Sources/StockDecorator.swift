import Cellist
import Foundation

/// The data of `cells/book.mustache`.
struct BookCell: CellContent {
  var title: String
  var author: String
  var year: Int
  var pages: Int
  var price: Decimal
  var left: String

  static var fields: [FieldNote] { StockCell.notes }
}

/// The data of `cells/score.mustache`.
struct ScoreCell: CellContent {
  var title: String
  var author: String
  var instruments: String
  var price: Decimal
  var left: String

  static var fields: [FieldNote] { StockCell.notes }
}

/// The data of `cells/wall-map.mustache`.
struct WallMapCell: CellContent {
  var title: String
  var author: String
  var size: String
  var price: Decimal
  var left: String

  static var fields: [FieldNote] { StockCell.notes }
}

enum StockCell: CellModel {
  case book(BookCell)
  case score(ScoreCell)
  case map(WallMapCell)

  static let notes = [
    FieldNote("author", refersTo: "authors"), FieldNote("price", decimals: 2, currency: "EUR"),
  ]

  var content: some CellChoice {
    switch self {
    case .book(let cell): cell
    case .score(let cell): cell
    case .map(let cell): cell
    }
  }
}

struct StockDecorator: CellDecorator {
  func cell(for item: StockItem, at path: TablePath) -> StockCell {
    let left =
      switch item.copiesLeft {
      case ..<1: "sold out"
      case 1: "the last copy"
      case let copies: "\(copies) copies"
      }
    switch item {
    case .book(let book):
      return .book(
        BookCell(
          title: book.title, author: book.author, year: book.year, pages: book.pages, price: book.price, left: left))
    case .score(let score):
      return .score(
        ScoreCell(
          title: score.title, author: score.author, instruments: score.instruments.formatted(.list(type: .and)),
          price: score.price, left: left))
    case .map(let map):
      return .map(
        WallMapCell(
          title: map.title, author: map.author, size: "\(map.width) × \(map.height) cm", price: map.price, left: left))
    }
  }
}
