import CellistRecords
import CellistScaffolding
import CellistSites
import CellistTestSupport
import CellistText
import Foundation
import Testing

/// The lists that `cellist new list --from` makes of files.
@Suite struct ListSuggestionTests {
  /// The files of a list, or what is wrong with the file.
  private static func files(_ path: String, _ text: String) throws -> (files: [String: String], problems: String) {
    let (scaffold, problems) = try list(path, Array(text.utf8))
    let copies = scaffold?.copies.map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) } ?? []
    return (
      Dictionary(uniqueKeysWithValues: (scaffold?.files.map { ($0.path, $0.text) } ?? []) + copies), problems
    )
  }

  private static func list(_ path: String, _ bytes: [UInt8]) throws -> (scaffold: Scaffold?, problems: String) {
    try list(ListMaterial(file: path, bytes), at: path)
  }

  private static func list(
    _ material: ListMaterial, at path: String
  ) throws -> (scaffold: Scaffold?, problems: String) {
    var diagnostics = Diagnostics()
    let values = ValueReader(
      language: try #require(Language(tag: "en")), zone: try #require(TimeZoneRules("Europe/Zurich")), decimal: .point)
    let scaffold = Scaffold.list(
      "things", title: "Things", from: material, at: path, values, &diagnostics)
    return (
      scaffold, diagnostics.all.map { "\($0.location.map { "\($0)" } ?? ""): \($0.message)" }.joined(separator: "\n")
    )
  }

  @Test func `a file of any kind is copied as it is, and named where a list would not look for it`() throws {
    let table = "\u{FEFF}name;by, for;at\nZoë;A;1\nBo;B;2\n"
    let utf16 = table.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    func cells(_ rows: String...) -> String {
      rows.enumerated().map { index, row in
        let cells = row.map { "<c t=\"inlineStr\"><is><t>\($0)</t></is></c>" }
        return "<row r=\"\(index + 1)\">\(cells.joined())</row>"
      }
      .joined()
    }
    let files: [(String, [UInt8], String)] = [
      ("a.csv", utf16, "{file: a.csv, delimiter: \";\"}"),
      ("a.xlsx", TestArchive.xlsx([("S", cells("ab", "xy", "zw"))]), "a.xlsx"),
      ("a.jsonl", Array("{\"a\": \"x\"}\n{\"a\": \"y\"}\n".utf8), "a.jsonl"),
      ("a.bib", Array("@book{x, title = {X}}\n@book{y, title = {Y}}\n".utf8), "a.bib"),
      (
        "latin.csv",
        Array("name\nM".utf8) + [0xFC] + Array("nchen\nK\u{F6}ln\n".unicodeScalars.map { UInt8($0.value) }),
        "{file: latin.csv, encoding: windows-1252}"
      ),
      (".a.csv", Array("a\nx\ny\n".utf8), "\".a.csv\""),
    ]
    for (path, bytes, source) in files {
      let (scaffold, problems) = try Self.list(path, bytes)
      #expect(problems == "", "\(path)")
      let new = try #require(scaffold)
      #expect(new.copies.map(\.path) == ["content/things/\(path)"] && new.copies.first?.bytes == bytes)
      #expect(new.files.first?.text.contains("sources: [\(source)]\n") == true, "\(new.files)")
      var site = TestSite(["content/site.yml": "title: T\n"])
      for file in new.files { site.files[file.path] = Array(file.text.utf8) }
      for copy in new.copies { site.files[copy.path] = copy.bytes }
      #expect(site.diagnostics() == "", "\(path)")
    }
  }

  @Test func `columns that are called as publishing is, and endless keys, make settings that build`() throws {
    let long = String(repeating: "k", count: 5_000)
    for (path, text) in [
      ("a.csv", "name,draft,publish,expires\nA,1998,Knopf,never\nB,2001,Faber,2030\n"),
      ("a.json", #"[{"name": "A", "\#(long)": 1}, {"name": "B", "\#(long)": 2}]"#),
    ] {
      let files = try Self.files(path, text).files
      var site = TestSite(files.merging(["content/site.yml": "title: T\n"]) { $1 })
      site.options.drafts = true
      #expect(site.diagnostics() == "", "\(path)")
      #expect(site.render()["things/index.html"]?.contains(">B<") == true)
      #expect(files.values.allSatisfy { $0.utf8.count < 6_000 || $0 == text })
    }
  }

  @Test(arguments: [
    (
      "a.csv", "Name,Weight (kg),Born,Site,Rare,Code\nAda,1.5,1815-12-10,https://a.org,true,007\nBob,2,,,false,010\n",
      """
      title: Things
      record:
        name: {type: text, from: Name}
        weight: {type: number, unit: kg, from: "Weight (kg)"}
        born: {type: "date?", from: Born}
        site: {type: "url?", from: Site}
        rare: {type: boolean, from: Rare}
        code: {type: text, from: Code}
      id: code
      sort: ["-born", name]
      show: {link: site}  # titles lead there

      """
    ),
    (
      "a.json",
      #"{"meta": 1, "rows": [{"n": 1, "tags": ["x", "y"], "by": {"a": "b"}, "odd": [{}]}, {"n": 2, "at": "2024-05-01T09:30Z"}]}"#,
      """
      title: Things
      record:
        "n": integer
        tags: {type: [text], optional: true}
        by-a: {type: "text?", from: by.a}
        at: "datetime?"
      # No field tells all records apart; with an 'id' they can have pages of their own and feeds.
      sort: ["-at", by-a]
      sources: [{file: a.json, items: rows}]
      extra-keys: ignore  # some keys have values that no field can hold

      """
    ),
    (
      "a.toml", "[[things]]\na = \"x\"\nb = 1\n[[things]]\na = \"y\"\nb = 1\n",
      """
      title: Things
      record:
        a: text
        b: integer
      id: a
      sort: a
      sources: [{file: a.toml, items: things}]

      """
    ),
    (
      "marks.csv",
      "name,by,about,said\nx,A;B C,Has `code`,One; two\ny,B;A,,Three; *four\nz,C,5 * 6 * 7,Five\n",
      """
      title: Things
      record:
        name: text
        by: {type: [text], split: ";"}
        about: "markdown?"
        said: text
      id: name
      sort: name

      """
    ),
    (
      "two.csv", "year,place,what\n1,a,x\n1,b,x\n2,a,x\n",
      """
      title: Things
      record:
        year: integer
        place: text
        what: text
      id: [place, year]
      sort: ["-year", place]

      """
    ),
    (
      "none.csv", "a,b\n1,1\n1,1\n",
      """
      title: Things
      record:
        a: integer
        b: integer
      # No field tells all records apart; with an 'id' they can have pages of their own and feeds.

      """
    ),
    // Semicolons separate columns where numbers have commas, although there are more of those.
    (
      "prices.csv",
      "Artikel;Preis (EUR);Anteil;Datum;E-Mail\nA;1.234,50;12 %;31.12.2024;a@example.org\n"
        + "B, C, D, E;985,5;3,5 %;1.1.2025;b@example.org\nC;7;100 %;-;c@example.org\n",
      """
      title: Things
      numbers: {decimal: ","}
      absent: ["-"]  # what the file writes for no value
      record:
        artikel: {type: text, from: Artikel}
        preis: {type: number, currency: EUR, from: "Preis (EUR)"}
        anteil: {type: number, unit: "%", from: Anteil}
        datum: {type: "date?", format: d.M.y, from: Datum}
        e-mail: {type: email, from: E-Mail}
      id: artikel
      sort: ["-datum", artikel]
      sources: [{file: prices.csv, delimiter: ";"}]

      """
    ),
    (
      "us.csv",
      "Report of the office\nMade on 2024-01-01\n\nName,Amount,Posted,GDP_per_capita,price_usd\nAlpha,\"$1,200\",1/2/2024,1,2\n"
        + "Beta,$35,3/4/2024,2,1\nGamma,NA,11/12/2024,1,3\n",
      """
      title: Things
      absent: [NA]  # what the file writes for no value
      record:
        name: {type: text, from: Name}
        amount: {type: "number?", currency: USD, from: Amount}
        posted: {type: date, format: "M/d/y", from: Posted}  # it may be d/M/y as well: no day is above the 12th
        gdp-per-capita: {type: integer, label: "GDP per capita", from: GDP_per_capita}
        price: {type: integer, currency: USD, from: price_usd}
      id: name
      sort: ["-posted", name]
      sources: [{file: us.csv, skip: 3}]

      """
    ),
    (
      "countries.json",
      #"{"data": {"countries": [{"name": {"common": "Chad", "official": "Republic of Chad"}, "startTime": "2024-01-02", "by": [{"name": "A"}]}, {"name": {"common": "Togo", "official": "Togolese Republic"}, "by": []}]}}"#,
      """
      title: Things
      record:
        name: {type: text, from: name.common}
        name-official: {type: text, from: name.official}
        start-time: {type: "date?", from: startTime}
        by: {type: [text], from: "by.*.name"}
      id: name
      sort: ["-start-time", name]
      sources: [{file: countries.json, items: data.countries}]

      """
    ),
    (
      "groups.json",
      #"{"groups": [{"group": "A", "members": [{"name": "Ann", "by": [{"given": "X", "family": "Y"}]}, {"name": "Bob"}]}, {"group": "B", "members": [{"name": "Cy"}, {"name": "Di"}]}]}"#,
      """
      title: Things
      record:
        group: text
        name: text
        by: {type: [text], optional: true, text: "{given} {family}", from: "by.*"}
      id: name
      title-field: name
      sort: name
      sources: [{file: groups.json, items: "groups.*.members", inherit: [group]}]

      """
    ),
    (
      "named.json", #"{"EUR": {"name": "Euro", "minor": 2}, "USD": {"name": "Dollar", "minor": 2}}"#,
      """
      title: Things
      record:
        name: text
        minor: integer
      sort: name
      sources: [{file: named.json, items: "*"}]

      """
    ),
    (
      "twice.csv", "name,tel,Version,x,x\na,+44 20 7946 0958,1.10,1,2\nb,+44 20 7946 0959,2.0-rc.1,2,3\n",
      """
      title: Things
      record:
        name: text
        tel: telephone
        version: {type: version, from: Version}
      # The file has several columns called x; each needs a name of its own to be read.
      id: name
      sort: name
      extra-keys: ignore

      """
    ),
    (
      "lib.bib",
      "@book{x, author={Ada Lovelace and B, C}, title={Zed}, year=1843}\n@misc{y, author={D E}, title={Y}, year=1968}\n",
      """
      title: Things
      record:
        author: {type: [text], from: "author.*.text"}
        title: text
        year: integer
        type: {type: text, from: "$type"}
      sort: ["-year", title]
      sources: [lib.bib]

      """
    ),
  ])
  func `a list of a file declares what it finds, and builds`(path: String, text: String, settings: String) throws {
    let (files, problems) = try Self.files(path, text)
    #expect(problems == "")
    #expect(files["content/things/list.yml"] == settings)
    #expect(files["content/things/\(path)"] == text)
    let site = TestSite(files.merging(["content/site.yml": "title: T\n"]) { $1 })
    #expect(site.diagnostics() == "")
    #expect(site.builder.check().records > 0)
  }

  @Test func `long lists have pages and tools, and columns that tell nothing are left out`() throws {
    let rows = (0..<240).map {
      "n\($0),\($0 % 3 == 0 ? "low" : "high"),X,\($0 == 7 ? "once" : ""),\(($0 * 7) % 11),u\($0 % 50)"
    }
    let settings = try #require(
      try Self.files("a.csv", (["name,level,country,note,size,by"] + rows).joined(separator: "\n")).files[
        "content/things/list.yml"])
    #expect(
      settings == """
        title: Things
        record:
          name: text
          level: {choice: [high, low]}
          country: text
          note: "text?"
          size: integer
          by: text
        id: name
        sort: name
        # Left out of the columns: country: always the same; note: nearly always empty.
        columns: [name, level, size, by]
        view: table
        pages: 100
        tools: [search, filter, sort]

        """)
  }

  @Test func `records that stand in an order stay in it, and glossaries have an index`() throws {
    let ranked = (1...10).map { "n\(11 - $0),\($0 * 100)" }
    let settings = try Self.files("a.csv", (["name,votes"] + ranked).joined(separator: "\n")).files
    #expect(settings["content/things/list.yml"]?.contains("sort:") == false)
    let terms = (0..<40).map { "t\($0),What *t\($0)* means" }
    let glossary = try Self.files("a.csv", (["term,meaning"] + terms).joined(separator: "\n")).files
    #expect(glossary["content/things/list.yml"]?.contains("sort: term\nsections: term.initial\n") == true)
  }

  @Test func `pictures that are there are shown and copied`() throws {
    let table = "title,photo,plan\nAda,img/a.svg,no.png\nBo,img/b.svg,x/y.png\n"
    let picture = Array("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"2\" height=\"1\"/>".utf8)
    let material = ListMaterial(file: "a.csv", Array(table.utf8)) { $0.hasPrefix("img/") ? picture : nil }
    let scaffold = try #require(try Self.list(material, at: "a.csv").scaffold)
    #expect(
      scaffold.files[0].text.contains("  photo: {type: asset, thumbnails: [320, 640], alt: title}\n  plan: text\n"))
    #expect(scaffold.copies.map(\.path) == ["a.csv", "img/a.svg", "img/b.svg"].map { "content/things/\($0)" })
  }

  @Test func `a folder of Markdown becomes a list, with its pictures beside it`() throws {
    let files = [
      ("one.md", "---\ntitle: One\ndate: 2024-01-02\ntags: [a, b]\ndraft: false\n---\nText *here*.\n"),
      ("sub/two.md", "---\ntitle: Two\ndate: 2024-02-02 10:00\ntags: [a]\n---\nMore.\n"),
    ]
    let material = ListMaterial(
      folder: files.map { ($0, Array($1.utf8)) }, pictures: [("p.svg", Array("<svg/>".utf8))])
    let (scaffold, problems) = try Self.list(material, at: "posts")
    #expect(problems == "")
    let new = try #require(scaffold)
    #expect(new.copies.map(\.path) == ["one.md", "sub/two.md", "p.svg"].map { "content/things/\($0)" })
    #expect(
      new.files[0].text == """
        title: Things
        record:
          title: text
          date: {type: datetime, time: optional}
          tags: {type: [text]}
        sort: ["-date", title]

        """)
    var site = TestSite(["content/site.yml": "title: T\n", "content/things/list.yml": new.files[0].text])
    for copy in new.copies { site.files[copy.path] = copy.bytes }
    #expect(site.diagnostics() == "")
    #expect(
      try Self.list(ListMaterial(folder: []), at: "posts").problems
        == "posts:1:1: there are no Markdown files in the folder")
  }

  @Test func `what people keep builds without an edit, and says all that the file says`() throws {
    for (path, count) in [
      ("elements/elements.csv", 118), ("people/people.csv", 0), ("http-status/4xx.yml", 0), ("programme/day-2.json", 0),
    ] {
      let text = try String(contentsOfFile: "\(OwnSite.root)/content/\(path)", encoding: .utf8)
      let (files, problems) = try Self.files(path, text)
      #expect(problems == "")
      let site = TestSite(files.merging(["content/site.yml": "title: T\n"]) { $1 })
      #expect(site.diagnostics() == "", "\(path)")
      if count > 0 { #expect(site.builder.check().records == count) }
    }
  }

  @Test(arguments: [
    ("a.csv", "a\n", "a.csv:1:1: there are no records in the file"),
    (
      "a.txt", "a\n",
      "a.txt:1:1: records are taken from files of Markdown, YAML, JSON, TOML, CSV, TSV, BibTeX and spreadsheets"
    ),
    ("a.json", "{\"a\": ", "a.json:1:7: "),
  ])
  func `what is no list is an error`(path: String, text: String, problem: String) throws {
    let (files, problems) = try Self.files(path, text)
    #expect(files.isEmpty)
    #expect(problems.hasPrefix(problem), "\(problems)")
  }
}
