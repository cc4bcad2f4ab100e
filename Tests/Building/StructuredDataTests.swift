import CellistTestSupport
import Testing

/// The data about records on pages for search engines, in the words of schema.org.
@Suite struct StructuredDataTests {
  private static func site(
    _ schema: String, _ records: String = records, base: String = "https://example.org/x/", more: String = ""
  ) -> TestSite {
    TestSite([
      "content/site.yml": "title: Test\ntheme: plain\nbase: \(base)\n",
      "content/books/list.yml": """
      title: Books & more
      description: All of them
      record:
        title: text
        year: integer?
        price: number?
        lent: boolean?
        day: date?
        at: datetime?
        tags: {type: [text], default: []}
        kinds: {map: integer, optional: true}
        link: url?
        cover: asset?
        summary: markdown?
        author: {record: people, optional: true}
      id: title
      record-pages: true
      schema-org: \(schema)
      \(more)
      """, "content/books/r.yml": records, "content/books/c.svg": "<svg xmlns=\"http://www.w3.org/2000/svg\"/>",
      "content/people/list.yml": "record: {name: text, home: url?, born: integer?}\nid: name\n",
      "content/people/p.yml": "- {name: Zoë, born: 1901, home: p.yml}\n- {name: Away, draft: true}\n",
      "themes/plain/pages/list.mustache": "{{@page.schema}}",
      "themes/plain/pages/record.mustache": "{{@record.schema}}",
      "themes/plain/pages/term.mustache": "{{@page.schema}}", "themes/plain/pages/terms.mustache": "x",
      "themes/plain/pages/home.mustache": "x",
    ])
  }

  private static let records = """
    - {title: One, year: 1901, price: 1.50, lent: false, day: 2024-05-01, at: 2024-05-01T09:30, tags: [x, y], kinds: {k: 1}, link: r.yml, cover: c.svg, summary: "*Hi* [you](https://a.org)", author: Zoë}
    - {title: Two, author: Away}

    """

  private static func element(_ json: String) -> String { "<script type=\"application/ld+json\">\(json)</script>" }

