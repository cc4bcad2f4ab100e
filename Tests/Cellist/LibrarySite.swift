import CellistTestSupport

@testable import Cellist

/// The files of the library, and its lists.
enum LibrarySite {
  static let books = """
    id,title,shelf,year,price,authors,page
    b1,Emma,prose,1815,,ja,
    b2,Ulysses,prose,1922,3.5,jj,https://example.org/u
    b3,Cathay,verse,1915,2,ep,
    """

  static func files(_ more: [String: String] = [:]) -> [String: String] {
    [
      "content/site.yml": "title: Test\ntheme: plain\n",
      "content/books/list.yml": "title: Books\nsort: title\n",
      "content/books/books.csv": books,
      "content/authors/list.yml": "sort: name\n",
      "content/authors/authors.csv": "id,name,born\nja,Jane Austen,1775\njj,James Joyce,1882\nep,Ezra Pound,\n",
      "themes/plain/pages/list.mustache": """
      {{@list.title}}:{{#@page.sections}}[{{@section.title}}]\
      {{#@section.cells}}{{>*@cell}};{{/@section.cells}}{{/@page.sections}}
      """,
      "themes/plain/pages/record.mustache":
        "{{@record.title}}: {{#@record.fields}}{{name}} {{html}} {{/@record.fields}}",
      "themes/plain/cells/book.mustache": "{{title}} {{place}} {{names}} {{#authors}}({{name}}){{/authors}}",
      "themes/plain/cells/rare.mustache": "{{title}} is {{age}}",
      "themes/plain/cells/cell.mustache": "{{name}}",
    ].merging(more) { _, own in own }
  }

  static let authors = List("authors", of: Author.self, file: "Library.swift", line: 1)
  static let shelves = List(
    "books", ShelfDecorator(), provider: .grouped(by: \.shelf), file: "Library.swift", line: 2)

  static func site(_ more: [String: String] = [:], lists: Lists = .of(authors, shelves)) -> TestSite {
    var site = TestSite(files(more))
    // Beside fetched records there are no others.
    if lists.all.contains(where: { $0.path == "books" && $0.fetch != nil }),
      more["content/books/books.csv"] == nil
    {
      site.files["content/books/books.csv"] = nil
    }
    site.options.lists = lists.all
    return site
  }
}

extension Lists {
  static func of<each Item>(_ list: repeat List<each Item>) -> Lists {
    var all: [TypedList] = []
    repeat all.append((each list).typed)
    return Lists(all: all)
  }
}
