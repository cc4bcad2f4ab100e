import CellistTestSupport
import CellistText
import Foundation
import Testing

@testable import Cellist

/// Settings of `list.yml` in Swift.
@Suite struct ListSettingsTests {
  private struct Concert: ListRecord, Codable {
    var id: String
    var title: String
    var day: Day
    var hall: String?
    var players: [String]
    var price: Decimal?
    var former: [String]
    var watched = 0 { didSet { price = nil } }
    var short: String { String(title.prefix(1)) }

    enum CodingKeys: String, CodingKey { case id, title, day, hall, players, price, former }

    static var fields: [FieldNote] { [FieldNote("players", split: ";"), FieldNote("former", split: ";")] }
  }

  private static let concerts = """
    id,title,day,hall,players,price,former
    c1,Octet,2024-05-01,Main,Ida;Otto,12.50,
    c2,Trout,2023-01-09,,Ida,8,/old/trout/
    c3,Winter,2024-02-03,Small,Otto,,
    """

  private static let settings = """
    title: Concerts
    description: What we play.
    title-field: title
    sort: [-day, title]
    sections: {by: day.year, order: descending, missing: Undated}
    limit: 3
    pages: {size: 2, numbering: stable}
    record-pages: true
    terms: [hall, players]
    feed: {date: day}
    calendar: {start: day, place: hall}
    exports: [json, csv]
    view: table
    columns: [title, hall, price]
    tools: [search, sort]
    redirect-from: former
    where: {title: {exists: true}}
    """

  private static func concerts(line: Int = 1) -> List<Concert> {
    List("concerts", of: Concert.self, file: "Season.swift", line: line)
  }

  private static func site(_ settings: String?, _ list: List<Concert>, _ more: [String: String] = [:]) -> TestSite {
    var files = [
      "content/site.yml": "title: Season\nbase: https://season.example/\n", "content/concerts/concerts.csv": concerts,
    ]
    files["content/concerts/list.yml"] = settings
    var site = TestSite(files.merging(more) { _, own in own })
    site.options.lists = [list.typed]
    return site
  }

