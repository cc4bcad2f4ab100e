import CellistRecords
import CellistTestSupport
import CellistThemes
import CellistTyped
import Foundation
import Testing

@testable import Cellist

@Suite struct TypedListTests {
  private static func books(_ more: [String: String] = [:], lists: Lists? = nil) -> String? {
    LibrarySite.site(more, lists: lists ?? .of(LibrarySite.authors, LibrarySite.shelves)).render()["books/index.html"]
  }

  private static func diagnostics(_ more: [String: String], lists: Lists? = nil) -> String {
    LibrarySite.site(more, lists: lists ?? .of(LibrarySite.authors, LibrarySite.shelves)).diagnostics()
  }

  @Test func `a decorator's cells stand in a provider's sections`() {
    #expect(LibrarySite.site().diagnostics() == "")
    #expect(
      Self.books() == """
        Books:[prose]Emma is 185;Ulysses 0/1 James Joyce (James Joyce);[verse]Cathay 1/0 Ezra Pound (Ezra Pound);
        """)
    #expect(LibrarySite.site().render()["authors/index.html"] == "authors:[authors]Ezra Pound;James Joyce;Jane Austen;")
  }

  @Test func `settings arrange what Swift does not`() {
    let plain = List("books", ShelfDecorator(), file: "Library.swift", line: 2)
    #expect(
      Self.books(
        ["content/books/list.yml": "sections: {by: shelf, order: descending}\nwhere: {year: {above: 1900}}\n"],
        lists: .of(LibrarySite.authors, plain))
        == "books:[verse]Cathay 0/0 Ezra Pound (Ezra Pound);[prose]Ulysses 1/0 James Joyce (James Joyce);")
    let typed = List("books", of: Book.self, file: "Library.swift", line: 2)
    #expect(
      Self.books(
        [
          "content/books/list.yml": "cells: {by: shelf}\nsort: [-year]\nlimit: 2\n",
          "themes/plain/cells/prose.mustache":
            "{{year}}", "themes/plain/cells/verse.mustache": "{{title.initial}}",
        ], lists: .of(LibrarySite.authors, typed))
        == "books:[books]1922;C;")
  }

  @Test func `a provider is given what the settings keep`() {
    #expect(
      Self.books(["content/books/list.yml": "where: {year: {above: 1900}}\nsort: [-year]\nlimit: 1\n"])
        == "books:[prose]Ulysses 0/0 James Joyce (James Joyce);")
  }

  @Test func `a list is declared once, and files that nobody reads are errors`() {
    let twice = List("authors", of: Author.self, file: "Other.swift", line: 7)
    #expect(
      Self.diagnostics([:], lists: .of(LibrarySite.authors, LibrarySite.shelves, twice))
        .contains("Other.swift:7:1: error: the list 'authors' is declared a second time [invalid-setting]"))
    let fetched = List("books", of: Book.self, fetch: { [] }, file: "Library.swift", line: 2)
    let found = Self.diagnostics(
      ["content/books/books.csv": LibrarySite.books, "content/books/list.yml": "cells: book\n"],
      lists: .of(LibrarySite.authors, fetched))
    #expect(
      found.contains(
        "content/books/books.csv:1:1: error: this file is not read: the list's records are fetched [invalid-setting]"))
  }

  @Test func `what a file says beside the type is to be declared in Swift`() {
    #expect(
      Self.diagnostics([
        "content/authors/authors.csv": "id,names,died\nja,Jane Austen,1817\n", "content/books/books.csv": "id,title\n",
      ]).contains("= declare it in Swift, or pass over such keys with extra-keys: ignore"))
    #expect(
      Self.diagnostics(["content/authors/authors.csv": "id\nja\n"])
        .contains("= give it a value, or make the property optional in Swift"))
  }

  @Test func `a closure makes cells as a decorator does`() {
    let closure = List(
      "books", of: Book.self, provider: .grouped(by: \.shelf), file: "Library.swift", line: 2
    ) { book, path in
      if book.year < 1900 {
        RareCell(title: book.title, age: 2000 - book.year)
      } else {
        BookCell(
          title: book.title, place: "\(path)",
          names: book.authors.compactMap { $0.record?.name }.joined(separator: "&"), authors: book.authors,
          link: book.page.map { BookCell.Link(target: $0) })
      }
    }
    #expect(Self.books(lists: .of(LibrarySite.authors, closure)) == Self.books())
    // One kind of cell needs no branch.
    let plain = List("books", of: Book.self, file: "Library.swift", line: 2) { book, _ in
      RareCell(title: book.title, age: 1)
    }
    #expect(Self.books(lists: .of(LibrarySite.authors, plain)) == "Books:[Books]Cathay is 1;Emma is 1;Ulysses is 1;")
  }

  private struct Poem: CellNaming, Codable {
    struct Line: CellContent {
      static var template: String { "verse" }
      var first: String
    }

    var id: String
    var text: String
    var cell: Line { Line(first: text.prefix { $0 != "," }.description) }
  }

  @Test func `a record may name its own cell`() {
    let poems = List("books", of: Poem.self, file: "Library.swift", line: 2)
    #expect(
      Self.books(
        [
          "content/books/list.yml": "", "content/books/books.csv": "id,text\na,\"Apparition, faces\"\n",
          "themes/plain/cells/verse.mustache": "{{first}} of {{@record.id}}",
        ], lists: .of(LibrarySite.authors, poems)) == "books:[books]Apparition of a;")
  }

  // MARK: Mistakes

  @Test func `a template's names are those of the cell`() {
    #expect(
      Self.diagnostics(["themes/plain/cells/rare.mustache": "{{title}} of {{yaer}} {{shelf}}"]) == """
        themes/plain/cells/rare.mustache:1:16: error: there is no name 'yaer' here [unknown-name]
           1 | {{title}} of {{yaer}} {{shelf}}
             |                ^~~~
             = known here: @cell, @record, title, age, @section, @site, @theme, @page, @list
        themes/plain/cells/rare.mustache:1:25: error: there is no name 'shelf' here [unknown-name]
           1 | {{title}} of {{yaer}} {{shelf}}
             |                         ^~~~~
             = known here: @cell, @record, title, age, @section, @site, @theme, @page, @list

        """)
  }

  private struct PlacedCell: CellContent {
    struct Place: Codable { var shelf: String }

    var title: String
    var place: Place
  }

  @Test func `what no template can show is an error of the cell, and not of each record`() {
    let books = List("books", of: Book.self, file: "Library.swift", line: 2) { book, _ in
      PlacedCell(title: book.title, place: .init(shelf: "a"))
    }
    #expect(
      Self.diagnostics(["themes/plain/cells/placed.mustache": "{{title}}"], lists: .of(LibrarySite.authors, books))
        == """
        Library.swift:2:1: error: 'place' of PlacedCell is of the type Place, which no field holds [unknown-type]
             = a choice conforms to Choice, and any other type that a field may hold to FieldValue

        """)
  }

  private struct HTTPCell: CellContent { var code: Int }
  private struct HTTPStatusCell: CellContent { var code: Int }
  private struct OpenURLCell: CellContent { var code: Int }
  private struct A4Cell: CellContent { var code: Int }
  private struct Cell: CellContent { var code: Int }

  @Test func `a template is called as its cell, word by word`() {
    #expect(
      [
        HTTPCell.template, HTTPStatusCell.template, OpenURLCell.template, A4Cell.template, Cell.template,
        BookCell.template,
      ]
        == ["http", "http-status", "open-url", "a4", "cell", "book"])
  }

  @Test func `each kind of cell has a template`() {
    var site = LibrarySite.site()
    site.files["themes/plain/cells/rare.mustache"] = nil
    #expect(
      site.diagnostics() == """
        Library.swift:2:1: error: there is no cell template 'rare' [unknown-template]
             = known here: book, cell

        """)
  }

  @Test func `what is declared in Swift is not in the settings`() {
    #expect(
      Self.diagnostics([
        "content/books/list.yml": "record: {title: text}\nid: title\ncells: book\nsections: {by: shelf}\nsort: year\n"
      ]) == """
        content/books/list.yml:1:1: error: 'record' of this list is declared in Swift [invalid-setting]
           1 | record: {title: text}
             | ^~~~~~
             = at Library.swift:2:1; leave it out here
        content/books/list.yml:2:1: error: 'id' of this list is declared in Swift [invalid-setting]
           2 | id: title
             | ^~
             = at Library.swift:2:1; leave it out here
        content/books/list.yml:3:1: error: 'cells' of this list is declared in Swift [invalid-setting]
           3 | cells: book
             | ^~~~~
             = at Library.swift:2:1; leave it out here
        content/books/list.yml:4:1: error: the sections of this list are made in Swift, by its provider [invalid-setting]
           4 | sections: {by: shelf}
             | ^~~~~~~~
             = leave out 'sections', or the provider

        """)
  }

  @Test func `values are checked against the properties, and references against the other list`() {
    #expect(
      Self.diagnostics([
        "content/books/books.csv":
          "id,title,shelf,year,authors,pric\nb1,Emma,verce,old,jane,1\n,Ulysses,prose,1922,jj,\n"
      ]) == """
        content/books/books.csv:1:29: error: no field is called 'pric' [unknown-key]
           1 | id,title,shelf,year,authors,pric
             |                             ^~~~
             = did you mean 'price'?
        content/books/books.csv:2:9: error: 'shelf' must be one of the declared choices, found "verce" [unknown-choice]
           2 | b1,Emma,verce,old,jane,1
             |         ^~~~~
             = did you mean 'verse'?
        content/books/books.csv:2:15: error: 'year' must be an integer, found "old" [invalid-value]
           2 | b1,Emma,verce,old,jane,1
             |               ^~~
        content/books/books.csv:2:19: error: 'authors' refers to "jane", which no record of 'authors' has for its id \
        [unknown-record]
           2 | b1,Emma,verce,old,jane,1
             |                   ^~~~
             = known here: ja, jj, ep

        """)
  }

  @Test func `lists that are not there, and lists of which there are several`() {
    let other = List("poets", of: Author.self, file: "Library.swift", line: 3)
    #expect(
      Self.diagnostics([:], lists: .of(LibrarySite.shelves)).contains(
        "Library.swift:2:1: error: 'authors' refers to Author, and no list holds such records [unknown-list]"))
    #expect(
      Self.diagnostics([:], lists: .of(LibrarySite.authors, LibrarySite.shelves, other)).contains(
        "Library.swift:3:1: error: there is no folder content/poets [unknown-list]"))
    #expect(
      Self.diagnostics([:], lists: .of(LibrarySite.authors, LibrarySite.shelves, other)).contains(
        "'authors' refers to Author, and several lists hold such records: authors, poets"))
  }

  @Test func `a link that runs a script does not reach a page`() throws {
    let csv = try LibrarySite.files()["content/books/books.csv"]!.replacing(
      present: "https://example.org/u", with: "javascript:x")
    #expect(
      Self.diagnostics(["content/books/books.csv": csv]) == """
        content/books/books.csv:3:1: error: the cell of "b2" does not fit: 'link' has a link with the scheme 'javascript' \
        [invalid-value]
           3 | b2,Ulysses,prose,1922,3.5,jj,javascript:x
             | ^~

        """)
  }

  // MARK: Records that are fetched

  private struct Refused: Error, CustomStringConvertible { var description: String { "the door is shut" } }

  private static func fetched(_ fetch: @escaping @Sendable () async throws -> [Book]) -> Lists {
    .of(
      LibrarySite.authors,
      List("books", ShelfDecorator(), provider: .singleSection, fetch: fetch, file: "Library.swift", line: 2))
  }

  @Test func `records may be fetched`() {
    let book = Book(
      id: "x", title: "<Dubliners>", shelf: .prose, year: 1914, authors: [Reference("jj")], page: nil)
    let files = ["content/books/list.yml": "record-pages: true\n"]
    let site = LibrarySite.site(
      files,
      lists: Self.fetched {
        await Task.yield(); return [book]
      })
    #expect(site.diagnostics() == "")
    let pages = site.render()
    #expect(pages["books/index.html"] == "books:[books]&lt;Dubliners&gt; 0/0 James Joyce (James Joyce);")
    #expect(pages["books/x/index.html"]?.hasPrefix("&lt;Dubliners&gt;: shelf prose year 1914") == true)
  }

  @Test func `what a fetch throws is an error of the site`() {
    #expect(
      Self.diagnostics([:], lists: Self.fetched { throw Refused() }) == """
        Library.swift:2:1: error: the records of 'books' could not be fetched: the door is shut [missing-source]

        """)
    let odd = Book(id: "", title: "T\0", shelf: .prose, year: 1914, authors: [])
    #expect(
      Self.diagnostics([:], lists: Self.fetched { [odd] }).hasPrefix(
        "Library.swift:2:1: error: 'title' of the record \"\" contains a NUL character [invalid-value]\n"))
    let twice = Book(id: "x", title: "T", shelf: .prose, year: 1914, authors: [Reference("nobody")])
    #expect(
      Self.diagnostics([:], lists: Self.fetched { [twice, twice] }) == """
        Library.swift:2:1: error: the id "x" is used a second time [duplicate-id]
             = it is first used at Library.swift:2:1
        Library.swift:2:1: error: 'authors' refers to "nobody", which no record of 'authors' has for its id [unknown-record]
             = known here: ja, jj, ep

        """)
  }
}
