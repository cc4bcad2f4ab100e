import CellistTestSupport
import Testing

@testable import CellistContent
@testable import CellistFiles
@testable import CellistRecords
@testable import CellistWriting

/// Changes of one record in the text of its source.
@Suite struct RecordEditTests {
  private static func source(_ path: String) throws -> RecordSource {
    RecordSource(path: path, format: try #require(SourceFormat(path: path)))
  }

  private func edited(
    _ path: String, _ text: String, _ change: RecordEdit.Change, at index: Int? = 0
  ) throws -> String? {
    let edit = try RecordEdit(Self.source(path), Array(text.utf8))
    let changed = try? edit.changed(change, at: index, order: ["key", "name", "price", "tags", "note"])
    return changed.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  @Test(
    arguments: [
      ("a.csv", "key,name\r\na,\"b, c\"\r\n", "name", "d", "key,name\r\na,d\r\n"),
      ("a.csv", "\u{FEFF}key,name\na,b", "name", "c \"d\"", "\u{FEFF}key,name\na,\"c \"\"d\"\"\""),
      ("a.csv", "key,name\na,\"b\"\n", "name", "d", "key,name\na,\"d\"\n"),
      ("a.csv", "key,name\na,b\n", "name", nil, "key,name\na,\n"),
      ("a.csv", "key,name\na,b\n", "note", "x", nil),
      ("a.csv", "key,name,name\na,=\"007\",b\n", "name 1", "8", "key,name,name\na,8,b\n"),
      ("a.json", "[{\"key\": \"a\",  \"name\":\"b\"}]", "name", "c\n", "[{\"key\": \"a\",  \"name\":\"c\\n\"}]"),
      (
        "a.json", "[\n  {\n    \"key\": \"a\",\n    \"note\": \"b\"\n  }\n]\n", "name", "c",
        "[\n  {\n    \"key\": \"a\",\n    \"name\": \"c\",\n    \"note\": \"b\"\n  }\n]\n"
      ),
      ("a.json", "[{\"key\": \"a\", \"name\": \"b\"}]", "name", nil, "[{\"key\": \"a\"}]"),
      ("a.json", "[{\"name\": \"b\", \"key\": \"a\"}]", "name", nil, "[{\"key\": \"a\"}]"),
      ("a.yml", "- key: a\n  name: b  # c\n", "name", "d: e", "- key: a\n  name: 'd: e'  # c\n"),
      ("a.yml", "- key: a\n  name: 'd: e'\n", "name", "b", "- key: a\n  name: b\n"),
      ("a.yml", "- key: a\n  name: \"b\"\n", "name", "c", "- key: a\n  name: \"c\"\n"),
      ("a.yml", "- key: a\n  name:\n", "name", "c", "- key: a\n  name: c\n"),
      ("a.yml", "- key: a # b\n- key: c\n", "name", "d", "- key: a # b\n  name: d\n- key: c\n"),
      ("a.yml", "- name: b\n  key: a\n", "name", nil, "- key: a\n"),
      (
        "a.yml", "- key: a\n  # of it\n  name: b\n\n# next\n- key: c\n", "name", nil,
        "- key: a\n  # of it\n\n# next\n- key: c\n"
      ),
      ("a.yml", "- {key: a, name: b}\n", "price", "5", "- {key: a, name: b, price: 5}\n"),
      (
        "a.yml", "- key: a\n  note: |\n    one\n    two\n  name: b\n", "note", "x\ny\n",
        "- key: a\n  note: |\n    x\n    y\n  name: b\n"
      ),
      ("a.yml", "- key: a\n  note: >-\n    one\n    two\n", "note", nil, "- key: a\n"),
      ("a.yml", "- &x\n  key: a\n  name: &y b\n- key: c\n  name: *y\n", "name", "z", nil),
      ("a.tsv", "key\tname\na\tb, c\n", "name", "d\te", "key\tname\na\t\"d\te\"\n"),
      (
        "a.geojson",
        "{\"type\": \"FeatureCollection\", \"features\": [{\"type\": \"Feature\", \"properties\": {\"key\": \"a\"}}]}",
        "name", "b",
        "{\"type\": \"FeatureCollection\", \"features\": [{\"type\": \"Feature\", \"properties\": {\"key\": \"a\", \"name\": \"b\"}}]}"
      ),
      ("a.toml", "key = \"a\"\nname = 'b' # c\n", "name", "d", "key = \"a\"\nname = 'd' # c\n"),
      ("a.yml", "- key: a\n", "name", "yes", "- key: a\n  name: \"yes\"\n"),
      ("a.yml", "- key: a\n", "name", "0x1f", "- key: a\n  name: \"0x1f\"\n"),
      ("a.yml", "- key: a\n", "price", "016", "- key: a\n  price: 016\n"),
      ("a.yml", "- key: a\n  name: no\n", "name", "yes", "- key: a\n  name: yes\n"),
      ("a.toml", "key = \"a\"\nname = 'b'\n", "name", "it's", "key = \"a\"\nname = \"it's\"\n"),
      ("a.toml", "key = \"a\"\n\n[x]\ny = 1\n", "name", "b", "key = \"a\"\nname = \"b\"\n\n[x]\ny = 1\n"),
      ("a.md", "---\nkey: a\n---\nText\n", "name", "b", "---\nkey: a\nname: b\n---\nText\n"),
      ("a.md", "Text\n", "name", "b", "---\nname: \"b\"\n---\nText\n"),
      ("a.md", "+++\nkey = 'a'\n+++\nText\n", "name", "b", "+++\nkey = 'a'\nname = \"b\"\n+++\nText\n"),
      (
        "a.jsonl", "{\"key\": \"a\"}\n{\"key\": \"b\"}\n", "name", "c",
        "{\"key\": \"a\", \"name\": \"c\"}\n{\"key\": \"b\"}\n"
      ),
    ] as [(String, String, String, String?, String?)])
  func `a value is written as its source writes values`(
    path: String, text: String, key: String, value: String?, expected: String?
  ) throws {
    let written: WrittenValue? = value.map { .text($0, as: Int($0) != nil ? .literal : .text) }
    let result = try edited(path, text, .set(key: key, to: written))
    #expect(result == expected)
  }

  @Test(
    arguments: [
      (
        "a.yml", "- key: a\n  tags:\n  - x # one\n  - y\n", ["x", "y", "z"],
        "- key: a\n  tags:\n  - x # one\n  - y\n  - z\n"
      ),
      ("a.yml", "- key: a\n  tags:\n  - x # one\n  - y\n", ["x"], "- key: a\n  tags:\n  - x # one\n"),
      (
        "a.yml", "- {key: a, tags: [\"x y\", y]}\n", ["x y", "y", "a, b"], "- {key: a, tags: [\"x y\", y, \"a, b\"]}\n"
      ),
      ("a.yml", "- key: a\n", ["x"], "- key: a\n  tags: [x]\n"),
      (
        "a.json", "{\"key\": \"a\", \"tags\": [\"x\",\n  \"y\"]}", ["x", "y", "z"],
        "{\"key\": \"a\", \"tags\": [\"x\",\n  \"y\",\n  \"z\"]}"
      ),
      ("a.json", "{\"key\": \"a\", \"tags\": [\"x\", \"y\"]}", ["y"], "{\"key\": \"a\", \"tags\": [\"y\"]}"),
      ("a.toml", "key = 'a'\ntags = [\n  'x', # one\n]\n", ["y"], "key = 'a'\ntags = [\"y\"]\n"),
    ] as [(String, String, [String], String)])
  func `items of lists come and go`(path: String, text: String, items: [String], expected: String) throws {
    let result = try edited(path, text, .set(key: "tags", to: .list(items.map { .text($0) })))
    #expect(result == expected)
  }

  @Test(
    arguments: [
      ("a.csv", "key,name\na,\"1\n2\"\nb,c\n", 0, "key,name\nb,c\n"),
      ("a.json", "[\n  {\"key\": \"a\"},\n  {\"key\": \"b\"}\n]\n", 0, "[\n  {\"key\": \"b\"}\n]\n"),
      ("a.json", "[\n  {\"key\": \"a\"},\n  {\"key\": \"b\"}\n]\n", 1, "[\n  {\"key\": \"a\"}\n]\n"),
      ("a.jsonl", "{\"key\": \"a\"}\n{\"key\": \"b\"}\n", 1, "{\"key\": \"a\"}\n"),
      ("a.yml", "- key: a\n  name: b\n\n# two\n- key: c\n", 0, "\n# two\n- key: c\n"),
    ])
  func `a record is taken out`(path: String, text: String, index: Int, expected: String) throws {
    #expect(try edited(path, text, .remove, at: index) == expected)
  }

  @Test func `a record of TOML goes with the header of its table`() throws {
    let source = RecordSource(path: "a.toml", format: .toml, RecordSource.Details(items: ItemsPath("r")))
    for (text, index, expected) in [
      ("[[r]]\nkey = \"a\"\nname = 'x'\n\n# two\n[[r]]\nkey = \"b\"\n", 0, "\n# two\n[[r]]\nkey = \"b\"\n"),
      ("# one\n[[r]]\nkey = \"a\"\n\n[[r]]\nkey = \"b\"\n", 1, "# one\n[[r]]\nkey = \"a\"\n\n"),
      ("title = 'T'\n[[r]]\nkey = \"a\"\n[[r]]\nkey = \"b\"\n", 0, "title = 'T'\n[[r]]\nkey = \"b\"\n"),
    ] {
      let edited = try RecordEdit(source, Array(text.utf8)).changed(.remove, at: index)
      #expect(String(decoding: edited.bytes, as: UTF8.self) == expected)
    }
  }

  @Test(
    arguments: [
      ("a.csv", "key;name\na;b", nil), ("a.csv", "key,name\na,b", "key,name\na,b\nz,\"x, y\""),
      ("a.json", "[{\"key\": \"a\"}]", "[{\"key\": \"a\"}, {\"key\": \"z\", \"name\": \"x, y\"}]"),
      (
        "a.json", "[\n  {\n    \"key\": \"a\"\n  }\n]\n",
        "[\n  {\n    \"key\": \"a\"\n  },\n  {\n    \"key\": \"z\",\n    \"name\": \"x, y\"\n  }\n]\n"
      ),
      ("a.jsonl", "{\"key\": \"a\"}\n", "{\"key\": \"a\"}\n{\"key\": \"z\", \"name\": \"x, y\"}\n"),
      ("a.yml", "- key: a\n", "- key: a\n- key: z\n  name: \"x, y\"\n"),
      ("a.yml", "- {key: a}\n", "- {key: a}\n- {key: z, name: \"x, y\"}\n"),
      ("a.md", "---\nkey: a\n---\n", nil),
    ] as [(String, String, String?)])
  func `a record is added as the last one is written`(path: String, text: String, expected: String?) throws {
    let added = RecordEdit.Change.add([("key", .text("z")), ("name", .text("x, y"))])
    #expect(try edited(path, text, added, at: nil) == expected)
  }

  @Test(arguments: ["a.bib", "a.ics"])
  func `other formats are left to hands`(path: String) throws {
    let source = try Self.source(path)
    #expect(throws: EditRefusal.self) { try RecordEdit(source, []) }
  }

  // MARK: Laws

  private static let texts = [
    "a", "", "Ada", "it's", "say \"x\"", "a, b; c", "a: b", "# no", "a # b", "- x", "[x]", "{x}", "yes", "~", "null",
    "1.50",
    "007", " lead", "trail ", "two\nlines", "end\n", "tab\there", "é ß 日本 😀", "&x", "*x", "!x", "%x", "@x", "`x`", "|",
    ">",
    "\\n", "a\u{2028}b", "'", "\"", "''", ",", ";", "?", "? x", "x:", ":x", "a\r\nb",
  ]

  @Test(arguments: [("name", "b", "key,name,note\na,b\nc\n"), ("note", "b", "key,name,note\na,,b\nc\n")])
  func `a value is added to a row that ends early`(key: String, value: String, new: String) throws {
    var details = RecordSource.Details()
    details.isPadded = true
    let edit = try RecordEdit(
      RecordSource(path: "a.csv", format: .csv, details), Array("key,name,note\na\nc\n".utf8))
    let changed = try edit.changed(.set(key: key, to: .text(value)), at: 0)
    #expect(String(decoding: changed.bytes, as: UTF8.self) == new)
  }

  private typealias Row = [(key: String, value: WrittenValue)]

  /// A file of some records, in one of the many forms that people and programs write.
  private static func file(_ rows: [Row], _ path: String, _ random: inout SeededGenerator) -> String {
    let end = random.pick(["\n", "\n", "\r\n"])
    func quoted(_ text: String) -> String { JSONText.quoted(text) }
    func json(_ row: Row, _ space: String) -> String {
      "{\(space)\(row.map { "\(quoted($0.key)): \($0.value.json)" }.joined(separator: ",\(space.isEmpty ? " " : space)"))\(space)}"
    }
    switch path {
    case "a.csv":
      let names = ["key", "name", "price", "tags", "note"]
      let isQuoted = random.happens(onceIn: 4)
      let lines = rows.map { row in
        names.map { name -> String in
          guard case .text(let text, _)? = row.first(where: { $0.key == name })?.value else { return "" }
          let needs = isQuoted || text.utf8.contains { ",\"\n\r".utf8.contains($0) }
          return needs ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
        }.joined(separator: ",")
      }
      return random.pick(["", "\u{FEFF}"]) + ([names.joined(separator: ",")] + lines).joined(separator: end)
        + random.pick(["", end])
    case "a.json":
      let space = random.pick(["", "\(end)    ", " "])
      return "[\(end)  " + rows.map { json($0, space) }.joined(separator: ",\(end)  ") + "\(end)]\(end)"
    case "a.jsonl": return rows.map { json($0, "") }.joined(separator: end) + end
    case "a.toml":
      return rows.map { row in
        "[[items]]\(end)" + row.map { "\($0.key) = \($0.value.json) # of \($0.key)\(end)" }.joined()
      }.joined(separator: end)
    default:
      func scalar(_ text: String) -> String {
        let isPlain =
          !text.isEmpty && text != "null"
          && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "'") }
          && text.first != "'"
        return isPlain ? text : quoted(text)
      }
      func value(_ value: WrittenValue, _ indent: String) -> String {
        switch value {
        case .text(let text, _): return " " + scalar(text)
        case .list(let items) where random.happens(onceIn: 2):
          return " " + WrittenValue.list(items).json
        case .list(let items):
          return items.map { item in
            guard case .text(let text, _) = item else { return "" }
            return "\(end)\(indent)- \(scalar(text))"
          }.joined()
        }
      }
      func block(_ row: Row, _ indent: String) -> String {
        row.map { "\($0.key):\(value($0.value, indent))\(random.pick(["", "", "  # \($0.key)"]))" }.joined(
          separator: end + indent)
      }
      if path == "a.md" { return "---\(end)\(block(rows[0], ""))\(end)---\(end)Some *text*\(end)" }
      return "# All\(end)"
        + rows.map { random.happens(onceIn: 4) ? "- \(json($0, ""))" : "- \(block($0, "  "))" }
        .joined(separator: random.pick([end, end + end])) + end
    }
  }

