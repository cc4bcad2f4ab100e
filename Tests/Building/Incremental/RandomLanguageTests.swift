import CellistTestSupport
import Foundation
import Testing

@testable import CellistBuilding
@testable import CellistSites

/// A site in several languages, whatever is done to it, is what a clean build would make of it.
@Suite struct RandomLanguageTests {
  private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }

  /// `CELLIST_EDITS` is how many edits there are, and `CELLIST_SEED` which.
  @Test(arguments: [false, true])
  func `any edits of translations end in the output of a clean build`(isKept: Bool) throws {
    let seed = UInt64(Self.number("CELLIST_SEED") ?? 1)
    var random = SeededGenerator(seed: seed)
    let site = try BuiltSite()
    if isKept { site.keep() }
    var model = RandomTranslations()
    var written: [String: [UInt8]] = [:]
    var errors = 0
    for step in 0..<(Self.number("CELLIST_EDITS") ?? 120) {
      let edits = (0..<random.pick([1, 1, 1, 3])).map { _ in model.edit(&random) }
      let content = model.content
      for path in Set(content.keys).union(written.keys).sorted() where content[path] != written[path] {
        if let bytes = content[path] {
          try site.write(String(decoding: bytes, as: UTF8.self), to: path)
        } else {
          try site.remove(path)
        }
      }
      written = content
      let (problems, hasErrors) = try site.problems(.memory(content))
      if hasErrors { errors += 1 }
      guard problems.isEmpty else {
        Issue.record(
          """
          CELLIST_SEED=\(seed), step \(step): \(edits.joined(separator: "; "))
          \(problems.prefix(20).joined(separator: "\n"))
          """)
        return
      }
    }
    #expect(errors * 4 < Self.number("CELLIST_EDITS") ?? 120)
  }

  @Test(arguments: [false, true])
  func `an edit of one translation writes the pages of its language that show it, and no others`(isKept: Bool) throws {
    let site = try BuiltSite([
      "content/site.yml": "title: T\nlanguages: [en, de, fr]\n",
      "content/a/list.yml": """
      record: {name: {type: text, localized: true}, note: {type: text, localized: true, optional: true}}
      pages: 1
      record-pages: true

      """,
      "content/a/a.csv": "id,name.en,name.de,name.fr,note,note.de,note.fr\na,A,B,C,x,y,z\nd,D,E,F,x,y,z\n",
      "content/index.md": "Text\n", "content/index.fr.md": "Texte\n",
    ])
    if isKept { site.keep() }
    _ = try site.changes()
    site.waitForOldFiles()
    try site.write(
      "id,name.en,name.de,name.fr,note,note.de,note.fr\na,A,B,C,x,Y,z\nd,D,E,F,x,y,z\n", to: "content/a/a.csv")
    #expect(try site.changes() == ["~ de/a/a/index.html", "~ de/a/index.html"])
    site.waitForOldFiles()
    try site.write("Autre texte\n", to: "content/index.fr.md")
    #expect(try site.changes() == ["~ fr/index.html"])
    site.waitForOldFiles()
    try site.write("Anderer Text\n", to: "content/index.de.md")
    #expect(try site.changes() == ["~ de/index.html"])
  }

  @Test(arguments: [false, true])
  func `another root or order of languages ends in the output of a clean build`(isKept: Bool) throws {
    let settings = "title: T\nbase: https://example.org/\nsearch: true\n"
    let site = try BuiltSite([
      "content/site.yml": "\(settings)languages: [en, de]\n",
      "content/a/list.yml":
        "record: {name: {type: text, localized: true}, day: date}\nrecord-pages: true\nfeed: {date: day}\ncalendar: {start: day}\n",
      "content/a/a.yml": "name: {en: A, de: B}\nday: 2024-01-01\n", "content/about.md": "[A](a/a.yml)\n",
    ])
    if isKept { site.keep() }
    #expect(try site.problems().found == [])
    for languages in ["[en, de]\nroot: none", "[de, en]\nroot: none", "[de, en]", "[en, de]"] {
      try site.write("\(settings)languages: \(languages)\n", to: "content/site.yml")
      let (found, hasErrors) = try site.problems()
      #expect(found == [] && !hasErrors, "\(languages)")
    }
  }

  @Test(arguments: [false, true])
  func `an edit of a term in the first language moves its page in the others`(isKept: Bool) throws {
    let site = try BuiltSite([
      "content/site.yml": "title: T\nlanguages: [en, de]\n",
      "content/a/list.yml":
        "record: {id: text, kind: {type: text, localized: true}}\nterms: kind\nrecord-pages: true\nid: id\nsort: id\n",
      "content/a/a.csv": "id,kind.en,kind.de\na,novel,Roman\nb,play,Drama\n",
    ])
    if isKept { site.keep() }
    _ = try site.changes()
    site.waitForOldFiles()
    try site.write("id,kind.en,kind.de\na,story,Roman\nb,play,Drama\n", to: "content/a/a.csv")
    let changes = try site.changes()
    #expect(
      changes == [
        "~ a/a/index.html", "~ a/index.html", "~ a/kind/index.html", "- a/kind/novel/index.html",
        "+ a/kind/story/index.html", "~ de/a/a/index.html", "~ de/a/index.html", "~ de/a/kind/index.html",
        "- de/a/kind/novel/index.html", "+ de/a/kind/story/index.html",
      ])
  }
}

