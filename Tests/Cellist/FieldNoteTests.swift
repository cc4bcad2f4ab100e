import CellistTestSupport
import Foundation
import Testing

@testable import Cellist

private struct Composer: ListRecord, Codable {
  var id: String
  var name: String

  static var fields: [FieldNote] {
    [
      FieldNote("works", label: "Works here", recordsFrom: \Piece.composers),
      FieldNote("seats", recordsFrom: "seats", by: "named"),
    ]
  }
}

private enum Form: String, Choice { case song, suite }

private struct Piece: ListRecord, Codable {
  var id: String
  var title: String
  var composers: [Reference<Composer>]
  var first: Reference<Composer>?
  var price: Decimal
  var form: Form
  var isLong: Bool

  static var fields: [FieldNote] {
    [
      FieldNote(\Self.price, decimals: 2, currency: "EUR"), FieldNote(\Self.form, words: ["Song", "Suite of dances"]),
      FieldNote(\Self.isLong, words: ["long", "short"], isShown: false),
    ]
  }
}

private struct ComposerCell: CellContent {
  var name: String
  var titles: [String]
  var first: [String]
  var worth: Decimal

  static var fields: [FieldNote] { [FieldNote("worth", decimals: 2)] }
}

/// Notes on fields in Swift, which `list.yml` has elsewhere.
@Suite struct FieldNoteTests {
  private static let pieces = List("pieces", of: Piece.self, file: "Music.swift", line: 2)

  private static func site(_ more: [String: String] = [:], lists: Lists) -> TestSite {
    var site = TestSite(
      [
        "content/site.yml": "title: T\ntheme: plain\nlanguage: de\n",
        "content/composers/composers.csv": "id,name\nb,Bach\nc,Clara\n",
        "content/pieces/pieces.yml": """
        - {id: p, title: Partita, composers: [b], first: c, price: 12.5, form: suite, isLong: true}
        - {id: s, title: Song, composers: [c, b, b], price: 1000, form: song, isLong: false}
        """,
        "content/seats/list.yml": "record: {name: text, named: {record: composers}}\nid: name\n",
        "content/seats/seats.csv": "name,named\nA1,b\n",
        "themes/plain/pages/list.mustache": """
        {{#@page.sections}}{{#@section.cells}}{{>*@cell}}
        {{/@section.cells}}{{/@page.sections}}
        """,
        "themes/plain/pages/record.mustache": "{{#@record.fields}}{{label}}: {{html}}; {{/@record.fields}}",
        "themes/plain/cells/composer.mustache":
          "{{name}}: {{#titles}}{{.}},{{/titles}} {{#first}}{{.}}{{/first}} {{worth}}",
        "themes/plain/cells/cell.mustache": "{{@record.title}}",
        "themes/plain/cells/works.mustache":
          "{{name}}:{{#works}} {{title}} {{price}} {{form}}{{/works}}{{#seats}} {{name}}{{/seats}}",
      ].merging(more) { _, own in own })
    site.options.lists = lists.all
    return site
  }

