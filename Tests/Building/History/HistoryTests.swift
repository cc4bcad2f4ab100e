import CellistBase
import CellistFiles
import CellistTestSupport
import CellistText
import Foundation
import Synchronization
import Testing

@testable import CellistBuilding
@testable import CellistSites

/// The dates at which records last changed, from the commits of a site's repository.
@Suite struct HistoryTests {
  static let site = [
    "content/site.yml": "title: T\nbase: https://example.org/\n",
    "content/a/list.yml": """
    record: {name: text, year: "integer?"}
    updated: git
    record-pages: true
    exports: [json]

    """,
    "content/a/x.md": "---\nname: X\n---\n",
    "content/a/y.md": "---\nname: Y\n---\n",
  ]

  static func committed(
    _ more: [String: String] = [:], format: String = "sha1"
  ) throws -> (site: BuiltSite, repository: TestRepository, time: Int) {
    let site = try BuiltSite(Self.site.merging(more) { $1 })
    var repository = try TestRepository(in: site.folder.path, format: format)
    let time = try repository.commit("site")
    return (site, repository, time)
  }

  static func iso(_ time: Int) -> String { Moment(instant: time).iso }

  static func dates(_ site: BuiltSite) -> [String] {
    (site.text("a/index.json") ?? "").split(separator: "\"updated\":").dropFirst().map {
      String($0.drop { $0 != "\"" }.dropFirst().prefix { $0 != "\"" })
    }
  }

  static func messages(_ site: BuiltSite) throws -> [String] {
    try site.build().diagnostics.map { "\($0.location?.description ?? ""): \($0.severity): \($0.message)" }
  }

  @Test(arguments: ["sha1", "sha256"])
  func `a record has the date of the last commit that changed what it says`(format: String) throws {
    var (site, repository, first) = try Self.committed(format: format)
    #expect(try Self.messages(site).isEmpty)
    #expect(Self.dates(site) == [Self.iso(first), Self.iso(first)])
    try site.write("---\nname: X\nyear: 7\n---\n", to: "content/a/x.md")
    // What differs from the last commit has no date.
    #expect(try Self.messages(site).isEmpty)
    #expect(Self.dates(site) == [Self.iso(first)])
    let second = try repository.commit("site")
    #expect(try Self.messages(site).isEmpty)
    #expect(Self.dates(site) == [Self.iso(second), Self.iso(first)])
    // Another form, another name and another order are no changes.
    try site.write("---\n{year: 7, name: 'X'}\n---\n", to: "content/a/x.md")
    try repository.git("mv", "site/content/a/y.md", "site/content/a/z.md")
    try repository.commit("site")
    #expect(try Self.messages(site).isEmpty)
    #expect(Self.dates(site) == [Self.iso(second), Self.iso(first)])
    #expect(try site.differencesToCleanBuild().isEmpty)
  }

  @Test func `a commit is an edit of the records that it is about, and of no others`() throws {
    var (site, repository, _) = try Self.committed()
    _ = try site.changes()
    site.waitForOldFiles()
    #expect(try site.changes().isEmpty)
    try site.write("---\nname: X\nyear: 7\n---\n", to: "content/a/x.md")
    _ = try site.changes()
    try repository.commit("site")
    site.waitForOldFiles()
    let changes = try site.changes()
    #expect(changes == ["~ a/index.json", "~ a/x/index.html", "~ sitemap.xml"])
    // A commit of something else is none.
    try site.folder.write("else", to: "site/notes.txt")
    try repository.commit("site")
    #expect(try site.changes().isEmpty)
  }

  @Test func `a commit costs the blobs that it changed`() throws {
    var (site, repository, _) = try Self.committed(
      Dictionary(uniqueKeysWithValues: (0..<50).map { ("content/a/r\($0).md", "---\nname: R\($0)\n---\n") }))
    let read = Mutex<[Int]>([])
    func build() throws -> [Int] {
      read.withLock { $0 = [] }
      var tree = SourceTree.disk(site.folder.place("site"))
      tree.history = GitHistory(
        of: site.folder.place("site"),
        at: "HEAD",
        ProgramRunner { command throws(ProgramRunner.Failure) in
          if command.arguments.contains("cat-file") {
            read.withLock { $0.append(command.input.count { $0 == UInt8(ascii: "\n") }) }
          }
          return try ProgramRunner.machine.run(command)
        })
      _ = try SiteBuilder(tree, site.options).build(into: site.destination)
      return read.withLock(\.self)
    }
    #expect(try build() == [52])
    #expect(try build() == [])
    try site.write("---\nname: R70\n---\n", to: "content/a/r7.md")
    #expect(try build() == [])
    try repository.commit("site")
    #expect(try build() == [1])
  }

