import CellistTestSupport
import Testing

/// The promises of a list's settings, from content to pages.
@Suite struct ListScenarioTests {
  /// A theme that prints what sections know about themselves.
  private static let sections = """
    {{#@page.sections}}[{{@section.title}} {{@section.slug}} {{@section.anchor}} {{@section.count}}{{#@section.continued}} continued{{/@section.continued}}\
    {{#@section.cells}} {{>*@cell}}{{/@section.cells}}\
    {{#@section.aggregates}} ({{label}}: {{value}}){{/@section.aggregates}}]{{/@page.sections}}
    """

  private static func list(
    _ settings: String, _ files: [String: String], cell: String = "{{@record.anchor}}", language: String = "en"
  ) -> TestSite {
    var site = TestSite.list(settings, files, cell: cell)
    site.files["content/site.yml"] = Array("title: Test\ntheme: plain\nlanguage: \(language)\n".utf8)
    site.files["themes/plain/pages/list.mustache"] = Array(sections.utf8)
    return site
  }

  @Test func `a section that goes on repeats its header, and its footer stands after its last row`() {
    let site = Self.list(
      """
      record: {name: text, kind: {choice: [b, a]}, size: {type: number, unit: kg, label: Size}}
      id: name
      sort: [-size]
      sections: {by: kind, footer: {size: mean, name: count}}
      pages: 2
      """, ["x.csv": "name,kind,size\nOne,a,1\nTwo,b,2.5\nThree,a,3\nFour,a,4\nFive,b,5\n"])
    #expect(site.diagnostics() == "")
    let files = site.render()
    #expect(files["items/index.html"] == "[b b b 2 five two (mean Size: 3.8\u{A0}kg) (count name: 2)]")
    #expect(files["items/page/2/index.html"] == "[a a a 3 four three]")
    #expect(files["items/page/3/index.html"] == "[a a a 3 continued one (mean Size: 2.7\u{A0}kg) (count name: 3)]")
    #expect(files["items/page/4/index.html"] == nil)
  }

  @Test(arguments: [
    (
      "en",
      "[# u23 u23 1 —][0–9 0-9 0-9 1 42][A a a 3 adam Ärla Åsa][E e e 2 écriture esa][Z z z 1 Zoë][Я я я 1 яблоко]"
    ),
    (
      "sv",
      "[# u23 u23 1 —][0–9 0-9 0-9 1 42][A a a 1 adam][E e e 2 écriture esa][Z z z 1 Zoë][Å å å 1 Åsa][Ä ä ä 1 Ärla]"
        + "[Я я я 1 яблоко]"
    ),
  ])
  func `an index of initials is that of the language`(language: String, expected: String) {
    let site = Self.list(
      "record: {name: text, number: integer}\nid: number\nsections: {by: name.initial}\nsort: [name]\n",
      ["x.csv": "name,number\nadam,1\nÅsa,2\nÄrla,3\nécriture,4\nesa,5\nZoë,6\n42,7\n—,8\nяблоко,9\n"],
      cell: "{{name}}",
      language: language)
    #expect(site.diagnostics() == "")
    #expect(site.render()["items/index.html"] == expected)
  }

