import CellistRecords
import CellistScaffolding
import CellistTestSupport
import CellistText
import Testing

/// Lists that are made of files as other programs export them.
@Suite struct ForeignFileTests {
  private func settings(_ path: String, _ text: String) throws -> String {
    try #require(SuggestedList.files(path, text).files["content/things/list.yml"])
  }

  @Test(arguments: [
    ("kg,2 kg,3 kg", "b: text"), ("500 g,2 g,3 g", "b: {type: number, unit: g}"), ("500 g,2,3", "b: text"),
    ("500 g,0,3 g", "b: {type: number, unit: g}"), ("$5,7,$9", "b: text"),
  ])
  func `a unit is that of all numbers`(values: String, declaration: String) throws {
    let rows = values.split(separator: ",").enumerated().map { "N\($0),\($1)" }
    #expect(try settings("a.csv", "a,b\n\(rows.joined(separator: "\n"))\n").contains("\n  \(declaration)\n"))
  }

  @Test func `the title is called so in other languages, too`() throws {
    let settings = try settings("a.csv", "Artikelnummer,Bezeichnung,Preis\nA-1,Tasse,3\nA-2,Teller,4\n")
    #expect(settings.contains("\ntitle-field: bezeichnung\n"), "\(settings)")
  }

  @Test func `notes are called what their headings say`() throws {
    let files = try SuggestedList.files("a.md", "# First note\n\nHello.\n").files
    let settings = try #require(files["content/things/list.yml"])
    #expect(settings.contains("\n  title: {type: text, from: \"$heading\"}\n"), "\(settings)")
    let titled = try self.settings("a.md", "---\ntitle: A\n---\n# A\n")
    #expect(titled.contains("\n  title: text\n"), "\(titled)")
  }

  @Test func `rows that end early are read`() throws {
    let settings = try settings("a.csv", "name,place,year\nAnn,Bern,2001\nBo,Basel\nCy\n")
    #expect(settings.contains("\nsources: [{file: a.csv, pad: true}]\n"), "\(settings)")
  }

  @Test(arguments: ["Prices;;\n;;\n", "Prices;;\n", "Prices;May 2026;;;\n\n"])
  func `a title above the header is no header`(title: String) throws {
    let rest = title.contains("May") ? ";e;f" : ""
    let text = "\(title)a;b;c\(rest)\n1;2;3\(rest)\n4;5;6\(rest)\n7;8;9\(rest)\n"
    let settings = try settings("a.csv", text)
    let lines = title.count { $0 == "\n" }
    #expect(settings.contains("\nsources: [{file: a.csv, delimiter: \";\", skip: \(lines)}]\n"), "\(settings)")
  }

  @Test func `authors are no constant, and numbers of arXiv are texts`() throws {
    let entries = (1...6).map { "@misc{k\($0), author = {A\($0), B}, title = {T\($0)}, eprint = {1207.721\($0)}}" }
    let settings = try settings("a.bib", entries.joined(separator: "\n"))
    #expect(settings.contains("\n  eprint: text\n"), "\(settings)")
    #expect(settings.contains("\ncolumns: [title, author, eprint]\n"), "\(settings)")
  }

