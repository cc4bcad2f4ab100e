import CellistTestSupport
import Testing

/// The views of lists whose settings name no cells: rows, tables, cards, tiles, glossaries, timelines and calendars.
@Suite struct ListViewTests {
  static func site(_ settings: String, _ records: String, more: [String: String] = [:]) -> TestSite {
    var site = TestSite([
      "content/site.yml": "title: T\nbase: /\n", "content/things/list.yml": "title: Things\nid: name\n\(settings)",
      "content/things/a.yml": records,
    ])
    for (path, text) in more { site.files[path] = Array(text.utf8) }
    return site
  }

  static func page(_ settings: String, _ records: String, more: [String: String] = [:]) -> String {
    let site = site(settings, records, more: more)
    #expect(site.diagnostics() == "")
    return site.render()["things/index.html"] ?? ""
  }

  @Test(arguments: [
    ("{name: text, picture: asset?, a: integer?, b: integer?, c: integer?}", "cards"),
    ("{name: text, day: date?, summary: text?}", "timeline"),
    ("{name: text, meaning: markdown?}", "glossary"),
    ("{name: text, a: integer?, b: integer?, c: integer?}", "table"),
    ("{name: text, a: integer?, b: integer?}", "rows"),
    ("{by: kind, x: {name: text, picture: asset?}, y: {name: text}}", "rows"),
    ("{name: text, a: integer?, b: integer?, c: integer?, text: markdown?}", "rows"),
  ])
  func `the fields decide which view suits them`(record: String, view: String) {
    let records = record.contains("kind") ? "- {name: A, kind: x}\n" : "- {name: A}\n"
    let page = Self.page("record: \(record)\n", records)
    #expect(page.contains(view == "table" ? "<table class=\"records\">" : "data-view=\"\(view)\""))
  }

