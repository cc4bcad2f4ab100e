import CellistTestSupport
import Foundation
import Testing

@testable import CellistBuilding
@testable import CellistFamilies
@testable import CellistPages

/// The files in which readers search all of a site.
@Suite struct SiteSearchTests {
  private static let files = [
    "content/site.yml": "title: T\nbase: https://example.org/x/\nsearch: true\n",
    "content/index.md": "---\ntitle: Welcome\n---\nTo the *reading* room.\n",
    "content/about.md": "---\ntitle: About\ndescription: Who we are\n---\nWe read novels.\n",
    "content/hidden.md": "---\ntitle: Hidden\nnoindex: true\n---\nSecret novels.\n",
    "content/books/list.yml": """
    title: Books
    record: {title: text, note: {type: text, shown: false, optional: true}, by: {record: people, optional: true}}
    record-pages: true

    """,
    "content/books/emma.md": "---\ntitle: Emma\nnote: secret\nby: jane\n---\nA novel of Highbury. See [us](/about/).\n",
    "content/books/draft.md": "---\ntitle: Draft\ndraft: true\n---\nA novel of nothing.\n",
    "content/books/index.md": "All novels that we have.\n",
    "content/people/list.yml": "description: Writers\nrecord: {name: text, born: integer}\n",
    "content/people/jane.yml": "name: Jane Österåker\nborn: 1775\n",
    "content/shelf/list.yml": "title: Shelf\nrecords-of: books\n",
  ]

  private static func site(_ changes: [String: String] = [:]) -> TestSite {
    var files = files
    for (path, text) in changes { files[path] = text }
    return TestSite(files)
  }

  private static func json(_ text: String?) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(try #require(text).utf8))
  }

  /// What has a word that begins so: the titles and addresses, those with the word in their titles first.
  private static func found(_ start: String, in files: [String: String], below folder: String = "") throws -> [String] {
    var rows: [Int: [Any]] = [:]
    var (titles, texts): (Set<Int>, Set<Int>) = ([], [])
    for (path, text) in files where path.hasPrefix("\(folder)search/site/") {
      if path.hasPrefix("\(folder)search/site/r") {
        for row in try #require(try json(text) as? [[Any]]) { rows[try #require(row[0] as? Int)] = row }
      } else if path.hasPrefix("\(folder)search/site/w") {
        let parts = try #require(try json(text) as? [String: [String: [Int]]])
        func numbers(_ kind: String) -> Set<Int> {
          Set(
            (parts[kind] ?? [:]).filter { $0.key.hasPrefix(start) }.flatMap { _, steps in
              steps.reduce(into: [Int]()) { $0.append(($0.last ?? 0) + $1) }
            })
        }
        titles.formUnion(numbers("titles"))
        texts.formUnion(numbers("words"))
      }
    }
    func lines(_ numbers: Set<Int>) throws -> [String] {
      try numbers.map { number in
        let row = try #require(rows[number])
        return row[1...].map { "\($0)" }.joined(separator: " | ")
      }.sorted()
    }
    return try lines(titles) + lines(texts.subtracting(titles))
  }

  @Test func `records, pages and the texts of lists are found by what readers see of them`() throws {
    let site = Self.site()
    #expect(site.diagnostics() == "")
    let files = site.render()
    #expect(
      try Self.found("novel", in: files) == [
        "About | /x/about/ | Who we are", "Books | /x/books/ | All novels that we have.",
        "Emma | /x/books/emma/ | A novel of Highbury. See us. | 0",
      ])
    #expect(try Self.found("emma", in: files) == ["Emma | /x/books/emma/ | A novel of Highbury. See us. | 0"])
    #expect(try Self.found("osteraker", in: files) == ["Jane Österåker | /x/people/#jane |  | 1"])
    #expect(try Self.found("1775", in: files) == ["Jane Österåker | /x/people/#jane |  | 1"])
    #expect(try Self.found("reading", in: files) == ["Welcome | /x/ | To the reading room."])
    #expect(try Self.found("writers", in: files) == ["people | /x/people/ | Writers"])
    #expect(try Self.found("who", in: files) == ["About | /x/about/ | Who we are"])
    // What is not shown, and what search engines are asked to leave out.
    for word in ["secret", "hidden", "draft", "nothing"] { #expect(try Self.found(word, in: files) == [], "\(word)") }
    let index = try #require(try Self.json(files["search/site/index.json"]) as? [String: Any])
    #expect(index["count"] as? Int == 7 && index["lists"] as? [String] == ["Books", "people"])
  }