  @Test func `values have their types, and links are whole`() {
    let site = Self.site(
      """
      {type: Book, datePublished: year, price: price, isAccessibleForFree: lent, dateCreated: day.month, \
      dateModified: at, keywords: tags, sameAs: link, image: cover, description: summary, author: author, \
      birthDate: author.born, homepage: author.home}
      """)
    #expect(site.diagnostics() == "")
    let files = site.render()
    #expect(
      files["books/one/index.html"]
        == Self.element(
          """
          {"@context": "https://schema.org", "@type": "Book", "name": "One", "url": "https://example.org/x/books/one/", \
          "datePublished": 1901, "price": 1.50, "isAccessibleForFree": false, "dateCreated": "2024-05", \
          "dateModified": "2024-05-01T09:30:00Z", "keywords": ["x", "y"], \
          "sameAs": "https://example.org/x/books/", "image": "https://example.org/x/books/c.svg", \
          "description": "Hi you", "author": "Zoë", "birthDate": 1901}
          """))
    // A record that is not published leaves no trace.
    #expect(
      files["books/two/index.html"]
        == Self.element(
          """
          {"@context": "https://schema.org", "@type": "Book", "name": "Two", "url": "https://example.org/x/books/two/"}
          """))
  }

  @Test func `a list's page tells which records are on it`() {
    let files = Self.site("Book", more: "pages: 1\nterms: year").render()
    #expect(
      files["books/page/2/index.html"]
        == Self.element(
          """
          {"@context": "https://schema.org", "@type": "ItemList", "name": "Books \\u0026 more", \
          "url": "https://example.org/x/books/page/2/", "itemListElement": [{"@type": "ListItem", "position": 1, \
          "url": "https://example.org/x/books/two/", "name": "Two"}]}
          """))
    #expect(files["books/year/1901/index.html"]?.contains("\"name\": \"One\"") == true)
  }

  @Test func `a list may be a data set, with its exports`() {
    let files = Self.site("Dataset", more: "pages: 1\nexports: [json, csv]").render()
    #expect(
      files["books/index.html"]
        == Self.element(
          """
          {"@context": "https://schema.org", "@type": "Dataset", "name": "Books \\u0026 more", \
          "url": "https://example.org/x/books/", "description": "All of them", "distribution": [\
          {"@type": "DataDownload", "encodingFormat": "application/json", \
          "contentUrl": "https://example.org/x/books/index.json"}, \
          {"@type": "DataDownload", "encodingFormat": "text/csv", "contentUrl": "https://example.org/x/books/index.csv"}]}
          """))
    #expect(files["books/page/2/index.html"] == "" && files["books/one/index.html"] == "")
  }

  @Test func `nothing that content says ends the element or begins a comment in it`() {
    let title = "</script><!--<script>&amp;\\u2028<\\u0338"
    let files = Self.site("Book", "- {title: \"\(title)\"}\n").render()
    let html = files.first {
      $0.key.hasPrefix("books/") && $0.key.hasSuffix("/index.html") && $0.key != "books/index.html"
    }
    let inside = (html?.value ?? "").dropFirst("<script type=\"application/ld+json\">".count).dropLast(
      "</script>".count)
    #expect(inside.unicodeScalars.allSatisfy { !"<>&\u{2028}".unicodeScalars.contains($0) })
    #expect(inside.contains("\"name\": \"\\u003c/script\\u003e\\u003c!--\\u003cscript\\u003e\\u0026amp;\\u2028\\u003"))
  }

  @Test func `without a host URLs begin at the host's root`() {
    let page = Self.site("Book", base: "/x/").render()["books/two/index.html"] ?? ""
    #expect(page.contains("\"url\": \"/x/books/two/\""))
  }

  @Test func `the element stands between elements alone`() {
    var site = Self.site("Book")
    site.files["themes/plain/pages/record.mustache"] = Array("<p title=\"{{@record.schema}}\">x</p>".utf8)
    #expect(site.diagnostics().contains("'@record.schema' is HTML, which can stand only between elements"))
  }

  @Test func `the default theme tells it in the head`() {
    var site = Self.site("Book")
    site.files["content/site.yml"] = Array("title: Test\n".utf8)
    let files = site.render()
    for path in ["books/index.html", "books/one/index.html"] {
      let head = (files[path] ?? "").split(separator: "</head>").first ?? ""
      #expect(head.contains("\n<script type=\"application/ld+json\">{"), "\(path)")
    }
    #expect(files["people/index.html"]?.contains("ld+json") == false)
  }

  @Test func `a list's page is called as its own text says`() {
    var site = Self.site("Book")
    site.files["content/site.yml"] = Array("title: Test\n".utf8)
    site.files["content/books/index.md"] = Array("---\ntitle: Reading\ndescription: What we read\n---\n".utf8)
    let page = site.render()["books/index.html"] ?? ""
    #expect(page.contains("<title>Reading – Test</title>") && page.contains("<h1>Reading "), "\(page.prefix(3000))")
    #expect(page.contains("<p class=\"lede\">What we read</p>"))
  }

  @Test func `the default theme tells what a page is in the words of OpenGraph, with its whole address`() {
    var site = Self.site("Book")
    site.files["content/site.yml"] = Array("title: Test\nbase: https://example.org/deep/\n".utf8)
    let files = site.render()
    for (path, title, url) in [
      ("books/index.html", "Books &amp; more", "books/"), ("books/one/index.html", "One", "books/one/"),
    ] {
      let head = (files[path] ?? "").split(separator: "</head>").first ?? ""
      let address = "https://example.org/deep/\(url)"
      #expect(
        head.contains(
          """

          <link rel="canonical" href="\(address)">
          <meta property="og:type" content="website">
          <meta property="og:title" content="\(title)">
          <meta property="og:url" content="\(address)">

          """), "\(head)")
    }
    // What has no address is not told of.
    #expect(files["404.html"]?.contains("og:url") == false)
  }

  @Test(arguments: [
    ("{author: title}", "'schema-org' needs 'type', the type of the records"),
    ("{type: a book}", "a type of schema.org is one word such as Book, found \"a book\""),
    ("[Book]", "'schema-org' must be a type or a mapping, found a list"),
    ("{type: Book, \"@id\": title}", "a property of schema.org is one word such as datePublished, found \"@id\""),
    ("{type: Book, about: kinds}", "'about' of schema.org has one value or a list, and 'kinds' is map"),
    ("{type: Book, about: nothing}", "there is no field 'nothing'"),
  ])
  func `settings are checked`(schema: String, message: String) {
    let text = Self.site(schema).diagnostics()
    #expect(text.contains(message), "\(text)")
  }
}
