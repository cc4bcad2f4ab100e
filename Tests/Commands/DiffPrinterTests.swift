import CellistCommands
import Testing

@testable import CellistBuilding
@testable import CellistOutput

@Suite struct DiffPrinterTests {
  private static func change(
    _ kind: RecordChange.Kind, _ id: String, _ title: String? = nil, list: String = "books", fields: [String] = [],
    _ values: [String: RecordChange.Values] = [:]
  ) -> RecordChange {
    RecordChange(list: list, id: id, title: title ?? id, kind: kind, fields: fields, values: values)
  }

  private static func report(_ records: [RecordChange], _ outputs: [OutputChange] = [], unchanged: Int = 7)
    -> ChangeReport
  {
    var report = ChangeReport()
    report.records = records
    report.outputs = outputs.map { ChangeReport.Output($0, because: ["a reason"]) }
    report.unchanged = unchanged
    return report
  }

  private static let some = report(
    [
      change(.inserted, "emma", "Emma"), change(.deleted, "x"),
      change(.updated, "y", fields: ["year", "summary"], ["year": .init(old: "1", new: "2")]), change(.moved, "z"),
      change(.inserted, "p", list: "people"),
    ],
    [
      OutputChange(path: "a.html", kind: .created), OutputChange(path: "b.html", kind: .updated),
      OutputChange(path: "c.html", kind: .deleted),
    ])

  private func text(_ format: DiffFormat, _ report: ChangeReport) -> String {
    DiffPrinter(format: format).text(of: report)
  }

  @Test func `for people`() {
    #expect(
      text(.text, Self.some) == """
        books: 1 inserted, 1 deleted, 1 updated, 1 moved
          + Emma (emma)
          - x
          ~ y: year 1 → 2, summary
          > z

        people: 1 inserted
          + p

        files: 1 created, 1 updated, 1 deleted, 7 unchanged
          + a.html
          ~ b.html
          - c.html

        """)
  }

  @Test func `for a comment`() {
    #expect(
      text(.markdown, Self.some) == """
        ### What publishing would change

        #### `books`: 1 inserted, 1 deleted, 1 updated, 1 moved

        - inserted `Emma` (`emma`)
        - deleted `x`
        - updated `y`: `year` `1` → `2`, `summary`
        - moved `z`

        #### `people`: 1 inserted

        - inserted `p`

        #### Files: 1 created, 1 updated, 1 deleted, 7 unchanged

        - created `a.html`
        - updated `b.html`
        - deleted `c.html`

        """)
  }

  @Test func `for programs`() {
    let one = Self.report(
      [Self.change(.updated, "y", "Y", fields: ["year", "body"], ["year": .init(old: "1", new: "2")])],
      [OutputChange(path: "b.html", kind: .updated)])
    #expect(
      text(.json, one) == """
        {
          "version": 1,
          "records": [
            {
              "list": "books",
              "id": "y",
              "title": "Y",
              "change": "updated",
              "fields": [
                {
                  "name": "year",
                  "old": "1",
                  "new": "2"
                },
                {
                  "name": "body"
                }
              ]
            }
          ],
          "outputs": [
            {
              "path": "b.html",
              "change": "updated",
              "because": [
                "a reason"
              ]
            }
          ],
          "unchanged": 7
        }

        """)
  }

  @Test func `nothing to say`() {
    #expect(text(.text, Self.report([])) == "nothing would change: 7 files\n")
    #expect(text(.markdown, Self.report([], unchanged: 1)) == "Publishing would change nothing: 1 file.\n")
    #expect(text(.text, Self.report([Self.change(.inserted, "a")])).hasSuffix("\n\nfiles: 7 unchanged\n"))
    #expect(text(.markdown, Self.report([Self.change(.inserted, "a")])).hasSuffix("\n\n#### Files: 7 unchanged\n"))
  }

  @Test func `what is long is cut, but not for programs`() {
    let records = (1...100).flatMap { list in (1...100).map { Self.change(.inserted, "\($0)", list: "l\(list)") } }
    let outputs = (1...100).map { OutputChange(path: "\($0).html", kind: .created) }
    let report = Self.report(records, outputs)
    let plain = text(.text, report).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(plain.contains("  and 60 more"))
    #expect(plain.contains("and 60 lists more"))
    #expect(plain.count == 40 * 43 + 2 + 42 + 1)
    let markdown = text(.markdown, report)
    #expect(markdown.contains("- and 80 more\n"))
    #expect(markdown.contains("\nand 80 lists more\n"))
    #expect(markdown.utf8.count < 60_000)
    #expect(text(.json, report).split(separator: "\"inserted\"").count == 10_001)
  }

  @Test func `what content says is neither markup nor steers a terminal`() {
    let names = [
      "<script>", "@somebody", "#1", "[a](b)", "**b**", "a`b", "``", "`", " x ", "", "a\nb", "\u{1B}[31m",
      "https://x.org",
      "a``b`c",
    ]
    let lines = names.map { name in
      text(.markdown, Self.report([Self.change(.inserted, "id", name, list: "l")]))
        .split(separator: "\n").first { $0.hasPrefix("- ") }.map(String.init)
    }
    #expect(
      lines == [
        "- inserted `<script>` (`id`)", "- inserted `@somebody` (`id`)", "- inserted `#1` (`id`)",
        "- inserted `[a](b)` (`id`)", "- inserted `**b**` (`id`)", "- inserted ``a`b`` (`id`)",
        "- inserted ``` `` ``` (`id`)", "- inserted `` ` `` (`id`)", "- inserted `  x  ` (`id`)", "- inserted `id`",
        "- inserted `a\u{FFFD}b` (`id`)", "- inserted `\u{FFFD}[31m` (`id`)", "- inserted `https://x.org` (`id`)",
        "- inserted ```a``b`c``` (`id`)",
      ])
    let plain = text(.text, Self.report([Self.change(.inserted, "a\u{1B}[31m\nb")]))
    #expect(plain.contains("  + a\u{FFFD}[31m\u{FFFD}b\n"))
  }
}
