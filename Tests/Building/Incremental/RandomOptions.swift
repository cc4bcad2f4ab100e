import CellistTestSupport

/// The choices of random edits.
enum RandomOptions {
  static let names = ["Ada", "ada", "Émile", "Zoë", "Bo & Co", "42", "Quine <q>", "ßtrunk", "Łódź", "the End"]

  static let bodies = [
    "", "Plain words", "# Heading\n\nMore *words*", "A [home](/) link", "See [about](/about.md)",
    "![a](/img/a.svg)", "A <b>bold</b> tag", "[bad](javascript:x)", "# One\n\n# One\n\n[up](#one)",
    "[ref][r]\n\n[r]: /img/b.txt \"title\"", "<https://example.org/>",
    "|a|[b](/about.md)|\n|-|:-:|\n|~~c~~|www.example.org|", "- [x] done[^1]\n\n[^1]: See [home](/)",
    "One.\n\n<!-- more -->\n\nTwo[^n] me@example.org\n\n[^n]: /about.md",
  ]

  /// Other names of people, some of them in several spellings.
  static let aka = ["Ada K", "ada k ", "Zoë;Bo", "zoë"]

  static let dates = ["2023-11-01", "2023-11-15", "2023-11-20", "2023-12-24"]

  /// Records in a folder that is no list's.
  static let shared = [
    "- {key: s1, name: Shared}\n", "- {key: s1, name: Shared, price: 20}\n- {key: s2, name: Two}\n",
    "- {key: s4, name: Three, text: \"[out](../about.md)\"}\n",
  ]

  static let pictures = [PictureText.webp(60, 9), PictureText.webp(90, 9), PictureText.webp(90, 9, "more")]

  /// The fields of a record that edits touch, each with some values; references and assets are chosen elsewhere.
  static func fields(of list: String, _ values: [String: String]) -> [String: [String]] {
    let schedule = ["draft": ["", "", "", "true"], "publish": [""] + dates, "expires": [""] + dates]
    let own: [String: [String]]
    switch list {
    case "works":
      own = [
        "name": names, "name.de": names, "kind": ["book", "film", "song"], "year": ["1850", "1899", "1900", "2001"],
        "day": ["2001-02-03", "2001-03-04", "1999-12-31", "2023-12-01", "2023-12-24"],
        "at": ["2001-02-03T04:05", "2001-02-03T04:05:06+02:00", "2023-12-01T12:30"],
        "mass": ["1.0080", "20", "-3"], "tags": ["x", "x;y", "y;z;x", "X", "Y ;x"], "maker": [], "also": [],
        "link": ["https://example.org/", "/about.md", "/img/b.txt"], "image": [], "rare": ["true", "false"],
      ]
    case "stock":
      own = [
        "name": names, "price": ["1.0080", "20", "-3"], "made": ["2001-02-03", "1999-12-31"], "tags": ["x", "x;y"],
        "former": [],
        "rare": ["true", "false"], "link": ["https://example.org/", "/about.md", "/img/b.txt"], "text": bodies,
      ]
    case "people" where values["role"] == "author":
      own = [
        "name": names, "name.de": names, "born": ["1815-12-10", "1950-01-02"],
        "home": ["Paris", "Rome", "Äpfel", "paris"], "aka": aka,
      ]
    case "people": own = ["name": names, "born": ["1815-12-10", "1950-01-02"], "films": ["1", "2"], "aka": aka]
    case _ where free.contains(list): own = ["name": names, "next": []]
    default: own = ["name": names, "about": [], "who": [], "text": bodies]
    }
    return own.merging(schedule) { one, _ in one }
  }

  /// Where the list may stand that moves.
  static let free = ["free", "deep/free", "works/free"]

  static let site: [String: [String]] = [
    "title": ["One", "Two", "Three"], "description": ["", "What it is", "What it was"], "author": ["", "Ada", "Bo"],
    "base": ["", "/deep/", "https://example.org/", "https://example.org/x/"], "language": ["", "de", "sv", "tr"],
    "languages": ["", "", "", "[en, de]", "[de, en, tr]"], "search": ["", "", "true"],
    "time-zone": ["", "Europe/Zurich", "America/New_York"], "html": ["", "allow", "drop"],
    "markdown": [
      "", "{tables: false, task-lists: false}", "{footnotes: false}", "{autolinks: false, strikethrough: false}",
    ],
    "menu": [
      "", "[works, people]", "[about.md, {title: Home, url: /}]",
      "[log/notes, {title: Out, url: \"https://example.org\"}]",
    ],
    "redirects": [
      "", "{/old/: works/}", "{/old/: people/, /gone/: \"https://example.org/\"}", "{/old/: about.md, /img/: /old/}",
    ],
    "gone": ["", "", "[/away/, /was/away.html]"],
    "redirect-file": ["", "true"], "headers-file": ["", "true"], "host": ["", "netlify"],
    "robots": ["", "allow", "disallow"], "icon": ["", "", "img/a.svg", "https://example.org/i.png"],
    "image": ["", "", "img/p.webp", "/works/"],
    "keep": ["", "[.git, mine.txt]", "[other]"],
    "theme": [
      "{name: mine}", "{name: mine, settings: {accent: green}}", "{name: mine, settings: {wide: false}}",
      "{name: other}", "default",
    ],
  ]

