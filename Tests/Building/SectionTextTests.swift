import CellistTestSupport
import Testing

/// Texts above the records of sections.
@Suite struct SectionTextTests {
  private static func site(_ sections: String, _ files: [String: String], pages: String = "") -> TestSite {
    TestSite.list(
      "record: {title: text, kind: {choice: [book, film]}, genre: text?}\nid: title\nsections: \(sections)\n\(pages)",
      [
        "x.csv": "title,kind,genre\nA,book,Epic\nB,book,Verse\nC,film,Epic\n",
        "themes/plain/pages/list.mustache": """
        {{#@page.sections}}{{#@section.groups}}[{{title}}{{#content}}: {{content}}{{/content}}]{{/@section.groups}}\
        ({{@section.title}}{{#@section.content}}: {{@section.content}}{{/@section.content}})\
        {{#@section.cells}}{{>*@cell}}{{/@section.cells}}{{/@page.sections}}
        """,
      ].merging(files) { _, new in new }, cell: " {{@record.title}}")
  }

  @Test func `a section has the text and the title that a file says, and the file is no record`() {
    let site = Self.site(
      "kind",
      [
        "content/items/sections/book.md": "---\ntitle: Books\n---\n## Old\n[home](../../index.md)",
        "content/index.md": "Hello",
      ])
    #expect(site.diagnostics() == "")
    #expect(
      site.render()["items/index.html"]
        == "(Books: <h3 id=\"text:book:old\">Old</h3>\n<p><a href=\"/\">home</a></p>\n) A B(film) C")
  }

  @Test func `groups and sections in them have texts of their own, once`() {
    let site = Self.site(
      "[kind, genre]",
      [
        "content/items/sections/book.md": "Paper",
        "content/items/sections/book/verse.md": "---\ntitle: Poems\n---\nRhyme",
      ],
      pages: "pages: 1\n")
    #expect(site.diagnostics() == "")
    let pages = site.render()
    #expect(pages["items/index.html"] == "[book: <p>Paper</p>\n](Epic) A")
    #expect(pages["items/page/2/index.html"] == "[book](Poems: <p>Rhyme</p>\n) B")
  }

  @Test func `a text for no section is warned of, and its links are checked`() {
    let site = Self.site("kind", ["content/items/sections/books.md": "[x](nowhere.md)"])
    #expect(
      site.diagnostics() == """
        content/items/sections/books.md:1:1: warning: the list has no section 'books', so nothing shows this text [unknown-section]
           1 | [x](nowhere.md)
             | ^~
             = did you mean 'book'?
        content/items/sections/books.md:1:1: error: the link target does not exist: nowhere.md [broken-link]
           1 | [x](nowhere.md)
             | ^~
             = links are relative to their own file, or begin with / at the site's root

        """)
  }

  @Test func `what only pages have is no setting of a section's text`() {
    let site = Self.site("kind", ["content/items/sections/book.md": "---\nnoindex: true\n---\n"])
    #expect(site.diagnostics().contains("sections/book.md:2:1: error: the front matter has no setting 'noindex'"))
  }

  @Test func `without sections, the folder holds records`() {
    let site = TestSite.list(
      "record: {title: text}\nid: title\n", ["content/items/sections/a.md": "---\ntitle: A\n---\n"])
    #expect(site.diagnostics() == "")
    #expect(site.render()["items/index.html"]?.contains("<li>A</li>") == true)
  }
}
