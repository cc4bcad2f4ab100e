import Testing

@testable import CellistThemes

@Suite struct ReferencesTests {
  private static let settings = """
    record:
      name: text
      parent: {record: things, optional: true}
      others: [{record: things}]
      parts: {records-from: things.parent}
      seen: {records-from: things.others}
      notes: markdown?
    id: name
    sort: name
    flags: {root: {parent: {exists: false}}}

    """
  private static let records = """
    - {name: World, others: [Alps, Alps]}
    - {name: Europe & co, parent: World, notes: "# Old"}
    - {name: Alps, parent: Europe & co, others: [World, Nowhere, Europe & co]}
    - {name: Moon, parent: Nowhere}
    """

  private func html(_ cell: String, _ settings: String = "") throws -> String {
    try ThemedList(Self.settings + settings, Self.records).html(cell: cell)
  }

  @Test(arguments: [
    ("{{parent}};", "Europe &amp; co;World;;;"),
    (
      "{{#parent}}{{name}} {{@record.url}} {{#root}}root{{/root}}{{/parent}};",
      "Europe &amp; co /things/europe-co/ ;World /things/world/ root;;;"
    ),
    ("{{#others}}{{@record.id}} {{/others}}{{others.count}};", "World Europe &amp; co 2;0;0;Alps Alps 2;"),
    ("{{#parts}}{{.}}{{/parts}};", ";Alps;;Europe &amp; co;"),
    ("{{#seen}}{{.}} {{/seen}};", "World ;Alps ;;Alps ;"),
    ("{{parent.parent.name}};", "World;;;;"),
    ("{{#parent}}{{notes}}{{/parent}}{{notes}};", "<h4>Old</h4>\n;<h4 id=\"europe-co--notes--old\">Old</h4>\n;;;"),
  ])
  func `references lead to the records that the list shows, in its order`(cell: String, expected: String) throws {
    #expect(try html(cell) == expected)
  }

  @Test func `a record that is in two sections is one record`() throws {
    #expect(
      try html("{{#parts}}{{@record.anchor}} {{/parts}};", "sections: {by: others}\n")
        == "europe-co ;;;;alps ;;")
  }

  @Test func `fields in general show links`() throws {
    let fields = "{{#@record.fields}}{{#html}}{{name}} {{type}} {{html}}\n{{/html}}{{/@record.fields}}"
    #expect(
      try ThemedList(Self.settings, Self.records).html(["pages/list": ThemedList.cells, "cells/cell": fields])
        == """
        parent record <a href="/things/europe-co/">Europe &amp; co</a>
        others list <ul><li><a href="/things/world/">World</a></li><li><a href="/things/europe-co/">Europe &amp; co</a></li></ul>
        seen records-from <ul><li><a href="/things/world/">World</a></li></ul>
        parent record <a href="/things/world/">World</a>
        parts records-from <ul><li><a href="/things/alps/">Alps</a></li></ul>
        seen records-from <ul><li><a href="/things/alps/">Alps</a></li></ul>
        notes markdown <h4 id="europe-co--notes--old">Old</h4>

        others list <ul><li><a href="/things/alps/">Alps</a></li><li><a href="/things/alps/">Alps</a></li></ul>
        parts records-from <ul><li><a href="/things/europe-co/">Europe &amp; co</a></li></ul>
        seen records-from <ul><li><a href="/things/alps/">Alps</a></li></ul>

        """)
  }

  @Test func `what leads nowhere offers every name, and shows nothing`() throws {
    #expect(
      try ThemedList(
        "record: {name: text, parent: {record: others, optional: true}}\nid: name", "- {name: A, parent: B}"
      )
      .html(cell: "{{name}}{{#parent}}{{/parent}}") == "A")
  }
}
