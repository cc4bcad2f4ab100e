import CellistTestSupport
import Testing

/// The promises of `merge`: each rule, and each message in full.
@Suite struct MergedSourcesTests {
  private static let record = """
    record: {symbol: text, name: text, mass: "number?", state: {choice: [gas, solid], default: solid}, notes: "markdown?"}
    id: symbol
    sort: [symbol]

    """

  private static let base = "symbol,name,mass,state,notes\nH,Hydrogen,1,gas,light\nHe,Helium,4,gas,\nLi,Lithium,7,,\n"

  private static let cell = "{{name}} {{mass}} {{state}} {{notes.text}}{{@record.body}};"

  private static func site(_ sources: String, _ files: [String: String], settings: String = record) -> TestSite {
    var files = files
    if files["base.csv"] == nil { files["base.csv"] = base }
    return TestSite.list("\(settings)sources: [base.csv, \(sources)]\n", files, cell: cell)
  }

  private static func page(_ site: TestSite) -> String {
    site.render()["items/index.html"]?.replacing(/<[^>]*>/, with: "") ?? site.diagnostics()
  }

  private static let fixes = "{file: fixes.csv, merge: update}"

  // MARK: Updating

  @Test func `an update gives the fields that it has, and adds the records that there are not`() {
    let site = Self.site(
      Self.fixes, ["fixes.csv": "symbol,mass,name,state\nH,1.0080,,\nBe,9,Beryllium,\nHe,,,solid\n"])
    #expect(site.diagnostics() == "")
    #expect(
      Self.page(site)
        == "Items Beryllium 9 solid ;Hydrogen 1.0080 gas light;Helium 4 solid ;Lithium 7 solid ;"
        .replacing("Items ", with: "items"))
  }

  @Test func `a null clears, and what is absent leaves`() {
    let site = Self.site(
      "{file: fixes.yml, merge: update}",
      ["fixes.yml": "- {symbol: H, mass: null, notes: ~}\n- {symbol: He, state: null}\n- {symbol: Li}\n"])
    // The default comes back where a value is cleared. A bare ~ is null in YAML.
    #expect(Self.page(site) == "itemsHydrogen  gas ;Helium 4 solid ;Lithium 7 solid ;")
  }

  @Test func `updates come in their order, and so do the rows of one`() {
    let site = Self.site(
      "{file: one.csv, merge: update}, {file: two.json, merge: update}",
      [
        "one.csv": "symbol,mass,name\nH,2,\nH,3,Hydro\n", "two.json": #"[{"symbol": "H", "mass": null}]"#,
      ])
    #expect(Self.page(site) == "itemsHydro  gas light;Helium 4 gas ;Lithium 7 solid ;")
  }

  @Test func `what an update lacks another source may give`() {
    let site = Self.site(
      Self.fixes, ["base.csv": "symbol,name\nH,\nHe,Helium\n", "fixes.csv": "symbol,name\nH,Hydrogen\n"])
    #expect(Self.page(site) == "itemsHydrogen  solid ;Helium  solid ;")
  }

  @Test func `a wrong value that is corrected is not wrong`() {
    let site = Self.site(
      Self.fixes, ["base.csv": "symbol,name,mass\nH,Hydrogen,one\n", "fixes.csv": "symbol,mass\nH,1\n"])
    #expect(Self.page(site) == "itemsHydrogen 1 solid ;")
  }

  @Test func `what is missing is missing in the record, and what is cleared where it is cleared`() {
    let site = Self.site(
      "\(Self.fixes), {file: nulls.yml, merge: update}",
      [
        "base.csv": "symbol,mass\nH,1\nHe,4\nLi,7\n", "fixes.csv": "symbol,name\nH,Hydrogen\nLi,Lithium\n",
        "nulls.yml": "- {symbol: Li, name: null}\n",
      ])
    #expect(
      site.diagnostics() == """
        content/items/base.csv:3:1: error: 'name' is missing [missing-value]
           3 | He,4
             | ^~
             = give it a value, or make the field optional in list.yml: name: text?
        content/items/nulls.yml:1:22: error: 'name' is missing [missing-value]
           1 | - {symbol: Li, name: null}
             |                      ^~~~
             = give it a value, or make the field optional in list.yml: name: text?

        """)
  }

  @Test func `values are reported where they are written`() {
    let site = Self.site(
      Self.fixes, ["fixes.csv": "symbol,mass,state,nme\nHe,four,liquid,x\n", "base.csv": "symbol,name\nHe,Helium\n"])
    #expect(
      site.diagnostics() == """
        content/items/fixes.csv:1:19: error: no field is called 'nme' [unknown-key]
           1 | symbol,mass,state,nme
             |                   ^~~
             = did you mean 'name'?
        content/items/fixes.csv:2:4: error: 'mass' must be a number, found "four" [invalid-value]
           2 | He,four,liquid,x
             |    ^~~~
        content/items/fixes.csv:2:9: error: 'state' must be one of the declared choices, found "liquid" [unknown-choice]
           2 | He,four,liquid,x
             |         ^~~~~~
             = known here: gas, solid

        """)
  }

  @Test func `a record that an update adds for want of another is likely meant for it`() {
    let site = Self.site(Self.fixes, ["fixes.csv": "symbol,mass\nLy,7\nXx,1\n"])
    #expect(
      site.diagnostics() == """
        content/items/fixes.csv:2:1: error: 'name' is missing [missing-value]
           2 | Ly,7
             | ^~
             = no source before this one has the id "Ly", so it is a new record; did you mean 'Li'?
        content/items/fixes.csv:3:1: error: 'name' is missing [missing-value]
           3 | Xx,1
             | ^~
             = no source before this one has the id "Xx", so it is a new record

        """)
  }

  @Test func `an update must say of which records`() {
    let site = Self.site(
      "\(Self.fixes), {file: more.csv, merge: update}",
      ["fixes.csv": "name,mass\nHelium,4\nLithium,7\n", "more.csv": "symbol,mass\n,7\n"])
    #expect(
      site.diagnostics() == """
        content/items/fixes.csv:1:1: error: the table has no column 'symbol' [missing-value]
           1 | name,mass
             | ^~~~
             = it identifies the records that the rows are about
        content/items/more.csv:2:1: error: the record has no id, since 'symbol' is empty [missing-id]
           2 | ,7
             | ^

        """)
  }

  @Test func `the text of a Markdown file merges as a field does`() {
    var site = TestSite.list(
      "record: {name: text, mass: integer?}\nsources: [a.md, b.md, {file: \"more/*.md\", merge: update}]\n",
      [
        "a.md": "---\nname: A\n---\nOne\n", "b.md": "---\nname: B\n---\nTwo\n",
        "more/a.md": "---\nmass: 2\n---\n", "more/b.md": "Other\n",
      ], cell: "{{name}} {{mass}} {{@record.body}};")
    #expect(Self.page(site) == "itemsA 2 One\n;B  Other\n;")
    site.files["content/items/more/a.md"] = Array("---\nname:\n---\n".utf8)
    #expect(
      site.diagnostics() == """
        content/items/more/a.md:2:6: error: 'name' is missing [missing-value]
           2 | name:
             |      ^
             = give it a value, or make the field optional in list.yml: name: text?

        """)
  }

  @Test func `when a record is published merges as fields do`() {
    let site = TestSite.list(
      "record: {name: text}\nid: name\nsources: [base.yml, {file: fixes.yml, merge: update}, \(Self.fixes)]\n",
      [
        "base.yml": """
        - {name: A, draft: true}
        - {name: B, expires: 2020-01-01}
        - {name: C, publish: 2030-01-01}
        - {name: D}
        - {name: E}
        - {name: F, draft: true}
        """,
        "fixes.yml": """
        - {name: A, draft: null}
        - {name: B, expires: 2030-01-01}
        - {name: C, publish: 2020-01-01}
        - {name: D, draft: true}
        - {name: E, expires: 2020-01-01}
        """,
        "fixes.csv": "name,draft,publish\nF,,\nA,,2020-01-01\n",
      ], cell: "{{name}};")
    #expect(Self.page(site) == "itemsA;B;C;")
  }

  @Test func `nested keys and keys of other names are fields like others`() {
    let site = TestSite.list(
      """
      record: {id: text, english: {type: text, from: name.common}, formal: {type: text, from: name.official}}
      id: id
      sources: [base.json, {file: fixes.csv, merge: update}, {file: more.yml, merge: update}]
      """,
      [
        "base.json": #"[{"id": "ch", "name": {"common": "Swiss", "official": "Confederation"}}]"#,
        "fixes.csv": "id,name.common\nch,Switzerland\n",
        "more.yml": "- {id: ch, name: {official: Swiss Confederation}}\n",
      ], cell: "{{english}}, {{formal}};")
    #expect(Self.page(site) == "itemsSwitzerland, Swiss Confederation;")
  }

  // MARK: Variants

  private static let variants = """
    record: {by: kind, talk: {title: text, speaker: text}, pause: {title: text}}
    id: title
    sources: [base.yml, {file: fixes.yml, merge: update}]

    """

  @Test func `an update may leave out what kind of record it is about`() {
    let site = TestSite.list(
      Self.variants + "cells: {by: kind}\n",
      [
        "base.yml": "- {kind: talk, title: One, speaker: Ada}\n- {kind: pause, title: Two}\n",
        "fixes.yml": "- {title: One, speaker: Bo}\n- {kind: pause, title: Two}\n",
        "themes/plain/cells/talk.mustache": "{{title}} {{speaker}};", "themes/plain/cells/pause.mustache": "{{title}};",
      ])
    #expect(Self.page(site) == "itemsOne Bo;Two;")
  }

  @Test func `an update cannot make one kind of record another`() {
    let site = TestSite.list(
      Self.variants,
      [
        "base.yml": "- {kind: talk, title: One, speaker: Ada}\n- {kind: pause, title: Two}\n",
        "fixes.yml": """
        - {title: One, kind: pause}
        - {title: Two, speaker: Bo}
        - {title: Two, kind: null}
        - {title: Two, kind: puase}
        - {title: Three}
        """,
      ])
    #expect(
      site.diagnostics() == """
        content/items/fixes.yml:1:22: error: an update cannot change 'kind', which is "talk" [invalid-value]
           1 | - {title: One, kind: pause}
             |                      ^~~~~
             = remove this record with 'merge: remove', and add one of the other kind
        content/items/fixes.yml:2:16: error: a record of the variant 'pause' has no field 'speaker' [unknown-key]
           2 | - {title: Two, speaker: Bo}
             |                ^~~~~~~
             = known here: kind, title, body
        content/items/fixes.yml:3:22: error: an update cannot change 'kind', which is "pause" [invalid-value]
           3 | - {title: Two, kind: null}
             |                      ^~~~
             = remove this record with 'merge: remove', and add one of the other kind
        content/items/fixes.yml:4:22: error: there is no variant 'puase' [unknown-variant]
           4 | - {title: Two, kind: puase}
             |                      ^~~~~
             = did you mean 'pause'?
        content/items/fixes.yml:5:3: error: 'kind', which names the kind of the record, is missing [missing-value]
           5 | - {title: Three}
             |   ^~~~~~
             = no source before this one has the id "Three", so it is a new record

        """)
  }

  // MARK: Removing

  @Test func `records that are removed are not there, whatever is wrong with them`() {
    let site = Self.site(
      "{file: gone.csv, merge: remove}",
      ["base.csv": "symbol,name,mass\nH,Hydrogen,1\nHe,,four\n", "gone.csv": "symbol,notes\nHe,not wanted\n"])
    #expect(Self.page(site) == "itemsHydrogen 1 solid ;")
  }

  @Test func `an id that nothing has is a warning, and a key that no field has is an error`() {
    var site = Self.site(
      "{file: gone.csv, merge: remove}", ["gone.csv": "symbol,name\nHee,\nLi,\nLi,\n"])
    #expect(
      site.diagnostics() == """
        content/items/gone.csv:2:1: warning: no record has the id "Hee", so there is nothing to remove [unknown-record]
           2 | Hee,
             | ^~~
             = did you mean 'He'?
        content/items/gone.csv:4:1: warning: no record has the id "Li", so there is nothing to remove [unknown-record]
           4 | Li,
             | ^~
             = known here: H, He

        """)
    #expect(Self.page(site) == "itemsHydrogen 1 gas light;Helium 4 gas ;")
    site.files["content/items/gone.csv"] = Array("symbol,why\nLi,heavy\n".utf8)
    #expect(
      site.diagnostics() == """
        content/items/gone.csv:1:8: error: no field is called 'why' [unknown-key]
           1 | symbol,why
             |        ^~~
             = declare it in list.yml, or pass over such keys with extra-keys: ignore

        """)
  }

  @Test func `sources are read in their order`() {
    let files = [
      "fixes.csv": "symbol,name\nHe,Helium II\n", "gone.csv": "symbol\nHe\n", "more.csv": "symbol,name\nBe,Beryllium\n",
    ]
    let gone = "{file: gone.csv, merge: remove}"
    #expect(Self.page(Self.site("\(Self.fixes), \(gone)", files)) == "itemsHydrogen 1 gas light;Lithium 7 solid ;")
    #expect(
      Self.page(Self.site("\(gone), \(Self.fixes)", files))
        == "itemsHydrogen 1 gas light;Helium II  solid ;Lithium 7 solid ;")
    for sources in ["\(gone), more.csv", "\(Self.fixes), more.csv, \(gone)", "more.csv, \(gone)"] {
      #expect(
        Self.page(Self.site(sources, files)) == "itemsBeryllium  solid ;Hydrogen 1 gas light;Lithium 7 solid ;",
        "\(sources)")
    }
  }

  // MARK: Without merging

  @Test func `an id that a source of its own has a second time is an error, also when the record is removed`() {
    let site = Self.site(
      "more.csv, {file: gone.csv, merge: remove}", ["more.csv": "symbol,name\nHe,Again\n", "gone.csv": "symbol\nHe\n"])
    #expect(
      site.diagnostics() == """
        content/items/more.csv:2:1: error: the id "He" is used a second time [duplicate-id]
           2 | He,Again
             | ^~
             = it is first used at content/items/base.csv:3:1

        """)
  }

  @Test(arguments: [
    (
      "updtae",
      """
      content/items/list.yml:4:45: error: 'merge' must be update or remove, found "updtae" [invalid-setting]
         4 | sources: [base.csv, {file: base.csv, merge: updtae}]
           |                                             ^~~~~~
           = did you mean 'update'?

      """
    ),
    (
      "[]",
      """
      content/items/list.yml:4:45: error: 'merge' must be text, found a list [invalid-setting]
         4 | sources: [base.csv, {file: base.csv, merge: []}]
           |                                             ^

      """
    ),
  ])
  func `another word is an error`(word: String, message: String) {
    let site = Self.site("{file: base.csv, merge: \(word)}", [:])
    #expect(site.diagnostics() == message)
  }
}
