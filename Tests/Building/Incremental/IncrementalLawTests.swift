import CellistTestSupport
import Foundation
import Glibc
import Testing

@testable import CellistBuilding
@testable import CellistOutput
@testable import CellistPages
@testable import CellistSites

/// Each law that `RandomEditTests` checks after thousands of edits, in a few edits of its own: by new processes, and by
/// one that keeps the site.
@Suite struct IncrementalLawTests {
  private static let files = [
    "content/site.yml": "title: T\nbase: https://example.org/\n", "content/index.md": "Welcome\n",
    "content/notes/list.yml":
      "record: {name: text, day: date?, note: \"markdown?\"}\nid: name\nsort: name\npages: 2\nrecord-pages: true\n",
    "content/notes/a.md": "---\nname: A\n---\nOne\n", "content/notes/b.md": "---\nname: B\n---\nTwo\n",
    "content/notes/c.md": "---\nname: C\n---\nThree\n", "content/notes/x.txt": "a file",
  ]

  private static func site(_ isKept: Bool, _ more: [String: String] = [:]) throws -> BuiltSite {
    let site = try BuiltSite(files.merging(more) { $1 })
    if isKept { site.keep() }
    #expect(try !site.build().hasErrors)
    return site
  }

  private static func note(_ name: String, _ text: String) -> String { "---\nname: \(name)\n---\n\(text)\n" }

  @Test(arguments: [false, true])
  func `the output is that of a clean build, in its own folder and in another`(isKept: Bool) throws {
    let site = try Self.site(isKept)
    for (path, text) in [
      ("content/notes/a.md", Self.note("A", "Uno")), ("content/notes/aa.md", Self.note("AA", "New")),
      ("content/notes/b.md", Self.note("Z", "Two")), ("content/site.yml", "title: U\nbase: https://example.org/\n"),
    ] {
      try site.write(text, to: path)
      _ = try site.build()
      #expect(BuiltSite.differences(site.output(), try #require(site.clean().tree)) == [])
      #expect(try site.differencesToCleanBuild() == [])
    }
    try site.remove("content/notes/aa.md")
    _ = try site.build()
    #expect(try site.differencesToCleanBuild() == [])
  }

  @Test(arguments: [false, true])
  func `what a clean build says is said again, of records that are not read too`(isKept: Bool) throws {
    let site = try Self.site(isKept, ["content/notes/b.md": Self.note("B", "<i>raw</i>")])
    try site.write(Self.note("A", "Uno"), to: "content/notes/a.md")
    let outcome = try site.build()
    #expect(outcome.diagnostics.map(\.code) == [.rawHTML])
    #expect(outcome.diagnostics == site.clean().outcome.diagnostics)
    try site.write(Self.note("B", "plain"), to: "content/notes/b.md")
    #expect(try site.build().diagnostics == [])
  }

  @Test(arguments: [false, true])
  func `a site with errors writes nothing, and what was right is built as soon as it is whole`(isKept: Bool) throws {
    let site = try Self.site(isKept)
    let before = site.output()
    try site.write(Self.note("A", "Uno"), to: "content/notes/a.md")
    try site.write(Self.note("B", "[lost](lost.md)"), to: "content/notes/b.md")
    #expect(try site.build().hasErrors)
    #expect(site.output() == before)
    try site.write(Self.note("B", "Two"), to: "content/notes/b.md")
    #expect(try site.changes() == ["~ notes/a/index.html", "~ notes/index.html"])
    #expect(try site.differencesToCleanBuild() == [])
  }

  @Test(arguments: [false, true])
  func `files that no build wrote are left alone, and their folders with them`(isKept: Bool) throws {
    let site = try Self.site(isKept)
    try site.folder.write("mine", to: "output/notes/b/mine.txt")
    try site.folder.write("mine", to: "output/mine/mine.txt")
    try site.remove("content/notes/b.md")
    _ = try site.build()
    #expect(site.text("notes/b/mine.txt") == "mine" && site.text("mine/mine.txt") == "mine")
    #expect(site.text("notes/b/index.html") == nil)
  }

  @Test(arguments: [false, true])
  func `a build that a foreign file stands in the way of is refused, and changes nothing`(isKept: Bool) throws {
    let site = try Self.site(isKept)
    try site.folder.write("mine", to: "output/notes/d/index.html")
    let before = site.output()
    try site.write(Self.note("D", "Four"), to: "content/notes/d.md")
    #expect(throws: OutputFolder.Failure.occupied(["notes/d/index.html"])) { try site.build() }
    #expect(site.output() == before)
    try site.folder.remove("output/notes/d")
    #expect(try site.changes().contains("+ notes/d/index.html"))
    #expect(try site.differencesToCleanBuild() == [])
  }

