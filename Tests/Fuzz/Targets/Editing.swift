import CellistRecords

@testable import CellistContent
@testable import CellistFiles
@testable import CellistWriting

extension FuzzTarget {
  /// The writer of records: an edit changes the value that it names and nothing else, and is taken back.
  static let editing = FuzzTarget(
    "editing",
    seeds: [
      "\u{0}\u{0}\u{0}name,year\nEmma,1815\n\"a, b\",\n", "\u{1}\u{1}\u{1}[{\"a\": 1, \"b\": [\"x\"]}, {\"a\": 2}]\n",
      "\u{2}\u{0}\u{2}- a: 1 # c\n  b: |\n    x\n    y\n- {a: 'q', b: [1, 2]}\n",
      "\u{3}\u{1}\u{3}[[records]]\na = 1\nb = '''x'''\n", "\u{4}\u{0}\u{4}---\na: b\nc: &x [1]\n---\nText\n",
      "\u{5}\u{0}\u{0}{\"a\": \"x\"}\n{\"a\": 2}\n",
    ],
    words: [
      "\n", "\r\n", ": ", "- ", "\"", "'", "[", "]", "{", "}", "|\n", ">-\n", " #", ",", "&a ", "*a", "---\n",
      "\u{FEFF}",
    ]
  ) { input in
    var input = input
    let (path, format) = input.choice(of: [
      ("a.csv", SourceFormat.csv), ("a.json", .json), ("a.yml", .yaml), ("a.toml", .toml), ("a.md", .markdown),
      ("a.jsonl", .jsonLines),
    ])
    let number = Int(input.byte())
    let value = input.choice(of: ["", "x", "17", "no", "a: b # c", "\"q\"", "two\nlines", "ü, [ö]", " s ", "'"])
    let source = RecordSource(path: path, format: format)
    let bytes = Array(input.text.utf8)
    guard let before = try? RecordEdit(source, bytes), let record = before.record(at: number % 3),
      let keys = record.node.entries?.map(\.key), !keys.isEmpty
    else { return }
    law(before.bytes == bytes, "what is not edited is as it was")
    let key = keys[number / 3 % keys.count]
    let old = record.node[key]
    let change = RecordEdit.Change.set(key: key, to: .text(value))
    guard let after = try? before.changed(change, at: number % 3) else { return }
    let writer = NodeText(format: .json)
    guard let read = try? RecordEdit(source, after.bytes) else { return law(false, "what was written is read") }
    for index in 0..<4 {
      let (one, other) = (before.record(at: index), read.record(at: index))
      law((one == nil) == (other == nil) && one?.body?.text == other?.body?.text, "no record comes or goes")
      guard let one, let other else { continue }
      let (first, second) =
        index == number % 3 ? (one.node.without(key), other.node.without(key)) : (one.node, other.node)
      if let first, let second { law(writer.same(first, second), "nothing else is changed") }
    }
    law(
      WrittenValue.text(value).isSaid(
        by: read.record(at: number % 3)?.node[key] ?? Node(.null, at: record.node.location)),
      "the value is there")
    // A number that was bare comes back in quotes.
    if let text = old?.text, let back = try? after.changed(.set(key: key, to: .text(text)), at: number % 3) {
      let now = back.record(at: number % 3)?.node[key] ?? Node(.null, at: record.node.location)
      law(WrittenValue.text(text).isSaid(by: now), "an edit is taken back")
    }
    // A record that is removed leaves the others.
    if let rest = try? before.changed(.remove, at: number % 3), format != .markdown {
      law(rest.record(at: number % 3)?.node.words == before.record(at: number % 3 + 1)?.node.words, "the others stay")
    }
  }
}
