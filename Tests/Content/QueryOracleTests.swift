import CellistTestSupport
import Foundation
import Testing

@testable import CellistContent
@testable import CellistFiles
@testable import CellistRecords

/// Queries of tables of files as sqlite-utils answers them, but for the type of a whole number beside others: there it is
/// real.
@Suite(.enabled(if: Oracle.has("sqlite_utils"))) struct QueryOracleTests {
  private static let queries = [
    "select * from t order by rowid", "select t.*, u.z from t join u using (a) order by t.rowid, u.rowid",
    "select b, count(*) as n, sum(a) as s, min(c) as m, avg(a) as v from t group by b order by b",
    "select a, typeof(a) as x, typeof(b) as y, c, typeof(d) as w from t order by rowid",
    "select u.z, json_extract(u.list, '$[1]') as second from u order by u.rowid",
    "with r as (select a, row_number() over (order by c desc, a, rowid) as n from t) select * from r where n < 5 order by n",
  ]

  @Test(arguments: [1, 2, 3, 4]) func `queries find the rows that others find`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let rows = (0..<40).map { _ in
      let name = random.pick(["x", "\"y, z\"", "Ä", "", "016"])
      return
        "\(Int.random(in: -5...20, using: &random)),\(name),\(random.pick(["1.5", "2", "-0.25", ""])),2026-01-0\(Int.random(in: 1...9, using: &random))"
    }
    let items = (0..<20).map { index in
      "{\"a\": \(index % 7), \"z\": \"v\(index)\", \"list\": [\(index), \"s\"]\(random.happens(onceIn: 2) ? ", \"more\": 2.5" : "")}"
    }
    let files = [
      "t.csv": "a,b,c,d\n\(rows.joined(separator: "\n"))\n", "u.json": "[\(items.joined(separator: ",\n"))]\n",
    ]
    for (name, text) in files { try folder.write(text, to: name) }
    let tree = SourceTree.memory(files.mapValues { Array($0.utf8) })
    let place = SourceLocation(file: "list.yml")
    for query in Self.queries {
      let written = try Oracle.run(
        "queries.py", query, "t=\(folder.place("t.csv"))", "u=\(folder.place("u.json"))")
      let others = try #require(try JSONSerialization.jsonObject(with: Data(written.utf8)) as? [[String: Any]])
      var details = RecordSource.Details(query: query)
      details.tables = [
        QueryTable(name: "t", location: place, sources: [RecordSource(path: "t.csv", format: .csv)]),
        QueryTable(name: "u", location: place, sources: [RecordSource(path: "u.json", format: .json)]),
      ]
      var diagnostics = Diagnostics()
      var own: [[String: String]] = []
      RawRecord.readAll(in: RecordSource(path: "list.yml", format: .sqlite, details), from: tree, &diagnostics) {
        raw, _ in
        let entries = (raw.node.entries ?? []).map { ($0.key, $0.value.text.map(Self.plain) ?? "null") }
        own.append(Dictionary(uniqueKeysWithValues: entries))
      }
      #expect(lines(diagnostics) == [])
      let wanted = others.map { row in row.mapValues { $0 is NSNull ? "null" : Self.plain("\($0)") } }
      #expect(own == wanted, "\(query)")
    }
  }

  /// Numbers are the same where their values are.
  private static func plain(_ text: String) -> String { Double(text).map { "\($0)" } ?? text }
}
