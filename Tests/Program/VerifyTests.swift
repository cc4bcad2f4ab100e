import CellistTestSupport
import Glibc
import Testing

/// `cellist verify`, as somebody in a shell meets it.
@Suite struct VerifyTests {
  private static func site(_ files: [String: String] = [:]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (path, text) in [
      "content/site.yml": "title: T\n", "content/items/list.yml": "record: {name: text}\nrecord-pages: true\n",
      "content/items/a.md": "---\nname: A\n---\n", "content/items/b/index.md": "---\nname: B\n---\n",
      "content/items/b/b.txt": "b",
    ].merging(files, uniquingKeysWith: { $1 }) { try folder.write(text, to: path) }
    return folder
  }

  private static func built(_ files: [String: String] = [:], _ options: String...) throws -> TemporaryFolder {
    let site = try site(files)
    let result = try Program.run(["build"] + options, in: site.path)
    #expect(result.status == 0, "\(result.errors)")
    return site
  }

  @Test func `what was built is as a clean build makes it, and nothing is written`() throws {
    let site = try Self.built()
    let before = site.tree()
    let result = try Program.run(["verify"], in: site.path)
    #expect(result.errors == "7 files are as a clean build makes them\n")
    #expect(result.output == "")
    #expect(result.status == 0)
    #expect(site.tree() == before)
  }

  @Test func `every file that differs is named, with what is wrong about it`() throws {
    let site = try Self.built()
    try site.remove("site/items/b/b.txt")
    try site.write("mine", to: "site/items/a/index.html")
    try site.write("mine", to: "site/mine/deep/x.txt")
    try site.write("old", to: "site/old/x.txt")
    let list = try #require(site.read("site/.cellist-files"))
    try site.write(list + "old/x.txt\nold/gone.txt\n", to: "site/.cellist-files")
    try site.remove("site/404.html")
    try site.link("site/404.html", to: "index.html")
    try site.link("site/away", to: "/")
    let before = site.tree()
    let result = try Program.run(["verify", "--site", site.path], in: "/")
    #expect(
      result.output == """
        404.html: missing
        items/a/index.html: differs
        items/b/b.txt: missing
        old/x.txt: no page claims it

        """)
    #expect(result.errors == "4 differences from the 7 files of a clean build\n")
    #expect(result.status == 1)
    #expect(site.tree() == before)
    #expect(try Program.run(["build"], in: site.path).status == 0)
    #expect(try Program.run(["verify"], in: site.path).status == 0)
  }

  @Test func `a name that steers a terminal does not`() throws {
    let site = try Self.built()
    for name in ["\u{1B}[31m.txt", "\u{E9}.txt", "e\u{301}.txt"] { try site.write("x", to: "site/\(name)") }
    let list = try #require(site.read("site/.cellist-files"))
    try site.write(list + "%1B%5B31m.txt\n\u{E9}.txt\ne\u{301}.txt\n", to: "site/.cellist-files")
    let result = try Program.run(["verify"], in: site.path)
    #expect(
      result.output.unicodeScalars.elementsEqual(
        """
        \u{FFFD}[31m.txt: no page claims it
        e\u{301}.txt: no page claims it
        \u{E9}.txt: no page claims it

        """.unicodeScalars))
  }

  @Test func `a file that keep would name is compared where the site has one`() throws {
    let site = try Self.built(["content/CNAME": "example.org\n"])
    #expect(try Program.run(["verify"], in: site.path).status == 0)
    try site.write("x", to: "site/CNAME")
    let result = try Program.run(["verify"], in: site.path)
    #expect(result.output == "CNAME: differs\n")
  }

  @Test func `the clean build has the options of the last one`() throws {
    let files = [
      "content/items/c.md": "---\nname: C\ndraft: true\n---\n",
      "content/items/d.md": "---\nname: D\npublish: 2030-01-01\n---\n",
      "themes/x/theme.yml": "extends: default\n",
    ]
    let site = try Self.built(
      files, "--drafts", "--now", "2030-06-01", "--base", "https://example.org/x/", "--output", "out")
    let result = try Program.run(["verify", "--output", "out"], in: site.path)
    #expect(result.errors == "10 files are as a clean build makes them\n")
    #expect(result.output == "")
  }

  @Test func `a site that changed since is not what was built`() throws {
    let site = try Self.built()
    try site.write("---\nname: Other\n---\n", to: "content/items/a.md")
    let result = try Program.run(["verify"], in: site.path)
    #expect(
      result.output == """
        items/a/index.html: differs
        items/b/index.html: differs
        items/index.html: differs

        """)
    #expect(result.status == 1)
  }

  @Test func `a site with errors is no site to compare with`() throws {
    let site = try Self.built()
    try site.write("---\nnmae: A\n---\n", to: "content/items/a.md")
    let result = try Program.run(["verify"], in: site.path)
    #expect(result.output == "")
    #expect(result.errors.hasSuffix("\n2 errors\n"), "\(result.errors)")
    #expect(result.status == 1)
  }

  @Test func `without a state it is not known what to compare with`() throws {
    let site = try Self.site()
    let nothing = try Program.run(["verify"], in: site.path)
    #expect(
      nothing.errors
        == "error: what to verify in './site' is not known: nothing has been built there yet; build the site first\n")
    #expect(nothing.status == 64)
    #expect(try Program.run(["build"], in: site.path).status == 0)
    try site.remove(".cellist")
    let lost = try Program.run(["verify"], in: site.path)
    #expect(
      lost.errors
        == "error: what to verify in './site' is not known: there is no state of a build; build the site first\n")
    #expect(lost.status == 64)
    #expect(try Program.run(["verify", "--site", "/nowhere"], in: site.path).status == 64)
  }

  @Test func `while a build holds the output, it is not verified`() throws {
    let site = try Self.built()
    let lock = open(site.place("site/.cellist"), O_RDWR)
    defer { close(lock) }
    #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
    let result = try Program.run(["verify"], in: site.path)
    #expect(result.status == 75)
    #expect(result.errors == "error: another build is writing to './site'\n")
  }
}
