import CellistTestSupport
import Testing

/// `--report` and `--explain`, as somebody in a shell meets them.
@Suite struct ReportTests {
  private static func site(_ files: [String: String] = [:]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (path, text) in [
      "content/site.yml": "title: T\n",
      "content/items/list.yml": "record: {name: text, year: integer}\nrecord-pages: true\n",
      "content/items/a.md": "---\nname: A\nyear: 1\n---\n", "content/items/b.md": "---\nname: B\nyear: 2\n---\n",
    ].merging(files, uniquingKeysWith: { $1 }) { try folder.write(text, to: path) }
    return folder
  }

  /// The digest that coreutils know for a file.
  private static func sha256(_ file: String, in folder: TemporaryFolder) throws -> String {
    let result = try Program.run([file], in: folder.path, through: ["sh", "-c", "sha256sum \"$1\""])
    return String(result.output.prefix { $0 != " " })
  }

  @Test func `a report is a JSON document of records and files`() throws {
    let site = try Self.site()
    #expect(try Program.run(["build"], in: site.path).status == 0)
    try site.write("---\nname: A\nyear: 3\n---\n", to: "content/items/a.md")
    let result = try Program.run(["build", "--report", "report.json"], in: site.path)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix("1 list, 2 records, 6 files in ./site, "), "\(result.errors)")
    let page = try Self.sha256("site/items/a/index.html", in: site)
    let list = try Self.sha256("site/items/index.html", in: site)
    #expect(page.count == 64 && page != list)
    let sizes = ["site/items/a/index.html", "site/items/index.html"].map { site.read($0)?.utf8.count ?? 0 }
    #expect(
      site.read("report.json") == """
        {
          "version": 1,
          "records": [
            {
              "list": "items",
              "id": "a",
              "change": "updated",
              "fields": [
                "year"
              ]
            }
          ],
          "outputs": [
            {
              "path": "items/a/index.html",
              "change": "updated",
              "sha256": "\(page)",
              "size": \(sizes[0]),
              "because": [
                "items: 'a' changed year"
              ]
            },
            {
              "path": "items/index.html",
              "change": "updated",
              "sha256": "\(list)",
              "size": \(sizes[1]),
              "because": [
                "items: 'a' changed year"
              ]
            }
          ],
          "unchanged": 4
        }

        """)
  }

  @Test func `a report on standard output is alone there`() throws {
    let site = try Self.site()
    #expect(try Program.run(["build"], in: site.path).status == 0)
    let result = try Program.run(["build", "--report", "-"], in: site.path)
    #expect(result.output == "{\n  \"version\": 1,\n  \"records\": [],\n  \"outputs\": [],\n  \"unchanged\": 6\n}\n")
    let both = try Program.run(["build", "--report", "-", "--format", "json"], in: site.path)
    #expect(both.status == 64)
    #expect(both.errors.hasPrefix("Error: --report - and --format json would both write to standard output.\n"))
  }

  @Test func `a deleted file has neither digest nor size`() throws {
    let site = try Self.site()
    #expect(try Program.run(["build"], in: site.path).status == 0)
    try site.remove("content/items/b.md")
    let result = try Program.run(["build", "--report", "-"], in: site.path)
    #expect(
      result.output.contains(
        """
            {
              "path": "items/b/index.html",
              "change": "deleted",
              "sha256": null,
              "size": null,
              "because": [
                "items: 'b' is gone"
              ]
            },
        """))
  }

  @Test func `a site with errors has no report, and a report that cannot be written is told`() throws {
    let site = try Self.site(["content/items/a.md": "---\nnmae: A\n---\n"])
    #expect(try Program.run(["build", "--report", "report.json"], in: site.path).status == 1)
    #expect(site.read("report.json") == nil)
    try site.write("---\nname: A\nyear: 3\n---\n", to: "content/items/a.md")
    let result = try Program.run(["build", "--report", "no/where/report.json"], in: site.path)
    #expect(result.status == 64)
    #expect(
      result.errors == "error: the report cannot be written to 'no/where/report.json', which is in a folder "
        + "that does not exist; name another file\n")
    #expect(site.read("site/items/a/index.html") == nil)
  }

  @Test func `an explanation is a line for each file`() throws {
    let site = try Self.site()
    let first = try Program.run(["build", "--explain"], in: site.path)
    #expect(
      first.errors.hasPrefix("every file is made anew: nothing has been built there yet\n1 list, "), "\(first.errors)")
    try site.write("---\nname: A\nyear: 3\n---\n", to: "content/items/a.md")
    let second = try Program.run(["build", "--explain"], in: site.path)
    #expect(
      second.errors.hasPrefix(
        """
        updated items/a/index.html: items: 'a' changed year
        updated items/index.html: items: 'a' changed year
        1 list, 2 records, 6 files in ./site,
        """), "\(second.errors)")
    let third = try Program.run(["build", "--explain"], in: site.path)
    #expect(third.errors.hasPrefix("1 list, 2 records, 6 files in ./site, "))
    let clean = try Program.run(["build", "--explain", "--clean"], in: site.path)
    #expect(clean.errors.hasPrefix("every file is made anew: a clean build was asked for\n"))
  }

  @Test func `a long explanation is cut, and steers no terminal`() throws {
    func rows(_ year: (Int) -> Int) -> String { (1...9).map { "\($0),\(year($0))\n" }.joined() }
    let list = "record: {name: text, year: integer}\nid: name\n"
    let site = try Self.site(["content/rows/list.yml": list, "content/rows/rows.csv": "name,year\n\(rows { $0 })"])
    #expect(try Program.run(["build"], in: site.path).status == 0)
    try site.write("name,year\n\(rows { 10 + $0 })\"\u{9B}31m\",1\n", to: "content/rows/rows.csv")
    let result = try Program.run(["build", "--explain"], in: site.path)
    #expect(
      result.errors.contains(
        """
        updated rows/index.html: rows: '1' changed year; rows: '2' changed year; rows: '3' changed year; \
        rows: '4' changed year; rows: '5' changed year; and 6 more

        """), "\(result.errors)")
    #expect(!result.errors.unicodeScalars.contains("\u{9B}"))
  }
}
