import CellistTestSupport
import Testing

/// Data that lies in no list is published as it is, and somebody may have meant it for one.
@Suite struct DataFileTests {
  private func site(_ files: [String: String]) -> TestSite {
    TestSite.list("record: {title: text}\nid: title\n", files.merging(["x.yml": "title: A\n"]) { own, _ in own })
  }

  @Test func `a table in a folder without a list is a warning`() {
    #expect(
      site(["content/papers/papers.csv": "title\nA\n"]).diagnostics() == """
        content/papers/papers.csv:1:1: warning: the file is published as it is: it is in no list, and no page links to it [no-records]
           1 | title
             | ^~~~~
             = a list.yml in its folder makes it a list; a link to the file keeps it as it is without this warning

        """)
  }

  @Test(arguments: [
    ["content/index.md": "[data](papers/p.csv)"], ["content/index.md": "[data](/papers/p.csv?x)"],
    ["x.yml": "title: A\nbody: '[data](../papers/p.csv)'\n"],
    ["content/site.yml": "title: T\ntheme: plain\nmenu: [{title: P, url: papers/p.csv}]\n"],
    ["themes/plain/cells/cell.mustache": "<li><a href=\"/papers/p.csv\">{{@record.title}}</a></li>"],
    ["content/other/list.yml": "record: {title: text}\nid: title\nsources: [../papers/p.csv]\n"],
  ])
  func `one that a page links to, or a list reads, is none`(files: [String: String]) {
    let site = site(files.merging(["content/papers/p.csv": "title\nB\n"]) { own, _ in own })
    #expect(site.diagnostics() == "")
  }

  @Test(arguments: [
    "record: {title: text\nsources: [../papers/p.csv]\n", "recrd: {title: text}\nsources: [../papers/p.csv]\n",
    "record: {title: text}\nid: title\nsorces: [../papers/p.csv]\n",
    "records-of: nowhere\nsources: [../papers/p.csv]\n",
    "record: {title: text}\nid: title\nsources: ../papers/p.csv\n",
    "record: {title: text}\nid: title\nsources: [{fil: ../papers/p.csv}]\n",
  ])
  func `one is none while it is not known what a list reads`(settings: String) {
    let printed = site(["content/papers/p.csv": "title\nB\n", "content/other/list.yml": settings]).diagnostics()
    #expect(printed.split(separator: "\n").count { $0.contains(": error: ") } == 1, "\(printed)")
    #expect(!printed.contains("[no-records]"), "\(printed)")
  }

  @Test func `texts that a list with a mistake reads are not refused as pages`() {
    let text = "---\nname: A\nborn: 1900\n---\nHi\n"
    let settings = "recrd: {name: text}\nsources: [../people/*.md]\n"
    let printed = site(["content/people/a.md": text, "content/other/list.yml": settings]).diagnostics()
    #expect(printed.contains("[missing-setting]") && !printed.contains("[unknown-key]"), "\(printed)")
    #expect(site(["content/people/a.md": text]).diagnostics().contains("[unknown-key]"))
  }

  @Test func `a list whose sources are misspelt has no second warning`() {
    let files = ["content/books/x.bib": "@book{a, title={A}}\n"]
    let wrong = files.merging(["content/books/list.yml": "record: {title: text}\nsorces: [x.bib]\n"]) { own, _ in own }
    let printed = site(wrong).diagnostics()
    #expect(printed.contains("has no setting 'sorces'") && !printed.contains("[no-records]"), "\(printed)")
    let none = files.merging(["content/books/list.yml": "record: {title: text}\n"]) { own, _ in own }
    #expect(site(none).diagnostics().contains("the list has no records, and this file is published as it is"))
  }

  @Test func `settings of other programs at the site's top are none`() {
    #expect(site(["content/netlify.toml": "", "content/manifest.json": "{}", "content/x.txt": ""]).diagnostics() == "")
    #expect(site(["content/x.csv": "a\n"]).diagnostics().contains("warning"))
    #expect(site(["content/a/x.json": "[]\n"]).diagnostics().contains("warning"))
  }
}
