import CellistTestSupport
import Testing

@testable import CellistThemes

/// The ways from a page to those above it, beside it and within it.
@Suite struct NavigationTests {
  private static let parents = "{{#@page.parents}}<a href=\"{{url}}\">{{title}}</a>{{/@page.parents}}"

  /// Lists below a plain page and below a list, with pages for terms.
  private static func site(_ more: [String: String] = [:]) -> [String: String] {
    [
      "content/site.yml": "title: T\ntheme: plain\nbase: /b/\n", "content/index.md": "Hello\n",
      "content/guide/index.md": "---\ntitle: Guide\n---\n", "content/guide/more.md": "---\ntitle: More\n---\n",
      "content/guide/books/list.yml": """
      title: Books
      record: {name: text, kind: text, n: integer}
      id: name
      terms: [kind]
      pages: 1
      record-pages: true
      """,
      "content/guide/books/r.csv": "name,kind,n\nA,x,1\nB,x,2\n",
      "themes/plain/pages/home.mustache": "{{@page.content}}\(parents)",
      "themes/plain/pages/plain.mustache": parents, "themes/plain/pages/404.mustache": "{{@page.title}}",
      "themes/plain/pages/list.mustache":
        "\(parents){{#@page.sections}}{{#@section.cells}}{{>*@cell}}{{/@section.cells}}{{/@page.sections}}",
      "themes/plain/pages/term.mustache":
        "\(parents){{#@page.sections}}{{#@section.cells}}{{>*@cell}}{{/@section.cells}}{{/@page.sections}}",
      "themes/plain/pages/terms.mustache": "\(parents){{#@page.terms}}{{url}}{{/@page.terms}}",
      "themes/plain/pages/record.mustache": "\(parents){{name}}",
      "themes/plain/cells/cell.mustache": "<a href=\"{{@record.url}}\">{{name}}</a>",
    ].merging(more) { $1 }
  }

  @Test(arguments: [
    ("index.html", ""), ("guide/index.html", ""), ("guide/more/index.html", "Guide /b/guide/"),
    ("guide/books/index.html", "Guide /b/guide/"), ("guide/books/page/2/index.html", "Guide /b/guide/"),
    ("guide/books/a/index.html", "Guide /b/guide/, Books /b/guide/books/"),
    ("guide/books/kind/index.html", "Guide /b/guide/, Books /b/guide/books/"),
    ("guide/books/kind/x/index.html", "Guide /b/guide/, Books /b/guide/books/, kind /b/guide/books/kind/"),
    ("guide/books/kind/x/page/2/index.html", "Guide /b/guide/, Books /b/guide/books/, kind /b/guide/books/kind/"),
  ])
  func `a page lies below those that stand for the folders on its way`(page: String, expected: String) throws {
    let html = try #require(TestSite(Self.site()).render()[page])
    let found = html.matches(of: /<a href="([^"]*)">([^<]*)<\/a>/).map { "\($0.2) \($0.1)" }
    // The rest of the text is that of the page's own records.
    #expect(found.joined(separator: ", ").hasPrefix(expected))
    #expect(
      found.filter { $0.contains("guide/ ") || !$0.contains("books/a/") && !$0.contains("books/b/") }
        .joined(separator: ", ") == expected)
  }

  @Test func `another title of a page changes those below it`() throws {
    let site = try BuiltSite(Self.site())
    _ = try site.build()
    try site.write("---\ntitle: Handbook\n---\n", to: "content/guide/index.md")
    #expect(
      try site.changes() == [
        "~ guide/books/a/index.html", "~ guide/books/b/index.html", "~ guide/books/index.html",
        "~ guide/books/kind/index.html", "~ guide/books/kind/x/index.html", "~ guide/books/kind/x/page/2/index.html",
        "~ guide/books/page/2/index.html", "~ guide/more/index.html",
      ])
    #expect(try site.differencesToCleanBuild() == [])
    // Now only pages of records tell it.
    for name in ["list", "term"] {
      let cells = "{{#@page.sections}}{{#@section.cells}}{{>*@cell}}{{/@section.cells}}{{/@page.sections}}"
      try site.write(cells, to: "themes/plain/pages/\(name).mustache")
    }
    try site.write("{{#@page.terms}}{{url}}{{/@page.terms}}", to: "themes/plain/pages/terms.mustache")
    _ = try site.build()
    try site.write("---\ntitle: Manual\n---\n", to: "content/guide/index.md")
    #expect(
      try site.changes() == [
        "~ guide/books/a/index.html", "~ guide/books/b/index.html", "~ guide/more/index.html",
      ])
    #expect(try site.differencesToCleanBuild() == [])
  }

  @Test(arguments: [
    (1, 1, "[1]"), (1, 2, "[1] 2"), (1, 9, "[1] 2 … 9"), (2, 9, "1 [2] 3 … 9"), (3, 9, "1 2 [3] 4 … 9"),
    (4, 9, "1 … 3 [4] 5 … 9"), (9, 9, "1 … 8 [9]"), (2, 3, "1 [2] 3"),
  ])
  func `numbers of pages leave out those far away`(place: Int, count: Int, expected: String) {
    let numbers = PageNumber.around(place, of: count) { String($0) }
    let shown = numbers.map { ($0.isAfterGap ? "… " : "") + ($0.isCurrent ? "[\($0.number)]" : $0.url) }
    #expect(shown.joined(separator: " ") == expected)
  }

  @Test func `pages of sections lead to each other by the sections' titles`() throws {
    var files = Self.site([
      "content/guide/books/list.yml":
        "title: Books\nrecord: {name: text, kind: text, n: integer}\nid: name\nsections: {by: n}\npages: {by: section}\n"
    ])
    files["themes/plain/pages/list.mustache"]? +=
      "[{{@page.previous.section}}|{{@page.next.section}}|{{@page.pages.count}}]"
    let pages = TestSite(files).render()
    #expect(pages["guide/books/index.html"]?.contains("[|2|0]") == true)
    #expect(pages["guide/books/2/index.html"]?.contains("[1||0]") == true)
  }

  @Test func `long texts have contents`() throws {
    let text = "## One\n\n### Inner\n\n## *Two* `x`\n\n## One\n\n## ...\n"
    let list = "{{#@page.contents}}{{title}} {{url}};{{/@page.contents}}"
    let files = Self.site([
      "content/guide/more.md": text, "content/guide/index.md": "## One\n\n## Two\n",
      "themes/plain/pages/plain.mustache": "\(list){{@page.content}}",
    ])
    let pages = TestSite(files).render()
    let page = try #require(pages["guide/more/index.html"])
    #expect(page.hasPrefix("One #one;Two x #two-x;One #one-2;"))
    for id in ["one", "two-x", "one-2"] { #expect(page.contains("<h2 id=\"\(id)\">")) }
    // Two headings are no contents.
    #expect(pages["guide/index.html"]?.hasPrefix("<h2") == true)
  }

  @Test func `the keyboard reaches code that is wider than the page`() {
    let files = Self.site([
      "content/guide/more.md": "```\nlong\n```\n", "themes/plain/pages/plain.mustache": "{{@page.content}}",
    ])
    #expect(TestSite(files).render()["guide/more/index.html"] == "<pre tabindex=\"0\"><code>long\n</code></pre>\n")
  }
}
