import CellistSettings
import CellistSites
import CellistTables
import CellistTestSupport
import CellistTyped
import Foundation
import Synchronization
import Testing

@testable import Cellist

/// Lists of what queries find in SQLite databases.
@Suite struct FetchedListTests {
  private static let schema = """
    create table book (id text primary key, title text, shelf text, year integer, authors text);
    insert into book values ('b1', 'Emma', 'prose', 1815, 'ja'), ('b2', 'Ulysses', 'prose', 1922, 'jj'),
      ('b3', 'Cathay', 'verse', 1915, 'ep');

    """
  private static let query = "select * from book order by title"

  private static func write(_ sql: String, _ folder: TemporaryFolder) throws {
    try folder.write(try TestDatabase.bytes(schema + sql), to: "books.sqlite")
  }

  private static func list(_ folder: TemporaryFolder, _ query: String = query) -> FetchedList<Book> {
    FetchedList(
      database: folder.place("books.sqlite"), query: query, provider: .grouped(by: \.shelf), file: "Books.swift",
      line: 5)
  }

  private final class Heard: Sendable {
    let changes = Mutex<[ListChange]>([])
    func take() -> [ListChange] {
      changes.withLock { all in
        defer { all = [] }
        return all
      }
    }
  }

  @Test func `rows are items, and changes of the database are events`() async throws {
    let folder = try TemporaryFolder(isInMemory: true)
    try Self.write("", folder)
    let list = Self.list(folder)
    #expect(list.isEmpty)
    let heard = Heard()
    let observation = list.observe { change in heard.changes.withLock { $0.append(change) } }
    try await list.refetch()
    #expect(list.indexTitles == ["prose", "verse"])
    #expect(list.items.map(\.title) == ["Emma", "Ulysses", "Cathay"])
    #expect(list.items[1].authors == [Reference("jj")])
    #expect(heard.take() == [.willChange, .sectionInserted(0), .sectionInserted(1), .didChange])

    try await list.refetch()
    #expect(heard.take() == [])
    try Self.write("update book set year = 1816 where id = 'b1'", folder)
    try await list.refetch()
    #expect(heard.take() == [.willChange, .rowUpdated(TablePath(section: 0, row: 0)), .didChange])
    try Self.write("update book set shelf = 'verse' where id = 'b1'; delete from book where id = 'b2'", folder)
    try await list.refetch()
    #expect(
      heard.take() == [
        .willChange, .sectionDeleted(0),
        .rowMoved(from: TablePath(section: 0, row: 0), to: TablePath(section: 0, row: 1)),
        .rowUpdated(TablePath(section: 0, row: 1)), .didChange,
      ])
    #expect(list.items.map(\.id) == ["b3", "b1"])
    observation.cancel()
    try Self.write("", folder)
    try await list.refetch()
    #expect(heard.take() == [])
  }

  @Test func `what does not fit is told with its row, and the list stays`() async throws {
    let folder = try TemporaryFolder(isInMemory: true)
    try Self.write("", folder)
    let list = Self.list(folder)
    try await list.refetch()
    try Self.write("update book set shelf = 'proze', year = 'old' where id = 'b2'", folder)
    let failure = await #expect(throws: FetchFailure.self) { try await list.refetch() }
    #expect(
      failure?.description == """
        \(folder.place("books.sqlite")):3:3: 'shelf' must be one of the declared choices, found "proze"
        \(folder.place("books.sqlite")):3:4: 'year' must be an integer, found "old"
        """)
    #expect(list.items.count == 3)
    let wrong = await #expect(throws: FetchFailure.self) {
      try await Self.list(folder, "select * from books").refetch()
    }
    #expect(wrong?.description == "Books.swift:5:1: the query is wrong: no such table: books")
  }

  @Test func `what stands in several sections is one record`() {
    let books = ["b1", "b2"].map { id in
      Book(id: id, title: id, shelf: .prose, year: 1800, authors: [])
    }
    let list = FetchedList(fetch: {
      [ItemSection(id: "all", title: "All", items: books), ItemSection(id: "best", title: "Best", items: [books[1]])]
    })
    let lists = Lists.of(
      LibrarySite.authors, List("books", ShelfDecorator(), fetched: list, file: "Library.swift", line: 2))
    let site = LibrarySite.site(["content/books/list.yml": "{}\n"], lists: lists)
    #expect(site.diagnostics() == "")
    #expect(site.render()["books/index.html"] == "books:[All]b1 is 200;b2 is 200;[Best]b2 is 200;")
  }

  @Test func `a site shows what a list has fetched, in its sections`() throws {
    let folder = try TemporaryFolder(isInMemory: true)
    try Self.write("", folder)
    let lists = Lists.of(
      LibrarySite.authors,
      List("books", ShelfDecorator(), fetched: Self.list(folder), file: "Library.swift", line: 2))
    let site = LibrarySite.site(["content/books/list.yml": "where: {year: {above: 1900}}\n"], lists: lists)
    #expect(site.diagnostics() == "")
    let shown = "books:[prose]Ulysses 0/0 James Joyce (James Joyce);[verse]Cathay 1/0 Ezra Pound (Ezra Pound);"
    #expect(site.render()["books/index.html"] == shown)
    try Self.write("delete from book where id = 'b2'", folder)
    #expect(site.render()["books/index.html"] == "books:[verse]Cathay 0/0 Ezra Pound (Ezra Pound);")
    try Self.write("update book set year = 'old'", folder)
    #expect(
      site.diagnostics().hasPrefix(
        "\(folder.place("books.sqlite")):1:4: error: 'year' must be an integer, found \"old\" [invalid-value]\n"))
  }
}
