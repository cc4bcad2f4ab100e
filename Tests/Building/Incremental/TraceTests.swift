import CellistTestSupport
import Testing

@testable import CellistBuilding

/// Every ingredient of a page, of a feed, a calendar, an export and of what readers search is in its trace: where one of
/// them changes alone, the site is as a clean build makes it.
@Suite struct TraceTests {
  private static let list = """
    title: Notes
    record:
      name: text
      key: text
      day: date
      at: datetime
      last: date?
      kind: {choice: {a: Ah, b: Be}}
      by: {record: people, optional: true}
      photo: {type: "asset?", alt: caption}
      caption: text?
      size: {type: number, unit: kg}
      count: integer
      open: boolean
      body: markdown?
    id: key
    title-field: name
    sort: name
    pages: 3
    record-pages: true
    feed: {date: day, updated: last, text: body}
    calendar: {start: at, place: kind, text: body}
    exports: [json, csv]
    terms: [kind, by]
    tools: {search: true, filter: [kind, by], sort: true}
    show: {image: photo, meta: [kind]}
    schema-org: {type: Article, author: by, datePublished: day}
    view: table

    """

  private static func note(_ key: String, _ more: String = "", kind: String = "a", text: String = "") -> String {
    """
    ---
    {name: N\(key), key: \(key), day: 2024-05-01, at: "2024-05-01T23:30", kind: \(kind), size: 1.200, count: 12345, open: true\(more)}
    ---
    \(text)

    """
  }

  private static let files = [
    "content/site.yml": "title: T\nbase: https://example.org/\nmenu: [notes]\n",
    "content/index.md": "---\ntitle: Home\nviews:\n  new: {list: notes, limit: 2, view: cards}\n---\n{{new}}\n",
    "content/about.md": "[a](notes/a.md)\n",
    "content/people/list.yml":
      "record: {name: text, key: text, notes: {records-from: notes.by}}\nid: key\nrecord-pages: true\n",
    "content/people/p.yml": "- {name: Ada, key: ada}\n- {name: Bo, key: bo}\n",
    // Without references, what its pages share is traced once.
    "content/plain/list.yml": "record: {name: text}\nid: name\nrecord-pages: true\n",
    "content/plain/p.csv": "name\nA\nB\n",
    "content/notes/list.yml": list,
    "content/notes/a.md": note("a", ", by: ada, photo: m.svg, caption: A mill", text: "See [b](b.md) <b>raw</b>."),
    "content/notes/b.md": note("b", ", by: bo", kind: "b"), "content/notes/c.md": note("c"),
    "content/notes/d.md": note("d"),
    "content/notes/m.svg": "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='30'/>",
  ]

  struct Edit: Sendable, CustomTestStringConvertible {
    let path: String
    let old: String
    let new: String
    var testDescription: String { "\(path): \(old) → \(new)" }

    init(_ path: String, _ old: String, _ new: String) { (self.path, self.old, self.new) = (path, old, new) }
  }

  private static let site = "content/site.yml"
  private static let notes = "content/notes/list.yml"