/// What is said in a made-up site in several languages.
private struct RandomTranslations {
  private var languages = ["en", "de"]
  private var menu = 0
  private var title = ["en": "T"]
  /// The names of birds by language, and the bird that each is near.
  private var birds: [(names: [String: String], near: Int?)] = (0..<4).map { (["en": "Bird \($0)"], nil) }
  /// The texts of talks by language; the first is in the file without a tag.
  private var talks: [[String: String]] = (0..<3).map { ["": "Talk \($0)"] }
  private var about: [String: String] = ["": "Us"]
  private var introduction: [String: String] = [:]
  private var hides = false
  private var hasPages = true
  private var sections = 0
  private var size = 0
  private var permalink = false
  private var terms = false
  private var hasNoRoot = false
  /// Texts of settings that not all languages have: a description, a label, a word for a choice, and one for a flag.
  private var partial: [[String: String]] = Array(repeating: ["en": "T"], count: 4)
  /// A list in one language, and the language that it says.
  private var alone: String?

  private static let tags = ["en", "de", "ar"]
  private static let words = ["Ara", "Öre", "zoo", "Émile", "نص", "a b", "T", ""]

  /// Changes something, and says what.
  mutating func edit(_ random: inout SeededGenerator) -> String {
    let (tag, word) = (random.pick(Self.tags), random.pick(Self.words))
    switch Int.random(in: 0..<20, using: &random) {
    case 0:
      languages = Array(Self.tags.shuffled(using: &random).prefix(random.pick([1, 2, 2, 3, 3])))
      return "languages: \(languages)"
    case 1: title[tag] = word.isEmpty ? nil : word
    case 2: menu = random.pick([0, 1, 2])
    case 3, 4, 5:
      let index = birds.indices.randomElement(using: &random) ?? 0
      birds[index].names[tag] = word.isEmpty ? nil : word
      return "bird \(index) is \(word) in \(tag)"
    case 6: birds[birds.indices.randomElement(using: &random) ?? 0].near = random.pick([nil, 0, 1])
    case 7: if birds.count < 6 { birds.append((["en": "New"], 0)) } else { birds.removeLast() }
    case 8, 9:
      let index = talks.indices.randomElement(using: &random) ?? 0
      talks[index][random.pick(["", tag])] = word.isEmpty ? nil : word
      if talks[index][""] == nil { talks[index] = ["": "Talk"] }
      return "talk \(index): \(talks[index])"
    case 10:
      about[random.pick(["", tag])] = word.isEmpty ? nil : word
      if about[""] == nil { about = ["": "Us"] }
    case 11:
      introduction[random.pick(["", tag])] = word.isEmpty ? nil : word
      if introduction[""] == nil { introduction = [:] }
    case 12: hides.toggle()
    case 13: hasPages.toggle()
    case 14: (sections, size) = (random.pick([0, 1, 2]), random.pick([0, 1, 2]))
    case 15: hasNoRoot.toggle()
    case 16: alone = random.pick([nil, "de", "en", "fr"])
    case 17, 18:
      let index = partial.indices.randomElement(using: &random) ?? 0
      partial[index][tag] = random.pick([nil, "T", "U"])
    default: if random.happens(onceIn: 2) { permalink.toggle() } else { terms.toggle() }
    }
    return "\(self)"
  }

