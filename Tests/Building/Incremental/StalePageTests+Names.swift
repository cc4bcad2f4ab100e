import CellistTestSupport
import Testing

/// Where records are found by other names, and values are written in other ways.
extension StalePageTests {
  @Test func `a term that another record spells otherwise changes where it is named`() throws {
    func build(_ kinds: [String]) throws -> BuiltSite {
      let books = ["a", "b", "c"].enumerated().map { number, name in
        ("content/books/\(name).md", "---\ntitle: \(name)\nkind: \(kinds[number])\n---\n")
      }
      return try Self.site(
        Dictionary(uniqueKeysWithValues: books).merging([
          "content/books/list.yml": Self.books + "record-pages: true\nterms: kind\nsections: kind\n",
          "themes/plain/pages/record.mustache": "{{#@record.fields}}{{html}}{{/@record.fields}}",
          "themes/plain/pages/term.mustache": "{{@page.title}}", "themes/plain/pages/terms.mustache": "{{@page.title}}",
        ]) { $1 })
    }
    let site = try build(["novel", "novel", "play"])
    #expect(site.text("books/a/index.html")?.contains("/novel/\">novel</a>") == true)
    for (kind, shown) in [("Novel", "Novel"), ("NOVEL", "NOVEL"), ("play", "novel")] {
      try site.write("---\ntitle: b\nkind: \(kind)\n---\n", to: "content/books/b.md")
      try Self.expectClean(site)
      #expect(site.text("books/a/index.html")?.contains("/novel/\">\(shown)</a>") == true)
    }
  }

  @Test func `a reference follows the other names of records, and the texts that have none`() throws {
    let site = try Self.site([
      "content/books/list.yml": Self.books.replacing(
        "by: {record: people", with: "by: {record: people, also: [aka], missing: text")
        + "record-pages: true\nterms: by\nsections: by\n",
      "content/people/list.yml":
        "record: {name: text, aka: [text], born: \"text?\", books: {records-from: books.by}}\nrecord-pages: true\n",
      "content/books/a.md": "---\ntitle: A\nkind: novel\nby: Countess\n---\n",
      "themes/plain/pages/record.mustache": "{{@record.title}}{{#@record.fields}}{{html}}{{/@record.fields}}",
      "themes/plain/pages/term.mustache": "{{@page.title}}", "themes/plain/pages/terms.mustache": "{{@page.title}}",
    ])
    #expect(site.text("books/a/index.html")?.contains("Countess") == true)
    #expect(site.text("books/a/index.html")?.contains("Countess</a>") == false)
    let states = [
      ("aka: [countess]", "/people/ada/\">Ada</a>"), ("aka: [duchess]", "Countess"),
      ("aka: [duchess, Countess]\ndraft: true", "novel"), ("aka: [\"COUNTESS \"]", "/people/ada/\">Ada</a>"),
      ("", "Countess"),
    ]
    for (line, shown) in states {
      try site.write("---\nname: Ada\n\(line)\n---\n", to: "content/people/ada.md")
      try Self.expectClean(site)
      #expect(site.text("books/a/index.html")?.contains(shown) == true, "\(line)")
    }
  }

  @Test func `a term that settings spell otherwise changes where it is named`() throws {
    func settings(_ spellings: String) -> String {
      Self.books.replacing("kind: \"text?\"", with: "kind: {type: text, spellings: {\(spellings)}}")
        + "record-pages: true\nterms: kind\n"
    }
    let site = try Self.site([
      "content/books/list.yml": settings("Novel: [novel, roman]"),
      "themes/plain/pages/record.mustache": "{{#@record.fields}}{{html}}{{/@record.fields}}",
      "themes/plain/pages/term.mustache": "{{@page.title}}", "themes/plain/pages/terms.mustache": "{{@page.title}}",
    ])
    #expect(site.text("books/a/index.html")?.contains(">Novel</a>") == true)
    try site.write(settings("NOVEL: [novel, roman]"), to: "content/books/list.yml")
    try Self.expectClean(site)
    #expect(site.text("books/a/index.html")?.contains(">NOVEL</a>") == true)
  }
}
