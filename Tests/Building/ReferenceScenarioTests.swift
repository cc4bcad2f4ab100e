import CellistTestSupport
import Foundation
import Testing

/// References between lists, from what sources say to pages.
@Suite struct ReferenceScenarioTests {
  @Test func `a reference can have terms and play a part in the view`() {
    let people = "record: {id: text, name: text}\nid: id\ntitle-field: name\n"
    for places in ["terms: [who, by]", "sections: who", "sections: [by, who]", "terms: who\nsections: by"] {
      let site = TestSite([
        "content/site.yml": "title: Test\n", "content/people/list.yml": people,
        "content/people/p.yml": "- {id: x, name: Xenia}\n",
        "content/works/list.yml": """
        record: {title: text, who: [{record: people}], by: {record: people}, year: integer, tags: [text]}
        id: title
        view: table
        columns: [title, who, by]
        show: {meta: [who, by]}
        tools: {filter: [who, by]}
        \(places)

        """,
        "content/works/w.yml": "- {title: A, who: [x], by: x, year: 1900, tags: [a]}\n",
      ])
      #expect(site.diagnostics() == "", "\(places)")
      #expect(site.render()["works/index.html"]?.contains(">Xenia</a>") == true, "\(places)")
    }
  }

  @Test func `a list whose sources cannot be read makes no reference wrong`() {
    let site = TestSite([
      "content/site.yml": "title: Test\n",
      "content/people/list.yml": "record: {id: text, name: text}\nid: id\nsources: [../people.yml]\n",
      "content/works/list.yml": "record: {title: text, who: [{record: people}]}\nid: title\n",
      "content/works/w.yml": "- {title: A, who: [x, y]}\n",
    ])
    #expect(
      site.diagnostics() == """
        content/people/list.yml:3:11: error: there is no file '../people.yml' in content/people [missing-source]
           3 | sources: [../people.yml]
             |           ^~~~~~~~~~~~~
             = known here: ../works/w.yml

        """)
  }

  /// Two lists that refer to each other: elements, and those who discovered them.
  private static func site(
    _ files: [String: String] = [:], elements: String = elements, people: String = people, element: String = "",
    person: String = ""
  ) -> TestSite {
    var all = [
      "content/site.yml": "title: Test\ntheme: plain\n",
      "content/elements/list.yml": sorted(elements, by: "symbol"),
      "content/elements/elements.csv": """
      symbol,name,discoverers
      He,Helium,Ramsay;Cleve
      Ne,Neon,Ramsay
      Na,Sodium,Davy
      Fe,Iron,
      """,
      "content/people/list.yml": sorted(people, by: "id"),
      "content/people/people.csv": """
      id,name,born,country
      Davy,Humphry Davy,1778-12-17,England
      Ramsay,William Ramsay,1852-10-02,Scotland
      Cleve,Per Teodor Cleve,1840-02-10,Sweden
      """,
      "themes/plain/pages/list.mustache": """
      {{#@page.sections}}{{#@section.titled}}[{{@section.title}}] {{/@section.titled}}\
      {{#@section.cells}}{{>*@cell}}; {{/@section.cells}}{{/@page.sections}}
      """,
      "themes/plain/cells/cell.mustache": "{{@record.title}}",
      "themes/plain/pages/record.mustache": "{{#@record.fields}}{{name}}: {{html}}\n{{/@record.fields}}",
    ]
    if !element.isEmpty { all["themes/plain/cells/elements/cell.mustache"] = element }
    if !person.isEmpty { all["themes/plain/cells/people/cell.mustache"] = person }
    all.merge(files) { _, own in own }
    return TestSite(all)
  }

  /// The settings of a list, sorted by a field where they do not say how.
  private static func sorted(_ settings: String, by field: String) -> String {
    settings.contains("sort:") ? settings : "\(settings)sort: \(field)\n"
  }

  private static let elements = """
    record:
      symbol: text
      name: text
      discoverers: {type: [{record: people}], split: ";"}
    id: symbol
    title-field: name

    """

  private static let people = """
    record:
      id: text
      name: text
      born: date
      country: text
      discovered: {records-from: elements.discoverers, label: Found}
    id: id
    title-field: name
    flags: {early: {born.year: {below: 1800}}}
    record-pages: true

    """

  /// The text of the pages of the two lists.
  private static func pages(_ site: TestSite) -> [String] {
    let diagnostics = site.diagnostics()
    guard diagnostics.isEmpty else { return [diagnostics] }
    let files = site.render()
    return ["elements", "people"].map { files["\($0)/index.html"] ?? "" }
  }

  @Test func `a list of references opens the scope of each record that it leads to`() {
    let site = Self.site(
      element: """
        {{name}}:{{#discoverers}} <a href="{{@record.url}}">{{name}}</a> {{born.year}} {{@record.id}} \
        {{@record.list.title}}{{#early}} early{{/early}}{{/discoverers}}{{^discoverers}} nobody{{/discoverers}} \
        {{discoverers.count}}
        """)
    #expect(
      Self.pages(site)[0] == """
        Iron: nobody 0; \
        Helium: <a href="/people/ramsay/">William Ramsay</a> 1852 Ramsay people \
        <a href="/people/cleve/">Per Teodor Cleve</a> 1840 Cleve people 2; \
        Sodium: <a href="/people/davy/">Humphry Davy</a> 1778 Davy people early 1; \
        Neon: <a href="/people/ramsay/">William Ramsay</a> 1852 Ramsay people 1; 
        """)
  }

  @Test func `references print as titles, and back references are in the order of their list`() {
    let site = Self.site(
      elements: Self.elements + "sort: [-symbol]\n",
      element: "{{name}}{{#discoverers.any}} by{{#discoverers}} {{.}}{{/discoverers}}{{/discoverers.any}}",
      person: "{{name}}{{#discovered}} {{.}} {{symbol}} {{@record.url}}{{/discovered}} {{discovered.count}}")
    #expect(
      Self.pages(site) == [
        """
        Neon by William Ramsay; Sodium by Humphry Davy; Helium by William Ramsay Per Teodor Cleve; Iron; 
        """,
        """
        Per Teodor Cleve Helium He /elements/#he 1; Humphry Davy Sodium Na /elements/#na 1; \
        William Ramsay Neon Ne /elements/#ne Helium He /elements/#he 2; 
        """,
      ])
  }

  @Test func `fields of a record show references as links`() {
    let files = Self.site(elements: Self.elements + "record-pages: true\n").render()
    #expect(
      files["elements/he/index.html"] == """
        symbol: He
        discoverers: <ul><li><a href="/people/ramsay/">William Ramsay</a></li>\
        <li><a href="/people/cleve/">Per Teodor Cleve</a></li></ul>

        """)
    #expect(files["elements/fe/index.html"] == "symbol: Fe\ndiscoverers: \n")
    #expect(
      files["people/davy/index.html"]?.hasSuffix(
        "discovered: <ul><li><a href=\"/elements/na/\">Sodium</a></li></ul>\n") == true)
  }

  /// Talks with one speaker each, at most.
  private static func talks(
    _ settings: String = "", speaker: String = "{record: people, optional: true}", cell: String, people: String = "",
    _ files: [String: String] = [:]
  ) -> TestSite {
    var all = [
      "content/talks/list.yml": sorted(
        "record: {title: text, speaker: \(speaker)}\nid: title\n\(settings)", by: "title"),
      "content/talks/talks.csv": "title,speaker\nOn gases,Ramsay\nOn gas,Davy\nOn nothing,\nOn neon,Ramsay\n",
      "content/people/list.yml":
        sorted(
          "record: {id: text, name: text, born: date, country: text}\nid: id\ntitle-field: name\n\(people)", by: "id"),
      "content/elements/list.yml": "record: {name: text}\n",
      "content/elements/elements.csv": nil,
      "themes/plain/cells/talks/cell.mustache": cell,
    ]
    all.merge(files) { _, own in own }
    var site = site()
    for (path, text) in all { site.files[path] = text.map { Array($0.utf8) } }
    return site
  }

  private static func page(_ site: TestSite) -> String? {
    let diagnostics = site.diagnostics()
    return diagnostics.isEmpty ? site.render()["talks/index.html"] : diagnostics
  }

  @Test func `a single reference is an optional group of names that prints as a title`() {
    let site = Self.talks(
      cell:
        "{{title}} {{speaker}}{{#speaker}} ({{country}}, {{.}}){{/speaker}}{{^speaker}}–{{/speaker}} {{speaker.born.long}}"
    )
    #expect(
      Self.page(site) == """
        On gas Humphry Davy (England, Humphry Davy) December 17, 1778; \
        On gases William Ramsay (Scotland, William Ramsay) October 2, 1852; \
        On neon William Ramsay (Scotland, William Ramsay) October 2, 1852; On nothing – ; 
        """)
  }

  @Test func `a record without a page is found on its list's page`() {
    let site = Self.talks(cell: "{{speaker.@record.url}} {{speaker.@record.anchor}}", people: "pages: 1\n")
    #expect(
      Self.page(site) == "/people/page/2/#davy davy; /people/page/3/#ramsay ramsay; /people/page/3/#ramsay ramsay;  ; ")
  }

  @Test func `settings follow references`() {
    func shown(_ settings: String) -> String? { Self.page(Self.talks(settings, cell: "{{title}}")) }
    #expect(shown("sort: [speaker, -title]\n") == "On gas; On neon; On gases; On nothing; ")
    #expect(shown("sort: [-speaker.country, title]\n") == "On gases; On neon; On gas; On nothing; ")
    #expect(shown("sort: [speaker.born.year, title]\n") == "On gas; On gases; On neon; On nothing; ")
    #expect(shown("where: {speaker: Ramsay}\n") == "On gases; On neon; ")
    #expect(shown("where: {speaker: {exists: false}}\n") == "On nothing; ")
    #expect(shown("where: {speaker.born: {below: 1800-01-01}}\n") == "On gas; ")
    #expect(shown("where: {not: {speaker.country: {matches: ^S}}}\n") == "On gas; On nothing; ")
    #expect(
      shown("sections: {by: speaker}\n")
        == "[Humphry Davy] On gas; [William Ramsay] On gases; On neon; [Other] On nothing; ")
    #expect(
      shown("sections: {by: speaker.born.year, order: descending, missing: Nobody}\n")
        == "[1852] On gases; On neon; [1778] On gas; [Nobody] On nothing; ")
    #expect(
      Self.page(
        Self.talks(
          "flags: {early: {speaker.born.year: {below: 1800}}}\ncells: [{template: old, when: {early: true}}, cell]\n",
          cell: "{{title}}", ["themes/plain/cells/old.mustache": "old {{title}}"]))
        == "old On gas; On gases; On neon; On nothing; ")
    #expect(
      Self.page(
        Self.talks(
          "sections: {by: speaker.country, footer: {speaker.born.year: max}}\n", cell: "{{title}}",
          [
            "themes/plain/pages/list.mustache":
              "{{#@page.sections}}{{#@section.aggregates}}{{label}} {{value}}; {{/@section.aggregates}}{{/@page.sections}}"
          ])) == "max born 1778; max born 1852; ")
  }

  @Test func `settings follow lists of references`() {
    func shown(_ settings: String) -> String { Self.pages(Self.site(elements: Self.elements + settings))[0] }
    #expect(shown("sort: [discoverers, name]\n") == "Sodium; Neon; Helium; Iron; ")
    #expect(
      shown("sections: {by: discoverers}\n")
        == "[Humphry Davy] Sodium; [Per Teodor Cleve] Helium; [William Ramsay] Helium; Neon; [Other] Iron; ")
    #expect(shown("sections: {by: discoverers.born.year}\n").hasPrefix("[1778] Sodium; [1840] Helium; [1852] Helium"))
    #expect(shown("sections: {by: discoverers.born.month}\n").hasPrefix("[December 1778] Sodium; "))
    #expect(shown("where: {discoverers: {contains: Cleve}}\n") == "Helium; ")
    #expect(shown("where: {discoverers.country: {contains: Scotland}}\n") == "Helium; Neon; ")
    #expect(shown("where: {discoverers.count: 2}\n") == "Helium; ")
  }

  @Test(arguments: ["sort: discoverers\n", "sections: {by: discoverers}\n", "where: {discoverers.count: {above: 0}}\n"])
  func `what refers to a record is found when its list is placed by that reference`(settings: String) {
    let site = Self.site(
      elements: Self.elements + settings, person: "{{name}}{{#discovered.any}} found something{{/discovered.any}}")
    #expect(Self.pages(site)[1].components(separatedBy: "found something").count == 4)
  }

  @Test func `what is not published is absent`() {
    let files = [
      "content/people/people.csv": """
      id,name,born,country,draft,publish,expires
      Davy,Humphry Davy,1778-12-17,England,true,,
      Ramsay,William Ramsay,1852-10-02,Scotland,,2100-01-01,
      Cleve,Per Teodor Cleve,1840-02-10,Sweden,,,
      """
    ]
    #expect(
      Self.pages(Self.site(files, element: "{{name}}{{#discoverers}} {{.}}{{/discoverers}}"))[0]
        == "Iron; Helium Per Teodor Cleve; Sodium; Neon; ")
    #expect(
      Self.pages(Self.site(files, elements: Self.elements + "where: {discoverers.count: {above: 0}}\n"))[0]
        == "Helium; ")
    for speaker in ["{record: people, optional: true}", "{record: people}"] {
      let talks = ["content/talks/talks.csv": "title,speaker\nOn gas,Davy\nOn helium,Cleve\n"]
      let site = Self.talks(
        "sort: [speaker]\n", speaker: speaker, cell: "{{title}}{{#speaker}} {{name}}{{/speaker}}",
        files.merging(talks) { first, _ in first })
      #expect(Self.page(site) == "On helium Per Teodor Cleve; On gas; ")
    }
  }

  @Test func `what its own list leaves out is absent on pages, and there for settings`() {
    let site = Self.talks(
      "where: {speaker.country: {exists: true}}\n", cell: "{{title}}{{#speaker}} {{name}}{{/speaker}}",
      people: "where: {country: England}\n")
    #expect(Self.page(site) == "On gas Humphry Davy; On gases; On neon; ")
    let limited = Self.talks(cell: "{{title}}{{#speaker}} {{name}}{{/speaker}}", people: "sort: [name]\nlimit: 1\n")
    #expect(Self.page(limited) == "On gas Humphry Davy; On gases; On neon; On nothing; ")
    let back = Self.site(
      elements: Self.elements + "where: {symbol: {in: [Na]}}\n", person: "{{name}}{{#discovered}} {{.}}{{/discovered}}")
    #expect(Self.pages(back)[1] == "Per Teodor Cleve; Humphry Davy Sodium; William Ramsay; ")
  }

  @Test func `a list may refer to itself, and templates follow references any number of times`() {
    let site = TestSite.list(
      """
      record: {name: text, parent: {record: items, optional: true}, parts: {records-from: items.parent}}
      id: name
      sort: name
      """, ["x.csv": "name,parent\nWorld,\nEurope,World\nAlps,Europe\nEiger,Alps\n"],
      cell:
        "{{name}}:{{#parent}} {{parent.parent}}{{#parent}} in {{name}}{{#parts}} ({{.}}){{/parts}}{{/parent}}{{/parent}}; "
    )
    #expect(site.diagnostics() == "")
    #expect(
      site.render()["items/index.html"]?.replacing("<h2>items</h2><ul>", with: "")
        == "Alps:  in World (Europe); Eiger: World in Europe (Alps); Europe: ; World:; </ul>")
  }

  @Test func `through a person back to elements`() {
    let site = Self.site(
      element:
        "{{name}}:{{#discoverers}}{{#discovered}} {{name}} by{{#discoverers}} {{@record.slug}}{{/discoverers}},{{/discovered}}{{/discoverers}}"
    )
    #expect(
      Self.pages(site)[0] == """
        Iron:; Helium: Helium by ramsay cleve, Neon by ramsay, Helium by ramsay cleve,; Sodium: Sodium by davy,; \
        Neon: Helium by ramsay cleve, Neon by ramsay,; 
        """)
  }

  @Test func `a template that follows a circle without end is reported`() {
    let site = Self.site(
      [
        "themes/plain/parts/tree.mustache":
          "{{name}}{{#discoverers}}{{#discovered}}{{>tree}}{{>tree}}{{/discovered}}{{/discoverers}}"
      ],
      element: "{{>tree}}")
    #expect(
      site.diagnostics() == """
        themes/plain/parts/tree.mustache:1:43: error: the template 'tree' includes itself, and does not end within 64 levels [recursive-partial]
           1 | {{name}}{{#discoverers}}{{#discovered}}{{>tree}}{{>tree}}{{/discovered}}{{/discoverers}}
             |                                           ^~~~

        """)
  }

  @Test func `variants of a target offer the fields of all of them`() {
    let site = Self.talks(
      speaker: "{record: works}", cell: "{{speaker.title}}{{#speaker}} {{pages}}|{{minutes}} {{kind}}{{/speaker}}",
      [
        "content/works/list.yml":
          "record: {by: kind, book: {title: text, pages: integer}, film: {title: text, minutes: integer}}\nid: title\n",
        "content/works/works.csv": "kind,title,pages,minutes\nbook,Emma,474,\nfilm,Clueless,,97\n",
        "content/talks/talks.csv": "title,speaker\nA,Emma\nB,Clueless\n",
      ])
    #expect(Self.page(site) == "Emma 474| book; Clueless |97 film; ")
  }

  @Test func `headings have no ids where a text is shown through a reference`() {
    let site = Self.talks(
      speaker: "{record: pages}", cell: "{{#speaker}}{{body}}{{/speaker}}",
      [
        "content/pages/list.yml": "record: {name: text}\n", "content/pages/a.md": "---\nname: A\n---\n# One\n",
        "content/talks/talks.csv": "title,speaker\nA,a\nB,a\n",
        "themes/plain/cells/pages/cell.mustache": "{{body}}",
      ])
    #expect(Self.page(site) == "<h4>One</h4>\n; <h4>One</h4>\n; ")
    #expect(site.render()["pages/index.html"] == "<h4 id=\"a--one\">One</h4>\n; ")
  }

  @Test func `the list at the root is called a dot`() {
    let site = TestSite([
      "content/site.yml": "title: Test\ntheme: plain\n",
      "content/list.yml": "record: {name: text, subs: {records-from: sub.up}}\n",
      "content/a.md": "---\nname: A\n---\n",
      "content/sub/list.yml": "record: {name: text, up: {record: .}}\n",
      "content/sub/b.md": "---\nname: B\nup: a\n---\n",
      "themes/plain/pages/list.mustache":
        "{{#@page.sections}}{{#@section.cells}}{{>*@cell}}{{/@section.cells}}{{/@page.sections}}",
      "themes/plain/cells/cell.mustache": "{{name}}{{#subs}} {{name}}{{/subs}}",
      "themes/plain/cells/sub/cell.mustache": "{{name}} {{up}} {{up.@record.url}}",
    ])
    #expect(site.diagnostics() == "")
    let files = site.render()
    #expect(files["index.html"] == "A B")
    #expect(files["sub/index.html"] == "B A /#a")
  }
}
