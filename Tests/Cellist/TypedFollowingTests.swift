import CellistFiles
import CellistOutput
import CellistSettings
import CellistTestSupport
import Testing

@testable import Cellist
@testable import CellistBuilding

/// A process that keeps a site follows typed records that say something else.
@Suite struct TypedFollowingTests {
  private struct NamedCell: CellContent {
    let name: String
    let row: Int
  }

  private static let template = "themes/plain/cells/named.mustache"

  private static func author(_ name: String, born: Int) -> String {
    "---\nname: \(name)\nborn: \(born)\n---\n"
  }

  /// Builds a site of authors again after one of them was born in another year, as a clean build would.
  private func check(_ list: List<Author>, named name: String = "B") throws {
    let folder = try TemporaryFolder(isInMemory: true)
    var files = LibrarySite.files()
    files = files.filter { !$0.key.contains("content/books") && !$0.key.contains("authors.csv") }
    files[Self.template] = "{{row}} {{name}}"
    files["content/authors/list.yml"] = "sort: name\nrecord-pages: true\n"
    for name in ["A", "B", "C"] { files["content/authors/\(name).md"] = Self.author(name, born: 1900) }
    for (path, text) in files { try folder.write(text, to: "site/\(path)") }
    var options = BuildOptions(now: 1_700_000_000)
    options.lists = [list.typed]
    let tree = SourceTree.disk(folder.place("site"))
    let kept = KeptSite(tree, Destination(output: folder.place("output"), state: folder.place("state.sqlite")))
    #expect(try !kept.build(options, changed: nil).hasErrors)
    kept.settle()
    try folder.write(Self.author(name, born: 1901), to: "site/content/authors/B.md")
    let outcome = try kept.build(options, changed: ["content/authors/B.md"])
    #expect(!outcome.hasErrors)
    var output = folder.tree("output").filter { !$0.key.hasSuffix("/") }
    for name in OutputFolder.ownNames { output[name] = nil }
    #expect(output == SiteBuilder(tree, options).render().files)
  }

  @Test func `cells are made again, in their places`() throws {
    let list = List("authors", of: Author.self) { author, path in
      NamedCell(name: "\(author.name) \(author.born ?? 0)", row: path.row)
    }
    try check(list)
    // It moves, and with it the path of another.
    try check(list, named: "D")
  }

  @Test func `without cells in Swift records are followed as others are`() throws {
    try check(List("authors", of: Author.self))
  }
}
