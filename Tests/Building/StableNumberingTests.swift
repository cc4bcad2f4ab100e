import CellistTestSupport
import Testing

/// Pages that are numbered from the end of the list.
@Suite struct StableNumberingTests {
  private static func site(_ count: Int) -> TestSite {
    let rows = (1...count).map { "r\($0),\($0)\n" }.joined()
    var site = TestSite.list(
      "record: {name: text, rank: integer}\nid: name\nsort: -rank\npages: {size: 3, numbering: stable}\n",
      ["x.csv": "name,rank\n\(rows)"], cell: " {{name}}")
    site.files["themes/plain/pages/list.mustache"] = Array(
      """
      {{@page.number}}{{#@page.count}} of {{@page.count}}{{/@page.count}}{{#@page.total}}, {{@page.total}} in all{{/@page.total}}:\
      {{#@page.sections}}{{#@section.cells}}{{>*@cell}}{{/@section.cells}}{{/@page.sections}}\
      {{#@page.previous}} < {{number}}{{/@page.previous}}{{#@page.next}} > {{number}}{{/@page.next}}
      """.utf8)
    return site
  }

  @Test func `the first page holds what is left over and up to a page more`() {
    func pages(_ count: Int) -> [String?] {
      let files = Self.site(count).render()
      return [files["items/index.html"], files["items/page/2/index.html"], files["items/page/1/index.html"]]
    }
    #expect(pages(5) == ["1, 5 in all: r5 r4 r3 r2 r1", nil, nil])
    #expect(pages(6) == ["2, 6 in all: r6 r5 r4 > 1", nil, "1: r3 r2 r1 < 2"])
    #expect(pages(8) == ["2, 8 in all: r8 r7 r6 r5 r4 > 1", nil, "1: r3 r2 r1 < 2"])
    #expect(pages(9) == ["3, 9 in all: r9 r8 r7 > 2", "2: r6 r5 r4 < 3 > 1", "1: r3 r2 r1 < 2"])
  }

  @Test func `a record in front changes the first page alone`() {
    let (before, after) = (Self.site(10).render(), Self.site(11).render())
    #expect(after.keys.filter { $0.hasPrefix("items/") && before[$0] != after[$0] }.sorted() == ["items/index.html"])
  }

  @Test(arguments: [
    ("{size: 3, numbering: front}", "'numbering' can be stable, found \"front\""),
    ("{by: section, numbering: stable}", "'numbering' belongs to pages of a size"),
  ])
  func `numbering is checked`(pages: String, message: String) {
    let site = TestSite.list("record: {name: text, kind: text}\nid: name\nsections: kind\npages: \(pages)\n")
    #expect(site.diagnostics().contains(message))
  }
}
