import CellistBase
import CellistOutput
import Foundation
import Glibc
import GRDB

/// The database in which the state of the builds into one folder is kept.
///
/// Entries are grouped in rows of some dozens: a row for each would cost a build more than checking its links. Each row
/// ends with a digest of itself, so that damage is noticed.
struct StateFile: Sendable {
  /// The version of what is in the database.
  private static let schema = 23

  /// Why there is no state to build on.
  struct Absence: Error, Equatable {
    let reason: String
  }

  private let path: String
  /// A key for all that must be the same for the state to hold: the program and its libraries.
  private let key: String

  init(_ path: String, key: String) {
    self.path = path
    self.key = "\(Self.schema) \(key)"
  }

  private enum Table: String, CaseIterable {
    case files, records, pages, folders, lists, generation
  }

  /// The files and pages of the last build, without its records.
  func load() throws(Absence) -> BuildState {
    guard access(path, F_OK) == 0 else { throw Absence(reason: "there is no state of a build") }
    guard areFiles else { throw Absence(reason: "the state is not a file") }
    var state = BuildState()
    let rows = try read([.generation, .files, .pages, .folders])
    guard let first = rows.first(where: { $0.table == .generation && $0.drawer == 0 }),
      let second = rows.first(where: { $0.table == .generation && $0.drawer == 1 })
    else { throw Absence(reason: "the state is not complete") }
    guard first.bytes.elementsEqual(key.utf8) else {
      throw Absence(reason: "the state is that of another version of the program")
    }
    guard let build = try? BuildState.Build(stateBytes: second.bytes[...]) else { throw Self.damaged }
    state.build = build
    state.sources.files = try Self.shelf(rows, .files)
    state.output.files = try Self.shelf(rows, .pages)
    state.output.folders = try Self.shelf(rows, .folders)
    return state
  }

  /// The records that the last build read from each source, and how it published the lists.
  func loadLists() throws(Absence) -> (records: Shelf<ArraySlice<UInt8>>, lists: Shelf<ArraySlice<UInt8>>) {
    let rows = try read([.records, .lists])
    return (try Self.shelf(rows, .records), try Self.shelf(rows, .lists))
  }

  /// Writes what changed; all of it when the database is new.
  ///
  /// - Throws: `Absence`, with the reason.
  func save(_ state: BuildState, isNew: Bool) throws(Absence) {
    do {
      if isNew { try discard() }
      if !path.folder.isEmpty { try OutputFolder.makeFolder(path.folder) }
      guard areFiles else { throw Absence(reason: "'\(path)' is not a file") }
      try write(state, isNew: isNew)
    } catch let absence as Absence {
      throw absence
    } catch OutputFolder.Failure.io(let reason) {
      throw Absence(reason: reason)
    } catch let error as DatabaseError {
      throw Absence(reason: "\(path): \(error.message ?? error.resultCode.description)")
    } catch {
      throw Absence(reason: "\(path): \(error)")
    }
  }

  private func write(_ state: BuildState, isNew: Bool) throws {
    let rows = [Array(key.utf8), state.build.stateBytes].enumerated().map { Row(table: .generation, drawer: $0, $1) }
    try database().write { database in
      for table in Table.allCases {
        try database.execute(
          sql: "CREATE TABLE IF NOT EXISTS \(table.rawValue) (drawer INTEGER PRIMARY KEY, entries BLOB NOT NULL)")
      }
      try Self.insert(rows, into: .generation, of: database)
      try Self.insert(.files, state.sources.files, all: isNew, into: database)
      try Self.insert(.pages, state.output.files, all: isNew, into: database)
      try Self.insert(.folders, state.output.folders, all: isNew, into: database)
      try Self.insert(.records, state.sources.records, all: isNew, into: database)
      try Self.insert(.lists, state.lists, all: isNew, into: database)
    }
  }

  private static func insert(_ rows: [Row], into table: Table, of database: Database) throws {
    let statement = try database.makeStatement(sql: "INSERT OR REPLACE INTO \(table.rawValue) VALUES (?, ?)")
    for (row, sealed) in zip(rows, parallelMap(rows.count) { rows[$0].sealed }) {
      guard let sealed else { throw Absence(reason: "there is no memory to write the state") }
      try statement.execute(arguments: [row.drawer, Data(sealed)])
    }
  }

  /// Writes the drawers of a shelf in which something changed, or all of them: some at a time, since the records of a
  /// million rows would be in memory three times.
  private static func insert<Entry: StateCodable>(
    _ table: Table, _ shelf: Shelf<Entry>, all: Bool, into database: Database
  ) throws {
    let drawers = all ? Array(shelf.drawers.indices) : shelf.changed.sorted()
    for start in stride(from: 0, to: drawers.count, by: 32) {
      let some = Array(drawers[start..<min(start + 32, drawers.count)])
      try insert(rows(table, shelf, some), into: table, of: database)
    }
  }

  /// The database, and what SQLite may keep beside it.
  private var paths: [String] { [path, "\(path)-journal", "\(path)-wal", "\(path)-shm"] }

  /// Whether the path is a regular file: opening a pipe would block.
  private var areFiles: Bool {
    paths.allSatisfy { path in
      var status = stat()
      return stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
    }
  }

