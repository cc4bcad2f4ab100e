import CellistTestSupport
import Glibc
import Testing

/// `cellist diff`, as somebody in a shell meets it.
@Suite struct DiffTests {
  private static func site(in folder: String = "") throws -> TemporaryFolder {
    let site = try TemporaryFolder()
    for (path, text) in [
      "content/site.yml": "title: T\n", "content/items/list.yml": "record: {name: text, year: integer}\n",
      "content/items/a.md": "---\nname: A\nyear: 1\n---\n", "content/items/b.md": "---\nname: B\nyear: 2\n---\nText.\n",
    ] { try site.write(text, to: folder.isEmpty ? path : "\(folder)/\(path)") }
    return site
  }

  private static let expected = """
    items: 1 inserted, 1 updated
      + C (c)
      ~ A (a): year

    files: 3 updated, 1 unchanged
      ~ 404.html
      ~ index.html
      ~ items/index.html

    """

  private static func edit(_ site: TemporaryFolder, in folder: String = "") throws {
    let prefix = folder.isEmpty ? "" : "\(folder)/"
    try site.write("---\nname: A\nyear: 3\n---\n", to: "\(prefix)content/items/a.md")
    try site.write("---\nname: C\nyear: 3\n---\n", to: "\(prefix)content/items/c.md")
    try site.write("---\nname: D\nyear: 3\ndraft: true\n---\n", to: "\(prefix)content/items/d.md")
  }

  @Test func `against the last build, without writing anything`() throws {
    let site = try Self.site()
    #expect(try Program.run(["build"], in: site.path).status == 0)
    let none = try Program.run(["diff"], in: site.path)
    #expect(none.output == "nothing would change: 4 files\n")
    #expect(none.errors == "" && none.status == 0)
    try Self.edit(site)
    let before = site.tree()
    let result = try Program.run(["diff"], in: site.path)
    #expect(result.output == Self.expected)
    #expect(result.errors == "" && result.status == 0)
    let drafts = try Program.run(["diff", "--drafts", "--base", "https://example.org/"], in: site.path)
    #expect(drafts.output.hasPrefix("items: 2 inserted, 1 updated\n  + C (c)\n  + D (d)\n  ~ A (a): year\n\nfiles: "))
    #expect(drafts.output.contains("\n  + sitemap.xml\n"))
    #expect(site.tree() == before)
    #expect(try Program.run(["build"], in: site.path).status == 0)
    #expect(try Program.run(["diff"], in: site.path).output == "nothing would change: 4 files\n")
  }

