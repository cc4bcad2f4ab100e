import GRDBSQLite

/// A connection to a database in memory, which is closed with it.
package struct SQLiteConnection: ~Copyable {
  package let pointer: OpaquePointer

  /// An error that SQLite reports.
  package struct Failure: Error {
    package let code: Int32
    package let message: String
  }

  /// An empty database.
  package init() throws(Failure) {
    var pointer: OpaquePointer?
    let code = sqlite3_open_v2(":memory:", &pointer, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let pointer else {
      sqlite3_close_v2(pointer)
      throw Failure(code: code, message: String(cString: sqlite3_errstr(code)))
    }
    self.pointer = pointer
    // Quotes of the wrong kind are no text.
    _disableDoubleQuotedStringLiterals(pointer)
  }

  deinit { sqlite3_close_v2(pointer) }

  /// Makes the database a copy of the bytes, which it owns and cannot write to.
  package func load(_ bytes: [UInt8]) throws(Failure) {
    guard !bytes.isEmpty else { return }
    guard let memory = sqlite3_malloc64(UInt64(bytes.count)) else { throw failure(SQLITE_NOMEM) }
    let copy = memory.bindMemory(to: UInt8.self, capacity: bytes.count)
    bytes.withUnsafeBufferPointer { if let start = $0.baseAddress { copy.initialize(from: start, count: $0.count) } }
    // A database in memory has no write-ahead log. The caller has made sure that the file's is empty.
    for place in [18, 19] where copy[place] == 2 { copy[place] = 1 }
    // SQLite frees the memory, also when this fails.
    let code = sqlite3_deserialize(
      pointer, "main", copy, Int64(bytes.count), Int64(bytes.count),
      UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_READONLY))
    guard code == SQLITE_OK else { throw failure(code) }
  }

  package func execute(_ sql: String) throws(Failure) {
    let code = sqlite3_exec(pointer, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  package func failure(_ code: Int32) -> Failure {
    let message = sqlite3_errcode(pointer) == code ? sqlite3_errmsg(pointer) : sqlite3_errstr(code)
    return Failure(code: code, message: message.map { String(cString: $0) } ?? "error \(code)")
  }

  /// The first statement of a text that has one, and what follows it; nil where there is none.
  package func prepare(_ sql: String) throws(Failure) -> (statement: SQLiteRows, rest: String)? {
    var rest = sql
    while !rest.isEmpty {
      var statement: OpaquePointer?
      var code = SQLITE_OK
      let taken = rest.withCString { start in
        var tail: UnsafePointer<CChar>?
        code = sqlite3_prepare_v2(pointer, start, -1, &statement, &tail)
        return tail.map { $0 - start } ?? 0
      }
      guard code == SQLITE_OK else { throw failure(code) }
      rest = String(decoding: rest.utf8.dropFirst(taken), as: UTF8.self)
      if let statement { return (SQLiteRows(statement), rest) }
    }
    return nil
  }
}
