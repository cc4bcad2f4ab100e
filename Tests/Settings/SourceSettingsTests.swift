import CellistTestSupport
import Testing

/// What settings say of one source: how its text is read, and which of its records are taken.
@Suite struct SourceSettingsTests {
  private static let cell = "{{title}} {{kind}};"

  private static func site(_ sources: String, _ files: [String: [UInt8]], _ more: String = "") -> TestSite {
    var site = TestSite.list(
      "record: {title: text, kind: text?}\nid: title\nsources: \(sources)\n\(more)", cell: cell)
    for (path, bytes) in files { site.files[path.hasPrefix("content/") ? path : "content/items/\(path)"] = bytes }
    return site
  }

  private static func page(_ site: TestSite) -> String {
    site.render()["items/index.html"]?.replacing(/<[^>]*>/, with: "") ?? site.diagnostics()
  }

  private static func page(_ sources: String, _ files: [String: String]) -> String {
    page(site(sources, files.mapValues { Array($0.utf8) }))
  }

  // MARK: encoding

  private static let latin: [UInt8] = Array("title,kind\nCaf".utf8) + [0xE9, 0x2C, 0x80, 0x0A]

  @Test func `a file is read in the encoding that its source names`() {
    #expect(
      Self.page(Self.site("[{file: a.csv, encoding: windows-1252}]", ["a.csv": Self.latin])) == "itemsCafé €;")
  }

  @Test func `a byte order mark says the encoding by itself`() {
    let text = "title,kind\nCafé,€\n"
    let units: [[UInt8]] = text.utf16.map { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    let bytes: [UInt8] = [0xFF, 0xFE] + units.joined()
    #expect(Self.page(Self.site("[a.csv]", ["a.csv": bytes])) == "itemsCafé €;")
    #expect(Self.page(Self.site("[{file: a.csv, encoding: windows-1252}]", ["a.csv": bytes])) == "itemsCafé €;")
  }

  @Test func `a file that is not UTF-8 is told what it looks like`() {
    let text = "title,kind\nLes écoles élémentaires,\nLes élèves déjeunent à midi,\n"
    let bytes = text.unicodeScalars.map { UInt8($0.value) }
    #expect(
      Self.site("[a.csv]", ["a.csv": bytes]).diagnostics() == """
        content/items/a.csv:2:5: error: the file is not valid UTF-8: byte 0xE9 [invalid-utf8]
           2 | Les \u{FFFD}coles \u{FFFD}l\u{FFFD}mentaires,
             |     ^~~~~~
             = it looks like windows-1252; save the file as UTF-8, or let 'encoding' of its source say what it is

        """)
  }

  @Test func `what is wrong stands at its place in the text, which is shown as text`() {
    let bytes = Array("title,nature\nCaf".utf8) + [0xE9, 0x2C, 0x80, 0x0A]
    #expect(
      Self.site("[{file: a.csv, encoding: windows-1252}]", ["a.csv": bytes]).diagnostics() == """
        content/items/a.csv:1:7: error: no field is called 'nature' [unknown-key]
           1 | title,nature
             |       ^~~~~~
             = declare it in list.yml, or pass over such keys with extra-keys: ignore

        """)
    #expect(
      Self.site("[{file: a.csv, encoding: shift_jis}]", ["a.csv": Array("title\na".utf8) + [0xFD, 0x0A]]).diagnostics()
        .hasPrefix("content/items/a.csv:2:2: error: the file is not valid shift_jis: byte 0xFD [invalid-utf8]\n"))
  }

  @Test func `settings that do not fit are reported where they stand`() {
    let site = Self.site(
      "[{file: a.csv, encoding: windows-1522}, {file: b.yml, skip: 2}, {file: b.csv, items: x}, {file: b.csv, where: {kin: x, title: {above: 3}}}]",
      ["a.csv": Array("title\nA\n".utf8), "b.csv": Array("title\nB\n".utf8), "b.yml": Array("title: C\n".utf8)])
    #expect(
      site.diagnostics() == """
        content/items/list.yml:3:35: error: there is no encoding "windows-1522" [invalid-setting]
           3 | sources: [{file: a.csv, encoding: windows-1522}, {file: b.yml, skip: 2}, {file: b.csv, items: x}, {f…
             |                                   ^~~~~~~~~~~~
             = did you mean 'windows-1252'?
        content/items/list.yml:3:64: error: 'skip' passes over lines of a table, and 'b.yml' is none [invalid-setting]
           3 | sources: [{file: a.csv, encoding: windows-1522}, {file: b.yml, skip: 2}, {file: b.csv, items: x}, {f…
             |                                                                ^~~~
        content/items/list.yml:3:88: error: 'items' leads into files of several levels, and 'b.csv' has rows [invalid-setting]
           3 | …dows-1522}, {file: b.yml, skip: 2}, {file: b.csv, items: x}, {file: b.csv, where: {kin: x, title: {a…
             |                                                    ^~~~~
        content/items/list.yml:3:137: error: 'where' of a source has no comparison 'above' [unknown-key]
           3 | … items: x}, {file: b.csv, where: {kin: x, title: {above: 3}}}]
             |                                                    ^~~~~
             = it compares texts as they are written, by in, contains, matches and exists; 'where' of the list compares values

        """)
  }

  // MARK: skip

  @Test func `lines in front of the header are passed over`() {
    let text = "Prices of 2024\n\"not a, quote\ntitle,kind\nA,x\n"
    #expect(Self.page("[{file: a.csv, skip: 2}]", ["a.csv": text]) == "itemsA x;")
    let wrong = Self.site("[{file: a.csv, skip: 2}]", ["a.csv": Array((text + "B\n").utf8)])
    #expect(wrong.diagnostics().hasPrefix("content/items/a.csv:5:1: error: the row has 1 field"))
    #expect(
      Self.site("[{file: a.csv, skip: 9}]", ["a.csv": Array(text.utf8)]).diagnostics().contains(
        "content/items/a.csv has no line behind the 9 that 'skip' passes over"))
  }

  // MARK: pad

  @Test func `rows that end early are read where the source says so`() {
    let text = "title,kind\nA,x\nB\n"
    #expect(Self.page("[{file: a.csv, pad: true}]", ["a.csv": text]) == "itemsA x;B ;")
    let wrong = Self.site("[{file: a.yml, pad: true}]", ["a.yml": Array("title: C\n".utf8)])
    #expect(wrong.diagnostics().contains("error: 'pad' is for tables of text, and 'a.yml' is none [invalid-setting]"))
  }

  // MARK: where

  private static let table = "title,kind\nA,grant\nB, prize \nC,\nD,x;y\n"

  @Test(arguments: [
    ("{kind: grant}", "A"), ("{kind: prize}", "B"), ("{kind: {in: [grant, prize]}}", "AB"),
    ("{kind: {exists: false}}", "C"),
    ("{kind: {contains: x}}", "D"), ("{title: {matches: \"[AC]\"}}", "AC"), ("{not: {kind: grant}}", "BCD"),
    ("{any: [{kind: grant}, {title: C}]}", "AC"), ("{kind: {exists: true}, title: [A, C]}", "A"),
  ])
  func `a source takes the records of which the condition holds`(condition: String, titles: String) {
    let shown = Self.page("[{file: a.csv, where: \(condition)}]", ["a.csv": Self.table])
    #expect(
      shown == "items"
        + titles.map { ["A": "A grant;", "B": "B  prize ;", "C": "C ;", "D": "D x;y;"][$0] ?? "" }.joined())
  }

  @Test func `what is written is looked at before it is checked, and a key that is asked for need not be a field`() {
    let json = "[{\"title\": \"A\", \"type\": \"book\"}, {\"titel\": 3, \"type\": \"film\"}]"
    #expect(Self.page("[{file: a.json, where: {type: book}}]", ["a.json": json]) == "itemsA ;")
    let others = Self.page("[{file: a.json, where: {title: A}}]", ["a.json": json])
    #expect(others.contains("no field is called 'type'"))
    #expect(!others.contains("'titel'"))
  }

  @Test func `a key that no record has is a slip`() {
    #expect(
      Self.site("[{file: a.csv, where: {knd: grant}}]", ["a.csv": Array(Self.table.utf8)]).diagnostics() == """
        content/items/list.yml:3:33: error: no record in content/items/a.csv has a key 'knd' [unknown-key]
           3 | sources: [{file: a.csv, where: {knd: grant}}]
             |                                 ^~~

        """)
  }

  @Test func `one file may be the source of several kinds of records`() {
    #expect(
      Self.page("[{file: a.csv, where: {kind: grant}}, {file: a.csv, where: {title: D}}]", ["a.csv": Self.table])
        == "itemsA grant;D x;y;")
  }

  // MARK: items in front matter, and lines of JSON

  @Test func `a list in front matter has records`() {
    let text = "---\ntitle: Talks\nsessions:\n  - {title: A, kind: x}\n  - {title: B}\n---\nText\n"
    #expect(Self.page("[{file: talks.md, items: sessions}]", ["talks.md": text]) == "itemsA x;B ;")
    #expect(
      Self.page("[{file: talks.md, items: session}]", ["talks.md": text]).contains(
        "there is nothing at 'session' in content/items/talks.md"))
  }

  @Test func `a link to a file of several records leads to none of them`() {
    let text = "---\nsessions: [{title: A}, {title: B}]\n---\n"
    let site = Self.site(
      "[{file: talks.md, items: sessions}]",
      ["talks.md": Array(text.utf8), "content/about.md": Array("[talks](items/talks.md)\n".utf8)])
    #expect(site.diagnostics().contains("broken-link"))
  }

  @Test func `features of GeoJSON are records, with their places`() {
    func feature(_ title: String, _ geometry: String) -> String {
      "{\"type\": \"Feature\", \"id\": 7, \"properties\": {\"title\": \"\(title)\"}, \"geometry\": \(geometry)}"
    }
    let features = [
      feature("A", "{\"type\": \"Point\", \"coordinates\": [7.4470, 46.948, 540]}"), feature("B", "null"),
      feature("C", "{\"type\": \"Polygon\", \"coordinates\": [[[0, 1], [2, 1], [2, 4.5], [0, 1]]]}"),
    ]
    let list =
      "title: Places\nrecord: {title: text, at: \"point?\"}\nid: title\nsources: [a.geojson]\nexports: [csv, geojson]\n"
    let collection = "{\"type\": \"FeatureCollection\", \"features\": [\(features.joined(separator: ",\n"))]}"
    func site(_ text: String) -> TestSite {
      TestSite([
        "content/site.yml": "title: T\nbase: https://example.org/\n", "content/places/list.yml": list,
        "content/places/a.geojson": text,
      ])
    }
    let pages = site(collection).render()
    #expect(pages["places/index.html"]?.contains("46.947°") == false)
    #expect(pages["places/index.html"]?.contains("46.948°, 7.4470°") == true)
    #expect(
      pages["places/index.csv"]?.replacing("\r\n", with: "\n") == """
        id,url,title,at
        A,https://example.org/places/#a,A,46.948 7.4470
        B,https://example.org/places/#b,B,
        C,https://example.org/places/#c,C,2.75 1

        """)
    #expect(pages["places/index.geojson"]?.contains("\"coordinates\": [7.4470, 46.948]") == true)
    #expect(pages["places/index.geojson"]?.contains("\"coordinates\": [1, 2.75]") == true)
    #expect(site(features[0]).render()["places/index.html"]?.contains("46.948°") == true)
    #expect(
      site("{\"type\": \"Point\", \"coordinates\": [1, 2]}").diagnostics() == """
        content/places/a.geojson:1:10: error: GeoJSON with records is a FeatureCollection or a Feature, found a Point \
        [invalid-value]
           1 | {"type": "Point", "coordinates": [1, 2]}
             |          ^~~~~~~

        """)
    let wrong =
      "{\"type\": \"FeatureCollection\", \"features\": [\n3,\n\(feature("X", "{\"coordinates\": [300, 1]}"))]}"
    let text = site(wrong).diagnostics()
    #expect(text.contains("a.geojson:2:1: error: a member of 'features' must be a Feature, found \"3\""), "\(text)")
    #expect(
      text.contains("a.geojson:3:72: error: 'at' must be a latitude and a longitude in degrees such as 46.948 7.447"))
  }

  @Test func `two columns of a table make a place`() {
    let site = TestSite([
      "content/site.yml": "title: T\n",
      "content/places/list.yml":
        "record: {title: text, at: {type: \"point?\", text: \"{lat} {lon}\"}}\nextra-keys: ignore\nid: title\nexports: csv\n",
      "content/places/a.csv": "title,lat,lon\nA,46.9,7.4\nB,,\n",
    ])
    #expect(site.diagnostics() == "")
    #expect(site.render()["places/index.csv"]?.contains("A,46.9 7.4") == true)
  }

  @Test func `each line of a JSON Lines file is a record`() {
    let text = "{\"title\": \"A\", \"kind\": \"x\"}\n\n{\"title\": \"B\"}\r\n"
    #expect(Self.page("[a.jsonl]", ["a.jsonl": text]) == "itemsA x;B ;")
    #expect(Self.page("[\"*.ndjson\"]", ["a.ndjson": text]) == "itemsA x;B ;")
    #expect(
      Self.site(
        "[a.jsonl]", ["a.jsonl": Array("{\"title\": \"A\"}\n{\"title\" \"B\"}\n[]\n{\"title\": \"C\"} x\n".utf8)]
      )
      .diagnostics() == """
        content/items/a.jsonl:2:10: error: the JSON is broken: expected ':' after the key 'title' [json-syntax]
           2 | {"title" "B"}
             |          ^~~
        content/items/a.jsonl:3:1: error: a record must be a mapping, found a list [invalid-value]
           3 | []
             | ^
        content/items/a.jsonl:4:16: error: the JSON is broken: found text after the end of the value [json-syntax]
           4 | {"title": "C"} x
             |                ^

        """)
  }
}
