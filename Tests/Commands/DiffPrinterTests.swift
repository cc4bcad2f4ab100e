import CellistSettings
import Testing

@testable import CellistBuilding
@testable import CellistCommands
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

        | record | | field | before | after |
        |---|---|---|---|---|
        | `Emma` (`emma`) | inserted | | | |
        | `x` | deleted | | | |
        | `y` | updated | `year` | `1` | `2` |
        |  |  | `summary` | … | … |

        only moved: `z`

        #### `people`: 1 inserted

        | record | | field | before | after |
        |---|---|---|---|---|
        | `p` | inserted | | | |

        #### Files: 1 created, 1 updated, 1 deleted, 7 unchanged

        - new: 1 – `a.html`
        - gone: 1 – `c.html`
        - other files: 1 – `b.html`

        """)
  }

  @Test func `pages are told apart by how they differ, and lead to the preview`() {
    var report = Self.report(
      [],
      ["a/index.html", "b (1)/index.html", "c.html", "d.html", "data.csv"].map {
        OutputChange(path: $0, kind: .updated)
      })
    for (index, difference) in [PageDifference.words, .order, .markup, .markup].enumerated() {
      report.outputs[index].difference = difference
    }
    let preview = SiteBase("https://example.org/pr/7")
    #expect(
      DiffPrinter(format: .markdown, preview: preview).text(of: report).hasSuffix(
        """
        #### Files: 5 updated, 7 unchanged

        - other words: 1 – [`a/`](https://example.org/pr/7/a/)
        - the same words in another order: 1 – [`b (1)/`](https://example.org/pr/7/b%20%281%29/)
        - the same words in other markup: 2, for example [`c.html`](https://example.org/pr/7/c.html)
        - other files: 1 – `data.csv`

        """))
    #expect(text(.json, report).split(separator: "\"differs\": \"markup\"").count == 3)
  }

  @Test func `a page differs in words, in their order, or in markup alone`() {
    func difference(_ old: String, _ new: String) -> PageDifference {
      PageDifference(from: Array(old.utf8), to: Array(new.utf8))
    }
    let page = "<p>One <b>two</b> three</p><style>p {}</style>"
    #expect(difference(page, "<p class=\"x\">One two <i>three</i></p>") == .markup)
    #expect(difference(page, "<p>three</p><p>One two</p>") == .order)
    #expect(difference(page, "<p>One two</p>") == .words)
    #expect(difference(page, "<p>One two three three</p>") == .words)
  }

  @Test func `a value in a table ends no cell`() {
    let values = ["f": RecordChange.Values(old: "a|b", new: "`|`\t|")]
    let told = text(.markdown, Self.report([Self.change(.updated, "y", fields: ["f"], values)]))
    #expect(told.contains("| `y` | updated | `f` | `a\\|b` | `` `\\|` \\| `` |\n"))
  }

  @Test func `a comment stays below the limit of platforms`() {
    let long = String(repeating: "é", count: 70)
    let records = (1...60).flatMap { list in
      (1...60).map { number in
        Self.change(
          .updated, "\(long)\(number)", list: "\(long)\(list)", fields: ["f"], ["f": .init(old: long, new: long)])
      }
    }
    let outputs = (1...5000).map { OutputChange(path: "\(long)\($0).html", kind: .created) }
    let told = text(.markdown, Self.report(records, outputs))
    #expect(told.utf8.count <= DiffComment.limit)
    #expect(told.contains("60 updated") && told.contains("5000 created"))
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
    #expect(markdown.contains("\nand 70 records more\n"))
    #expect(markdown.contains("\nand 70 lists more\n"))
    #expect(markdown.contains(" and 70 more\n"))
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
        .split(separator: "\n").first { $0.contains(" | inserted | ") }.map { String($0.dropFirst(2).dropLast(19)) }
    }
    #expect(
      lines == [
        "`<script>` (`id`)", "`@somebody` (`id`)", "`#1` (`id`)", "`[a](b)` (`id`)", "`**b**` (`id`)", "``a`b`` (`id`)",
        "``` `` ``` (`id`)", "`` ` `` (`id`)", "`  x  ` (`id`)", "`id`", "`a\u{FFFD}b` (`id`)", "`\u{FFFD}[31m` (`id`)",
        "`https://x.org` (`id`)", "```a``b`c``` (`id`)",
      ])
    let plain = text(.text, Self.report([Self.change(.inserted, "a\u{1B}[31m\nb")]))
    #expect(plain.contains("  + a\u{FFFD}[31m\u{FFFD}b\n"))
  }
}
