import Cellist

// A small site that is declared in Swift: books, and those who wrote them.

enum Shelf: String, Choice, Comparable {
  case prose, verse

  static func < (left: Shelf, right: Shelf) -> Bool { left.rawValue < right.rawValue }
}

struct Author: ListRecord, Codable, Equatable {
  var id: String
  var name: String
  var born: Int?
}

struct Book: ListRecord, Codable, Equatable {
  var id: String
  var title: String
  var shelf: Shelf
  var year: Int
  var price: Double?
  var authors: [Reference<Author>]
  var page: String?

  static var fields: [FieldNote] { [FieldNote("authors", split: ";")] }
}

struct BookCell: CellContent {
  var title: String
  var place: String
  var names: String
  var authors: [Reference<Author>]
  var link: Link?

  /// A link that is not looked at before it is printed.
  struct Link: FieldValue {
    var target: String
    static var fieldType: FieldType { .url }
    static var sample: Link { Link(target: "/") }
    init(target: String) { self.target = target }
    init?(fieldValue: Value) { target = fieldValue.plainText }
    var fieldValue: Value { .text(target) }
  }
}

struct RareCell: CellContent {
  var title: String
  var age: Int
}

enum ShelfCell: CellModel {
  case book(BookCell)
  case rare(RareCell)

  var content: some CellChoice {
    switch self {
    case .book(let cell): cell
    case .rare(let cell): cell
    }
  }
}

struct ShelfDecorator: CellDecorator {
  func cell(for book: Book, at path: TablePath) -> ShelfCell {
    if book.year < 1900 { return .rare(RareCell(title: book.title, age: 2000 - book.year)) }
    return .book(
      BookCell(
        title: book.title, place: "\(path)", names: book.authors.compactMap { $0.record?.name }.joined(separator: "&"),
        authors: book.authors, link: book.page.map { BookCell.Link(target: $0) }))
  }
}
