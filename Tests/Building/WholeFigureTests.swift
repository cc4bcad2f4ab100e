import CellistTestSupport
import Testing

/// Figures of a whole list, and what is drawn by its greatest values.
@Suite struct WholeFigureTests {
  private static let files = [
    "content/site.yml": "title: T\nbase: /\n",
    "content/a/list.yml": """
    record: {id: text, name: text, mass: {type: "number?", unit: kg}, seen: {type: [integer], split: ";"}, kind: "text?"}
    id: id
    title-field: name
    view: table
    pages: 2
    show: {bar: mass, spark: seen}
    footer: {mass: sum, name: count}
    record-pages: true

    """,
    "content/a/a.csv": rows(["a,A,1.5,1;3;2", "b,B,-4,", "c,C,0.75,7", "d,D,,2;2"]),
  ]

  private static func rows(_ rows: some Collection<String>) -> String {
    "id,name,mass,seen\n\(rows.joined(separator: "\n"))\n"
  }

  @Test func `the last page has the figures of all records`() throws {
    let files = TestSite(Self.files).render()
    let figures =
      /<span class="aggregate">All records:<\/span> <span class="aggregate">sum mass <b>-1.75\u{A0}kg<\/b><\/span> <span class="aggregate">count name <b>4<\/b>/
    #expect(try #require(files["a/page/2/index.html"]).contains(figures))
    #expect(try #require(files["a/index.html"]).contains("count name") == false)
    var cards = Self.files
    cards["content/a/list.yml"]?.replace("view: table", with: "view: cards")
    #expect(try #require(TestSite(cards).render()["a/page/2/index.html"]).contains(figures))
  }

  @Test func `bars are shares of the greatest, and lines have their numbers`() throws {
    let files = TestSite(Self.files).render()
    let pages = ["a/index.html", "a/page/2/index.html"].compactMap { files[$0] }.joined()
    #expect(pages.matches(of: /<rect width="(\d+)"/).map { String($0.1) } == ["1000", "500"])
    #expect(pages.contains("<title>1, 3, 2</title><polyline points=\"0,19 50,1 100,10\""))
    #expect(pages.contains("<title>2, 2</title><polyline points=\"0,10 100,10\""))
    #expect(pages.matches(of: /<svg class="spark"/).count == 2)
    #expect(try #require(files["a/a/index.html"]).contains("<svg class=\"spark\""))
  }

  @Test(arguments: [false, true])
  func `an edit of one record changes what depends on all`(isKept: Bool) throws {
    let site = try BuiltSite(Self.files)
    if isKept { site.keep() }
    #expect(try site.problems().found == [])
    let steps: [([String], Set<String>)] = [
      // Another name is on its own page and the first of the list.
      (["a,Z,1.5,1;3;2", "b,B,-4,", "c,C,0.75,7", "d,D,,2;2"], ["a/a/index.html", "a/b/index.html", "a/index.html"]),
      // A greater value makes all bars shorter.
      (
        ["a,Z,1.5,1;3;2", "b,B,-4,", "c,C,3,7", "d,D,,2;2"], ["a/c/index.html", "a/index.html", "a/page/2/index.html"]
      ),
      // A lesser one that is not the greatest changes the sum.
      (
        ["a,Z,1.5,1;3;2", "b,B,-5,", "c,C,3,7", "d,D,,2;2"], ["a/b/index.html", "a/index.html", "a/page/2/index.html"]
      ),
      (["a,Z,1.5,1;3;2", "c,C,3,7", "d,D,,2;2"], []),
      (["e,E,9,1;3;2", "a,Z,1.5,1;3;2", "c,C,3,7", "d,D,,2;2"], []),
      (["e,E,,1;3;2", "a,Z,,1;3;2"], []),
    ]
    for (rows, pages) in steps {
      try site.write(Self.rows(rows), to: "content/a/a.csv")
      let before = site.output()
      #expect(try site.problems().found == [], "\(rows)")
      let changed = BuiltSite.differences(before, site.output()).filter { $0.hasSuffix(".html") }
      if !pages.isEmpty { #expect(Set(changed) == pages) }
    }
  }

  @Test func `a record at the end changes no page before`() throws {
    var files = Self.files
    files["content/a/list.yml"]?.replace("show: {bar: mass, spark: seen}\n", with: "")
    let rows = ["a,A,1.5,1;3;2", "b,B,-4,", "c,C,0.75,7", "d,D,1,", "e,E,2,", "f,F,3,"]
    files["content/a/a.csv"] = Self.rows(rows)
    let site = try BuiltSite(files)
    #expect(try site.problems().found == [])
    try site.write(Self.rows(rows.dropLast()), to: "content/a/a.csv")
    let signs = try site.changes()
    #expect(!signs.contains("~ a/page/2/index.html") && signs.contains("~ a/page/3/index.html"), "\(signs)")
  }

  @Test func `what has no figure is an error with its place`() {
    var files = Self.files
    files["content/a/list.yml"]?.replace("footer: {mass: sum, name: count}", with: "footer: {name: sum}")
    files["content/a/list.yml"]?.replace("{bar: mass, spark: seen}", with: "{bar: name, spark: mass}")
    let text = TestSite(files).diagnostics()
    #expect(text.contains("list.yml:7:16: error: 'name' is text, which has no sum"), "\(text)")
    #expect(text.contains("the 'bar' of a view is a number, and 'name' is text"), "\(text)")
    #expect(
      text.contains("the 'spark' of a view is a list of numbers, or records that refer back, and 'mass' is number"),
      "\(text)")
  }

