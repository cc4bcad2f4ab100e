import CellistTestSupport
import Testing

@testable import CellistPublishing

@Suite struct LastSeenTests {
  @Test func `the generation and how long it holds are kept`() throws {
    let folder = try TemporaryFolder()
    let seen = LastSeen(of: "live", site: folder.path)
    #expect(seen.generation == 0 && seen.expectation == nil)
    try seen.note(7)
    #expect(seen.generation == 7 && seen.expectation == nil)
    let expectation = Expectation(instant: 1_700_000_000, text: "2023-11-14 22:13 (books: 'a\nb')")
    try seen.note(7, expectation)
    #expect(seen.generation == 7)
    #expect(seen.expectation == Expectation(instant: 1_700_000_000, text: "2023-11-14 22:13 (books: 'a b')"))
    #expect(!expectation.isOver(at: 1_699_999_999) && expectation.isOver(at: 1_700_000_000))
    try seen.note(8, Expectation())
    #expect(seen.generation == 8 && seen.expectation == Expectation())
    #expect(!Expectation().isOver(at: .max))
  }

  @Test(arguments: ["", "x", "7", "7\n", "7\nx\ny\n", "7\n1700000000\n"])
  func `of a file that is not whole nothing is expected`(text: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: ".cellist/live.seen")
    #expect(LastSeen(of: "live", site: folder.path).expectation == nil)
  }

  @Test func `a folder of a branch has a plain name`() throws {
    let target = PublishTarget(name: "pages", place: .git("origin", branch: "gh-pages"))
    #expect(try target.below("pr/12").below == "pr/12")
    #expect(try target.below("pr/12").name == "pages-below-pr-12")
    for folder in ["", "/pr", "pr/", "pr//1", "..", "pr/../x", ".git", "pr/-x", "a b", "é"] {
      #expect(throws: PublishFailure.self) { try target.below(folder) }
    }
    let folder = PublishTarget(name: "live", place: .folder("/x", inPlace: true))
    #expect(throws: PublishFailure.self) { try folder.below("pr/12") }
  }
}
