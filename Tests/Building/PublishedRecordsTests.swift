import CellistTestSupport
import Testing

/// Which records are published, by drafts and dates.
@Suite struct PublishedRecordsTests {
  private static let dated = TestSite.list(
    "record: {name: text}\nrecord-pages: true\n",
    [
      "always.md": "---\nname: always\n---\n", "draft/index.md": "---\nname: draft\ndraft: true\n---\n",
      "draft/secret.txt": "s",
      "later.md": "---\nname: later\npublish: 2024-05-02\n---\n",
      "gone.md": "---\nname: gone\nexpires: 2024-05-02\n---\n",
      "hour.md": "---\nname: hour\npublish: 2024-05-02T01:00\n---\n", "content/plain.md": "---\ndraft: yes\n---\n",
    ])

  private static func published(_ change: (inout TestSite) -> Void) -> [String] {
    var site = dated
    change(&site)
    return site.render().keys.filter { $0.hasPrefix("items/") || $0.hasPrefix("plain") }.sorted()
      .map { $0.replacing("/index.html", with: "").replacing("items/", with: "") }
  }

  @Test(arguments: [
    // 2024-05-02T00:00 in Zurich is 22:00Z on the day before; in New York it is 04:00Z.
    ("Europe/Zurich", 1_714_600_799, ["always", "gone", "items"]),
    ("Europe/Zurich", 1_714_600_800, ["always", "items", "later"]),
    ("UTC", 1_714_607_999, ["always", "gone", "items"]), ("UTC", 1_714_608_000, ["always", "items", "later"]),
    ("UTC", 1_714_611_600, ["always", "hour", "items", "later"]),
    ("America/New_York", 1_714_622_399, ["always", "gone", "items"]),
    ("America/New_York", 1_714_622_400, ["always", "items", "later"]),
  ])
  func `dates are midnights of the site's time zone`(zone: String, now: Int, expected: [String]) {
    let published = Self.published {
      $0.files["content/site.yml"] = Array("title: T\ntheme: plain\ntime-zone: \(zone)\n".utf8)
      $0.options.now = now
    }
    #expect(published == expected)
  }

  @Test(arguments: ["UTC", "Europe/Zurich", "America/New_York", "Pacific/Kiritimati"])
  func `a date given to the build is one of the site's time zone`(zone: String) {
    func published(_ date: String) -> [String] {
      Self.published {
        $0.files["content/site.yml"] = Array("title: T\ntheme: plain\ntime-zone: \(zone)\n".utf8)
        $0.options.date = date
      }
    }
    #expect(published("2024-05-01") == ["always", "gone", "items"])
    #expect(published("2024-05-02") == ["always", "items", "later"])
    #expect(published("2024-05-02T01:00") == ["always", "hour", "items", "later"])
  }

  @Test func `drafts are published when asked for, with their files`() {
    let published = Self.published {
      $0.options.drafts = true
      $0.options.date = "2024-05-02"
    }
    #expect(published == ["always", "draft", "draft/secret.txt", "items", "later", "plain"])
  }

  @Test func `links to what is not published are errors`() {
    var site = Self.dated
    site.files["content/index.md"] = Array(
      "[a](items/draft/) [b](items/draft/index.md) [c](items/draft/secret.txt) [d](items/later.md) [e](plain.md) [f](/items/later/)\n"
        .utf8)
    site.files["content/site.yml"] = Array("title: T\ntheme: plain\nmenu: [plain.md]\n".utf8)
    #expect(
      site.builder.check().diagnostics.map { "\($0.location!) \($0.message)" } == [
        "content/index.md:1:1 the link target is not published: items/draft/",
        "content/index.md:1:19 the link target is not published: items/draft/index.md",
        "content/index.md:1:45 the link target is not published: items/draft/secret.txt",
        "content/index.md:1:73 the link target is not published: items/later.md",
        "content/index.md:1:93 the link target is not published: plain.md",
        "content/index.md:1:107 the link target does not exist: /items/later/",
        "content/site.yml:3:8 the target of the menu entry is not published: plain.md",
      ])
  }
  /// A site with everything that tells of records, and one that is a draft.
  private static let secretive: TestSite = {
    var site = TestSite([
      "content/site.yml": "title: T\nbase: https://example.org/\nredirect-file: true\n",
      "content/index.md": "---\nviews: {all: {list: works}}\n---\nHome\n",
      "content/works/list.yml": """
      record:
        title: text
        day: date
        place: text
        tags: [text]
        north: number
        by: {record: people}
        former: text
      sections: [{by: place, footer: {north: max}}, {by: tags, keep-empty: false}]
      terms: [tags, place, day.month, {by: north, ranges: [50]}, {by: by, pages: records}]
      pages: 1
      record-pages: true
      permalink: "{place}/{slug}"
      redirect-from: former
      tools: [search, filter, sort]
      feed: day
      calendar: day
      exports: [json, csv, {format: geojson, latitude: north, longitude: north}]
      schema-org: {type: Event, startDate: day, organizer: by.name}

      """,
      "content/works/open.md": """
      ---
      {title: Open, day: 2024-01-01, place: Here, tags: [a], north: 1, by: ada, former: /was/open/}
      ---
      Hello
      """,
      "content/works/zyxw.md": """
      ---
      {title: Zyxw, day: 2031-12-13, place: Zyxwland, tags: [a, zyxws], north: 77.125, by: zyx, former: /was/zyxw/, draft: true}
      ---
      Zyxwing
      """,
      "content/again/list.yml": "records-of: works\nsections: place\nterms: tags\n",
      "content/people/list.yml": "record: {name: text, works: {records-from: works.by}}\nrecord-pages: true\n",
      "content/people/ada.md": "---\nname: Ada\n---\n",
      "content/people/zyx.md": "---\n{name: Zyxwriter, draft: true}\n---\n",
    ])
    site.options.now = 1_714_600_800
    return site
  }()

  @Test func `no file of a site tells of what is not published`() {
    let words = ["zyx", "2031", "77.125"]
    func telling(_ site: TestSite) -> [String] {
      site.render().filter { path, text in words.contains { path.contains($0) || text.lowercased().contains($0) } }
        .map(\.key).sorted()
    }
    var site = Self.secretive
    #expect(site.diagnostics() == "")
    #expect(telling(site) == [])
    // With drafts, each kind of file tells of it.
    site.options.drafts = true
    let told = telling(site)
    let kinds = [
      "_redirects", "again/index.html", "again/tags/zyxws/index.html", "index.html", "people/index.html",
      "people/zyx/index.html", "sitemap.xml", "was/zyxw/index.html", "works/by/index.html",
      "works/day-month/index.html", "works/feed.json", "works/feed.xml", "works/index.csv", "works/index.geojson",
      "works/index.html", "works/index.ics", "works/index.json", "works/tags/a/feed.xml",
      "works/tags/index.html", "works/tools.json", "works/zyxwland/zyxw/index.html",
    ]
    #expect(kinds.filter { !told.contains($0) } == [])
  }
}
