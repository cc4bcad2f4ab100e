import CellistTestSupport
import Testing

/// References that name records otherwise than by their ids, and those that lead to none.
@Suite struct ReferenceNameTests {
  private static func site(
    _ field: String, _ papers: String, settings: String = "", people: String = people
  ) -> TestSite {
    TestSite([
      "content/site.yml": "title: Test\ntheme: plain\n",
      "content/people/list.yml": """
      record: {id: text, name: text, aka: {type: [text], split: ";"}, born: "integer?", papers: {records-from: papers.by}}
      id: id
      title-field: name
      record-pages: true
      """,
      "content/people/p.csv": people,
      "content/papers/list.yml": "record: {title: text, by: \(field)}\nid: title\nsort: title\n\(settings)",
      "content/papers/a.csv": "title,by\n\(papers)",
      "themes/plain/pages/list.mustache": """
      {{#@page.sections}}<h2>{{@section.title}}</h2>{{#@section.cells}}{{>*@cell}}{{/@section.cells}}{{/@page.sections}}
      """,
      "themes/plain/pages/record.mustache": "{{#papers}}{{title}};{{/papers}}",
      "themes/plain/pages/term.mustache": "{{@page.title}}", "themes/plain/pages/terms.mustache": "{{@page.title}}",
      "themes/plain/cells/cell.mustache": "<li>{{#@record.fields}}{{html}}{{/@record.fields}}</li>",
      "themes/plain/cells/papers/cell.mustache":
        "<li>{{title}}: {{#@record.fields}}{{html}}{{/@record.fields}}{{#by}}({{name}}){{/by}}</li>",
    ])
  }

  private static let people = """
    id,name,aka,born
    ada,Ada Lovelace,Ada King;Countess,1815
    cb,Charles Babbage,Babbage,1791
    mc,Mary,Countess,1780

    """

  private static let reference = "{type: [{record: people}], split: \";\", also: [name, aka]"

  @Test func `records are found by other names, whatever their capitals, and backwards as well`() {
    let site = Self.site("\(Self.reference)}", "A,ada king\nB,Charles Babbage ;ada\nC,\n")
    #expect(site.diagnostics() == "")
    let ada = "<a href=\"/people/ada/\">Ada Lovelace</a>"
    let page = site.render()["papers/index.html"] ?? ""
    #expect(page.contains("A: <ul><li>\(ada)</li></ul>(Ada Lovelace)"))
    #expect(page.contains("B: <ul><li><a href=\"/people/cb/\">Charles Babbage</a></li><li>\(ada)</li></ul>"))
    #expect(site.render()["people/ada/index.html"] == "A;B;")
  }

  @Test func `settings see the records that names lead to`() {
    let site = Self.site(
      "{record: people, also: [aka], optional: true}", "A,Babbage\nB,cb\nC,ada\n",
      settings: "sections: by\nterms: by\nwhere: {by: CB}\nexports: json\n")
    let files = site.render()
    #expect(files["papers/index.html"]?.contains("<h2>Charles Babbage</h2><li>A: ") == true, "\(site.diagnostics())")
    #expect(files["papers/index.html"]?.contains("<li>C") == false)
    #expect(files["papers/by/charles-babbage/index.html"] == "Charles Babbage")
    #expect(files["papers/index.json"]?.contains("\"title\": \"A\", \"by\": \"cb\"") == true)
  }

  @Test func `a text that no record answers to stands there without a link where the settings say so`() {
    let site = Self.site(
      "\(Self.reference), missing: text}", "A,Luigi <M>;ada\n", settings: "tools: {filter: by}\nsections: by\n")
    #expect(site.diagnostics() == "")
    let page = site.render()["papers/index.html"] ?? ""
    let cell = "<ul><li>Luigi &lt;M&gt;</li><li><a href=\"/people/ada/\">Ada Lovelace</a></li></ul>(Ada Lovelace)"
    #expect(page.contains(cell), "\(page)")
    #expect(page.contains("<h2>Luigi &lt;M&gt;</h2>"))
    #expect(site.render()["papers/tools.json"]?.contains("\"words\": [\"Luigi <M>\", \"Ada Lovelace\"]") == true)
    let warned = Self.site("{record: people, missing: warning}", "A,Luigi\n")
    #expect(
      warned.diagnostics().contains(
        "content/papers/a.csv:2:3: warning: 'by' refers to \"Luigi\", which no record of 'people' has for its id"))
    #expect(warned.render()["papers/index.html"]?.contains("A: Luigi</li>") == true)
  }

  @Test func `a draft is known, and is no text`() {
    let site = Self.site(
      "\(Self.reference), missing: text}", "A,Countess\nB,mc\n",
      people: "id,name,aka,draft\nmc,Mary,Countess,true\n")
    #expect(site.diagnostics() == "")
    #expect(site.render()["papers/index.html"]?.contains("A: </li>") == true)
    #expect(site.render()["papers/index.html"]?.contains("B: </li>") == true)
  }

  @Test func `what names several records or none is told with its place`() {
    #expect(
      Self.site("\(Self.reference)}", "A,ada;Countess\nB,Babage\n").diagnostics() == """
        content/papers/a.csv:2:3: error: 'by' refers to "Countess", which names 2 records of 'people' [unknown-record]
           2 | A,ada;Countess
             |   ^~~
             = they are "ada" and "mc"; write the id of the one that is meant
        content/papers/a.csv:3:3: error: 'by' refers to "Babage", which no record of 'people' has for its id or a name [unknown-record]
           3 | B,Babage
             |   ^~~~~~
             = known here: ada, cb, mc

        """)
    #expect(
      Self.site("{record: people}", "A,Ada\n").diagnostics() == "", "capitals make no difference")
    #expect(
      Self.site("{record: people}", "A,Ada\n", settings: "fold: false\n").diagnostics().contains(
        "'by' refers to \"Ada\", which no record of 'people' has for its id"))
  }

  @Test(arguments: [
    ("{record: people, missing: txt}", "'missing' must be error, warning or text, found \"txt\""),
    ("{record: people, also: [nmae]}", "'also' names text fields of the list 'people', and 'nmae' is none"),
    ("{record: people, also: born}", "'also' names text fields of the list 'people', and 'born' is none"),
    ("{type: text, missing: text}", "'missing' is for references, and 'by' is text"),
    ("{type: text, also: name}", "'also' is for references, and 'by' is text"),
  ])
  func `settings that do not fit are told`(field: String, message: String) {
    #expect(Self.site(field, "").diagnostics().contains("error: \(message)"))
  }
}
