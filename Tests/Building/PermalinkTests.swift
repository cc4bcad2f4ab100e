import CellistTestSupport
import Testing

/// Pages of records whose addresses a pattern makes of their values.
@Suite struct PermalinkTests {
  private static func site(_ permalink: String, _ more: [String: String] = [:]) -> TestSite {
    var files = [
      "content/site.yml": "title: Test\nbase: https://example.org/base/\n",
      "content/posts/list.yml": """
      record: {title: text, day: date, at: datetime, kind: {choice: {essay: Essays}}, former: {type: [text], default: []}, \
      next: {record: posts, optional: true}}
      record-pages: true
      redirect-from: former
      tools: search
      permalink: "\(permalink)"

      """,
      "content/posts/old.md":
        "---\ntitle: Alt Öl\nday: 2020-03-04\nat: 2020-12-31T23:30:00Z\nkind: essay\nformer: [/before/]\n---\n[new](new/index.md) ![p](old.svg)\n",
      "content/posts/new/index.md":
        "---\ntitle: Neu\nday: 2021-10-11\nat: 2021-01-01T00:00:00Z\nkind: essay\n---\n[old](../old.md) ![p](p.svg)\n",
      "content/posts/old.svg": "<svg/>", "content/posts/new/p.svg": "<svg/>",
    ]
    files.merge(more) { $1 }
    return TestSite(files)
  }

  @Test(arguments: [
    ("{day.year}/{slug}", "posts/2020/old"), ("/{day.year}/{day.month}/{day.day}/{slug}", "2020/03/04/old"),
    ("{kind}-{title}/", "posts/essay-alt-öl"), ("/{day}/{at.date}", "2020-03-04/2020-12-31"),
    ("{day.iso}/{title.initial}", "posts/2020-03-04/a"), ("{at.year}.{slug}", "posts/2020.old"),
  ])
  func `a page lies where the pattern says, and all links lead there`(permalink: String, folder: String) {
    let site = Self.site(permalink)
    #expect(site.diagnostics() == "")
    let files = site.render()
    #expect(files["\(folder)/index.html"]?.contains("Alt Öl</h1>") == true)
    #expect(files["posts/old/index.html"] == nil)
    let other = files.first { $0.key.hasSuffix("/index.html") && $0.value.contains("Neu</h1>") }
    #expect(other?.value.replacing("%C3%B6", with: "ö").contains("href=\"/base/\(folder)/\">old</a>") == true)
    #expect(files["posts/index.html"]?.contains("href=\"/base/\(folder)/\"") == true)
    #expect(files["before/index.html"]?.contains("url=/base/\(folder)/\"") == true)
    #expect(files["sitemap.xml"]?.contains("https://example.org/base/\(folder)/") == true)
    // The row keeps its anchor, and files beside a record follow its page.
    #expect(files["posts/index.html"]?.contains("id=\"old\"") == true)
    #expect(other.map { files[$0.key.replacing("index.html", with: "p.svg")] != nil } == true)
    let place = permalink.hasPrefix("/") ? folder : String(folder.dropFirst("posts/".count))
    #expect(files["posts/tools.json"]?.contains("\"\(place)\"") == true)
  }

  @Test func `a permalink may end in the name of a file`() throws {
    let site = Self.site("/{kind}/{title}.html")
    #expect(site.diagnostics() == "")
    let files = site.render()
    let other = try #require(files["essay/neu.html"])
    #expect(files["essay/alt-öl.html"]?.contains("href=\"/base/essay/neu.html\">new</a>") == true)
    #expect(other.contains("href=\"/base/essay/alt-%C3%B6l.html\">old</a>"))
    #expect(files["essay/neu/p.svg"] != nil && other.contains("src=\"/base/essay/neu/p.svg\""))
    #expect(files["before/index.html"]?.contains("url=/base/essay/alt-öl.html\"") == true)
    #expect(files["sitemap.xml"]?.contains("https://example.org/base/essay/neu.html<") == true)
    #expect(files["posts/tools.json"]?.contains("\"essay/neu.html\"") == true)
    #expect(files.keys.allSatisfy { !$0.contains(".html/") })
  }

