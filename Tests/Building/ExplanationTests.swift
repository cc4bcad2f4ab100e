import CellistTestSupport
import Testing

/// Why files change, in words: only what a page's template reads is told.
@Suite struct ExplanationTests {
  private static func settings(_ more: String = "") -> String {
    "record: {name: text, year: integer}\nsort: [name]\nrecord-pages: true\n\(more)"
  }

  @Test func `a field is told where the template reads it`() throws {
    let site = try ReportedSite.items()
    try site.build()
    try site.write("---\nname: A\nyear: 9\n---\n", to: "content/items/a.md")
    try site.explain(["updated items/a/index.html: items: 'a' changed year"])
    try site.write("---\nname: AA\nyear: 10\n---\nText.\n", to: "content/items/a.md")
    try site.explain([
      "updated items/a/index.html: items: 'a' changed name, year, body",
      "updated items/index.html: items: 'a' changed name",
    ])
  }

  @Test func `records that come and go, and where they stand`() throws {
    let site = try ReportedSite.items("pages: 2\n")
    try site.build()
    try site.write("---\nname: AB\nyear: 9\n---\n", to: "content/items/ab.md")
    try site.explain([
      "created items/ab/index.html: items: 'ab' is new",
      "updated items/index.html: items: 'ab' is new; items: 'b' is on another page now",
      "updated items/page/2/index.html: items: 'b' is on this page now",
    ])
    try site.remove("content/items/ab.md")
    try site.remove("content/items/c.md")
    try site.explain([
      "deleted items/ab/index.html: items: 'ab' is gone",
      "deleted items/c/index.html: items: 'c' is gone",
      "updated items/index.html: items: 'b' is on this page now; items: 'ab' is gone",
      "deleted items/page/2/index.html: items: 1 page, was 2",
    ])
    try site.write("---\nname: AA\nyear: 2\n---\n", to: "content/items/b.md")
    try site.write("---\nname: ZZ\nyear: 1\n---\n", to: "content/items/a.md")
    try site.explain([
      "updated items/a/index.html: items: 'a' changed name",
      "updated items/b/index.html: items: 'b' changed name",
      "updated items/index.html: items: 'b' moved; items: 'b' changed name; items: 'a' changed name",
    ])
  }

  @Test func `an order by a field that no template reads`() throws {
    let site = try ReportedSite.items(
      "", ["content/items/list.yml": "record: {name: text, year: integer}\nsort: [year]\n"])
    try site.build()
    try site.write("---\nname: A\nyear: 9\n---\n", to: "content/items/a.md")
    try site.explain(["updated items/index.html: items: 'a' moved"])
  }

  @Test func `a file that somebody else changed or removed`() throws {
    let site = try ReportedSite.items()
    try site.build()
    try site.write("mine", to: "site/items/a/index.html")
    try site.remove("site/items/index.html")
    try site.write("mine", to: "site/mine.txt")
    try site.write("mine", to: "site/b/mine.txt")
    try site.explain([
      "updated items/a/index.html: another program changed or removed it",
      "updated items/index.html: another program changed or removed it",
    ])
  }

  @Test func `templates, in the folder that they come from`() throws {
    let site = try ReportedSite.items()
    try site.build()
    try site.write("({{name}}) ", to: "themes/plain/cells/cell.mustache")
    try site.explain(["updated items/index.html: themes/plain/cells/cell.mustache changed"])
    try site.write("[{{name}}] ", to: "themes/plain/cells/items/cell.mustache")
    try site.explain(["updated items/index.html: themes/plain/cells/items/cell.mustache is new"])
    try site.remove("themes/plain/cells/items/cell.mustache")
    try site.explain(["updated items/index.html: themes/plain/cells/items/cell.mustache is gone"])
    try site.write("{{name}}, {{year}}", to: "themes/plain/pages/record.mustache")
    try site.explain(
      ["a", "b", "c"].map {
        "updated items/\($0)/index.html: themes/plain/pages/record.mustache changed"
      })
  }

