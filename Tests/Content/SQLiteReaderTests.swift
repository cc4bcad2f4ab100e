import CellistTestSupport
import Testing

@testable import CellistContent
@testable import CellistRecords

@Suite struct SQLiteReaderTests {
  private static let books = """
    CREATE TABLE books (title TEXT, year INTEGER, price REAL, cover BLOB);
    INSERT INTO books VALUES ('Flatland', 1884, 12.5, NULL), ('Emma', 1815, 8, x'00FF'), ('~', NULL, 0.1, NULL);

    """

  private func read(
    _ bytes: [UInt8], _ query: String, _ files: [String: [UInt8]] = [:]
  ) -> (rows: [Node], messages: [String]) {
    var diagnostics = Diagnostics()
    let place = Place(file: "list.yml", line: 3, column: 9)
    let source = RecordSource(
      path: "a.sqlite", format: .sqlite, RecordSource.Details(query: query, queryLocation: place))
    var rows: [Node] = []
    RawRecord.readAll(in: source, from: .memory(files.merging(["a.sqlite": bytes]) { $1 }), &diagnostics) { raw, _ in
      rows.append(raw.node)
    }
    return (rows, lines(diagnostics))
  }

  @Test func `each row of the query is a mapping, placed by row and column`() throws {
    let (rows, messages) = read(
      try TestDatabase.bytes(Self.books), "SELECT title, year AS published, price FROM books ORDER BY rowid")
    #expect(messages == [])
    #expect(
      rows.map { outline($0) } == [
        "{title: \"Flatland\", published: 1884, price: 12.5}", "{title: \"Emma\", published: 1815, price: 8.0}",
        "{title: \"~\", published: null, price: 0.1}",
      ])
    #expect(rows[1].location.description == "a.sqlite:2:1")
    #expect(rows[1]["price"]?.location.description == "a.sqlite:2:3")
  }

  @Test(arguments: [
    ("1.0", "1.0"), ("0.1 + 0.2", "0.30000000000000004"), ("1e300", "1e+300"),
    ("-9223372036854775808", "-9223372036854775808"),
    ("'a' || char(10) || 'ä漢'", "\"a\nä漢\""), ("''", "\"\""), ("NULL", "null"), ("1 = 1", "1"),
    ("'a' || char(0) || 'b'", "\"a\0b\""),
  ])
  func `values are written as they are`(expression: String, expected: String) {
    let (rows, messages) = read([], "SELECT \(expression) AS x")
    #expect(messages == [])
    #expect(rows.map { outline($0) } == ["{x: \(expected)}"])
  }

  @Test(arguments: [
    ("SELECT titel FROM books", "the query is wrong: no such column: titel [sqlite-query]"),
    ("SELECT * FROM", "the query is wrong: incomplete input [sqlite-query]"),
    ("SELEC title FROM books", "the query is wrong: near \"SELEC\": syntax error [sqlite-query]"),
    (
      "SELECT title FROM books; SELECT 1",
      "the query is more than one statement [sqlite-query]; a source is one 'select'"
    ),
    (
      "SELECT title FROM books; nonsense",
      "the query is more than one statement [sqlite-query]; a source is one 'select'"
    ),
    ("DELETE FROM books", "the query writes to the database [sqlite-query]; a source is one 'select'"),
    (
      "DELETE FROM books RETURNING title", "the query writes to the database [sqlite-query]; a source is one 'select'"
    ),
    ("ATTACH '/etc/passwd' AS x", "the query gives no rows [sqlite-query]; a source is one 'select'"),
    ("VACUUM INTO '/tmp/x.sqlite'", "the query writes to the database [sqlite-query]; a source is one 'select'"),
    ("-- nothing", "the query is empty [sqlite-query]"), ("", "the query is empty [sqlite-query]"),
    (
      "SELECT title, year AS title FROM books",
      "the query gives the column 'title' twice [duplicate-key]; 'as' gives one of them another name"
    ),
  ])
  func `what is wrong with a query is said where it stands`(query: String, message: String) throws {
    let (rows, messages) = read(try TestDatabase.bytes(Self.books), query)
    #expect(messages.map { $0.replacing("list.yml:3:9: error: ", with: "") } == [message])
    #expect(rows.isEmpty)
  }

  @Test func `a query has no parameters`() throws {
    let (rows, messages) = read(try TestDatabase.bytes(Self.books), "SELECT title FROM books WHERE year = ?")
    #expect(rows.isEmpty)
    #expect(messages.count == 1)
  }

  @Test func `bytes that are no text are errors in their places`() throws {
    let (_, messages) = read(try TestDatabase.bytes(Self.books), "SELECT title, cover FROM books")
    #expect(
      messages == [
        "a.sqlite:2:2: error: the column 'cover' holds bytes, which no field can [invalid-value]; "
          + "let the query name the columns that are fields"
      ])
    #expect(
      read([], "SELECT CAST(x'C3' AS TEXT) AS x").messages == [
        "a.sqlite:1:1: error: the text in the column 'x' is not valid UTF-8 [invalid-utf8]"
      ])
  }

  @Test func `text of another encoding is read`() throws {
    let bytes = try TestDatabase.bytes("PRAGMA encoding = 'UTF-16'; CREATE TABLE a (b); INSERT INTO a VALUES ('ä漢𝄞')")
    #expect(read(bytes, "SELECT b FROM a").rows.map { outline($0) } == ["{b: \"ä漢𝄞\"}"])
  }

  @Test func `a database with a write-ahead log that is closed is like any other`() throws {
    let bytes = try TestDatabase.bytes("PRAGMA journal_mode = wal; \(Self.books)")
    #expect(bytes[18] == 2)
    #expect(read(bytes, "SELECT count(*) AS n FROM books").rows.map { outline($0) } == ["{n: 3}"])
    #expect(
      read(bytes, "SELECT count(*) AS n FROM books", ["a.sqlite-wal": []]).rows.map { outline($0) } == ["{n: 3}"])
  }

  @Test func `a file that is no database, or not all of one`() throws {
    let bytes = try TestDatabase.bytes(Self.books)
    let query = "SELECT title FROM books"
    #expect(
      read(Array("title\nEmma\n".utf8), query).messages == [
        "a.sqlite:1:1: error: the file is not an SQLite database [sqlite-file]"
      ])
    #expect(
      read(Array(bytes[..<60]), query).messages == [
        "a.sqlite:1:1: error: the file is not an SQLite database [sqlite-file]"
      ])
    #expect(
      read(Array(bytes[..<4096]), query).messages == [
        "a.sqlite:1:1: error: the database cannot be read: database disk image is malformed [sqlite-file]"
      ])
    let log = "sqlite3 a.sqlite .tables' puts a database that it left in order"
    #expect(
      read(bytes, query, ["a.sqlite-wal": [1]]).messages == [
        "a.sqlite:1:1: error: the database is in use, and 'a.sqlite-wal' has what was written to it last [sqlite-file]; "
          + "close the program that uses it; '\(log)"
      ])
    #expect(
      read(bytes, query, ["a.sqlite-journal": [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7, 0]]).messages == [
        "a.sqlite:1:1: error: the database is in use, and 'a.sqlite-journal' has what was written to it last "
          + "[sqlite-file]; close the program that uses it; '\(log)"
      ])
    #expect(read(bytes, query, ["a.sqlite-journal": [0, 0]]).messages == [])
  }

  @Test(arguments: [1, 7, 99, 4095, 5000, 8191])
  func `a damaged database is an error or gives rows, and never anything else`(place: Int) throws {
    var bytes = try TestDatabase.bytes(Self.books)
    bytes[place] ^= 0xFF
    let (rows, messages) = read(bytes, "SELECT title, year FROM books")
    #expect(rows.count <= 3)
    #expect(messages.allSatisfy { $0.contains("sqlite") || $0.contains("utf8") })
  }
}
