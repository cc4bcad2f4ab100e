import CellistTestSupport
import Testing

@testable import CellistBuilding
@testable import CellistFamilies
@testable import CellistOutput
@testable import CellistPages
@testable import CellistSites

/// A list whose sources are merged is built again as others are: by what its records are in the end.
@Suite struct MergedWorkTests {
  private static let files = [
    "content/items/list.yml": """
    record: {id: text, name: text, year: integer?, notes: markdown?}
    id: id
    sort: [name]
    record-pages: true
    sources: [base.csv, {file: deep/fixes.csv, merge: update}, {file: gone.csv, merge: remove}]
    """,
    "content/items/base.csv": "id,name,year\na,A,1\nb,B,2\nc,C,3\nd,D,4\n",
    "content/items/deep/fixes.csv": "id,year,notes\nb,20,[x](x.txt)\n", "content/items/gone.csv": "id\nd\n",
    "content/items/deep/x.txt": "x", "content/items/a.md": "", "content/items/b.md": "", "content/items/c.md": "",
    "themes/plain/pages/record.mustache": "{{name}} {{year}} {{notes}}",
  ]

  private static func site() throws -> ReportedSite {
    let site = try ReportedSite.items("", files)
    try site.build()
    return site
  }

  @Test func `an update changes what shows it, and nothing else`() throws {
    let site = try Self.site()
    try site.write("id,year,notes\nb,21,[x](x.txt)\n", to: "content/items/deep/fixes.csv")
    try site.explain(["updated items/b/index.html: items: 'b' changed year"])
    try site.write("id,name,year,notes\nb,,21,[x](x.txt)\nc,CC,,\n", to: "content/items/deep/fixes.csv")
    try site.explain([
      "updated items/c/index.html: items: 'c' changed name",
      "updated items/index.html: items: 'c' changed name",
    ])
    // The base may have another value for a field that an update has.
    try site.write("id,name,year\na,A,1\nb,B,2\nc,CC,3\nd,D,4\n", to: "content/items/base.csv")
    try site.write("id,name,year,notes\nb,,21,[x](x.txt)\n", to: "content/items/deep/fixes.csv")
    try site.explain([])
  }

  @Test func `records come and go by any of the sources, and of those that are removed nothing is told`() throws {
    let site = try Self.site()
    try site.write("id\nd\na\n", to: "content/items/gone.csv")
    try site.explain([
      "deleted items/a/index.html: items: 'a' is gone", "updated items/index.html: items: 'a' is gone",
    ])
    try site.write("id,name,year\na,A,1\nb,B,2\nc,C,3\nd,DD,5\n", to: "content/items/base.csv")
    try site.explain([])
    try site.write("id,name,year,notes\nb,,20,[x](x.txt)\ne,E,5,\n", to: "content/items/deep/fixes.csv")
    try site.explain([
      "created items/e/index.html: items: 'e' is new", "updated items/index.html: items: 'e' is new",
    ])
  }
}

/// The same beside a clean build.
@Suite struct MergedStateTests {
  private static func site() throws -> BuiltSite {
    let site = try BuiltSite([
      "content/site.yml": "title: Test\ntheme: plain\n",
      "content/items/list.yml": """
      record: {id: text, name: text, notes: markdown?}
      id: id
      record-pages: true
      sources: [base.csv, {file: deep/fixes.csv, merge: update}, {file: gone.csv, merge: remove}]
      """,
      "content/items/base.csv": "id,name,notes\na,A,[x](x.txt)\nb,B,\n",
      "content/items/deep/fixes.csv": "id,notes\nb,[x](x.txt) <b>\n", "content/items/gone.csv": "id\nz\n",
      "content/items/x.txt": "1", "content/items/deep/x.txt": "2",
      "themes/plain/pages/list.mustache": "{{@page.title}}", "themes/plain/cells/cell.mustache": "{{name}}",
      "themes/plain/pages/record.mustache": "{{name}} {{notes}}", "themes/plain/pages/home.mustache": "",
      "themes/plain/pages/404.mustache": "",
    ])
    #expect(try site.problems().found == [])
    return site
  }

  @Test func `a record that is read again for a page is the merged one`() throws {
    let site = try Self.site()
    try site.write("{{notes}} of {{name}}", to: "themes/plain/pages/record.mustache")
    #expect(try site.problems().found == [])
    #expect(site.text("items/b/index.html") == "<p><a href=\"/items/deep/x.txt\">x</a> </p>\n of B")
  }

  @Test func `a link whose target is gone is found in the file that has it, though no source changed`() throws {
    let site = try Self.site()
    try site.remove("content/items/deep/x.txt")
    #expect(try site.problems().hasErrors)
    #expect(
      try site.build().diagnostics.filter { $0.severity == .error }.map { "\($0.location!) \($0.message)" } == [
        "content/items/deep/fixes.csv:2:3 the link target does not exist: x.txt"
      ])
    // Had it stood in the other file, it would lead somewhere.
    try site.write("id,notes\nb,\n", to: "content/items/deep/fixes.csv")
    #expect(try site.problems() == ([], false))
  }

  @Test func `warnings about sources and texts are said again`() throws {
    let site = try Self.site()
    let warnings = [
      "content/items/deep/fixes.csv:2:14 raw HTML is left out: <b>",
      "content/items/gone.csv:2:1 no record has the id \"z\", so there is nothing to remove",
    ]
    for path in ["content/about.md", "content/more.md"] {
      try site.write("Text\n", to: path)
      try site.write("{{@page.content}}", to: "themes/plain/pages/plain.mustache")
      #expect(try site.problems().found == [])
      #expect(try site.build().diagnostics.map { "\($0.location!) \($0.message)" } == warnings)
    }
  }

  @Test func `a file that a pattern comes to name is read with the others`() throws {
    let site = try Self.site()
    try site.write(
      """
      record: {id: text, name: text, notes: markdown?}
      id: id
      record-pages: true
      sources: ["*.csv", {file: deep/*.csv, merge: update}]
      """, to: "content/items/list.yml")
    try site.write("id,name\nz,Z\n", to: "content/items/gone.csv")
    #expect(try site.problems() == ([], false))
    try site.write("id,name\na,AA\n", to: "content/items/deep/a.csv")
    #expect(try site.problems() == ([], false))
    #expect(site.text("items/a/index.html")?.hasPrefix("AA ") == true)
    try site.remove("content/items/deep/a.csv")
    #expect(try site.problems() == ([], false))
    #expect(site.text("items/a/index.html")?.hasPrefix("A ") == true)
  }
}
