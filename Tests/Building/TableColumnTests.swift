import CellistTestSupport
import Testing

/// Tables as spreadsheets write them: empty rows, spaces around headings, columns that nobody reads.
@Suite struct TableColumnTests {
  private func site(_ table: String, _ settings: String = "record: {name: text, year: integer?}\nid: name\n")
    -> TestSite
  {
    .list(settings, ["a.csv": table], cell: "<li>{{name}} {{year}}</li>")
  }

  @Test(arguments: [
    "name,year\nA,1\n,\n , \n\"\",\n\n", " name , year\t\nA,1\n", "name,year,,\nA,1,x,y\n", ",name,year\n0,A,1\n",
    "name,year\nA,1\n,,,,\n",
  ])
  func `are read`(table: String) {
    let site = site(table)
    #expect(site.diagnostics() == "")
    #expect(site.render()["items/index.html"] == "<h2>items</h2><ul><li>A 1</li></ul>")
  }

  @Test func `a title above the header is told from it`() {
    let messages = site(
      "Names of 2026;;\nname;year;\nA;1;\n", "record: {name: text}\nid: name\nsources: [{file: a.csv, delimiter: ;}]\n"
    )
    .diagnostics()
    #expect(messages.contains("the table has no column 'name'"), "\(messages)")
    #expect(messages.contains("'skip: 1' of the source"), "\(messages)")
  }

  @Test func `columns that share a name are read by their numbers`() {
    let table = "name,note,note,year\nA,x,y,1\n"
    let ignoring = "record: {name: text, year: integer?}\nid: name\nextra-keys: ignore\n"
    #expect(site(table, ignoring).diagnostics() == "")
    #expect(
      site(table, "record: {name: text, year: integer?, note: text}\nid: name\n").diagnostics().hasPrefix(
        """
        content/items/a.csv:1:11: error: the header has the column 'note' twice [duplicate-key]
        """))
    #expect(site(table).diagnostics().contains("error: no field is called 'note 1'"))
    let numbered = "record: {name: {type: text, from: note 2}, year: integer?}\nid: name\nextra-keys: ignore\n"
    #expect(site(table, numbered).render()["items/index.html"] == "<h2>items</h2><ul><li>y 1</li></ul>")
  }
}