  @Test func `settings of a list, by their keys`() throws {
    let site = try ReportedSite.items()
    try site.build()
    try site.write(
      "# A comment.\nrecord: {name: text, year: integer}\nsort: [-name]\nrecord-pages: true\n",
      to: "content/items/list.yml")
    try site.explain([
      "updated items/index.html: items: 'c' moved; items: 'b' moved"
    ])
    try site.write("sort: [-name]\nrecord: {name: text, year: integer}\n", to: "content/items/list.yml")
    try site.explain(
      ["a", "b", "c"].map {
        "deleted items/\($0)/index.html: content/items/list.yml changed"
      })
    try site.write(
      "sort: [-name]\nrecord: {name: text, year: integer}\nsections: {by: year}\n", to: "content/items/list.yml")
    try site.explain([
      "updated items/index.html: items: 'a' moved; "
        + "items: 'b' moved; items: 'c' moved"
    ])
  }

  @Test func `settings of the site, where a template reads them`() throws {
    let site = try ReportedSite.items()
    try site.build()
    try site.write("title: Other\nauthor: N. N.\ntheme: plain\nkeep: [x]\n", to: "content/site.yml")
    try site.explain(["updated index.html: @site.title changed"])
  }

  @Test func `redirects, by the settings and the files that name them`() throws {
    let site = try ReportedSite.items(
      "",
      [
        "content/items/list.yml":
          "record: {name: text, year: integer, former: \"text?\"}\nsort: [name]\nredirect-from: former\n"
      ])
    try site.build()
    try site.write("title: Test\ntheme: plain\nredirects: {/old/: items}\nrobots: allow\n", to: "content/site.yml")
    try site.explain([
      "created old/index.html: content/site.yml changed",
      "created robots.txt: content/site.yml changed",
    ])
    try site.write("---\nname: A\nyear: 1\nformer: /was/a/\n---\n", to: "content/items/a.md")
    try site.explain(["created was/a/index.html: content/items/a.md changed"])
    try site.write("---\nname: A\nyear: 1\n---\n", to: "content/items/a.md")
    try site.explain(["deleted was/a/index.html: content/items/a.md changed"])
  }

  @Test func `options: another base, drafts, and dates that come due`() throws {
    let site = try ReportedSite.items(
      "",
      [
        "themes/plain/pages/home.mustache": "{{@site.base}}",
        "content/items/d.md": "---\nname: D\nyear: 4\ndraft: true\n---\n",
        "content/items/e.md": "---\nname: E\nyear: 5\npublish: 2024-01-01\n---\n",
        "content/items/f.md": "---\nname: F\nyear: 6\nexpires: 2024-01-01\n---\n",
      ])
    try site.build()
    site.options.base = "https://example.org/"
    try site.explain([
      "updated index.html: @site.base changed",
      "created sitemap.xml: @site.base changed",
    ])
    site.options.base = nil
    try site.build()
    site.options.drafts = true
    try site.explain([
      "created items/d/index.html: items: 'd' is published now, since drafts are",
      "updated items/index.html: items: 'd' is published now, since drafts are",
    ])
    site.options.drafts = false
    site.options.now = 1_720_000_000
    try site.explain([
      "deleted items/d/index.html: items: 'd' is not published any more, since drafts are not",
      "created items/e/index.html: items: 'e' is published now, since its date came",
      "deleted items/f/index.html: items: 'f' is not published any more, since its date came",
      "updated items/index.html: items: 'e' is published now, since its date came; "
        + "items: 'd' is not published any more, since drafts are not; "
        + "items: 'f' is not published any more, since its date came",
    ])
    try site.write("---\nname: D\nyear: 4\n---\n", to: "content/items/d.md")
    try site.write("---\nname: E\nyear: 5\ndraft: true\n---\n", to: "content/items/e.md")
    try site.explain([
      "created items/d/index.html: items: 'd' is published now",
      "deleted items/e/index.html: items: 'e' is not published any more",
      "updated items/index.html: items: 'd' is published now; items: 'e' is not published any more",
    ])
    try site.write(Self.settings("where: {year: {below: 4}}\n"), to: "content/items/list.yml")
    try site.explain([
      "deleted items/d/index.html: items: 'd' is not in the list any more",
      "updated items/index.html: items: 'd' is not in the list any more",
    ])
  }

