import CellistTestSupport
import Testing

/// Feeds of a list's newest records.
@Suite struct FeedTests {
  private static func site(_ feed: String, _ files: [String: String], base: String = "https://example.org/x/")
    -> TestSite
  {
    var site = TestSite.list(
      """
      title: News
      record: {title: text, day: date?, changed: datetime?, tags: {type: [text], default: []}, summary: text?, who: {record: people, optional: true}}
      id: title
      sort: title
      time-zone: Europe/Zurich
      record-pages: true
      feed: \(feed)
      """, files, cell: "{{@record.title}}")
    site.files["content/site.yml"] = Array("title: Test\ntheme: plain\nbase: \(base)\nauthor: Ada & Co\n".utf8)
    site.files["themes/plain/pages/record.mustache"] = Array("{{title}}".utf8)
    site.files["content/people/list.yml"] = Array("title: People\nrecord: {name: text}\nid: name\n".utf8)
    return site
  }

  private static let two = [
    "one.md":
      "---\ntitle: One <1>\nday: 2024-05-01\nsummary: Short\n---\nSee [two](two.md), [here](#top), [out](https://a.org).\n",
    "two.md": "---\ntitle: \"T\\bwo\"\nday: 2024-12-24\nchanged: 2024-12-25T09:30+01:00\n---\n",
    "three.md": "---\ntitle: Three\n---\n",
  ]

