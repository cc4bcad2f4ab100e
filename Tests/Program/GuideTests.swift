import CellistTestSupport
import Foundation
import Testing

/// Follows the guide step by step, as a newcomer does: its files are written where it says, and its commands print what it
/// says.
@Suite struct GuideTests {
  private let guide: String
  private let folder: TemporaryFolder

  init() throws {
    guide = try String(contentsOfFile: "\(Program.packageFolder)/content/guide.md", encoding: .utf8)
    folder = try TemporaryFolder()
  }

  /// The code in the first fences that follow a text.
  private func block(after text: String, skipping count: Int = 0) throws -> String {
    var rest = guide[try #require(guide.range(of: text), "\(text)").upperBound...]
    for index in 0...count {
      let start = try #require(rest.range(of: "\n```[a-z]+\n", options: .regularExpression)).upperBound
      let end = try #require(rest[start...].range(of: "```\n")).lowerBound
      if index == count { return String(rest[start..<end]) }
      rest = rest[end...].dropFirst(4)
    }
    return ""
  }

  private func build() throws -> String { try Program.run(["build"], in: folder.place("library")).errors }

  /// The line that ends a build, without its time.
  private func summary(_ printed: String) -> String {
    let line = printed.split(separator: "\n").last.map(String.init) ?? ""
    return line.components(separatedBy: " in ./site").first ?? line
  }

  private func write(_ text: String, to path: String) throws { try folder.write(text, to: "library/\(path)") }
  private func read(_ path: String) throws -> String { try #require(folder.read("library/\(path)")) }

  @Test func `the steps of the guide are what happens`() throws {
    let new = try Program.run(["new", "site", "library"], in: folder.path)
    for line in (new.output + new.errors).split(separator: "\n") { #expect(guide.contains(line), "\(line)") }
    #expect(guide.contains(summary(try build())))
    #expect(try block(after: "how they are sorted and divided:") == read("content/books/list.yml"))
    #expect(try block(after: "The records are rows of `books.csv`:") == read("content/books/books.csv"))

    // A field more.
    try write(block(after: "Change `content/books/list.yml` to:"), to: "content/books/list.yml")
    try write(block(after: "and `content/books/books.csv` to:"), to: "content/books/books.csv")
    let slip = try build()
    #expect(guide.contains("$ cellist build\n\(slip)"), "\(slip)")
    try write(read("content/books/books.csv").replacing("novell", with: "novel"), to: "content/books/books.csv")
    #expect(guide.contains(summary(try build())))
    try write(block(after: "This is `content/books/walden.md`:"), to: "content/books/walden.md")
    #expect(summary(try build()) == "1 list, 6 records, 10 files")

    // From several sources, and back.
    let settings = try read("content/books/list.yml")
    try write(settings + block(after: "which you may try and take out again,"), to: "content/books/list.yml")
    try write(block(after: "`content/books/lost.csv` removes some:"), to: "content/books/corrections.csv")
    try write(block(after: "`content/books/lost.csv` removes some:", skipping: 1), to: "content/books/lost.csv")
    #expect(summary(try build()) == "1 list, 5 records, 9 files")
    try write(settings, to: "content/books/list.yml")
    for name in ["corrections", "lost"] { try folder.remove("library/content/books/\(name).csv") }

    // A cell of your own.
    let theme = try Program.run(["new", "theme", "paper"], in: folder.place("library"))
    for line in (theme.output + theme.errors).split(separator: "\n") { #expect(guide.contains(line), "\(line)") }
    try write(read("content/site.yml") + "theme: paper\n", to: "content/site.yml")
    let cells = "themes/paper/cells/books"
    try write(block(after: "put this into `\(cells)/book.mustache`:"), to: "\(cells)/book.mustache")
    try write(block(after: "and this into `\(cells)/book-old.mustache`:"), to: "\(cells)/book-old.mustache")
    try write(settings + block(after: "choose between the two:"), to: "content/books/list.yml")
    let name = try build()
    #expect(guide.contains("$ cellist build\n\(name)"), "\(name)")
    try write(read("\(cells)/book-old.mustache").replacing("yaer", with: "year"), to: "\(cells)/book-old.mustache")
    #expect(guide.contains(summary(try build())))

    // Other ways to the same records.
    let more = try block(after: "open the list in other ways:")
    #expect(more.split(separator: "\n").count == 3)
    try write(read("content/books/list.yml") + more, to: "content/books/list.yml")
    try write(
      "---\ntitle: Library\n\(block(after: "In the front matter of `content/index.md`:"))---\n{{newest}}\n",
      to: "content/index.md")
    try write("records-of: books\n", to: "content/again/list.yml")
    let last = try build()
    #expect(last.hasPrefix("2 lists, 6 records, "), "\(last)")
    #expect(!last.contains("error"))
  }
}