  @Test func `pages, feeds and the map of the site have the dates`() throws {
    let (site, _, time) = try Self.committed([
      "content/a/list.yml": """
      record: {name: text, day: date, changed: {type: date, from: $updated, label: Last change}}
      id: name
      record-pages: true
      feed: day
      schema-org: Book
      where: {changed: {at-least: 2020-01-01}}

      """,
      "content/a/x.md": "---\nname: X\nday: 2019-05-01\n---\n",
      "content/a/y.md": "---\nname: Y\nday: 2019-05-01\n---\n",
    ])
    #expect(try Self.messages(site).isEmpty)
    let day = String(Self.iso(time).prefix(10))
    #expect(site.text("sitemap.xml")?.contains("/a/x/</loc><lastmod>\(day)</lastmod>") == true)
    #expect(site.text("a/feed.xml")?.contains("<updated>\(day)T00:00:00Z</updated>") == true)
    let page = try #require(site.text("a/x/index.html"))
    #expect(page.contains("Last change"))
    #expect(page.contains("\"mainEntityOfPage\": {\"@type\": \"WebPage\", \"dateModified\": \"\(day)\"}"))
  }

  @Test func `a commit that is no longer there is forgotten`() throws {
    var (site, repository, first) = try Self.committed()
    try site.write("---\nname: X\nyear: 7\n---\n", to: "content/a/x.md")
    let second = try repository.commit("site")
    _ = try site.build()
    #expect(Self.dates(site) == [Self.iso(second), Self.iso(first)])
    try repository.git("reset", "-q", "--soft", "HEAD~1")
    _ = try site.build()
    #expect(Self.dates(site) == [Self.iso(first)])
    try repository.git("checkout", "-q", "--detach")
    let third = try repository.commit("site")
    _ = try site.build()
    #expect(Self.dates(site) == [Self.iso(third), Self.iso(first)])
  }

