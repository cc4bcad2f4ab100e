@testable import CellistBuilding
@testable import CellistFiles
@testable import CellistOutput
@testable import CellistPages
@testable import CellistSettings
@testable import CellistSites

extension FuzzTarget {
  private static let places = [
    "content/items/list.yml", "content/items/a.json", "content/site.yml", "content/items/b.csv", "content/items/c.md",
    "content/items/index.md", "content/index.md", "themes/plain/cells/cell.mustache",
  ]

  /// A small site: whatever its files say, it is built, twice alike, or its errors stand in its files.
  static let site = FuzzTarget(
    "site",
    seeds: [
      "record: {name: text, born: integer?, kind: {choice: [a, b]}}\nid: name\nsections: {by: kind}\nsort: [-born]\n\u{1E}[{\"name\": \"x\", \"kind\": \"a\"}]",
      "record:\n  name: text\n  text: markdown?\n  links: {type: [url], split: ';'}\nid: [name]\npages: 2\nrecord-pages: true\ncells: [{template: cell, when: {name: {matches: '^a'}}}, {template: cell}]\nflags: {old: {name: {contains: x}}}\n\u{1E}[]\u{1E}title: T\ntheme: plain\nmenu: [items, {title: Out, url: \"https://e.org\"}]\n\u{1E}name,text,links\na,*b*,/;#x\n",
      "record: {by: kind, a: {name: text, day: date?}, b: {name: text, other: {record: items, optional: true}}}\nid: name\ntitle-field: name\nwhere: {name: {exists: true}}\nlimit: 3\n\u{1E}[{\"kind\": \"b\", \"name\": \"y\", \"other\": \"y\"}]\u{1E}title: T\ntheme: plain\nlanguage: de\n\u{1E}\u{1E}---\nkind: a\nname: z\n---\n# Body\n[x](/)\n",
      "record: {name: text, mass: {type: number, unit: kg, default: 1.0}}\nid: name\nsections: {by: name.initial, footer: {mass: mean}}\nsources: [{file: a.json, items: data}, {file: b.csv, merge: update}]\n\u{1E}{\"data\": [{\"name\": \"q\", \"mass\": 2}]}\u{1E}title: T\ntheme: plain\nhtml: allow\n\u{1E}name,mass\nq,3\n",
    ],
    words: [
      "record:", "title:", "sections:", "sort:", "pages:", "cells:", "flags:", "where:", "limit:", "sources:", "id:",
      "title-field:",
      "record-pages:", "extra-keys: ignore", "type:", "default:", "label:", "split:", "format:", "unit:",
      "optional: true", "choice:",
      "markdown", "integer", "number", "boolean", "date", "datetime", "url", "asset", "map:", "records-from:", "by:",
      "missing:",
      "order:", "footer:", "template:", "when:", "matches:", "exists:", "above:", "below:", "in:", "contains:", "file:",
      "items:",
      "query:", "merge: update", "merge: remove", "delimiter:", "base:", "language:", "time-zone:", "html: allow",
      "menu:", "keep:",
      "theme:", "draft: true", "publish:", "expires:", ".year", ".month", ".initial", ".count", "@record", "\u{1E}",
    ]
  ) { input in
    var files = [
      "content/site.yml": "title: T\ntheme: plain\n",
      "themes/plain/pages/list.mustache": """
      {{#@page.sections}}<h2>{{@section.title}}</h2>{{#@section.cells}}{{>*@cell}}{{/@section.cells}}{{/@page.sections}}
      """,
      "themes/plain/pages/record.mustache": "{{@record.title}}{{#@record.fields}}{{{html}}}{{/@record.fields}}",
      "themes/plain/cells/cell.mustache": "<li id=\"{{@record.anchor}}\">{{@record.title}}</li>",
      "themes/plain/pages/home.mustache": "{{{@page.content}}}",
      "themes/plain/pages/plain.mustache": "{{{@page.content}}}",
      "themes/plain/pages/404.mustache": "404",
    ]
    for (path, text) in zip(places, input.texts("\u{1E}")) where !text.isEmpty { files[path] = text }
    let tree = SourceTree.memory(files.mapValues { Array($0.utf8) })
    let (pages, outcome) = SiteBuilder(tree, BuildOptions(now: 1_700_000_000)).render()
    for diagnostic in outcome.diagnostics {
      guard let location = diagnostic.location else {
        fatalError("a law is broken: \"\(diagnostic.message)\" has no place")
      }
      let isStart = location.line == 1 && location.column == 1
      let lies = files[location.file].map { TextLines($0).holds(location) }
      law(lies ?? isStart, "\"\(diagnostic.message)\" is at \(location), which is nowhere")
      law(diagnostic.message.utf8.count < 4_000, "a message fits a screen")
    }
    law(outcome.hasErrors == pages.isEmpty, "a site is built, or has errors")
    let again = SiteBuilder(tree, BuildOptions(now: 1_700_000_000)).render()
    law(again.files == pages && again.outcome.diagnostics == outcome.diagnostics, "a site is built twice alike")
  }
}