  @Test func `what Swift says has the same pages as what list.yml says`() throws {
    let said = Self.concerts()
      .title("Concerts", description: "What we play.").titleField(\.title)
      .sorted(.descending(\.day), .ascending(\.title))
      .sections(by: \.day, part: .year, order: .descending, missing: "Undated")
      .limit(3).pages(of: 2, numbering: .stable).recordPages().terms(\.hall, \.players)
      .feed(date: \.day).calendar(start: \.day, place: \.hall).exports(.json, .csv)
      .view(.table, columns: \.title, \.hall, \.price).tools(.search, .sort).redirects(from: \.former)
      .setting("where", ["title": ["exists": true]])
    let site = Self.site(nil, said)
    #expect(site.diagnostics() == "")
    let pages = site.render()
    let written = Self.site(Self.settings, Self.concerts())
    #expect(written.diagnostics() == "")
    #expect(pages == written.render())
    #expect(pages["concerts/players/ida/index.html"] != nil && pages["old/trout/index.html"] != nil)
    // The one may say a part, and the other the rest.
    let half = Self.site("sort: title\n", Self.concerts().title("Concerts").limit(2))
    #expect(half.diagnostics() == "")
    #expect(half.render() == Self.site("sort: title\ntitle: Concerts\nlimit: 2\n", Self.concerts()).render())
    #expect(
      Self.site(nil, Self.concerts().sorted(by: \.hall, \.title, order: .descending)).render()
        == Self.site("sort: [-hall, -title]\n", Self.concerts()).render())
  }

  @Test func `a list that is fetched needs no folder`() {
    let fetched = List(
      "more/concerts", of: Concert.self,
      fetch: { () async throws -> [Concert] in
        [Concert(id: "x", title: "Septet", day: try #require(Day(iso: "2024-01-01")), players: [], former: [])]
      }
    ).recordPages()
    var site = TestSite(["content/site.yml": "title: Season\n"])
    site.options.lists = [fetched.typed]
    #expect(site.diagnostics() == "")
    #expect(site.render()["more/concerts/x/index.html"]?.contains("Septet") == true)
    var strange = site
    strange.options.lists = ["../more", "a//b", ".git", ""].map { path in
      List(path, of: Concert.self, fetch: { [] }, file: "Season.swift", line: 4).typed
    }
    #expect(
      strange.diagnostics() == """
        Season.swift:4:1: error: there is no folder content/../more [unknown-list]
             = known here: .
        Season.swift:4:1: error: there is no folder content/a//b [unknown-list]
             = known here: .
        Season.swift:4:1: error: there is no folder content/.git [unknown-list]
             = known here: .
        Season.swift:4:1: error: there is no folder content [unknown-list]
             = did you mean '.'?

        """)
  }

  @Test func `what both say is an error, and so is what is said twice`() {
    let list = Self.concerts()
      .sorted(by: \.title, file: "Season.swift", line: 2).limit(2, file: "Season.swift", line: 3)
      .limit(4, file: "Season.swift", line: 4)
    #expect(
      Self.site("title: Concerts\nsort: day\n", list).diagnostics() == """
        Season.swift:4:1: error: 'limit' is said a second time [invalid-setting]
             = it is first said at Season.swift:3:1
        content/concerts/list.yml:2:1: error: 'sort' of this list is said in Swift, too [invalid-setting]
           2 | sort: day
             | ^~~~
             = at Season.swift:2:1; leave it out here, or there

        """)
  }

  @Test func `what cannot be is an error at the line that says it`() {
    func messages(_ list: List<Concert>) -> String { Self.site(nil, list).diagnostics() }
    #expect(
      messages(Self.concerts().sorted(by: \.short, file: "Season.swift", line: 7)) == """
        Season.swift:7:1: error: 'sort' names a property that is computed or observed, and fields are stored \
        [invalid-setting]
             = name a stored property, or have a provider look at the records

        """)
    #expect(messages(Self.concerts().sorted(by: \.watched, file: "Season.swift", line: 7)).contains("is computed"))
    #expect(
      messages(Self.concerts().setting("srot", "day", file: "Season.swift", line: 8)) == """
        Season.swift:8:1: error: list.yml has no setting 'srot' [unknown-key]
             = did you mean 'sort'?

        """)
    #expect(
      messages(Self.concerts().sections(by: \.hall, part: .year, file: "Season.swift", line: 9))
        .hasPrefix("Season.swift:9:1: error: "))
    #expect(
      messages(Self.concerts().setting("record", ["title": "text"], file: "Season.swift", line: 9)).contains(
        "'record' of this list is declared in Swift"))
  }

  // MARK: Presenters

  private struct PieceCell: CellContent { var title: String }

  private static func presented(
    _ provider: DataProvider<[Concert], Concert>? = .grouped(by: { String($0.day.iso.prefix(4)) })
  ) -> List<Concert> {
    List(
      "concerts",
      presenter: DataPresenter(
        header: { section, index in .title("\(index + 1): \(section.title ?? "all")") },
        footer: { section, _ in
          let sum = section.items.reduce(0) { $0 + ($1.price ?? 0) }
          return .figures(["concerts": "\(section.items.count)", "<sum>": "\(sum)"])
        },
        cell: { concert, _ in PieceCell(title: concert.title) }), provider: provider)
  }

  @Test func `a presenter makes titles and figures of sections`() {
    let theme = [
      "themes/own/theme.yml": "extends: default\n",
      "themes/own/cells/piece.mustache": "<li id=\"{{@record.anchor}}\">{{title}}</li>",
    ]
    func page(_ list: List<Concert>, _ settings: String? = nil) -> String {
      let site = Self.site(
        settings, list, theme.merging(["content/site.yml": "title: Season\ntheme: own\n"]) { $1 })
      #expect(site.diagnostics() == "")
      return site.render()["concerts/index.html"] ?? ""
    }
    func lines(_ page: String) -> [String] {
      page.matches(of: /<(?:h2|p class="aggregate")[^>]*>(.*?)<\/(?:h2|p)>/).map { String($0.1) }
    }
    #expect(
      lines(page(Self.presented())) == [
        "1: 2023 <span class=\"count\">1</span>", "concerts <b>1</b>", "&lt;sum&gt; <b>8</b>",
        "2: 2024 <span class=\"count\">2</span>", "concerts <b>2</b>", "&lt;sum&gt; <b>12.5</b>",
      ])
    let settings = page(Self.presented(nil), "sections: {by: hall, missing: Elsewhere, footer: {price: max}}\n")
    #expect(settings.contains("3: Elsewhere") && settings.contains("<b>8</b>"))
    #expect(page(Self.presented(nil)).contains("1: all"))
  }

  // MARK: References to lists that are not declared in Swift

  private struct Piece: ListRecord, Codable {
    var id: String
    var title: String
    var composer: String
    var players: [String]

    static var fields: [FieldNote] {
      [
        FieldNote("composer", refersTo: "people", file: "Season.swift", line: 5),
        FieldNote("players", split: ";", refersTo: "people", file: "Season.swift", line: 6),
      ]
    }
  }

  private static func pieces(_ more: [String: String] = [:]) -> TestSite {
    var site = TestSite(
      [
        "content/site.yml": "title: Season\n",
        "content/pieces/pieces.csv": "id,title,composer,players\np1,Octet,felix,felix;fanny\n",
        "content/people/list.yml":
          "record: {key: text, name: text, best: {record: pieces, optional: true}, written: {records-from: pieces.composer}}\n"
          + "id: key\ntitle-field: name\nrecord-pages: true\n",
        "content/people/people.yml": "- {key: felix, name: Felix, best: p1}\n- {key: fanny, name: Fanny}\n",
      ].merging(more) { $1 })
    site.options.lists = [List("pieces", of: Piece.self, file: "Season.swift", line: 1).recordPages().typed]
    return site
  }

  @Test func `records refer to lists of list.yml, and these back`() throws {
    let site = Self.pieces()
    #expect(site.diagnostics() == "")
    let pages = site.render()
    #expect(pages["pieces/p1/index.html"]?.contains("<a href=\"/people/felix/\">Felix</a>") == true)
    #expect(pages["pieces/p1/index.html"]?.contains("<a href=\"/people/fanny/\">Fanny</a>") == true)
    let felix = try #require(pages["people/felix/index.html"])
    #expect(felix.components(separatedBy: "<a href=\"/pieces/p1/\">Octet</a>").count == 3)
    #expect(
      Self.pieces(["content/pieces/pieces.csv": "id,title,composer,players\np1,Octet,nobody,\n"]).diagnostics()
        .contains("'composer' refers to \"nobody\", which no record of 'people' has for its id"))
  }

  @Test func `a list that is not there is an error at the note`() {
    var site = Self.pieces()
    site.files["content/people/list.yml"] = nil
    site.files["content/people/people.yml"] = nil
    #expect(
      site.diagnostics() == """
        Season.swift:5:1: error: there is no list 'people' [unknown-list]
             = known here: pieces
        Season.swift:6:1: error: there is no list 'people' [unknown-list]
             = known here: pieces

        """)
  }

  @Test func `conditions in Swift are those of list.yml`() throws {
    let said = Self.concerts().titleField(\.title)
      .flags([
        "past": .field(\.day, .below(.today)),
        "recent": .flag("past") && .field(\.day, .above(.today(plus: -2, .months))),
      ])
      .where(
        !.field(\.hall, .is("Small"))
          || .field(\.day, part: .year, .isIn(2024, 2025)) && .field(\.price, .exists(false))
      )
      .sections(cases: [
        SectionCase("Upcoming", where: .field(\.day, .atLeast(.today))),
        SectionCase("Recent", where: .flag("recent"), sort: [.descending(\.day), .ascending(\.title)]),
        SectionCase("Cheap", where: .all(.field(\.price, .atMost(8.5)), .field(\.players, .contains("Ida")))),
        SectionCase("Past"),
      ])
      .setting("show", ["badge": ["recent": "Just now", "past": "Past"]])
    let written = """
      title-field: title
      flags: {past: {day: {below: today}}, recent: {past: true, day: {above: today-2m}}}
      where: {any: [{not: {hall: Small}}, {day.year: [2024, 2025], price: {exists: false}}]}
      sections:
        cases:
          - {title: Upcoming, where: {day: {at-least: today}}}
          - {title: Recent, where: {recent: true}, sort: [-day, title]}
          - {title: Cheap, where: {price: {at-most: 8.5}, players: {contains: Ida}}}
          - {title: Past}
      show: {badge: {recent: Just now, past: Past}}
      """.replacing("day.year: [2024, 2025]", with: "day.year: {in: [2024, 2025]}")
    let zone = try #require(TimeZoneRules("UTC"))
    for now in ["2024-01-31", "2024-04-20", "2024-05-02", "2030-01-01"] {
      var (site, other) = (Self.site(nil, said), Self.site(written, Self.concerts()))
      let instant = try #require(Moment(iso: "\(now)T12:00:00Z", zone: zone)).instant
      (site.options.now, other.options.now) = (instant, instant)
      #expect(site.diagnostics() == "" && other.diagnostics() == "")
      #expect(site.render() == other.render())
      let page = try #require(site.render()["concerts/index.html"])
      #expect(page.contains(">Just now</span>") == (now == "2024-05-02"), "\(now)")
    }
  }

  @Test func `a condition that cannot hold is an error where it is said`() {
    let list = Self.concerts().where(.field(\.players, .is("Ida")), file: "Season.swift", line: 9)
    #expect(Self.site(nil, list).diagnostics().contains("Season.swift:9:1: error: 'players' is a list"))
    let other = Self.concerts().flags(
      ["x": .field(\.day, .atLeast(.now(plus: 2, .hours)))], file: "Season.swift", line: 10
    )
    .where(.flag("y"), file: "Season.swift", line: 11)
    #expect(Self.site(nil, other).diagnostics().contains("Season.swift:11:1: error: there is no field 'y'"))
  }
}