  @Test func `what is no repository, or a part of one, is told`() throws {
    let site = try BuiltSite(Self.site)
    let none =
      "content/a/list.yml:2:10: warning: the records have no dates of change, since the site is in no git repository"
    #expect(try Self.messages(site) == [none])
    let (whole, repository, _) = try Self.committed()
    try repository.git("clone", "-q", "--depth", "1", "file://\(repository.folder)", "\(site.folder.path)/clone")
    let clone = SiteBuilder(.disk(site.folder.place("clone/site")), site.options).check()
    #expect(
      clone.diagnostics.map { "\($0.message)" } == [
        "the dates of change need all commits, and this is a shallow clone"
      ])
    #expect(try Self.messages(whole).isEmpty)
  }

  @Test func `a repository without commits, and files that are not in one, have no dates`() throws {
    let site = try BuiltSite(Self.site)
    var repository = try TestRepository(in: site.folder.path)
    let none = [
      "content/a/list.yml:2:10: warning: the records have no dates of change, since no commit has their files"
    ]
    #expect(try Self.messages(site) == none)
    #expect(Self.dates(site).isEmpty)
    // Only something else is committed.
    try site.folder.write("else", to: "else.txt")
    try repository.commit("else.txt")
    #expect(try Self.messages(site) == none)
    try site.write("---\nname: Y2\n---\n", to: "content/a/y.md")
    #expect(try Self.messages(site) == none)
    #expect(Self.dates(site).isEmpty)
    try repository.git("add", "site")
    #expect(try Self.messages(site) == none)
    #expect(Self.dates(site).isEmpty)
  }

  @Test func `records of a submodule are told`() throws {
    let (site, repository, _) = try Self.committed()
    let other = try BuiltSite(["list.yml": "record: {name: text}\nupdated: git\n", "u.md": "---\nname: U\n---\n"])
    var inner = try TestRepository(in: other.folder.place("site"))
    try inner.commit()
    try repository.git(
      "-c", "protocol.file.allow=always", "submodule", "add", "-q", other.folder.place("site"), "site/content/sub")
    try repository.git("commit", "-q", "-m", "a")
    for _ in 0..<2 {
      #expect(
        try Self.messages(site) == [
          "content/sub/list.yml:2:10: error: "
            + "the dates of change of 'content/sub' are not in this repository: it is a submodule"
        ])
    }
  }

  @Test func `a process that keeps the site follows edits and commits`() throws {
    var (site, repository, first) = try Self.committed()
    site.keep()
    _ = try site.build()
    #expect(Self.dates(site) == [Self.iso(first), Self.iso(first)])
    // The date goes from its page, the export and the map of the site.
    try site.write("---\nname: X\nyear: 7\n---\n", to: "content/a/x.md")
    #expect(try site.problems().found.isEmpty)
    #expect(Self.dates(site) == [Self.iso(first)])
    // No file of the site changes with a commit, so whoever keeps it watches another.
    let log = site.folder.place(".git/logs/HEAD")
    #expect(
      site.kept?.outsideFiles.contains { $0.hasSuffix("/.git/logs/HEAD") } == true
        && FileManager.default.fileExists(atPath: log))
    let second = try repository.commit("site")
    #expect(try site.problems().found.isEmpty)
    #expect(Self.dates(site) == [Self.iso(second), Self.iso(first)])
    // A record that says what it said before has its date again.
    try site.write("---\nname: Z\n---\n", to: "content/a/y.md")
    #expect(try site.problems().found.isEmpty)
    try site.write("---\nname: Y\n---\n", to: "content/a/y.md")
    #expect(try site.problems().found.isEmpty)
    #expect(Self.dates(site) == [Self.iso(second), Self.iso(first)])
  }

  @Test func `a file that no site could be made of changes nothing`() throws {
    var (site, repository, first) = try Self.committed(["content/a/more.csv": "id,name,year\nm,M,1\nn,N,2\n"])
    func change(_ rows: String) throws {
      try site.write("id,name,year\n\(rows)", to: "content/a/more.csv")
      try repository.commit("site")
    }
    try change("m,M,1\nn,\"N,2\n")
    try change("m,M,1\nn,N,2\nn,N,3\n")
    try change("m,M,1\nn,N,2\n")
    #expect(try site.problems().found.isEmpty)
    #expect(Set(Self.dates(site)) == [Self.iso(first)] && Self.dates(site).count == 4)
  }

  @Test func `a site in another folder of its repository has its history there`() throws {
    var (site, repository, _) = try Self.committed()
    _ = try site.build()
    let (old, new) = (site.folder.place("site"), site.folder.place("moved"))
    try repository.git("mv", "site", "moved")
    let second = try repository.commit("moved")
    let destination = site.destination
    _ = try SiteBuilder(.disk(new), site.options).build(into: destination)
    #expect(Self.dates(site) == [Self.iso(second), Self.iso(second)] && !FileManager.default.fileExists(atPath: old))
  }

  @Test func `mistakes in the setting are told`() throws {
    let (site, _, _) = try Self.committed()
    func messages(_ settings: String) throws -> [String] {
      try site.write(settings, to: "content/a/list.yml")
      return try Self.messages(site)
    }
    #expect(
      try messages("record: {name: text, year: \"integer?\"}\nupdated: svn\n")
        == ["content/a/list.yml:2:10: error: 'updated' must be git, found \"svn\""])
    #expect(
      try messages("record: {name: text, updated: \"date?\"}\nupdated: git\n")
        == ["content/a/list.yml:2:10: error: the records have a field 'updated' already"])
    #expect(
      try messages("record: {name: text, year: {type: integer, from: $updated}}\n")
        == ["content/a/list.yml:1:50: error: '$updated' is a date or a datetime, and 'year' is integer"])
  }

  @Test func `a difference names what changed, and not its date`() throws {
    let (site, _, _) = try Self.committed()
    try site.write("---\nname: X\nyear: 7\n---\n", to: "content/a/x.md")
    try site.remove("content/a/y.md")
    try site.write("---\nname: Y\n---\n", to: "content/a/z.md")
    let before = try GitRevision("HEAD", of: site.folder.place("site")).tree
    let change = try site.builder.compared(with: before)
    let told = change.report?.records.map { "\($0.kind.rawValue) \($0.id) \($0.fields)" }
    #expect(told == ["renamed z []", "updated x [\"year\"]"])
  }
}
