import CellistBuilding
import CellistFiles
import CellistRecords
import CellistSettings
import CellistSites
import CellistTestSupport
import Glibc
import Testing

@Suite struct GitRevisionTests {
  private func failure(_ name: String, of site: String) -> GitRevision.Failure? {
    do throws(GitRevision.Failure) {
      _ = try GitRevision(name, of: site)
      return nil
    } catch {
      return error
    }
  }

  @Test func `a site in a folder of its repository, byte for byte`() throws {
    let folder = try TemporaryFolder()
    let bytes = [UInt8](0...255) + Array("\r\n\n".utf8)
    try folder.write(bytes, to: "docs/content/a b/ü.bin")
    try folder.write("", to: "docs/content/empty.txt")
    try folder.write("title: T\n", to: "docs/content/site.yml")
    try folder.write("x", to: "docs/themes/x/theme.yml")
    try folder.write("no", to: "docs/other/x.txt")
    try folder.write("no", to: "content/x.txt")
    try folder.commit()
    try folder.remove("docs/content/site.yml")
    try folder.write("uncommitted", to: "docs/content/new.txt")
    try folder.write("today", to: "docs/other/y.txt")
    for name in ["HEAD", "main", "main@{0}"] {
      let revision = try GitRevision(name, of: folder.place("docs"))
      #expect(!revision.isEmpty)
      var diagnostics = Diagnostics()
      #expect(Set(revision.tree.visible(in: "content", &diagnostics).map(\.name)) == ["a b", "empty.txt", "site.yml"])
      #expect(revision.tree.visible(in: "", &diagnostics).map(\.name) == ["content", "themes"])
      #expect(diagnostics.all.isEmpty)
      #expect(try revision.tree.read("content/a b/ü.bin") == bytes)
      #expect(try revision.tree.read("content/empty.txt") == [])
      #expect(throws: SourceTree.Failure.self) { try revision.tree.read("content/new.txt") }
      // The files that lists fetch from beside the site's folders are those of today.
      #expect(try revision.tree.read("other/y.txt") == Array("today".utf8))
    }
  }

  @Test func `a database is read from a revision as from a folder`() throws {
    let folder = try TemporaryFolder()
    try folder.write("title: T\n", to: "content/site.yml")
    try folder.write(
      "record: {name: text}\nid: name\nsources: [{file: a.sqlite, query: select name from a}]\n",
      to: "content/a/list.yml")
    let sql = "CREATE TABLE a (name TEXT); INSERT INTO a VALUES ('One')"
    try folder.write(try TestDatabase.bytes(sql), to: "content/a/a.sqlite")
    try folder.commit()
    try folder.write(try TestDatabase.bytes(sql + ", ('Two')"), to: "content/a/a.sqlite")
    let builder = SiteBuilder(.disk(folder.path), BuildOptions(now: 0))
    let revision = try GitRevision("HEAD", of: folder.path)
    let report = try #require(try builder.compared(with: revision.tree).report)
    #expect(report.records.map { "\($0.kind) \($0.id)" } == ["inserted Two"])
  }

  @Test func `a revision without the site`() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "x.txt")
    try folder.commit()
    try folder.write("title: T\n", to: "docs/content/site.yml")
    #expect(try GitRevision("HEAD", of: folder.place("docs")).isEmpty)
  }

  @Test func `a symbolic link, and a name that is no text, are reported where they stand`() throws {
    let folder = try TemporaryFolder()
    try folder.write("title: T\n", to: "content/site.yml")
    try folder.link("content/link.md", to: "site.yml")
    try folder.link("content/.#site.yml", to: "nobody@nowhere.1")
    var name = Array(folder.place("content/x").utf8CString)
    name.insert(CChar(bitPattern: 0xFF), at: name.count - 1)
    close(open(name, O_CREAT | O_WRONLY, 0o644))
    try folder.commit()
    let tree = try GitRevision("HEAD", of: folder.path).tree
    var diagnostics = Diagnostics()
    #expect(tree.visible(in: "content", &diagnostics).map(\.name) == ["site.yml"])
    #expect(
      Set(diagnostics.all.map(\.message)) == [
        "symbolic links are not followed in a revision of git", "a file's name is not valid UTF-8: content/x\u{FFFD}",
      ])
    #expect(diagnostics.all.count == 2)
  }

  @Test func `what is no revision, and what is in no repository`() throws {
    let folder = try TemporaryFolder()
    try folder.write("title: T\n", to: "content/site.yml")
    #expect(failure("HEAD", of: folder.path) == .noRepository(folder.path))
    try folder.commit()
    for name in ["nonsense", "", "-x", "--all", "HEAD:content", "HEAD~9", "a b"] {
      #expect(failure(name, of: folder.path) == .noRevision(name))
    }
    #expect(failure("HEAD", of: folder.path) == nil)
  }
}