  private static func row(_ key: String, _ isTable: Bool, _ random: inout SeededGenerator) -> Row {
    var row: Row = [("key", .text(key))]
    for name in ["name", "price", "tags", "note"] where !random.happens(onceIn: 3) {
      switch name {
      case "price": row.append((name, .text(String(Int.random(in: -9...99, using: &random)), as: .literal)))
      case "tags" where !isTable:
        row.append(
          (
            name,
            .list(
              (0..<Int.random(in: 1...3, using: &random)).map { _ in .text(random.pick(texts.filter { !$0.isEmpty })) })
          ))
      default:
        let text = random.pick(texts)
        if !text.isEmpty { row.append((name, .text(text))) }
      }
    }
    return row
  }

  /// Whether a file, read as builds read it, has some records and no others.
  private static func says(_ bytes: [UInt8], _ source: RecordSource, _ rows: [Row]) -> Bool {
    var read: [Node] = []
    var diagnostics = Diagnostics()
    RawRecord.readAll(in: source, from: .memory([source.path: bytes]), &diagnostics) { raw, _ in read.append(raw.node) }
    return diagnostics.all.isEmpty && read.count == rows.count
      && zip(read, rows).allSatisfy { node, row in
        let said = node.entries?.filter { !$0.value.isNull } ?? []
        let wanted = row.filter { $0.value != .text("") || node[$0.key]?.isNull == false }
        return said.count == wanted.count && wanted.allSatisfy { key, value in node[key].map(value.isSaid) ?? false }
      }
  }

