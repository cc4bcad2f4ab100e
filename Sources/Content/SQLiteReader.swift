import CellistFiles
import CellistFormats
import CellistRecords
import GRDBSQLite

/// Reads the rows that a query finds in an SQLite database into located nodes, one row at a time.
///
/// A row's line is its number, and a value's column that of its column. The database is a copy of the file's bytes in
/// memory, so the file is never locked or changed, and no file is ever made beside it.
struct SQLiteReader {
  private let source: RecordSource
  private let query: String

  private struct Problem: Error {
    let message: String
    var hint: String?
    var code = DiagnosticCode.sqliteQuery
  }

  /// Calls `emit` with each row, as a mapping from the names of the columns.
  static func read(
    _ source: RecordSource, from tree: SourceTree, _ diagnostics: inout Diagnostics,
    emit: (Node, inout Diagnostics) -> Void
  ) {
    guard let query = source.details?.query else { return }
    let reader = SQLiteReader(source: source, query: query)
    if let tables = source.details?.tables, !tables.isEmpty {
      let tables = QueryTables(tables, from: tree)
      reader.read(&diagnostics, emit: emit) { connection, diagnostics in try tables.make(in: connection, &diagnostics) }
      return
    }
    let file = SourceLocation(file: source.path)
    guard let bytes = tree.bytes(source.path, &diagnostics) else { return }
    if let log = openLog(of: source.path, in: tree) {
      diagnostics.error(
        .sqliteFile, "the database is in use, and '\(log.fileName)' has what was written to it last", at: file,
        hint:
          "close the program that uses it; 'sqlite3 \(source.path.fileName) .tables' puts a database that it left in order"
      )
      return
    }
    guard bytes.isEmpty || bytes.starts(with: magic) && bytes.count >= 100 else {
      diagnostics.error(.sqliteFile, "the file is not an SQLite database", at: file)
      return
    }
    reader.read(&diagnostics, emit: emit) { connection, _ in
      try connection.load(bytes)
      return bytes.count
    }
  }

  /// Calls `emit` with each row that the query finds in a database.
  ///
  /// - Parameter load: fills the database, and returns its size in bytes; nil where that failed, with diagnostics.
  private func read(
    _ diagnostics: inout Diagnostics, emit: (Node, inout Diagnostics) -> Void,
    _ load: (borrowing SQLiteConnection, inout Diagnostics) throws -> Int?
  ) {
    var watch: QueryWatch?
    let file = SourceLocation(file: source.path)
    do {
      let connection = try SQLiteConnection()
      guard let size = try load(connection, &diagnostics) else { return }
      let limited = QueryWatch(QueryWatch.Limits(databaseSize: size))
      watch = limited
      try read(connection, size, limited, &diagnostics, emit: emit)
    } catch let problem as Problem {
      diagnostics.error(problem.code, problem.message, at: source.details?.queryLocation, hint: problem.hint)
    } catch let failure as SQLiteConnection.Failure {
      if let refusal = watch?.refusal {
        diagnostics.error(
          refusal.isTooComplex ? .tooComplex : .sqliteQuery, refusal.message, at: source.details?.queryLocation,
          hint: refusal.hint)
        return
      }
      switch failure.code & 0xFF {
      case SQLITE_NOTADB, SQLITE_CORRUPT, SQLITE_CANTOPEN, SQLITE_NOMEM, SQLITE_IOERR:
        diagnostics.error(.sqliteFile, "the database cannot be read: \(failure.message)", at: file)
      default:
        diagnostics.error(.sqliteQuery, "the query is wrong: \(failure.message)", at: source.details?.queryLocation)
      }
    } catch {
      diagnostics.error(.sqliteFile, "the database cannot be read: \(error)", at: file)
    }
  }

  // MARK: The file

  private static let magic = Array("SQLite format 3\0".utf8)

