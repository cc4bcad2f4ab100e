import CellistSettings
import CellistTemplates
import CellistTestSupport
import Testing

@testable import Cellist
@testable import CellistBuilding
@testable import CellistPages

/// Cells that are declared in Swift lead to other records by an edge of their own.
@Suite struct LeftOutContentTests {
  private struct LeadingCell: CellContent {
    let title: String
    let authors: [Reference<Author>]
  }

  @Test func `a page whose cells show a record is missed without the edge of cells`() throws {
    let folder = try TemporaryFolder(isInMemory: true)
    var files = LibrarySite.files()
    for name in ["book", "rare"] { files["themes/plain/cells/\(name).mustache"] = nil }
    files["themes/plain/cells/leading.mustache"] = "{{title}} {{#authors}}({{name}}){{/authors}}"
    for (path, text) in files { try folder.write(text, to: "site/\(path)") }
    let books = List("books", of: Book.self) { book, _ in LeadingCell(title: book.title, authors: book.authors) }
    var options = BuildOptions(now: 1_700_000_000)
    options.lists = Lists.of(LibrarySite.authors, books).all
    let kept = KeptSite(
      .disk(folder.place("site")), Destination(output: folder.place("output"), state: folder.place("known.sqlite")))
    #expect(try !kept.build(options, changed: nil).hasErrors)
    kept.settle()
    let before = try #require(kept.plan)
    try folder.write(
      "id,name,born\nja,J. Austen,1775\njj,James Joyce,1882\nep,Ezra Pound,\n", to: "site/content/authors/authors.csv")
    #expect(try !kept.build(options, changed: ["content/authors/authors.csv"]).hasErrors)
    let plan = try #require(kept.plan)
    func candidates(_ isCrossed: @escaping @Sendable (Edge) -> Bool) -> Set<String> {
      Set(plan.candidates(since: before.tables, crossing: isCrossed).map { plan.pages[$0].path })
    }
    #expect(candidates { _ in true }.contains("books/index.html"))
    let others = candidates { if case .content = $0 { false } else { true } }
    #expect(!others.contains("books/index.html"))
  }
}
