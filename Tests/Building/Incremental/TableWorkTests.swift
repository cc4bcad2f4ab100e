import CellistTestSupport
import Testing

@testable import CellistBase
@testable import CellistBuilding
@testable import CellistContent
@testable import CellistOutput
@testable import CellistPages
@testable import CellistSites

/// A table of text is read again row by row: after an edit, the rows of the chunks that it lies in.
@Suite struct TableWorkTests {
  private static let file = "content/rows/all.csv"

  private static func site(_ rows: [String]) throws -> BuiltSite {
    try BuiltSite([
      "content/site.yml": "title: Test\ntheme: plain\n", file: "id,name\n" + rows.joined(),
      "content/rows/list.yml": "record: {id: text, name: text}\nid: id\nsort: name\npages: 100\n",
      "themes/plain/pages/home.mustache": "", "themes/plain/pages/404.mustache": "",
      "themes/plain/pages/list.mustache":
        "{{#@page.sections}}{{#@section.cells}}{{>*@cell}}{{/@section.cells}}{{/@page.sections}}",
      "themes/plain/cells/cell.mustache": "{{name}}\n",
    ])
  }

  private static let rows = (0..<3_000).map { "\($0),Name \(1_000_000 + $0)\n" }

  /// The chunks of the tables that builds have read.
  private final class Chunks { var known: Set<Digest> = [] }

  /// How many rows a build read, how many of them say something new, and what it wrote.
  private static func work(
    _ site: BuiltSite, _ chunks: Chunks = Chunks()
  ) throws -> (rows: Int, fresh: Int, changes: [String]) {
    let outcome = try site.build()
    let records = (outcome.memory?.plan?.lists ?? []).flatMap(\.content.sources).map(\.records)
    let all = records.flatMap(\.chunks)
    let rows = all.reduce(0) { $0 + (chunks.known.contains($1.digest) ? 0 : $1.count) }
    chunks.known = Set(all.map(\.digest))
    return (rows, records.flatMap(\.entries).count { $0.isFresh }, outcome.signs)
  }

  /// How many rows stand in chunks of a table that others do not have.
  private static func count(_ rows: [String], besides others: [String]) throws -> Int {
    let chunks = try [rows, others].map { rows in
      let bytes = Array(("id,name\n" + rows.joined()).utf8)
      let source = RecordSource(path: "a.csv", format: .csv)
      return try #require(CSVTable(source, from: .memory(["a.csv": bytes]))).chunks
    }
    let known = Set(chunks[1].map(\.digest))
    return chunks[0].reduce(0) { $0 + (known.contains($1.digest) ? 0 : $1.count) }
  }

  @Test func `an edit of a row reads the rows around it, and writes its page`() throws {
    let site = try Self.site(Self.rows)
    let chunks = Chunks()
    let first = try Self.work(site, chunks)
    #expect(first.rows == 3_000 && first.fresh == 3_000)
    var rows = Self.rows
    rows[1_550] = "1550,Name 1001550 again\n"
    try site.write("id,name\n" + rows.joined(), to: Self.file)
    let wanted = try Self.count(rows, besides: Self.rows)
    #expect(wanted > 0 && wanted <= 1_024)
    let work = try Self.work(site, chunks)
    #expect(work.rows == wanted)
    #expect(work.fresh == 1)
    #expect(work.changes == ["~ rows/page/16/index.html"])
    #expect(try site.problems().found == [])
  }

  @Test func `a row that comes, and one that goes, move no others`() throws {
    let site = try Self.site(Self.rows)
    let chunks = Chunks()
    _ = try Self.work(site, chunks)
    var rows = Self.rows
    rows.insert("new,\"Name\n2\"\n", at: 3)
    rows.remove(at: 2_990)
    try site.write("id,name\n" + rows.joined(), to: Self.file)
    let work = try Self.work(site, chunks)
    #expect(try work.rows == Self.count(rows, besides: Self.rows))
    #expect(work.fresh == 1)
    #expect(try site.problems().found == [])
  }

  @Test func `a file that was touched is read and no more`() throws {
    let site = try Self.site(Self.rows)
    _ = try Self.work(site)
    try site.write("id,name\n" + Self.rows.joined(), to: Self.file)
    let outcome = try site.build()
    #expect(outcome.memory?.plan == nil)
    #expect(outcome.signs == [])
    #expect(outcome.records == 3_000)
  }

  @Test func `settings that decode or place records read all rows, and others none`() throws {
    let site = try Self.site(Self.rows)
    let chunks = Chunks()
    _ = try Self.work(site, chunks)
    func rows(_ settings: String) throws -> [Int] {
      try site.write(settings, to: "content/rows/list.yml")
      let work = try Self.work(site, chunks)
      #expect(try site.problems().found == [])
      return [work.rows, work.fresh]
    }
    let record = "record: {id: text, name: text}\nid: id\n"
    #expect(try rows(record + "sort: -name\npages: 100\n") == [3_000, 3_000])
    for key in ["title: Rows", "description: All of them", "pages: 50"] {
      #expect(try rows("\(record)sort: -name\n\(key)\n") == [0, 0], "\(key)")
    }
    // The links of the records that are hidden now are not followed any more.
    #expect(try rows("\(record)sort: -name\nlimit: 2000\n") == [0, 1_000])
    // Diagnostics name places in the settings.
    #expect(try rows("\n\(record)sort: -name\n") == [3_000, 3_000])
  }