  /// How a rollback journal begins that has not been played back.
  private static let journalMagic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]

  private static let logEndings = ["-wal", "-shm", "-journal"]

  /// Whether a file's name is that of one that SQLite keeps beside a database.
  static func isLog(_ name: String) -> Bool {
    logEndings.contains { name.hasSuffix($0) && SourceFormat(path: String(name.dropLast($0.count))) == .sqlite }
  }

  /// The file beside a database that holds what the database does not; nil when there is none.
  static func openLog(of path: String, in tree: SourceTree) -> String? {
    if let log = try? tree.read("\(path)-wal"), !log.isEmpty { return "\(path)-wal" }
    if let log = try? tree.read("\(path)-journal"), log.starts(with: journalMagic) { return "\(path)-journal" }
    return nil
  }

  // MARK: The rows

  private func read(
    _ connection: borrowing SQLiteConnection, _ size: Int, _ watch: QueryWatch, _ diagnostics: inout Diagnostics,
    emit: (Node, inout Diagnostics) -> Void
  ) throws {
    // The schema is the file's, and only the query is the site's. Nothing is written, not even while rows are sorted.
    try connection.execute("PRAGMA trusted_schema = OFF; PRAGMA query_only = ON; PRAGMA temp_store = MEMORY")
    let dates = try DateFunctions(of: connection, watch)
    watch.observe(connection, databaseSize: size)
    // Both are called while the query runs.
    try withExtendedLifetime((watch, dates)) {
      try readRows(of: connection, watch, &diagnostics, emit: emit)
    }
  }

  private func readRows(
    of connection: borrowing SQLiteConnection, _ watch: QueryWatch, _ diagnostics: inout Diagnostics,
    emit: (Node, inout Diagnostics) -> Void
  ) throws {
    let statement = try statement(of: connection)
    let columns = statement.columns
    var seen: Set<String> = []
    if let twice = columns.first(where: { !seen.insert($0).inserted }) {
      diagnostics.error(
        .duplicateKey, "the query gives the column '\(twice.shortened)' twice", at: source.details?.queryLocation,
        hint: "'as' gives one of them another name")
      return
    }
    var line = 0
    while try statement.next(of: connection) {
      line += 1
      let size = columns.indices.reduce(0) { $0 + Self.size(statement.pointer, Int32($1)) }
      guard watch.takesRow(ofBytes: size) else {
        throw Problem(
          message: watch.refusal?.message ?? "", hint: watch.refusal?.hint, code: .tooComplex)
      }
      let before = diagnostics.all.count
      let entries = columns.enumerated().map { index, name in
        let location = place(line, index + 1)
        let content = Self.value(statement.pointer, Int32(index), name, at: location, &diagnostics)
        let isNumber = if case .scalar(_, quoted: false) = content { true } else { false }
        return Node.Entry(
          key: name, keyLocation: location, value: Node(content, at: location, isNumber: isNumber))
      }
      guard diagnostics.all.count == before else { continue }
      emit(Node(.mapping(entries), at: place(line, 1)), &diagnostics)
    }
  }

  /// A place among the rows of a database; of tables of files, that of the query.
  private func place(_ line: Int, _ column: Int) -> SourceLocation {
    if source.details?.tables.isEmpty == false, let place = source.details?.queryLocation { return place }
    return SourceLocation(file: source.path, line: line, column: column)
  }

  /// The one statement that the query is, which reads and gives rows.
  private func statement(of connection: borrowing SQLiteConnection) throws -> SQLiteRows {
    guard let (statement, rest) = try connection.prepare(query) else { throw Problem(message: "the query is empty") }
    var isAlone = false
    do { isAlone = try connection.prepare(rest) == nil } catch {}
    guard isAlone else {
      throw Problem(message: "the query is more than one statement", hint: "a source is one 'select'")
    }
    guard statement.isReadonly else {
      throw Problem(message: "the query writes to the database", hint: "a source is one 'select'")
    }
    guard !statement.columns.isEmpty else {
      throw Problem(message: "the query gives no rows", hint: "a source is one 'select'")
    }
    guard !statement.hasParameters else {
      throw Problem(message: "the query has parameters, which nothing gives values", hint: "write the values into it")
    }
    return statement
  }

  /// How many bytes a column has. To ask that of a number would make text of it.
  private static func size(_ row: OpaquePointer, _ column: Int32) -> Int {
    switch sqlite3_column_type(row, column) {
    case SQLITE_TEXT, SQLITE_BLOB: Int(sqlite3_column_bytes(row, column))
    default: 8
    }
  }

  private static func value(
    _ row: OpaquePointer, _ column: Int32, _ name: String, at location: SourceLocation,
    _ diagnostics: inout Diagnostics
  ) -> Node.Content {
    switch sqlite3_column_type(row, column) {
    case SQLITE_NULL: return .null
    case SQLITE_INTEGER: return .scalar(String(sqlite3_column_int64(row, column)), quoted: false)
    case SQLITE_FLOAT: return .scalar(sqlite3_column_double(row, column).description, quoted: false)
    case SQLITE_TEXT:
      // The text before its length, which is that of the text as it was read last.
      let start = sqlite3_column_text(row, column)
      let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(row, column)))
      if let text = String(validating: bytes, as: UTF8.self) { return .scalar(text, quoted: true) }
      diagnostics.error(.invalidUTF8, "the text in the column '\(name)' is not valid UTF-8", at: location)
      return .null
    default:
      diagnostics.error(
        .invalidValue, "the column '\(name)' holds bytes, which no field can", at: location,
        hint: "let the query name the columns that are fields")
      return .null
    }
  }
}