  private static let edits: [Edit] = [
    Edit(site, "title: T", "title: U"), Edit(site, "title: T", "html: allow\ntitle: T"),
    Edit(site, "title: T", "time-zone: Asia/Tokyo\ntitle: T"), Edit(site, "title: T", "author: Ada\ntitle: T"),
    Edit(site, "title: T", "language: de\ntitle: T"), Edit(site, "title: T", "numbers: {decimal: \",\"}\ntitle: T"),
    Edit(site, "example.org/", "example.net/"),
    Edit(site, "example.org/", "example.org/x/"), Edit(site, "[notes]", "[people]"),
    Edit(site, "title: T", "theme: {name: default, accent: moss}\ntitle: T"),
    Edit(site, "title: T", "image: notes/m.svg\ntitle: T"), Edit(site, "title: T", "icon: notes/m.svg\ntitle: T"),
    Edit(site, "title: T", "theme: ledger\ntitle: T"),
    Edit(site, "title: T", "theme: {name: default, settings: {\"yes\": Oui, \"no\": Non}}\ntitle: T"),
    Edit(notes, "body: markdown?", "body: text?"),
    Edit(notes, "title: Notes", "title: Papers"), Edit(notes, "title: Notes", "description: D\ntitle: Notes"),
    Edit(notes, "unit: kg", "unit: t"), Edit(notes, "unit: kg", "decimals: 2"),
    Edit(notes, "unit: kg", "currency: EUR"),
    Edit(notes, "count: integer", "count: {type: integer, label: How many}"),
    Edit(notes, "count: integer", "count: {type: integer, grouping: false}"),
    Edit(notes, "b: Be", "b: Bee"), Edit(notes, "{a: Ah, b: Be}", "{b: Be, a: Ah}"),
    Edit(notes, "open: boolean", "open: {type: boolean, words: [ajar, shut]}"),
    Edit(notes, "alt: caption", "alt: name"), Edit(notes, "title-field: name", "title-field: key"),
    Edit(notes, "sort: name", "sort: -name"), Edit(notes, "pages: 3", "pages: 2"),
    Edit(notes, "last, text: body", "last, text: caption"), Edit(notes, "start: at, ", "start: day, end: last, "),
    Edit(notes, "place: kind, ", ""), Edit(notes, "place: kind, text: body", "place: kind"),
    Edit(notes, "[json, csv]", "[json]"), Edit(notes, "[kind, by]\ntools", "[kind]\ntools"),
    Edit(notes, "terms: [kind", "terms: [{by: kind, title: Sorts}"),
    Edit(notes, "terms: [kind", "terms: [{by: kind, slugs: {a: x}}"),
    Edit(notes, "filter: [kind, by]", "filter: [kind]"), Edit(notes, "type: Article", "type: Book"),
    Edit(notes, ", datePublished: day", ""), Edit(notes, "view: table", "view: rows"),
    Edit(notes, "view: table", "view: table\ncolumns: [name, kind]"),
    Edit(notes, "view: table", "view: table\nedit: \"https://example.org/{file}#L{line}\""),
    Edit(notes, "view: table", "view: table\nsections: {by: kind, footer: {size: sum}}"),
    Edit(notes, "view: table", "view: table\ntime-zone: Asia/Tokyo"),
    Edit(notes, "view: table", "view: table\nlanguage: de"),
    Edit(notes, "record-pages: true", "record-pages: false"),
    Edit(notes, "record-pages: true", "record-pages: true\npermalink: /n/{key}"),
    Edit("content/people/p.yml", "name: Ada", "name: Augusta"), Edit("content/people/p.yml", "key: bo", "key: bob"),
    Edit("content/people/list.yml", "id: key", "id: key\ntitle-field: key"),
    Edit("content/people/list.yml", "record-pages: true", "record-pages: false"),
    Edit("content/notes/m.svg", "width='40'", "width='80'"),
    Edit("content/notes/a.md", "A mill", "A tower"), Edit("content/notes/a.md", "T23:30", "T22:30"),
    Edit("content/notes/b.md", "name: Nb", "name: Zb"), Edit("content/notes/b.md", "key: b", "key: bb"),
    Edit("content/notes/b.md", "day: 2024", "day: 2023"), Edit("content/notes/b.md", "kind: b", "kind: a"),
    Edit("content/notes/c.md", "kind: a", "kind: a, by: bo"),
    Edit("content/notes/c.md", "kind: a", "kind: a, draft: true"),
    Edit("content/notes/c.md", "kind: a", "kind: a, last: 2024-06-01"),
    Edit("content/notes/d.md", "open: true", "open: false"), Edit("content/notes/d.md", "12345", "1234"),
    Edit("content/index.md", "limit: 2", "limit: 3"), Edit("content/index.md", "limit: 2", "limit: 2, sort: -name"),
    Edit("content/index.md", "view: cards", "view: rows"),
    Edit("content/index.md", "title: Home", "title: Start"), Edit("content/about.md", "a.md", "b.md"),
  ]

  @Test(arguments: edits)
  func `what one edit changes is made again, by a new process and by one that keeps the site`(edit: Edit) throws {
    for isKept in [false, true] {
      let site = try BuiltSite(Self.files)
      if isKept { site.keep() }
      #expect(try !site.build().hasErrors)
      // The second build knows what the first one wrote, and nothing is read twice.
      let text = try #require(Self.files[edit.path])
      try site.write(try text.replacing(present: edit.old, with: edit.new), to: edit.path)
      let (found, _) = try site.problems()
      #expect(found == [], "\(isKept ? "kept" : "new process")")
      // And back.
      try site.write(text, to: edit.path)
      let back = try site.problems().found
      #expect(back == [], "back, \(isKept ? "kept" : "new process")")
    }
  }
}
