import CellistBase
import CellistContent
import CellistFiles
import CellistTestSupport

/// A site that random edits go through: what its files say follows from this value alone.
struct RandomSite {
  /// Where a record stands.
  enum Home: String, CaseIterable { case file, markdown, folder, csv, yml, json }

  struct Item {
    var home: Home
    /// The value of each key in the source, but for the text of a Markdown file. Several texts are cut at semicolons.
    var values: [String: String]
    var body: String
    /// The files beside a record in a folder of its own.
    var assets: [String: String] = [:]
  }

  struct List {
    /// The value of each key in `list.yml`.
    var settings: [String: String]
    var items: [String: Item] = [:]
    var introduction: String?
  }

  /// The value of each key in `site.yml`.
  var settings: [String: String] = ["title": "One", "theme": "{name: mine}"]
  var lists: [String: List] = [:]
  var merged: Merged
  /// Plain pages and assets below `content/`.
  var files: [String: String] = [:]
  /// Files below `themes/`.
  var theme: [String: String] = [:]
  /// A list that is not there at the moment.
  var away: List?
  var nextKey = 0
  /// The record whose text was last changed into another that is as long.
  var swapped: (list: String, key: String)?

  /// A site of five lists, one of which nothing refers to and which refers to none, and one whose sources are merged.
  init(_ random: inout SeededGenerator) {
    merged = Merged(&random)
    for (list, options) in RandomOptions.lists {
      lists[list] = List(settings: options.mapValues { $0[0] })
    }
    for (path, options) in RandomOptions.theme { theme[path] = options[0] }
    files = [
      "index.md": "Welcome\n", "about.md": "---\ntitle: About\n---\nUs\n", "img/a.svg": "<svg/>", "img/b.txt": "b",
      "img/p.webp": RandomOptions.pictures[0], "shared/s.yml": RandomOptions.shared[0],
      "shared/.s.yml": RandomOptions.shared[1],
      ".well-known/a.txt": "a",
    ]
    for list in ["people", "works", "log/notes", "free", "stock"] {
      for _ in 0..<6 { addRecord(to: list, &random) }
    }
  }

  /// The files of the site by path.
  var content: [String: [UInt8]] {
    let isInLanguages = settings["languages"]?.isEmpty == false
    // The first of the languages is that of the site.
    let own = settings.filter { !isInLanguages || $0.key != "language" }
    var all: [String: String] = ["content/site.yml": Self.settings(own)]
    for (path, text) in files { all["content/\(path)"] = text }
    for (path, text) in theme where !text.isEmpty { all["themes/\(path)"] = text }
    all.merge(mergedContent(merged)) { $1 }
    for (name, list) in lists {
      let folder = "content/\(name)"
      let localized =
        isInLanguages && ["people", "works"].contains(name) && list.settings["language"]?.isEmpty != false
      all["\(folder)/list.yml"] = Self.settings(list.settings).replacing("SELF", with: name)
        .replacing("name: text", with: localized ? "name: {type: text, localized: true}" : "name: text")
      if let introduction = list.introduction { all["\(folder)/index.md"] = introduction }
      var rows: [Home: [Item]] = [:]
      for (key, item) in list.items.sorted(by: { $0.key < $1.key }) {
        switch item.home {
        case .file: all["\(folder)/\(key).md"] = item.markdown
        case .markdown: all["\(folder)/\(key).markdown"] = item.markdown
        case .folder:
          all["\(folder)/\(key)/index.md"] = item.markdown
          for (path, text) in item.assets { all["\(folder)/\(key)/\(path)"] = text }
        case .csv, .yml, .json: rows[item.home, default: []].append(item)
        }
      }
      for (home, items) in rows { all["\(folder)/all.\(home.rawValue)"] = Self.table(items, home) }
    }
    return all.mapValues { Array($0.utf8) }.merging(otherFormats) { $1 }
  }

  /// The records of one list that stand in JSON, in formats that only settings name as well.
  private var otherFormats: [String: [UInt8]] {
    let items = (lists["stock"]?.items ?? [:]).filter { $0.value.home == .json }.sorted { $0.key < $1.key }
    let rows = items.map { $1.values.merging(["body": $1.body]) { $1 } }
    let lines = rows.map { "{\(Self.pairs($0).joined(separator: ", "))}\n" }.joined()
    let features = rows.map { "{\"type\": \"Feature\", \"properties\": {\(Self.pairs($0).joined(separator: ", "))}}" }
    let collection = "{\"type\": \"FeatureCollection\", \"features\": [\(features.joined(separator: ",\n"))]}"
    return Self.fetched(lines).merging([
      "content/stock/rows.jsonl": Array(lines.utf8), "content/stock/rows.geojson": Array(collection.utf8),
      "content/stock/rows.xlsx": Self.workbook(rows), "content/stock/rows.ics": Array(Self.calendar(rows).utf8),
    ]) { $1 }
  }

  /// A file that has been fetched from an address, with its lock.
  private static func fetched(_ text: String) -> [String: [UInt8]] {
    guard let name = RemoteAddress(address)?.fileName(ending: "jsonl") else { return [:] }
    var lock = RemoteLock()
    lock.entries[name] = .init(url: address, sha256: Digest.sha256(Array(text.utf8)))
    return ["\(SiteFolder.lock)/\(name)": Array(text.utf8), SiteFolder.lockFile: Array(lock.text.utf8)]
  }