  private func mapping(_ texts: [String: String]) -> String {
    "{\(languages.map { "\($0): \"\(texts[$0] ?? texts["en"] ?? "T")\"" }.joined(separator: ", "))}"
  }

  /// The same, without what is not translated.
  private func partly(_ index: Int) -> String {
    let texts = languages.compactMap { tag in partial[index][tag].map { "\(tag): \($0)" } }
    return "{\(texts.isEmpty ? "\(languages[0]): T" : texts.joined(separator: ", "))}"
  }

  /// The files that say it.
  var content: [String: [UInt8]] {
    var files: [String: String] = [:]
    let menus = ["", "menu: [birds, talks]\n", "menu: [{title: \(mapping(title)), url: talks}, birds]\n"]
    files["content/site.yml"] =
      "title: \(mapping(title))\nbase: https://example.org/\nlanguages: [\(languages.joined(separator: ", "))]\n"
      + (hasNoRoot ? "root: none\nsearch: true\n" : "") + menus[menu]
    files["content/index.md"] =
      "---\nviews: {few: {list: birds, limit: 2}}\n---\n{{few}}\n\nSee [it](talks/list.yml).\n"
    let levels = ["", "sections: name.initial\n", "sections: {by: name.initial, order: count}\n"]
    files["content/birds/list.yml"] = """
      title: \(mapping(["en": "Birds", "de": "Vögel"]))
      description: \(partly(0))
      record: {id: text, name: {type: text, localized: true, optional: true}, near: {record: birds, optional: true}, day: {type: date, default: 2024-01-01}}
      id: id
      title-field: name
      record-pages: \(hasPages)
      sort: name
      tools: search
      exports: [json]
      feed: {date: day}
      \(hides ? "untranslated: hide\n" : "")\(levels[sections])\(size > 0 ? "pages: \(size)\n" : "")
      """
    let rows = birds.enumerated().map { index, bird in
      let names = Self.tags.map { bird.names[$0] ?? "" }
      let near = hides ? nil : bird.near
      return "b\(index),\(names.joined(separator: ",")),\(near.map { "b\($0)" } ?? "")\n"
    }
    files["content/birds/birds.csv"] =
      "id,\(Self.tags.map { "name.\($0)" }.joined(separator: ",")),near\n\(rows.joined())"
    files["content/talks/list.yml"] = """
      record: {title: {type: text, localized: true, optional: true}, kind: {type: text, default: a}, state: {choice: {a: \(partly(2)), b: B}, default: a, label: \(partly(1))}}
      flags: {few: {kind: k1}}
      show: {badge: {few: \(partly(3))}, meta: [state]}
      title-field: title
      record-pages: true
      \(permalink ? "permalink: \"/t/{kind}/{title}/\"\n" : "")\(terms ? "terms: title\n" : "")
      """
    if let alone {
      files["content/notes/list.yml"] =
        "language: \(alone)\nrecord: {name: text, of: {record: birds, optional: true}}\nrecord-pages: true\n"
      files["content/notes/a.md"] = "---\nname: A\n---\nSee [us](/about/) and [birds](../birds/list.yml).\n"
      files["content/note.md"] = "---\ntitle: N\nlanguage: \(alone)\n---\nSee [it](notes/a.md), [us](about.md).\n"
    }
    for (index, texts) in talks.enumerated() {
      for (tag, text) in texts where tag.isEmpty || languages.contains(tag) {
        files["content/talks/t\(index)\(tag.isEmpty ? "" : ".\(tag)").md"] =
          "---\ntitle: \(text)\n\(tag.isEmpty ? "kind: k\(index)\n" : "")---\nText of \(text). See [us](/about/) and [birds](../birds/list.yml).\n"
      }
    }
    for (tag, text) in about where tag.isEmpty || languages.contains(tag) {
      files["content/about\(tag.isEmpty ? "" : ".\(tag)").md"] = "---\ntitle: \(text)\n---\n\(text)\n"
    }
    for (tag, text) in introduction where tag.isEmpty || languages.contains(tag) {
      files["content/birds/index\(tag.isEmpty ? "" : ".\(tag)").md"] = "\(text), see [talks](../talks/list.yml)\n"
    }
    return files.mapValues { Array($0.utf8) }
  }
}
