import CellistFiles
import CellistFormats
import CellistRecords
import GRDBSQLite

/// Tables in memory, of the records of files.
struct QueryTables {
  private let tables: [QueryTable]
  private let tree: SourceTree

  init(_ tables: [QueryTable], from tree: SourceTree) {
    self.tables = tables
    self.tree = tree
  }

  /// Makes the tables.
  ///
  /// - Returns: how many bytes their values have; nil, with diagnostics, where a file cannot be read.
  func make(in connection: borrowing SQLiteConnection, _ diagnostics: inout Diagnostics) throws -> Int? {
    let before = diagnostics.all.count { $0.severity == .error }
    var size = 0
    for table in tables {
      var records: [(node: Node, isTable: Bool)] = []
      var columns: [String] = []
      for source in table.sources {
        RawRecord.readAll(in: source, from: tree, &diagnostics) { raw, _ in
          records.append((raw.node, source.format.isTable))
        }
        // A table that has no rows today has columns all the same. What cannot be read has been reported.
        var unheard = Diagnostics()
        if records.isEmpty, let delimiter = source.delimiter, let text = source.text(in: tree, &unheard) {
          columns += CSVReader.names(in: text, delimiter: delimiter, skipping: source.details?.skippedLines ?? 0)
            .filter { !$0.isEmpty }
        }
      }
      do {
        size += try Self.make(table.name, of: records, columns, in: connection)
      } catch {
        diagnostics.error(
          .sqliteQuery, "the table \(quoted(table.name)) cannot be made: \(error.message)", at: table.location)
      }
    }
    return diagnostics.all.count { $0.severity == .error } == before ? size : nil
  }

  private static func make(
    _ name: String, of records: [(node: Node, isTable: Bool)], _ declared: [String],
    in connection: borrowing SQLiteConnection
  ) throws(SQLiteConnection.Failure) -> Int {
    var columns: [String] = []
    for name in declared where !columns.contains(name) { columns.append(name) }
    var places = Dictionary(uniqueKeysWithValues: columns.enumerated().map { ($1, $0) })
    // A column has numbers where each of its values is one: beside "016" all is text.
    var areNumbers = columns.map { _ in true }
    for (node, isTable) in records {
      for entry in node.entries ?? [] {
        let place = places[entry.key] ?? columns.count
        if place == columns.count {
          places[entry.key] = place
          columns.append(entry.key)
          areNumbers.append(true)
        }
        guard let text = text(entry.value) else { continue }
        areNumbers[place] = areNumbers[place] && (isTable || entry.value.isNumber) && isNumber(text)
      }
    }
    // A table without columns is none.
    if columns.isEmpty { columns = ["?"] }
    let names = columns.map(identifier).joined(separator: ", ")
    try connection.execute("CREATE TABLE \(identifier(name)) (\(names))")
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    guard let (insertion, _) = try connection.prepare("INSERT INTO \(identifier(name)) VALUES (\(marks))") else {
      return 0
    }
    var size = 0
    try connection.execute("BEGIN")
    for (node, _) in records {
      sqlite3_reset(insertion.pointer)
      sqlite3_clear_bindings(insertion.pointer)
      var seen: Set<Int> = []
      for entry in node.entries ?? [] {
        guard let place = places[entry.key], seen.insert(place).inserted, let text = text(entry.value) else { continue }
        size += text.utf8.count
        bind(text, isNumber: areNumbers[place], to: insertion.pointer, Int32(place + 1))
      }
      _ = try insertion.next(of: connection)
    }
    try connection.execute("COMMIT")
    return size
  }

  private static func bind(_ text: String, isNumber: Bool, to statement: OpaquePointer, _ place: Int32) {
    // Whole numbers stay whole beside others.
    if isNumber, let integer = Int64(text) {
      sqlite3_bind_int64(statement, place, integer)
    } else if isNumber, let number = Double(text) {
      sqlite3_bind_double(statement, place, number)
    } else {
      // SQLite makes a copy before this returns.
      var text = text
      text.withUTF8 { bytes in
        let start = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
        sqlite3_bind_text(
          statement, place, start, Int32(clamping: bytes.count), unsafeBitCast(-1, to: sqlite3_destructor_type.self))
      }
    }
  }

  /// A value as a cell has it; nil for none. Lists and mappings are JSON.
  private static func text(_ node: Node) -> String? {
    switch node.content {
    case .null: nil
    case .scalar(let text, _): text.isEmpty ? nil : text
    case .sequence, .mapping: node.json.line
    }
  }

  /// Whether a text is a number, written as numbers are written and with no more digits than a column keeps.
  private static func isNumber(_ text: String) -> Bool {
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    let parts = digits.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard digits.count <= 16, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { (0x30...0x39).contains($0) } }) else {
      return false
    }
    return parts[0].count == 1 || parts[0].first != UInt8(ascii: "0")
  }

  private static func identifier(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }
}

extension Node {
  fileprivate var json: JSONText {
    switch content {
    case .null: .null
    case .scalar(let text, _): isNumber ? .number(text) : .text(text)
    case .sequence(let items): .array(items.map(\.json))
    case .mapping(let entries): .object(entries.map { ($0.key, $0.value.json) })
    }
  }
}