  @Test func `keys that no field can hold are named`() throws {
    let text = #"[{"name": "A", "parts": ["x", {"y": 1}]}, {"name": "B", "parts": ["z"]}]"#
    let settings = try settings("a.json", text)
    #expect(
      settings.contains(
        "extra-keys: ignore  # left out, since their values are of several kinds or nested: parts\n"), "\(settings)")
  }

  @Test func `a title is never absent`() throws {
    let files = try SuggestedList.files(
      "a.csv", "term,meaning,n\nNULL,No value here,1\nN/A,Not applicable,N/A\nByte,Eight bits,3\n"
    ).files
    let settings = try #require(files["content/things/list.yml"])
    #expect(!settings.contains("NULL"), "\(settings)")
    let pages = TestSite(files.merging(["content/site.yml": "title: T\n"]) { $1 }).render()
    #expect(pages["things/index.html"]?.contains(">NULL<") == true)
  }

  @Test func `texts in HTML say how they are shown`() throws {
    let text = #"[{"name": "A", "said": "<p>Hi <b>you</b></p>"}, {"name": "B", "said": "<p>2 < 3</p>"}]"#
    #expect(
      try settings("a.json", text).contains(
        "\n  said: markdown  # HTML, which pages have with 'html: allow' in site.yml\n"))
  }

  @Test func `events that repeat without an end are shown until the next year`() throws {
    let text = """
      BEGIN:VCALENDAR\r
      BEGIN:VEVENT\r
      UID:1\r
      DTSTART:20240105T190000\r
      RRULE:FREQ=WEEKLY\r
      SUMMARY:Rehearsal\r
      END:VEVENT\r
      END:VCALENDAR\r

      """
    for (today, last) in [
      (nil, 2025), (Day(year: 2026, month: 11, day: 29), 2027), (Day(year: 2020, month: 1, day: 1), 2025),
    ] {
      var material = ListMaterial(file: "a.ics", Array(text.utf8))
      material.today = today
      let settings = try SuggestedList.list(material, at: "a.ics").scaffold?.files[0].text
      #expect(settings?.contains("between: [2024-01-01, \(last)-12-31]") == true)
    }
  }

  @Test func `people have the names that are shown`() throws {
    let text =
      #"[{"name": "A", "by": [{"id": 1, "public_name": "Ada"}]}, {"name": "B", "by": [{"id": 2, "public_name": "Bo"}]}]"#
    #expect(try settings("a.json", text).contains("from: \"by.*.public_name\""))
  }

  @Test func `Markdown without front matter or a heading is titled by its file`() throws {
    let material = ListMaterial(folder: [("one.md", Array("## One\n\nText.\n".utf8))])
    let scaffold = try #require(try SuggestedList.list(material, at: "notes").scaffold)
    #expect(scaffold.files[0].text.contains("record: {title: text?}"))
    var site = TestSite(["content/site.yml": "title: T\n", "content/things/list.yml": scaffold.files[0].text])
    for copy in scaffold.copies { site.files[copy.path] = copy.bytes }
    #expect(site.diagnostics() == "")
  }

  @Test func `numbers that are names are not grouped`() throws {
    let settings = try settings("a.csv", "book id,name,copies\n36510196,A,12000\n1420,B,5\n")
    #expect(settings.contains("{type: integer, grouping: false, from: \"book id\"}"), "\(settings)")
    #expect(settings.contains("\n  copies: integer\n"), "\(settings)")
  }

  @Test func `of many fields, those are shown that say something to readers`() throws {
    let names = ["id", "name", "node_id", "url", "private", "stars", "language", "topic", "opened", "place", "colour"]
    let rows = (1...4).map { row in
      let values = [
        "\(row)0001", "N\(row)", "x\(row)", "https://a.org/\(row)", "false", "\(row)", "L\(row)", "T\(row)",
        "2026-01-0\(row)", "P\(row)", "C\(row)",
      ]
      return
        "{\(zip(names, values).map { "\"\($0)\": \"\($1)\"" }.joined(separator: ", ")), \"text\": \"A *bold* word\"}"
    }
    let settings = try settings("a.json", "[\(rows.joined(separator: ","))]")
    #expect(
      settings.contains("\nshow: {link: url, meta: [stars, language, topic, opened, place, colour]}\n"), "\(settings)")
    let columns = (1...9).map { "c\($0)" }
    let lines = (1...4).map { row in
      "N\(row),\(row)1,978-\(row),https://a.org/\(row),\(columns.map { "\($0)-\(row)" }.joined(separator: ","))"
    }
    let table = try self.settings(
      "a.csv", "name,id,isbn,url,\(columns.joined(separator: ","))\n\(lines.joined(separator: "\n"))\n")
    #expect(table.contains("\ncolumns: [name, c1, c2, c3, c4, c5, c6, c7]\n"), "\(table)")
  }

  @Test func `times at an offset say in which zone pages have them`() throws {
    func note(_ times: String..., zone: String = "UTC") throws -> Bool {
      var diagnostics = Diagnostics()
      let rows = times.enumerated().map { "N\($0),\($1)" }.joined(separator: "\n")
      let values = ValueReader(
        language: try #require(Language(tag: "en")), zone: try #require(TimeZoneRules(zone)), decimal: .point)
      let material = ListMaterial(file: "a.csv", Array("name,at\n\(rows)\n".utf8))
      let scaffold = Scaffold.list("things", title: "T", from: material, at: "a.csv", values, &diagnostics)
      return scaffold?.files[0].text.contains("# Times are at +02:00 here, and pages show them in UTC") == true
    }
    #expect(try note("2026-05-01T09:00:00+02:00", "2026-05-02T09:00:00+02:00"))
    #expect(try !note("2026-05-01T09:00:00+02:00", "2026-12-02T09:00:00+01:00"))
    #expect(try !note("2026-05-01T09:00:00+00:00", "2026-12-02T09:00:00+00:00"))
    #expect(try !note("2026-05-01T09:00:00Z", "2026-12-02T09:00:00Z"))
    #expect(try !note("2026-05-01T09:00:00+02:00", zone: "Europe/Zurich"))
  }

  @Test func `where a file lies on a disk is not published`() throws {
    let settings = try settings(
      "a.bib",
      "@misc{a, title={T}, year={2020}, urldate={2024-01-02}, file={/home/x/a.pdf}}\n@misc{b, title={U}, year={2021}, urldate={2023-01-02}}\n"
    )
    #expect(!settings.contains("file"), "\(settings)")
    #expect(!settings.contains("sort: [\"-urldate"), "\(settings)")
  }

  @Test func `titles lead to an address where records have no pages`() throws {
    let rows = (0..<3).map { "N\($0),https://a.org/\($0),\"Text \($0).\n\nMore.\"" }.joined(separator: "\n")
    #expect(try settings("a.csv", "name,site,summary\n\(rows)\n").contains("show: {link: site}  # titles lead there\n"))
    let long = (0..<3).map { "N\($0),https://a.org/\($0),\(String(repeating: "word ", count: 150))\($0)" }
    let settings = try settings("a.csv", "name,site,summary\n\(long.joined(separator: "\n"))\n")
    #expect(settings.contains("show: {link: site}\n") && settings.contains("record-pages: true"), "\(settings)")
  }
}
