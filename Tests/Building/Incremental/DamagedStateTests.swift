import CellistTestSupport
import Foundation
import Glibc
import GRDB
import Testing

@testable import CellistBuilding
@testable import CellistOutput
@testable import CellistPages
@testable import CellistSites

/// The state is a cache: whatever became of it, the output is right.
@Suite struct DamagedStateTests {
  private static let files = [
    "content/site.yml": "title: Test\ntheme: plain\n",
    "content/items/list.yml": "record: {name: text, other: {record: items, optional: true}}\nrecord-pages: true\n",
    "content/items/a.md": "---\nname: A\nother: b\n---\n[b](b.md) <b>\n", "content/items/b.md": "---\nname: B\n---\n",
    "content/items/c/index.md": "---\nname: C\n---\n", "content/items/c/c.txt": "c",
    "themes/plain/pages/list.mustache":
      "{{#@page.sections}}{{#@section.cells}}{{>*@cell}};{{/@section.cells}}{{/@page.sections}}",
    "themes/plain/cells/cell.mustache": "{{name}}{{other}}",
    "themes/plain/pages/home.mustache": "{{@page.title}}", "themes/plain/pages/404.mustache": "{{@page.title}}",
    "themes/plain/pages/record.mustache": "{{@record.title}}{{@record.body}}",
  ]

  /// A site that has been built, and edited after.
  private static func edited() throws -> BuiltSite {
    let site = try BuiltSite(files)
    #expect(try site.problems().found == [])
    try site.write("---\nname: Bee\n---\n", to: "content/items/b.md")
    try site.remove("content/items/c/c.txt")
    return site
  }

