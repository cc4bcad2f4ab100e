import CellistTestSupport
import Foundation
import Glibc
import Testing

@testable import CellistBuilding
@testable import CellistFamilies
@testable import CellistOutput
@testable import CellistPages
@testable import CellistSites

/// Where other site generators left pages that were stale, or lost some.
@Suite struct StalePageTests {
  static let books = "record: {title: text, kind: \"text?\", by: {record: people, optional: true}}\n"

  private static let files = [
    "content/site.yml": "title: Test\ntheme: plain\n", "content/index.md": "Welcome\n",
    "content/books/list.yml": books + "record-pages: true\nsections: {by: kind}\npages: {by: section}\n",
    "content/books/a.md": "---\ntitle: A\nkind: novel\nby: ada\n---\n",
    "content/books/b.md": "---\ntitle: B\nkind: novel\n---\n", "content/books/c.md": "---\ntitle: C\nkind: play\n---\n",
    "content/people/list.yml":
      "record: {name: text, born: \"text?\", books: {records-from: books.by}}\nrecord-pages: true\n",
    "content/people/ada.md": "---\nname: Ada\n---\n", "content/people/bo.md": "---\nname: Bo\n---\n",
    "content/rows/list.yml": "record: {name: text, id: text, image: \"asset?\"}\nid: id\n",
    "content/rows/all.csv": "id,name\n1,One\n2,Two\n", "content/rows/more.json": #"[{"id": "3", "name": "Three"}]"#,
    "content/img/a.svg": "<svg/>",
    "themes/plain/assets/style.css": "a{}",
    "themes/plain/parts/head.mustache": "<link rel=\"stylesheet\" href=\"{{@theme.assets.style.css}}\">",
    "themes/plain/pages/home.mustache": """
    {{>head}}{{#@site.lists}}{{title}} {{count}};{{/@site.lists}}
    {{#@site.menu}}<a href="{{url}}">{{title}}</a>{{/@site.menu}}
    """,
    "themes/plain/pages/plain.mustache": "{{>head}}{{@page.content}}", "themes/plain/pages/404.mustache": "none",
    "themes/plain/pages/list.mustache": """
    {{>head}}{{#@page.index}}<a href="{{url}}">{{title}}</a>{{/@page.index}}
    {{#@page.sections}}{{#@section.cells}}{{>*@cell}};{{/@section.cells}}{{/@page.sections}}
    """,
    "themes/plain/pages/record.mustache": "{{@record.title}}{{@record.body}}",
    "themes/plain/cells/cell.mustache": "{{@record.title}}",
    "themes/plain/cells/books/cell.mustache": "{{title}}{{#by}} by {{name}}{{/by}}",
    "themes/plain/cells/people/cell.mustache": "{{name}}{{#books}} {{title}}{{/books}}",
    "themes/plain/cells/rows/cell.mustache": "{{name}}{{#image}}<img src=\"{{image}}\">{{/image}}",
  ]

  /// A site that has been built.
  static func site(_ more: [String: String] = [:]) throws -> BuiltSite {
    let site = try BuiltSite(files.merging(more) { $1 })
    #expect(try site.problems().found == [])
    return site
  }

  /// Where no file of a list may have a text below its values, the view that suits it shows none, and no search finds one.
  @Test(arguments: [false, true]) func `words of texts go with the last file that may have one, and come`(isKept: Bool)
    throws
  {
    try WordIndex.$limit.withValue(2) {
      let rows = ["a", "b", "c"].map { "{\"key\": \"\($0)\", \"name\": \"N\($0)\", \"body\": \"see \($0)\"}" }
      let site = try BuiltSite(
        Self.files.merging([
          "content/words/list.yml": "record: {key: text, name: text}\nid: key\ntools: search\n",
          "content/words/all.json": "[\(rows.joined(separator: ","))]",
        ]) { $1 })
      if isKept { site.keep() }
      #expect(try site.problems().found == [])
      try site.write("---\nkey: d\nname: D\n---\n", to: "content/words/d.md")
      #expect(try site.problems().found == [])
      try site.remove("content/words/d.md")
      #expect(try site.problems().found == [])
    }
  }

