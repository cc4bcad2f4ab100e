import CellistTestSupport
import Testing

@testable import Cellist

/// Sites under test: decorators with records to refer to, and whole builds without a terminal.
@Suite struct SiteTestingTests {
  private struct Library: Site {
    var lists: Lists {
      LibrarySite.authors
      LibrarySite.shelves
    }
  }

  private static let ulysses = Book(
    id: "b2", title: "Ulysses", shelf: .prose, year: 1922, authors: [Reference("jj"), Reference("nobody")])

  private static func names(_ cell: ShelfCell) -> String? {
    if case .book(let cell) = cell { cell.names } else { nil }
  }

  @Test func `references lead to the records that a test supplies`() {
    let path = TablePath(section: 0, row: 0)
    let records: [any ListRecord] = [
      Self.ulysses, Author(id: "jj", name: "James Joyce"), Author(id: "jj", name: "Another"),
    ]
    let cell = withRecords(records) { ShelfDecorator().cell(for: Self.ulysses, at: path) }
    #expect(Self.names(cell) == "James Joyce")
    // Nowhere else, and not afterwards.
    #expect(Self.names(ShelfDecorator().cell(for: Self.ulysses, at: path)) == "")
    let day = Day(year: 2024, month: 5, day: 1)
    #expect(withRecords([], language: "de") { day?.formatted() } == "1. Mai 2024")
    #expect(withRecords([]) { day?.formatted() } == "2024-05-01")
  }

  @Test func `a hundred thousand records may be supplied`() {
    let records = (0..<100_000).map { Author(id: "\($0)", name: "N\($0)") }
    let book = Book(id: "b", title: "B", shelf: .prose, year: 1922, authors: [Reference("99999"), Reference("0")])
    let cell = withRecords(records) { ShelfDecorator().cell(for: book, at: TablePath(section: 0, row: 0)) }
    #expect(Self.names(cell) == "N99999&N0")
  }

  @Test func `a site is built without a terminal, and says what it did`() async throws {
    let folder = try TemporaryFolder()
    for (path, text) in LibrarySite.files() { try folder.write(text, to: "library/\(path)") }
    let (site, output) = (folder.place("library"), folder.place("out"))
    let first = try await Library().build(site: site, output: output)
    #expect(first.problems.isEmpty && !first.hasErrors)
    #expect(first.lists == 2 && first.records == 6 && first.files == first.written.count)
    #expect(folder.read("out/books/index.html")?.hasPrefix("Books:[prose]Emma") == true)
    #expect(first.report?.contains("\"books\"") == true)
    let second = try await Library().build(site: site, output: output)
    #expect(second.written.isEmpty && second.removed.isEmpty && second.files == first.files)
    try folder.write("id,name,born\nja,Jane Austen,early\n", to: "library/content/authors/authors.csv")
    let wrong = try await Library().build(site: site, output: output)
    #expect(wrong.hasErrors && wrong.written.isEmpty && wrong.report == nil)
    let problem = try #require(wrong.problems.first { $0.code == "invalid-value" })
    #expect(problem.description.hasPrefix("content/authors/authors.csv:2:16: error: 'born' must be an integer"))
    #expect((problem.line, problem.column) == (2, 16))
  }

  @Test func `an output folder that is somebody else's is a failure`() async throws {
    let folder = try TemporaryFolder()
    for (path, text) in LibrarySite.files() { try folder.write(text, to: "library/\(path)") }
    try folder.write("mine", to: "out/notes.txt")
    let failure = await #expect(throws: BuildFailure.self) {
      try await Library().build(site: folder.place("library"), output: folder.place("out"))
    }
    #expect(failure?.description.contains("holds files that are not from Cellist") == true)
  }
}
