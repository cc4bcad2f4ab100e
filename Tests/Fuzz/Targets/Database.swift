import CellistRecords
import Foundation
import GRDB

@testable import CellistContent
@testable import CellistFiles

extension FuzzTarget {
  private static let path = "a.sqlite"

  /// The SQLite reader on a database of any bytes.
  static let database = FuzzTarget(
    "database", seeds: [made("PRAGMA page_size = 512; \(schema)"), made(schema)],
    words: ["SQLite format 3\0", "CREATE TABLE"]
  ) { input in
    _ = rows(of: "select * from t join sqlite_schema order by 1", in: Array(input.bytes))
  }

  /// The SQLite reader with any query.
  static let query = FuzzTarget(
    "query",
    seeds: [
      "select * from t", "select a, count(*) as n from t group by a having n > 0 order by 2 desc limit 3",
      "with recursive r(n) as (select 1 union all select n + 1 from r where n < 5) select n, a from r, t",
      "values (1), (x'00')",
      "select json_extract('{\"a\": 1}', '$.a') as x, printf('%d', 1.5) as y, date('2024-01-02', '+1 day') as z",
      "select a as 'x', b \"x\" from t -- no\n", "delete from t", "pragma table_info(t)", "attach 'x' as y", ";",
      "select 1; select 2",
    ],
    words: [
      "select ", " from t", " where ", " union all ", " order by ", " group by ", " as ", "with recursive ", "cast(",
      "datetime('now')", "random()", "zeroblob(", "printf(", "substr(", "replace(", "group_concat(", "json_each(",
      "like",
      "glob", "over (", "window ", "pragma ", "explain ", "x'", "null", "1e999", "sqlite_schema", "load_extension(",
    ]
  ) { input in
    let query = input.text
    // SQLite ends a text at its first NUL.
    guard !query.utf8.contains(0) else { return }
    _ = rows(of: query, in: known)
  }

  private static let schema = """
    create table t(a text, b integer, c real, d); create index i on t(a); create view v as select a, b + 1 as e from t;
    insert into t values ('x', 1, 1.5, null), ('é', -2, 0.1, 'y'), ('', 0, 1e300, 7);
    """

  private static let known = made(schema)

  private static func made(_ sql: String) -> [UInt8] {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).sqlite").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    do {
      let queue = try DatabaseQueue(path: path)
      try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
      try queue.close()
    } catch { fatalError("\(error)") }
    return [UInt8](FileManager.default.contents(atPath: path) ?? Data())
  }

  /// Reads the rows that a query finds; all that goes wrong has a place, in the database or at the query.
  private static func rows(of query: String, in database: [UInt8]) -> [Node] {
    let tree = SourceTree.memory([path: database])
    let location = SourceLocation(file: "list.yml", line: 3, column: 9)
    let source = RecordSource(path: path, format: .sqlite, .init(query: query, queryLocation: location))
    var diagnostics = Diagnostics()
    var rows: [Node] = []
    SQLiteReader.read(source, from: tree, &diagnostics) { row, _ in rows.append(row) }
    for diagnostic in diagnostics.all {
      law(diagnostic.location == location || diagnostic.location?.file == path, "\"\(diagnostic.message)\" has a place")
    }
    for (index, row) in rows.enumerated() {
      law(row.places.allSatisfy { $0.line >= index + 1 && $0.file == path }, "a row's line is its number")
    }
    return rows
  }
}
