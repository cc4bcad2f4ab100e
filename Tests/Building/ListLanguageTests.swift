import CellistTestSupport
import Testing

/// Lists in another language than their site's.
@Suite struct ListLanguageTests {
  private static let page = """
    {{@page.language}} {{@page.dir}} {{@site.language}} {{@theme.next}} {{@theme.accent}} {{@list.count.things}}:\
    {{#@page.sections}}{{@section.title}}({{#@section.cells}}{{>*@cell}}{{/@section.cells}}){{/@page.sections}}
    """
  private static let files = [
    "content/site.yml":
      "title: T\nbase: https://example.org/\ntheme: {name: mine, settings: {next: On, accent: red}}\n",
    "content/index.md": "---\nviews: {few: {list: birds, limit: 1}}\n---\n{{few}}\n",
    "content/birds/list.yml": """
    record: {name: text, seen: {type: date, format: d MMMM y}, mass: number, rare: boolean}
    id: name
    sort: name
    language: sv
    sections: rare
    feed: seen
    tools: filter

    """,
    "content/birds/a.csv": """
    name,seen,mass,rare
    Ärta,3 maj 2021,1234.5,true
    Zorn,12 maj 2021,2,true
    Ara,1 juni 2021,3,false

    """,
    "themes/mine/theme.yml": """
    settings: {next: Next, accent: blue, "yes": "Yes", "no": "No", things: {one: "# thing", other: "# things"}}

    """,
    "themes/mine/words/sv.yml": "next: Nästa\n\"yes\": Ja\n\"no\": Nej\nthings: {one: \"# sak\", other: \"# saker\"}\n",
    "themes/mine/words/de.yml": "next: Weiter\n",
    "themes/mine/pages/list.mustache": page,
    "themes/mine/pages/home.mustache":
      "{{@page.language}} {{@theme.next}} {{@page.content}}",
    "themes/mine/cells/cell.mustache": "{{name}}, {{#@record.fields}}{{html}}, {{/@record.fields}}{{@theme.next}};",
    "themes/mine/pages/view.mustache": "{{#@view.cells}}{{>*@cell}}{{/@view.cells}}",
  ]

  /// The pages without the tags around values.
  private static func render(_ changes: [String: String?] = [:]) -> [String: String] {
    let site = TestSite(files.merging(changes.compactMapValues(\.self)) { $1 })
    #expect(site.diagnostics() == "")
    return site.render().mapValues { $0.replacing(/<[^>]*>/, with: "") }
  }

  @Test func `values, order and words are in the list's language`() {
    let pages = Self.render()
    #expect(
      pages["birds/index.html"]
        == "sv ltr en Nästa red 3 saker:Nej(Ara, 1 juni 2021, 3, Nej, Nästa;)"
        + "Ja(Zorn, 12 maj 2021, 2, Ja, Nästa;Ärta, 3 maj 2021, 1\u{a0}234,5, Ja, Nästa;)")
    #expect(TestSite(Self.files).render()["birds/feed.xml"]?.contains("xml:lang=\"sv\"") == true)
    #expect(pages["birds/feed.json"]?.contains("\"language\": \"sv\"") == true)
    #expect(pages["birds/tools.json"]?.contains("\"Ja\"") == true)
  }

  @Test func `other pages stay in the site's, but for the list's view`() {
    #expect(Self.render()["index.html"] == "en On Ara, 1 juni 2021, 3, Nej, Nästa;\n")
  }

  @Test func `a list in the site's language has the words of the site`() throws {
    let english = try Self.files["content/birds/list.yml"]?.replacing(present: "sv", with: "en")
    let pages = Self.render([
      "content/birds/list.yml": english, "content/birds/a.csv": "name,seen,mass,rare\nAra,1 June 2021,3000,true\n",
    ])
    #expect(
      pages["birds/index.html"] == "en ltr en On red 1 thing:Yes(Ara, June 1, 2021, 3000, Yes, On;)")
  }

  @Test func `records of another list are read in its language and shown in one's own`() {
    let pages = Self.render([
      "content/fler/list.yml": "records-of: birds\nlanguage: de-CH\nsort: name\nsections: seen.month\n",
      "content/lika/list.yml": "records-of: birds\nsort: name\n",
    ])
    #expect(
      pages["fler/index.html"]
        == "de-CH ltr en Weiter red 3 things:Mai 2021(Ärta, 3. Mai 2021, 1’234.5, Yes, Weiter;"
        + "Zorn, 12. Mai 2021, 2, Yes, Weiter;)Juni 2021(Ara, 1. Juni 2021, 3, No, Weiter;)")
    #expect(pages["lika/index.html"]?.hasPrefix("sv ltr en Nästa red 3 saker:lika(Ara, 1 juni 2021") == true)
  }

  @Test func `a language that does not exist is an error`() {
    var files = Self.files
    files["content/birds/list.yml"] = "record: {name: text}\nid: name\nlanguage: \"\"\n"
    files["content/birds/a.csv"] = "name\nAra\n"
    let messages = TestSite(files).diagnostics()
    #expect(messages.contains("content/birds/list.yml:3:11: error: 'language' must be a BCP 47 tag, found \"\""))
  }

  @Test(arguments: ["ar", "he-IL"]) func `text that runs from the right has its direction`(language: String) {
    let list = "record: {name: text}\nid: name\nlanguage: \(language)\n"
    var files = Self.files
    files["content/index.md"] = nil
    files["content/birds/list.yml"] = list
    files["content/birds/a.csv"] = "name\nAra\n"
    files["themes/mine/cells/cell.mustache"] = "{{name}}"
    #expect(TestSite(files).render()["birds/index.html"]?.hasPrefix("\(language) rtl en ") == true)
  }
}