  static let address = "https://example.org/rows.jsonl"

  /// Events whose properties are the fields, each of them on another day.
  private static func calendar(_ rows: [[String: String]]) -> String {
    let events = rows.enumerated().map { number, row in
      let lines = row.sorted { $0.key < $1.key }.map { "\($0.uppercased()):\($1.replacing("\n", with: "\n "))\n" }
      return "BEGIN:VEVENT\nDTSTART:202601\(10 + number % 20)\n\(lines.joined())END:VEVENT\n"
    }
    return "BEGIN:VCALENDAR\n\(events.joined())END:VCALENDAR\n"
  }

  private static func workbook(_ rows: [[String: String]]) -> [UInt8] {
    let columns = Set(rows.flatMap(\.keys)).sorted()
    let table = [Dictionary(uniqueKeysWithValues: columns.map { ($0, $0) })] + rows
    let lines = table.enumerated().map { number, row in
      let cells = columns.map { column in
        let text = (row[column] ?? "").replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        return "<c t=\"inlineStr\"><is><t>\(text)</t></is></c>"
      }
      return "<row r=\"\(number + 2)\">\(cells.joined())</row>"
    }
    return TestArchive.xlsx([("Rows", lines.joined())])
  }

  static func settings(_ settings: [String: String]) -> String {
    settings.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map { "\($0): \($1)\n" }.joined()
  }

  private static func table(_ items: [Item], _ home: Home) -> String {
    let rows = items.map { $0.values.merging(["body": $0.body]) { $1 } }
    switch home {
    case .csv: return csv(rows)
    case .json: return "[\(rows.map { "{\(pairs($0).joined(separator: ", "))}" }.joined(separator: ",\n"))]\n"
    default: return rows.map { "- {\(pairs($0).joined(separator: ", "))}\n" }.joined()
    }
  }

  static func csv(_ rows: [[String: String]]) -> String {
    let columns = Set(rows.flatMap(\.keys)).sorted()
    let lines = [columns] + rows.map { row in columns.map { row[$0] ?? "" } }
    return lines.map { line in
      line.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",") + "\n"
    }.joined()
  }

  static func pairs(_ values: [String: String], _ colon: String = ":") -> [String] {
    values.sorted { $0.key < $1.key }.map { "\"\($0)\"\(colon) \(quoted($1))" }
  }

  static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n"))\""
  }
}

extension RandomSite.Item {
  fileprivate var markdown: String {
    // Front matter changes its format whenever a field comes or goes.
    let (fence, colon) = values.count % 3 == 0 ? ("+++", " =") : ("---", ":")
    return "\(fence)\n\(RandomSite.pairs(values, colon).map { "\($0)\n" }.joined())\(fence)\n\(body)\n"
  }
}

extension RandomSite {
  /// Every record as list and key.
  var keys: [(list: String, key: String)] {
    lists.keys.sorted().flatMap { list in (lists[list]?.items.keys.sorted() ?? []).map { (list, $0) } }
  }

  mutating func addRecord(to list: String, _ random: inout SeededGenerator) {
    nextKey += 1
    let key = random.happens(onceIn: 6) ? "é\(nextKey)" : "k\(nextKey)"
    var values = ["key": key, "name": "\(random.pick(RandomOptions.names)) \(nextKey % 7)"]
    if list == "people" { values["role"] = random.pick(["author", "director"]) }
    if list == "works" { values["kind"] = random.pick(["book", "film", "song"]) }
    let home = random.pick(Home.allCases)
    lists[list]?.items[key] = Item(home: home, values: values, body: random.pick(RandomOptions.bodies))
    for _ in 0..<4 { editField(of: list, key, &random) }
  }

  /// Gives a field of a record another value, or none.
  mutating func editField(of list: String, _ key: String, _ random: inout SeededGenerator) {
    guard let item = lists[list]?.items[key] else { return }
    let fields = RandomOptions.fields(of: list, item.values)
    let field = random.pick(fields.keys.sorted())
    let value: String
    switch field {
    case "former": value = random.pick(["", "/was/\(key)/", "/was/\(key).html"])
    case "next": value = random.pick(idsOf(list))
    case "maker": value = random.pick(idsOf("people") + ["Ada K", "bo", "Nobody"])
    case "who": value = random.pick(idsOf("people"))
    case "also", "about":
      value = (0..<random.pick([1, 1, 2])).map { _ in random.pick(idsOf("works")) }.joined(separator: ";")
    case "image":
      let own = item.home == .folder ? item.assets.keys.sorted() : []
      value = random.pick(own + ["/img/a.svg", "/img/b.txt", "/img/p.webp"])
    default: value = random.pick(fields[field] ?? [""])
    }
    let isAbsent = value.isEmpty || !["name", "kind"].contains(field) && random.happens(onceIn: 6)
    lists[list]?.items[key]?.values[field] = isAbsent ? nil : value
  }

  private func idsOf(_ list: String) -> [String] {
    let ids = (lists[list]?.items ?? [:]).map { $1.values["key"] ?? $0 }.sorted()
    return ids.isEmpty ? [""] : ids
  }
}