  @Test func `Atom tells the newest first, with whole addresses and without what XML cannot write`() {
    let site = Self.site("{date: day, updated: changed}", Self.two)
    #expect(site.diagnostics() == "")
    #expect(
      site.render()["items/feed.xml"] == """
        <?xml version="1.0" encoding="UTF-8"?>
        <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
        <title>News – Test</title>
        <id>https://example.org/x/items/</id>
        <link rel="self" type="application/atom+xml" href="https://example.org/x/items/feed.xml"/>
        <link rel="alternate" type="text/html" href="https://example.org/x/items/"/>
        <updated>2024-12-25T09:30:00+01:00</updated>
        <author>
        <name>Ada &amp; Co</name>
        </author>
        <entry>
        <title>Two</title>
        <id>urn:uuid:2aa2a90c-b1f1-801e-8a30-53eec6381350</id>
        <link rel="alternate" type="text/html" href="https://example.org/x/items/t-wo/"/>
        <published>2024-12-24T00:00:00+01:00</published>
        <updated>2024-12-25T09:30:00+01:00</updated>
        </entry>
        <entry>
        <title>One &lt;1&gt;</title>
        <id>urn:uuid:0da06fec-e05d-8e2a-ba70-8fbf42f364b3</id>
        <link rel="alternate" type="text/html" href="https://example.org/x/items/one-1/"/>
        <published>2024-05-01T00:00:00+02:00</published>
        <updated>2024-05-01T00:00:00+02:00</updated>
        <content type="html">&lt;p&gt;See &lt;a href=&quot;https://example.org/x/items/t-wo/&quot;&gt;two&lt;/a&gt;, \
        &lt;a href=&quot;https://example.org/x/items/one-1/#top&quot;&gt;here&lt;/a&gt;, \
        &lt;a href=&quot;https://a.org&quot;&gt;out&lt;/a&gt;.&lt;/p&gt;
        </content>
        </entry>
        </feed>

        """)
  }

  @Test func `a day without a time has that of its start`() throws {
    var site = TestSite.list(
      "record: {title: text, at: {type: datetime, time: optional}}\nid: title\nfeed: {date: at}\ntime-zone: Europe/Zurich",
      ["r.yml": "- {title: A, at: 2024-02-29}\n"], cell: "{{@record.title}}")
    site.files["content/site.yml"] = Array("title: T\ntheme: plain\nbase: https://example.org/\n".utf8)
    let pages = site.render()
    #expect(
      pages["items/feed.xml"]?.components(separatedBy: "<updated>2024-02-29T00:00:00+01:00</updated>").count == 3)
    #expect(pages["items/feed.json"]?.contains("\"date_published\": \"2024-02-29T00:00:00+01:00\"") == true)
  }

  @Test func `a feed was updated when the last of its records was, whatever the clocks showed`() {
    // In summer clocks are ahead: 00:30 at +02:00 is before 23:45 at +01:00 of a day that is written as earlier.
    var site = Self.site(
      "{date: day, updated: changed}",
      [
        "a.md": "---\ntitle: A\nday: 2024-01-01\nchanged: 2024-03-31T00:30Z\n---\n",
        "b.md": "---\ntitle: B\nday: 2024-01-01\nchanged: 2024-03-31T01:15Z\n---\n",
      ])
    #expect(site.render()["items/feed.xml"]?.contains("<updated>2024-03-31T03:15:00+02:00</updated>\n<author>") == true)
    site.files["content/items/c.md"] = Array("---\ntitle: C\nday: 2024-10-27\nchanged: 2024-10-27T01:10Z\n---\n".utf8)
    site.files["content/items/d.md"] = Array("---\ntitle: D\nday: 2024-10-27\nchanged: 2024-10-27T00:50Z\n---\n".utf8)
    // 02:10 after the clocks went back is later than 02:50 before.
    #expect(site.render()["items/feed.xml"]?.contains("<updated>2024-10-27T02:10:00+01:00</updated>\n<author>") == true)
  }

  @Test func `JSON Feed tells the same`() {
    let json = Self.site("{date: day, text: summary}", Self.two).render()["items/feed.json"] ?? ""
    #expect(json.contains("\"content_text\": \"Short\""))
    #expect(json.contains("\"url\": \"https://example.org/x/items/one-1/\""))
    #expect(json.contains("\"home_page_url\": \"https://example.org/x/items/\""))
    #expect(!json.contains("Three"))
  }

  @Test func `an entry keeps its id when its address changes`() {
    let before = Self.site("day", Self.two).render()["items/feed.xml"] ?? ""
    let ids = before.split(separator: "\n").filter { $0.hasPrefix("<id>urn:uuid:") }
    #expect(ids.count == 2 && Set(ids).count == 2)
    let elsewhere = Self.site("day", Self.two, base: "https://example.org/").render()["items/feed.xml"] ?? ""
    #expect(elsewhere.split(separator: "\n").filter { $0.hasPrefix("<id>urn:uuid:") } == ids)
  }

  @Test func `a feed tells of fifty records, and each term has its own`() {
    var files: [String: String] = [:]
    for number in 1...60 {
      files["r\(number).md"] =
        "---\ntitle: R\(number)\nday: 2024-01-01\ntags: [\(number.isMultiple(of: 2) ? "even" : "odd")]\n---\n"
    }
    var site = Self.site("day", files)
    site.files["content/items/list.yml"]? += Array("\nterms: tags\n".utf8)
    site.files["themes/plain/pages/term.mustache"] = Array("{{#@page.feed}}{{atom}} {{json}}{{/@page.feed}}".utf8)
    site.files["themes/plain/pages/terms.mustache"] = Array("x".utf8)
    let all = site.render()
    func count(_ path: String) -> Int { (all[path] ?? "").split(separator: "\n").count { $0 == "<entry>" } }
    #expect(count("items/feed.xml") == 50)
    #expect(count("items/tags/even/feed.xml") == 30)
    #expect(all["items/tags/even/index.html"] == "/x/items/tags/even/feed.xml /x/items/tags/even/feed.json")
  }

  @Test(arguments: [
    ("{text: body}", "'feed' needs 'date', the field with the dates of the records"),
    ("title", "the 'date' of a feed is a date or a datetime, and 'title' is text"),
    ("{date: day, text: day}", "the 'text' of a feed is text or Markdown, and 'day' is date"),
    (
      "{date: day, text: who.name}",
      "the 'text' of a feed is a field of the records themselves, and 'who.name' is not"
    ),
    ("{date: day, size: 3}", "'feed' has no setting 'size'"),
  ])
  func `feeds are checked`(feed: String, message: String) {
    let text = Self.site(feed, Self.two).diagnostics()
    #expect(text.contains(message), "\(text)")
  }

  @Test func `a feed needs a base with a host`() {
    #expect(Self.site("day", Self.two, base: "/x/").diagnostics().contains("and the site's 'base' has no host"))
  }

  @Test func `a feed takes the date and the text that the list shows`() {
    let plain = Self.site("{date: changed, text: summary}", Self.two).render()["items/feed.xml"]
    #expect(Self.site("true\nshow: {date: changed, text: summary}", Self.two).render()["items/feed.xml"] == plain)
    #expect(Self.site("{text: summary}\nshow: {start: changed}", Self.two).render()["items/feed.xml"] == plain)
    // The feed's own time counts, and true is the first date there is.
    let byDay = Self.site("day", Self.two).render()["items/feed.xml"]
    #expect(Self.site("true", Self.two).render()["items/feed.xml"] == byDay)
    #expect(Self.site("{date: day, text: body}\nshow: {date: changed}", Self.two).render()["items/feed.xml"] == byDay)
  }
}
