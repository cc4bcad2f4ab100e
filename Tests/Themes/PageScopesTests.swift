import CellistRecords
import CellistTemplates
import Testing

@testable import CellistThemes

@Suite struct PageScopesTests {
  func list() throws -> ThemedList {
    let list = try ThemedList(
      """
      record:
        title: text
        kind: {type: text, label: Kind & sort}
        year: integer?
        price: {type: number, unit: CHF}
        day: date
        at: datetime
      id: title
      flags: {old: {year: {below: 1900}}}
      sections: {by: kind, footer: {year: min, price: sum, day: max, at: min, title: count}}
      """,
      """
      - {title: One & all, kind: A & B, year: 1850, price: 1000.50, day: 2024-05-01, at: 2024-05-01T09:30Z}
      - {title: Two, kind: A & B, price: 2, day: 2024-06-01, at: 2024-05-01T09:31Z, body: "Some *text*."}
      - {title: Six, kind: C, price: 3, day: 2024-05-01, at: 2024-05-01T09:30Z}
      """)
    #expect(list.messages == [])
    return list
  }

  private func page(
    _ template: String, page number: Int = 1, cell: String = "", settings: String? = nil, assets: [String] = []
  ) throws -> String {
    try list().html(
      ["pages/list": template, "cells/cell": cell], page: number, size: 2, settings: settings, assets: assets)
  }

