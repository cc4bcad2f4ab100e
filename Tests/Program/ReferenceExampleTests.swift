import CellistBase
import CellistContent
import CellistFiles
import CellistRecords
import CellistTestSupport
import Testing

/// The examples of the reference, each tried in a small site.
@Suite struct ReferenceExampleTests {
  @Test(arguments: ["reference/field-types", "reference/conditions", "reference/settings"])
  func `examples of settings have no errors`(_ list: String) {
    for record in OwnSite.records(of: list) where record["example"]?.isAbsent == false {
      let example = record.text("example")
      var site = Self.library
      if example.contains("record: people") {
        site.files["content/people/list.yml"] = Array("record: {name: text, other-names: [text], born: integer}\n".utf8)
      }
      switch record.text("place") {
      case "site.yml", "theme", "menu entry":
        for file in ["icon.svg", "cover.jpg"] { site.files["content/\(file)"] = [] }
        if example.contains("changes:") { site.set("exports: json\n") }
        site.files["content/site.yml"] = Array((example.contains("title: The") ? example : "title: T\n" + example).utf8)
      case "view": site.files["content/about.md"] = Array("---\ntitle: A\n\(example)---\n".utf8)
      case "page": site.files["content/about.md"] = Array(example.utf8)
      case "record": site.files["content/books/more.yml"] = Array((example + "\n").utf8)
      case "theme.yml":
        site.files["content/site.yml"] = Array("title: T\ntheme: paper\n".utf8)
        site.files["themes/paper/theme.yml"] = Array(example.utf8)
      case _ where example.contains("records-of"): site.files["content/recent/list.yml"] = Array(example.utf8)
      default:
        if example.hasPrefix("<") {
          site.show(cell: example)
        } else {
          let languages = example.contains("localized: true") ? "languages: [en, de]\n" : ""
          site.files["content/site.yml"] = Array(
            "title: T\ntheme: paper\nbase: https://example.org\n\(languages)".utf8)
          site.set(example)
        }
      }
      #expect(site.diagnostics() == "", "\(record.text("name"))")
    }
  }

  @Test func `examples of template names compile`() {
    for record in OwnSite.records(of: "reference/template-names") where record["example"]?.isAbsent == false {
      let example = record.text("example")
      var site = Self.library
      if record.text("pages") == "views" {
        site.files["content/about.md"] = Array("---\ntitle: A\nviews: {all: {list: books}}\n---\n".utf8)
        site.show(example, in: "pages/view")
      } else if record.text("pages") == "changes" {
        site.set("history: true\n")
        site.show(example, in: "pages/changes")
      } else if record.text("pages") == "terms" {
        site.set("terms: author\n")
        site.show(example, in: example.contains("@page.terms") ? "pages/terms" : "pages/term")
      } else if example.contains("@section."), !example.contains("@page.sections") {
        site.show("{{#@page.sections}}\(example){{/@page.sections}}", in: "pages/list")
      } else if record.text("pages") == "lists" || example.contains("@list.") {
        site.show(example, in: "pages/list")
      } else if record.text("pages") == "records" {
        site.show(example, in: "pages/record")
      } else if ["@site.", "@theme.", "@page."].contains(where: example.contains) {
        site.show(example, in: "pages/plain")
      } else {
        site.show(cell: example)
      }
      #expect(site.diagnostics() == "", "\(record.text("name"))")
    }
  }

  private static let settings = """
    record:
      title: text
      author: text?
      mail: email?
      cover: asset?
      authors: [text]
      editions: {map: integer}
      year: integer?
      copies: {type: integer, default: 1}
      bought: date?
      shop: url?
      form: {choice: [cell], default: cell}
      summary: markdown?
      notes: markdown?
      follows: {record: books, optional: true}
    id: title
    flags: {old: {year: {below: 1850}}}
    sections: {by: author, footer: {year: min}}
    record-pages: true
    """

  private static let cell = "<li id=\"{{@record.anchor}}\">{{@record.title}}</li>"

  private static let library = TestSite([
    "content/site.yml": "title: T\ntheme: paper\n", "themes/paper/cells/cell.mustache": cell,
    "content/about.md": "---\ntitle: A\n---\n",
    "content/books/list.yml": settings,
    "content/books/books.csv": "title,author,year\nFlatland,Abbott,1884\nFrankenstein,Shelley,1818\n",
  ])
}