  private static let speakers = [
    "content/site.yml": "title: S\n",
    "content/people/list.yml": """
    title: People
    view: table
    columns: [talks, name]
    record:
      name: text
      talks: {records-from: talks.speaker}
    record-pages: true
    show: {spark: talks}

    """,
    "content/people/p.csv": "id,name\na,A\nb,B\nc,C\nd,D\ne,E\n",
    "content/talks/list.yml":
      "title: Talks\nrecord:\n  title: text\n  day: {type: date, precision: year, optional: true}\n  speaker: {record: people}\n",
    "content/talks/t.csv": """
    id,title,day,speaker
    1,One,2020-03-01,a
    2,Two,2022,a
    3,Three,2022-05-01,a
    4,Four,2021-02-01,b
    8,Undated,,b
    5,Five,2021-04-30,b
    6,Six,,c
    7,Seven,2020-01-01,c
    9,Nine,-0043,d
    10,Ten,0002,d
    11,Eleven,2020-02,e
    12,Twelve,2020,e

    """,
  ]

  @Test(arguments: [false, true])
  func `records that refer back are a line of their years`(isKept: Bool) throws {
    let site = try BuiltSite(Self.speakers)
    if isKept { site.keep() }
    #expect(try site.problems().found == [])
    func lines() throws -> [String] {
      let page = String(decoding: try #require(site.output()["people/index.html"]), as: UTF8.self)
      return page.matches(of: /<title>([^<]*)<\/title><polyline points="([^"]*)"/).map { "\($0.1) \($0.2)" }
    }
    let old = try lines()
    #expect(old[..<2] == ["2020: 1, 2022: 2 0,10 50,19 100,1", "Feb 2021: 1, Apr 2021: 1 0,1 50,19 100,1"])
    #expect(old.count == 3 && old[2].hasPrefix("44 BC: 1, 2: 1 "), "\(old)")
    // A year alone is in no month, and a record without a date in no year.
    let page = String(decoding: try #require(site.output()["people/index.html"]), as: UTF8.self)
    #expect(page.matches(of: /data-label="talks">2<\/td>/).count == 2)
    #expect(String(decoding: try #require(site.output()["people/a/index.html"]), as: UTF8.self).contains(">Three</a>"))
    var files = Self.speakers
    files["content/talks/t.csv"]?.replace("2020-03-01", with: "1820-03-01")
    try site.write(try #require(files["content/talks/t.csv"]), to: "content/talks/t.csv")
    let before = site.output()
    #expect(try site.problems().found == [])
    #expect(try #require(lines().first).hasPrefix("1820–1829: 1, 2020–2029: 2 0,10 5,19"))
    let changed = BuiltSite.differences(before, site.output()).filter { $0.hasSuffix(".html") }
    #expect(Set(changed) == ["people/index.html", "talks/index.html"])
  }

  @Test func `records without dates are no line`() {
    var files = Self.speakers
    files["content/talks/list.yml"]?.replace("  day: {type: date, precision: year, optional: true}\n", with: "")
    files["content/talks/t.csv"] = "id,title,speaker\n1,One,a\n"
    let text = TestSite(files).diagnostics()
    #expect(
      text.contains(
        "list.yml:8:15: error: the 'spark' of a view counts the records of 'talks' by their dates, and those of 'talks' have none"
      ),
      "\(text)")
  }
}
