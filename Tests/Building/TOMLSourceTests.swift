import CellistTestSupport
import Testing

/// TOML as a source of a list and as front matter, from the file to the page.
@Suite struct TOMLSourceTests {
  private static let record = """
    record: {title: text, born: date?, pages: {type: integer, optional: true}, price: "number?", tags: {type: [text], optional: true}}
    id: title

    """

  private static let cell = "{{title}} {{born}} {{pages}} {{price}} {{#tags}}{{.}},{{/tags}};"

  private static let books = """
    [[books]]
    title = "Emma"
    born = 1815-12-23
    pages = 0x1E0
    price = 7.50
    tags = ["novel", "comedy"]

    [[books]]
    title = 'Flatland'

    """

  private static func site(_ files: [String: String], sources: String = "sources: [{file: all.toml, items: books}]")
    -> TestSite
  {
    .list("\(record)\(sources)\n", files, cell: cell)
  }

  private static func page(_ site: TestSite) -> String {
    site.render()["items/index.html"]?.replacing(/<[^>]*>/, with: "") ?? site.diagnostics()
  }

  @Test func `each table of an array is a record`() {
    #expect(
      Self.page(Self.site(["all.toml": Self.books])) == "itemsEmma 1815-12-23 480 7.50 novel,comedy,;Flatland    ;")
  }

  @Test func `a file is a source where settings name it, and published as it is elsewhere`() {
    let files = ["all.toml": Self.books, "other.toml": "x = [", "a.md": "+++\ntitle = \"Walden\"\n+++\n"]
    #expect(Self.site(files).render().keys.filter { $0.hasSuffix(".toml") } == ["items/other.toml"])
    let unnamed = Self.site(files, sources: "").render()
    #expect(unnamed.keys.filter { $0.hasSuffix(".toml") }.sorted() == ["items/all.toml", "items/other.toml"])
    #expect(unnamed["items/all.toml"] == Self.books)
    #expect(Self.page(Self.site(files, sources: "")).contains("Walden"))
  }

  @Test func `what does not fit is reported at its place`() {
    let text = """
      [[books]]
      title = "Emma"
      born = 1815-12-23T10:00:00
      page = 480
      [[books]]
      pages = 1.5
      [[books]]
      title = {de = "x"}

      """
    #expect(
      Self.site(["all.toml": text]).diagnostics() == """
        content/items/all.toml:3:8: error: 'born' must be a date such as 2024-05-01, found "1815-12-23T10:00:00" [invalid-value]
           3 | born = 1815-12-23T10:00:00
             |        ^~~~~~~~~~~~~
             = 'format' tells how the source writes dates, for example format: "d.M.y"
        content/items/all.toml:4:1: error: no field is called 'page' [unknown-key]
           4 | page = 480
             | ^~~~
             = did you mean 'pages'?
        content/items/all.toml:5:1: error: 'title' is missing [missing-value]
           5 | [[books]]
             | ^~~~~~~
             = give it a value, or make the field optional in list.yml: title: text?
        content/items/all.toml:6:9: error: 'pages' must be an integer, found "1.5" [invalid-value]
           6 | pages = 1.5
             |         ^~~
        content/items/all.toml:8:9: error: 'title' must be text, found a mapping [invalid-value]
           8 | title = {de = "x"}
             |         ^~~

        """)
  }

  @Test func `front matter is TOML between lines of plus signs`() {
    let site = Self.site(
      [
        "emma.md": "+++\ntitle = \"Emma\"\npages = 480\n+++\nText\n",
        "content/about.md": "+++\ntitle = \"About us\"\n+++\nWe\n",
      ], sources: "")
    #expect(Self.page(site) == "itemsEmma  480  ;")
    #expect(site.render()["about/index.html"]?.contains("About us") ?? false)
    let broken = Self.site(
      ["emma.md": "+++\ntitle = \"Emma\"\npges = 480\n+++\n", "content/about.md": "+++\ntitel = \"A\"\n+++\n"],
      sources: "")
    #expect(
      broken.diagnostics() == """
        content/about.md:2:1: error: the front matter has no setting 'titel' [unknown-key]
           2 | titel = "A"
             | ^~~~~
             = did you mean 'title'?
        content/items/emma.md:3:1: error: no field is called 'pges' [unknown-key]
           3 | pges = 480
             | ^~~~
             = did you mean 'pages'?

        """)
  }

  @Test func `a source in TOML updates the records of others`() {
    let site = Self.site(
      ["a.csv": "title,pages\nEmma,1\nFlatland,2\n", "fixes.toml": "[[books]]\ntitle = \"Emma\"\npages = 480\n"],
      sources: "sources: [a.csv, {file: fixes.toml, items: books, merge: update}]")
    #expect(Self.page(site) == "itemsEmma  480  ;Flatland  2  ;")
  }
}
