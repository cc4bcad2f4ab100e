import GRDBSQLite

/// SQLite's functions of dates, but for what they would ask of the clock and of the machine's time zone.
///
/// Whether they do follows from their arguments, which may come from the data; so they are replaced by functions that look
/// at those, and have the original do the rest on a connection of its own.
package final class DateFunctions {
  private let watch: QueryWatch
  private let original: SQLiteConnection
  private var functions: [Function] = []

  private static let names = ["date", "time", "datetime", "julianday", "strftime", "unixepoch", "timediff"]

  /// One function, by its name, with a statement for each number of arguments that it was called with.
  fileprivate final class Function {
    let name: String
    let watch: QueryWatch
    let original: OpaquePointer
    var statements: [Int32: SQLiteRows] = [:]

    init(_ name: String, _ watch: QueryWatch, _ original: OpaquePointer) {
      self.name = name
      self.watch = watch
      self.original = original
    }
  }

  /// Replaces the functions of a connection, which must not outlive this.
  package init(of connection: borrowing SQLiteConnection, _ watch: QueryWatch) throws(SQLiteConnection.Failure) {
    self.watch = watch
    original = try SQLiteConnection()
    for name in Self.names {
      let function = Function(name, watch, original.pointer)
      functions.append(function)
      let code = sqlite3_create_function_v2(
        connection.pointer, name, -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
        Unmanaged.passUnretained(function).toOpaque(),
        { context, count, arguments in
          guard let own = sqlite3_user_data(context) else { return }
          Unmanaged<Function>.fromOpaque(own).takeUnretainedValue().call(context, count, arguments)
        }, nil, nil, nil)
      guard code == SQLITE_OK else { throw connection.failure(code) }
    }
  }
}

extension DateFunctions.Function {
  package func call(_ context: OpaquePointer?, _ count: Int32, _ arguments: UnsafeMutablePointer<OpaquePointer?>?) {
    // The argument before a time is its format.
    let first = name == "strftime" ? 1 : 0
    if count <= first { return refuse(context, with: nil, .time) }
    for index in first..<Int(count) {
      guard let text = sqlite3_value_text(arguments?[index]) else { continue }
      let argument = String(cString: text).lowercased()
      switch argument {
      case "now": return refuse(context, with: argument, .time)
      case "subsec", "subsecond":
        if index == first { return refuse(context, with: argument, .time) }
      case "localtime", "utc": return refuse(context, with: argument, .machine)
      default: break
      }
    }
    guard let statement = statement(count) else {
      return sqlite3_result_error(context, sqlite3_errmsg(original), -1)
    }
    defer {
      sqlite3_reset(statement.pointer)
      sqlite3_clear_bindings(statement.pointer)
    }
    for index in 0..<count { sqlite3_bind_value(statement.pointer, index + 1, arguments?[Int(index)]) }
    guard sqlite3_step(statement.pointer) == SQLITE_ROW else {
      return sqlite3_result_error(context, sqlite3_errmsg(original), -1)
    }
    sqlite3_result_value(context, sqlite3_column_value(statement.pointer, 0))
  }

  private func statement(_ count: Int32) -> SQLiteRows? {
    if let known = statements[count] { return known }
    var pointer: OpaquePointer?
    let sql = "SELECT \(name)(\(Array(repeating: "?", count: Int(count)).joined(separator: ",")))"
    guard sqlite3_prepare_v2(original, sql, -1, &pointer, nil) == SQLITE_OK, let pointer else { return nil }
    let statement = SQLiteRows(pointer)
    statements[count] = statement
    return statement
  }

  private func refuse(_ context: OpaquePointer?, with argument: String?, _ cause: QueryWatch.Cause) {
    watch.refuse(call: name, with: argument, cause)
    sqlite3_result_error(context, "refused", -1)
  }
}