  @Test func `every page knows the site`() throws {
    #expect(
      try page(
        """
        {{@site.title}}
        {{@site.url}} {{@site.base}} {{@site.language}} {{@site.author}}
        {{@site.description}}
        {{#@site.lists}}
        {{title}} {{url}} {{slug}} {{count}} {{description}}{{^description}}–{{/description}} {{current}}
        {{/@site.lists}}
        {{@site.lists.count}} {{@site.lists.any}} {{@site.menu.count}}
        {{#@site.menu}}
        {{title}} {{url}}{{#current}} current{{/current}}
        {{/@site.menu}}
        """) == """
          Site &amp; Co
          /base/ https://example.org/base/ en Ada
          About things
          Things /things/ things 3 All &amp; sundry true
          Others /others/ others 0 – false
          2 true 2
          Home /base/
          Things /things/ current

          """)
  }

  @Test func `every page knows the settings and the assets of its theme`() throws {
    #expect(
      try page(
        """
        {{@theme.accent}} {{#@theme.credit}}credit{{/@theme.credit}}{{^@theme.plain}} fancy{{/@theme.plain}}
        {{@theme.assets.style.css}} {{@theme.assets.img/logo.svg}}
        """,
        settings: "settings: {accent: \"<moss>\", credit: true, plain: false}", assets: ["style.css", "img/logo.svg"])
        == "&lt;moss&gt; credit fancy\n/assets/style.css?1 /assets/img/logo.svg?1")
  }

  @Test func `a page of a list knows itself and its neighbours`() throws {
    let template = """
      {{@page.title}} {{@page.url}} {{@page.canonical}} {{@page.description}} {{@page.number}}/{{@page.count}}
      {{#@page.multiple}}multiple{{/@page.multiple}}{{@page.content}}
      {{#@page.previous}}
      back: {{title}} {{url}} {{number}}
      {{/@page.previous}}
      {{#@page.next}}
      on: {{title}} {{url}} {{number}}
      {{/@page.next}}
      """
    #expect(
      try page(template) == """
        Things /things/ https://example.org/things/ All &amp; sundry 1/2
        multiple<p>Hello</p>
        on: Things /things/page/2/ 2

        """)
    #expect(
      try page(template, page: 2) == """
        Things /things/page/2/ https://example.org/things/page/2/ All &amp; sundry 2/2
        multiple
        back: Things /things/ 1

        """)
  }

  @Test func `the index marks the sections that begin on the page`() throws {
    let template = "{{#@page.index}}{{title}} {{url}} {{count}}{{#current}} here{{/current}};{{/@page.index}}"
    #expect(try page(template) == "A &amp; B /things/#a 2 here;C /things/page/2/#c 1;")
    #expect(try page(template, page: 2) == "A &amp; B /things/#a 2;C /things/page/2/#c 1 here;")
  }

  @Test func `a page of a list knows the list`() throws {
    #expect(
      try page(
        """
        {{@list.title}} {{@list.url}} {{@list.slug}} {{@list.count}} {{@list.description}} {{@list.language}}
        {{#@list.sectioned}}sectioned{{/@list.sectioned}}
        {{#@list.fields}}
        {{name}} {{label}} {{type}}
        {{/@list.fields}}
        """) == """
          Things /things/ things 3 All &amp; sundry en
          sectioned
          kind Kind &amp; sort text
          year year integer
          price price number
          day day date
          at at datetime

          """)
  }

  @Test func `a section knows its header, and its figures where it ends`() throws {
    let template = """
      {{#@page.sections}}
      {{@section.title}} {{@section.slug}} {{@section.anchor}} {{@section.count}}{{#@section.titled}} titled{{/@section.titled}}{{#@section.continued}} continued{{/@section.continued}}
      {{@section.footer.year}}|{{@section.footer.price}}|{{@section.footer.day}}|{{@section.footer.at}}|{{@section.footer.title}}
      {{#@section.aggregates}}
      {{label}}: {{value}}
      {{/@section.aggregates}}
      {{@section.cells.count}} {{#@section.cells}}{{@record.id}} {{/@section.cells}}
      {{/@page.sections}}
      """
    #expect(
      try page(template) == """
        A &amp; B a-b a-b 2 titled
        1850|1,002.50|June 1, 2024|May 1, 2024, 11:30|2
        min year: 1850
        sum price: 1,002.50\u{A0}CHF
        max day: June 1, 2024
        min at: May 1, 2024, 11:30
        count title: 2
        2 One &amp; all Two 

        """)
    #expect(
      try page(template, page: 2) == """
        C c c 1 titled
        |3|May 1, 2024|May 1, 2024, 11:30|1
        sum price: 3\u{A0}CHF
        max day: May 1, 2024
        min at: May 1, 2024, 11:30
        count title: 1
        1 Six 

        """)
  }

  @Test func `a count has no unit`() throws {
    let list = try ThemedList(
      "record: {name: text, kind: text, mass: {type: number, unit: u}}\nid: name\nsections: {by: kind, footer: {mass: count}}",
      "[{name: a, kind: x, mass: 1}]")
    #expect(
      list.html([
        "pages/list":
          "{{#@page.sections}}{{#@section.aggregates}}{{label}} {{value}}{{/@section.aggregates}}{{/@page.sections}}",
        "cells/cell": "",
      ]) == "count mass 1")
  }

  @Test func `a section that goes on says so, and has its figures at its end`() throws {
    let list = try list()
    let templates = [
      "pages/list":
        "{{#@page.sections}}{{@section.title}} {{@section.count}} {{#@section.continued}}(continued) {{/@section.continued}}"
        + "{{@section.footer.title}}{{^@section.footer.title}}–{{/@section.footer.title}} {{@section.aggregates.count}};"
        + "{{/@page.sections}}",
      "cells/cell": "",
    ]
    #expect(
      (1...3).map { list.html(templates, page: $0, size: 1) } == [
        "A &amp; B 2 – 0;", "A &amp; B 2 (continued) 2 5;", "C 1 1 4;",
      ])
  }

  @Test func `a list without sections has one, with the list's title`() throws {
    let list = try ThemedList("record: {name: text}\nid: name", "[{name: a}]")
    #expect(
      list.html([
        "pages/list":
          "{{^@list.sectioned}}plain {{/@list.sectioned}}{{#@page.sections}}{{@section.title}} [{{@section.slug}}] "
          + "{{@section.anchor}} {{@section.count}}{{^@section.titled}} untitled{{/@section.titled}}{{/@page.sections}}",
        "cells/cell": "",
      ]) == "plain Things [] records 1 untitled")
  }

  @Test func `a cell knows its record, its fields and the list's flags`() throws {
    #expect(
      try page(
        ThemedList.cells,
        cell: """
          {{@cell}} {{@record.id}} {{@record.slug}} {{@record.anchor}} {{@record.title}} {{@record.url}}
          {{@record.list.title}} {{@record.list.url}} {{year}} {{#old}}old{{/old}}
          {{@record.body}}
          {{#@record.fields}}{{name}} {{label}} {{type}} {{html}};{{/@record.fields}}

          """) == """
          cell One &amp; all one-all one-all One &amp; all /things/one-all/
          Things /things/ 1850 old

          kind Kind &amp; sort text A &amp; B;year year integer 1850;price price number 1,000.50\u{A0}CHF;\
          day day date <time datetime="2024-05-01">May 1, 2024</time>;\
          at at datetime <time datetime="2024-05-01T11:30:00+02:00">May 1, 2024, 11:30</time>;
          cell Two two two Two /things/two/
          Things /things/  
          <p>Some <em>text</em>.</p>

          kind Kind &amp; sort text A &amp; B;year year integer ;price price number 2\u{A0}CHF;\
          day day date <time datetime="2024-06-01">June 1, 2024</time>;\
          at at datetime <time datetime="2024-05-01T11:31:00+02:00">May 1, 2024, 11:31</time>;

          """)
  }

  @Test func `a record without a title is called by its id`() throws {
    let list = try ThemedList("record: {key: text, name: integer?}\nid: key\n", "[{key: a}]")
    #expect(list.html(cell: "{{@record.title}} {{#@record.fields}}{{name}}{{/@record.fields}}") == "a name")
    let optional = try ThemedList("record: {name: text?, key: integer}\nid: key\n", "[{key: 7}]")
    #expect(optional.html(cell: "{{@record.title}}") == "7")
  }

  @Test(arguments: [
    ("/base/", "Home", "/base/"), ("/things/", "Things", "/base/things/x/"), ("/base/about/", "About", "/base/about/"),
  ])
  func `the entry is marked that a page is or belongs to`(url: String, title: String, page: String) throws {
    let list = try ThemedList("record: {name: text}")
    var site = list.site
    site.url = "/base/"
    site.menu = [
      PageLink(title: "Home", url: "/base/"), PageLink(title: "Things", url: "/base/things/"),
      PageLink(title: "About", url: "/base/about/"), PageLink(title: "Abroad", url: "https://example.org/"),
      PageLink(title: "Top", url: "#top"),
    ]
    var diagnostics = Diagnostics()
    let theme = ThemedList.theme(
      ["pages/plain": "{{#@site.menu}}{{#current}}{{title}};{{/current}}{{/@site.menu}}"], &diagnostics)
    let compiled = list.compiler(theme).plain("plain")
    var buffer = ByteBuffer()
    compiled.templates(reporting: &diagnostics)?.render(
      PlainPage(site: site, page: PageSummary(title: "", url: page, canonical: "")), into: &buffer)
    #expect(lines(diagnostics) == [])
    #expect(String(decoding: buffer.bytes, as: UTF8.self) == "\(title);")
  }

  // MARK: Pages of records

  @Test func `a record's page knows its neighbours`() throws {
    let pages = try list().recordPages([
      "pages/list": "", "cells/cell": "",
      "pages/record": """
      {{@page.title}} {{@page.url}} {{@page.canonical}} {{@list.title}} {{title}} {{kind}}{{#old}} old{{/old}}
      {{@record.title}} {{@record.id}} {{@record.slug}} {{@record.anchor}} {{@record.url}} {{@record.list.title}}
      {{#@record.previous}}{{title}} {{url}} {{/@record.previous}}|{{#@record.next}} {{title}} {{url}}{{/@record.next}}
      {{#@site.menu}}{{#current}}{{title}}{{/current}}{{/@site.menu}}
      """,
    ])
    #expect(
      pages == [
        """
        One &amp; all /things/one-all/ https://example.org/things/one-all/ Things One &amp; all A &amp; B old
        One &amp; all One &amp; all one-all one-all /things/one-all/ Things
        | Two /things/two/
        Things
        """,
        """
        Two /things/two/ https://example.org/things/two/ Things Two A &amp; B
        Two Two two two /things/two/ Things
        One &amp; all /things/one-all/ | Six /things/six/
        Things
        """,
        """
        Six /things/six/ https://example.org/things/six/ Things Six C
        Six Six six six /things/six/ Things
        Two /things/two/ |
        Things
        """,
      ])
  }

  func variants() throws -> ThemedList {
    let list = try ThemedList(
      "record: {by: kind, talk: {title: text, room: text}, pause: {title: text}}\nid: title\ncells: {by: kind}",
      "[{kind: talk, title: A, room: 1}, {kind: pause, title: B}]")
    #expect(list.messages == [])
    return list
  }

  @Test func `each variant has its cells, its fields and its pages`() throws {
    let list = try variants()
    #expect(
      list.html([
        "pages/list": ThemedList.cells, "cells/talk": "{{title}} in {{room}};",
        "cells/pause": "{{@cell}} {{title}}{{#@record.fields}} {{name}}{{/@record.fields}};",
      ]) == "A in 1;pause B kind;")
    #expect(
      list.recordPages([
        "pages/list": "", "cells/talk": "", "cells/pause": "",
        "pages/record": "{{@record.title}} {{>*kind}}", "parts/talk": "talk", "parts/pause": "pause",
      ]) == ["A talk", "B pause"])
  }

  @Test func `a field that a variant does not have is no name in its cells and on its pages`() throws {
    let list = try variants()
    #expect(
      list.html(["pages/list": ThemedList.cells, "cells/talk": "{{room}}", "cells/pause": "{{title}}\n{{room}}"])
        == "themes/plain/cells/pause.mustache:2:3: error: there is no name 'room' here [unknown-name]; "
        + "known here: @cell, @record, kind, title, body, @section, @site, @theme, @page, @list")
    #expect(
      list.recordPages(["pages/list": "", "cells/talk": "", "cells/pause": "", "pages/record": "{{room}}"]) == [
        "themes/plain/pages/record.mustache:1:3: error: there is no name 'room' here [unknown-name]; "
          + "known here: @site, @theme, @page, @list, @record, kind, title, body"
      ])
  }

  // MARK: What is wrong, and what is read
}
