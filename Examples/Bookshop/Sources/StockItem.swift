import Cellist
import Foundation

/// Where things stand, in the order in which a visitor passes by.
enum Shelf: String, Choice {
  case novels, children, science, music, maps

  var title: String {
    switch self {
    case .novels: "Novels"
    case .children: "For children"
    case .science: "Science"
    case .music: "Sheet music"
    case .maps: "Maps"
    }
  }
}

struct Book: ListRecord, Codable {
  var id: String
  var title: String
  var author: String
  var shelf: Shelf
  var year: Int
  var pages: Int
  var price: Decimal
  var copies: Int

  static var fields: [FieldNote] {
    StockItem.notes + [FieldNote(\Self.shelf, label: "Shelf", words: Shelf.allCases.map(\.title))]
  }
}

struct Score: ListRecord, Codable {
  var id: String
  var title: String
  var author: String
  var instruments: [String]
  var price: Decimal
  var copies: Int

  static var fields: [FieldNote] { StockItem.notes + [FieldNote(\Self.instruments, label: "For")] }
}

struct WallMap: ListRecord, Codable {
  var id: String
  var title: String
  var author: String
  var width: Int
  var height: Int
  var price: Decimal
  var copies: Int

  static var fields: [FieldNote] {
    StockItem.notes + [FieldNote(\Self.width, unit: "cm"), FieldNote(\Self.height, unit: "cm")]
  }
}

/// The things that the shop sells: each kind has fields of its own.
enum StockItem: ListRecord {
  case book(Book)
  case score(Score)
  case map(WallMap)

  static var form: RecordForm<Self> {
    .variants(by: "kind", .variant("book", Self.book), .variant("score", Self.score), .variant("map", Self.map))
  }

  /// The notes on the fields that all kinds have.
  static let notes = [
    // The authors are a list of list.yml. They refer back to what is in stock.
    FieldNote("author", label: "By", refersTo: "authors"),
    FieldNote("price", label: "Price", decimals: 2, currency: "EUR"),
    FieldNote("copies", label: "Copies when we last counted"),
    FieldNote("sales", label: "Sold", recordsFrom: \Sale.item),
  ]

  var id: String {
    switch self {
    case .book(let book): book.id
    case .score(let score): score.id
    case .map(let map): map.id
    }
  }

  var shelf: Shelf {
    switch self {
    case .book(let book): book.shelf
    case .score: .music
    case .map: .maps
    }
  }

  var price: Decimal {
    switch self {
    case .book(let book): book.price
    case .score(let score): score.price
    case .map(let map): map.price
    }
  }

  private var copies: Int {
    switch self {
    case .book(let book): book.copies
    case .score(let score): score.copies
    case .map(let map): map.copies
    }
  }

  /// The copies counted and delivered, less those sold. Both refer to this item.
  var copiesLeft: Int {
    copies + records(referringBy: \Delivery.item).reduce(0) { $0 + $1.copies }
      - records(referringBy: \Sale.item).reduce(0) { $0 + $1.copies }
  }
}