  @Test func `neighbours, totals, sections and pages`() throws {
    let site = try ReportedSite.items(
      "sections: {by: year, footer: {year: sum}}\npages: 2\n",
      [
        "themes/plain/pages/record.mustache":
          "{{#@record.previous}}{{title}}{{/@record.previous}}{{#@record.next}}{{title}}{{/@record.next}}",
        "themes/plain/pages/list.mustache": """
        {{#@page.sections}}{{@section.title}} {{@section.count}} {{@section.footer.year}} {{#@section.continued}}…\
        {{/@section.continued}}{{/@page.sections}}{{@page.number}} {{@page.count}}{{#@page.index}}{{title}}\
        {{/@page.index}}
        """, "themes/plain/pages/home.mustache": "{{#@site.lists}}{{title}} {{count}}{{/@site.lists}}",
      ])
    try site.build()
    try site.write("---\nname: D\nyear: 2\n---\n", to: "content/items/bb.md")
    try site.explain([
      "updated index.html: @site.lists changed",
      "updated items/b/index.html: @record.next.title changed",
      "created items/bb/index.html: items: 'bb' is new",
      "updated items/c/index.html: @record.previous.title changed",
      "updated items/index.html: @page.sections changed",
      "updated items/page/2/index.html: items: 'bb' is new",
    ])
    try site.write("---\nname: DD\nyear: 2\n---\n", to: "content/items/bb.md")
    try site.explain([
      "updated items/b/index.html: @record.next.title changed",
      "updated items/c/index.html: @record.previous.title changed",
    ])
    try site.remove("content/items/c.md")
    try site.write("---\nname: A\nyear: 2\n---\n", to: "content/items/a.md")
    try site.remove("content/items/bb.md")
    try site.explain([
      "updated index.html: @site.lists changed",
      "updated items/b/index.html: @record.next changed",
      "deleted items/bb/index.html: items: 'bb' is gone",
      "deleted items/c/index.html: items: 'c' is gone",
      "updated items/index.html: items: 'a' moved; @page.count changed; @page.index changed",
      "deleted items/page/2/index.html: items: 1 page, was 2",
    ])
  }

  @Test func `references, as far as a template follows them`() throws {
    let site = try ReportedSite.items(
      "",
      [
        "content/items/list.yml":
          "record: {name: text, year: integer, by: {record: people}}\nsort: [name]\nrecord-pages: true\n",
        "content/items/a.md": "---\nname: A\nyear: 1\nby: p\n---\n",
        "content/items/b.md": "---\nname: B\nyear: 1\nby: q\n---\n",
        "content/items/c.md": "---\nname: C\nyear: 1\nby: q\n---\n",
        "content/people/list.yml":
          "record: {name: text, age: integer, town: text, made: {records-from: items.by}}\nrecord-pages: true\n"
          + "cells: person\n",
        "content/people/p.md": "---\nname: P\nage: 1\ntown: X\n---\n",
        "content/people/q.md": "---\nname: Q\nage: 1\ntown: X\n---\n",
        "themes/plain/cells/person.mustache": "{{name}}",
        "themes/plain/pages/record.mustache": "{{@record.title}}",
        "themes/plain/cells/cell.mustache": "{{name}} {{by}} {{by.age}}",
      ])
    try site.build()
    try site.write("---\nname: P\nage: 1\ntown: Y\n---\n", to: "content/people/p.md")
    try site.explain([])
    try site.write("---\nname: P\nage: 2\ntown: Y\n---\n", to: "content/people/p.md")
    try site.explain(["updated items/index.html: people: 'p' changed age"])
    try site.write("{{name}} {{#made}}{{name}}{{/made}}", to: "themes/plain/cells/person.mustache")
    try site.build()
    try site.write("---\nname: AA\nyear: 2\nby: p\n---\n", to: "content/items/a.md")
    try site.explain([
      "updated items/a/index.html: items: 'a' changed name",
      "updated items/index.html: items: 'a' changed name",
      "updated people/index.html: items: 'a' changed name",
    ])
    try site.write("---\nname: AA\nyear: 2\nby: q\n---\n", to: "content/items/a.md")
    try site.explain([
      "updated items/index.html: items: 'a' changed by",
      "updated people/index.html: items: 'a' changed by",
    ])
  }