  @Test func `a section may have a page of its own`() {
    let site = Self.list(
      """
      record: {name: text, year: integer?}
      id: name
      sections: {by: year, order: descending, missing: No year}
      pages: {by: section}
      """, ["x.csv": "name,year\nA,1999\nB,2001\nC,\nD,1999\n"], cell: "{{@record.url}}")
    #expect(site.diagnostics() == "")
    let files = site.render()
    #expect(
      files.keys.filter { $0.hasPrefix("items/") }.sorted() == [
        "items/1999/index.html", "items/index.html", "items/no-year/index.html",
      ])
    #expect(files["items/index.html"] == "[2001 2001 2001 1 /items/#b]")
    #expect(files["items/1999/index.html"] == "[1999 1999 1999 2 /items/1999/#a /items/1999/#d]")
    #expect(files["items/no-year/index.html"] == "[No year no-year no-year 1 /items/no-year/#c]")
  }

  @Test func `sections in sections have headings, entries in the index, and pages of the outermost`() {
    var site = Self.list(
      """
      record: {name: text, kind: text, year: {type: integer, unit: AD}}
      id: name
      sections: [{by: kind, footer: {year: max}}, {by: year, ranges: [1900, 2000]}]
      pages: 2
      """, ["x.csv": "name,kind,year\nA,book,1850\nB,book,1999\nC,film,2000\nD,book,1900\nE,book,1901\n"])
    site.files["themes/plain/pages/list.mustache"] = Array(
      """
      {{#@page.index}}{{#inner}}-{{/inner}}{{title}} {{count}} {{url}}
      {{/@page.index}}
      {{#@page.sections}}{{#@section.groups}}{{level}} {{title}} {{anchor}}{{#continued}} continued{{/continued}}\
      {{#total}} {{total}}{{/total}}{{#aggregates}} ({{label}}: {{value}}){{/aggregates}}
      {{/@section.groups}}[{{@section.level}} {{@section.title}} {{@section.anchor}}\
      {{#@section.cells}} {{>*@cell}}{{/@section.cells}}]{{/@page.sections}}
      """.utf8)
    #expect(site.diagnostics() == "")
    let index = """
      book 4 /items/#book
      -&lt; 1,900\u{A0}AD 1 /items/#book--under-1900
      -1,900–2,000\u{A0}AD 3 /items/#book--1900-2000
      film 1 /items/page/3/#film
      -≥ 2,000\u{A0}AD 1 /items/page/3/#film--from-2000

      """
    let files = site.render()
    #expect(
      files["items/index.html"] == index
        + "2 book book 4 (max year: 1,999\u{A0}AD)\n[3 &lt; 1,900\u{A0}AD book--under-1900 a][3 1,900–2,000\u{A0}AD book--1900-2000 b]"
    )
    #expect(
      files["items/page/2/index.html"] == index
        + "2 book book continued\n[3 1,900–2,000\u{A0}AD book--1900-2000 d e]")
    #expect(
      files["items/page/3/index.html"] == index
        + "2 film film 1 (max year: 2,000\u{A0}AD)\n[3 ≥ 2,000\u{A0}AD film--from-2000 c]")
    site.files["content/items/list.yml"]?.replace(Array("pages: 2".utf8), with: Array("pages: {by: section}".utf8))
    let pages = site.render()
    #expect(pages.keys.filter { $0.hasPrefix("items/") }.sorted() == ["items/film/index.html", "items/index.html"])
    #expect(pages["items/index.html"]?.contains("film 1 /items/film/#film\n") == true)
  }

  @Test func `a record in two sections has two anchors, and its url leads to the first`() {
    let site = Self.list(
      "record: {name: text, tags: [text]}\nid: name\nsections: {by: tags}\n",
      ["x.yml": "- {name: One, tags: [red, blue, red]}\n- {name: Red, tags: [red]}\n- {name: None, tags: []}\n"],
      cell: "{{@record.anchor}}={{@record.url}}")
    #expect(site.diagnostics() == "")
    #expect(
      site.render()["items/index.html"] == "[blue blue blue 1 one=/items/#one]"
        + "[red red section--red 2 red--one=/items/#one red=/items/#red][Other other other 1 none=/items/#none]")
  }

  @Test func `a list without records still has its page`() {
    for settings in [
      "record: {name: text}\n", "record: {name: text}\nsections: {by: name}\npages: {by: section}\n",
      "record: {name: text}\npages: 3\n",
    ] {
      let site = TestSite.list(settings)
      #expect(site.diagnostics() == "")
      #expect(site.render()["items/index.html"] != nil)
    }
  }

  @Test func `a list may stand at the root, and others below it`() {
    var site = TestSite.list("record: {name: text}\nrecord-pages: true\n")
    site.files = site.files.filter { !$0.key.hasPrefix("content/items/") }
    for (path, text) in [
      "content/list.yml": "title: All\nrecord: {name: text}\nrecord-pages: true\npages: 1\n",
      "content/a.md": "---\nname: A\n---\n[b](b.md) [c](sub/c.md) [sub](sub/) [self](/) [list](list.yml)\n",
      "content/b.md": "---\nname: B\n---\n", "content/index.md": "---\ntitle: Intro\n---\nHello\n",
      "content/sub/list.yml": "title: Sub\nrecord: {name: text}\n",
      "content/sub/c.md": "---\nname: C\n---\n[a](../a.md) [up](..)\n",
      "themes/plain/pages/list.mustache":
        "{{@page.title}} {{@page.url}} {{@page.content}}{{#@page.sections}}{{#@section.cells}}{{>*@cell}}{{/@section.cells}}{{/@page.sections}}",
      "themes/plain/pages/record.mustache": "{{name}} {{@page.url}} {{body}}",
      "themes/plain/cells/cell.mustache": "<{{@record.url}}>".replacing("<", with: "(").replacing(">", with: ")")
        + "{{body}}",
    ] { site.files[path] = Array(text.utf8) }
    #expect(site.diagnostics() == "")
    let files = site.render()
    #expect(
      files["index.html"] == """
        Intro / <p>Hello</p>
        (/a/)<p><a href="/b/">b</a> <a href="/sub/#c">c</a> <a href="/sub/">sub</a> <a href="/">self</a> <a href="/">list</a></p>

        """)
    #expect(files["page/2/index.html"] == "Intro /page/2/ (/b/)")
    #expect(files["a/index.html"]?.hasPrefix("A /a/ <p>") == true)
    #expect(files["sub/index.html"] == "Sub /sub/ (/sub/#c)<p><a href=\"/a/\">a</a> <a href=\"/\">up</a></p>\n")
  }

  @Test func `variants choose their cells by their kind, each with its own fields`() {
    var site = TestSite.list(
      """
      record:
        by: kind
        talk: {title: text, speaker: text}
        pause: {title: text, length: integer}
      id: title
      cells: {by: kind}
      record-pages: true
      """,
      ["x.yml": "- {kind: talk, title: One, speaker: Ada}\n- {kind: pause, title: Tea, length: 15}\n"])
    site.files["themes/plain/cells/talk.mustache"] = Array("{{title}} by {{speaker}};".utf8)
    site.files["themes/plain/cells/pause.mustache"] = Array("{{title}} for {{length}};".utf8)
    site.files["themes/plain/pages/record.mustache"] = Array(
      "{{title}}{{#@record.fields}} {{name}}={{html}}{{/@record.fields}}".utf8)
    #expect(site.diagnostics() == "")
    let files = site.render()
    #expect(files["items/index.html"] == "<h2>items</h2><ul>One by Ada;Tea for 15;</ul>")
    #expect(files["items/one/index.html"] == "One kind=talk speaker=Ada")
    #expect(files["items/tea/index.html"] == "Tea kind=pause length=15")
  }

  @Test func `where keeps, flags mark, rules choose, limit cuts after sorting`() {
    var site = TestSite.list(
      """
      record: {name: text, size: integer, colour: {choice: [red, blue]}}
      id: name
      where: {not: {name: {matches: "^x"}}, size: {at-least: 1}}
      flags:
        big: {size: {above: 10}}
        loud: {big: true, colour: red}
      sort: [-size]
      limit: 3
      cells:
        - {template: loud, when: {loud: true}}
        - {template: cell}
      """,
      ["x.csv": "name,size,colour\na,11,red\nb,12,blue\nc,2,red\nd,1,blue\nxe,99,red\nf,0,red\n"],
      cell: "{{name}}{{#big}}+{{/big}}{{^big}}-{{/big}} ")
    site.files["themes/plain/cells/loud.mustache"] = Array("{{name}}! ".utf8)
    #expect(site.diagnostics() == "")
    #expect(site.render()["items/index.html"] == "<h2>items</h2><ul>b+ a! c- </ul>")
  }

  @Test func `a record in a folder takes its files along, and links among them`() {
    let site = TestSite.list(
      "record: {name: text, picture: asset}\nrecord-pages: true\n",
      [
        "Big One/index.md":
          "---\nname: One\npicture: sub/x y.png\n---\n![](sub/x%20y.png) [me](.) [two](../two.md) [doc](doc.pdf#p2) [root](/items/) [top](../../)\n",
        "Big One/sub/x y.png": "png", "Big One/doc.pdf": "pdf",
        "two.md":
          "---\nname: Two\npicture: Big One/doc.pdf\n---\n[one](Big%20One/) [one](<Big One/index.md?q=1#top>) [raw](<Big One/doc.pdf>)\n",
        "themes/plain/pages/record.mustache": "{{picture}} {{body}}",
      ])
    #expect(site.diagnostics() == "")
    let files = site.render()
    #expect(files["items/big-one/sub/x y.png"] == "png")
    #expect(files["items/big-one/doc.pdf"] == "pdf")
    #expect(
      files["items/big-one/index.html"] == """
        /items/big-one/sub/x%20y.png <p><img src="/items/big-one/sub/x%20y.png" alt="" /> <a href="/items/big-one/">me</a> \
        <a href="/items/two/">two</a> <a href="/items/big-one/doc.pdf#p2">doc</a> <a href="/items/">root</a> <a href="/">top</a></p>

        """)
    #expect(
      files["items/two/index.html"] == """
        /items/big-one/doc.pdf <p><a href="/items/big-one/">one</a> <a href="/items/big-one/?q=1#top">one</a> \
        <a href="/items/big-one/doc.pdf">raw</a></p>

        """)
    #expect(!files.keys.contains { $0.contains("Big One") })
  }

  @Test func `links among pages, records and assets`() {
    let site = TestSite.list(
      "record: {name: text}\nrecord-pages: true\n",
      [
        "a.md":
          "---\nname: A\n---\n[1](../about.md) [2](/about/) [3](/about.md#top) [4](../about/) [5](/a%C3%A9.txt?v) [6](#top) [7](?q) [8](//example.org/x) [9](mailto:a@b.c) [10](tel:1) [11](HTTPS://example.org)\n",
        "content/about.md":
          "[a](items/a.md) [a](items/a/) [list](items) [list](items/list.yml#top) [me](about.md) [up](./) [file](aé.txt)\n",
        "content/aé.txt": "x",
        "themes/plain/pages/record.mustache": "{{body}}", "themes/plain/pages/plain.mustache": "{{@page.content}}",
      ])
    #expect(site.diagnostics() == "")
    #expect(
      site.render()["items/a/index.html"] == """
        <p><a href="/about/">1</a> <a href="/about/">2</a> <a href="/about/#top">3</a> <a href="/about/">4</a> \
        <a href="/a%C3%A9.txt?v">5</a> <a href="#top">6</a> <a href="?q">7</a> <a href="//example.org/x">8</a> \
        <a href="mailto:a@b.c">9</a> <a href="tel:1">10</a> <a href="HTTPS://example.org">11</a></p>

        """)
    #expect(
      site.render()["about/index.html"] == """
        <p><a href="/items/a/">a</a> <a href="/items/a/">a</a> <a href="/items/">list</a> <a href="/items/#top">list</a> \
        <a href="/about/">me</a> <a href="/">up</a> <a href="/a%C3%A9.txt">file</a></p>

        """)
  }

  @Test func `a base with a path is part of every url`() {
    var site = TestSite.list(
      "record: {name: text, link: url}\nrecord-pages: true\npages: 1\n",
      [
        "a.md": "---\nname: A\nlink: /items/b/\n---\n[b](b.md) [home](/)\n", "b.md": "---\nname: B\nlink: ../\n---\n",
        "themes/plain/pages/record.mustache":
          "{{@page.url}} {{@page.canonical}} {{link}} {{body}}{{#@record.next}}{{url}}{{/@record.next}}",
        "themes/plain/pages/list.mustache":
          "{{@page.url}}{{#@page.next}} {{url}}{{/@page.next}} {{@list.url}} {{@site.url}} {{@site.base}} {{#@site.menu}}{{url}}{{/@site.menu}} {{@theme.assets.style.css}}",
      ])
    site.files["content/site.yml"] = Array(
      "title: T\ntheme: plain\nbase: https://example.org/deep/path\nmenu: [items]\n".utf8)
    #expect(site.diagnostics() == "")
    let files = site.render()
    #expect(
      files["items/a/index.html"] == """
        /deep/path/items/a/ https://example.org/deep/path/items/a/ /deep/path/items/b/ \
        <p><a href="/deep/path/items/b/">b</a> <a href="/deep/path/">home</a></p>
        /deep/path/items/b/
        """)
    #expect(
      files["items/index.html"]?.hasPrefix(
        "/deep/path/items/ /deep/path/items/page/2/ /deep/path/items/ /deep/path/ https://example.org/deep/path/ /deep/path/items/ /deep/path/assets/style-"
      ) == true)
    #expect(files["sitemap.xml"]?.contains("<loc>https://example.org/deep/path/items/page/2/</loc>") == true)
    site.options.base = "/other/"
    #expect(site.render()["items/a/index.html"]?.hasPrefix("/other/items/a/ /other/items/a/ /other/items/b/") == true)
    #expect(site.render()["sitemap.xml"] == nil)
  }

  @Test(arguments: [
    (
      "",
      "[July 11, 2024 2024-07-11 2024-07-11 2 late 2024-07-11T00:30:00+02:00 00:30 Europe/Prague"
        + " early 2024-07-11T08:00:00+02:00 08:00 Europe/Prague]"
    ),
    (
      "time-zone: America/New_York\n",
      "[July 10, 2024 2024-07-10 2024-07-10 1 late 2024-07-10T18:30:00-04:00 18:30 America/New_York]"
        + "[July 11, 2024 2024-07-11 2024-07-11 1 early 2024-07-11T08:00:00-04:00 08:00 America/New_York]"
    ),
  ])
  func `instants are shown, cut into sections and compared as the clocks of a zone show them`(
    zone: String, expected: String
  ) {
    var site = Self.list(
      """
      \(zone)record: {name: text, at: datetime, also: [datetime]}
      id: name
      sort: at
      where: {at: {in: ["2024-07-10T22:30:00Z", "2024-07-11T08:00"]}}
      sections: {by: at.date}
      """, ["x.csv": "name,at\nlate,2024-07-10T22:30:00Z\nearly,2024-07-11T08:00\nother,2024-07-12T08:00\n"],
      cell: "{{name}} {{at.iso}} {{at.time}} {{at.zone}}")
    site.files["content/site.yml"] = Array("title: T\ntheme: plain\ntime-zone: Europe/Prague\n".utf8)
    #expect(site.diagnostics() == "")
    #expect(site.render()["items/index.html"] == expected)
  }

  @Test func `a table with another delimiter is told by its header`() {
    func messages(_ name: String, _ text: String, _ more: String = "") -> [String] {
      Self.list("record: {title: text, year: integer}\nid: title\n\(more)", [name: text]).builder.check().diagnostics
        .map { "\($0.message); \($0.hint ?? "")" }
    }
    let hint = "the columns may be separated otherwise: sources: [{file: …, delimiter: \";\"}] in list.yml says how"
    #expect(
      messages("x.csv", "title;year\nEmma;1815\nWalden;1854\n") == [
        "no field is called 'title;year'; \(hint)", "the table has no column 'title'; \(hint)",
        "the table has no column 'year'; \(hint)",
      ])
    #expect(messages("x.csv", "title;year\nEmma;1815\n", "extra-keys: ignore\n").allSatisfy { $0.hasSuffix(hint) })
    #expect(messages("x.csv", "title\tyear\nEmma\t1815\n")[0].contains("delimiter: \"\\t\""))
    #expect(messages("x.tsv", "title,year\nEmma,1815\n")[0].contains("delimiter: \",\""))
  }

  @Test func `the part of an id that is empty is named`() {
    let site = Self.list(
      "record: {handle: text?, t: text?, v: text?}\nid: [handle, t]\n", ["x.csv": "handle,t,v\na,,\n,,x\n"])
    #expect(
      site.builder.check().diagnostics.map { "\($0.location?.description ?? ""): \($0.message)" }.last
        == "content/items/x.csv:3:1: the record has no id, since 'handle' is empty")
  }

  @Test func `an address without its scheme gets a hint, and empty texts are no values`() {
    let site = Self.list(
      "record: {name: text, home: url?, mass: number?, day: date, kind: {choice: [a], optional: true}}\nid: name\n",
      [
        "x.json":
          #"[{"name": "a", "home": "example.com", "mass": "", "day": "2024-05-01", "kind": ""}, {"name": "b", "day": ""}]"#
      ])
    #expect(
      site.builder.check().diagnostics.map { "\($0.message); \($0.hint ?? "")" } == [
        "the link target does not exist: example.com; 'https://' may be missing, as in https://example.com",
        "'day' is missing; give it a value, or make the field optional in list.yml: day: date?",
      ])
  }
}
