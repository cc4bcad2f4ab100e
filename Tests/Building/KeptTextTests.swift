import CellistTestSupport
import Testing

@testable import CellistBuilding

/// What writers wrote is not lost in silence.
@Suite struct KeptTextTests {
  @Test func `a text of front matter and one below it are an error`() {
    let site = TestSite.list(
      "record: {title: text}\n",
      ["a.md": "---\ntitle: A\nbody: Above\n---\nBelow\n", "b.md": "---\ntitle: B\nbody: Above\n---\n\n"],
      cell: "<li>{{title}}</li>")
    #expect(
      site.diagnostics() == """
        content/items/a.md:3:1: error: the record has a 'body' here and a text below the front matter [duplicate-key]
           3 | body: Above
             | ^~~~
             = the text begins at 5:1; remove one of them, or give the key another name

        """, "\(site.diagnostics())")
  }

  @Test func `only the very record of an id is removed`() throws {
    let site = try BuiltSite([
      "content/site.yml": "title: T\n", "content/a/list.yml": "record: {title: text}\nrecord-pages: true\n",
      "content/a/Emma.md": "---\ntitle: E\n---\n",
    ])
    #expect(throws: (any Error).self) { try site.builder.removing("emma", from: "a") }
    #expect(try site.builder.removing("Emma", from: "a").files.count == 1)
  }
}
