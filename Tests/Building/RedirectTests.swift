import CellistTestSupport
import Testing

/// Pages at former addresses, which lead to where things are now.
@Suite struct RedirectTests {
  private static func site(_ settings: String = "", _ more: [String: String] = [:]) -> TestSite {
    var files = [
      "content/site.yml": "title: Test\nbase: https://example.org/base/\n\(settings)",
      "content/about.md": "---\ntitle: About\nredirect-from: [/who/, /us.html]\n---\nUs\n",
      "content/books/list.yml":
        "record: {name: text, former: {type: [text], default: []}}\nid: name\nredirect-from: former\nrecord-pages: true\n",
      "content/books/all.yml": "- {name: Flatland, former: [/novels/flat/, /f]}\n- {name: Emma}\n",
    ]
    files.merge(more) { $1 }
    return TestSite(files)
  }

  /// Where the page at a path sends browsers.
  private static func end(of path: String, in files: [String: String]) -> String? {
    guard let page = files[path], let start = page.firstRange(of: "content=\"0; url=") else { return nil }
    return String(page[start.upperBound...].prefix { $0 != "\"" })
  }

  @Test func `a former address may be the one that the record has`() {
    let site = TestSite([
      "content/site.yml": "title: Test\n",
      "content/works/list.yml": "record: {title: text, was: [text]}\nrecord-pages: true\nredirect-from: was\n",
      "content/works/a.yml": "title: A\nwas: [/works/a/, /old/a/]\n",
    ])
    #expect(site.diagnostics() == "")
    let pages = site.render()
    #expect(pages["old/a/index.html"]?.contains("/works/a/") == true)
    // Readers are not told of what only the redirects are made of.
    #expect(pages["works/a/index.html"].map { $0.contains("<h1") && !$0.contains("/old/a/") } == true)
  }

  @Test func `records, pages and settings name former addresses`() {
    let site = Self.site("redirects: {/old/: books, /gone/: \"https://example.net/?a&b\", /home/: /}\n")
    #expect(site.diagnostics() == "")
    let files = site.render()
    #expect(Self.end(of: "novels/flat/index.html", in: files) == "/base/books/flatland/")
    #expect(Self.end(of: "f/index.html", in: files) == "/base/books/flatland/")
    #expect(Self.end(of: "who/index.html", in: files) == "/base/about/")
    #expect(Self.end(of: "us.html", in: files) == "/base/about/")
    #expect(Self.end(of: "old/index.html", in: files) == "/base/books/")
    #expect(Self.end(of: "gone/index.html", in: files) == "https://example.net/?a&amp;b")
    #expect(Self.end(of: "home/index.html", in: files) == "/base/")
    #expect(files["old/index.html"]?.contains("rel=\"canonical\" href=\"https://example.org/base/books/\"") == true)
    #expect(files["sitemap.xml"]?.contains("/old/") == false)
    #expect(files["_redirects"] == nil)
  }

  @Test func `the text above a list names former addresses of the list, and that of a term those of the term`() {
    let files = Self.site(
      "",
      [
        "content/books/index.md": "---\nredirect-from: /library/\n---\n",
        "content/books/list.yml": "record: {name: text, kind: text}\nid: name\nterms: kind\n",
        "content/books/all.yml": "- {name: Emma, kind: novel}\n",
        "content/books/terms/kind/novel.md": "---\nredirect-from: [/novels/]\n---\n",
      ]
    ).render()
    #expect(Self.end(of: "library/index.html", in: files) == "/base/books/")
    #expect(Self.end(of: "novels/index.html", in: files) == "/base/books/kind/novel/")
  }

  @Test func `a chain of redirects is cut short, and one file lists all`() {
    let files = Self.site("redirects: {/a/: /b/, /b/: /who/}\nredirect-file: true\n").render()
    #expect(Self.end(of: "a/index.html", in: files) == "/base/about/")
    #expect(
      files["_redirects"] == """
        /base/novels/flat/ /base/books/flatland/ 301
        /base/f/ /base/books/flatland/ 301
        /base/who/ /base/about/ 301
        /base/us.html /base/about/ 301
        /base/a/ /base/about/ 301
        /base/b/ /base/about/ 301

        """)
  }

  @Test func `an address that is none is an error at its place`() {
    let site = Self.site(
      "redirects: {old: books, /x/: nowhere, /a/: /b/, /b/: /a/, /y/: [z]}\n",
      [
        "content/books/all.yml": "- {name: Flatland, former: [\"/../x\", \"//host/\"]}\n",
        "content/about.md": "---\ntitle: About\nredirect-from: [\"/books/\", \"/.hidden\"]\n---\n",
      ])
    let messages = site.builder.check().diagnostics.map { "\($0.location?.description ?? "-") \($0.message)" }
    #expect(
      messages == [
        "content/about.md:3:17 two pages have the path 'books/index.html'",
        "content/about.md:3:28 a former address is a path of the site, found \"/.hidden\"",
        "content/books/all.yml:1:28 a former address is a path of the site, found \"/../x\"",
        "content/books/all.yml:1:28 a former address is a path of the site, found \"//host/\"",
        "content/site.yml:3:13 a former address is a path of the site, found \"old\"",
        "content/site.yml:3:30 the target of the redirect does not exist: nowhere",
        "content/site.yml:3:39 the redirect leads back to where it begins",
        "content/site.yml:3:49 the redirect leads back to where it begins",
        "content/site.yml:3:64 a redirect leads to a path or an address, found a list",
      ])
  }

  @Test func `links may lead to a former address`() {
    let site = Self.site("", ["content/more.md": "[old](/novels/flat/)\n"])
    #expect(site.diagnostics() == "")
    #expect(site.render()["more/index.html"]?.contains("href=\"/base/novels/flat/\"") == true)
  }

  @Test(arguments: [
    ("allow", "User-agent: *\nAllow: /\nSitemap: https://example.org/base/sitemap.xml\n"),
    ("disallow", "User-agent: *\nDisallow: /\n"),
  ])
  func `robots.txt says what the settings say`(setting: String, expected: String) {
    #expect(Self.site("robots: \(setting)\n").render()["robots.txt"] == expected)
    #expect(Self.site().render()["robots.txt"] == nil)
    let both = Self.site("robots: \(setting)\n", ["content/robots.txt": "mine"]).diagnostics()
    #expect(both.contains("two pages have the path 'robots.txt'"))
  }
}
