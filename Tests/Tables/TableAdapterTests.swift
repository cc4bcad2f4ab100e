import CellistTables
import Synchronization
import Testing

private struct Upper: CellDecorator {
  func cell(for item: String, at path: TablePath) -> String { "\(path) \(item.uppercased())" }
}

@Suite struct TableAdapterTests {
  private let words = ["bow", "bridge", "string", "scroll", "spike"]
  private let provider = DataProvider<[String], String>.grouped(by: { $0.first.map(String.init) })
  private let presenter = DataPresenter<String, String, String>(
    header: { section, index in "\(index) \(section.title ?? "")" }, decorator: Upper())

  @Test func `an adapter presents what a provider sees`() {
    let adapter = TableAdapter(
      provider: DataProvider<WordTable, String>.multiSection,
      presenter: DataPresenter<String, String, String>(
        header: { section, _ in section.items.first }, footer: { "\($1): \($0.items.count)" }
      ) { "\($1) \($0)" })
    let table = adapter.table(of: wordTable)
    #expect(table.sections.map(\.id) == ["a", "b", "c"])
    #expect(table.sections.map(\.header) == ["apple", nil, "cherry"])
    #expect(table.sections.map(\.footer) == ["0: 2", "1: 0", "2: 1"])
    #expect(table.sections.map(\.cells) == [["0/0 apple", "0/1 avocado"], [], ["2/0 cherry"]])
  }

  @Test func `a table without headers and footers says Never`() {
    let adapter = TableAdapter(
      provider: DataProvider<[Int], Int>.singleSection,
      presenter: DataPresenter<Int, Never, Int> { item, _ in item * 2 })
    #expect(adapter.table(of: [1, 2]) == TableViewModel { .init(id: "0", cells: [2, 4]) })
    #expect(adapter.table(of: []).sections.count == 1)
  }

  @Test func `one provider stands behind a table, a gallery and a feed`() {
    let adapter = TableAdapter(provider: provider, presenter: presenter)
    #expect(
      adapter.table(of: words)
        == TableViewModel {
          TableSectionViewModel(id: "b", header: "0 b") {
            "0/0 BOW"
            "0/1 BRIDGE"
          }
          TableSectionViewModel(id: "s", header: "1 s") {
            "1/0 STRING"
            "1/1 SCROLL"
            "1/2 SPIKE"
          }
        })
    let gallery = adapter.grid(of: words, columns: 2)
    #expect(gallery.sections.map(\.header) == ["0 b", "1 s"])
    #expect(
      gallery.sections.map(\.cells) == [[["0/0 BOW", "0/1 BRIDGE"]], [["1/0 STRING", "1/1 SCROLL"], ["1/2 SPIKE"]]])
    let feed = TableAdapter(
      provider: provider.flattened().sorted { $0 > $1 }.prefix(3),
      presenter: DataPresenter<String, Never, String> { item, _ in item })
    #expect(feed.table(of: words) == TableViewModel { .init(id: "0", cells: ["string", "spike", "scroll"]) })
  }

  @Test(arguments: [(-1, 3), (0, 3), (1, 3), (2, 2), (3, 1), (9, 1)])
  func `a grid has rows of as many cells as it has columns`(columns: Int, rows: Int) {
    let adapter = TableAdapter(
      provider: DataProvider<[Int], Int>.singleSection, presenter: DataPresenter<Int, Never, Int> { item, _ in item })
    let grid = adapter.grid(of: [1, 2, 3], columns: columns)
    #expect(grid.sections.map(\.count) == [rows])
    #expect(grid.items.flatMap(\.self) == [1, 2, 3])
    #expect(adapter.grid(of: [], columns: columns).sections.map(\.count) == [0])
  }

  @Test func `headers are made when somebody asks, and once`() {
    let made = Mutex<[String]>([])
    let adapter = TableAdapter(
      provider: provider,
      presenter: DataPresenter<String, String, String>(
        header: { section, _ in
          made.withLock { $0.append(section.id) }
          return section.id
        }, decorator: Upper()))
    let table = adapter.table(of: words)
    let pages = table.pages(of: 1)
    #expect(made.withLock { $0 } == [])
    #expect(table.sections[1].header == "s" && table.sections[1].header == "s")
    #expect(pages.last?.table.sections[0].header == "s")
    #expect(adapter.grid(of: words, columns: 2).sections[0].header == "b")
    #expect(made.withLock { $0 } == ["s", "b"])
  }

  @Test func `a store can be fetched first`() async throws {
    let adapter = TableAdapter(provider: provider, presenter: presenter)
    let table = try await adapter.table {
      await Task.yield()
      return words
    }
    #expect(table == adapter.table(of: words))
  }

  @Test @MainActor func `a store can be fetched on an actor that owns it`() async throws {
    final class Desk { var words = ["bow"] }
    let desk = Desk()
    let table = try await TableAdapter(provider: provider, presenter: presenter).table {
      desk.words.append("bridge")
      return desk.words
    }
    #expect(table.items == ["0/0 BOW", "0/1 BRIDGE"] && desk.words.count == 2)
  }

  @Test func `what a fetch throws is thrown`() async {
    struct Offline: Error, Equatable {}
    let adapter = TableAdapter(provider: provider, presenter: presenter)
    await #expect(throws: Offline()) { try await adapter.table { throw Offline() } }
  }

  @Test func `a task that is cancelled fetches nothing`() async {
    let fetched = Mutex(false)
    let adapter = TableAdapter(provider: provider, presenter: presenter)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await adapter.table {
        fetched.withLock { $0 = true }
        return ["bow"]
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(!fetched.withLock { $0 })
  }

  @Test func `a task that is cancelled while it fetches presents nothing`() async {
    let presented = Mutex(0)
    let adapter = TableAdapter(
      provider: provider,
      presenter: DataPresenter<String, Never, String> { item, _ in
        presented.withLock { $0 += 1 }
        return item
      })
    let task = Task {
      try await adapter.table {
        withUnsafeCurrentTask { $0?.cancel() }
        return ["bow"]
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(presented.withLock { $0 } == 0)
  }

  @Test func `a task that is cancelled while it presents goes no further than its section`() async {
    let presented = Mutex<[String]>([])
    let adapter = TableAdapter(
      provider: provider,
      presenter: DataPresenter<String, Never, String> { item, _ in
        presented.withLock { $0.append(item) }
        withUnsafeCurrentTask { $0?.cancel() }
        return item
      })
    let task = Task { try await adapter.table { ["bow", "bridge", "string"] } }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(presented.withLock { $0 } == ["bow", "bridge"])
  }
}
