import CellistTestSupport
import Testing

/// Records of a list on another page.
@Suite struct ViewTests {
  private static func site(_ views: String, body: String = "", _ files: [String: String] = [:]) -> TestSite {
    var site = TestSite.list(
      """
      record: {title: text, year: integer, tags: {type: [text], default: []}}
      id: title
      sort: title
      sections: tags
      flags: {old: {year: {below: 1900}}}
      """,
      [
        "x.yml": """
        - {title: B, year: 1850, tags: [x, y]}
        - {title: A, year: 2001, tags: [y]}
        - {title: C, year: 1999}
        - {title: D, year: 2020, draft: true}

        """, "content/about.md": "---\ntitle: About\nviews:\n  \(views)\n---\n\(body)",
        "themes/plain/pages/plain.mustache": "{{@page.content}}{{#@page.views}}{{content}}{{/@page.views}}",
        "themes/plain/pages/view.mustache":
          "<ul id=\"{{@view.name}}\">{{#@view.cells}}{{>*@cell}}{{/@view.cells}}</ul>",
        "themes/plain/cells/short.mustache": "<li id=\"{{@record.anchor}}\">{{title.initial}}</li>",
      ].merging(files) { _, new in new },
      cell: "<li id=\"{{@record.anchor}}\"><a href=\"{{@record.url}}\">{{title}}</a> {{year}}</li>")
    site.files["themes/plain/pages/404.mustache"] = Array("x".utf8)
    return site
  }

  private static func page(_ site: TestSite) -> String? { site.render()["about/index.html"] }

  @Test func `a view stands where a paragraph names it, and below the text otherwise`() {
    let site = Self.site(
      "{latest: {list: items, sort: -year, limit: 2}, old: {list: items, where: {old: true}, cells: short}}",
      body: "One\n\n{{latest}}\n\nTwo\n")
    #expect(site.diagnostics() == "")
    #expect(
      Self.page(site) == """
        <p>One</p>
        <ul id="latest"><li id="latest:a"><a href="/items/#a">A</a> 2001</li>\
        <li id="latest:c"><a href="/items/#c">C</a> 1999</li></ul>
        <p>Two</p>
        <ul id="old"><li id="old:b">B</li></ul>
        """)
  }

  @Test func `a paragraph that names no view of its page is an error`() {
    let views = "{newest: {list: items, limit: 1}, old: {list: items, limit: 1}}"
    #expect(
      Self.site(views, body: "{{newst}}\n\n{{ old }}\n\n`{{newst}}`\n\n{{old}}\n").diagnostics() == """
        content/about.md:6:1: error: the page has no view 'newst' [unknown-name]
           6 | {{newst}}
             | ^~~~~~~
             = did you mean 'newest'?
        content/about.md:12:1: error: the view 'old' is named a second time [unknown-name]
          12 | {{old}}
             | ^~~~~
             = declare a second view of the same list, under another name

        """)
  }

  @Test func `a tag of a template elsewhere is a warning`() {
    let site = Self.site("{old: {list: items}}", body: "see {{old}}\n", ["content/x.md": "{{newest}}\n\n{{page.x}}\n"])
    #expect(
      site.diagnostics() == """
        content/about.md:6:5: warning: the text has a tag of a template, which readers see as it is: {{old}} [template-tag]
           6 | see {{old}}
             |     ^~~~~
             = a view needs a paragraph of its own, outside of lists without blank lines
        content/x.md:1:1: warning: the text has a tag of a template, which readers see as it is: {{newest}} [template-tag]
           1 | {{newest}}
             | ^~~~~~~~
             = templates are files of a theme; in a text, code between backticks keeps such a tag

        """)
  }

  @Test func `spaces may stand around a view's name`() {
    let page = Self.page(Self.site("{all: {list: items, cells: short, limit: 1}}", body: "a\n\n{{ all }}\n\nb\n"))
    #expect(page == "<p>a</p>\n<ul id=\"all\"><li id=\"all:a\">A</li></ul>\n<p>b</p>\n")
  }

  @Test func `a view without an order has that of the list, and each record once`() {
    let page = Self.page(Self.site("{all: {list: items, cells: short}}"))
    #expect(page == "<ul id=\"all\"><li id=\"all:a\">A</li><li id=\"all:b\">B</li><li id=\"all:c\">C</li></ul>")
  }

  @Test(arguments: [
    ("{x: {limit: 2}}", "a view needs 'list', whose records it shows"),
    ("{x: {list: itmes}}", "there is no list 'itmes'"),
    ("{x: {list: items, where: {yaer: 1}}}", "there is no field 'yaer'"),
    ("{x: {list: items, sort: yaer}}", "there is no field 'yaer'"),
    ("{x: {list: items, limit: 0}}", "'limit' must be a whole number of at least 1, found \"0\""),
    ("{x: {list: items, cells: shrot}}", "there is no cell template 'shrot'"),
    ("{x: {list: items, cells: [short]}}", "'cells' of a view names one template, found a list"),
    ("{x: {list: items, size: 2}}", "a view has no setting 'size'"),
    (
      "{a b: {list: items}}",
      "the name of a view has letters, digits, hyphens and underscores, found \"a b\""
    ),
    ("[x]", "'views' must be a mapping of names to views, found a list"),
  ])
  func `views are checked`(views: String, message: String) {
    let text = Self.site(views).diagnostics()
    #expect(text.contains(message) && text.contains("content/about.md:"), "\(text)")
  }

  @Test func `there are no views above the records of a list`() {
    let site = Self.site("{x: {list: items}}", ["index.md": "---\nviews: {x: {list: items}}\n---\n"])
    #expect(site.diagnostics().contains("content/items/index.md:2:1: error: the front matter has no setting 'views'"))
  }

  @Test func `a page that is not indexed says so, and the site map does not list it`() {
    let site = TestSite([
      "content/site.yml": "title: T\nbase: https://example.org\n", "content/a.md": "---\ntitle: A\n---\n",
      "content/b.md": "---\ntitle: B\nnoindex: true\n---\n",
    ])
    let files = site.render()
    #expect(files["sitemap.xml"]?.contains("/a/") == true && files["sitemap.xml"]?.contains("/b/") == false)
    #expect(files["b/index.html"]?.contains("<meta name=\"robots\" content=\"noindex\">") == true)
    #expect(files["a/index.html"]?.contains("noindex") == false)
    #expect(files["404.html"]?.contains("<meta name=\"robots\" content=\"noindex\">") == true)
  }

  @Test func `a list may have templates of its own for its pages and sections`() {
    let site = Self.site(
      "{x: {list: items}}", body: "",
      [
        "themes/plain/pages/items/list.mustache": "own {{#@page.sections}}{{> sections/section}}{{/@page.sections}}",
        "themes/plain/sections/items/section.mustache": "[{{@section.title}}]",
        "themes/plain/pages/items/view.mustache": "mine",
        "content/others/list.yml": "record: {title: text, year: integer}\n",
      ])
    #expect(site.diagnostics() == "")
    let files = site.render()
    #expect(files["items/index.html"] == "own [x][y][Other]")
    #expect(files["about/index.html"] == "mine")
    #expect(files["others/index.html"]?.hasPrefix("<h2>") == true)
  }
}