  /// Whatever is changed in whatever file: the records are those of before but for the change, bytes differ in the lines of the
  /// record alone, and the old value gives the old file.
  @Test(arguments: ["a.csv", "a.json", "a.jsonl", "a.toml", "a.yml", "a.md"])
  func `an edit changes what it says, and nothing else`(path: String) throws {
    var random = SeededGenerator(seed: 43)
    var details = RecordSource.Details()
    if path == "a.toml" { details = RecordSource.Details(items: ItemsPath("items")) }
    let source = RecordSource(path: path, format: try #require(SourceFormat(path: path)), details)
    let isTable = path == "a.csv"
    var (written, refused, returned, tried) = (0, 0, 0, 0)
    for round in 0..<1_700 {
      let count = path == "a.md" ? 1 : Int.random(in: 1...4, using: &random)
      let rows = (0..<count).map { Self.row("k\($0)", isTable, &random) }
      let text = Self.file(rows, path, &random)
      let edit = try RecordEdit(source, Array(text.utf8))
      let index = Int.random(in: 0..<count, using: &random)
      let key = random.pick(["name", "price", "note", "tags"])
      let old = rows[index].first { $0.key == key }?.value
      let new: WrittenValue? =
        random.happens(onceIn: 5)
        ? nil
        : key == "tags" && !isTable
          ? .list((0..<Int.random(in: 1...3, using: &random)).map { _ in .text(random.pick(Self.texts)) })
          : key == "price" ? .text("5", as: .literal) : .text(random.pick(Self.texts.filter { !$0.isEmpty }))
      guard let changed = try? edit.changed(.set(key: key, to: new), at: index) else {
        refused += 1
        continue
      }
      let bytes = changed.bytes
      var expected = rows
      expected[index].removeAll { $0.key == key }
      if let new { expected[index].append((key, new)) }
      let isRight = Self.says(bytes, source, expected)
      #expect(isRight, "round \(round): \(key) in \(text.debugDescription)")
      written += 1
      let known = Array(text.utf8)
      let start = zip(bytes, known).prefix { $0 == $1 }.count
      let end = zip(bytes.dropFirst(start).reversed(), known.dropFirst(start).reversed()).prefix { $0 == $1 }.count
      let gone = String(decoding: known[start..<max(start, known.count - end)], as: UTF8.self)
      for (number, _) in rows.enumerated() where number != index {
        #expect(!gone.contains("\"k\(number)\""), "round \(round)")
      }
      // Back again.
      guard let old, new != nil else { continue }
      tried += 1
      if (try? changed.changed(.set(key: key, to: old), at: index))?.bytes == known { returned += 1 }
    }
    #expect(refused == 0 && written == 1_700)
    // Quotes that a value does not need are lost where the value between needs them.
    #expect(returned * 5 > tried * 4, "\(returned) of \(tried) returned")
  }
}
