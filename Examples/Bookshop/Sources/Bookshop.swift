import Cellist
import Foundation

/// A shop with books, sheet music and maps: what it has, what it sold, and what came in.
@main
struct Bookshop: Site {
  /// Where deliveries are told of; a test has its own.
  var deliveries = DeliveryNotes.file("data/deliveries.csv")

  var lists: Lists {
    // A presenter makes the cells, and counts what stands on each shelf.
    List("stock", presenter: Self.stock, provider: .grouped(by: \.shelf) { $0.title })
      .title("Stock", description: "What stands on our shelves.")
      .recordPages()
    // The records that a query finds in a database. A closure is enough of a decorator here.
    List("sales", SaleDecorator(), fetched: sales)
      .title("Sales", description: "What left the shop, by month.")
    // The records that a function fetches, which may fail or be cancelled.
    List("deliveries", of: Delivery.self, fetch: deliveries.load)
      .title("Deliveries", description: "What came in.")
      .sorted(.descending(\.date), .ascending(\.item))
      .sections(by: \.date, part: .month, order: .descending)
      .view(.table, columns: \.date, \.item, \.copies)
  }

  private let sales = FetchedList<Sale>(
    database: "data/sales.sqlite", query: "select * from sale order by day, id",
    provider: .grouped(by: \.month, order: .descending) { $0.title })

  static let stock = DataPresenter<StockItem, SectionNote, StockCell>(
    footer: { shelf, _ in
      let copies = shelf.items.reduce(0) { $0 + $1.copiesLeft }
      let worth = shelf.items.reduce(0) { $0 + $1.price * Decimal($1.copiesLeft) }
      return .figures(["copies": "\(copies)", "worth": worth.euros])
    },
    decorator: StockDecorator())
}

extension Decimal {
  /// The number as a price: "€9.50".
  var euros: String { formatted(.currency(code: "EUR").locale(Locale(identifier: "en"))) }
}
