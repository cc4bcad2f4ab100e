import CellistTestSupport
import Testing

/// Sites whose languages are all below their tags, and lists and pages that are in one of them.
@Suite struct LanguageRootTests {
  private static func site(_ changes: [String: String] = [:], root: String = "root: none\n") -> TestSite {
    var files = [
      "content/site.yml":
        "title: {en: Lists, de: Listen}\nbase: https://example.org/x/\nlanguages: [en, de]\n\(root)"
        + "menu: [birds, about.md]\nredirects: {/old/: about.md}\n",
      "content/about.md": "---\ntitle: About\nredirect-from: [/us/]\n---\nUs, and [a robin](/birds/robin/).\n",
      "content/about.de.md":
        "---\ntitle: Über\nredirect-from: [/wir/]\n---\nWir, [Rotkehlchen](/birds/robin/), [English](about.en.md).\n",
      "content/birds/list.yml":
        "title: {en: Birds, de: Vögel}\nrecord: {name: {type: text, localized: true}}\nrecord-pages: true\n",
      "content/birds/robin.md": "---\nname: Robin\n---\nSee [us](../about.md).\n",
      "content/birds/robin.de.md": "---\nname: Rotkehlchen\n---\nSiehe [uns](../about.md).\n",
      "content/notes/list.yml": "title: Notizen\nlanguage: de\nrecord: {name: text}\nrecord-pages: true\n",
      "content/notes/a.md": "---\nname: Eins\n---\nSiehe [sie](/birds/robin/), [uns](../about.md).\n",
    ]
    for (path, text) in changes { files[path] = text }
    return TestSite(files)
  }

  @Test func `without a language at the root, all are below their tags, and the root leads to them`() throws {
    let site = Self.site()
    #expect(site.diagnostics() == "")
    let files = site.render()
    let pages = Set(files.keys.filter { $0.hasSuffix(".html") })
    let both = [
      "404.html", "about/index.html", "birds/index.html", "birds/robin/index.html", "index.html", "old/index.html",
    ]
    // Its own former addresses are in the file of a translation.
    let alone = [
      "en/us/index.html", "de/us/index.html", "wir/index.html", "404.html", "index.html", "notes/index.html",
      "notes/a/index.html",
    ]
    #expect(pages == Set(both.flatMap { ["en/\($0)", "de/\($0)"] } + alone))
    let root = try #require(files["index.html"])
    #expect(root.contains("<html lang=\"en\"") && root.contains("<h1>Lists</h1>"))
    for (tag, name) in [("en", "English"), ("de", "Deutsch")] {
      let link = "<a href=\"/x/\(tag)/\" hreflang=\"\(tag)\" lang=\"\(tag)\" dir=\"ltr\">\(name)</a>"
      #expect(root.components(separatedBy: link).count == 3)
    }
    #expect(!root.contains("rel=\"alternate\" hreflang") && !root.contains("aria-current=\"true\""))
    let german = try #require(files["de/about/index.html"])
    for link in ["/x/de/birds/robin/", "/x/en/about/", "/x/de/birds/", "/x/de/"] {
      #expect(german.contains("href=\"\(link)\""), "\(link)")
    }
    let english = try #require(files["en/about/index.html"])
    for link in ["/x/en/birds/robin/", "/x/de/about/", "/x/en/birds/", "/x/en/"] {
      #expect(english.contains("href=\"\(link)\""), "\(link)")
    }
    #expect(files["en/old/index.html"]?.contains("/x/en/about/") == true)
    #expect(files["en/us/index.html"]?.contains("/x/en/about/") == true)
  }