  @Test func `addresses that go away are named, with the redirects that keep them`() throws {
    let site = try Self.site()
    try site.write(
      "record: {name: text, year: integer}\nid: name\nrecord-pages: true\n", to: "content/items/list.yml")
    #expect(try Program.run(["build"], in: site.path).status == 0)
    try site.remove("content/items/a.md")
    try site.write("---\nname: Bee\nyear: 2\n---\nText.\n", to: "content/items/b.md")
    let text = try Program.run(["diff"], in: site.path).output
    #expect(
      text.hasSuffix(
        """

        addresses that will be lost: 2
          /items/a/ (items: 'A')
          /items/b/ (items: 'B')

        to keep them, in site.yml:
        redirects:
          "/items/b/": "items/bee/"

        """), "\(text)")
    #expect(text.hasPrefix("items: 1 deleted, 1 renamed\n  - A\n  = Bee (B → Bee): name\n"), "\(text)")
    let markdown = try Program.run(["diff", "--format", "markdown"], in: site.path).output
    #expect(markdown.contains("\n| `Bee` (`B` → `Bee`) | renamed | `name` | … | … |\n"), "\(markdown)")
    #expect(
      markdown.hasSuffix(
        "\nTo keep them, in `site.yml`:\n\n```yaml\nredirects:\n  \"/items/b/\": \"items/bee/\"\n```\n"), "\(markdown)")
    let json = try Program.run(["diff", "--format", "json"], in: site.path).output
    #expect(json.contains("\"change\": \"renamed\"") && json.contains("\"former\": \"B\""), "\(json)")
    try site.write("title: T\nredirects:\n  \"/items/b/\": \"items/bee/\"\n", to: "content/site.yml")
    let kept = try Program.run(["diff"], in: site.path).output
    #expect(
      kept.contains("addresses that will be lost: 1\n  /items/a/ (items: 'A')\n") && !kept.contains("to keep them"))
  }

  @Test func `publishing names the addresses that go away, whoever built meanwhile`() throws {
    let site = try Self.site()
    let settings = "title: T\npublish: {t: {folder: live}}\n"
    try site.write(settings, to: "content/site.yml")
    try site.write("record: {name: text, year: integer}\nid: name\nrecord-pages: true\n", to: "content/items/list.yml")
    try site.write("x", to: "content/x.txt")
    let first = try Program.run(["publish", "t"], in: site.path)
    #expect(first.status == 0 && !first.errors.contains("go away"))
    // One that is renamed twice between two publications is where it went last.
    for name in ["Bea", "Bee"] {
      try site.write("---\nname: \(name)\nyear: 2\n---\nText.\n", to: "content/items/b.md")
      #expect(try Program.run(["build"], in: site.path).status == 0)
    }
    try site.remove("content/items/a.md")
    try site.remove("content/x.txt")
    let told = """
      3
        /items/a/ (items: 'A')
        /items/b/ (items: 'B')
        /x.txt
      to keep them, in site.yml:
      redirects:
        "/items/b/": "items/bee/"

      """
    let dry = try Program.run(["publish", "t", "--dry-run", "--max-deletions", "9"], in: site.path)
    #expect(dry.errors.contains("addresses that would go away: \(told)"), "\(dry.errors)")
    let result = try Program.run(["publish", "t", "--max-deletions", "9"], in: site.path)
    #expect(result.status == 0 && result.errors.contains("addresses that went away: \(told)"), "\(result.errors)")
    // What leads on is not lost.
    try site.write("---\nname: Bo\nyear: 2\n---\nText.\n", to: "content/items/b.md")
    try site.write("\(settings)redirects: {/items/bee/: items/bo/}\n", to: "content/site.yml")
    let kept = try Program.run(["publish", "t"], in: site.path)
    #expect(kept.status == 0 && !kept.errors.contains("went away"), "\(kept.errors)")
  }

  @Test func `addresses that are kept do not go away`() throws {
    let site = try Self.site()
    let settings = "title: T\naddresses: keep\npublish: {t: {folder: live}}\n"
    try site.write(settings, to: "content/site.yml")
    try site.write("record: {name: text, year: integer}\nid: name\nrecord-pages: true\n", to: "content/items/list.yml")
    #expect(try Program.run(["publish", "t"], in: site.path).status == 0)
    try site.remove("content/items/a.md")
    let before = site.tree("live.releases")
    let result = try Program.run(["publish", "t"], in: site.path)
    #expect(result.status == 1 && site.tree("live.releases") == before)
    #expect(
      result.errors
        == "addresses that would go away: 1\n  /items/a/ (items: 'A')\n"
        + "error: 1 address would go away, which 'addresses' in site.yml keeps; 'redirects' or 'gone' answer for them\n"
    )
    try site.write("\(settings)gone: [/items/a/]\n", to: "content/site.yml")
    #expect(try Program.run(["publish", "t"], in: site.path).status == 0)
  }

  @Test func `without a last build everything is new`() throws {
    let site = try Self.site()
    let before = site.tree()
    let result = try Program.run(["diff"], in: site.path)
    #expect(result.errors == "everything is new: nothing has been built there yet\n")
    #expect(result.output.hasPrefix("items: 2 inserted\n  + A (a)\n  + B (b)\n\nfiles: 4 created, 0 unchanged\n"))
    #expect(result.status == 0)
    #expect(site.tree() == before)
  }

  @Test func `against a revision, with what fields said and say`() throws {
    let site = try Self.site(in: "docs")
    try site.commit()
    try Self.edit(site, in: "docs")
    try site.write("---\nname: B\nyear: 2\n---\nOther\ntext.\n", to: "docs/content/items/b.md")
    let before = site.tree()
    for result in [
      try Program.run(["diff", "main"], in: site.place("docs")),
      try Program.run(["diff", "HEAD", "--site", "docs"], in: site.path),
    ] {
      #expect(
        result.output == """
          items: 1 inserted, 2 updated
            + C (c)
            ~ A (a): year 1 → 3
            ~ B (b): body

          files: 3 updated, 1 unchanged
            ~ 404.html
            ~ index.html
            ~ items/index.html

          """)
      #expect(result.errors == "" && result.status == 0)
    }
    #expect(site.tree() == before)
    let markdown = try Program.run(["diff", "HEAD", "--format", "markdown"], in: site.place("docs"))
    #expect(markdown.output.contains("\n| `A` (`a`) | updated | `year` | `1` | `3` |\n"))
    #expect(markdown.output.contains("\n| `C` (`c`) | inserted | `name` |  | `C` |\n"))
    #expect(markdown.output.contains("\n- other words: 3 – "))
    let linked = try Program.run(
      ["diff", "HEAD", "--format", "markdown", "--preview-base", "https://example.org/pr/1/"], in: site.place("docs"))
    #expect(linked.output.contains("[`items/`](https://example.org/pr/1/items/)"))
    let json = try Program.run(["diff", "HEAD", "--format", "json"], in: site.place("docs"))
    #expect(json.output.contains("\"items: 'a' changed year\""))
  }

  @Test func `against a revision that had no site`() throws {
    let site = try TemporaryFolder()
    try site.write("x", to: "x.txt")
    try site.commit()
    for (path, bytes) in try Self.site().tree() where !path.hasSuffix("/") { try site.write(bytes, to: path) }
    let result = try Program.run(["diff", "HEAD"], in: site.path)
    #expect(result.output.hasPrefix("items: 2 inserted\n"))
    #expect(result.status == 0)
  }

  @Test func `a site with errors, then and now`() throws {
    let site = try Self.site()
    try site.write("---\nnmae: A\n---\n", to: "content/items/a.md")
    try site.commit()
    let now = try Program.run(["diff"], in: site.path)
    #expect(now.status == 1 && now.output == "")
    #expect(now.errors.contains("content/items/a.md:2:1: error: no field is called 'nmae' [unknown-key]\n"))
    try site.write("---\nname: A\nyear: 1\n---\n", to: "content/items/a.md")
    let then = try Program.run(["diff", "HEAD"], in: site.path)
    #expect(then.status == 1 && then.output == "")
    #expect(
      then.errors.hasPrefix(
        "the site at 'HEAD' has errors:\ncontent/items/a.md:2:1: error: no field is called 'nmae' [unknown-key]\n"))
  }

  @Test func `wrong usage`() throws {
    let site = try Self.site()
    let outside = try Program.run(["diff", "HEAD"], in: site.path)
    #expect(outside.status == 64 && outside.errors == "error: '.' is in no git repository\n")
    try site.commit()
    let unknown = try Program.run(["diff", "nonsense"], in: site.path)
    #expect(unknown.status == 64 && unknown.errors == "error: there is no revision 'nonsense'\n")
    let missing = try Program.run(["diff", "HEAD"], in: site.path, through: ["env", "PATH=/nowhere"])
    #expect(missing.status == 64)
    #expect(missing.errors.hasPrefix("error: git cannot be run: "), "\(missing.errors)")
    #expect(try Program.run(["diff", "--format", "github"], in: site.path).status == 64)
    #expect(try Program.run(["diff", "--site", "/nowhere"], in: site.path).status == 64)
  }

  @Test func `while a build holds the output, nothing is compared with it`() throws {
    let site = try Self.site()
    #expect(try Program.run(["build"], in: site.path).status == 0)
    let lock = open(site.place("site/.cellist"), O_RDWR)
    defer { close(lock) }
    #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
    #expect(try Program.run(["diff"], in: site.path).status == 75)
  }
}