  @Test func `plain pages, files and assets`() throws {
    let site = try ReportedSite.items(
      "",
      [
        "content/about.md": "---\ntitle: About\n---\nText.\n", "content/x.txt": "x",
        "content/items/d/index.md": "---\nname: D\nyear: 1\n---\n", "content/items/d/d.txt": "d",
        "content/items/index.md": "Introduction.\n",
        "themes/plain/assets/a.js": "1", "themes/plain/theme.yml": "settings: {word: x}\n",
        "themes/plain/pages/home.mustache": "{{@theme.assets.a.js}} {{@theme.word}}",
      ])
    try site.build()
    try site.write("---\ntitle: About\n---\nOther text.\n", to: "content/about.md")
    try site.write("y", to: "content/x.txt")
    try site.write("y", to: "content/y.txt")
    try site.write("e", to: "content/items/d/d.txt")
    try site.explain([
      "updated about/index.html: content/about.md changed",
      "updated items/d/d.txt: content/items/d/d.txt changed",
      "updated x.txt: content/x.txt changed",
      "created y.txt: content/y.txt is new",
    ])
    try site.write("---\nname: D\nyear: 1\ndraft: true\n---\n", to: "content/items/d/index.md")
    try site.remove("content/x.txt")
    try site.explain([
      "deleted items/d/d.txt: items: 'd' is not published any more",
      "deleted items/d/index.html: items: 'd' is not published any more",
      "updated items/index.html: items: 'd' is not published any more",
      "deleted x.txt: content/x.txt is gone",
    ])
    try site.write("2", to: "themes/plain/assets/a.js")
    let assets = try site.explained()
    #expect(
      assets.map { $0.split(separator: ": ").last ?? "" }
        == ["themes/plain/assets/a.js changed", "themes/plain/assets/a.js changed", "@theme.assets.a.js changed"])
    #expect(Set(assets.map { $0.prefix(15) }) == ["created assets/", "deleted assets/", "updated index.h"])
    try site.write("settings: {word: y}\n", to: "themes/plain/theme.yml")
    try site.explain(["updated index.html: @theme.word changed"])
  }

  @Test func `links that lead elsewhere`() throws {
    let site = try ReportedSite.items(
      "",
      [
        "content/items/a.md": "---\nname: A\nyear: 1\n---\n[B](b.md) [other](../others/x.csv)\n",
        "content/others/list.yml": "record: {name: text}\nid: name\n",
        "content/others/x.csv": "name\nx\n",
      ])
    try site.build()
    try site.write("record: {name: text, year: integer}\nsort: [name]\n", to: "content/items/list.yml")
    try site.write("{{name}} {{{@record.body}}}", to: "themes/plain/cells/cell.mustache")
    try site.build()
    try site.write(
      "record: {name: text, year: integer}\nsort: [name]\npages: 2\n", to: "content/items/list.yml")
    try site.write("---\nname: Z\nyear: 2\n---\n", to: "content/items/b.md")
    try site.explain([
      "updated items/index.html: items: 'a' has a link that leads elsewhere; "
        + "items: 'b' is on another page now",
      "created items/page/2/index.html: content/items/list.yml changed; items: 2 pages, was 1",
    ])
  }

  @Test func `whatever changes, something is said of it`() throws {
    let site = try ReportedSite.items("sections: {by: year}\n", ["content/site.yml": "title: Test\n"])
    try site.build()
    let edits: [(String, String)] = [
      ("content/site.yml", "title: Test\nlanguage: de\n"),
      ("content/site.yml", "title: Test\nmenu: [items]\n"),
      ("content/items/list.yml", "title: Things\n\(Self.settings())"),
      ("content/index.md", "Hello.\n"), ("content/404.md", "Hello.\n"),
      ("content/site.yml", "title: Test\ntheme: plain\n"),
    ]
    for (path, text) in edits {
      try site.write(text, to: path)
      let explained = try site.explained()
      #expect(!explained.isEmpty, "\(path)")
      #expect(explained.allSatisfy { !$0.contains("ingredients") }, "\(path): \(explained)")
    }
  }
}
