import GRDBSQLite

/// Watches what a query calls and how much it does: it must end, and give the same rows whenever and wherever it is run.
///
/// SQLite tells each function and table that a statement uses before it is run, and counts the steps that it takes.
/// Functions of dates are another matter, since what they do depends on what they are given; `DateFunctions` sees that.
package final class QueryWatch {
  /// Why the query was stopped; nil where it was not, and SQLite's own error counts.
  package private(set) var refusal: Refusal?

  package struct Refusal {
    package let message: String
    package var hint: String?
    package var isTooComplex = false
  }

  /// The reasons why a result may change.
  package enum Cause: String { case time = "the time", chance, machine = "the machine" }

  /// How many steps, rows and bytes a query may have; what a database of a million rows needs is far less.
  package struct Limits {
    package let steps: Int
    package let rows: Int
    package let bytes: Int

    package init(databaseSize size: Int) {
      steps = 100_000_000 + 20 * size
      rows = 250_000 + size / 8
      bytes = 64_000_000 + 8 * size
    }
  }

  package let limits: Limits
  private var steps = 0
  private var permissions = 0
  private var rows = 0
  private var bytes = 0

  private static let functions: [String: Cause] = [
    "random": .chance, "randomblob": .chance, "current_date": .time, "current_time": .time, "current_timestamp": .time,
    "sqlite_version": .machine, "sqlite_source_id": .machine, "sqlite_compileoption_get": .machine,
    "sqlite_compileoption_used": .machine, "load_extension": .machine, "changes": .machine,
    "total_changes": .machine, "last_insert_rowid": .machine, "fts3_tokenizer": .machine,
  ]

  /// Tables that SQLite makes up.
  private static let tables: Set<String> = [
    "dbstat", "sqlite_dbpage", "sqlite_stmt", "sqlite_memstat", "bytecode", "tables_used", "completion",
  ]

  /// The pragmas that a query may ask: their answers follow from the file alone.
  private static let pragmas: Set<String> = [
    "table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo", "foreign_key_list",
    "user_version", "application_id", "schema_version",
  ]

  private static let stepsATime = 1_000
  private static let permissionLimit = 200_000

  package init(_ limits: Limits) { self.limits = limits }

  /// Watches a connection, which must not outlive this.
  package func observe(_ connection: borrowing SQLiteConnection, databaseSize: Int) {
    let own = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_set_authorizer(
      connection.pointer,
      { own, action, first, second, _, _ in
        guard let own else { return SQLITE_DENY }
        let watch = Unmanaged<QueryWatch>.fromOpaque(own).takeUnretainedValue()
        return watch.permits(action, first.map { String(cString: $0) }, second.map { String(cString: $0) })
          ? SQLITE_OK : SQLITE_DENY
      }, own)
    sqlite3_progress_handler(
      connection.pointer, Int32(Self.stepsATime),
      { own in
        guard let own else { return 1 }
        return Unmanaged<QueryWatch>.fromOpaque(own).takeUnretainedValue().goesOn() ? 0 : 1
      }, own)
    // The bound of one step: a value, a pattern to compare it with, and functions in each other.
    let length = Int32(clamping: databaseSize + 1_000_000)
    for (kind, limit) in [
      (SQLITE_LIMIT_LENGTH, length), (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1_000), (SQLITE_LIMIT_EXPR_DEPTH, 200),
      (SQLITE_LIMIT_ATTACHED, 0),
    ] {
      sqlite3_limit(connection.pointer, kind, limit)
    }
  }

  /// Counts a row, and the bytes of its texts; false where there are too many.
  package func takesRow(ofBytes count: Int) -> Bool {
    rows += 1
    bytes += count
    if rows > limits.rows {
      refuse("the query gives more than \(limits.rows) rows", isTooComplex: true)
    } else if bytes > limits.bytes {
      refuse("the query gives more than \(limits.bytes) bytes", isTooComplex: true)
    }
    return refusal == nil
  }

  /// Notes that the query calls something, perhaps with an argument, that must not be called.
  package func refuse(call name: String, with argument: String? = nil, _ cause: Cause) {
    let argument = argument.map { " with '\($0)'" } ?? ""
    refuse(
      "the query calls '\(name)'\(argument), which depends on \(cause.rawValue)",
      hint: "a page says the same whenever and wherever it is built")
  }

  private func refuse(_ message: String, hint: String? = nil, isTooComplex: Bool = false) {
    guard refusal == nil else { return }
    refusal = Refusal(
      message: message,
      hint: isTooComplex ? "a recursion may have no end, or a join no condition" : hint, isTooComplex: isTooComplex)
  }

  private func permits(_ action: Int32, _ first: String?, _ second: String?) -> Bool {
    permissions += 1
    if permissions > Self.permissionLimit {
      refuse("the query is made of too many parts", isTooComplex: true)
      return false
    }
    switch action {
    case SQLITE_FUNCTION:
      guard let name = second?.lowercased(), let cause = Self.functions[name] else { return true }
      refuse(call: name, cause)
    case SQLITE_READ:
      guard let name = first?.lowercased(), Self.isMadeUp(name) else { return true }
      refuse(call: name, .machine)
    case SQLITE_PRAGMA:
      guard let name = first?.lowercased(), !Self.pragmas.contains(name) else { return true }
      refuse(call: name, .machine)
    default: return true
    }
    return false
  }

  private static func isMadeUp(_ table: String) -> Bool {
    tables.contains(table) || table.hasPrefix("pragma_") && !pragmas.contains(String(table.dropFirst(7)))
  }

  /// Whether the query may take some more steps.
  private func goesOn() -> Bool {
    steps += Self.stepsATime
    if steps > limits.steps { refuse("the query takes more than \(limits.steps) steps", isTooComplex: true) }
    return refusal == nil
  }
}