  static let lists: [String: [String: [String]]] = [
    "works": [
      "record": [
        work(), work(year: "Year"), work(year: "Since"), work(unit: "g"), work(kinds: "[song, film, book]"),
        work(kinds: "{book: A book, film: A film, song: A song}"),
        work(kinds: "{book: Books, film: Films, song: Songs}"),
        work(more: ", heading: {type: \"text?\", from: $heading}"), work(rare: "true"),
        work(tags: ", spellings: {z: [y]}"), work(missing: "warning"), work(missing: "error"),
      ],
      "id": ["key"], "extra-keys": ["ignore"], "time-zone": ["", "", "Asia/Tokyo"], "fold": ["", "", "false"],
      "absent": ["", "", "[-3, Rome]"],
      "language": ["", "", "de", "sv", "ar"],
      "title": ["Works", "", "All works"],
      "description": ["", "What was made"], "title-field": ["", "name", "key"],
      "record-pages": ["true", "true", "false"],
      "sort": [
        "name", "", "[-year, name]", "[kind, name]", "[maker, -name]", "[maker.born]", "[at]", "[mass, day]",
        "[also.count, name]",
      ],
      "sections": [
        "", "kind", "name.initial", "tags", "maker", "maker.home", "{by: day.month, missing: Undated}",
        "{by: kind, footer: {year: max, mass: sum}, order: count}", "{by: kind, footer: {maker.born: min}}",
        "{by: year, order: descending}", "{by: also}", "{by: tags, order: count}", "at.date", "[rare, kind]",
        "[kind, {by: tags, order: count}]",
        "[{by: kind, order: count, footer: {year: max}}, {by: maker.home, footer: {mass: sum}}, name.initial]",
        "{by: year, ranges: [1900, 1950, 2000], keep-empty: true}", "[tags, {by: kind, keep-empty: true}]",
        "{cases: [{title: Next, where: {day: {at-least: today}}, sort: day}, {title: Past, sort: -day}]}",
        "[kind, {cases: [{title: New, where: {at: {above: now-30d}}}, {title: Old, where: {old: true}}], keep-empty: true}]",
      ],
      "pages": ["3", "", "2", "5", "{by: section}", "{size: 2, numbering: stable}"], "limit": ["", "", "3", "8"],
      "exports": ["", "", "json", "[csv, json]", "{format: geojson, latitude: mass, longitude: mass}"],
      "tools": [
        "search", "", "[search, filter, sort]", "{search: true, filter: [kind, maker, mass], sort: [name, day]}",
      ],
      "feed": ["", "", "", "", "day", "{date: at, updated: day}"],
      "calendar": [
        "", "", "", "", "true", "{start: day, place: maker.home, updated: at}",
        "{start: at, end: at, place: also, sequence: year}",
      ],
      "schema-org": [
        "", "", "Dataset", "Book", "{type: Book, author: maker, about: also.name, image: image, keywords: tags}",
        "{type: Book, datePublished: day, description: body, sameAs: link, numberOfPages: mass, name: kind}",
      ],
      "terms": [
        "", "kind", "{by: year, ranges: {old: 1950, new: ~}}", "[tags, day.month]",
        "[{by: maker, pages: 2}, also.name]", "maker.home", "[{by: maker, pages: records}, also]",
        "{by: tags, slugs: {x: ex}}", "rare",
      ],
      "where": [
        "", "", "{rare: true}", "{year: {exists: true}}", "{maker: {exists: true}}", "{maker.home: {in: [Paris]}}",
        "{also.name: {contains: a}}", "{day: {at-most: today+1m}}", "{any: [{at: {below: now}}, {day: today}]}",
      ],
      "flags": [
        "{old: {year: {below: 1900}}}", "{old: {year: {below: 2000}}, new: {old: false}}",
        "{old: {maker.born: {below: 1900-01-01}}}", "{old: {day: {below: now-2h}}}",
        "{old: {maker.born: {at-most: today-74y}}}",
      ],
      "cells": [
        "", "cell", "[{template: wide, when: {kind: film}}, {template: cell}]",
        "[{template: wide, when: {old: true}}, {template: cell}]", "{by: kind}",
        "[{template: wide, when: {maker.home: Paris}}, {template: cell}]",
      ],
      "view": ["", "", "", "table", "cards", "tiles", "glossary", "timeline", "calendar", "schedule", "rows"],
      "show": [
        "", "{badge: kind, meta: [year, maker]}", "{bar: mass}", "{bar: [mass, year], badge: kind}",
        "{badge: false, text: body}", "{date: day, end: day, image: image}",
        "{start: at, place: maker, link: link}", "{badge: old}", "{badge: {old: Aged}, meta: [year]}",
      ],
      "columns": ["", "", "[name, year, maker]", "[year, tags, name]", "[name, mass]"],
      "footer": ["", "", "{mass: sum, year: max}", "{maker.born: min, name: count}"],
      "sources": [
        "", "", "", "", "[\"*.csv\", \"*.md\"]",
        "[\"*.md\", \"**/*.csv\", \"*.yml\", {file: \"*.json\", items: \"*\", inherit: {origin: $key}}]",
      ],
    ],
    "people": [
      "record": [person(), person(label: "Home town"), person(more: ", age: {type: \"integer?\", default: 3}")],
      "id": ["key"], "extra-keys": ["ignore"], "title": ["People", "Persons"], "description": ["", "Who"],
      "record-pages": ["true", "", "true"], "sort": ["name", "", "born", "[home, -name]", "[home, $written]"],
      "sections": ["", "role", "{by: home, missing: Nowhere}", "name.initial"], "pages": ["", "4", "{by: section}"],
      "limit": ["", "", "5"], "where": ["", "", "{born: {exists: true}}", "{role: author}"],
      "flags": ["{young: {born: {above: 1900-01-01}}}", "{young: {name: {contains: a}}}"],
      "cells": ["", "[{template: wide, when: {role: director}}, {template: cell}]"],
    ],
    "log/notes": [
      "record": [
        "{key: text, name: text, about: {type: [{record: works}], split: \";\"}, who: {record: people, optional: true},"
          + " text: \"markdown?\"}"
      ],
      "id": ["key"], "extra-keys": ["ignore"], "sort": ["", "who", "[-name]", "[about.name, name]", "-$written"],
      "sections": ["", "who", "about.kind"], "pages": ["", "3"], "where": ["", "", "{about.count: {above: 0}}"],
    ],
    "stock": [
      "record": [
        stock(), stock(label: "Costs"), stock(label: "Price, decimals: 2"), stock(label: "Price, currency: USD"),
        stock(more: ", age: {type: \"integer?\", default: 3}"),
        stock(more: ", file: {type: text, from: $file}, row: {type: \"integer?\", from: $row}"),
        stock(
          more:
            ", sum: {type: \"text?\", text: \"{name} ({price}), {made}\"}, first: {type: \"text?\", from: [made, price]}"
        ),
        stock(more: ", release: {type: \"version?\", from: price}, folder: {type: \"text?\", from: [$folder, $name]}"),
      ],
      "id": ["key"], "extra-keys": ["ignore"], "language": ["", "", "de-CH"], "title": ["Stock", ""],
      "title-field": ["name", "name", ""],
      "record-pages": ["true", "true", "true", "false"], "sort": ["name", "", "[-price, name]", "[made, -name]"],
      "sections": [
        "", "", "name.initial", "tags", "{by: made.month, missing: Undated}", "{by: tags, footer: {price: sum}}",
        "[{by: price, ranges: [1, 10], footer: {price: max}}, tags]",
      ],
      "pages": ["3", "{size: 2, numbering: stable}", "", "2", "{by: section}"], "redirect-from": ["", "former"],
      "permalink": ["", "", "{name}/{slug}", "/kept/{slug}-{rare}", "/works/{name}", "{made.year}/{made.day}/{slug}"],
      "edit": ["", "", "https://example.org/{file}", "https://example.org/{file}#L{line}"],
      "exports": ["", "csv", "[csv, json]", "[json, {format: geojson, latitude: price, longitude: price}]"],
      "tools": ["[search, filter]", "", "sort"],
      "feed": ["", "", "", "{date: made, updated: made, text: text}", "{date: made, text: name}"],
      "calendar": ["", "", "", "true", "{start: made, text: text, place: name}"],
      "schema-org": ["", "", "Dataset", "{type: Product, description: text, releaseDate: made.month}"],
      "terms": ["", "tags", "[{by: tags, pages: 2, order: count}, made.year, name.initial]", "name.initial"],
      "limit": ["", "", "5"], "where": ["", "", "{price: {above: 0}}", "{made: {at-most: today-24y}}"],
      "description": ["", "All there is"],
      "view": ["", "table", "rows"], "columns": ["", "[price, name]"], "show": ["", "", "{badge: [dear]}"],
      "flags": [
        "{dear: {price: {above: 10}}}", "{dear: {price: {above: 10}}, young: {made: {above: 2000-01-01}}}",
        "{dear: {made: {below: today-287m}}}",
      ],
      "cells": ["", "[{template: wide, when: {dear: true}}, {template: cell}]"],
      "sources": [
        "", "", "", #"["**/*", ../shared/*.yml]"#, #"["**/*", "../people/**", "!../people/*.md"]"#,
        #"["../people/*", "../shared/**/*.yml"]"#, #"["**/*", "../shared/.*.yml"]"#,
        #"["*.md", "*.csv", rows.jsonl]"#, #"["*.md", rows.geojson]"#,
        #"["*.md", {url: "https://example.org/rows.jsonl"}]"#, #"["*.md", rows.ics]"#,
        #"["*.md", {query: "select * from r order by name", tables: {r: rows.jsonl}}]"#,
        #"["*.md", {file: rows.ics, between: [2026-01-12, 2026-01-15]}]"#,
        #"["*.md", {file: rows.xlsx, sheet: Rows}]"#, #"["*.md", {file: "*.csv", encoding: windows-1252}]"#,
        #"["**/*.md", {file: "*.csv", where: {name: {matches: "[a-m]"}}}]"#,
      ],
    ],
    // It shows the records of another.
    "again": [
      "records-of": ["works", "works", "people", "stock", "log/notes"], "title": ["Again", ""], "sort": ["", "-name"],
      "language": ["", "de", "fr"],
      "sections": ["", "name.initial", "name"], "where": ["", "", "{name: {contains: a}}"], "limit": ["", "", "4"],
      "pages": ["3", "", "{size: 2, numbering: stable}", "{by: section}"], "view": ["", "", "rows", "table", "cards"],
      "terms": ["", "", "name.initial"], "tools": ["search", "", "search"], "exports": ["", "", "json"],
    ],
    // Its records are pictures, which pages of other lists show.
    "img": [
      "record": [
        "{picture: {type: asset, from: file}, name: text, folder: \"text?\"}",
        "{picture: {type: asset, from: file, thumbnails: [40]}, name: text, folder: {type: \"text?\", label: In}}",
      ],
      "sources": [#"["**/*.svg", "**/*.webp"]"#, #"["*.svg", "*.webp", "deep/*.webp"]"#],
      "record-pages": ["", "true"], "pages": ["", "2"], "view": ["", "cards", "table"], "exports": ["", "json"],
      "sort": ["", "-name", "-$written"], "sections": ["", "", "folder"],
      "where": ["", "", "{folder: {exists: false}}"],
    ],
    // It refers to itself, by the name that stands for SELF.
    "free": [
      "record": [
        "{key: text, name: text, next: {record: SELF, optional: true}, prior: {records-from: SELF.next}}",
        "{key: text, name: text, next: {record: SELF, optional: true}, more: \"text?\"}",
      ],
      "id": ["key"], "extra-keys": ["ignore"], "record-pages": ["", "true"], "title": ["", "Free"],
      "sort": ["", "name", "[next, name]", "[next.name, -name]"], "sections": ["", "next"], "pages": ["", "2"],
      "where": ["", "", "{next: {exists: true}}"],
    ],
  ]

  private static func work(
    year: String = "", unit: String = "kg", kinds: String = "[book, film, song]", rare: String = "false",
    tags: String = "", missing: String = "text", more: String = ""
  ) -> String {
    let label = year.isEmpty ? "" : ", label: \(year)"
    return """
      {key: text, name: text, kind: {choice: \(kinds)}, year: {type: "integer?"\(label)}, day: "date?", \
      at: "datetime?", mass: {type: "number?", unit: \(unit)}, tags: {type: [text], split: ";"\(tags)}, \
      maker: {record: people, optional: true, also: [aka, name], missing: \(missing)}, also: {type: [{record: works}], split: ";"}, \
      sequels: {records-from: works.also}, noted: {records-from: log/notes.about}, link: "url?", image: {type: "asset?", alt: name, thumbnails: [40, 70]}, \
      rare: {type: boolean, default: \(rare)}\(more)}
      """
  }

  private static func stock(label: String = "Price", more: String = "") -> String {
    """
    {key: text, name: text, price: {type: "number?", label: \(label)}, made: "date?", text: "markdown?", \
    tags: {type: [text], split: ";"}, rare: {type: boolean, default: false}, link: "url?", former: "text?"\(more)}
    """
  }

  private static func person(label: String = "Home", more: String = "") -> String {
    """
    {by: role, author: {key: text, name: text, born: "date?", home: {type: "text?", label: \(label)}, \
    aka: {type: [text], split: ";"}, works: {records-from: works.maker}\(more)}, director: {key: text, name: text, born: "date?", films: "integer?", \
    aka: {type: [text], split: ";"}, works: {records-from: works.maker}}}
    """
  }
}
