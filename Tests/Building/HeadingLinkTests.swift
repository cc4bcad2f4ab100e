import CellistTestSupport
import Testing

/// Links to headings lead to the ids that headings have where the text is shown, or are errors.
@Suite struct HeadingLinkTests {
  private static func site(_ settings: String, _ files: [String: String] = [:]) -> TestSite {
    var all = [
      "a.md":
        "---\nname: A\nnotes: \"# More\\n\\n[n](#more)\"\n---\n# Details\n\n[s](#details) [b](b.md#other-words) [u](/items/b/#x)\n",
      "b.md": "---\nname: B\n---\n# Other words\n\n# X\n",
      "content/index.md": "# Home\n\n[h](#home) [a](items/a.md#details) [n](items/a.md#notes--more)\n",
      "themes/plain/pages/record.mustache": "{{@record.body}}{{notes}}",
      "themes/plain/pages/home.mustache": "{{@page.content}}",
    ]
    all.merge(files) { $1 }
    return TestSite.list(
      "record: {name: text, notes: markdown?}\nid: name\n\(settings)", all, cell: "{{@record.body}}{{notes}};")
  }

  @Test func `on a record's own page headings have plain ids, elsewhere its anchor stands before them`() {
    let site = Self.site("record-pages: true\nfeed: {date: name}\n".replacing("feed: {date: name}\n", with: ""))
    #expect(site.diagnostics() == "")
    let pages = site.render()
    #expect(
      pages["items/a/index.html"] == """
        <h2 id="details">Details</h2>
        <p><a href="#details">s</a> <a href="/items/b/#other-words">b</a> <a href="/items/b/#x">u</a></p>
        <h2 id="notes--more">More</h2>
        <p><a href="#notes--more">n</a></p>

        """)
    #expect(
      pages["items/index.html"]?.contains(
        "<h4 id=\"a--details\">Details</h4>\n<p><a href=\"#a--details\">s</a> <a href=\"/items/b/#other-words\">b</a>")
        == true)
    #expect(
      pages["items/index.html"]?.contains("<h4 id=\"a--notes--more\">More</h4>\n<p><a href=\"#a--notes--more\">n</a>")
        == true)
    #expect(
      pages["index.html"] == """
        <h2 id="home">Home</h2>
        <p><a href="#home">h</a> <a href="/items/a/#details">a</a> <a href="/items/a/#notes--more">n</a></p>

        """)
  }

  @Test func `links to a record without a page of its own lead to its headings in the list`() {
    let site = Self.site(
      "",
      [
        "a.md": "---\nname: A\n---\n# Details\n\n[s](#details) [b](b.md#other-words) [r](#b)\n",
        "content/index.md": "[a](items/a.md#details) [r](/items/#b)",
      ])
    #expect(site.diagnostics() == "")
    #expect(
      site.render()["items/index.html"]?.contains(
        "<a href=\"#a--details\">s</a> <a href=\"/items/#b--other-words\">b</a> <a href=\"#b\">r</a>") == true)
    #expect(
      site.render()["index.html"] == "<p><a href=\"/items/#a--details\">a</a> <a href=\"/items/#b\">r</a></p>\n")
  }

  @Test func `a link to a part that no page has is an error with the nearest one`() {
    let site = Self.site(
      "record-pages: true\n",
      [
        "a.md": "---\nname: A\n---\n# Details\n\n[s](#detials) [b](b.md#other-wods) [c](/#nothing-like-it) [d](#top)\n",
        "content/index.md": "# Home\n\n[i](/items/#c)\n",
      ])
    #expect(
      site.diagnostics() == """
        content/index.md:3:1: error: the link leads to a part that its page does not have: #c [broken-link]
           3 | [i](/items/#c)
             | ^~
             = parts are headings, by their words: #two-words
        content/items/a.md:6:1: error: the link leads to a part that its page does not have: #detials [broken-link]
           6 | [s](#detials) [b](b.md#other-wods) [c](/#nothing-like-it) [d](#top)
             | ^~
             = did you mean '#details'?
        content/items/a.md:6:15: error: the link leads to a part that its page does not have: #other-wods [broken-link]
           6 | [s](#detials) [b](b.md#other-wods) [c](/#nothing-like-it) [d](#top)
             |               ^~
             = did you mean '#other-words'?
        content/items/a.md:6:36: error: the link leads to a part that its page does not have: #nothing-like-it [broken-link]
           6 | [s](#detials) [b](b.md#other-wods) [c](/#nothing-like-it) [d](#top)
             |                                    ^~
             = parts are headings, by their words: #two-words

        """)
  }
}