  static func expectClean(_ site: BuiltSite) throws { #expect(try site.problems().found == []) }

  @Test func `a new record shows on its list and on the start page`() throws {
    let site = try Self.site()
    try site.write("---\ntitle: New\nkind: novel\n---\n", to: "content/books/new.md")
    try Self.expectClean(site)
    #expect(site.text("books/index.html")?.contains("New;") == true)
    #expect(site.text("index.html")?.contains("books 4;") == true)
  }

  @Test func `a record that is gone leaves no page`() throws {
    let site = try Self.site()
    try site.remove("content/books/b.md")
    try Self.expectClean(site)
    #expect(site.text("books/b/index.html") == nil)
  }

  @Test func `another source takes over the path of one that is gone`() throws {
    let site = try Self.site()
    try site.remove("content/books/b.md")
    try site.write("---\ntitle: Folder\nkind: novel\n---\n", to: "content/books/b/index.md")
    #expect(try site.changes() == ["~ books/b/index.html", "~ books/index.html"])
    try Self.expectClean(site)
    try site.remove("content/books/b")
    try site.write("title: Mapping\nkind: novel\n", to: "content/books/b.yml")
    #expect(try site.changes() == ["~ books/b/index.html", "~ books/index.html"])
    try site.remove("content/books/b.yml")
    try site.write("an asset", to: "content/books/b/index.html")
    #expect(try site.changes() == ["~ books/b/index.html", "~ books/index.html", "~ index.html"])
    #expect(site.text("books/b/index.html") == "an asset")
    try Self.expectClean(site)
  }

  @Test func `a record moves to another list and back`() throws {
    let site = try Self.site()
    let text = "---\ntitle: B\nkind: novel\n---\n"
    try site.remove("content/books/b.md")
    try site.write("---\nname: B\n---\n", to: "content/people/b.md")
    try Self.expectClean(site)
    #expect(site.text("books/b/index.html") == nil)
    #expect(site.text("people/b/index.html") == "B")
    try site.remove("content/people/b.md")
    try site.write(text, to: "content/books/b.md")
    try Self.expectClean(site)
  }

  @Test func `a record that is deleted and comes back as it was, with its old times`() throws {
    let site = try Self.site()
    let place = site.folder.place("site/content/books/b.md")
    #expect(rename(place, site.folder.place("away")) == 0)
    #expect(try site.changes().contains("- books/b/index.html"))
    #expect(rename(site.folder.place("away"), place) == 0)
    #expect(try site.changes().contains("+ books/b/index.html"))
    try Self.expectClean(site)
  }

  @Test func `a list that is renamed leaves nothing behind`() throws {
    let site = try Self.site()
    #expect(rename(site.folder.place("site/content/rows"), site.folder.place("site/content/lines")) == 0)
    #expect(try site.changes() == ["~ index.html", "+ lines/index.html", "- rows/index.html"])
    try Self.expectClean(site)
    #expect(!site.output().keys.contains("rows/"))
  }

  @Test(arguments: ["draft: true", "expires: 2020-01-01", "publish: 2030-01-01"])
  func `what is no longer published is gone with the same build`(line: String) throws {
    let site = try Self.site()
    try site.write("---\ntitle: A\nkind: novel\nby: ada\n\(line)\n---\n", to: "content/books/a.md")
    #expect(
      try site.changes()
        == ["- books/a/index.html", "~ books/index.html", "~ index.html", "~ people/index.html"])
    #expect(site.text("people/index.html")?.contains("Ada;") == true)
    try Self.expectClean(site)
  }

  @Test func `rows of tables are missed as files are`() throws {
    let site = try Self.site()
    try site.write("id,name\n1,One\n2,Zwei\n", to: "content/rows/all.csv")
    #expect(try site.changes() == ["~ rows/index.html"])
    try site.write("[]", to: "content/rows/more.json")
    #expect(try site.changes() == ["~ index.html", "~ rows/index.html"])
    try site.remove("content/rows/more.json")
    #expect(try site.changes() == [])
    try Self.expectClean(site)
  }

