import Testing

@testable import CellistBuilding

/// Of a list with more than records and sections, an edit writes the files that show what it changed, and no others.
@Suite struct FeatureWorkTests {
  private static let list = "content/books/list.yml"
  private static let record = """
    record:
      title: text
      kind: {choice: [novel, play]}
      year: integer?
      day: date?
      tags: {type: [text], default: []}
      by: {record: people, optional: true}
      north: number?
      former: text?
      changed: date?
    sort: title

    """

  private static func book(_ title: String, _ more: String, _ body: String = "Text") -> String {
    "---\ntitle: \(title)\n\(more)\n---\n\(body)\n"
  }

  private static let a = "content/books/a.md"
  private static let fields = "kind: novel\nyear: 1850\nday: 2001-02-03\ntags: [x]\nnorth: 1\nby: ada"

  /// Three books on one page, whose cells show no more than titles.
  private static let site: [String: String] = [
    "content/site.yml": "title: T\ntheme: plain\nbase: https://example.org/\n",
    a: book("A", fields),
    "content/books/b.md": book("B", "kind: play\nyear: 1900\nday: 2002-03-04\ntags: [x, y]\nby: bo"),
    "content/books/c.md": book("C", "kind: novel\nyear: 1950"),
    "content/people/list.yml": "record: {name: text}\nrecord-pages: true\n",
    "content/people/ada.md": "---\nname: Ada\n---\n", "content/people/bo.md": "---\nname: Bo\n---\n",
    "content/index.md": "Home\n", "content/about.md": "---\ntitle: About\n---\nUs\n",
    "themes/plain/pages/home.mustache": "{{@page.content}}{{#@page.views}}{{content}}{{/@page.views}}",
    "themes/plain/pages/plain.mustache":
      "{{@page.language}}{{@page.title}}{{#@page.noindex}}!{{/@page.noindex}}{{@page.content}}{{#@page.views}}{{content}}{{/@page.views}}",
    "themes/plain/pages/404.mustache": "None",
    "themes/plain/pages/list.mustache": """
    {{@page.description}}{{#@page.sections}}{{#@section.groups}}{{title}}{{#aggregates}}{{value}}{{/aggregates}}\
    {{/@section.groups}}{{@section.title}}{{@section.content}}{{#@section.cells}}{{>*@cell}}{{/@section.cells}}\
    {{#@section.aggregates}}{{value}}{{/@section.aggregates}}{{/@page.sections}}{{@page.schema}}
    """,
    "themes/plain/pages/record.mustache": "{{@record.title}}{{@record.schema}}",
    "themes/plain/pages/term.mustache":
      "{{@term.title}}{{@page.content}}{{#@page.sections}}{{#@section.cells}}{{>*@cell}}{{/@section.cells}}{{/@page.sections}}",
    "themes/plain/pages/terms.mustache": "{{#@page.terms}}<a href=\"{{url}}\">{{title}}</a>{{count}}{{/@page.terms}}",
    "themes/plain/pages/view.mustache": "{{#@view.cells}}{{>*@cell}}{{/@view.cells}}",
    "themes/plain/cells/cell.mustache": "<li>{{@record.title}}</li>",
  ]

  struct Edit: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Further files before the edit; the settings of the books begin with their record type.
    let before: [String: String]
    /// The new texts of files; nil for those that are removed.
    let files: [String: String?]
    let changes: [String]

    init(
      _ name: String, _ settings: String, _ more: [String: String], _ files: [String: String?],
      _ changes: [String]
    ) {
      testDescription = name
      before = more.merging([FeatureWorkTests.list: FeatureWorkTests.record + settings]) { own, _ in own }
      (self.files, self.changes) = (files, changes)
    }

