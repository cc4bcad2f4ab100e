import CellistBuilding
import CellistTestSupport
import Testing

/// The report of a build's changes: the records, the files, and why.
@Suite struct ChangeReportTests {
  private func records(_ report: ChangeReport) -> [String] {
    report.records.map { "\($0.kind.rawValue) \($0.list)/\($0.id) \($0.fields.joined(separator: ","))" }
  }

  private static let files = [
    "404.html", "assets/style-", "index.html", "items/a/index.html", "items/b/index.html", "items/c/index.html",
    "items/index.html",
  ]

  @Test func `a first build inserts every record and creates every file`() throws {
    let site = try ReportedSite.items()
    let report = try site.build()
    #expect(records(report) == ["inserted items/a ", "inserted items/b ", "inserted items/c "])
    #expect(zip(report.outputs, Self.files).allSatisfy { $0.change.path.hasPrefix($1) })
    #expect(report.outputs.count == 7)
    #expect(report.outputs.allSatisfy { $0.change.kind == .created })
    #expect(Set(report.outputs.map(\.because)) == [["everything is made anew: nothing has been built there yet"]])
    #expect(report.reasonForClean == "nothing has been built there yet")
    #expect(report.unchanged == 0)
    let page = try #require(report.outputs.first { $0.change.path == "items/index.html" })
    #expect(site.folder.read("site/items/index.html")?.utf8.count == page.size)
    #expect(page.sha256?.count == 64)
  }

  @Test func `a build that has nothing to do changes nothing`() throws {
    let site = try ReportedSite.items()
    try site.build()
    for _ in 0..<2 {
      let report = try site.build()
      #expect(report.records == [] && report.outputs == [])
      #expect(report.unchanged == 7)
      #expect(report.reasonForClean == nil)
    }
  }

  @Test func `a clean build has no last one to compare with`() throws {
    let site = try ReportedSite.items()
    try site.build()
    let report = try site.build(isClean: true)
    #expect(report.records.count == 3 && report.records.allSatisfy { $0.kind == .inserted })
    #expect(Set(report.outputs.map(\.because)) == [["everything is made anew: a clean build was asked for"]])
  }

  @Test func `records are compared with those of the last build, by list`() throws {
    let site = try ReportedSite.items()
    try site.build()
    try site.write("---\nname: Z\nyear: 1\n---\n", to: "content/items/a.md")
    try site.remove("content/items/b.md")
    try site.write("---\nname: B\nyear: 2\n---\n", to: "content/items/d.md")
    try site.write("record: {name: text}\n", to: "content/films/list.yml")
    try site.write("title,x\n", to: "content/films/x.txt")
    let report = try site.build()
    #expect(records(report) == ["renamed items/d ", "updated items/a name"])
    try site.write("---\nname: Z\nyear: 1\n---\nText.\n", to: "content/items/a.md")
    #expect(records(try site.build()) == ["updated items/a body"])
    try site.remove("content/items")
    #expect(records(try site.build()) == ["deleted items/d ", "deleted items/c ", "deleted items/a "])
  }

  @Test func `records move when the settings of their list change`() throws {
    let site = try ReportedSite.items()
    try site.build()
    try site.write(
      "record: {name: text, year: integer}\nsort: [-name]\nrecord-pages: true\n", to: "content/items/list.yml")
    #expect(records(try site.build()) == ["moved items/c ", "moved items/b "])
    try site.write(
      "record: {year: integer, name: text}\nsort: [-name]\nrecord-pages: true\n", to: "content/items/list.yml")
    #expect(records(try site.build()) == [])
    try site.write(
      "record: {year: integer, name: text, kind: {type: text, default: x}}\nsort: [-name]\nwhere: {year: {above: 1}}\n",
      to: "content/items/list.yml")
    #expect(
      records(try site.build()) == ["deleted items/a ", "updated items/c kind", "updated items/b kind"])
  }

  @Test func `nothing that is not published is told`() throws {
    let site = try ReportedSite.items()
    try site.build()
    try site.write("---\nname: Secret\nyear: 1\ndraft: true\n---\n", to: "content/items/secret.md")
    try site.write("---\nname: Secret\nyear: 1\npublish: 2999-01-01\n---\n", to: "content/items/secret-too.md")
    try site.write("---\ntitle: Secret\ndraft: true\n---\n", to: "content/secret.md")
    let report = try site.build()
    #expect(report.records == [] && report.outputs == [])
    try site.write("---\nname: Secret\nyear: 2\ndraft: true\n---\n", to: "content/items/secret.md")
    try site.write("---\nname: B\nyear: 9\n---\n", to: "content/items/b.md")
    #expect(records(try site.build()) == ["updated items/b year"])
  }

  @Test func `of a record that is not published nothing is told where another refers to it`() throws {
    let site = try ReportedSite.items(
      "",
      [
        "content/items/list.yml": "record: {name: text, year: integer, by: {record: people, optional: true}}\n",
        "content/items/a.md": "---\nname: A\nyear: 1\nby: p\n---\n",
        "content/items/b.md": "---\nname: B\nyear: 1\nby: secret\n---\n",
        "content/people/list.yml": "record: {name: text, age: integer}\nflags: {old: {age: {above: 50}}}\n",
        "content/people/p.md": "---\nname: P\nage: 1\n---\n",
        "content/people/secret.md": "---\nname: Secret\nage: 1\ndraft: true\n---\n[A](../items/a.md)\n",
        "themes/plain/cells/cell.mustache": "{{name}}{{#@record.fields}}{{html}}{{/@record.fields}}",
        "themes/plain/pages/record.mustache": "{{name}}",
        "themes/plain/cells/items/cell.mustache":
          "{{name}} {{by}} {{by.age}} {{#by}}{{#old}}old{{/old}}<a href=\"{{@record.url}}\">x</a>{{/by}}",
      ])
    try site.build()
    try site.write("---\nname: Secret\nage: 99\ndraft: true\n---\n[B](../items/b.md)\n", to: "content/people/secret.md")
    try site.write("---\nname: P\nage: 98\n---\n", to: "content/people/p.md")
    let settings = "record: {name: text, age: integer}\nflags: {old: {age: {above: 50}}}\nrecord-pages: true\n"
    try site.write(settings, to: "content/people/list.yml")
    let report = try site.build()
    let because = report.outputs.flatMap(\.because)
    #expect(because.contains("people: 'p' changed age, old"))
    #expect(because.contains("people: 'p' has another address"))
    #expect(!because.contains { $0.contains("secret") })
    #expect(records(report) == ["updated people/p age"])
  }

  @Test func `what would change is what changes, and to say so writes nothing`() throws {
    let site = try ReportedSite.items()
    var would = try site.build(isDry: true)
    #expect(site.folder.paths().filter { !$0.hasPrefix("content") && !$0.hasPrefix("themes") } == [])
    var did = try site.build()
    for change in ["---\nname: Z\nyear: 1\n---\n", "---\nname: Z\nyear: 1\ndraft: true\n---\n"] {
      #expect(would.records == did.records)
      #expect(would.outputs.map(\.change) == did.outputs.map(\.change))
      #expect(would.outputs.map(\.because) == did.outputs.map(\.because))
      #expect(would.unchanged == did.unchanged)
      #expect(would.outputs.allSatisfy { $0.sha256 == nil && $0.size == nil })
      try site.write(change, to: "content/items/a.md")
      let before = site.folder.tree()
      would = try site.build(isDry: true)
      #expect(site.folder.tree() == before)
      did = try site.build()
      #expect(!did.records.isEmpty)
    }
  }
}
