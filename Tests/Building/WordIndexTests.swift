import CellistTestSupport
import Foundation
import Testing

@testable import CellistBuilding
@testable import CellistFamilies
@testable import CellistPages

/// The shards that a long list's words lie in.
@Suite struct WordIndexTests {
  private static let settings = """
    record:
      title: text
      id: text
      kind: {choice: {b: Big, s: Small}}
      open: boolean?
      note: markdown?
    show: {text: note, meta: [kind, open]}
    view: rows
    tools: search

    """

  /// A list of 300 records, each with a number of its own and one of seven words.
  private static func rows(_ change: (inout [[String]]) -> Void = { _ in }) -> String {
    let words = ["Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta", "Eta"]
    var rows = (0..<300).map { number in
      ["r\(number)", "Thing \(number)", number % 2 == 0 ? "b" : "s", "true", "Of *\(words[number % 7])* and more"]
    }
    change(&rows)
    return "id,title,kind,open,note\n" + rows.map { $0.joined(separator: ",") + "\n" }.joined()
  }

  private static func files(_ settings: String = settings, _ rows: String = rows()) -> [String: String] {
    var site = TestSite.list(settings, ["r.csv": rows], cell: "{{title}}")
    site.files["content/items/list.yml"] = Array("\(settings)id: id\n".utf8)
    return WordIndex.$limit.withValue(200) { site.render() }.filter { $0.key.hasPrefix("items/") }
  }

  private static func shards(_ files: [String: String]) -> [String: String] {
    files.filter { $0.key.hasPrefix("items/search/") }
  }

