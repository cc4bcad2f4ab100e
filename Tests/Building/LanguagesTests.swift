import CellistTestSupport
import Testing

/// Sites that have all their pages in several languages.
@Suite struct LanguagesTests {
  private static let files = [
    "content/site.yml": """
    title: {en: Lists, de-CH: Listen, ar: قوائم}
    base: https://example.org/x/
    languages: [en, de-CH, ar]
    menu: [birds, {title: {en: About, de-CH: Über}, url: about.md}]

    """,
    "content/index.md": "---\ntitle: Welcome\n---\nAll [birds](birds/list.yml).\n",
    "content/about.md": "---\ntitle: About\n---\nUs, and [a robin](/birds/robin/).\n",
    "content/about.de-CH.md":
      "---\ntitle: Über\n---\nWir, und [ein Rotkehlchen](birds/robin.md), [English](about.en.md).\n",
    "content/birds/list.yml": """
    title: {en: Birds, de-CH: Vögel}
    record:
      name: {type: text, localized: true, label: {en: Name, de-CH: Name, ar: الاسم}}
      mass: {type: number, label: {en: mass, de-CH: Masse}}
      near: {record: birds, optional: true}
    sort: name
    sections: {by: name.initial}
    record-pages: true

    """,
    "content/birds/robin.md": "---\nname: Robin\nmass: 1234.5\nnear: wren\n---\nSings. See [us](../about.md).\n",
    "content/birds/robin.de-CH.md": "---\nname: Rotkehlchen\n---\nSingt. Siehe [uns](../about.md).\n",
    "content/birds/wren.md": "---\nname: Wren\nmass: 9\n---\n",
    "content/birds/wren.ar.md": "---\nname: نمنمة\n---\n",
  ]

  private static func site(_ changes: [String: String?] = [:]) -> TestSite {
    var files = files
    for (path, text) in changes { files[path] = text }
    return TestSite(files)
  }

  /// The settings of the list with other fields beside name and mass.
  private static func birds(_ fields: String) -> String {
    """
    title: {en: Birds, de-CH: Vögel}
    record: {name: {type: text, localized: true}, mass: number, \(fields)}
    record-pages: true

    """
  }

  @Test func `each language has all pages, those of the first at the root`() {
    let files = Self.site().render()
    let pages = Set(files.keys.filter { $0.hasSuffix("index.html") || $0.hasSuffix("404.html") })
    let own = ["404.html", "about/index.html", "birds/index.html", "birds/robin/index.html", "birds/wren/index.html"]
    #expect(pages == Set((own + ["index.html"]).flatMap { [$0, "de-CH/\($0)", "ar/\($0)"] }))
  }

