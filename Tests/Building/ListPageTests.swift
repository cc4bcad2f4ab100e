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

  @Test func `headings of an introduction have no id that a record or a section has`() {
    var site = TestSite.list(
      "record: {name: text, kind: text}\nid: name\nsections: {by: kind}\n",
      [
        "a.csv": "name,kind\nnotes,gas\nnotes-2,solid\n",
        "index.md": "# Notes\n\n# Notes\n\n# Gas\n\n# Records\n\n# Other\n\n# a--b\n",
      ], cell: "<li id=\"{{@record.anchor}}\">{{name}}</li>")
    site.files["themes/plain/pages/list.mustache"] = Array(
      "{{@page.content}}{{#@page.sections}}<ul id=\"{{@section.anchor}}\" data-cells>{{#@section.cells}}{{>*@cell}}{{/@section.cells}}</ul>{{/@page.sections}}"
        .utf8)
    #expect(site.diagnostics() == "")
    let page = site.render()["items/index.html"] ?? ""
    let ids = page.matches(of: /id="([^"]*)"/).map { String($0.output.1) }
    #expect(
      ids == [
        "content:notes", "content:notes-2", "content:gas", "content:records", "other", "content:a--b", "gas", "notes",
        "solid",
        "notes-2",
      ])
  }
}