  @Test(arguments: [false, true])
  func `a row that warns stays at its place`(isKept: Bool) throws {
    var rows = (0..<300).map { "\($0),Name \(1_000 + $0)\n" }
    rows[200] = "200,\"<b>\nraw\"\n"
    let site = try Self.site(rows)
    try site.write(
      "record: {id: text, name: markdown}\nid: id\npages: 100\nedit: 'https://example.com/{file}#L{line}'\n",
      to: "content/rows/list.yml")
    if isKept { site.keep() }
    #expect(try site.build().diagnostics.map { $0.location?.line } == [202])
    for row in ["new,\"Two\nlines\"\n", "newer,One\n"] {
      rows.insert(row, at: 3)
      try site.write("id,name\n" + rows.joined(), to: Self.file)
      #expect(try site.problems().found == [])
    }
    #expect(try site.build().diagnostics.map { $0.location?.line } == [205])
  }
}

/// A table of text after any sequence of edits, beside a clean build.
@Suite struct RandomTableTests {
  /// A table, and how it is written.
  private struct Table {
    var rows: [[String]]
    var delimiter = ","
    var isQuoted = false
    var lineEnd = "\n"

    var text: String {
      ([["id", "name", "text"]] + rows).map { row in
        row.map { cell in
          let needsQuotes = isQuoted || cell.contains { "\",;\n\r".contains($0) }
          return needsQuotes ? "\"\(cell.replacing("\"", with: "\"\""))\"" : cell
        }.joined(separator: delimiter) + lineEnd
      }.joined()
    }

    mutating func edit(_ random: inout SeededGenerator) {
      let place = Int.random(in: 0..<rows.count, using: &random)
      let name = "Name \(Int.random(in: 0..<90, using: &random))"
      switch Int.random(in: 0..<12, using: &random) {
      case 0..<3: rows[place][1] = name
      case 3: rows[place][2] = random.pick(["", "A \"word\"", "Two\nlines", "<b>raw</b>", "[a](/)", "[](a.csv)"])
      case 4..<6: rows.insert(["new \(name) \(place)", name, ""], at: place)
      case 6: rows.remove(at: place)
      case 7: rows.append(rows.remove(at: place))
      case 8: rows.removeSubrange(place..<min(place + 40, rows.count - 1))
      case 9: rows.insert(rows[place], at: 0)
      case 10: if random.next() % 4 == 0 { isQuoted.toggle() }
      default: if random.next() % 4 == 0 { lineEnd = random.pick(["\n", "\r\n", "\r"]) }
      }
      if random.next() % 20 == 0 { delimiter = random.pick([",", ";"]) }
    }

    /// Without rows whose id another has.
    mutating func repair() {
      var seen: Set<String> = []
      rows.removeAll { !seen.insert($0[0]).inserted }
    }
  }

  @Test(arguments: [(1, false), (2, false), (3, true), (4, true)])
  func `a table that is edited makes what a clean build makes`(seed: UInt64, isKept: Bool) throws {
    var random = SeededGenerator(seed: seed)
    var table = Table(rows: (0..<900).map { ["\($0)", "Name \($0 % 90)", $0 % 50 == 0 ? "<i>\($0)" : ""] })
    let site = try BuiltSite([
      "content/site.yml": "title: Test\ntheme: plain\n", "content/rows/all.csv": table.text,
      "themes/plain/pages/home.mustache": "", "themes/plain/pages/404.mustache": "",
      "themes/plain/pages/list.mustache":
        "{{#@page.sections}}{{#@section.cells}}{{>*@cell}}{{/@section.cells}}{{/@page.sections}}",
      "themes/plain/cells/cell.mustache": "{{name}} {{text}}\n",
    ])
    func settings() throws {
      try site.write(
        """
        record: {id: text, name: text, text: markdown?}
        id: id
        sort: name
        pages: 50
        sources: [{file: all.csv, delimiter: "\(table.delimiter)"}]
        """, to: "content/rows/list.yml")
    }
    try settings()
    if isKept { site.keep() }
    #expect(try site.problems().found == [])
    for _ in 0..<25 {
      let delimiter = table.delimiter
      for _ in 0..<Int.random(in: 1..<4, using: &random) { table.edit(&random) }
      if table.delimiter != delimiter { try settings() }
      try site.write(table.text, to: "content/rows/all.csv")
      let (found, hasErrors) = try site.problems()
      #expect(found == [])
      guard hasErrors else { continue }
      table.repair()
      try site.write(table.text, to: "content/rows/all.csv")
      #expect(try site.problems().found == [])
    }
  }
}
