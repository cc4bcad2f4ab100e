import GRDBSQLite

/// A statement, which gives one row after the other.
package final class SQLiteRows {
  package let pointer: OpaquePointer

  package init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { sqlite3_finalize(pointer) }

  package var isReadonly: Bool { sqlite3_stmt_readonly(pointer) != 0 }
  package var hasParameters: Bool { sqlite3_bind_parameter_count(pointer) > 0 }

  /// The names of the columns.
  package var columns: [String] {
    (0..<sqlite3_column_count(pointer)).map { sqlite3_column_name(pointer, $0).map { String(cString: $0) } ?? "" }
  }

  /// Goes to the next row; false when there is none.
  package func next(of connection: borrowing SQLiteConnection) throws(SQLiteConnection.Failure) -> Bool {
    let code = sqlite3_step(pointer)
    guard code == SQLITE_ROW || code == SQLITE_DONE else { throw connection.failure(code) }
    return code == SQLITE_ROW
  }
}