  @Test func `texts that search engines are asked to leave out, and names of views, are not found`() throws {
    let files = Self.site([
      "content/books/index.md": "---\nnoindex: true\n---\nAll novels that we have.\n",
      "content/about.md": "---\ntitle: About\nviews: {newest: {list: books}}\n---\nNovels:\n\n{{newest}}\n",
    ]).render()
    #expect(try Self.found("newest", in: files) == [])
    #expect(
      try Self.found("novel", in: files) == [
        "About | /x/about/ | Novels:", "Emma | /x/books/emma/ | A novel of Highbury. See us. | 0",
      ])
  }

  @Test func `each page has the field, and the page of results has its script`() throws {
    let files = Self.site().render()
    for (path, html) in files where path.hasSuffix(".html") {
      #expect(html.contains("<form class=\"seek\" role=\"search\" action=\"/x/search/\""), "\(path)")
    }
    let page = try #require(files["search/index.html"])
    #expect(page.contains("<h1>Search</h1>") && page.contains("<meta name=\"robots\" content=\"noindex\">"))
    let script = try #require(page.firstMatch(of: /<script defer src="\/x\/([^"]*)">/)).1
    #expect(files[String(script)] != nil)
    #expect(try #require(files["sitemap.xml"]).contains("search") == false)
  }

  @Test func `a site that is not searched has nothing of it`() throws {
    let files = Self.site(["content/site.yml": "title: T\nbase: https://example.org/x/\n"]).render()
    #expect(files.keys.allSatisfy { !$0.contains("search") })
    #expect(files.values.allSatisfy { !$0.contains("seek\"") })
  }

  @Test func `each language is searched by itself`() throws {
    let site = Self.site([
      "content/site.yml": "title: T\nlanguages: [en, de]\nroot: none\nsearch: true\n",
      "content/about.de.md": "---\ntitle: Über uns\n---\nWir lesen Romane.\n",
      "content/notes/list.yml": "title: Notizen\nlanguage: de\nrecord: {name: text}\n",
      "content/notes/a.yml": "name: Romanheft\n",
    ])
    #expect(site.diagnostics() == "")
    let files = site.render()
    #expect(try Self.found("roman", in: files, below: "en/") == [])
    #expect(
      try Self.found("roman", in: files, below: "de/") == [
        "Romanheft | /notes/#a |  | 0", "Über uns | /de/about/ | Who we are",
      ])
    #expect(try #require(files["de/search/index.html"]).contains("<h1>Suchen</h1>"))
    #expect(try #require(files["de/about/index.html"]).contains("action=\"/de/search/\""))
    #expect(try #require(files["notes/index.html"]).contains("action=\"/de/search/\""))
  }

  @Test func `a page of the site's own at its address is an error`() {
    #expect(
      Self.site(["content/search.md": "Text\n"]).diagnostics().contains(
        "error: two pages have the path 'search/index.html'"))
  }

  @Test(arguments: [false, true])
  func `an edit of a word changes the files of that word, and no others of the search`(isKept: Bool) throws {
    var rows = (0..<300).map { "r\($0),Thing \($0),text\($0) of all" }
    func table() -> String { "id,title,summary\n" + rows.map { "\($0)\n" }.joined() }
    let site = try BuiltSite([
      "content/site.yml": "title: T\nsearch: true\n",
      "content/items/list.yml":
        "record: {id: text, title: text, summary: text}\nid: id\nrecord-pages: true\nsort: title\n",
      "content/items/rows.csv": table(), "content/index.md": "Welcome\n",
    ])
    if isKept { site.keep() }
    #expect(try !site.build().hasErrors)
    rows[7] = "r7,Thing 7,walnut of all"
    try site.write(table(), to: "content/items/rows.csv")
    let (found, _) = try site.problems()
    #expect(found == [])
    site.waitForOldFiles()
    rows[7] = "r7,Thing 7,pecan of all"
    try site.write(table(), to: "content/items/rows.csv")
    let changes = try site.changes().filter { $0.contains("search/") }
    // The shards of the two words, and that of the record.
    func count(_ kind: String) -> Int { changes.count { $0.hasPrefix("~ search/site/\(kind)") } }
    #expect((1...2).contains(count("w")) && count("r") == 1 && changes.count == count("w") + 1, "\(changes)")
    // Records come and go, in place.
    rows.remove(at: 100)
    rows.append("zzz,Zzz thing,walnut")
    try site.write(table(), to: "content/items/rows.csv")
    #expect(try site.problems().found == [])
    rows += (0..<400).map { "n\($0),More \($0),walnut" }
    try site.write(table(), to: "content/items/rows.csv")
    #expect(try site.problems().found == [])
    try site.write("---\ntitle: Home\n---\nWelcome to walnuts\n", to: "content/index.md")
    #expect(try site.problems().found == [])
  }
}