  @Test(arguments: [false, true])
  func `the numbers of lists, records and pages are those of a clean build`(isKept: Bool) throws {
    let site = try Self.site(isKept)
    func counts(_ outcome: SiteBuilder.Outcome) -> [Int] { [outcome.lists, outcome.records, outcome.pages] }
    // One record more in the place of none, one less, and one that says something else.
    let edits: [(String, String?)] = [
      ("content/notes/cc.md", Self.note("CC", "More")), ("content/notes/cc.md", nil),
      ("content/notes/a.md", Self.note("A", "Uno")),
    ]
    for (path, text) in edits {
      if let text { try site.write(text, to: path) } else { try site.remove(path) }
      #expect(counts(try site.build()) == counts(site.clean().outcome))
    }
  }

  @Test(arguments: [false, true])
  func `the state notes each file as the file system has it, so that the next build opens none`(isKept: Bool) throws {
    let site = try Self.site(isKept)
    try site.write(Self.note("A", "Uno"), to: "content/notes/a.md")
    try site.write(Self.note("D", "Four"), to: "content/notes/d.md")
    let outcome = try site.build()
    #expect(!outcome.changes.isEmpty)
    #expect(try site.misnoted(outcome.changes) == [])
  }

  @Test(arguments: [false, true])
  func `a page that comes out equal is not written, and its file stays`(isKept: Bool) throws {
    let site = try Self.site(isKept)
    func inode() -> UInt64 {
      var status = stat()
      #expect(stat(site.folder.place("output/notes/a/index.html"), &status) == 0)
      return UInt64(status.st_ino)
    }
    let before = inode()
    // The record says something else, and shows the same.
    try site.write("---\nname: A\n---\nOne  \n", to: "content/notes/a.md")
    #expect(try site.changes() == [])
    #expect(inode() == before)
  }

  @Test(arguments: [false, true])
  func `every file that changed is reported, and no other`(isKept: Bool) throws {
    let site = try Self.site(isKept)
    let before = site.output()
    try site.write(Self.note("A", "Uno"), to: "content/notes/a.md")
    try site.write("another", to: "content/notes/x.txt")
    try site.write(Self.note("D", "Four"), to: "content/notes/d.md")
    try site.remove("content/notes/c.md")
    let outcome = try site.build()
    let changed = BuiltSite.differences(before, site.output()).filter { !$0.hasSuffix("/") }
    #expect(outcome.changes.map(\.path).sorted() == changed)
    #expect(outcome.signs.contains("- notes/c/index.html") && outcome.signs.contains("+ notes/d/index.html"))
    #expect(outcome.signs.contains("~ notes/x.txt"))
  }

  @Test(arguments: [false, true])
  func `a second build changes nothing`(isKept: Bool) throws {
    let site = try Self.site(isKept)
    #expect(try site.changes() == [])
    try site.write(Self.note("A", "Uno"), to: "content/notes/a.md")
    #expect(try site.changes() == ["~ notes/a/index.html", "~ notes/index.html"])
    #expect(try site.changes() == [])
  }

  @Test(arguments: [false, true])
  func `what somebody else changed or removed in the output is made again`(isKept: Bool) throws {
    let site = try Self.site(isKept)
    try site.folder.write("strange", to: "output/notes/a/index.html")
    try site.folder.remove("output/notes/b")
    // A process that keeps the site is told that it may be any file.
    site.changed = nil
    #expect(try site.changes() == ["~ notes/a/index.html", "~ notes/b/index.html"])
    #expect(try site.differencesToCleanBuild() == [])
  }

  @Test(arguments: [false, true])
  func `what comes due by the clock, drafts and the base are ingredients`(isKept: Bool) throws {
    let site = try Self.site(
      isKept,
      [
        "content/notes/d.md": "---\nname: D\npublish: 2023-11-16\n---\n",
        "content/notes/e.md": "---\nname: E\ndraft: true\n---\n",
      ])
    #expect(site.text("notes/d/index.html") == nil && site.text("notes/e/index.html") == nil)
    site.options.now += 2 * 86_400
    #expect(try site.changes().contains("+ notes/d/index.html"))
    #expect(try site.differencesToCleanBuild() == [])
    site.options.drafts = true
    #expect(try site.changes().contains("+ notes/e/index.html"))
    #expect(try site.differencesToCleanBuild() == [])
    site.options.base = "https://example.net/y/"
    #expect(try site.changes().contains("~ notes/a/index.html"))
    #expect(try site.differencesToCleanBuild() == [])
  }

  @Test func `a state that somebody damaged changes nothing but the work`() throws {
    let site = try Self.site(false)
    try site.write(Self.note("A", "Uno"), to: "content/notes/a.md")
    try Data("no database".utf8).write(to: URL(fileURLWithPath: site.statePath))
    let outcome = try site.build()
    #expect(outcome.reasonForClean != nil)
    #expect(try site.differencesToCleanBuild() == [])
  }
}