  private static func bytes(of site: BuiltSite) throws -> [UInt8] {
    Array(try #require(FileManager.default.contents(atPath: site.statePath)))
  }

  /// Expects the next build to make everything anew, and to say why.
  private static func expectClean(_ site: BuiltSite, _ reason: String, program: String = "") throws {
    let outcome = try site.build(program: program)
    #expect(outcome.reasonForClean?.hasPrefix(reason) == true, "\(outcome.reasonForClean ?? "none")")
    #expect(outcome.stateFailure == nil)
    #expect(site.output() == site.clean().tree)
    #expect(try site.build(program: program).changes == [])
  }

  @Test func `without a state everything is made anew`() throws {
    let site = try Self.edited()
    try site.folder.remove("state")
    try Self.expectClean(site, "there is no state of a build")
  }

  @Test func `an empty state is none`() throws {
    let site = try Self.edited()
    try site.folder.write("", to: "state/known.sqlite")
    try Self.expectClean(site, "the state cannot be read: SQLite error 1: no such table: generation")
  }

  @Test func `a state that is no database is none`() throws {
    let site = try Self.edited()
    try site.folder.write(String(repeating: "no database", count: 1_000), to: "state/known.sqlite")
    try Self.expectClean(site, "the state cannot be read: SQLite error 26: file is not a database")
  }

  @Test func `a folder in place of the state is replaced`() throws {
    let site = try Self.edited()
    try site.folder.remove("state/known.sqlite")
    try site.folder.write("x", to: "state/known.sqlite/x")
    try Self.expectClean(site, "the state is not a file")
  }

  @Test(arguments: ["", "-journal", "-wal"])
  func `a pipe in place of the state, or beside it, is not waited for`(ending: String) throws {
    let site = try Self.edited()
    if ending.isEmpty { try site.folder.remove("state/known.sqlite") }
    #expect(mkfifo(site.folder.place("state/known.sqlite\(ending)"), 0o644) == 0)
    try Self.expectClean(site, "the state is not a file")
  }

  @Test func `the state of another program is not believed`() throws {
    let site = try Self.edited()
    try Self.expectClean(site, "the state is that of another version of the program", program: "2.0")
    try Self.expectClean(site, "the state is that of another version of the program", program: "1.0")
  }

  @Test func `a state of an older schema is not believed`() throws {
    let site = try Self.edited()
    let database = try DatabaseQueue(path: site.statePath)
    try database.write { database in
      try database.execute(sql: "DROP TABLE records; ALTER TABLE pages RENAME TO outputs")
    }
    try database.close()
    try Self.expectClean(site, "the state cannot be read: SQLite error 1: no such table: pages")
  }

  /// The damages to the rows of a state.
  @Test(arguments: [
    ("UPDATE files SET entries = NULL", nil), ("UPDATE pages SET entries = 'text'", nil),
    ("UPDATE pages SET entries = x'00'", nil), ("UPDATE records SET entries = zeroblob(1000)", nil),
    ("UPDATE generation SET entries = substr(entries, 2)", nil),
    ("UPDATE files SET entries = (SELECT entries FROM pages WHERE pages.drawer = files.drawer)", nil),
    ("UPDATE files SET drawer = drawer + 1000", nil), ("UPDATE files SET drawer = -1 - drawer", nil),
    ("DELETE FROM generation WHERE drawer = 1", "the state is not complete"),
    ("DELETE FROM files", nil), ("DELETE FROM pages", nil), ("DELETE FROM records", nil),
    ("DELETE FROM folders", nil), ("DELETE FROM folders WHERE drawer = (SELECT max(drawer) FROM folders)", nil),
    ("DELETE FROM files WHERE drawer % 2", nil),
    ("DELETE FROM lists WHERE drawer = 2", nil),
  ])
  func `damaged rows are found out`(change: String, reason: String?) throws {
    let site = try Self.edited()
    let database = try DatabaseQueue(path: site.statePath)
    // Damage knows no constraints.
    try database.write { database in
      try database.execute(sql: "PRAGMA writable_schema = ON")
      try database.execute(
        sql: "UPDATE sqlite_master SET sql = replace(sql, 'BLOB NOT NULL', '')")
    }
    try database.close()
    let reopened = try DatabaseQueue(path: site.statePath)
    try reopened.write { try $0.execute(sql: change) }
    try reopened.close()
    try site.folder.write("stray", to: "output/items/c/stray")
    site.foreign["items/c/stray"] = Array("stray".utf8)
    let outcome = try site.build()
    #expect(outcome.reasonForClean == reason ?? "the state is damaged")
    #expect(outcome.foreign == ["items/c/stray"])
    #expect(site.withoutForeign(site.output()) == site.clean().tree)
    #expect(outcome.diagnostics == site.clean().outcome.diagnostics)
    #expect(try site.changes() == [])
  }

  @Test func `folders that the state has lost are not taken for those of the last build`() throws {
    let site = try BuiltSite(Self.files)
    #expect(try site.problems().found == [])
    site.waitForOldFiles()
    #expect(try site.changes() == [])
    let database = try DatabaseQueue(path: site.statePath)
    try database.write { try $0.execute(sql: "DELETE FROM folders") }
    try database.close()
    try site.folder.write("stray", to: "output/items/c/stray")
    site.foreign["items/c/stray"] = Array("stray".utf8)
    #expect(try site.problems().found == [])
  }

  @Test func `a state that ends anywhere is none`() throws {
    let site = try Self.edited()
    let whole = try Self.bytes(of: site)
    var random = SeededGenerator(seed: 1)
    for _ in 0..<60 {
      let count = Int.random(in: 0..<whole.count, using: &random)
      try site.folder.write(Array(whole.prefix(count)), to: "state/known.sqlite")
      #expect(try site.problems(isStateTrue: false).found == [], "after \(count) bytes")
    }
  }

  @Test func `a state with other bytes is none, or still true`() throws {
    let site = try Self.edited()
    let whole = try Self.bytes(of: site)
    var random = SeededGenerator(seed: 2)
    for round in 0..<150 {
      var bytes = whole
      // Every second time where the database says what lies where.
      let range = round % 2 == 0 ? bytes.indices : 0..<4_096
      for _ in 0..<random.pick([1, 2, 20]) {
        bytes[Int.random(in: range, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      try site.folder.write(bytes, to: "state/known.sqlite")
      try site.write("---\nname: B\(round)\n---\n", to: "content/items/b.md")
      #expect(try site.problems(isStateTrue: false).found == [], "round \(round)")
    }
  }

  @Test func `journals of another database do no harm`() throws {
    for name in ["journal", "wal", "shm"] {
      let site = try Self.edited()
      var random = SeededGenerator(seed: 3)
      let bytes = (0..<9_000).map { _ in UInt8.random(in: 0...255, using: &random) }
      try site.folder.write(bytes, to: "state/known.sqlite-\(name)")
      #expect(try site.problems().found == [])
      try site.write("---\nname: Be\n---\n", to: "content/items/b.md")
      #expect(try site.problems().found == [])
    }
  }

  @Test func `the state of another site is true of this one as far as their files are the same`() throws {
    let site = try Self.edited()
    let other = try BuiltSite(
      Self.files.merging([
        "content/site.yml": "title: Other\nbase: https://example.org/x/\ntheme: plain\nhtml: allow\n",
        "content/items/c/index.md": "---\nname: Sea\n---\n", "content/items/more.md": "---\nname: More\n---\n",
        "themes/plain/cells/cell.mustache": "{{name}}!",
      ]) { $1 })
    #expect(try other.problems().found == [])
    let state = try Self.bytes(of: site)
    try site.folder.write(try Self.bytes(of: other), to: "state/known.sqlite")
    try other.folder.write(state, to: "state/known.sqlite")
    for site in [site, other] {
      #expect(try site.problems(isStateTrue: false).found == [])
      #expect(try site.changes() == [])
    }
  }

  @Test func `a state of long ago is true of what has not changed since`() throws {
    let site = try Self.edited()
    var states: [[UInt8]] = []
    for round in 0..<8 {
      states.append(try Self.bytes(of: site))
      try site.write("---\nname: B\(round % 3)\n---\n", to: "content/items/b.md")
      if round % 2 == 0 { try site.write("new", to: "content/new.txt") } else { try site.remove("content/new.txt") }
      #expect(try site.problems().found == [])
    }
    for state in states {
      try site.folder.write(state, to: "state/known.sqlite")
      #expect(try site.problems(isStateTrue: false).found == [])
    }
  }

  @Test func `a state that cannot be written is a warning, and the output is right`() throws {
    let site = try Self.edited()
    try site.folder.remove("state")
    try site.folder.write("no folder", to: "state")
    for name in ["Bee", "B", "Bee"] {
      try site.write("---\nname: \(name)\n---\n", to: "content/items/b.md")
      let outcome = try site.build()
      #expect(outcome.stateFailure != nil)
      #expect(site.output() == site.clean().tree)
    }
  }

  @Test func `a state that can be read and not written stays true of what it knew`() throws {
    guard getuid() == 0 else { return }
    let site = try Self.edited()
    let place = site.folder.place("state")
    guard mount(place, place, nil, UInt(MS_BIND), nil) == 0 else { return }
    defer { umount(place) }
    guard mount("none", place, nil, UInt(MS_REMOUNT | MS_BIND | MS_RDONLY), nil) == 0 else { return }
    for name in ["Bee", "B", "Bee", "Bo"] {
      try site.write("---\nname: \(name)\n---\n", to: "content/items/b.md")
      let outcome = try site.build()
      #expect(outcome.stateFailure != nil)
      #expect(outcome.reasonForClean == nil)
      #expect(site.output() == site.clean().tree)
    }
  }
}