  @Test func `an id that ends like a file is a folder as ever`() {
    let site = Self.site(
      "{slug}",
      ["content/posts/x.html.md": "---\ntitle: X\nday: 2020-03-04\nat: 2020-12-31T23:30:00Z\nkind: essay\n---\n"])
    #expect(site.diagnostics() == "")
    let files = site.render()
    #expect(files["posts/x.html/index.html"] != nil)
    #expect(files["posts/index.html"]?.contains("href=\"/base/posts/x.html/\"") == true)
    #expect(files["posts/tools.json"]?.contains("\"x.html/\"") == true)
    let plain = Self.site(
      "",
      [
        "content/posts/list.yml": "record: {title: text}\nextra-keys: ignore\nrecord-pages: true\n",
        "content/posts/x.html.md": "---\ntitle: X\n---\n",
      ])
    #expect(plain.diagnostics() == "")
    #expect(plain.render()["posts/x.html/index.html"] != nil)
    #expect(plain.render()["posts/index.html"]?.contains("href=\"/base/posts/x.html/\"") == true)
  }

  @Test(arguments: [
    ("{nothing}", "5:12: error: there is no field 'nothing'"),
    ("{day.month}//{slug}", "5:12: error: an address has no empty part between its slashes"),
    ("{slug}?", "5:12: error: \"{slug}?\" cannot be part of an address"),
    ("../{slug}", "5:12: error: \"..\" cannot be part of an address"),
    ("{slug", "5:12: error: \"{slug\" cannot be part of an address"),
    ("", "5:12: error: an address has no empty part between its slashes"),
    ("{next}", "5:12: error: 'next' is record, which is no part of an address"),
    ("{next.title}", "5:12: error: 'next' is record and has no part 'title'"),
    ("{former}", "5:12: error: 'former' is list, which is no part of an address"),
  ])
  func `what makes no address is an error`(permalink: String, message: String) {
    #expect(Self.site(permalink).diagnostics().contains("content/posts/list.yml:\(message)"))
  }

  @Test func `a record without a value that its address needs is an error, and so are two with one address`() {
    let records = [
      "content/posts/list.yml":
        "record: {title: text, day: \"date?\"}\nrecord-pages: true\npermalink: \"{day.year}/{title}\"\n",
      "content/posts/old.md": "---\ntitle: \"?\"\nday: 2020-03-04\n---\n",
      "content/posts/new/index.md": "---\ntitle: Neu\n---\n",
    ]
    let missing = Self.site("", records).diagnostics()
    #expect(missing.contains("content/posts/new/index.md:2:1: error: 'day' is missing, and 'permalink' asks for it"))
    #expect(
      missing.contains("error: its values have no letters or digits for a part of the address that 'permalink' makes"))
    let same = Self.site("{kind}").diagnostics()
    #expect(same.contains("error: two pages have the path 'posts/essay/index.html'"))
    let own = Self.site("", ["content/posts/list.yml": "record: {title: text}\nextra-keys: ignore\npermalink: x\n"])
    #expect(
      own.diagnostics().contains("3:12: error: 'permalink' says where records' own pages lie, and they have none"))
  }

  @Test func `a list that shows the records of another leads to where they are`() {
    let site = Self.site("{day.year}/{slug}", ["content/best/list.yml": "records-of: posts\ntools: search\n"])
    #expect(site.diagnostics() == "")
    let files = site.render()
    #expect(files["best/index.html"]?.contains("href=\"/base/posts/2020/old/\"") == true)
    #expect(files["best/tools.json"]?.contains("\"places\": [\"2021/new\", \"2020/old\"]") == true)
  }
}