  @Test func `without a language at the root, pages name each other as translations`() throws {
    let files = Self.site().render()
    for path in ["index.html", "about/index.html", "birds/index.html", "birds/robin/index.html"] {
      for tree in ["en", "de"] {
        let html = try #require(files["\(tree)/\(path)"])
        let links = html.matches(
          of: /<link rel="alternate" hreflang="([^"]*)" href="https:\/\/example.org\/x\/([^"]*)">/)
        let page = path.replacingOccurrences(of: "index.html", with: "")
        let expected = [("en", "en/\(page)"), ("x-default", "en/\(page)"), ("de", "de/\(page)")]
        #expect(links.map { "\($0.1) \($0.2)" } == expected.map { "\($0) \($1)" })
      }
    }
    let map = try #require(files["sitemap.xml"])
    #expect(
      map.contains(
        "<loc>https://example.org/x/en/birds/robin/</loc>"
          + "<xhtml:link rel=\"alternate\" hreflang=\"en\" href=\"https://example.org/x/en/birds/robin/\"/>"
          + "<xhtml:link rel=\"alternate\" hreflang=\"de\" href=\"https://example.org/x/de/birds/robin/\"/>"))
  }

  @Test(arguments: ["root: none\n", ""]) func `a list in one language has its menu, its links and its switch`(
    root: String
  ) throws {
    let files = Self.site(
      ["content/note.md": "---\ntitle: Notiz\nlanguage: de-AT\n---\nSiehe [sie](birds/robin.md).\n"], root: root
    )
    .render()
    let english = root.isEmpty ? "/x/" : "/x/en/"
    // German of Austria is German.
    for (path, tag) in [("notes/a/index.html", "de"), ("note/index.html", "de-AT")] {
      let page = try #require(files[path])
      #expect(page.contains("<html lang=\"\(tag)\""))
      #expect(page.contains("<a class=\"brand\" href=\"/x/de/\">Listen"))
      #expect(page.contains("<a href=\"/x/de/birds/\">Vögel</a>"))
      #expect(page.contains("Siehe <a href=\"/x/de/birds/robin/\">sie"))
      let own = "/x/" + path.replacingOccurrences(of: "index.html", with: "")
      let current = "<a href=\"\(own)\" hreflang=\"de\" lang=\"de\" dir=\"ltr\" aria-current=\"true\">"
      #expect(page.contains(current))
      #expect(page.contains("<a href=\"\(english)\" hreflang=\"en\" lang=\"en\" dir=\"ltr\">"))
    }
    // Other languages lead to it.
    #expect(Self.site(["content/about.md": "[a](notes/a.md)\n"], root: root).diagnostics() == "")
  }

  @Test func `terms of a localized text are at the addresses of the first language`() throws {
    let list = """
      record:
        name: text
        subject: [text]
        kind: {type: text, localized: true, optional: true}
      terms: [subject, kind]
      record-pages: true

      """
    let site = Self.site([
      "content/books/list.yml": list.replacingOccurrences(
        of: "subject: [text]", with: "subject: {type: [text], localized: true}"),
      "content/books/a.yml":
        "name: A\nsubject: {en: [Fiction, Love], de: [Belletristik, Liebe]}\nkind: {en: novel, de: Roman}\n",
      "content/books/b.yml": "name: B\nsubject: {en: [Fiction], de: [Prosa]}\nkind: {en: play, de: Stück}\n",
      "content/books/c.yml": "name: C\nsubject: {en: [War], de: [Krieg, Frieden]}\n",
      "content/books/terms/subject/love.md": "On love.\n", "content/books/terms/subject/love.de.md": "Zur Liebe.\n",
    ])
    #expect(site.diagnostics() == "")
    let files = site.render()
    func terms(_ path: String) -> [String] {
      files.keys.filter { $0.hasPrefix(path) && $0.hasSuffix("/index.html") && $0 != "\(path)index.html" }
        .map { String($0.dropFirst(path.count).dropLast("/index.html".count)) }.sorted()
    }
    #expect(terms("en/books/subject/") == ["fiction", "love", "war"])
    // Two values that stand for one have it in order; values that no one value stands for are named after themselves.
    #expect(terms("de/books/subject/") == ["fiction", "frieden", "krieg", "love", "prosa"])
    #expect(terms("de/books/kind/") == ["novel", "play"])
    let record = try #require(files["de/books/a/index.html"])
    for (slug, title) in [("subject/fiction", "Belletristik"), ("subject/love", "Liebe"), ("kind/novel", "Roman")] {
      #expect(record.contains("<a href=\"/x/de/books/\(slug)/\">\(title)</a>"), "\(slug)")
    }
    #expect(try #require(files["de/books/subject/love/index.html"]).contains("Zur Liebe."))
    #expect(
      try #require(files["en/books/subject/fiction/index.html"])
        .contains("hreflang=\"de\" href=\"https://example.org/x/de/books/subject/fiction/\""))
  }

  @Test func `a translation has the views, the title and the description of its original, as far as it has none`()
    throws
  {
    let site = Self.site([
      "content/about.md":
        "---\ntitle: About\ndescription: What\nviews: {all: {list: birds}}\n---\n{{all}}\n",
      "content/about.de.md": "Alle:\n\n{{all}}\n",
    ])
    #expect(site.diagnostics() == "")
    let german = try #require(site.render()["de/about/index.html"])
    #expect(
      german.contains(">Rotkehlchen</a>") && german.contains("<h1><span lang=\"en\" dir=\"ltr\">About</span></h1>"))
    #expect(german.contains("<meta name=\"description\" content=\"What\">"))
  }

  @Test
  func `a translation is published when its original is, and a draft of one leaves the text of the first language`()
    throws
  {
    let site = Self.site([
      "content/draft.md": "---\ntitle: Draft\ndraft: true\n---\nEnglish\n", "content/draft.de.md": "Deutsch\n",
      "content/over.md": "---\ntitle: Over\nexpires: 2001-01-01\n---\nEnglish\n", "content/over.de.md": "Deutsch\n",
      "content/open.md": "---\ntitle: Open\n---\nEnglish\n",
      "content/open.de.md": "---\ntitle: Offen\ndraft: true\n---\nDeutsch\n",
    ])
    #expect(site.diagnostics() == "")
    let files = site.render()
    for path in ["draft", "over"] {
      #expect(files["en/\(path)/index.html"] == nil && files["de/\(path)/index.html"] == nil, "\(path)")
    }
    let german = try #require(files["de/open/index.html"])
    #expect(
      german.contains("<div lang=\"en\" dir=\"ltr\">\n<p>English")
        && german.contains("<h1><span lang=\"en\" dir=\"ltr\">Open</span></h1>"))
    #expect(
      try #require(files["en/open/index.html"]).contains("hreflang=\"de\" href=\"https://example.org/x/de/open/\""))
  }

  @Test func `links to files of a list lead to those of the language, and redirects below a tag to its pages`() throws {
    let settings =
      "title: {en: Birds, de: Vögel}\nrecord: {name: {type: text, localized: true}}\nrecord-pages: true\nexports: json\n"
    let site = Self.site([
      "content/birds/list.yml": settings,
      "content/about.md": "---\ntitle: About\nredirect-from: [/us/]\n---\n[all](/birds/index.json)\n",
      "content/about.de.md": "---\ntitle: Über\nredirect-from: [/de/wir/]\n---\n[alle](birds/index.json)\n",
      "content/site.yml":
        "title: T\nbase: /\nlanguages: [en, de]\nroot: none\nredirects: {/de/alt/: about.md, /de/vogel/: birds/robin.md}\n",
    ])
    #expect(site.diagnostics() == "")
    let files = site.render()
    #expect(try #require(files["en/about/index.html"]).contains("href=\"/en/birds/index.json\""))
    #expect(try #require(files["de/about/index.html"]).contains("href=\"/de/birds/index.json\""))
    for (path, target) in [
      ("de/alt", "/de/about/"), ("de/vogel", "/de/birds/robin/"), ("en/us", "/en/about/"), ("de/us", "/de/about/"),
      ("de/wir", "/de/about/"),
    ] { #expect(files["\(path)/index.html"]?.contains("url=\(target)\"") == true, "\(path)") }
  }

  @Test func `a translated term has the address of the first language, whatever is not translated beside it`() throws {
    let files = Self.site([
      "content/people/list.yml":
        "record: {name: {type: text, localized: true}}\ntitle-field: name\nrecord-pages: true\n",
      "content/people/jane.yml": "name: {en: Jane Austen, de: Johanna Austen}\n",
      "content/books/list.yml":
        "record: {name: text, tag: {type: text, localized: true}, by: {record: people, optional: true}}\nterms: [tag, by]\n",
      "content/books/a.yml": "name: A\ntag: {en: comedy, de: Komödie}\nby: jane\n",
      "content/books/b.yml": "name: B\ntag: comedy\n",
      "content/books/c.yml": "name: C\ntag: {en: love, de: Liebe}\n", "content/books/d.yml": "name: D\ntag: love\n",
    ]).render()
    for (slug, title) in [("tag/comedy", "Komödie"), ("tag/love", "Liebe"), ("by/jane-austen", "Johanna Austen")] {
      #expect(files["de/books/\(slug)/index.html"]?.contains("<h1>\(title)") == true, "\(slug)")
      #expect(files["en/books/\(slug)/index.html"]?.contains("/x/de/books/\(slug)/\"") == true, "\(slug)")
    }
    #expect(files["de/books/tag/comedy-2/index.html"]?.contains("<h1>comedy") == true)
  }

  @Test func `the root is no translation of a page`() throws {
    let map = try #require(Self.site().render()["sitemap.xml"])
    #expect(map.contains("<loc>https://example.org/x/</loc></url>"))
    #expect(map.contains("<loc>https://example.org/x/notes/</loc></url>"))
  }

  @Test(arguments: [
    (
      "content/site.yml", "title: T\nlanguages: [en, de]\nroot: some\n",
      "content/site.yml:3:7: error: 'root' must be first or none, found \"some\" [invalid-setting]"
    ),
    (
      "content/site.yml", "title: T\nroot: none\n",
      "content/site.yml:2:7: error: 'root' is for sites in several languages, and this one has one [invalid-setting]"
    ),
    (
      "content/en/x.md", "Text\n",
      "content/en/x.md:1:1: error: the folder 'en' has the name of a language, and its pages are at '/en/' [path-collision]"
    ),
    (
      "content/about.de.md", "---\nlanguage: fr\n---\nText\n",
      "content/about.de.md:2:11: error: the file's name says that it is in 'de', found 'fr' [invalid-setting]"
    ),
  ]) func `what is wrong is told`(file: String, text: String, message: String) {
    #expect(Self.site([file: text]).diagnostics().contains(message))
  }
}