  /// Removes the database.
  func discard() throws(OutputFolder.Failure) {
    for name in paths {
      do throws(OutputFolder.Failure) {
        try OutputFolder.remove(name, in: AT_FDCWD)
      } catch .io(let reason) {
        throw .io("\(name): \(reason)")
      }
    }
  }

  private func database() throws -> DatabaseQueue {
    var configuration = Configuration()
    // A crash of the whole machine can only take the cache, whose rows say whether they are whole. Rows are tens of
    // thousands of bytes long: large pages take few calls, and larger ones leave more of the last empty.
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = OFF; PRAGMA page_size = 16384") }
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  // MARK: Rows

  private struct Row: Sendable {
    let table: Table
    let drawer: Int
    let bytes: [UInt8]

    init(table: Table, drawer: Int, _ bytes: [UInt8]) {
      self.table = table
      self.drawer = drawer
      self.bytes = bytes
    }

    /// The compressed bytes, followed by their number and a checksum, so that damage to any of them is noticed.
    var sealed: [UInt8]? {
      guard var sealed = Gzip.compressed(bytes, level: 1) else { return nil }
      var writer = StateWriter()
      writer.write(fixed: UInt64(bytes.count))
      sealed += writer.bytes
      writer = StateWriter()
      writer.write(fixed: Self.seal(of: sealed[...], table, drawer))
      return sealed + writer.bytes
    }

    /// The row that was sealed; nil when it is not as it was.
    init?(table: Table, drawer: Int, sealed: [UInt8]) {
      guard sealed.count >= 16 else { return nil }
      var reader = StateReader(sealed.suffix(16))
      guard let size = try? reader.fixed(), let seal = try? reader.fixed(),
        seal == Self.seal(of: sealed.dropLast(8), table, drawer),
        let bytes = Gzip.decompressed(sealed.dropLast(16), size: Int(truncatingIfNeeded: size))
      else { return nil }
      self.init(table: table, drawer: drawer, bytes)
    }

    private static func seal(of bytes: ArraySlice<UInt8>, _ table: Table, _ drawer: Int) -> UInt64 {
      var place = "\(table.rawValue) \(drawer)"
      return bytes.withUnsafeBytes(\.fingerprint) &* 31 ^ place.withUTF8 { UnsafeRawBufferPointer($0).fingerprint }
    }
  }

  private static let damaged = Absence(reason: "the state is damaged")

  private func read(_ tables: [Table]) throws(Absence) -> [Row] {
    do {
      let sealed = try database().read { database in
        try tables.flatMap { table in
          let rows = try GRDB.Row.fetchCursor(database, sql: "SELECT drawer, entries FROM \(table.rawValue)").map {
            row in
            // A damaged row may hold anything, which GRDB's own conversions take for a slip of the program.
            guard let drawer = Int.fromDatabaseValue(row[0]),
              let bytes = try row.withUnsafeData(atIndex: 1, { $0.map { [UInt8]($0) } })
            else { throw Self.damaged }
            return (table: table, drawer: drawer, bytes: bytes)
          }
          return try Array(rows)
        }
      }
      let rows = parallelMap(sealed.count) { index in
        Row(table: sealed[index].table, drawer: sealed[index].drawer, sealed: sealed[index].bytes)
      }
      guard rows.allSatisfy({ $0 != nil }) else { throw Self.damaged }
      return rows.compactMap(\.self)
    } catch let absence as Absence {
      throw absence
    } catch {
      throw Absence(reason: "the state cannot be read: \(error)")
    }
  }

  private static func shelf<Entry: StateCodable>(_ rows: [Row], _ table: Table) throws(Absence) -> Shelf<Entry> {
    let rows = rows.filter { $0.table == table }
    // A missing row would pass for unknown files and folders.
    guard rows.count == Shelf<Entry>.drawerCount else { throw damaged }
    let drawers = parallelMap(rows.count) { index -> [Identifier: Entry]? in
      var coder = StateCoder(reading: rows[index].bytes[...])
      guard let count = try? coder.count(nil) else { return nil }
      var entries: [Identifier: Entry] = [:]
      entries.reserveCapacity(count)
      for _ in 0..<count {
        guard let path = try? String(&coder, nil), let entry = try? Entry(&coder, nil) else { return nil }
        entries[path] = entry
      }
      return entries
    }
    var shelf = Shelf<Entry>()
    for (row, entries) in zip(rows, drawers) {
      guard let entries, shelf.drawers.indices.contains(row.drawer) else { throw damaged }
      shelf.drawers[row.drawer] = entries
    }
    return shelf
  }

  private static func rows<Entry: StateCodable>(_ table: Table, _ shelf: Shelf<Entry>, _ drawers: [Int]) -> [Row] {
    parallelMap(drawers.count) { index in
      let entries = shelf.drawers[drawers[index]]
      let bytes = StateCoder.bytes { coder throws(StateCoder.Malformed) in
        _ = try coder.count(entries.count)
        for (path, entry) in entries {
          _ = try String(&coder, path.text)
          _ = try Entry(&coder, entry)
        }
      }
      return Row(table: table, drawer: drawers[index], bytes)
    }
  }
}
