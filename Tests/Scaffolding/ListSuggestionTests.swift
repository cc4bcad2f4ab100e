import CellistScaffolding
import CellistTestSupport
import Foundation
import Testing

/// The lists that `cellist new list --from` makes of files.
@Suite struct ListSuggestionTests {
  @Test func `columns that are called as publishing is, and endless keys, make settings that build`() throws {
    let long = String(repeating: "k", count: 5_000)
    for (path, text) in [
      ("a.csv", "name,draft,publish,expires\nA,1998,Knopf,never\nB,2001,Faber,2030\n"),
      ("a.json", #"[{"name": "A", "\#(long)": 1}, {"name": "B", "\#(long)": 2}]"#),
    ] {
      let files = try SuggestedList.files(path, text).files
      var site = TestSite(files.merging(["content/site.yml": "title: T\n"]) { $1 })
      site.options.drafts = true
      #expect(site.diagnostics() == "", "\(path)")
      #expect(site.render()["things/index.html"]?.contains(">B<") == true)
      #expect(files.values.allSatisfy { $0.utf8.count < 6_000 || $0 == text })
    }
  }

  @Test func `records whose list has no room for a field have pages, titles are no codes, and what starts is in order`()
    throws
  {
    func settings(_ header: String, _ rows: [String]) throws -> [Substring] {
      let files = try SuggestedList.files("a.csv", ([header] + rows).joined(separator: "\n") + "\n").files
      return try #require(files["content/things/list.yml"]).split(separator: "\n")
    }
    let pages = "record-pages: true  # a record's own page has the fields for which the list has no room"
    func wide(_ count: Int) throws -> [Substring] {
      let text = "Words with *marks*\n\nand a second paragraph"
      return try settings(
        "name,how,\((0..<count).map { "f\($0)" }.joined(separator: ","))",
        (0..<4).map { row in
          "N\(row),\"\(text) \(row)\",\((0..<count).map { "\(row * 7 + $0)" }.joined(separator: ","))"
        })
    }
    #expect(try wide(7).contains { $0 == pages })
    #expect(try !wide(6).contains { $0 == pages })
    let columns = (0..<13).map { "f\($0)" }.joined(separator: ",")
    let rows = (0..<4).map { row in "N\(row),\((0..<13).map { "\(row * 5 + $0)" }.joined(separator: ","))" }
    #expect(try settings("name,\(columns)", rows).contains { $0 == pages })
    let articles = try settings("sku,what,price", (0..<4).map { "A-\($0),Cup \($0),\($0)" })
    #expect(articles.contains("id: sku") && articles.contains("title-field: what"), "\(articles)")
    let talks = try settings("title,start", (0..<4).map { "T\($0),2026-05-0\(4 - $0) 10:00" })
    #expect(talks.contains("sort: [start, title]"), "\(talks)")
  }

  @Test func `a text beside a summary is on the record's own page`() throws {
    let rows = (1...3).map { number in
      #"{"id": "e\#(number)", "title": "On \#(number)", "date": "2025-01-0\#(number)", "by": "A\#(number)", "#
        + #""summary": "In short \#(number).", "content": "All of *\#(number)*.\n\nAt length."}"#
    }
    let files = try SuggestedList.files("a.json", "[\(rows.joined(separator: ","))]").files
    let settings = try #require(files["content/things/list.yml"])
    #expect(settings.contains("\nshow: {meta: [date, by]}\nrecord-pages: true"), "\(settings)")
    let site = TestSite(files.merging(["content/site.yml": "title: T\n"]) { $1 })
    #expect(site.diagnostics() == "")
    let pages = site.render()
    let list = try #require(pages["things/index.html"])
    #expect(list.contains("In short 2.") && list.contains("A2") && !list.contains("At length"))
    #expect(pages["things/e2/index.html"]?.contains("At length") == true)
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
      extra-keys: ignore  # left out, since their values are of several kinds or nested: odd

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
      absent: ["-"]  # these texts mean "no value"
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
      absent: [NA]  # these texts mean "no value"
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
        x-1: {type: integer, from: "x 1"}
        x-2: {type: integer, from: "x 2"}
      id: name
      sort: name

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
    (
      "term.ics",
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1@example.org\nSUMMARY:Tea\nDTSTART:20260302T160000\nRRULE:FREQ=WEEKLY\nEND:VEVENT\nBEGIN:VEVENT\nUID:2\nSUMMARY:Fair\nDTSTART:20260307\nEND:VEVENT\nEND:VCALENDAR\n",
      """
      title: Things
      record:
        start: {type: datetime, time: optional}
        summary: text
      sort: [start, summary]
      view: calendar
      tools: [search, filter, sort]
      sources: [{file: term.ics, between: [2026-01-01, 2027-12-31]}]

      """
    ),
  ])
  func `a list of a file declares what it finds, and builds`(path: String, text: String, settings: String) throws {
    let (files, problems) = try SuggestedList.files(path, text)
    #expect(problems == "")
    #expect(files["content/things/list.yml"] == settings)
    #expect(files["content/things/\(path)"] == text)
    let site = TestSite(files.merging(["content/site.yml": "title: T\n"]) { $1 })
    #expect(site.diagnostics() == "")
    #expect(site.builder.check().records > 0)
  }

