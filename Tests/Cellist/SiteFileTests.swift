import CellistBuilding
import CellistOutput
import CellistSettings
import CellistTestSupport
import Synchronization
import Testing

@testable import Cellist

/// Files that lists fetch their records from.
@Suite struct SiteFileTests {
  /// A list of the books whose titles stand in a file, a line each.
  private static func lists(_ path: String) -> Lists {
    .of(
      LibrarySite.authors,
      List(
        "books", ShelfDecorator(),
        fetch: {
          try SiteFile(path).text().split(separator: "\n").map {
            Book(id: String($0), title: String($0), shelf: .prose, year: 1815, authors: [])
          }
        }, file: "Library.swift", line: 2))
  }

  private final class Built {
    let folder: TemporaryFolder
    let kept: KeptSite
    var options: BuildOptions

    init(_ path: String) throws {
      folder = try TemporaryFolder(isInMemory: true)
      options = LibrarySite.site(lists: SiteFileTests.lists(path)).options
      let files = LibrarySite.files(["content/books/list.yml": "title: Books\n"])
      for (path, text) in files where path != "content/books/books.csv" { try folder.write(text, to: "site/\(path)") }
      kept = KeptSite(
        .disk(folder.place("site")),
        Destination(output: folder.place("output"), state: folder.place("state/known.sqlite")))
    }

    /// The errors, or else the page.
    func page() throws -> String? {
      let outcome = try kept.build(options, changed: nil)
      kept.settle()
      return outcome.diagnostics.first?.message ?? folder.read("output/books/index.html")
    }
  }

  @Test func `paths begin at the site's folder, and what changes is fetched again`() throws {
    let site = try Built("data/titles.txt")
    let missing =
      "the records of 'books' could not be fetched: 'data/titles.txt': the file does not exist"
    #expect(try site.page() == missing)
    // A missing file is to be watched, too.
    #expect(site.kept.outsideFiles == [site.folder.place("site/data/titles.txt")])
    try site.folder.write("Emma\n", to: "site/data/titles.txt")
    #expect(try site.page() == "Books:[Books]Emma is 185;")
    try site.folder.write("Emma\nUlysses\n", to: "site/data/titles.txt")
    #expect(try site.page() == "Books:[Books]Emma is 185;Ulysses is 185;")
    try site.folder.write([0x45, 0xFF], to: "site/data/titles.txt")
    #expect(
      try site.page()
        == "the records of 'books' could not be fetched: 'data/titles.txt': the file is not valid UTF-8: byte 0xFF")
    try site.folder.remove("site/data/titles.txt")
    #expect(try site.page() == missing)
  }

  @Test func `files may lie outside the site's folder`() throws {
    let site = try Built("../titles.txt")
    try site.folder.write("Emma\n", to: "titles.txt")
    #expect(try site.page() == "Books:[Books]Emma is 185;")
    #expect(site.kept.outsideFiles == [site.folder.place("site/../titles.txt")])
    let file = site.folder.place("titles.txt")
    let other = try Built(file)
    #expect(try other.page() == "Books:[Books]Emma is 185;")
    #expect(other.kept.outsideFiles == [file])
  }

  @Test func `a database is one of them`() throws {
    let site = try Built("")
    let books = FetchedList<Book>(database: "data/books.sqlite", query: "select * from book")
    site.options.lists = Lists.of(LibrarySite.authors, List("books", ShelfDecorator(), fetched: books)).all
    let sql = "create table book (id, title, shelf, year, authors); insert into book values ('a', 'Emma', "
    try site.folder.write(try TestDatabase.bytes(sql + "'prose', 1815, '')"), to: "site/data/books.sqlite")
    #expect(try site.page() == "Books:[Books]Emma is 185;")
    try site.folder.write(try TestDatabase.bytes(sql + "'proze', 1815, '')"), to: "site/data/books.sqlite")
    #expect(try site.page() == "'shelf' must be one of the declared choices, found \"proze\"")
    #expect(site.kept.outsideFiles == [site.folder.place("site/data/books.sqlite")])
  }

  @Test func `what opens a file by itself is told where it lies`() throws {
    let site = try Built("")
    let seen = Seen()
    let list = List(
      "books", of: Book.self,
      fetch: {
        seen.path.withLock { $0 = SiteFile("data").path }
        return []
      })
    site.options.lists = Lists.of(LibrarySite.authors, list).all
    _ = try site.page()
    #expect(seen.path.withLock(\.self) == site.folder.place("site/data"))
    #expect(site.kept.outsideFiles == [site.folder.place("site/data")])
  }

  private final class Seen: Sendable {
    let path = Mutex("")
  }

  @Test func `outside a build paths begin at the current folder`() throws {
    let folder = try TemporaryFolder(isInMemory: true)
    try folder.write("a", to: "a.txt")
    #expect(try SiteFile(folder.place("a.txt")).bytes() == [0x61])
    #expect(SiteFile("a.txt").path == "./a.txt")
    let failure = #expect(throws: SiteFile.Failure.self) { try SiteFile(folder.path).text() }
    #expect(failure?.description == "'\(folder.path)': the file cannot be read: it is not a file")
  }
}