  private static func json(_ text: String?) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data((text ?? "").utf8)) as? [String: Any])
  }

  /// The titles of the records that have each word.
  private static func titles(_ files: [String: String]) throws -> [String: Set<String>] {
    var byNumber: [Int: String] = [:]
    var words: [String: Set<String>] = [:]
    for (path, text) in shards(files) where path.contains("/r") {
      let shard = try json(text)
      let titles = try #require(shard["titles"] as? [String])
      for (number, title) in zip(try #require(shard["numbers"] as? [Int]), titles) {
        #expect(byNumber.updateValue(title, forKey: number) == nil)
      }
    }
    for (path, text) in shards(files) where path.contains("/w") {
      for (word, steps) in try json(text) {
        var number = 0
        for step in try #require(steps as? [Int]) {
          number += step
          words[word, default: []].insert(try #require(byNumber[number]))
        }
      }
    }
    return words
  }

  @Test func `each word leads to the records that have it`() throws {
    let files = Self.files()
    let words = try Self.titles(files)
    #expect(words["thing"]?.count == 300)
    #expect(words["17"] == ["Thing 17"])
    #expect(words["big"]?.count == 150)
    #expect(words["gamma"] == Set((0..<300).filter { $0 % 7 == 2 }.map { "Thing \($0)" }))
    #expect(words["true"] == nil)
    #expect(Self.shards(files).count == 4 + 32)
    let head = try Self.json(files["items/tools.json"])
    #expect((head["words"] as? [String: Any])?["count"] as? Int == 300)
    #expect(head["slugs"] as? [String] == [])
    #expect(files["items/tools-1.json"] == nil)
  }

  @Test func `a short list has none, nor one that is not searched`() throws {
    let few = Self.rows { $0.removeLast(100) }
    #expect(Self.shards(Self.files(Self.settings, few)).isEmpty)
    let filtered = Self.files(try Self.settings.replacing(present: "tools: search", with: "tools: filter"))
    #expect(Self.shards(filtered).isEmpty)
  }

  @Test func `an edit changes the shards of the words that come and go, and that of the record`() {
    let old = Self.files()
    func changed(_ change: (inout [[String]]) -> Void) -> [String] {
      let new = Self.files(Self.settings, Self.rows(change))
      return Set(old.keys).union(new.keys).filter { old[$0] != new[$0] && !$0.hasSuffix(".html") }.sorted()
    }
    func isRecord(_ path: String) -> Bool { path.hasPrefix("items/search/r") }
    let word = changed { $0[150][4] = "Of *Omega* and more" }
    #expect(word.count(where: isRecord) == 1 && word.count <= 3)
    let added = changed { $0.insert(["a", "Thing", "b", "", "Alpha"], at: 0) }
    #expect(added.count(where: isRecord) == 1 && added.count <= 3 + 2)
    let moved = changed { $0.swapAt(3, 250) }
    #expect(moved == [])
    let gone = changed { $0.remove(at: 77) }
    #expect(gone.count(where: isRecord) == 1 && gone.count <= 7 + 2)
  }

  @Test func `the number of a record follows from its id, in whatever order records stand`() throws {
    // So many that several want one number.
    let rows = "id,title\n" + (0..<2_000).map { "r\($0),Thing \($0)\n" }.joined()
    func numbers(_ sort: String) throws -> [String: Int] {
      let settings = "record: {id: text, title: text}\nview: rows\ntools: search\nsort: \(sort)\n"
      var numbers: [String: Int] = [:]
      for (path, text) in Self.shards(Self.files(settings, rows)) where path.contains("/r") {
        let shard = try Self.json(text)
        let titles = try #require(shard["titles"] as? [String])
        for (title, number) in zip(titles, try #require(shard["numbers"] as? [Int])) { numbers[title] = number }
      }
      return numbers
    }
    let ascending = try numbers("title")
    #expect(ascending.count == 2_000)
    #expect(try numbers("-title") == ascending)
  }

  @Test func `words change with records while one process builds the site again and again`() throws {
    func rows(_ notes: [String]) -> String {
      "id,title,note\n" + notes.enumerated().map { "r\($0),Thing \($0),\($1)\n" }.joined()
    }
    var notes = (0..<24).map { "alpha word\($0 % 5)" }
    try WordIndex.$limit.withValue(3) {
      let site = try BuiltSite([
        "content/site.yml": "title: T\nbase: https://example.com/\n",
        "content/items/list.yml": """
        record: {id: text, title: text, note: text?}
        id: id
        show: {text: note}
        view: rows
        tools: search

        """, "content/items/rows.csv": rows(notes),
      ])
      site.keep()
      #expect(try !site.build().hasErrors)
      for (number, edit) in ["alpha", "beta word1", "gamma word2 alpha", "", "word3 beta"].enumerated() {
        for place in notes.indices where place % 5 == number { notes[place] = edit }
        try site.write(rows(notes), to: "content/items/rows.csv")
        #expect(try site.problems().found == [])
      }
    }
  }

  @Test func `the other tools find all records behind the head`() throws {
    let files = try ToolData.$size.withValue(100) {
      Self.files(try Self.settings.replacing(present: "search", with: "[search, filter]") + "pages: 50\n")
    }
    let head = try Self.json(files["items/tools.json"])
    let more = try #require(head["more"] as? [String])
    #expect(more == ["tools-1.json", "tools-2.json", "tools-3.json"])
    let slugs = try more.flatMap { try Self.json(files["items/\($0)"])["slugs"] as? [String] ?? [] }
    #expect(slugs.count == 300)
    // The numbers are those of the index, so that the filters know what a search found.
    func numbers(_ path: String) throws -> [String: Int] {
      let part = try Self.json(files[path])
      let titles = try #require(part["titles"] as? [String])
      return Dictionary(uniqueKeysWithValues: zip(titles, try #require(part["numbers"] as? [Int])))
    }
    let known = try more.map { try numbers("items/\($0)") }.reduce(into: [:]) { $0.merge($1) { one, _ in one } }
    let indexed = try files.keys.filter { $0.hasPrefix("items/search/r") }.map(numbers)
      .reduce(into: [:]) { $0.merge($1) { one, _ in one } }
    #expect(known == indexed && known.count == 300)
  }

  @Test func `the page of a record that moves to another page of its list is told`() throws {
    try WordIndex.$limit.withValue(3) {
      let settings = "record: {id: text, title: text}\nid: id\nview: rows\ntools: search\npages: 4\n"
      let rows = (0..<12).map { "r\($0),Thing \($0)\n" }
      let site = try BuiltSite([
        "content/site.yml": "title: T\n", "content/items/list.yml": settings,
        "content/items/rows.csv": "id,title\n" + rows.joined(),
      ])
      #expect(try !site.build().hasErrors)
      try site.write(settings.replacing(present: "pages: 4", with: "pages: 6"), to: "content/items/list.yml")
      #expect(try site.problems().found == [])
      // The words and rows are those of before: a record in front of others moves some to the next page.
      try site.write("id,title\n" + (rows[11...] + rows[..<11]).joined(), to: "content/items/rows.csv")
      #expect(try site.problems().found == [])
    }
  }

  @Test func `a record without a page is found on the list's`() throws {
    let files = Self.files(Self.settings + "pages: 50\n")
    let pages = try Self.shards(files).filter { $0.key.contains("/r") }.values.flatMap {
      try Self.json($0)["pages"] as? [[Any]] ?? []
    }
    #expect(Set(pages.compactMap { $0[0] as? String }).count == 6)
    #expect(pages.count == 300)
  }
}
