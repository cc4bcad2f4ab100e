import Cellist
import Foundation
import Testing

@testable import Bookshop

@Suite struct BookshopTests {
  private static let emma = StockItem.book(
    Book(
      id: "emma", title: "Emma", author: "austen", shelf: .novels, year: 1815, pages: 474, price: 9.5, copies: 2))
  private static let suites = StockItem.score(
    Score(id: "suites", title: "Suites", author: "bach", instruments: ["cello", "viola"], price: 22, copies: 1))
  private static let path = TablePath(section: 0, row: 0)

  private static func sale(_ copies: Int, of item: StockItem = emma) -> Sale {
    Sale(id: "s\(copies)", day: Day(year: 2024, month: 5, day: 3)!, item: Reference(item.id), copies: copies)
  }

  private static func left(_ records: [any ListRecord], of item: StockItem = emma) -> String? {
    withRecords(records) {
      switch StockDecorator().cell(for: item, at: path) {
      case .book(let cell): cell.left
      case .score(let cell): cell.left
      case .map: nil
      }
    }
  }

  // MARK: Decorators

  @Test func `each kind of thing has a cell of its own`() {
    guard case .book(let book) = StockDecorator().cell(for: Self.emma, at: Self.path) else {
      Issue.record("a book has the cell of a book")
      return
    }
    #expect(book.title == "Emma" && book.year == 1815 && book.price == 9.5)
    guard case .score(let score) = StockDecorator().cell(for: Self.suites, at: Self.path) else {
      Issue.record("a score has the cell of a score")
      return
    }
    #expect(score.instruments == "cello and viola")
  }

  @Test func `what is left follows from sales and deliveries`() {
    #expect(Self.left([]) == "2 copies")
    #expect(Self.left([Self.sale(1)]) == "the last copy")
    #expect(Self.left([Self.sale(2)]) == "sold out")
    // A sale of one thing takes no copy of another.
    #expect(Self.left([Self.sale(1)], of: Self.suites) == "the last copy")
    let delivery = Delivery(date: Day(year: 2024, month: 5, day: 2)!, item: Reference("emma"), copies: 3)
    #expect(Self.left([Self.sale(2), delivery]) == "3 copies")
  }

  @Test func `a sale shows what was paid, where the item is known`() {
    let decorator = SaleDecorator()
    #expect(withRecords([Self.emma]) { decorator.cell(for: Self.sale(2), at: Self.path).paid } == "€19.00")
    #expect(decorator.cell(for: Self.sale(2), at: Self.path).paid == "€0.00")
  }

  @Test func `the footer of a shelf counts what is left`() {
    let shelf = ItemSection(id: "novels", title: "Novels", items: [Self.emma])
    let note = withRecords([Self.sale(1)]) { Bookshop.stock.footer?(shelf, 0) }
    guard case .figures(let figures)? = note else {
      Issue.record("a shelf has figures")
      return
    }
    #expect(figures.map { "\($0.key): \($0.value)" } == ["copies: 1", "worth: €9.50"])
  }

  // MARK: Deliveries

  @Test func `deliveries come in their order`() async throws {
    let deliveries = try await DeliveryNotes.deliveries(in: "date,item,copies\n2024-05-02,emma,4\n2024-05-01,alice,1\n")
    #expect(deliveries.map(\.id) == ["2024-05-02 emma", "2024-05-01 alice"])
  }

  @Test func `a note that cannot be read is an error with its line`() async {
    for line in ["2024-05-02,emma", "yesterday,emma,1", "2024-05-02,emma,0"] {
      await #expect(throws: DeliveryNotes.Misread(line: 3, text: line)) {
        try await DeliveryNotes.deliveries(in: "date,item,copies\n2024-05-02,emma,4\n\(line)\n")
      }
    }
  }

  @Test func `reading can be called off`() async {
    let lines = String(repeating: "2024-05-02,emma,4\n", count: 1_000)
    let reading = Task { try await DeliveryNotes.deliveries(in: "date,item,copies\n\(lines)") }
    reading.cancel()
    await #expect(throws: CancellationError.self) { try await reading.value }
  }

  // MARK: The site

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path

  private static func built(_ shop: Bookshop) async throws -> (outcome: BuildOutcome, page: (String) -> String) {
    let place = FileManager.default.temporaryDirectory.appending(path: "bookshop-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: place) }
    let site = place.appending(path: "shop")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    try FileManager.default.createDirectory(at: site, withIntermediateDirectories: true)
    for part in ["content", "themes", "data"] {
      try FileManager.default.copyItem(atPath: "\(folder)/\(part)", toPath: site.appending(path: part).path)
    }
    let output = place.appending(path: "site")
    let outcome = try await shop.build(site: site.path, output: output.path)
    let pages = outcome.written.reduce(into: [String: String]()) { pages, path in
      pages[path] = try? String(contentsOf: output.appending(path: path), encoding: .utf8)
    }
    return (outcome, { pages[$0] ?? "" })
  }

  @Test func `references lead both ways`() async throws {
    let (outcome, page) = try await Self.built(Bookshop())
    #expect(outcome.problems.map(\.description) == [])
    #expect(outcome.lists == 4)
    // From a list of list.yml to one of Swift, and back.
    #expect(page("authors/austen/index.html").contains("stock/persuasion/"))
    #expect(page("stock/persuasion/index.html").contains("authors/austen/"))
    // From Swift to Swift, and from there to a cell's figures.
    #expect(page("sales/index.html").contains("stock/emma/"))
    #expect(page("stock/index.html").contains("7 copies"))
  }

  @Test func `a delivery that fails is an error of the site, and nothing is written`() async throws {
    let broken = DeliveryNotes { throw DeliveryNotes.Misread(line: 2, text: "?") }
    let (outcome, _) = try await Self.built(Bookshop(deliveries: broken))
    #expect(outcome.hasErrors && outcome.written.isEmpty)
    #expect(
      outcome.problems.map(\.message) == [
        "the records of 'deliveries' could not be fetched: line 2 is no delivery: \"?\""
      ])
  }
}