  @Test func `a body of text stands on the record's page as it was written`() throws {
    let site = TestSite([
      "content/site.yml": "title: Test\n",
      "content/works/list.yml":
        "record: {title: text, body: text, checked: {type: boolean, shown: false}}\nrecord-pages: true\n",
      "content/works/a.md": "---\ntitle: A\nchecked: true\n---\nBy <program> here\n\n0. `Show` it.\n",
    ])
    #expect(site.diagnostics() == "")
    let page = try #require(site.render()["works/a/index.html"])
    #expect(
      page.contains("<div data-verbatim>By &lt;program> here\n\n0. `Show` it.\n</div>")
        || page.contains("<div data-verbatim>By &lt;program&gt; here\n\n0. `Show` it.\n</div>"))
    #expect(!page.lowercased().contains("checked"))
  }

  @Test(arguments: ["table", "rows", "cards", "tiles", "glossary", "timeline", "calendar"])
  func `each view shows the figures of sections and of the groups that they stand in`(view: String) {
    let page = Self.page(
      """
      record: {name: text, kind: {choice: [b, a]}, day: date, mass: number}
      view: \(view)
      sections: [{by: kind, footer: {mass: max}}, {by: day.year, footer: {mass: sum}}]

      """, "- {name: One, kind: a, day: 2001-02-03, mass: 2}\n- {name: Two, kind: a, day: 2001-02-04, mass: 5}\n")
    #expect(page.contains(">max mass <b>5</b>"), "\(page)")
    #expect(page.contains(">sum mass <b>7</b>"), "\(page)")
  }

  @Test func `a table has a body for each section, and numbers without their unit`() {
    let page = Self.page(
      """
      record: {name: text, kind: {choice: [b, a]}, mass: {type: number?, unit: kg, label: Mass}, rare: boolean?}
      view: table
      columns: [mass, name, rare]
      sections: {by: kind, footer: {mass: sum}}

      """, "- {name: One, kind: a, mass: 1200.5, rare: false}\n- {name: Two, kind: b}\n")
    let rows = page.split(separator: "\n").filter {
      $0.hasPrefix("<t") && !$0.hasPrefix("<title") || $0.hasPrefix("</t")
    }.joined(separator: "\n")
    #expect(
      rows
        == """
        <table class="records">
        <thead>
        <tr>
        <th scope="col" class="number">Mass <small>(kg)</small></th>
        <th scope="col">name</th>
        <th scope="col">rare</th>
        </tr>
        </thead>
        <tbody class="head" id="b">
        <tr><td colspan="3"><h2 id="title:b">b <span class="count">1</span></h2></td></tr>
        </tbody>
        <tbody aria-labelledby="title:b" data-cells>
        <tr id="two">
        <td data-type="number" data-label="Mass (kg)" class="number"><span class="none" role="img" aria-label="no value">–</span></td>
        <th scope="row" dir="auto">Two<a class="anchor" href="/things/#two" aria-label="Link: Two"></a></th>
        <td data-type="boolean" data-label="rare"><span class="none" role="img" aria-label="no value">–</span></td>
        </tr>
        </tbody>
        <tbody class="head" id="a">
        <tr><td colspan="3"><h2 id="title:a">a <span class="count">1</span></h2></td></tr>
        </tbody>
        <tbody aria-labelledby="title:a" data-cells>
        <tr id="one">
        <td data-type="number" data-label="Mass (kg)" class="number">1,200.5</td>
        <th scope="row" dir="auto">One<a class="anchor" href="/things/#one" aria-label="Link: One"></a></th>
        <td data-type="boolean" data-label="rare">No</td>
        </tr>
        </tbody>
        <tbody class="foot">
        <tr><td colspan="3"><span class="aggregate">sum Mass <b>1,200.5 kg</b></span> </td></tr>
        </tbody>
        </table>
        """.replacing("1,200.5 kg", with: "1,200.5\u{A0}kg"))
  }

  @Test func `a row shows the facts that there are, and labels those that need it`() {
    let page = Self.page(
      """
      record: {name: text, author: text, year: integer?, pages: integer?, status: {choice: {d: Draft, f: Final}}, about: markdown}
      view: rows

      """, "- {name: A, author: Ada, year: 0, status: f, about: \"*Long*.\\n\\nMore.\"}\n")
    #expect(
      page.contains(
        """
        <h3 dir="auto">A<a class="anchor" href="/things/#a" aria-label="Link: A"></a></h3>
        <span class="badge" data-hue="1">Final</span>
        <ul class="meta" role="list">
        <li data-type="text"><span class="unseen">author: </span>Ada</li>
        <li data-type="integer"><span>year: </span>0</li>
        </ul>
        <div class="prose">
        <p><em>Long</em>.</p>
        <p>More.</p>
        """), "\(page)")
  }

  @Test func `a record with a page of its own shows the beginning of its text`() {
    let page = Self.page(
      "record: {name: text, about: markdown, a: integer?, b: integer?}\nrecord-pages: true\n",
      "- {name: A, about: \"*Long*.\\n\\nMore.\"}\n")
    #expect(page.contains("<p class=\"excerpt\">Long.</p>"), "\(page)")
    #expect(!page.contains("More."))
  }

  @Test(arguments: [("", "/things/#a"), ("pages: 1\n", "/things/")])
  func `a record's own page leads back to its row where the list has one page`(pages: String, row: String) {
    let site = Self.site("record: {name: text}\nrecord-pages: true\n\(pages)", "- {name: A}\n- {name: B}\n")
    #expect(site.diagnostics() == "")
    #expect(site.render()["things/a/index.html"]?.contains("<li><a href=\"\(row)\">Things</a></li>") == true)
  }

  @Test func `settings say which fields play which part`() {
    let page = Self.page(
      """
      record: {name: text, cover: asset, back: asset?, from: date, to: date?, kind: {choice: [a, b]}, blurb: text, note: text}
      view: timeline
      show: {image: false, badge: false, text: blurb, date: from, end: to, meta: [kind]}

      """,
      "- {name: A, cover: a.png, from: 1900-01-02, to: 1900-01-03, kind: a, blurb: Words, note: Unseen}\n",
      more: ["content/things/a.png": "x"])
    #expect(
      page.contains(
        "<time datetime=\"1900-01-02\">January 2, 1900</time> – <time datetime=\"1900-01-03\">January 3, 1900</time>"))
    #expect(page.contains("<span class=\"unseen\">kind: </span>a</li>"))
    #expect(page.contains("<div class=\"prose\">\nWords\n</div>"))
    #expect(!page.contains("Unseen") && !page.contains("badge") && !page.contains("a.png"))
  }

  @Test func `cards show pictures alone`() {
    let page = Self.page(
      "record: {name: text, file: asset}\n", "- {name: A, file: a.png}\n- {name: B, file: b.pdf}\n",
      more: ["content/things/a.png": "x", "content/things/b.pdf": "x"])
    #expect(page.contains("<img class=\"picture\" src=\"/things/a.png\" alt=\"\" loading=\"lazy\">"))
    #expect(!page.contains("src=\"/things/b.pdf\""))
  }

  @Test(arguments: [
    ("view: tabel", "there is no view 'tabel' [unknown-template]"),
    ("view: [table]", "'view' must be text"), ("columns: [nmae]", "there is no field 'nmae'"),
    ("columns: {a: b}", "'columns' must be text or a list of texts"),
    ("show: kind", "'show' must be a mapping of parts to fields, found"),
    ("show: {badge: name}", "the 'badge' of a view is a choice, and 'name' is text"),
    ("show: {image: kind}", "the 'image' of a view is an asset, and 'kind' is choice"),
    ("show: {text: day}", "the 'text' of a view is text or Markdown, and 'day' is date"),
    ("show: {date: name}", "the 'date' of a view is a date or a datetime, and 'name' is text"),
    ("show: {end: at}", "the 'end' of a view is date, as the date is, and 'at' is datetime"),
    ("show: {meta: [name, day.year]}", "the 'meta' of a view is a field of the records themselves"),
    ("show: {tilte: name}", "'show' has no setting 'tilte'"),
  ])
  func `views are checked`(setting: String, message: String) {
    let record = "record: {name: text, kind: {choice: [a]}, day: date?, at: datetime?}\n"
    let text = Self.site(record + setting + "\n", "- {name: A, kind: a}\n").diagnostics()
    #expect(text.contains(message), "\(text)")
    #expect(text.contains("content/things/list.yml:4:"), "\(text)")
  }

  @Test(arguments: [
    (
      "view: table\ncells: own", "<li id=\"{{@record.anchor}}\">x</li>",
      "a cell in a table is a 'tr', and this is a 'li'"
    ),
    ("view: rows\ncells: own", "<tr id=\"{{@record.anchor}}\"><td>x</td></tr>", "a 'tr' can only be in a table"),
  ])
  func `a cell is an element that its view can hold`(settings: String, cell: String, message: String) {
    var site = Self.site(
      "record: {name: text}\n\(settings)\n", "- {name: A}\n", more: ["themes/mine/cells/own.mustache": cell])
    site.files["content/site.yml"] = Array("title: T\nbase: /\ntheme: mine\n".utf8)
    #expect(
      site.diagnostics().hasPrefix("themes/mine/cells/own.mustache:1:1: error: \(message)"), "\(site.diagnostics())")
  }

  @Test func `a theme's cell shows lists that name neither cells nor a view, and a theme has views of its own`() {
    let record = "record: {name: text, a: integer?, b: integer?, c: integer?}\n"
    func page(_ settings: String) -> String {
      var site = Self.site(record + settings, "- {name: A}\n")
      site.files["content/site.yml"] = Array("title: T\nbase: /\ntheme: mine\n".utf8)
      site.files["themes/mine/cells/cell.mustache"] = Array("<li id=\"{{@record.anchor}}\">mine</li>\n".utf8)
      site.files["themes/mine/views/wall.mustache"] = Array(
        "{{#@page.sections}}<div id=\"{{@section.anchor}}\" data-cells>{{#@section.cells}}{{>*@cell}}{{/@section.cells}}</div>{{/@page.sections}}"
          .utf8)
      site.files["themes/mine/cells/wall-cell.mustache"] = Array("<p id=\"{{@record.anchor}}\">brick</p>".utf8)
      #expect(site.diagnostics() == "")
      return site.render()["things/index.html"] ?? ""
    }
    #expect(page("").contains("<li id=\"a\">mine</li>"))
    #expect(page("view: table\n").contains("<tr id=\"a\">"))
    #expect(page("view: wall\n").contains("<div id=\"records\" data-cells><p id=\"a\">brick</p></div>"))
  }

  @Test func `a page shows a list in the list's view, or in another`() throws {
    let record = "record: {name: text, a: integer?, b: integer?, c: integer?}\n"
    let page = "---\ntitle: H\nviews: {one: {list: things, limit: 1}, two: {list: things, view: tiles}}\n---\n{{one}}\n"
    var site = Self.site(record, "- {name: A}\n- {name: B}\n", more: ["content/index.md": page])
    #expect(site.diagnostics() == "")
    let home = site.render()["index.html"] ?? ""
    #expect(home.contains("<tbody id=\"one:\" data-cells>\n<tr id=\"one:a\">"))
    #expect(home.contains("data-view=\"tiles\""))
    #expect(home.contains("<li class=\"cell\" id=\"two:b\">"))
    site.files["content/index.md"] = Array(try page.replacing(present: "view: tiles", with: "view: tils").utf8)
    #expect(!site.diagnostics().contains("cell template"))
    #expect(
      site.diagnostics().contains("content/index.md:3:66: error: there is no view 'tils'"), "\(site.diagnostics())")
  }

  @Test func `a title leads to what a field names, where records have no pages`() {
    let records = "- {name: A, site: \"https://a.example/?x&y\"}\n- {name: B}\n"
    for (more, link) in [("", "https://a.example/?x&amp;y"), ("record-pages: true\n", "/things/a/")] {
      let page = Self.page("record: {name: text, site: \"url?\"}\nview: rows\nshow: {link: site}\n\(more)", records)
      #expect(page.contains("<h3 dir=\"auto\"><a href=\"\(link)\">A</a></h3>"), "\(page)")
      #expect(!page.contains("<li data-type=\"url\">"))
    }
    let page = Self.page("record: {name: text, site: \"url?\"}\nview: rows\nshow: {link: site}\n", records)
    #expect(
      page.contains("<h3 dir=\"auto\">B<a class=\"anchor\" href=\"/things/#b\" aria-label=\"Link: B\"></a></h3>"))
    let wrong = Self.site(
      "record: {name: text, day: date, until: date}\nshow: {link: name, start: day, date: until}\n", "[]")
    #expect(
      wrong.diagnostics().contains("the 'link' of a view is a URL, and 'name' is text [invalid-setting]"))
    #expect(wrong.diagnostics().contains("'start' and 'date' are the same part of a view, so one of them is enough"))
  }

  @Test func `a calendar shows where something happens`() {
    let page = Self.page(
      "record: {name: text, day: date, kind: {choice: [x]}, room: text}\nview: calendar\nshow: {place: room}\n",
      "- {name: A, day: 2024-05-01, kind: x, room: Hall}\n")
    #expect(page.contains("Hall"))
  }

  @Test func `a title links only where it leads away from its own row`() {
    let list = "record: {name: text, about: markdown}\nview: rows\n"
    let home = "---\ntitle: H\nviews: {few: {list: things}}\n---\n{{few}}\n"
    let pages = Self.site(list, "- {name: A, about: B.}\n", more: ["content/index.md": home]).render()
    #expect(pages["things/index.html"]?.contains("<h3 dir=\"auto\">A<a class=\"anchor\" href=\"/things/#a\"") == true)
    #expect(pages["index.html"]?.contains("<h3 dir=\"auto\"><a href=\"/things/#a\">A</a>") == true)
    let own = Self.site(list + "record-pages: true\n", "- {name: A, about: B.}\n").render()
    #expect(own["things/index.html"]?.contains("<h3 dir=\"auto\"><a href=\"/things/a/\">A</a>") == true)
  }

  @Test(arguments: [
    (
      "2027-07-20T10:30", "2027-07-20T11:15",
      "July 20, 2027, 10:30</time>–<time datetime=\"2027-07-20T11:15:00Z\">11:15</time>"
    ),
    ("2027-07-20T10:30", "2027-07-20T10:30", "July 20, 2027, 10:30</time></li>"),
    (
      "2027-07-20T23:30", "2027-07-21T01:00",
      "July 20, 2027, 23:30</time> – <time datetime=\"2027-07-21T01:00:00Z\">July 21, 2027, 01:00</time>"
    ),
  ])
  func `a date is printed with its end, the day once`(start: String, end: String, expected: String) {
    let page = Self.page(
      "record: {name: text, day: datetime, until: datetime, a: text, b: text, c: text}\nview: rows\n",
      "- {name: A, day: \(start), until: \(end), a: x, b: y, c: z}\n")
    #expect(page.contains(expected), "\(page)")
    #expect(!page.contains("until"))
  }

  @Test func `a day's events stand by time in a calendar`() {
    let page = Self.page(
      "record: {name: text, day: datetime, kind: {choice: [x]}}\nview: calendar\nsort: name\n",
      "- {name: A, day: 2024-05-01T16:00, kind: x}\n- {name: B, day: 2024-05-01T14:00, kind: x}\n")
    let names = page.matches(of: #/<h4[^>]*>(?<name>\w)/#).map { String($0.name) }
    #expect(names == ["B", "A"])
  }

  @Test func `a row has six facts, a price first among the looks, long texts last, and labels in words`() {
    let page = Self.page(
      """
      record: {name: text, notes: text, summary: text, price: {type: number, currency: EUR}, a_b: text, lastSeen: text, c: text, d: text, e: text, f: text}
      view: cards

      """,
      "- {name: A, notes: N, summary: S, price: 5, a_b: 1, lastSeen: 2, c: 3, d: 4, e: 5, f: 6}\n")
    let facts = page.matches(of: #/<li data-type="[^"]*"(?<look> class="figure")?><span[^>]*>(?<label>[^:]*):/#)
      .map { "\($0.label)\($0.look ?? "")" }
    #expect(facts == ["price class=\"figure\"", "a b", "last seen", "c", "d", "e"])
  }

  /// The titles of sections and of the records in them.
  private static func years(_ settings: String) -> String {
    let page = page(
      "record: {name: text, day: date?, summary: text?}\n\(settings)",
      "- {name: A, day: 1999-05-01}\n- {name: B, day: 2001-01-01}\n- {name: C, day: 1999-12-31}\n- {name: D}\n")
    let titles = page.matches(of: #/<h2[^>]*>(?<section>[^<]*)|<h3[^>]*>(?<name>[^<]*)<a/#).compactMap { match in
      match.section.map { "[\($0)]".replacing(" ", with: "") } ?? match.name.map(String.init)
    }
    return titles.joined(separator: " ")
  }

  @Test(arguments: [
    ("", "[2001] B [1999] C A [Other] D"), ("view: timeline\n", "[2001] B [1999] C A [Other] D"),
    ("sort: day\n", "[1999] A C [2001] B [Other] D"), ("sort: name\n", "[2001] B [1999] A C [Other] D"),
    ("sections: false\nsort: name\n", "[Things] A B C D"), ("view: rows\nsort: name\n", "[Things] A B C D"),
    ("sections: name.initial\nsort: name\n", "[A] A [B] B [C] C [D] D"),
  ])
  func `a timeline has a section for each year`(settings: String, expected: String) {
    #expect(Self.years(settings) == expected)
  }
}
