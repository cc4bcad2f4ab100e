import CellistTestSupport
import Foundation
import Testing

@testable import Cellist

private struct Bird: ListRecord, Codable, Equatable {
  var id: String
  var name: Localized<String>
  var songs: Localized<[String]>
  var mass: Int

  static var fields: [FieldNote] { [FieldNote("songs", split: ";")] }
}

@Suite struct LocalizedTests {
  /// The list in English and in German.
  private static func pages(_ list: List<Bird>, _ more: [String: String] = [:]) -> [String?] {
    var site = TestSite(
      [
        "content/site.yml": "title: T\nlanguages: [en, de]\ntheme: plain\n", "content/birds/list.yml": "sort: name\n",
        "themes/plain/pages/list.mustache":
          "{{#@page.sections}}{{#@section.cells}}{{>*@cell}}{{/@section.cells}}{{/@page.sections}}",
        "themes/plain/cells/cell.mustache":
          "{{name}}{{#@record.language}} in {{@record.language}}{{/@record.language}}: {{#songs}}{{.}} {{/songs}}{{mass}};",
      ].merging(more) { $1 })
    site.options.lists = Lists.of(list).all
    #expect(site.diagnostics() == "")
    let files = site.render()
    return [files["birds/index.html"], files["de/birds/index.html"]]
  }

  @Test func `a source says a localized value in each language`() {
    let table = "id,name,name.de,songs,songs.de,mass\nw,Wren,Zaunkönig,trill,Triller,9\nr,Robin,,song,Gesang,18\n"
    #expect(
      Self.pages(List("birds", of: Bird.self), ["content/birds/birds.csv": table])
        == ["Robin: song 18;Wren: trill 9;", "Robin in en: Gesang 18;Zaunkönig: Triller 9;"])
  }

  @Test func `a fetched item has its translations`() {
    let birds = [
      Bird(
        id: "w", name: Localized("Wren", ["de": "Zaunkönig"]), songs: Localized(["trill"], ["de": ["Triller"]]), mass: 9
      ),
      Bird(id: "r", name: Localized("Robin"), songs: Localized([], ["de": ["Gesang", "Ruf"]]), mass: 18),
    ]
    #expect(
      Self.pages(List("birds", of: Bird.self, fetch: { birds }))
        == ["Robin: 18;Wren: trill 9;", "Robin in en: Gesang Ruf 18;Zaunkönig: Triller 9;"])
  }

  @Test(arguments: [[:], ["de": "Zaunkönig", "fr": "Troglodyte"]])
  func `decoding undoes encoding`(_ translations: [String: String]) throws {
    let bird = Bird(id: "w", name: Localized("Wren", translations), songs: Localized(["a"]), mass: 9)
    let data = try JSONEncoder().encode(bird)
    #expect(try JSONDecoder().decode(Bird.self, from: data) == bird)
    // A value alone is what files of one language have.
    let plain = #"{"id": "w", "name": "Wren", "songs": ["a"], "mass": 9}"#
    #expect(try JSONDecoder().decode(Bird.self, from: Data(plain.utf8)).name.value == "Wren")
  }
}
