import CellistTestSupport
import Testing

@testable import CellistBuilding
@testable import CellistOutput
@testable import CellistPages
@testable import CellistSites

/// Pages that no changed record reaches are passed over by a new process: never one
/// that changed.
@Suite struct CandidateTests {
  private static let settings = """
    record: {key: text, name: text, price: number, text: "markdown?"}
    id: key
    title-field: name
    sort: price
    pages: 3
    record-pages: true
    flags: {dear: {price: {above: 100}}}
    cells: [{template: wide, when: {dear: true}}, {template: cell}]
    """

  private static func item(
    _ number: Int, key: String? = nil, name: String? = nil, price: String? = nil, text: String = "T", body: String = "B"
  ) -> String {
    """
    ---
    key: \(key ?? "k\(number)")
    name: \(name ?? "N\(number)")
    price: \(price ?? "\(number)0")
    text: "\(text)"
    ---
    \(body)

    """
  }

  private static let next = "{{#@record.next}}<a href=\"{{url}}\">{{title}}</a>{{/@record.next}}"

  /// Nine items on three pages, each of which knows those beside it. The second links to one of another list.
  private static let site: [String: String] = {
    var files = [
      "content/site.yml": "title: Test\ntheme: plain\n", "content/stock/list.yml": settings,
      "themes/plain/pages/home.mustache": "{{@site.title}}", "themes/plain/pages/plain.mustache": "{{@page.title}}",
      "themes/plain/pages/404.mustache": "{{@page.title}}",
      "themes/plain/pages/list.mustache":
        "{{#@page.sections}}{{#@section.cells}}{{>*@cell}}{{/@section.cells}}{{/@page.sections}}",
      "themes/plain/pages/record.mustache":
        "{{name}} {{price}} {{@record.body}}{{#@record.previous}}{{title}}{{/@record.previous}} \(next)",
      "themes/plain/cells/cell.mustache": "<div>{{name}} {{text}}</div>",
      "themes/plain/cells/wide.mustache": "<b>{{name}}</b>",
    ]
    for number in 1...9 { files["content/stock/f\(number).md"] = item(number) }
    files["content/stock/f2.md"] = item(2, text: "[to](../other/f1.md)", body: "[to](../other/f1.md)")
    files["content/other/list.yml"] = settings
    files["content/other/f1.md"] = item(1)
    return files
  }()

  struct Edit: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let files: [String: String]
    /// The folders of the pages that change.
    let pages: [String]
  }

  private static let edits = [
    Edit(
      testDescription: "what only its own page shows", files: ["content/stock/f5.md": item(5, body: "Other")],
      pages: ["stock/k5"]),
    Edit(
      testDescription: "what pages beside it show", files: ["content/stock/f5.md": item(5, name: "Other")],
      pages: ["stock/k4", "stock/k5", "stock/k6", "stock/page/2"]),
    Edit(
      testDescription: "what its list shows", files: ["content/stock/f5.md": item(5, text: "Other")],
      pages: ["stock/page/2"]),
    Edit(
      testDescription: "its place on its page", files: ["content/stock/f5.md": item(5, price: "65")],
      pages: ["stock/k4", "stock/k5", "stock/k6", "stock/k7", "stock/page/2"]),
    Edit(
      testDescription: "its page", files: ["content/stock/f5.md": item(5, price: "95")],
      pages: ["stock/k4", "stock/k5", "stock/k6", "stock/k9", "stock/page/2", "stock/page/3"]),
    Edit(
      testDescription: "its cell", files: ["content/stock/f9.md": item(9, price: "900")],
      pages: ["stock/k9", "stock/page/3"]),
    Edit(
      testDescription: "where it is", files: ["content/stock/f8.md": item(8, key: "z8")],
      pages: ["stock/k7", "stock/k8", "stock/z8"]),
    Edit(
      testDescription: "where it is, which others link to", files: ["content/other/f1.md": item(1, key: "z1")],
      pages: ["other/k1", "other/z1", "stock", "stock/k2"]),
    Edit(testDescription: "nothing", files: ["content/stock/f5.md": item(5) + "\n"], pages: []),
  ]

  @Test(arguments: edits) func `an edit of a record is seen wherever it shows`(edit: Edit) throws {
    let site = try BuiltSite(Self.site)
    _ = try site.build()
    for (path, text) in edit.files { try site.write(text, to: path) }
    let written = try site.changes().map { $0.dropFirst(2) }
    #expect(written.sorted() == edit.pages.map { "\($0)/index.html" })
    #expect(try site.differencesToCleanBuild() == [])
    #expect(try site.changes() == [])
  }

  /// A file that a stranger changed is made again, though nothing that its page is made of has changed.
  @Test func `what a stranger changed is put right`() throws {
    let site = try BuiltSite(Self.site)
    _ = try site.build()
    try site.folder.write("strange", to: "output/stock/k7/index.html")
    try site.write(Self.item(5, body: "Other"), to: "content/stock/f5.md")
    #expect(try site.changes() == ["~ stock/k5/index.html", "~ stock/k7/index.html"])
    #expect(try site.differencesToCleanBuild() == [])
  }

  @Test func `only pages that may be others are candidates`() throws {
    let site = try BuiltSite(Self.site)
    let state = try #require(try site.build().memory?.state)
    try site.write(Self.item(5, name: "Other"), to: "content/stock/f5.md")
    let plan = try #require(try site.build().memory?.plan)
    let pages = plan.candidates(since: try #require(state.tables(comparedWith: plan))).map { plan.pages[$0].path }
    #expect(
      pages == [
        plan.pages[0].path, "index.html", "404.html", "stock/page/2/index.html", "stock/k4/index.html",
        "stock/k5/index.html", "stock/k6/index.html",
      ])
  }
}