  @Test func `back references are fields for templates`() {
    let composers = List("composers", of: Composer.self, file: "Music.swift", line: 1).setting("cells", "works")
    let site = Self.site(lists: .of(composers, Self.pieces))
    #expect(site.diagnostics() == "")
    #expect(
      site.render()["composers/index.html"] == """
        Bach: Partita 12,50\u{A0}€ Suite of dances Song 1.000,00\u{A0}€ Song A1
        Clara: Song 1.000,00\u{A0}€ Song

        """)
  }

  @Test func `decorators ask for the records that refer to one`() {
    let composers = List("composers", of: Composer.self, file: "Music.swift", line: 1) { composer, _ in
      let pieces = composer.records(referringBy: \Piece.composers)
      ComposerCell(
        name: composer.name, titles: pieces.map(\.title),
        first: composer.records(referringBy: \Piece.first).map(\.title),
        worth: pieces.reduce(0) { $0 + $1.price })
    }
    let site = Self.site(lists: .of(composers, Self.pieces))
    #expect(site.diagnostics() == "")
    #expect(
      site.render()["composers/index.html"] == """
        Bach: Partita,Song,  1.012,50
        Clara: Song, Partita 1.000,00

        """)
    let found = withRecords([
      Piece(id: "x", title: "X", composers: [Reference("b")], price: 1, form: .song, isLong: true),
      Piece(id: "y", title: "Y", composers: [], price: 1, form: .song, isLong: true),
    ]) { Composer(id: "b", name: "").records(referringBy: \Piece.composers).map(\.id) }
    #expect(found == ["x"])
    #expect(Composer(id: "b", name: "").records(referringBy: \Piece.composers).isEmpty)
  }

  @Test func `notes set what list.yml sets, with the same checks`() {
    let pieces = Self.pieces.recordPages().setting("cells", "cell")
    let composers = List("composers", of: Composer.self, file: "Music.swift", line: 1).setting("cells", "cell")
    let site = Self.site(lists: .of(composers, pieces))
    #expect(site.diagnostics() == "")
    #expect(
      site.render()["pieces/p/index.html"]?.hasSuffix("price: 12,50\u{A0}€; form: Suite of dances; ") == true)
  }

  private struct Wrong: ListRecord, Codable {
    var id: String
    var name: String
    var count: Int
    var form: Form

    static var fields: [FieldNote] {
      [
        FieldNote("name", decimals: 2, words: ["a", "b"], thumbnails: [320], file: "W.swift", line: 1),
        FieldNote("count", decimals: -1, currency: "euro", file: "W.swift", line: 2),
        FieldNote("form", words: ["one"], alt: "count", file: "W.swift", line: 3),
        FieldNote("name", recordsFrom: \Piece.title, file: "W.swift", line: 4),
        FieldNote("pieces", recordsFrom: \Piece.title, file: "W.swift", line: 5),
        FieldNote("seats", recordsFrom: "chairs", by: "named", file: "W.swift", line: 6),
        FieldNote("places", recordsFrom: "seats", by: "nobody", file: "W.swift", line: 7),
      ]
    }
  }

  private enum Work: ListRecord {
    case piece(Piece)
    case composer(Composer)
    case silence

    static var form: RecordForm<Self> { .variants(by: "kind", .variant("piece", Self.piece)) }
    var id: String { "" }
  }

  @Test func `a case that is no variant is an error of the site`() {
    let composers = List("composers", of: Composer.self, file: "Music.swift", line: 1).setting("cells", "cell")
    let works = List("works", of: Work.self, file: "Music.swift", line: 3).setting("cells", "cell")
    let site = Self.site(
      ["content/works/a.yml": "[]\n"], lists: .of(composers, Self.pieces.setting("cells", "cell"), works))
    #expect(
      site.diagnostics().hasPrefix(
        "Music.swift:3:1: error: the cases of Work are 3, and 1 of them are declared variants [invalid-setting]\n"))
  }

  @Test func `what does not fit is an error at the note`() {
    let composers = List("composers", of: Composer.self, file: "Music.swift", line: 1).setting("cells", "cell")
    let wrong = List("wrong", of: Wrong.self, fetch: { [] }, file: "W.swift", line: 9).setting("cells", "cell")
    let messages = Self.site(lists: .of(composers, Self.pieces.setting("cells", "cell"), wrong)).diagnostics()
      .split(separator: "\n").filter { $0.hasPrefix("W.swift") }
    #expect(
      messages.joined(separator: "\n") == """
        W.swift:1:1: error: 'decimals' is for numbers, and 'name' is text [invalid-setting]
        W.swift:1:1: error: 'thumbnails' is for pictures, and 'name' is text [invalid-setting]
        W.swift:1:1: error: 'words' are for a choice, or for true and false, and 'name' is text [invalid-setting]
        W.swift:2:1: error: 'decimals' must be a whole number of at least 0, found "-1" [invalid-setting]
        W.swift:2:1: error: a currency is three capital letters, found "euro" [invalid-setting]
        W.swift:3:1: error: 'alt' is for a picture, and 'form' is choice [invalid-setting]
        W.swift:3:1: error: 'words' are 2 different texts, one for each value of 'form' [invalid-setting]
        W.swift:4:1: error: 'name' is a property, and records that refer here are no property's value [invalid-setting]
        W.swift:6:1: error: there is no list 'chairs' [unknown-list]
        W.swift:7:1: error: there is no field 'nobody' in the list 'seats' [unknown-field]
        W.swift:9:1: error: 'title' in the list 'pieces' does not refer to the records of this list [invalid-setting]
        """)
  }
}
