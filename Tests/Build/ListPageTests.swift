import CellistTestSupport
import Testing

@Suite struct ListPageTests {
  @Test func `records of a table become cells in the order of the list`() {
    let site = TestSite.list(
      "record: {name: text, year: integer}\nid: name\nsort: [-year]",
      ["items.csv": "name,year\nOld,1900\nNew,2000\n"])
    #expect(site.diagnostics() == "")
    #expect(site.render()["items/index.html"] == "<h2>items</h2><ul><li>New</li><li>Old</li></ul>")
  }

  @Test func `a column that a table lacks is reported once, at its header`() {
    let site = TestSite.list(
      "record: {name: text, year: integer}\nid: name", ["items.csv": "name\nOld\nNew\n"])
    #expect(
      site.diagnostics() == """
        content/items/items.csv:1:1: error: the table has no column 'year' [missing-value]
           1 | name
             | ^~~~
             = give it a value, or make the field optional in list.yml: year: integer?

        """)
  }
}
