import CellistTestSupport
import Testing

/// Where links of merged records lead.
@Suite struct MergedLinksTests {
  @Test func `links resolve against the file in which they are written`() {
    var site = TestSite.list(
      """
      record: {name: text, notes: "markdown?", image: "asset?"}
      id: name
      sources: [base.csv, {file: deep/fixes.yml, merge: update}]
      """,
      [
        "base.csv": "name,notes,image\nA,[b](b.svg),b.svg\nB,[b](b.svg),b.svg\n", "b.svg": "<svg/>",
        "deep/fixes.yml": "- {name: A, notes: \"[c](c.svg)\"}\n- {name: B, image: c.svg}\n", "deep/c.svg": "<svg/>",
      ], cell: "{{notes}} {{#image}}<img src=\"{{image}}\">{{/image}};")
    #expect(
      site.render()["items/index.html"]?.contains(
        "<p><a href=\"/items/deep/c.svg\">c</a></p>\n <img src=\"/items/b.svg\">;") == true)
    #expect(
      site.render()["items/index.html"]?.contains(
        "<p><a href=\"/items/b.svg\">b</a></p>\n <img src=\"/items/deep/c.svg\">;") == true)
    site.files["content/items/deep/c.svg"] = nil
    #expect(
      site.diagnostics() == """
        content/items/deep/fixes.yml:1:20: error: the link target does not exist: c.svg [broken-link]
           1 | - {name: A, notes: "[c](c.svg)"}
             |                    ^~~~~~~~~~~~
             = links are relative to their own file, or begin with / at the site's root
        content/items/deep/fixes.yml:2:20: error: the link target does not exist: c.svg [broken-link]
           2 | - {name: B, image: c.svg}
             |                    ^~~~~
             = links are relative to their own file, or begin with / at the site's root

        """)
  }

  @Test func `a Markdown file that updates a record is its page, with the files beside it`() {
    let site = TestSite.list(
      """
      record: {name: text}
      id: name
      record-pages: true
      sources: [base.csv, {file: "*/*.md", merge: update}]
      """,
      [
        "base.csv": "name\nA\nB\n", "a/index.md": "---\nname: A\n---\n![x](x.svg) [b](../b.csv)\n", "a/x.svg": "<svg/>",
        "content/index.md": "[a](items/a/index.md)\n", "b.csv": "",
        "themes/plain/pages/record.mustache": "{{@record.body}}",
        "themes/plain/pages/home.mustache": "{{@page.content}}",
      ])
    #expect(
      site.diagnostics() == """
        content/items/a/index.md:4:13: error: the link target does not exist: ../b.csv [broken-link]
           4 | ![x](x.svg) [b](../b.csv)
             |             ^~
             = links are relative to their own file, or begin with / at the site's root

        """)
    var whole = site
    whole.files["content/items/a/index.md"] = Array("---\nname: A\n---\n![x](x.svg)\n".utf8)
    let files = whole.render()
    #expect(files["items/a/index.html"]?.contains("src=\"/items/a/x.svg\"") == true)
    #expect(files["items/a/x.svg"] == "<svg/>")
    #expect(files["index.html"]?.contains("href=\"/items/a/\"") == true)
  }
}
