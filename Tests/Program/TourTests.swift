import CellistTestSupport
import Foundation
import Testing

/// The first site in README is the one that a new site is.
@Suite struct TourTests {
  @Test func `the tour of README is what happens`() throws {
    let readme = try String(contentsOfFile: "\(Program.packageFolder)/README.md", encoding: .utf8)
    let folder = try TemporaryFolder()
    #expect(try Program.run(["new", "site", "library"], in: folder.path).status == 0)
    let built = try Program.run(["build"], in: folder.place("library"))
    let summary = try #require(built.errors.range(of: "1 list, 3 records, 4 files in ./site, "))
    #expect(readme.contains("$ cellist build\n\(built.errors[summary])"))
    #expect(readme.contains("```yaml\n\(try #require(folder.read("library/content/books/list.yml")))```"))

    let rows = try #require(folder.read("library/content/books/books.csv"))
    try folder.write(rows.replacing(present: "1818", with: "18l8"), to: "library/content/books/books.csv")
    let broken = try Program.run(["build"], in: folder.place("library"))
    #expect(broken.status == 1)
    #expect(readme.contains("```text\n\(broken.errors)```"), "\(broken.errors)")
  }
}
