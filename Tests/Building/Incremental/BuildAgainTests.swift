import CellistTestSupport
import Dispatch
import Foundation
import Synchronization
import Testing

@testable import CellistBuilding
@testable import CellistOutput
@testable import CellistPages
@testable import CellistSites

/// The promises of a build that reuses an earlier one.
@Suite struct BuildAgainTests {
  private static let site = [
    "content/site.yml": "title: Test\ntheme: plain\n",
    "content/items/list.yml": "record: {id: text, name: text}\nid: id\n",
    "themes/plain/pages/list.mustache":
      "{{#@page.sections}}{{#@section.cells}}{{>*@cell}};{{/@section.cells}}{{/@page.sections}}",
    "themes/plain/cells/cell.mustache": "{{name}}", "themes/plain/pages/home.mustache": "{{@page.title}}",
  ]

  private static func built(_ files: [String: String]) throws -> BuiltSite {
    let site = try BuiltSite(Self.site.merging(files) { $1 })
    #expect(try site.problems().found == [])
    return site
  }

  @Test func `a file that is named twice is read in both ways`() throws {
    let site = try Self.built([
      "content/items/list.yml": """
      record: {id: text, name: text}
      id: id
      sources: [{file: all.json, items: old}, {file: all.json, items: new}]
      """,
      "content/items/all.json": #"{"old": [{"id": "a", "name": "A"}], "new": [{"id": "b", "name": "B"}]}"#,
    ])
    try site.write("title: Other\ntheme: plain\n", to: "content/site.yml")
    #expect(try site.problems().found == [])
    #expect(site.text("items/index.html") == "A;B;")
  }

  @Test func `what a killed build had staged goes, also where nothing has changed since`() throws {
    let site = try Self.built([:])
    // So that a look at the files tells that they are as they were.
    site.clock.setting = RandomClock.Setting(ahead: -3_600)
    _ = try site.build()
    try site.folder.write("left", to: "output/\(OutputFolder.stageName)/page")
    #expect(try site.changes() == [])
    #expect(site.folder.read("output/\(OutputFolder.stageName)/page") == nil)
  }

  @Test func `a theme's folder that goes is missed, though no file lay in it`() throws {
    let site = try BuiltSite([
      "content/site.yml": "title: Test\ntheme: bare\n"
    ])
    try site.folder.makeFolder("site/themes/bare")
    #expect(try site.problems().found == [])
    // Files whose times are old are not read again.
    site.waitForOldFiles()
    #expect(try site.changes() == [])
    try site.remove("themes/bare")
    #expect(try site.problems() == (found: [], hasErrors: true))
  }

  @Test func `a warning about a record lasts as long as the record is shown`() throws {
    let records = ["content/items/x.csv": "id,name,body\na,A,\nb,B,<b>\n"]
    let site = try Self.built(records)
    #expect(try site.build().diagnostics.count == 1)
    try site.write("record: {id: text, name: text}\nid: id\nsort: id\nlimit: 1\n", to: "content/items/list.yml")
    #expect(try site.problems().found == [])
    try site.write("id,name\n0,Z\n", to: "content/items/y.csv")
    try site.write("record: {id: text, name: text}\nid: id\nsort: id\nlimit: 2\n", to: "content/items/list.yml")
    #expect(try site.problems().found == [])
    #expect(try site.build().diagnostics == [])
    try site.remove("content/items/y.csv")
    #expect(try site.problems().found == [])
    #expect(try site.build().diagnostics.count == 1)
  }

  @Test func `a page that is called as something to be kept is written once`() throws {
    let site = try Self.built(["content/CNAME": "example.org"])
    #expect(try site.changes() == [])
    try site.folder.write("example.com", to: "output/CNAME")
    #expect(try site.changes() == ["~ CNAME"])
    #expect(try site.changes() == [])
  }

  @Test func `a name that only Unicode calls the same is another name`() throws {
    let site = try Self.built(["content/e\u{301}.txt": "x"])
    try site.remove("content/e\u{301}.txt")
    try site.write("x", to: "content/\u{E9}.txt")
    let changes = try site.changes()
    #expect(changes.map { Array($0.utf8) } == ["- e\u{301}.txt", "+ \u{E9}.txt"].map { Array($0.utf8) })
    #expect(try site.changes() == [])
    #expect(try site.build().pages == site.clean().outcome.pages)
  }

  @Test(arguments: [("e\u{301}", "\u{E9}"), ("K", "\u{212A}")])
  func `names beside each other that Unicode calls the same are a mistake`(name: String, other: String) throws {
    let site = try Self.built(["content/\(name).txt": "x"])
    try site.write("y", to: "content/\(other).txt")
    let outcome = try site.build()
    #expect(
      outcome.diagnostics.map(\.message) == [
        "'\(other).txt' has the same name as another file, written in other characters"
      ])
    try site.remove("content/\(other).txt")
    #expect(try site.changes() == [])
  }

  @Test func `what is edited while a build goes on is seen by the next at the latest`() throws {
    let site = try Self.built(["content/a.txt": "a"])
    let (builder, destination, folder) = (site.builder, site.destination, site.folder)
    for round in 0..<8 {
      let isDone = Atomic(false)
      DispatchQueue.concurrentPerform(iterations: 2) { part in
        if part == 0 {
          for _ in 0..<4 { _ = try? builder.build(into: destination) }
          isDone.store(true, ordering: .releasing)
          return
        }
        var count = 0
        while !isDone.load(ordering: .acquiring) {
          count += 1
          usleep(200)
          let rows = (0..<count % 7).map { "\($0),\(count)\n" }.joined()
          try? folder.write("id,name\n\(rows)", to: "site/content/items/x.csv")
          try? folder.write("\(count % 10)", to: "site/content/a.txt")
          try? folder.write("{{name}}\(count % 10)", to: "site/themes/plain/cells/cell.mustache")
          if count % 3 == 0 { try? folder.remove("site/content/items/x.csv") }
        }
      }
      site.forgetBuilds()
      let found = try site.problems(isStateTrue: false).found
      #expect(found == [], "round \(round): \(found)")
    }
  }
}
