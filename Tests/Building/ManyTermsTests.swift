import CellistTestSupport
import Testing

@testable import CellistBuilding

/// A record with so many terms that the pages of those grow with their square.
@Suite struct ManyTermsTests {
  private static func files(_ count: Int, _ more: String = "") -> [String: String] {
    let tags = (0..<count).map { "t\($0)" }.joined(separator: ";")
    return [
      "content/site.yml": "title: T\n",
      "content/items/list.yml":
        "record: {name: text, tags: {type: [text], split: ;}}\nid: name\nterms: tags\n\(more)",
      "content/items/r.csv": "name,tags\nA,x;y\nB,\(tags)\n",
    ]
  }

  @Test func `a warning says how many links there are`() {
    #expect(
      TestSite(Self.files(251, "view: rows\n")).diagnostics().hasPrefix(
        """
        content/items/r.csv:3:3: warning: the record has 251 terms in 'tags', and the page of each shows links to all of \
        them: 63001 links [many-terms]
        """))
    #expect(TestSite(Self.files(250, "view: rows\n")).diagnostics() == "")
  }

  @Test(arguments: ["show: {meta: []}\nview: rows\n", "view: table\ncolumns: [name]\n"])
  func `records that do not show their terms have no such pages`(settings: String) {
    #expect(TestSite(Self.files(300, settings)).diagnostics() == "")
  }

  @Test func `the warning stays until there are fewer`() throws {
    let site = try BuiltSite(Self.files(251, "view: rows\n"))
    for path in ["content/index.md", "content/about.md"] {
      #expect(try site.build().diagnostics.map(\.code) == [.manyTerms])
      try site.write("Text\n", to: path)
      #expect(try site.problems().found == [])
    }
    try site.write("name,tags\nA,x;y\n", to: "content/items/r.csv")
    #expect(try site.build().diagnostics.isEmpty)
    #expect(try site.differencesToCleanBuild() == [])
  }
}
