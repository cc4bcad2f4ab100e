import CellistTestSupport
import Testing

/// The checks of a theme's templates beside their syntax: links, the duties of cells towards pages, and files out of
/// place.
@Suite struct TemplateCheckTests {
  private static func site(_ files: [String: String]) -> TestSite {
    var all = [
      "content/site.yml": "title: T\ntheme: paper\nbase: https://example.org/base/\n",
      "content/about.md": "---\ntitle: About\n---\nText\n", "content/plan.pdf": "x",
      "content/books/list.yml": "record: {title: text}\nid: title\n",
      "content/books/books.csv": "title\nEmma\n",
    ]
    all.merge(files) { _, own in own }
    return TestSite(all.mapValues { $0 })
  }

  @Test func `links in templates are checked, and moved below the base`() {
    let site = Self.site([
      "themes/paper/parts/brand.mustache":
        "<i>{{@site.title}}</i>\n <img src=\"/plan.pdf\" alt=\"\"><b title=\"/no/\">{{! }}</b>",
      "themes/paper/parts/colophon.mustache":
        "<footer><a href=\"/about.md#x\">A</a><a href=\"/books/?q\">B</a><form action=\"/find\"></form></footer>",
    ])
    #expect(site.diagnostics() == "")
    let page = site.render()["about/index.html"] ?? ""
    #expect(page.contains("<img src=\"/base/plan.pdf\" alt=\"\">"))
    #expect(
      page.contains(
        "<a href=\"/base/about/#x\">A</a><a href=\"/base/books/?q\">B</a><form action=\"/find\"></form>"))
  }

  @Test func `links in templates that lead nowhere are errors, said once`() {
    let site = Self.site([
      "themes/paper/parts/colophon.mustache":
        "<footer>\n<a href=\"/nonexistent/\">A</a> <img src=\"/assets/style.css\"> <a href=\"about/\">B</a></footer>"
    ])
    #expect(
      site.diagnostics() == """
        themes/paper/parts/colophon.mustache:2:10: error: the link target does not exist: /nonexistent/ [broken-link]
           2 | <a href="/nonexistent/">A</a> <img src="/assets/style.css"> <a href="about/">B</a></footer>
             |          ^~~~~~~~~~~~~
             = links in templates begin with / at the site's root; files of the theme are in @theme.assets
        themes/paper/parts/colophon.mustache:2:41: error: the link target does not exist: /assets/style.css [broken-link]
           2 | <a href="/nonexistent/">A</a> <img src="/assets/style.css"> <a href="about/">B</a></footer>
             |                                         ^~~~~~~~~~~~~~~~~
             = links in templates begin with / at the site's root; files of the theme are in @theme.assets
        themes/paper/parts/colophon.mustache:2:70: warning: the link leads elsewhere from each page that shows it: about/ [broken-link]
           2 | <a href="/nonexistent/">A</a> <img src="/assets/style.css"> <a href="about/">B</a></footer>
             |                                                                      ^~~~~~
             = links in templates begin with / at the site's root

        """)
  }

  @Test(arguments: [
    ("<li>{{title}}</li>", "1:1: error: the element of a cell has no id=\"{{@record.anchor}}\""),
    ("<li id=\"{{title}}\">x</li>", "1:1: error: the element of a cell has no id=\"{{@record.anchor}}\""),
    ("<li id=\"x-{{@record.anchor}}\">x</li>", "1:1: error: the element of a cell has no id=\"{{@record.anchor}}\""),
    ("{{title}}", "1:1: error: a cell is one element, and this one has none"),
    (
      "<li id=\"{{@record.anchor}}\">x</li>\n <li>y</li>", "2:2: error: a cell is one element, and this one has several"
    ),
    (
      "<li id=\"{{@record.anchor}}\">x</li>{{#@record.body}}<li>y</li>{{/@record.body}}",
      "1:52: error: a cell is one element, and this one has several"
    ),
    ("<li id=\"{{@record.anchor}}\">x</li></ul>", "1:35: error: '</ul>' ends an element that another template began"),
    ("<li id=\"{{@record.anchor}}\">x", "1:1: error: 'li' begins here and does not end in this template"),
  ])
  func `a cell is one element with the anchor of its record`(_ cell: String, _ message: String) {
    let found = Self.site(["themes/paper/cells/cell.mustache": cell]).diagnostics()
    #expect(found.hasPrefix("themes/paper/cells/cell.mustache:\(message)"), "\(found)")
  }

  @Test(arguments: [
    "<!-- a --><li class='a' id='{{@record.anchor}}'>x</li>\n",
    "{{#@record.body}}<li id=\"{{@record.anchor}}\">x</li>{{/@record.body}}{{^@record.body}}<li id=\"{{@record.anchor}}\">y</li>{{/@record.body}}",
    "{{#@record}}<li id=\"{{anchor}}\"><ul><li>x</ul></li>{{/@record}}",
  ])
  func `cells that are such elements are fine`(_ cell: String) {
    #expect(Self.site(["themes/paper/cells/cell.mustache": cell]).diagnostics() == "")
  }

  @Test func `a section has its anchor, and an element around its cells`() {
    let site = Self.site([
      "themes/paper/sections/section.mustache":
        "<h2>x</h2>\n<ul>\n{{#@section.cells}}{{>*@cell}}{{/@section.cells}}</ul>"
    ])
    #expect(
      site.diagnostics() == """
        themes/paper/sections/section.mustache:1:1: error: no element of the section has id="{{@section.anchor}}" [template-contract]
           1 | <h2>x</h2>
             | ^~~
             = links to the section lead to its anchor
        themes/paper/sections/section.mustache:3:4: error: the element around the cells has no 'data-cells' [template-contract]
           3 | {{#@section.cells}}{{>*@cell}}{{/@section.cells}}</ul>
             |    ^~~~~~~~~~~~~~
             = for example <ul data-cells>: open pages find the cells by it

        """)
  }

  @Test func `a second loop over the cells owes nothing`() {
    let site = Self.site([
      "themes/paper/sections/section.mustache": """
      <section id="{{@section.anchor}}">
      <p>{{#@section.cells}}<a href="#{{@record.anchor}}">{{@record.title}}</a> {{/@section.cells}}</p>
      <ul data-cells>{{#@section.cells}}{{>*@cell}}{{/@section.cells}}</ul>
      </section>
      """
    ])
    #expect(site.diagnostics() == "")
  }

  @Test func `templates and files that nothing can use are reported`() {
    let site = Self.site([
      "themes/paper/pages/boks/list.mustache": "x", "themes/paper/pages/base.mustache": "{{nope}}",
      "themes/paper/cells/boks/cell.mustache": "x", "themes/paper/cells/books/other.mustache": "x",
      "themes/paper/cells/spare.mustache": "x", "themes/paper/parts/heda-extra.mustache": "x",
      "themes/paper/parts/spare.mustache": "x", "themes/paper/parts-typo.mustache": "{{nope}}",
      "themes/paper/list.mustache": "{{#x}}", "themes/paper/part/a.mustache": "x", "themes/paper/part/b.mustache": "x",
      "themes/paper/cells/cell.html": "x", "themes/paper/README.md": "x", "themes/paper/theme.yaml": "x",
    ])
    let lines = site.diagnostics().split(separator: "\n").filter { $0.hasPrefix("themes/") || $0.hasPrefix("     = ") }
    #expect(
      lines.joined(separator: "\n") == """
        themes/paper/cells/boks/cell.mustache:1:1: warning: there is no list 'boks', so nothing uses the template 'cells/boks/cell' [unused-template]
             = did you mean 'books'?
        themes/paper/cells/cell.html:1:1: warning: nothing uses a file in 'cells' that does not end in .mustache [unused-template]
        themes/paper/list.mustache:1:1: warning: nothing uses a template outside of a theme's folders [unused-template]
             = did you mean 'pages/list.mustache'?
        themes/paper/list.mustache:1:4: error: 'x' is opened here and never closed [template-syntax]
             = close it with {{/x}}
        themes/paper/pages/base.mustache:1:1: warning: no page uses the template 'pages/base' [unused-template]
             = known here: 404, changes, home, list, plain, record, root, search, term, terms, view
        themes/paper/pages/boks/list.mustache:1:1: warning: no page uses the template 'pages/boks/list' [unused-template]
             = known here: 404, changes, home, list, plain, record, root, search, term, terms, view
        themes/paper/part/a.mustache:1:1: warning: nothing uses the folder 'part' of a theme [unused-template]
             = did you mean 'parts'?
        themes/paper/parts-typo.mustache:1:1: warning: nothing uses a template outside of a theme's folders [unused-template]
             = known here: assets, cells, pages, parts, sections, views, words
        themes/paper/parts/heda-extra.mustache:1:1: warning: no template includes 'heda-extra' [unused-template]
             = did you mean 'head-extra'?
        themes/paper/theme.yaml:1:1: warning: nothing uses the file 'theme.yaml' of a theme [unused-template]
             = did you mean 'theme.yml'?
        """)
  }

  @Test func `links in raw HTML are checked, and moved below the base`() {
    var site = Self.site([
      "content/site.yml": "title: T\nbase: https://example.org/base/\nhtml: allow\n",
      "content/about.md":
        "---\ntitle: About\n---\nSee <a href=\"books/list.yml\">books</a>.\n\n<div>\n<img src=plan.pdf>\n</div>\n",
    ])
    #expect(site.diagnostics() == "")
    let page = site.render()["about/index.html"] ?? ""
    #expect(
      page.contains("<p>See <a href=\"/base/books/\">books</a>.</p>\n<div>\n<img src=\"/base/plan.pdf\">\n</div>"))
    site.files["content/books/emma.md"] = Array(
      "---\ntitle: Emma Woodhouse\n---\n\n<p>\n<a href=\"../gone.md\">x</a> <form action=\"/find\">\n".utf8)
    #expect(
      site.diagnostics() == """
        content/books/emma.md:6:10: error: the link target does not exist: ../gone.md [broken-link]
           6 | <a href="../gone.md">x</a> <form action="/find">
             |          ^~~~~~~~~~
             = links are relative to their own file, or begin with / at the site's root
        content/books/emma.md:6:28: warning: 'form' begins here and does not end in this text, so that the rest of the page is taken for a part of it [raw-html]
           6 | <a href="../gone.md">x</a> <form action="/find">
             |                            ^~~~~

        """)
  }

  @Test func `Markdown with blocks stands in no paragraph`() {
    var site = Self.site([
      "content/site.yml": "title: T\nbase: /\ntheme: mine\n",
      "content/notes/list.yml": "record: {name: text, body: markdown}\n",
      "content/notes/a.md": "---\nname: A\n---\nOne.\n\nTwo.\n",
    ])
    site.files["themes/mine/cells/note.mustache"] = Array(
      "<li id=\"{{@record.anchor}}\"><p>{{body.inline}}</p>\n<p>{{body}}</p></li>\n".utf8)
    site.files["content/notes/list.yml"]! += Array("cells: note\n".utf8)
    #expect(
      site.diagnostics().hasPrefix(
        """
        themes/mine/cells/note.mustache:2:6: error: 'body' can have paragraphs and lists, which end the 'p' around it [unbalanced-html]
           2 | <p>{{body}}</p></li>
             |      ^~~~
             = {{body.inline}} has none; or use 'div' in place of the 'p' at themes/mine/cells/note.mustache:2:1
        """), "\(site.diagnostics())")
  }
}