  @Test func `a bibliography of one entry, and inches in a table, are read as they are`() throws {
    let entry = try SuggestedList.files("a.bib", "@book{x, author={A B and C D}, title={T}}\n").files
    #expect(entry["content/things/list.yml"]?.contains("sources: [a.bib]\n") == true)
    let table = try SuggestedList.files(
      "a.csv", "name;size\nPipe, long;5\"\nRod, \"\"short\"\";6\"\n\"A \"\"b;c\"\", d\";7\"\n"
    ).files
    #expect(table["content/things/list.yml"]?.contains("delimiter: \";\"") == true)
  }

  @Test func `long lists have pages and tools, and columns that tell nothing are left out`() throws {
    let rows = (0..<240).map {
      "n\($0),\($0 % 3 == 0 ? "low" : "high"),X,\($0 == 7 ? "once" : ""),\(($0 * 7) % 11),u\($0 % 50)"
    }
    let settings = try #require(
      try SuggestedList.files("a.csv", (["name,level,country,note,size,by"] + rows).joined(separator: "\n")).files[
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
    let settings = try SuggestedList.files("a.csv", (["name,votes"] + ranked).joined(separator: "\n")).files
    #expect(settings["content/things/list.yml"]?.contains("sort:") == false)
    let terms = (0..<40).map { "t\($0),What *t\($0)* means" }
    let glossary = try SuggestedList.files("a.csv", (["term,meaning"] + terms).joined(separator: "\n")).files
    #expect(glossary["content/things/list.yml"]?.contains("sort: term\nsections: term.initial\n") == true)
  }

  @Test func `what people keep builds without an edit, and says all that the file says`() throws {
    for (path, count) in [
      ("elements/elements.csv", 118), ("people/people.csv", 0), ("http-status/4xx.yml", 0), ("programme/day-2.json", 0),
    ] {
      let text = try String(contentsOfFile: "\(Program.packageFolder)/content/\(path)", encoding: .utf8)
      let (files, problems) = try SuggestedList.files(path, text)
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
      "a.txt:1:1: records are taken from files of Markdown, YAML, JSON, JSON Lines, GeoJSON, TOML, CSV, TSV, BibTeX, calendars and spreadsheets"
    ),
    ("a.json", "{\"a\": ", "a.json:1:7: "),
  ])
  func `what is no list is an error`(path: String, text: String, problem: String) throws {
    let (files, problems) = try SuggestedList.files(path, text)
    #expect(files.isEmpty)
    #expect(problems.hasPrefix(problem), "\(problems)")
  }
}
