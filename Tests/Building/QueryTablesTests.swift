import CellistTestSupport
import Testing

@testable import CellistBuilding

/// A query of tables of files as a source of a list.
@Suite struct QueryTablesTests {
  private static let files = [
    "books.csv": "isbn,title,tags\n016,Emma,a\n7,Persuasion,\n9,Lost,b\n",
    "prices.json":
      #"[{"isbn": "016", "price": 12.5}, {"isbn": "016", "price": 9, "shops": ["x", "y"]}, {"isbn": "7", "price": 20}]"#,
  ]

  private static func settings(_ query: String, tables: String = "{b: books.csv, p: prices.json}") -> String {
    "record: {title: text, price: number?, shops: text?}\nid: title\nsources: [{query: \"\(query)\", tables: \(tables)}]\n"
  }

  private static let join =
    "select title, min(price) as price, max(shops) as shops from b left join p using (isbn) group by isbn"

  private func shown(_ settings: String, _ files: [String: String] = files) -> String {
    let site = TestSite.list(settings, files, cell: "{{title}} {{price}} {{shops}};")
    return site.render()["items/index.html"]?.replacing(/<[^>]*>/, with: "").replacing("&quot;", with: "\"")
      ?? site.diagnostics()
  }

  @Test func `rows of several files are records`() {
    #expect(shown(Self.settings(Self.join)) == "itemsEmma 9 [\"x\", \"y\"];Persuasion 20 ;Lost  ;")
  }

  @Test func `a table without rows has its columns all the same`() {
    var files = Self.files
    files["prices.csv"] = "isbn;price;;shops\n"
    files["prices.json"] = nil
    let settings = Self.settings(
      Self.join, tables: "{b: books.csv, p: {file: prices.csv, delimiter: \";\"}}")
    #expect(shown(settings, files) == "itemsEmma  ;Persuasion  ;Lost  ;")
  }

  @Test func `a column has numbers where all of its values are some`() {
    let query = "select title, typeof(isbn) || typeof(tags) || typeof(n) as shops, n + 1 as price from b"
    let files = ["books.csv": "isbn,title,tags,n\n016,Emma,a,1\n7,Persuasion,,-2.5\n"]
    #expect(
      shown(Self.settings(query, tables: "{b: books.csv}"), files)
        == "itemsEmma 2 texttextinteger;Persuasion -1.5 textnullreal;")
  }

  @Test func `a table may be several files, with the settings of a source`() {
    let files = ["a1.csv": "x\ntitle;n\nA;1\n", "a2.csv": "x\ntitle;m\nB;2\n"]
    let tables = "{t: {file: \\\"a*.csv\\\", delimiter: \\\";\\\", skip: 1}}".replacing("\\\"", with: "\"")
    #expect(
      shown(Self.settings("select title, coalesce(n, m) as price from t", tables: tables), files) == "itemsA 1 ;B 2 ;")
  }

  @Test(arguments: [
    ("{b: missing.csv}", "select title from b", "3:54: error: there is no file 'missing.csv' in content/items"),
    ("{b: books.csv}", "select title from c", "3:19: error: the query is wrong: no such table: c [sqlite-query]"),
    ("{b: books.csv}", "select 1 as x", "3:19: error: no field is called 'x'"),
    ("[books.csv]", "select 1 as x", "error: 'tables' must be a mapping of names to files, found a list"),
    ("{b: {file: books.csv, query: x}}", "select 1 as x", "error: a table has no 'query'"),
    ("{sqlite_x: books.csv}", "select 1 as x", "error: the table \"sqlite_x\" cannot be made: "),
  ])
  func `mistakes are told at their places`(tables: String, query: String, message: String) {
    let site = TestSite.list(Self.settings(query, tables: tables), Self.files, cell: "{{title}}")
    #expect(site.diagnostics().contains(message), "\(site.diagnostics())")
  }

  @Test(arguments: [false, true]) func `a change of any of the files is followed`(isKept: Bool) throws {
    let site = try BuiltSite([
      "content/site.yml": "title: T\n", "content/items/list.yml": Self.settings(Self.join),
      "content/items/books.csv": Self.files["books.csv"] ?? "",
      "content/items/prices.json": Self.files["prices.json"] ?? "",
    ])
    if isKept { site.keep() }
    #expect(try site.build().diagnostics == [])
    try site.write(#"[{"isbn": "9", "price": 77, "shops": "z"}]"#, to: "content/items/prices.json")
    #expect(try site.problems() == ([], false))
    #expect(site.text("items/index.html")?.contains("77") == true)
    try site.write("isbn,title\n9,Found\n", to: "content/items/books.csv")
    #expect(try site.problems() == ([], false))
    #expect(site.text("items/index.html")?.contains("Found") == true)
  }
}
