import CellistTestSupport
import Testing

@testable import CellistContent
@testable import CellistFormats
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

  // MARK: What queries must not call

  @Test(arguments: [
    ("random()", "random", "chance"), ("hex(RandomBlob(4))", "randomblob", "chance"),
    ("abs(random() % 2)", "random", "chance"), ("CURRENT_TIMESTAMP", "current_timestamp", "the time"),
    ("current_date", "current_date", "the time"), ("current_time || ''", "current_time", "the time"),
    ("datetime('now')", "datetime' with 'now", "the time"), ("date('NOW', '+1 day')", "date' with 'now", "the time"),
    ("date('n' || 'ow')", "date' with 'now", "the time"), ("time()", "time", "the time"),
    ("julianday()", "julianday", "the time"), ("strftime('%Y')", "strftime", "the time"),
    ("strftime('%Y', 'now')", "strftime' with 'now", "the time"), ("unixepoch()", "unixepoch", "the time"),
    ("date('2024-01-01', 'localtime')", "date' with 'localtime", "the machine"),
    ("datetime('2024-01-01', '+1 day', 'UTC')", "datetime' with 'utc", "the machine"),
    ("datetime(1700000000, 'unixepoch', 'localtime')", "datetime' with 'localtime", "the machine"),
    ("datetime('subsec')", "datetime' with 'subsec", "the time"), ("sqlite_version()", "sqlite_version", "the machine"),
    ("sqlite_source_id()", "sqlite_source_id", "the machine"), ("changes()", "changes", "the machine"),
    ("total_changes()", "total_changes", "the machine"), ("last_insert_rowid()", "last_insert_rowid", "the machine"),
    ("(SELECT count(*) FROM pragma_compile_options)", "pragma_compile_options", "the machine"),
    ("(SELECT file FROM pragma_database_list)", "pragma_database_list", "the machine"),
    ("(SELECT date(word) FROM (SELECT 'now' AS word))", "date' with 'now", "the time"),
  ])
  func `what depends on time, chance or the machine is refused by what is called`(
    expression: String, name: String, cause: String
  ) throws {
    #expect(
      read([], "SELECT \(expression) AS x").messages == [
        "list.yml:3:9: error: the query calls '\(name)', which depends on \(cause) [sqlite-query]; "
          + "a page says the same whenever and wherever it is built"
      ])
  }

  @Test func `so it is in a view, and where the data says now`() throws {
    let bytes = try TestDatabase.bytes(
      """
      CREATE TABLE days (day TEXT); INSERT INTO days VALUES ('2024-01-01'), ('now');
      CREATE VIEW dice AS SELECT abs(random()) AS n; CREATE VIEW dated AS SELECT date(day) AS day FROM days;
      """)
    let hint = "[sqlite-query]; a page says the same whenever and wherever it is built"
    #expect(
      read(bytes, "SELECT * FROM dice").messages == [
        "list.yml:3:9: error: the query calls 'random', which depends on chance \(hint)"
      ])
    #expect(
      read(bytes, "SELECT * FROM dated").messages == [
        "list.yml:3:9: error: the query calls 'date' with 'now', which depends on the time \(hint)"
      ])
    #expect(read(bytes, "SELECT * FROM dated WHERE day < '2025'").messages.count == 1)
    #expect(
      read(bytes, "SELECT date(day) AS d FROM days WHERE day <> 'now'").rows.map { outline($0) } == [
        "{d: \"2024-01-01\"}"
      ])
  }

  @Test(arguments: [
    ("date('2024-02-28', '+2 days')", "\"2024-03-01\""), ("date(NULL)", "null"), ("date('noon')", "null"),
    ("datetime(1700000000, 'unixepoch')", "\"2023-11-14 22:13:20\""), ("time('12:30')", "\"12:30:00\""),
    ("strftime('%Y', '2024-05-01')", "\"2024\""), ("strftime('now', '2024-05-01')", "\"now\""),
    ("julianday('2000-01-01 12:00')", "2451545.0"), ("unixepoch('1970-01-02')", "86400"),
    ("date('2024-05-01', 'start of month', '-1 day')", "\"2024-04-30\""), ("likely(1)", "1"),
    ("(SELECT group_concat(name, ' ') FROM pragma_table_info('days'))", "\"day title\""),
    ("(SELECT count(*) FROM sqlite_schema)", "2"), ("(SELECT title FROM days WHERE date(day) = '2024-05-01')", "\"A\""),
  ])
  func `what follows from the file alone is not`(expression: String, expected: String) throws {
    let bytes = try TestDatabase.bytes(
      """
      CREATE TABLE days (day TEXT, title TEXT); INSERT INTO days VALUES ('2024-05-01', 'A');
      CREATE INDEX dates ON days (date(day));
      """)
    let (rows, messages) = read(bytes, "SELECT \(expression) AS x")
    #expect(messages == [])
    #expect(rows.map { outline($0) } == ["{x: \(expected)}"])
  }

  // MARK: Queries without end

  @Test func `a recursion without end is stopped`() throws {
    let bytes = try TestDatabase.bytes(
      """
      CREATE VIEW endless AS WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT n FROM t;
      CREATE VIEW v0 AS SELECT 1 AS n;
      \((1...25).map { "CREATE VIEW v\($0) AS SELECT a.n FROM v\($0 - 1) a, v\($0 - 1) b;" }.joined(separator: "\n"))
      """)
    let limits = QueryWatch.Limits(databaseSize: bytes.count)
    let hint = "[too-complex]; a recursion may have no end, or a join no condition"
    #expect(
      read(bytes, "SELECT count(*) AS n FROM endless").messages == [
        "list.yml:3:9: error: the query takes more than \(limits.steps) steps \(hint)"
      ])
    let (rows, messages) = read(bytes, "SELECT n FROM endless")
    #expect(messages == ["list.yml:3:9: error: the query gives more than \(limits.rows) rows \(hint)"])
    #expect(rows.count == limits.rows)
    #expect(
      read(bytes, "SELECT n, printf('%.*c', 1000000, 'x') AS text FROM endless").messages == [
        "list.yml:3:9: error: the query gives more than \(limits.bytes) bytes \(hint)"
      ])
    #expect(
      read(bytes, "SELECT n FROM v25").messages == [
        "list.yml:3:9: error: the query is wrong: too many references to \"v0\": max 65535 [sqlite-query]"
      ])
  }

  @Test func `a value has a length that a database of its size could hold`() {
    #expect(
      read([], "SELECT length(replace(hex(zeroblob(400000)), '0', 'abc')) AS x").messages == [
        "list.yml:3:9: error: the query is wrong: string or blob too big [sqlite-query]"
      ])
  }

  @Test func `a join of many rows is far from the limit`() throws {
    let bytes = try TestDatabase.bytes(
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY, b INTEGER, c TEXT);
      WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 100000)
      INSERT INTO a SELECT n, (n * 7919) % 100000, 'row ' || n FROM t;
      """)
    let (rows, messages) = read(
      bytes, "SELECT x.c, y.c AS d FROM a x JOIN a y ON y.id = x.b WHERE x.c LIKE 'row%' ORDER BY y.c DESC, x.id")
    #expect(messages == [])
    #expect(rows.count > 99_000)
  }
}
