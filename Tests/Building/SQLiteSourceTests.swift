import CellistTestSupport
import Testing

/// Databases as sources of a list, from the file to the page.
@Suite struct SQLiteSourceTests {
  private static let books = """
    CREATE TABLE books (title TEXT, year INTEGER, price REAL);
    INSERT INTO books VALUES ('Flatland', 1884, 12.5), ('Emma', 1815, NULL);

    """

  private static let record = """
    record: {title: text, published: {type: integer, from: year}, price: "number?"}
    id: title

    """

  private static func site(_ source: String, _ sql: String = books, record: String = record) throws -> TestSite {
    var site = TestSite.list("\(record)sources: [\(source)]\n", cell: "{{title}} {{published}} {{price}};")
    site.files["content/items/data.sqlite"] = try TestDatabase.bytes(sql)
    return site
  }

  private static func page(_ site: TestSite) -> String {
    site.render()["items/index.html"]?.replacing(/<[^>]*>/, with: "") ?? site.diagnostics()
  }

  private static let all = "{file: data.sqlite, query: select * from books}"

  @Test func `each row is a record`() throws {
    let site = try Self.site(Self.all)
    #expect(Self.page(site) == "itemsFlatland 1884 12.5;Emma 1815 ;")
    #expect(site.render().keys.contains { $0.contains("sqlite") } == false)
  }

  @Test func `values are reported by row and column, and nothing of the file is printed`() throws {
    let site = try Self.site(Self.all, Self.books + "INSERT INTO books VALUES ('Walden', 'late', 1), (NULL, 1, 1);")
    #expect(
      site.diagnostics() == """
        content/items/data.sqlite:3:2: error: 'published' must be an integer, found "late" [invalid-value]
        content/items/data.sqlite:4:1: error: 'title' is missing [missing-value]
             = give it a value, or make the field optional in list.yml: title: text?

        """)
  }

  @Test func `a column that the query does not give is missing there`() throws {
    let site = try Self.site("{file: data.sqlite, query: \"select title, price as pirce from books\"}")
    #expect(
      site.diagnostics() == """
        content/items/data.sqlite:1:2: error: no field is called 'pirce' [unknown-key]
             = did you mean 'price'?
        content/items/data.sqlite:2:2: error: no field is called 'pirce' [unknown-key]
             = did you mean 'price'?
        content/items/list.yml:3:38: error: the table has no column 'year' [missing-value]
           3 | sources: [{file: data.sqlite, query: "select title, price as pirce from books"}]
             |                                      ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
             = give it a value, or make the field optional in list.yml: published: integer?

        """)
  }

  @Test func `in an update NULL clears`() throws {
    var site = try Self.site("base.csv, {file: data.sqlite, query: select * from books, merge: update}")
    site.files["content/items/base.csv"] = Array("title,year,price\nEmma,1816,9\nWalden,1854,7\n".utf8)
    #expect(Self.page(site) == "itemsEmma 1815 ;Walden 1854 7;Flatland 1884 12.5;")
    site = try Self.site("base.csv, {file: data.sqlite, query: select title from books, merge: remove}")
    site.files["content/items/base.csv"] = Array("title,year,price\nEmma,1816,9\nFlatland,1,\nWalden,1854,7\n".utf8)
    #expect(Self.page(site) == "itemsWalden 1854 7;")
  }

  @Test func `one database may be asked twice`() throws {
    let site = try Self.site(
      "{file: data.sqlite, query: select * from books where year > 1850}, "
        + "{file: data.sqlite, query: select * from books where year < 1850}")
    #expect(Self.page(site) == "itemsFlatland 1884 12.5;Emma 1815 ;")
  }

  @Test(arguments: [
    (
      "data.sqlite",
      """
      content/items/list.yml:3:11: error: 'data.sqlite' is a database, whose records a 'query' must ask for [missing-setting]
         3 | sources: [data.sqlite]
           |           ^~~~~~~~~~~
           = for example {file: data.sqlite, query: "select * from …"}

      """
    ),
    (
      "{file: data.sqlite, query: [a]}",
      """
      content/items/list.yml:3:38: error: 'query' must be text, found a list [invalid-setting]
         3 | sources: [{file: data.sqlite, query: [a]}]
           |                                      ^~

      """
    ),
    (
      "{file: data.sqlite, query: select * from boks}",
      """
      content/items/list.yml:3:38: error: the query is wrong: no such table: boks [sqlite-query]
         3 | sources: [{file: data.sqlite, query: select * from boks}]
           |                                      ^~~~~~

      """
    ),
    (
      "{file: a.csv, query: select 1}",
      """
      content/items/list.yml:3:25: error: 'query' is for databases, and 'a.csv' is none [invalid-setting]
         3 | sources: [{file: a.csv, query: select 1}]
           |                         ^~~~~
           = files of SQLite databases end in .sqlite, .sqlite3 or .db

      """
    ),
    (
      "{file: dada.sqlite, query: select 1}",
      """
      content/items/list.yml:3:18: error: there is no file 'dada.sqlite' in content/items [missing-source]
         3 | sources: [{file: dada.sqlite, query: select 1}]
           |                  ^~~~~~~~~~~
           = did you mean 'data.sqlite'?

      """
    ),
  ])
  func `sources that cannot be are named`(source: String, message: String) throws {
    var site = try Self.site(source)
    site.files["content/items/a.csv"] = Array("title,year\nA,1\n".utf8)
    #expect(site.diagnostics() == message)
  }

  @Test func `a database that no query asks is neither read nor published`() throws {
    var site = try Self.site("a.csv")
    site.files["content/items/a.csv"] = Array("title,year\nA,1\n".utf8)
    #expect(Self.page(site) == "itemsA 1 ;")
    #expect(site.render().keys.contains { $0.contains("sqlite") } == false)
    site.files["content/items/list.yml"] = Array(Self.record.utf8)
    #expect(
      site.diagnostics() == """
        content/items/data.sqlite:1:1: error: a database has no records of its own accord [missing-setting]
             = let 'sources' in list.yml name it with a query, as in {file: data.sqlite, query: "select * from …"}, or \
        leave it out

        """)
  }

  // MARK: On disk

  @Test func `nothing is made beside the file, and what changes in it shows in the next build`() throws {
    let site = try BuiltSite()
    for (path, bytes) in try Self.site(Self.all).files { try site.folder.write(bytes, to: "site/\(path)") }
    let before = site.folder.tree("site")
    #expect(try site.problems().found == [])
    #expect(site.folder.tree("site") == before)
    #expect(try site.changes() == [])
    try site.folder.write(
      try TestDatabase.bytes(Self.books + "UPDATE books SET year = 1816 WHERE title = 'Emma'"),
      to: "site/content/items/data.sqlite")
    #expect(try site.changes() == ["~ items/index.html"])
    #expect(site.text("items/index.html")?.contains("Emma 1816 ;") == true)
  }

  @Test func `a program that comes to use the database is noticed, though the file is as it was`() throws {
    let site = try BuiltSite()
    for (path, bytes) in try Self.site(Self.all).files { try site.folder.write(bytes, to: "site/\(path)") }
    #expect(try site.problems().found == [])
    try site.write("", to: "content/items/data.sqlite-wal")
    #expect(try site.problems().found == [])
    try site.write("x", to: "content/items/data.sqlite-wal")
    let (found, hasErrors) = try site.problems()
    #expect(found == [])
    #expect(hasErrors)
    try site.remove("content/items/data.sqlite-wal")
    #expect(try site.problems() == ([], false))
    #expect(try site.build().changes.isEmpty)
  }
}