    init(_ name: String, _ settings: String, _ files: [String: String?], _ changes: [String]) {
      self.init(name, settings, [:], files, changes)
    }
  }

  private static func edited(_ old: String, _ new: String) -> [String: String?] {
    [a: book("A", try! fields.replacing(present: old, with: new))]
  }

  private static let otherBody: [String: String?] = [a: book("A", fields, "Other")]

  /// Edits a site that one process builds after the other, and one that a process keeps.
  private func check(_ edit: Edit) throws {
    for isKept in [false, true] {
      let site = try BuiltSite(Self.site.merging(edit.before) { $1 })
      if isKept { site.keep() }
      #expect(try site.problems().found == [])
      for (path, text) in edit.files {
        if let text { try site.write(text, to: path) } else { try site.remove(path) }
      }
      #expect(try site.changes() == edit.changes, "\(isKept ? "kept" : "built again")")
      #expect(try site.changes() == [])
      #expect(try site.problems().found == [])
    }
  }

  @Test(arguments: [
    Edit(
      "a text among several is gone", "terms: tags", ["content/books/b.md": book("B", "kind: play\ntags: [x]")],
      ["~ books/tags/index.html", "- books/tags/y/index.html", "~ sitemap.xml"]),
    Edit(
      "another choice", "terms: kind", edited("kind: novel", "kind: play"),
      ["~ books/kind/index.html", "~ books/kind/novel/index.html", "~ books/kind/play/index.html"]),
    Edit("a number in the same range", "terms: {by: year, ranges: [1900]}", edited("1850", "1851"), []),
    Edit(
      "a number in another range", "terms: {by: year, ranges: [1900]}", edited("1850", "1901"),
      [
        "~ books/year/from-1900/index.html", "~ books/year/index.html", "- books/year/under-1900/index.html",
        "~ sitemap.xml",
      ]),
    Edit(
      "a date in another year", "terms: day.year", edited("2001", "2002"),
      [
        "- books/day-year/2001/index.html", "~ books/day-year/2002/index.html", "~ books/day-year/index.html",
        "~ sitemap.xml",
      ]),
    Edit(
      "the name of somebody who has a page of books", "terms: by", ["content/people/ada.md": "---\nname: Eve\n---\n"],
      [
        "- books/by/ada/index.html", "+ books/by/eve/index.html", "~ books/by/index.html", "~ people/ada/index.html",
        "~ people/index.html", "~ sitemap.xml",
      ]),
    Edit(
      "the same name for two", "terms: by", ["content/people/bo.md": "---\nname: Ada\n---\n"],
      ["~ books/by/bo/index.html", "~ books/by/index.html", "~ people/bo/index.html", "~ people/index.html"]),
    Edit(
      "the name of somebody whose page stands for a value", "terms: {by: by, pages: records}",
      ["content/people/ada.md": "---\nname: Eve\n---\n"],
      ["~ books/by/index.html", "~ people/ada/index.html", "~ people/index.html"]),
    Edit(
      "somebody else whose page stands for the value", "terms: {by: by, pages: records}", edited("by: ada", "by: bo"),
      ["~ books/by/index.html"]),
    Edit(
      "a text above a term", "terms: tags", ["content/books/terms/tags/x.md": "Old\n"],
      ["content/books/terms/tags/x.md": "New\n"], ["~ books/tags/x/index.html"]),
  ])
  func `of terms`(edit: Edit) throws { try check(edit) }

  @Test(arguments: [
    Edit(
      "a number that is in no figure", "sections: [{by: kind, footer: {year: max}}, tags]", edited("1850", "1851"), []),
    Edit(
      "a number in the figure of a group", "sections: [{by: kind, footer: {year: max}}, tags]",
      edited("1850", "1951"), ["~ books/index.html"]),
    Edit(
      "a number in the figure of a section", "sections: [kind, {by: tags, footer: {year: sum}}]",
      edited("1850", "1851"), ["~ books/index.html"]),
    Edit(
      "a text above a section", "sections: kind\npages: {by: section}", ["content/books/sections/play.md": "Old\n"],
      ["content/books/sections/play.md": "New\n"], ["~ books/play/index.html"]),
    Edit(
      "a section that is kept becomes empty", "sections: {by: kind, keep-empty: true}\npages: {by: section}",
      ["content/books/b.md": book("B", "kind: novel")], ["~ books/index.html", "~ books/play/index.html"]),
    Edit(
      "a number in the same range of sections", "sections: {by: year, ranges: [1900]}\npages: {by: section}",
      edited("1850", "1851"), []),
    Edit(
      "the words for what is missing", "sections: {by: day.year, missing: Undated}\npages: {by: section}",
      [list: record + "sections: {by: day.year, missing: Some day}\npages: {by: section}\n"],
      ["+ books/some-day/index.html", "- books/undated/index.html", "~ sitemap.xml"]),
    Edit(
      "one of several values", "sections: tags\npages: {by: section}", edited("[x]", "[x, y]"),
      ["~ books/y/index.html"]),
    Edit(
      "an order by count", "sections: {by: kind, order: count}",
      ["content/books/c.md": book("C", "kind: play\nyear: 1950")], ["~ books/index.html"]),
  ])
  func `of sections`(edit: Edit) throws { try check(edit) }

  private static let views = [
    "content/index.md": "---\nviews: {last: {list: books, sort: [-year], limit: 1}}\n---\nHome\n",
    "content/about.md": "---\ntitle: About\nviews: {plays: {list: books, where: {kind: play}}}\n---\nUs\n",
  ]

  @Test(arguments: [
    Edit("a record in no view", "", views, [a: book("A2", fields)], ["~ books/index.html"]),
    Edit(
      "a record in the view of the start page", "", views,
      ["content/books/c.md": book("C2", "kind: novel\nyear: 1950")],
      ["~ books/index.html", "~ index.html"]),
    Edit(
      "a record that joins the view of a page", "", views, edited("kind: novel", "kind: play"), ["~ about/index.html"]),
    Edit("a record that takes the place of another", "", views, edited("1850", "1951"), ["~ index.html"]),
    Edit(
      "a record that another list shows too", "",
      ["content/plays/list.yml": "records-of: books\nwhere: {kind: play}\n"],
      ["content/books/b.md": book("B2", "kind: play")], ["~ books/index.html", "~ plays/index.html"]),
    Edit(
      "a record that another list does not show", "",
      ["content/plays/list.yml": "records-of: books\nwhere: {kind: play}\n"], [a: book("A2", fields)],
      ["~ books/index.html"]),
  ])
  func `of views, and of lists with the records of others`(edit: Edit) throws { try check(edit) }

  @Test(arguments: [
    Edit("a text in a feed", "feed: day", otherBody, ["~ books/feed.json", "~ books/feed.xml"]),
    Edit(
      "a text in no feed", "feed: day", ["content/books/c.md": book("C", "kind: novel\nyear: 1950", "Other")], []),
    Edit(
      "a text in the feed of a term", "feed: day\nterms: tags", otherBody,
      ["~ books/feed.json", "~ books/feed.xml", "~ books/tags/x/feed.json", "~ books/tags/x/feed.xml"]),
    Edit(
      "the day of a change, in the site map", "feed: {date: day, updated: changed}\nrecord-pages: true",
      edited("tags", "changed: 2003-04-05\ntags"), ["~ books/feed.json", "~ books/feed.xml", "~ sitemap.xml"]),
    Edit("a text in a calendar", "calendar: day", otherBody, ["~ books/index.ics"]),
    Edit("a field that no calendar tells", "calendar: day", edited("1850", "1851"), []),
    Edit(
      "a field in exports", "exports: [json, csv, {format: geojson, latitude: north, longitude: north}]",
      edited("north: 1", "north: 2"),
      ["~ books/index.csv", "~ books/index.geojson", "~ books/index.json"]),
    Edit(
      "a field in the description for search engines",
      "schema-org: {type: Book, copyrightYear: year}\nrecord-pages: true",
      edited("1850", "1851"), ["~ books/a/index.html"]),
    Edit(
      "a field that is not in it", "schema-org: {type: Book, copyrightYear: year}\nrecord-pages: true",
      edited("[x]", "[z]"), []),
    Edit("a title in the list for search engines", "schema-org: Book", [a: book("A2", fields)], ["~ books/index.html"]),
    Edit(
      "the description of a data set", "schema-org: Dataset\nexports: csv",
      [list: record + "schema-org: Dataset\nexports: csv\ndescription: All\n"], ["~ books/index.html"]),
    Edit(
      "a record that is no longer published", "feed: day\ncalendar: day\nexports: csv\nterms: tags\nrecord-pages: true",
      ["content/books/b.md": book("B", "kind: play\nday: 2002-03-04\ntags: [x, y]\nby: bo\ndraft: true")],
      [
        "- books/b/index.html", "~ books/feed.json", "~ books/feed.xml", "~ books/index.csv", "~ books/index.html",
        "~ books/index.ics", "~ books/tags/index.html", "~ books/tags/x/feed.json", "~ books/tags/x/feed.xml",
        "~ books/tags/x/index.html", "- books/tags/y/feed.json", "- books/tags/y/feed.xml",
        "- books/tags/y/index.html", "~ sitemap.xml",
      ]),
  ])
  func `of what programs read`(edit: Edit) throws { try check(edit) }

  @Test(arguments: [
    Edit(
      "a value in an address", "record-pages: true\npermalink: \"{kind}/{slug}\"", edited("kind: novel", "kind: play"),
      ["- books/novel/a/index.html", "+ books/play/a/index.html", "~ sitemap.xml"]),
    Edit(
      "a former address", "record-pages: true\nredirect-from: former", edited("tags", "former: /was/a/\ntags"),
      ["+ was/a/index.html"]),
    Edit(
      "a former address of a page", "", ["content/about.md": "---\ntitle: About\nredirect-from: /us/\n---\nUs\n"],
      ["+ us/index.html"]),
    Edit(
      "a page that search engines leave out", "", ["content/about.md": "---\ntitle: About\nnoindex: true\n---\nUs\n"],
      ["~ about/index.html", "~ sitemap.xml"]),
    Edit(
      "the language of a page", "", ["content/about.md": "---\ntitle: About\nlanguage: de\n---\nUs\n"],
      ["~ about/index.html"]),
    Edit(
      "a redirect of the site", "",
      ["content/site.yml": "title: T\ntheme: plain\nbase: https://example.org/\nredirects: {/old/: books}\n"],
      ["+ old/index.html"]),
  ])
  func `of addresses`(edit: Edit) throws { try check(edit) }

  @Test(arguments: [
    Edit(
      "the beginning of a text", "", ["themes/plain/cells/cell.mustache": "<li>{{@record.excerpt}}</li>"], otherBody,
      ["~ books/index.html"]),
    Edit(
      "the rest of a text", "", ["themes/plain/cells/cell.mustache": "<li>{{@record.excerpt}}</li>"],
      [a: book("A", fields, "Text\n\nMore")], []),
    Edit(
      "a count with its word", "",
      [
        "themes/plain/theme.yml": "settings: {books: {one: \"# book\", other: \"# books\"}}\n",
        "themes/plain/pages/plain.mustache": "{{#@site.lists}}{{count.books}}{{/@site.lists}}",
      ], ["content/books/d.md": book("D", "kind: play")], ["~ about/index.html", "~ books/index.html"]),
    Edit(
      "a template of one list's pages", "", ["themes/plain/pages/people/list.mustache": "Old"],
      ["themes/plain/pages/people/list.mustache": "New"], ["~ people/index.html"]),
    Edit(
      "a template of one list's sections", "sections: kind",
      [
        "themes/plain/pages/list.mustache": "{{#@page.sections}}{{> sections/section}}{{/@page.sections}}",
        "themes/plain/sections/section.mustache": "{{@section.title}}",
        "themes/plain/sections/books/section.mustache": "{{@section.title}}",
      ], ["themes/plain/sections/books/section.mustache": "{{@section.title}}!"], ["~ books/index.html"]),
    Edit(
      "the language of a list", "language: de",
      [
        "themes/plain/cells/cell.mustache": "<li>{{@record.title}}{{#day}}{{day.long}}{{/day}}</li>",
        "themes/plain/cells/people/cell.mustache": "<li>{{@record.title}}</li>",
      ],
      [list: record + "language: fr\n"], ["~ books/index.html"]),
  ])
  func `of words and templates`(edit: Edit) throws { try check(edit) }

  private static let moons = [
    "content/moons/list.yml": """
    record: {name: text, planet: text}
    id: name
    sources: [{file: ../data/moons.toml, items: planets.*.moons, inherit: {planet: name}}, "../data/**/*.yml"]
    """,
    "content/data/moons.toml": "[[planets]]\nname = \"Mars\"\nmoons = [{name = \"Phobos\"}]\n",
    "content/data/more/1.yml": "- {name: Moon, planet: Earth}\n",
    "themes/plain/cells/moons/cell.mustache": "<li>{{name}} {{planet}}</li>",
    "content/hidden/list.yml": "record: {name: text}\nid: name\nsources: [\".*.csv\"]\n",
    "content/hidden/.a.csv": "name\nx\n", "content/.well-known/a.txt": "a",
    "content/shapes/list.yml": "record: {file: asset, name: text}\nsources: [\"*.svg\"]\nrecord-pages: true\n",
    "content/shapes/square.svg": "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>",
  ]

  @Test(arguments: [
    Edit(
      "a key that several levels share", "", moons,
      ["content/data/moons.toml": "[[planets]]\nname = \"Ares\"\nmoons = [{name = \"Phobos\"}]\n"],
      ["~ moons/index.html"]),
    Edit(
      "a file in a folder of files", "", moons, ["content/data/more/deep/2.yml": "- {name: Io, planet: Jupiter}\n"],
      ["~ moons/index.html"]),
    Edit(
      "a picture in a gallery", "", moons, ["content/shapes/disc.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>"],
      ["+ shapes/disc.svg", "+ shapes/disc/index.html", "~ shapes/index.html", "~ sitemap.xml"]),
    Edit(
      "a file whose name begins with a dot", "", moons, ["content/hidden/.a.csv": "name\ny\n"],
      ["~ hidden/index.html"]),
    Edit(
      "another one beside it", "", moons, ["content/hidden/.b.csv": "name\ny\n"], ["~ hidden/index.html"]),
    Edit(
      "a file whose name begins with a dot that no source names", "", moons, ["content/moons/.b.yml": "- {name: Io}\n"],
      []),
    Edit(
      "well-known files", "", moons, ["content/.well-known/a.txt": "b", "content/.well-known/deep/b.md": "b"],
      ["~ .well-known/a.txt", "+ .well-known/deep/b.md"]),
  ])
  func `of sources`(edit: Edit) throws { try check(edit) }
}