  @Test func `an order, a picture and a file that go`() throws {
    let site = try Self.site()
    try site.write(
      "record: {name: text, id: text, image: \"asset?\"}\nid: id\nsort: -name\n", to: "content/rows/list.yml")
    #expect(try site.changes() == ["~ rows/index.html"])
    try site.write("id,name,image\n1,One,/img/a.svg\n2,Two,\n", to: "content/rows/all.csv")
    #expect(try site.changes() == ["~ rows/index.html"])
    try site.write("id,name,image\n1,One,\n2,Two,\n", to: "content/rows/all.csv")
    try site.remove("content/img/a.svg")
    #expect(try site.changes() == ["- img/a.svg", "~ rows/index.html"])
    #expect(!site.output().keys.contains("img/"))
  }

  @Test func `another field is the title, with the same words`() throws {
    let site = try Self.site()
    try site.write("title: T\n", to: "content/site.yml")
    let record = "record: {key: text, title: text}\nid: key\nrecord-pages: true\n"
    try site.write("key,title\nx,x\ny,y\n", to: "content/same/all.csv")
    try site.write(record, to: "content/same/list.yml")
    _ = try site.changes()
    try site.write(record + "title-field: title\n", to: "content/same/list.yml")
    #expect(try site.changes().filter { $0.hasSuffix("x/index.html") } == ["~ same/x/index.html"])
    try Self.expectClean(site)
  }

  @Test func `other bytes of the same size, at the same time`() throws {
    let site = try Self.site()
    let place = site.folder.place("site/content/books/b.md")
    site.waitForOldFiles()
    #expect(try site.changes() == [])
    for title in ["X", "Y", "B"] {
      var times = stat()
      #expect(stat(place, &times) == 0)
      try site.write("---\ntitle: \(title)\nkind: novel\n---\n", to: "content/books/b.md")
      #expect(utimensat(AT_FDCWD, place, [times.st_atim, times.st_mtim], 0) == 0)
      #expect(try site.changes() == ["~ books/b/index.html", "~ books/index.html"])
    }
    try Self.expectClean(site)
  }

  @Test func `a fresh checkout with other times writes nothing`() throws {
    let site = try Self.site()
    for (path, text) in Self.files {
      try site.remove(path)
      try site.write(text, to: path)
      let time = timespec(tv_sec: 1_000_000_000, tv_nsec: 0)
      #expect(utimensat(AT_FDCWD, site.folder.place("site/\(path)"), [time, time], 0) == 0)
    }
    #expect(try site.changes() == [])
    try Self.expectClean(site)
  }