  @Test func `pages name each other as translations, all of them, whole and in both directions`() throws {
    let files = Self.site().render().filter { $0.key.hasSuffix("index.html") }
    var named: [String: Set<String>] = [:]
    for (path, html) in files {
      let links = html.matches(of: /<link rel="alternate" hreflang="([^"]*)" href="https:\/\/example.org\/x\/([^"]*)">/)
      #expect(links.map { String($0.1) }.sorted() == ["ar", "de-CH", "en", "x-default"])
      named[path] = Set(links.map { "\($0.2)index.html" })
      #expect(named[path]?.contains(path) == true)
    }
    for (path, others) in named { for other in others { #expect(named[other]?.contains(path) == true) } }
    let map = try #require(Self.site().render()["sitemap.xml"])
    #expect(
      map.contains(
        "<loc>https://example.org/x/ar/birds/robin/</loc>"
          + "<xhtml:link rel=\"alternate\" hreflang=\"en\" href=\"https://example.org/x/birds/robin/\"/>"
          + "<xhtml:link rel=\"alternate\" hreflang=\"de-CH\" href=\"https://example.org/x/de-CH/birds/robin/\"/>"
          + "<xhtml:link rel=\"alternate\" hreflang=\"ar\" href=\"https://example.org/x/ar/birds/robin/\"/>"))
  }

  @Test func `settings, values, words and order are in the page's language`() throws {
    let files = Self.site().render()
    let german = try #require(files["de-CH/birds/index.html"])
    for part in [
      "<html lang=\"de-CH\" dir=\"ltr\"", "<title>Vögel – Listen</title>", ">Zum Inhalt", ">Rotkehlchen</a>", "1’234.5",
      "Masse: ", "<a class=\"brand\" href=\"/x/de-CH/\">Listen", "<a href=\"/x/de-CH/about/\">Über</a>",
      "<a href=\"/x/birds/\" hreflang=\"en\" lang=\"en\" dir=\"ltr\">English</a>",
      "<a href=\"/x/ar/birds/\" hreflang=\"ar\" lang=\"ar\" dir=\"rtl\">العربية</a>", " aria-current=\"true\">Deutsch",
      "class=\"list list-birds",
    ] { #expect(german.contains(part), "\(part)") }
    let record = try #require(files["de-CH/birds/robin/index.html"])
    #expect(record.contains("<p>Singt. Siehe <a href=\"/x/de-CH/about/\">uns</a>.</p>"))
    let wren = "<a href=\"/x/de-CH/birds/wren/\"><span lang=\"en\" dir=\"ltr\">Wren</span></a>"
    #expect(record.contains(wren))
    #expect(record.contains("<small>Weiter</small> <span lang=\"en\" dir=\"auto\">Wren</span></a>"))
    #expect(files["ar/birds/robin/index.html"]?.contains("<html lang=\"ar\" dir=\"rtl\"") == true)
    #expect(files["birds/index.html"]?.contains("1,234.5") == true)
  }

  @Test func `what is not translated is in the first language, and says so`() throws {
    let files = Self.site().render()
    let list = try #require(files["de-CH/birds/index.html"])
    #expect(list.contains("<a href=\"/x/de-CH/birds/wren/\" lang=\"en\" dir=\"auto\">Wren</a>"))
    #expect(!list.contains("lang=\"en\">Rotkehlchen"))
    let record = try #require(files["ar/birds/robin/index.html"])
    #expect(record.contains("<h1 lang=\"en\" dir=\"auto\">Robin</h1>"))
    #expect(record.contains("<div lang=\"en\" dir=\"ltr\"><p>Sings."))
    #expect(files["ar/about/index.html"]?.contains("<div lang=\"en\" dir=\"ltr\">\n<p>Us") == true)
    let texts = Self.site().builder.check(listingUntranslated: true).untranslated.map {
      "\($0.location): \($0.language) \($0.field?.name ?? $0.setting ?? "page")"
    }
    #expect(
      texts == [
        "content/site.yml:4:23: ar title", "content/birds/list.yml:1:8: ar title",
        "content/birds/list.yml:4:31: ar label",
        "content/index.md:1:1: de-CH page", "content/birds/wren.md:2:7: de-CH name",
        "content/about.md:1:1: ar page", "content/index.md:1:1: ar page", "content/birds/robin.md:2:7: ar name",
        "content/birds/robin.md:6:1: ar body",
      ])
  }

  @Test func `links lead to what is there in the language, and to another one that they name`() throws {
    let files = Self.site().render()
    let german = try #require(files["de-CH/about/index.html"])
    #expect(german.contains("<a href=\"/x/de-CH/birds/robin/\">ein"))
    #expect(german.contains("<a href=\"/x/about/\">English"))
    #expect(files["ar/about/index.html"]?.contains("<a href=\"/x/ar/birds/robin/\">a robin") == true)
    #expect(files["about/index.html"]?.contains("<a href=\"/x/birds/robin/\">a robin") == true)
  }

  @Test(arguments: [
    (
      "birds.json", #"[{"id": "a", "name": {"en": "A", "de": "B", "fr": "C"}, "n": 1}]"#,
      "{type: text, localized: true}"
    ),
    ("birds.csv", "id,name.en,name.de,n\na,A,B,1\n", "{type: text, localized: true}"),
    ("birds.csv", "id,name,name.de,name.zh-Hant,n\na,A,B,C,1\n", "{type: text, localized: true}"),
    ("birds.csv", "id,title,titel,n\na,A,B,1\n", "{type: text, localized: true, from: {de: titel, en: title}}"),
    ("birds.yml", "- {id: a, name: {en: A, de: B}, n: 1}\n", "{type: text, localized: true}"),
  ])
  func `a field has a value for each language in any kind of source`(
    file: String, text: String, field: String
  ) throws {
    let site = TestSite([
      "content/site.yml": "title: T\nlanguages: [en, de]\n",
      "content/birds/list.yml": "record: {id: text, name: \(field), n: integer}\nid: id\ntitle-field: name\n",
      "content/birds/\(file)": text,
    ])
    #expect(site.diagnostics() == "")
    let files = site.render()
    #expect(files["birds/index.html"]?.contains("<h3 dir=\"auto\">A<") == true)
    #expect(files["de/birds/index.html"]?.contains("<h3 dir=\"auto\">B<") == true)
  }

  @Test func `a later source takes the place of a text in its own language alone`() throws {
    let site = TestSite([
      "content/site.yml": "title: T\nlanguages: [en, de]\n",
      "content/birds/list.yml": """
      record: {id: text, name: {type: text, localized: true}}
      id: id
      title-field: name
      sources: [a.csv, {file: b.csv, merge: update}]

      """,
      "content/birds/a.csv": "id,name.en,name.de\na,A,B\nc,C,\n", "content/birds/b.csv": "id,name.en\na,X\nc,Y\n",
    ])
    #expect(site.diagnostics() == "")
    let files = site.render()
    let (english, german) = (try #require(files["birds/index.html"]), try #require(files["de/birds/index.html"]))
    #expect(english.contains(">X<") && english.contains(">Y<"))
    #expect(german.contains(">B<") && german.contains(">Y<") && !german.contains(">X<"))
  }

  @Test func `a record is left out of a language where the list asks for that`() throws {
    let list = try #require(Self.files["content/birds/list.yml"]) + "untranslated: hide\n"
    let site = Self.site(["content/birds/list.yml": list, "content/birds/robin.md": "---\nname: Robin\nmass: 1\n---\n"])
    #expect(site.diagnostics() == "")
    let files = site.render()
    #expect(files["de-CH/birds/robin/index.html"] != nil && files["de-CH/birds/wren/index.html"] == nil)
    let wren = try #require(files["birds/wren/index.html"])
    #expect(!wren.contains("hreflang=\"de-CH\" href=\"https"))
    // The switch leads to the nearest page that there is.
    #expect(wren.contains("<a href=\"/x/de-CH/birds/\" hreflang=\"de-CH\""))
    #expect(wren.contains("hreflang=\"ar\" href=\"https://example.org/x/ar/birds/wren/\""))
  }

  @Test func `former addresses and redirects hold in every language`() throws {
    let site = TestSite([
      "content/site.yml": "title: T\nlanguages: [en, de]\nredirects: {/a/: about.md}\n",
      "content/about.md": "---\ntitle: A\nredirect-from: [/who/]\n---\nUs\n",
      "content/b/list.yml": """
      record: {name: {type: text, localized: true}, former: [text]}
      record-pages: true
      redirect-from: former

      """,
      "content/b/x.yml": "name: {en: A, de: B}\nformer: [/x/]\n",
    ])
    #expect(site.diagnostics() == "")
    let files = site.render()
    for (path, target) in [
      ("who", "/about/"), ("de/who", "/de/about/"), ("a", "/about/"), ("de/a", "/de/about/"), ("x", "/b/x/"),
      ("de/x", "/de/b/x/"),
    ] { #expect(files["\(path)/index.html"]?.contains("url=\(target)\"") == true, "\(path)") }
  }

  @Test func `a view in a page that is not translated is in the page's language`() throws {
    let site = Self.site([
      "content/index.md": "---\nviews: {all: {list: birds}}\n---\nText\n\n{{all}}\n\nMore\n"
    ])
    #expect(site.diagnostics() == "")
    let html = try #require(site.render()["de-CH/index.html"])
    let mark = "<div lang=\"en\" dir=\"ltr\">"
    #expect(html.components(separatedBy: mark).count == 3)
    let view = try #require(html.range(of: "Rotkehlchen"))
    #expect(html[..<view.lowerBound].components(separatedBy: "</div>\n").count > 1)
    #expect(html[view.upperBound...].contains("\(mark)\n"))
  }

  @Test func `a list or a page that says its language is in that alone, and links of all languages lead there`() throws
  {
    let files = Self.site([
      "content/alone/list.yml":
        "title: Perroquets\nlanguage: fr\nrecord: {name: text, near: {record: birds, optional: true}}\nrecord-pages: true\n",
      "content/alone/ara.md": "---\nname: Ara\nnear: robin\n---\n",
      "content/note.md":
        "---\ntitle: Note\nlanguage: fr\n---\n[Texte](/de-CH/birds/robin/#deep), [liste](/de-CH/birds/).\n",
      "content/birds/list.yml": Self.birds("near: {record: alone, optional: true}"),
      "content/birds/robin.md": "---\nname: Robin\nmass: 1\nnear: ara\n---\nSee [this](../note.md).\n",
      "content/birds/robin.de-CH.md":
        "---\nname: Rotkehlchen\n---\nSiehe [dies](../note.md) und [das](../alone/ara.md).\n\n# Deep\n",
    ]).render()
    #expect(files["alone/ara/index.html"]?.contains("<html lang=\"fr\"") == true)
    #expect(files["de-CH/alone/index.html"] == nil && files["de-CH/note/index.html"] == nil)
    let german = try #require(files["de-CH/birds/robin/index.html"])
    for link in ["/x/note/", "/x/alone/ara/"] { #expect(german.contains("href=\"\(link)\"")) }
    #expect(try #require(files["note/index.html"]).contains("href=\"/x/de-CH/birds/robin/#deep\""))
    // Neither is a translation of anything, and where another language would have them, the next page above counts.
    for path in ["alone/index.html", "note/index.html"] {
      let html = try #require(files[path])
      #expect(!html.contains("rel=\"alternate\" hreflang"))
      #expect(html.contains("href=\"/x/de-CH/\" hreflang=\"de-CH\""))
    }
    #expect(try #require(files["sitemap.xml"]).contains("https://example.org/x/alone/"))
    let home = try #require(files["de-CH/index.html"])
    #expect(home.contains("<li lang=\"fr\" dir=\"ltr\">\n<a href=\"/x/alone/\">Perroquets</a>"))
    // In the order of their folders.
    let directory = try #require(home.firstRange(of: "class=\"directory\"")).upperBound
    #expect(
      home[directory...].matches(of: /\/x\/[a-zA-Z\/-]*/).map { String($0.0) } == [
        "/x/alone/", "/x/de-CH/birds/", "/x/de-CH/",
      ])
  }

  @Test func `a list in one language speaks it, and refers to what is there in it`() throws {
    let site = Self.site([
      "content/reviews/list.yml": """
      title: {en: Reviews, de-CH: Kritiken}
      language: de-CH
      record: {name: text, of: {record: birds}, body: markdown}
      record-pages: true

      """,
      "content/reviews/a.md": "---\nname: Zum Lied\nof: robin\n---\nSchön.\n",
      "content/note.md": "---\ntitle: {en: Note, de-CH: Notiz}\nlanguage: de-CH\n---\nText.\n",
      "content/birds/list.yml":
        Self.birds("near: {record: birds, optional: true}, reviews: {records-from: reviews.of}"),
      // Another list that shows those of one language is in all of them itself.
      "content/shelf/list.yml": "title: {en: Shelf, de-CH: Regal}\nrecords-of: reviews\n",
    ])
    #expect(site.diagnostics() == "")
    let files = site.render()
    let review = try #require(files["reviews/a/index.html"])
    #expect(review.contains("<html lang=\"de-CH\"") && review.contains(">Kritiken<") && !review.contains("Reviews"))
    #expect(review.contains("href=\"/x/de-CH/birds/robin/\"") && review.contains("Rotkehlchen"))
    #expect(!review.contains("lang=\"en\">Schön"))
    #expect(try #require(files["note/index.html"]).contains("<h1>Notiz</h1>"))
    // Each language shows what refers to its records.
    for path in ["birds/robin", "de-CH/birds/robin", "ar/birds/robin"] {
      #expect(try #require(files["\(path)/index.html"]).contains("href=\"/x/reviews/a/\""))
    }
    for (path, tag) in [("shelf", "en"), ("de-CH/shelf", "de-CH"), ("ar/shelf", "ar")] {
      #expect(try #require(files["\(path)/index.html"]).contains("<html lang=\"\(tag)\""))
    }
  }

  @Test func `programs are told the language of a list's records`() throws {
    let settings = try #require(Self.files["content/birds/list.yml"]) + "schema-org: Dataset\n"
    let files = Self.site(["content/birds/list.yml": settings]).render()
    for (path, tag) in [("", "en"), ("de-CH/", "de-CH"), ("ar/", "ar")] {
      #expect(try #require(files["\(path)birds/index.html"]).contains("\"inLanguage\": \"\(tag)\""))
    }
    let one = TestSite([
      "content/site.yml": "title: T\n", "content/a/list.yml": "record: {n: text}\nid: n\nschema-org: Dataset\n",
    ])
    #expect(try #require(one.render()["a/index.html"]).contains("Dataset"))
    #expect(try #require(one.render()["a/index.html"]).contains("inLanguage") == false)
  }

  @Test func `what is wrong with a file is told once`() {
    let messages = Self.site(["content/birds/wren.md": "---\nname: Wren\nmass: heavy\n---\nSee [x](x.md).\n"])
      .diagnostics()
    #expect(messages.components(separatedBy: "content/birds/wren.md:3:7: error").count == 2)
    #expect(messages.components(separatedBy: "content/birds/wren.md:5:5: error").count == 2)
  }

  @Test func `a list in one language has no translations`() {
    let messages = Self.site([
      "content/birds/list.yml": "language: de-CH\nrecord: {name: text, mass: number?, near: text?}\n",
      "content/birds/index.ar.md": "Text\n", "content/shelf/list.yml": "records-of: birds\n",
    ]).diagnostics()
    let found = messages.split(separator: "\n").filter { $0.contains("missing-source") }
    #expect(
      found
        == ["index.ar.md", "robin.de-CH.md", "wren.ar.md"].map {
          "content/birds/\($0):1:1: error: this is a translation, and the list is in one language [missing-source]"
        })
  }

  @Test(arguments: [("text", ["rom", "genf"]), ("{type: text, localized: true}", ["rome", "geneva"])])
  func `terms of the records that records refer to are those of the language`(type: String, slugs: [String]) {
    let site = TestSite([
      "content/site.yml": "title: T\nlanguages: [en, de]\n",
      "content/people/list.yml": "record: {id: text, home: \(type)}\nid: id\nextra-keys: ignore\n",
      "content/people/p.csv":
        "id,home\(type == "text" ? "" : ".en,home.de")\na,\(type == "text" ? "Rom" : "Rome,Rom")\nb,\(type == "text" ? "Genf" : "Geneva,Genf")\n",
      "content/works/list.yml": """
      record: {id: text, name: {type: text, localized: true}, by: {record: people}}
      id: id
      terms: by.home

      """,
      "content/works/w.csv": "id,name.en,name.de,by\nx,One,Eins,a\ny,Two,Zwei,b\n",
    ])
    #expect(site.diagnostics() == "")
    let pages = Set(site.render().keys)
    for slug in slugs {
      #expect(pages.isSuperset(of: ["works/by-home/\(slug)/index.html", "de/works/by-home/\(slug)/index.html"]))
    }
  }

  @Test func `a site with one language has no localized fields`() {
    let site = TestSite([
      "content/site.yml": "title: T\n", "content/a/list.yml": "record: {name: {type: text, localized: true}}\n",
      "content/a/x.yml": "name: A\n",
    ])
    #expect(
      site.diagnostics().hasPrefix(
        "content/a/list.yml:1:10: error: 'name' is localized, and the site has one language"))
  }

  @Test func `views, terms, feeds, exports and tools are in the page's language`() throws {
    let site = TestSite([
      "content/site.yml": "title: {en: T, de: U}\nlanguages: [en, de]\nbase: https://example.org/\n",
      "content/index.md": "---\nviews: {few: {list: talks, limit: 1}}\n---\n{{few}}\n",
      "content/talks/list.yml": """
      title: {en: Talks, de: Vorträge}
      record:
        name: {type: text, localized: true}
        day: date
        kind: {choice: {a: {en: short, de: kurz}, b: {en: long, de: lang}}}
      sort: name
      record-pages: true
      terms: kind
      feed: day
      calendar: {start: day}
      exports: [json]
      tools: [search, filter]

      """,
      "content/talks/a.yml": "name: {en: Alpha, de: Omega}\nday: 2024-05-03\nkind: a\n",
      "content/talks/b.yml": "name: {en: Beta, de: Beta}\nday: 2024-05-04\nkind: b\n",
    ])
    #expect(site.diagnostics() == "")
    let files = site.render()
    #expect(files["index.html"]?.contains("<a href=\"/talks/a/\">Alpha</a>") == true)
    #expect(files["de/index.html"]?.contains("<a href=\"/de/talks/b/\">Beta</a>") == true)
    #expect(files["de/talks/feed.xml"]?.contains("<title>Omega</title>") == true)
    #expect(files["de/talks/feed.xml"]?.contains("Vorträge – U") == true)
    #expect(files["de/talks/index.ics"]?.contains("SUMMARY:Omega") == true)
    #expect(files["de/talks/index.json"]?.contains("Omega") == true)
    #expect(files["de/talks/tools.json"]?.contains("kurz") == true)
    let terms = files.keys.filter { $0.hasPrefix("talks/kind/") && $0.hasSuffix(".html") }.sorted()
    #expect(terms.count == 3 && terms.allSatisfy { files["de/\($0)"] != nil })
  }
}