extension TestSite {
  /// Puts a text in the place of a template.
  fileprivate mutating func show(_ text: String, in template: String) {
    files["content/site.yml"] = Array("title: T\ntheme: paper\n".utf8)
    files["themes/paper/\(template).mustache"] = Array(text.utf8)
  }

  /// Puts a text into the element of a cell, unless it is one.
  fileprivate mutating func show(cell text: String) {
    show(text.hasPrefix("<li") ? text : "<li id=\"{{@record.anchor}}\"><ul>\n\(text)\n</ul></li>", in: "cells/cell")
  }

  /// Adds a file that has been fetched.
  private mutating func fetch(_ url: String, _ ending: String, _ text: String) {
    guard let name = RemoteAddress(url)?.fileName(ending: ending) else { return }
    files["\(SiteFolder.lock)/\(name)"] = Array(text.utf8)
    var unheard = Diagnostics()
    var lock = RemoteLock(.memory(files), &unheard)
    lock.entries[name] = .init(url: url, sha256: Digest.sha256(Array(text.utf8)))
    files[SiteFolder.lockFile] = Array(lock.text.utf8)
  }

  /// Puts settings in the place of those of the same names in the list's.
  fileprivate mutating func set(_ example: String) {
    func blocks(_ text: String) -> [Substring] {
      text.split(separator: "\n").reduce(into: []) { blocks, line in
        if let last = blocks.last, line.first == " " {
          blocks[blocks.count - 1] = last + "\n" + line
        } else {
          blocks.append(line)
        }
      }
    }
    let own = blocks(example)
    let keys = own.map { $0.prefix { $0 != ":" } }
    let settings = blocks(String(decoding: files["content/books/list.yml"] ?? [], as: UTF8.self))
    // A record type of another kind leaves nothing to name.
    let isOther = keys.contains("record")
    let kept = settings.filter { block in
      let key = block.prefix { $0 != ":" }
      return !keys.contains(key) && !(isOther && ["flags", "sections", "id"].contains(key))
    }
    if isOther { files["content/books/books.csv"] = nil }
    files["content/books/list.yml"] = Array((kept + own).joined(separator: "\n").utf8)
    if keys.contains("sources") {
      files["content/books/scans/1.csv"] = Array("title\nEmma\n".utf8)
      files["content/books/export.csv"] = Array("title;year\nEmma;1815\n".utf8)
      files["content/books/old.csv"] = Array("title\nCaf".utf8) + [0xE9, 0x0A]
      files["content/books/prices.csv"] = Array("Prices\n2026\ntitle,year\nEmma,1815\n".utf8)
      files["content/books/prices.xlsx"] = TestArchive.xlsx([
        (
          "2026",
          "<row><c t=\"inlineStr\"><is><t>title</t></is></c></row><row><c t=\"inlineStr\"><is><t>Emma</t></is></c></row>"
        )
      ])
      files["content/books/awards.csv"] = Array("title,author\nEmma,Austen\nUlysses,Joyce\n".utf8)
      files["content/books/conference.md"] = Array("---\ntalks:\n- title: Northanger Abbey\n---\n".utf8)
      files["content/books/answer.json"] = Array(#"{"data": {"rows": [{"title": "Emma"}]}}"#.utf8)
      files["content/books/families.json"] = Array(
        #"{"families": [{"name": "Austen", "books": [{"title": "Persuasion"}]}]}"#.utf8)
      files["content/books/years.json"] = Array(#"{"Mansfield Park": {"year": 1814}}"#.utf8)
      files["content/books/corrections.csv"] = Array("title,year\nFlatland,1885\n".utf8)
      files["content/books/lost.csv"] = Array("title\nFlatland\n".utf8)
      files["content/books/shop.sqlite"] = try? TestDatabase.bytes(
        """
        CREATE TABLE stock (title TEXT, author TEXT, year INTEGER, sold INTEGER);
        INSERT INTO stock VALUES ('Emma', 'Austen', 1815, 0);
        """)
      files["content/books/term.ics"] = Array(
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20261001\nTITLE:Talk\nEND:VEVENT\nEND:VCALENDAR\n".utf8)
      fetch("https://example.org/schedule.json", "json", #"{"talks": [{"title": "Emma"}]}"#)
      fetch("https://example.org/export?kind=books", "csv", "title\nEmma\n")
      files["content/books/more/1.yml"] = Array("- {title: Emma}\n".utf8)
    }
  }
}
