import CellistTestSupport
import Testing

/// Reports of changes of sites in several languages.
@Suite struct OutdatedTranslationTests {
  @Test func `the report tells a change once, and of translations what was translated`() throws {
    let site = try ReportedSite([
      "content/site.yml": "title: T\nlanguages: [en, de]\n",
      "content/a/list.yml":
        "record: {name: {type: text, localized: true}, year: integer}\nrecord-pages: true\n",
      "content/a/a.csv": "id,name.en,name.de,year\na,A,B,1\nb,C,D,2\n",
    ])
    try site.build()
    try site.write("id,name.en,name.de,year\na,A,X,3\nb,C,D,2\nc,E,F,4\n", to: "content/a/a.csv")
    let report = try site.build()
    let records = report.records.map { "\($0.list)/\($0.id) \($0.kind.rawValue) \($0.fields)" }
    #expect(records == ["a/c inserted []", "a/a updated [\"year\"]", "de:a/a updated [\"name\"]"])
    #expect(report.outdated.isEmpty)
  }

  @Test func `the report names translations that stayed when the text changed`() throws {
    let site = try ReportedSite([
      "content/site.yml": "title: T\nlanguages: [en, de, fr]\n",
      "content/a/list.yml": "record: {name: {type: text, localized: true}, year: integer}\nsort: name\n",
      "content/a/a.csv": "id,name.en,name.de,name.fr,year\na,A,B,C,1\nb,C,D,,2\nc,E,F,G,3\n",
      // Shows the same records, whose translations are named once.
      "content/b/list.yml": "records-of: a\n",
    ])
    try site.build()
    // French has no 'b' of its own, and the German 'c' was translated anew.
    try site.write("id,name.en,name.de,name.fr,year\na,X,B,C,1\nb,Y,D,,2\nc,Z,W,G,4\n", to: "content/a/a.csv")
    let outdated = try site.build().outdated.map(\.description)
    #expect(outdated == ["de: a/a: name", "fr: a/a: name", "de: a/b: name", "fr: a/c: name"])
    try site.write("id,name.en,name.de,name.fr,year\na,X,B,C,9\nb,Y,D,,2\nc,Z,W,G,4\n", to: "content/a/a.csv")
    #expect(try site.build().outdated.isEmpty)
  }

  @Test func `the report names pages whose translations stayed when the text changed`() throws {
    let site = try ReportedSite([
      "content/site.yml": "title: T\nlanguages: [en, de, fr]\n",
      "content/about.md": "Us\n", "content/about.de.md": "Wir\n", "content/about.fr.md": "Nous\n",
      "content/a/list.yml": "record: {name: text}\n",
      "content/a/index.md": "All\n", "content/a/index.de.md": "Alle\n",
    ])
    try site.build()
    try site.write("We\n", to: "content/about.md")
    try site.write("Nous autres\n", to: "content/about.fr.md")
    try site.write("Every one\n", to: "content/a/index.md")
    #expect(try site.build().outdated.map(\.description) == ["de: content/about.md", "de: content/a/index.md"])
    #expect(try site.build().outdated.isEmpty)
  }
}