  @Test func `a section comes with its first record and goes with its last`() throws {
    let site = try Self.site()
    try site.write("---\ntitle: D\nkind: poem\n---\n", to: "content/books/d.md")
    #expect(
      try site.changes()
        == [
          "+ books/d/index.html", "~ books/index.html", "~ books/play/index.html", "+ books/poem/index.html",
          "~ index.html",
        ].sorted { $0.dropFirst(2) < $1.dropFirst(2) })
    try site.remove("content/books/c.md")
    #expect(
      try site.changes() == [
        "- books/c/index.html", "~ books/index.html", "- books/play/index.html", "~ books/poem/index.html",
        "~ index.html",
      ])
    try Self.expectClean(site)
  }

  @Test func `what refers to a record changes with it, and other pages do not`() throws {
    let site = try Self.site()
    try site.write("---\nname: Augusta\n---\n", to: "content/people/ada.md")
    #expect(try site.changes() == ["~ books/index.html", "~ people/ada/index.html", "~ people/index.html"])
    try site.write("---\nname: Augusta\nborn: 1815\n---\n", to: "content/people/ada.md")
    #expect(try site.changes() == [])
    try site.write("---\ntitle: Aleph\nkind: novel\nby: ada\n---\n", to: "content/books/a.md")
    #expect(try site.changes() == ["~ books/a/index.html", "~ books/index.html", "~ people/index.html"])
    try Self.expectClean(site)
  }

  @Test func `a style sheet stays as long as a page names it`() throws {
    let site = try Self.site()
    let old = try #require(site.output().keys.first { $0.hasPrefix("assets/style") })
    try site.write("b{}", to: "themes/plain/assets/style.css")
    try Self.expectClean(site)
    let new = try #require(site.output().keys.first { $0.hasPrefix("assets/style") })
    #expect(old != new)
    for (path, bytes) in site.output() where path.hasSuffix("index.html") {
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(!text.contains(old), "\(path)")
    }
    #expect(site.text("index.html")?.contains(new) == true)
  }

  @Test func `an edit of one record of five hundred writes one page`() throws {
    var more: [String: String] = [:]
    for number in 0..<500 { more["content/people/p\(number).md"] = "---\nname: P\(number)\n---\n" }
    let site = try Self.site(more)
    try site.write("---\nname: P77\n---\nNew\n", to: "content/people/p77.md")
    #expect(try site.changes() == ["~ people/p77/index.html"])
  }

  @Test func `an entry of the menu writes the pages that show it`() throws {
    let site = try Self.site()
    try site.write("title: Test\ntheme: plain\nmenu: [books]\n", to: "content/site.yml")
    #expect(try site.changes() == ["~ index.html"])
  }

  @Test func `a site with errors writes nothing, and what mends it is all that is written`() throws {
    let site = try Self.site()
    let before = site.output()
    try site.remove("content/people/ada.md")
    try site.write("---\ntitle: Bee\nkind: novel\n---\n", to: "content/books/b.md")
    #expect(try site.problems() == (found: [], hasErrors: true))
    #expect(site.output() == before)
    try site.write("---\nname: Ada\n---\n", to: "content/people/ada.md")
    #expect(try site.changes() == ["~ books/b/index.html", "~ books/index.html"])
    try Self.expectClean(site)
  }

  @Test func `links in raw HTML and in templates follow what they lead to`() throws {
    let site = try Self.site([
      "content/site.yml": "title: Site\ntheme: plain\nhtml: allow\n",
      "content/books/raw.md": "---\ntitle: Raw\nkind: novel\n---\n<a href=../people/ann.md>Ann</a>\n",
      "content/people/ann.md": "---\nname: Ann\n---\n",
      "themes/plain/pages/404.mustache": "<a href=\"/people/ann.md\">Ann</a>",
    ])
    #expect(site.text("books/raw/index.html")?.contains("<a href=\"/people/ann/\">") == true)
    #expect(site.text("404.html") == "<a href=\"/people/ann/\">Ann</a>")
    try site.write("---\nname: Anna\nslug: anna\n---\n", to: "content/people/ann.md")
    try Self.expectClean(site)
    try site.remove("content/people/ann.md")
    #expect(
      try site.build().diagnostics.map(\.message) == [
        "the link target does not exist: ../people/ann.md", "the link target does not exist: /people/ann.md",
      ])
    try site.write("---\nname: Ann\n---\n", to: "content/people/ann/index.md")
    try site.write("---\ntitle: Raw\nkind: novel\n---\n<a href=../people/ann/>Ann</a>\n", to: "content/books/raw.md")
    try site.write("<a href=\"/people/ann/\">Ann</a>", to: "themes/plain/pages/404.mustache")
    try Self.expectClean(site)
  }

  @Test func `a link in raw HTML follows what it leads to once it is allowed`() throws {
    let site = try BuiltSite([
      "content/site.yml": "title: T\n",
      "content/notes/list.yml": "record: {key: text, body: markdown?}\nid: key\nrecord-pages: true\n",
      "content/notes/a.md": "---\nkey: a\n---\n<a href=\"b.md\">b</a>\n", "content/notes/b.md": "---\nkey: b\n---\n",
    ])
    #expect(try !site.build().hasErrors)
    try site.write("title: T\nhtml: allow\n", to: "content/site.yml")
    #expect(try site.problems().found == [])
    try site.write("---\nkey: other\n---\n", to: "content/notes/b.md")
    #expect(try site.problems().found == [])
  }

  @Test func `a page that a stranger changed is written again with the next change`() throws {
    let site = try BuiltSite([
      "content/site.yml": "title: T\n",
      "content/notes/list.yml": "record: {title: text}\nid: title\nrecord-pages: true\n",
      "content/notes/n.yml": "- {title: A}\n- {title: B}\n",
    ])
    #expect(try !site.build().hasErrors)
    try site.folder.write("mine", to: "output/notes/a/index.html")
    try site.write("- {title: A}\n- {title: C}\n", to: "content/notes/n.yml")
    #expect(try site.problems().found == [])
  }

  @Test func `the description of a picture changes where nothing else shows it`() throws {
    let notes = "- {title: A, photo: m.svg, caption: A mill}\n"
    let site = try BuiltSite([
      "content/site.yml": "title: T\ntheme: own\n",
      "content/notes/list.yml": "record: {title: text, photo: {type: asset, alt: caption}, caption: text}\nid: title\n",
      "content/notes/n.yml": notes,
      "content/notes/m.svg": "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='30'/>",
      "themes/own/theme.yml": "extends: default\n",
      "themes/own/cells/cell.mustache": "<li id=\"{{@record.anchor}}\">{{photo.alt}}</li>\n",
    ])
    #expect(try !site.build().hasErrors)
    try site.write(notes.replacing("mill", with: "tower"), to: "content/notes/n.yml")
    #expect(try site.problems().found == [])
    #expect(site.text("notes/index.html")?.contains(">A tower</li>") == true)
  }

  @Test func `a name that only structured data have changes there`() throws {
    let people = "- {name: Ada, key: ada}\n"
    let site = try BuiltSite([
      "content/site.yml": "title: T\nbase: https://example.org/\n",
      "content/people/list.yml": "record: {name: text, key: text}\nid: key\n", "content/people/p.yml": people,
      "content/notes/list.yml": """
      record: {title: text, by: {record: people, shown: false}}
      id: title
      record-pages: true
      schema-org: {type: Article, author: by}

      """, "content/notes/n.yml": "- {title: A, by: ada}\n",
    ])
    #expect(try !site.build().hasErrors)
    #expect(site.text("notes/a/index.html")?.contains("Ada") == true)
    try site.write(people.replacing("Ada", with: "Augusta"), to: "content/people/p.yml")
    #expect(try site.problems().found == [])
  }

  @Test func `a link follows what it leads to`() throws {
    let site = try Self.site([
      "content/about.md": "[b](books/b.md) ![a](img/a.svg) [r][]\n\n[r]: books/c.md\n",
      "content/books/a.md": "---\ntitle: A\nkind: novel\n---\n[person](../people/ada.md) ![a](/img/a.svg)\n",
    ])
    try site.write(Self.books + "sections: {by: kind}\n", to: "content/books/list.yml")
    let changes = try site.changes()
    #expect(changes.contains("~ about/index.html"))
    #expect(site.text("about/index.html")?.contains("href=\"/books/#b\"") == true)
    try site.write("record: {name: text, books: {records-from: books.by}}\n", to: "content/people/list.yml")
    try Self.expectClean(site)
    try site.write("title: Test\ntheme: plain\nbase: /deep/\n", to: "content/site.yml")
    try Self.expectClean(site)
    #expect(site.text("about/index.html")?.contains("src=\"/deep/img/a.svg\"") == true)
  }

  @Test(arguments: [false, true])
  func `tools know whether capitals tell words apart`(isKept: Bool) throws {
    let list = "record: {name: text, kind: text}\nid: name\ntools: {filter: [kind]}\n"
    let site = try BuiltSite([
      "content/site.yml": "title: T\n", "content/works/list.yml": list,
      "content/works/w.csv": "name,kind\nA,swift\nB,swift\n",
    ])
    if isKept { site.keep() }
    #expect(try !site.build().hasErrors)
    try site.write("\(list)fold: false\n", to: "content/works/list.yml")
    #expect(try site.problems().found == [])
  }
}
