import CellistTestSupport
import Testing

@testable import CellistBase
@testable import CellistContent
@testable import CellistRecords

@Suite struct ContentMapTests {
  private func map(_ files: String...) -> ContentMap {
    var diagnostics = Diagnostics()
    let map = ContentMap(tree(Dictionary(uniqueKeysWithValues: files.map { ($0, "") })), &diagnostics)
    #expect(lines(diagnostics) == [])
    return map
  }

  @Test func `files are what the folder rules say`() {
    let map = map(
      "content/site.yml", "content/index.md", "content/about.md", "content/logo.svg", "content/elements/list.yml",
      "content/elements/index.md", "content/elements/hydrogen.md", "content/elements/helium/index.md",
      "content/elements/helium/lamp.jpg", "content/elements/helium/raw/data.csv", "content/elements/more.csv",
      "content/elements/2024/new.yml", "content/elements/images/x.png", "themes/x/theme.yml")
    #expect(map.settings == "content/site.yml")
    #expect(map.plainPages == ["content/about.md", "content/index.md"])
    #expect(map.assets == ["content/logo.svg"])
    #expect(map.lists.map(\.path) == ["elements"])
    let list = map.lists[0]
    #expect(list.introduction == "content/elements/index.md")
    #expect(list.files.map { $0.dropFirst(17) } == ["2024/new.yml", "helium/index.md", "hydrogen.md", "more.csv"])
    #expect(list.assets == ["content/elements/images/x.png"])
    #expect(
      list.recordFiles == [
        "content/elements/helium/index.md": [
          "content/elements/helium/lamp.jpg", "content/elements/helium/raw/data.csv",
        ]
      ])
    #expect(list.settings == "content/elements/list.yml")
  }

  @Test func `markdown ends in md or in markdown`() {
    let map = map(
      "content/index.markdown", "content/about.markdown", "content/a/list.yml", "content/a/index.markdown",
      "content/a/b.markdown", "content/a/c/index.markdown", "content/a/c/d.png")
    #expect(map.plainPages == ["content/about.markdown", "content/index.markdown"])
    #expect(map.assets == [])
    #expect(map.lists[0].introduction == "content/a/index.markdown")
    #expect(map.lists[0].files == ["content/a/b.markdown", "content/a/c/index.markdown"])
    #expect(map.lists[0].recordFiles == ["content/a/c/index.markdown": ["content/a/c/d.png"]])
  }

  @Test func `well-known files are published, whatever they are called`() {
    let files = [
      "content/.well-known/security.txt", "content/.well-known/list.yml", "content/.well-known/a.md",
      "content/.well-known/matrix/server.json",
    ]
    func assets(_ more: String...) -> [String] {
      var diagnostics = Diagnostics()
      let all = files + more + ["content/.well-known/.x.csv", "content/.git/y.csv", "content/a/.well-known/z.txt"]
      let map = ContentMap(tree(Dictionary(uniqueKeysWithValues: all.map { ($0, "") })), &diagnostics)
      #expect(lines(diagnostics) == [] && map.plainPages == [])
      #expect(map.lists.allSatisfy { $0.files == [] && $0.assets == [] })
      return map.assets
    }
    #expect(assets() == files.sorted())
    // The content may be a list itself.
    #expect(assets("content/list.yml") == files.sorted())
  }

  @Test func `nothing else stands where publishing keeps the manifest`() {
    var diagnostics = Diagnostics()
    _ = ContentMap(tree(["content/.well-known/cellist/manifest.json": ""]), &diagnostics)
    #expect(
      lines(diagnostics) == [
        "content/.well-known/cellist/manifest.json:1:1: error: 'publish' keeps the site's manifest in "
          + "'.well-known/cellist' [path-collision]; rename the file"
      ])
  }

  @Test func `files whose names begin with a dot are neither pages nor records`() {
    let map = map(
      "content/.a.md", "content/.b.csv", "content/list/list.yml", "content/list/.c.csv", "content/list/x/.d.json",
      "content/list/.DS_Store", "content/.e.csv~")
    #expect(map.plainPages == [] && map.assets == [])
    #expect(map.lists[0].files == [] && map.lists[0].assets == [])
    #expect(map.lists[0].hidden.sorted() == ["content/list/.c.csv", "content/list/x/.d.json"])
    #expect(
      map.recordFiles == ["content/.a.md", "content/.b.csv", "content/list/.c.csv", "content/list/x/.d.json"])
  }

  @Test func `databases are sources, and what is being written to them is nothing`() {
    let map = map(
      "content/a/list.yml", "content/a/b.sqlite", "content/a/b.sqlite-wal", "content/a/b.sqlite-shm",
      "content/a/c.db", "content/a/c.db-journal", "content/a/d-journal", "content/a/e.txt-wal")
    #expect(map.lists[0].files == ["content/a/b.sqlite", "content/a/c.db"])
    #expect(map.lists[0].assets == ["content/a/d-journal", "content/a/e.txt-wal"])
  }

  @Test func `lists may stand in lists, at any depth, and at the site's root`() {
    let map = map(
      "content/list.yml", "content/site.yml", "content/a.md", "content/index.md", "content/x/y/list.yml",
      "content/x/y/b.md", "content/x/c.md", "content/x/y/z/list.yml", "content/x/y/z/d.md")
    #expect(map.settings == "content/site.yml")
    #expect(map.lists.map(\.path) == ["", "x/y", "x/y/z"])
    #expect(
      map.lists.map(\.files) == [
        ["content/a.md", "content/x/c.md"], ["content/x/y/b.md"], ["content/x/y/z/d.md"],
      ])
    #expect(map.lists[0].introduction == "content/index.md")
    #expect(map.plainPages == [])
  }

  @Test func `names that begin with a dot or end with a tilde are ignored`() {
    let map = map(
      "content/.git/config", "content/a.md~", "content/.hidden.md", "content/l/list.yml", "content/l/.x.csv",
      "content/l/y.csv~", "content/l/tmp~/z.csv", "content/l/~$y.xlsx", "content/~$b.md", "content/b.md")
    #expect(map.plainPages == ["content/b.md"])
    #expect(map.assets == [])
    #expect(map.lists.map(\.files) == [[]])
  }

  @Test func `paths are in byte order, also across folders`() {
    let map = map("content/a/x.md", "content/a.md", "content/a/x.png", "content/a.png", "content/B.md", "content/é.md")
    #expect(map.plainPages == ["content/B.md", "content/a.md", "content/a/x.md", "content/é.md"])
    #expect(map.assets == ["content/a.png", "content/a/x.png"])
  }

  @Test func `a site without content has nothing`() {
    let map = map("themes/x/theme.yml")
    #expect(map.settings == nil && map.lists.isEmpty && map.plainPages.isEmpty && map.assets.isEmpty)
  }

  @Test(arguments: [
    ("a/b/c.tar.gz", "c.tar.gz", "gz", "c.tar", "a/b"), ("c", "c", "", "c", ""), (".x", ".x", "", ".x", ""),
    ("a/.x.md", ".x.md", "md", ".x", "a"), ("a\u{301}/\u{301}b.md", "\u{301}b.md", "md", "\u{301}b", "a\u{301}"),
  ])
  func `paths have parts`(path: String, name: String, ending: String, stem: String, folder: String) {
    #expect(path.fileName == name && path.fileExtension == ending && path.fileStem == stem && path.folder == folder)
  }
}
