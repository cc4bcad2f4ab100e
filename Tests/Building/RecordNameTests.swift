import CellistTestSupport
import Testing

@testable import CellistBuilding
@testable import CellistOutput
@testable import CellistPages
@testable import CellistSites

/// Ids that make the same slug or none, and files of one name in several folders.
@Suite struct RecordNameTests {
  private static let list = """
    record: {name: text, next: {record: langs, optional: true}}
    id: name
    sort: name
    exports: json
    tools: search

    """

  private static let files = [
    "content/site.yml": "title: Test\nbase: https://example.org/\n", "content/langs/list.yml": list,
    "content/langs/all.csv": "name,next\nC,C#\nC#,°C\n°C,\nm,M\nM,\n%,\n",
    "content/langs/two.csv": "name\nc-u43-23\n",
  ]

  private static func site(_ more: [String: String] = [:]) -> TestSite { TestSite(files.merging(more) { $1 }) }

  /// The anchors of rows, in their order.
  private static func anchors(_ page: String?) -> [String] {
    (page ?? "").matches(of: /<(?:li|tr|article|div|dt)[^>]* id="([^"]*)"/).map { String($0.output.1) }
  }

  @Test func `without record pages anchors are made different, and links and exports lead to them`() {
    let site = Self.site()
    #expect(site.diagnostics() == "")
    let files = site.render()
    let page = files["langs/index.html"] ?? ""
    let anchors = ["c", "c-u43-23", "c-u43-23-2", "c-ub0-43", "m", "m-u4d", "u25"]
    for anchor in anchors { #expect(page.contains("id=\"\(anchor)\""), "\(anchor)") }
    #expect(files["langs/index.json"]?.contains("\"https://example.org/langs/#c-u43-23-2\"") == true)
    #expect(page.contains("href=\"/langs/#c-ub0-43\">°C</a>"))
  }

  @Test func `the order in which records come does not matter`() {
    let other = Self.site([
      "content/langs/all.csv": "name\nM\n%\nC#\nm\n", "content/langs/two.csv": "name\n°C\nc-u43-23\nC\n",
    ]).render()["langs/index.html"]
    #expect(Set(Self.anchors(other)) == Set(Self.anchors(Self.site().render()["langs/index.html"])))
  }

  @Test func `with record pages slugs tell them apart, and the error says so`() {
    let pages = ["content/langs/list.yml": Self.list + "record-pages: true\n"]
    let text = Self.site(pages).diagnostics()
    #expect(
      text.contains(
        """
        content/langs/all.csv:3:1: error: the ids "C" and "C#" both have the slug 'c' [path-collision]
        """), "\(text)")
    #expect(
      text.contains(
        "'slugs' in content/langs/list.yml tells them apart: slugs: {\"C#\": c-u43-23}"), "\(text)")
    #expect(text.contains("error: the id \"%\" has no letters or digits for a URL"), "\(text)")
    let slugs = "slugs: {C#: c-sharp, °C: celsius, M: mega, \"%\": percent}\n"
    let site = Self.site(["content/langs/list.yml": Self.list + "record-pages: true\n" + slugs])
    #expect(site.diagnostics() == "")
    let files = site.render()
    for name in ["c", "c-sharp", "celsius", "m", "mega", "percent", "c-u43-23"] {
      #expect(files["langs/\(name)/index.html"] != nil, "\(name)")
    }
    #expect(files["langs/c/index.html"]?.contains("href=\"/langs/c-sharp/\"") == true)
    let wrong = Self.site(["content/langs/list.yml": Self.list + "slugs: {C#: \"C #\"}\n"]).diagnostics()
    #expect(wrong.contains("error: a name in an address has letters, digits and hyphens, found \"C #\""))
  }

  @Test func `a list that borrows the records has the same names`() {
    let site = Self.site([
      "content/langs/list.yml": Self.list + "record-pages: true\n"
        + "slugs: {C#: c-sharp, °C: celsius, M: mega, \"%\": percent}\n",
      "content/best/list.yml": "records-of: langs\nlimit: 3\n",
    ])
    #expect(site.diagnostics() == "")
    #expect(site.render()["best/index.html"]?.contains("href=\"/langs/c-sharp/\"") == true)
  }

  @Test(arguments: [false, true])
  func `anchors follow records that come and go`(isKept: Bool) throws {
    let site = try BuiltSite(Self.files)
    if isKept { site.keep() }
    #expect(try site.problems().found == [])
    let edits: [(String, String?)] = [
      ("all.csv", "name,next\nC#,°C\n°C,\nm,M\nM,\n%,\n"), ("all.csv", "name,next\nC#,M\n°C,\nm,M\nM,°C\n%,C#\n"),
      ("new.csv", "name\nC\n"), ("all.csv", "name,next\nC#,M\nm,M\nM,C#\n%,\n"), ("two.csv", "name\nc\n"),
      ("new.csv", nil), ("all.csv", "name,next\nC#,c\n"),
    ]
    for (file, text) in edits {
      if let text {
        try site.write(text, to: "content/langs/\(file)")
      } else {
        try site.remove("content/langs/\(file)")
      }
      #expect(try site.problems().found == [], "\(file) \(text ?? "")")
    }
  }

  @Test(arguments: [false, true])
  func `files of one name in several folders are named by their paths`(isKept: Bool) throws {
    let site = try BuiltSite([
      "content/site.yml": "title: Test\n", "content/reports/list.yml": "record: {title: text}\nrecord-pages: true\n",
      "content/reports/2023/report.md": "---\ntitle: A\n---\n[b](../2024/report.md)\n",
      "content/reports/2024/report.md": "---\ntitle: B\n---\n", "content/reports/2024/other.md": "---\ntitle: C\n---\n",
      "content/reports/2024/deep/index.md": "---\ntitle: D\n---\n",
      "content/reports/deep/index.md": "---\ntitle: E\n---\n",
    ])
    if isKept { site.keep() }
    #expect(try site.problems().found == [])
    func pages() -> [String] {
      site.output().keys.filter { $0.hasPrefix("reports/") && $0.hasSuffix("/index.html") }.sorted()
    }
    #expect(
      pages() == [
        "reports/2023-report/index.html", "reports/2024-deep/index.html", "reports/2024-report/index.html",
        "reports/deep/index.html", "reports/index.html", "reports/other/index.html",
      ])
    try site.write("---\ntitle: F\n---\n", to: "content/reports/2025/report.md")
    #expect(try site.problems().found == [])
    #expect(pages().contains("reports/2025-report/index.html"))
    for year in [2024, 2025] {
      try site.write("---\ntitle: A\n---\n", to: "content/reports/2023/report.md")
      try site.remove("content/reports/\(year)/report.md")
      #expect(try site.problems().found == [])
    }
    #expect(pages().contains("reports/report/index.html"))
    try site.write("---\ntitle: G\n---\n", to: "content/reports/2026/other.md")
    #expect(try site.problems().found == [])
    #expect(pages().contains("reports/2026-other/index.html") && pages().contains("reports/2024-other/index.html"))
  }
}
