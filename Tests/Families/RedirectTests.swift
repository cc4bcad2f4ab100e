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

  @Test(arguments: ["/*", "/a/*", "/a*b/", "/:x/y", "/a/:splat"])
  func `a former address is no pattern`(address: String) {
    let hint =
      "hosts take '*' and ':name' for patterns, and each former address stands for itself; %2A is the character"
    let site = Self.site(
      "redirect-file: true\nredirects: {\"\(address)\": books}\n",
      ["content/books/all.yml": "- {name: Flatland, former: [\"\(address)\"]}\n"])
    let found = site.builder.check().diagnostics
    #expect(
      found.map(\.message) == Array(repeating: "a former address is a path of the site, found \"\(address)\"", count: 2)
    )
    #expect(found.allSatisfy { $0.hint == hint })
  }

  @Test(arguments: [
    "https://x.org/ 200!", "https://x.org/\\n/* https://evil.example/ 200!", " https://x.org/", "https://x.org/a\\tb",
  ])
  func `a redirect leads to an address and nothing behind it`(target: String) {
    let site = Self.site("redirect-file: true\nredirects: {/old/: \"\(target)\"}\n")
    let messages = site.builder.check().diagnostics.map(\.message)
    #expect(messages.count == 1)
    #expect(
      messages.allSatisfy {
        $0.hasPrefix("the redirect leads to an address, found ") || $0.hasPrefix("the redirect leads nowhere: ")
          || $0.hasPrefix("the redirect has the scheme ")
      }, "\(messages)")
  }

  @Test func `addresses are escaped for each file that they stand in`() throws {
    let site = Self.site(
      """
      redirect-file: true
      redirects:
        /a%20b/: "https://x.org/\u{A0}y\u{2028}z?a\u{3000}200!&b=\\"<c>\\""
        /wiki/Talk:x/: books
        /%2A/: books
        /%3Asplat/: books
        /é/: "https://é.example/é"
        /.well-known/change-password: /who/

      """)
    #expect(site.diagnostics() == "")
    let files = site.render()
    let lines = try #require(files["_redirects"]).split(separator: "\n").suffix(6)
    #expect(
      Array(lines) == [
        "/base/a%20b/ https://x.org/%C2%A0y%E2%80%A8z?a%E3%80%80200!&b=%22%3Cc%3E%22 301",
        "/base/wiki/Talk%3Ax/ /base/books/ 301", "/base/%2A/ /base/books/ 301", "/base/%3Asplat/ /base/books/ 301",
        "/base/%C3%A9/ https://%C3%A9.example/%C3%A9 301",
        "/base/.well-known/change-password/ /base/about/ 301",
      ])
    #expect(Self.end(of: "a b/index.html", in: files)?.hasSuffix("&amp;b=&quot;&lt;c&gt;&quot;") == true)
    #expect(Self.end(of: "wiki/Talk:x/index.html", in: files) == "/base/books/")
    #expect(Self.end(of: ".well-known/change-password/index.html", in: files) == "/base/about/")
    let reserved = Self.site("redirects: {/.well-known/cellist/manifest.json: books}\n").diagnostics()
    #expect(reserved.contains("a former address is a path of the site"))
  }

  @Test(arguments: [
    "https://example.org/\\\">x/", "https://exa>mple.org/", "/a<b/", "/a\u{A0}b/", "/a\u{2028}b/", "/\u{202E}x/",
    "https://x;y.org/", "/a|b/", "/a{b}/", "https://x'y/", "/a^/", "/`x`/",
  ])
  func `a base is an address, so it can stand in any file`(base: String) {
    let site = TestSite(["content/site.yml": "title: T\nrobots: allow\nbase: \"\(base)\"\n"])
    #expect(site.diagnostics().contains("'base' must be an address such as https://example.org/path/"))
  }

  @Test(arguments: ["https://bücher.example/é/", "http://localhost:8080/", "https://[::1]:80/~x/", "/a-b/(c)/"])
  func `a base may have letters of any script`(base: String) {
    #expect(TestSite(["content/site.yml": "title: T\nrobots: allow\nbase: \"\(base)\"\n"]).diagnostics() == "")
  }

  @Test func `a path that is too long in all is found by the check`() {
    let long = Array(repeating: String(repeating: "x", count: 200), count: 10).joined(separator: "/")
    let site = Self.site(
      "redirects:\n  ? /\(long)/\n  : books\n",
      [
        "content/books/all.yml": "- {name: Flatland, former: [/\(long)/y/]}\n",
        "content/works/list.yml": "record: {a: text, b: text}\nid: a\nrecord-pages: true\npermalink: /\(long)/{a}\n",
        "content/works/a.yml": "- {a: x, b: y}\n",
      ])
    let found = site.builder.check().diagnostics.map { "\($0.location?.file ?? "") \($0.message)" }
    #expect(
      found.sorted() == [
        "content/books/all.yml the path has 2022 bytes in all; 2000 is the most",
        "content/site.yml the path has 2020 bytes in all; 2000 is the most",
        "content/works/a.yml the path has 2022 bytes in all; 2000 is the most",
      ])
  }

  @Test func `a page at an address that is gone says so`() {
    let site = Self.site("gone: [/lost/, /old.html]\nredirect-file: true\n")
    #expect(site.diagnostics() == "")
    let files = site.render()
    for path in ["lost/index.html", "old.html"] {
      #expect(files[path]?.contains("no longer does") == true && files[path]?.contains("noindex") == true)
    }
    #expect(files["_redirects"]?.hasSuffix("/base/lost/ /base/lost/ 410\n/base/old.html /base/old.html 410\n") == true)
    #expect(files["sitemap.xml"]?.contains("lost") == false)
    let messages = Self.site("gone: [/about/, /*, x, [y]]\naddresses: all\n").builder.check().diagnostics.map(\.message)
    #expect(
      messages.sorted() == [
        "'addresses' must be keep, found \"all\"", "'gone' must be a list of former addresses, found a list",
        "a former address is a path of the site, found \"/*\"", "a former address is a path of the site, found \"x\"",
        "two pages have the path 'about/index.html'",
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
