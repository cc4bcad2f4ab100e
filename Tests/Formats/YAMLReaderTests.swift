import CellistRecords
import CellistTestSupport
import Testing

@testable import CellistFormats

@Suite struct YAMLReaderTests {
  private func read(_ text: String, line: Int = 1) -> (node: Node?, messages: [String]) {
    var diagnostics = Diagnostics()
    let node = YAMLReader.read(text, file: "a.yml", line: line, &diagnostics)
    return (node, lines(diagnostics))
  }

  @Test(arguments: [
    ("[no, on, 007, 1e3, 12:30, 2024-05-01, 0x1F, .inf]", "[no, on, 007, 1e3, 12:30, 2024-05-01, 0x1F, .inf]"),
    ("['no', \"on\"]", "[\"no\", \"on\"]"),
    (
      "{a: , b: null, c: Null, d: NULL, e: 'null', f: '', g: ~, h: '~'}",
      "{a: null, b: null, c: null, d: null, e: \"null\", f: \"\", g: null, h: \"~\"}"
    ),
    ("a: 1\nb:\n  - x\n  - {c: d}\n", "{a: 1, b: [x, {c: d}]}"),
    ("007: x\nno: y", "{007: x, no: y}"),
    ("a: |\n  one\n  two\nb: >\n  one\n  two\n", "{a: \"one\ntwo\n\", b: \"one two\n\"}"),
    ("a: &x [1, 2]\nb: *x", "{a: [1, 2], b: [1, 2]}"),
    ("a: &x 1\nb: &x [*x]\nc: *x", "{a: 1, b: [1], c: [1]}"),
    ("&k a: &n null\n*n : *k", "{a: null, null: a}"),
    ("# only a comment", "null"), ("", "null"), ("---\n", "null"), ("word", "word"),
  ])
  func `scalars stay as they were written`(text: String, expected: String) {
    let (node, messages) = read(text)
    #expect(outline(node) == expected)
    #expect(messages == [])
  }

  @Test func `merge keys give way to own keys, and the first of several wins`() {
    let text = """
      one: &one {a: 1, b: 1}
      two: &two {b: 2, c: 2}
      both: {<<: [*one, *two], a: 9}
      quoted: {'<<': x}
      """
    #expect(outline(read(text).node?["both"]) == "{a: 9, b: 1, c: 2}")
    #expect(outline(read(text).node?["quoted"]) == "{<<: x}")
  }

  @Test func `every node knows its place`() {
    let node = read("é: 1\nlist:\n  - x\n  - k: \"v\"\ntext: |\n  body\n").node
    #expect(node?.entries?[0].keyLocation.description == "a.yml:1:1")
    #expect(node?["é"]?.location.description == "a.yml:1:4")
    #expect(node?["list"]?.items?[0].location.description == "a.yml:3:5")
    #expect(node?["list"]?.items?[1]["k"]?.location.description == "a.yml:4:8")
    #expect(node?["text"]?.location.line == 6)
    #expect(read("a: >-").node?["a"]?.location.description == "a.yml:1:6")
    #expect(read("a: >-\n").node?["a"]?.location.description == "a.yml:2:1")
    #expect(read("a: b\n? ").node?.entries?.last?.value.location.description == "a.yml:2:3")
    #expect(read("a: b", line: 5).node?["a"]?.location.description == "a.yml:5:4")
  }

  @Test(arguments: [
    ("a: 1\nb: 2\na: 3\n", "a.yml:3:1: error: the key 'a' appears twice [duplicate-key]"),
    ("x:\n  a: 1\n  a: 2\n", "a.yml:3:3: error: the key 'a' appears twice [duplicate-key]"),
    ("{é: 1, 'é': 2}", "a.yml:1:8: error: the key 'é' appears twice [duplicate-key]"),
    ("a: &k b\nb: 1\n*k : 2\n", "a.yml:3:1: error: the key 'b' appears twice [duplicate-key]"),
    ("<<: {a: 1}\n<<: {b: 1}\n", "a.yml:2:1: error: the key '<<' appears twice [duplicate-key]"),
    (
      "a:\n\tb: 1\n",
      "a.yml:2:1: error: the YAML is broken: found character that cannot start any token while scanning for the next "
        + "token [yaml-syntax]; indent with spaces, and put text that begins with a special character in quotes"
    ),
    (
      "a: [1, 2\nb: 3\n",
      "a.yml:2:2: error: the YAML is broken: did not find expected ',' or ']' while parsing a flow sequence "
        + "[yaml-syntax]"
    ),
    (
      "a: 'open\n",
      "a.yml:1:4: error: the YAML is broken: found unexpected end of stream while scanning a quoted scalar "
        + "[yaml-syntax]"
    ),
    ("é: é\u{7}\n", "a.yml:1:5: error: the YAML is broken: control characters are not allowed [yaml-syntax]"),
    (
      "a: {b:",
      "a.yml:1:7: error: the YAML is broken: did not find expected node content while parsing a flow node [yaml-syntax]"
    ),
    (
      "a: *nobody\n",
      "a.yml:1:4: error: the YAML is broken: found undefined alias [yaml-syntax]; "
        + "put text that begins with '*' or '&' in quotes"
    ),
    (
      "a: 1\n---\nb: 2\n",
      "a.yml:2:1: error: the YAML is broken: expected a single document in the stream but found another document "
        + "[yaml-syntax]"
    ),
    ("? [a]\n: 1\n", "a.yml:1:3: error: a key must be text [yaml-syntax]"),
    ("a: é\u{0}b", "a.yml:1:5: error: the YAML contains a NUL character [yaml-syntax]"),
  ])
  func `broken YAML is named with its place`(text: String, message: String) {
    let (node, messages) = read(text)
    #expect(node == nil)
    #expect(messages == [message])
  }

  @Test func `a place below front matter counts from the file's first line`() {
    #expect(read("a: 1\nb: 'open", line: 2).messages.first?.hasPrefix("a.yml:3:") == true)
  }

  @Test func `all that is wrong with keys is found, as far as the text can be read`() {
    let (node, messages) = read("a: 1\na: {b: 1, c: 2, b: 3}\n[a]: 1\na: 2\nd: 'open\n")
    #expect(node == nil)
    #expect(
      messages == [
        "a.yml:2:1: error: the key 'a' appears twice [duplicate-key]",
        "a.yml:2:17: error: the key 'b' appears twice [duplicate-key]",
        "a.yml:3:1: error: a key must be text [yaml-syntax]",
        "a.yml:4:1: error: the key 'a' appears twice [duplicate-key]",
        "a.yml:5:4: error: the YAML is broken: found unexpected end of stream while scanning a quoted scalar "
          + "[yaml-syntax]",
      ])
  }

  @Test(arguments: [1, 2, 15, 16, 17, 18, 100])
  func `a mapping of any size keeps the order of its keys and finds the one that comes again`(count: Int) {
    let text = (0..<count).map { "k\($0): v\n" }.joined()
    #expect(read(text).node?.entries?.map(\.key) == (0..<count).map { "k\($0)" })
    for again in [0, count / 2, count - 1] {
      #expect(
        read(text + "k\(again): w\n").messages == [
          "a.yml:\(count + 1):1: error: the key 'k\(again)' appears twice [duplicate-key]"
        ])
    }
    let merged = "d: &d {k0: d, x: d}\nm:\n  <<: *d\n" + (0..<count).map { "  k\($0): v\n" }.joined()
    #expect(read(merged).node?["m"]?.entries?.count == count + 1)
  }

  @Test func `aliases of aliases do not grow beyond reason`() {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for level in 1...9 {
      text += "a\(level): &a\(level) [" + Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ",") + "]\n"
    }
    let (node, messages) = read(text)
    #expect(node == nil)
    #expect(messages.count == 1)
    #expect(messages[0].contains("error: the YAML grows beyond reason through its aliases [too-complex]"))
  }

  @Test func `defaults may be shared by many records`() {
    let keys = (0..<30).map { "k\($0): v" }.joined(separator: ", ")
    let text = "- &d {\(keys)}\n" + (0..<1_000).map { "- {<<: *d, id: \($0)}\n" }.joined()
    let (node, messages) = read(text)
    #expect(node?.items?.count == 1_001)
    #expect(node?.items?.last?.entries?.count == 31)
    #expect(messages == [])
  }

  @Test func `a list nested ten thousand deep is refused`() {
    let (node, messages) = read(nested(10_000))
    #expect(node == nil)
    #expect(messages.count == 1)
  }

  @Test(arguments: [(50, 49, true), (50, 50, false), (99, 0, true), (1, 98, true), (1, 99, false)])
  func `what an alias leads to counts as nested where the alias stands`(height: Int, depth: Int, isRead: Bool) {
    let (node, messages) = read(
      "a: &a \(nested(height))\nb: \(String(repeating: "[", count: depth))*a\(String(repeating: "]", count: depth))")
    #expect((node != nil) == isRead)
    #expect(messages == (isRead ? [] : ["a.yml:2:\(depth + 4): error: the YAML is nested too deeply [too-complex]"]))
  }

  private func nested(_ count: Int) -> String {
    String(repeating: "[", count: count) + String(repeating: "]", count: count)
  }

  @Test func `a list nested two hundred deep is too deep`() {
    let (node, messages) = read(nested(200))
    #expect(node == nil)
    #expect(messages == ["a.yml:1:101: error: the YAML is nested too deeply [too-complex]"])
  }

  @Test(arguments: [
    ("{<<: 5, b: 1}", "1:6", "\"5\""), ("<<:\nb: 1", "1:4", "nothing"), ("<<: [a, {b: 1}]", "1:6", "\"a\""),
    ("<<: [{a: 1}, [{b: 1}]]", "1:14", "a list"),
  ])
  func `a merge key takes mappings alone`(text: String, place: String, found: String) {
    #expect(
      read(text).messages == [
        "a.yml:\(place): error: the merge key '<<' takes a mapping or a list of mappings, found \(found) [yaml-syntax]; "
          + "put a key that is really called '<<' in quotes"
      ])
  }

  @Test(arguments: ["\n", "\r\n", "\r"], ["", "\u{85}", "\u{2028}", "é\u{2029}\u{2028}"])
  func `lines are those of editors`(end: String, exotic: String) {
    let text = ["# é", "a: 'b\(exotic) c'", "", "d: [1, 2]"].joined(separator: end)
    let (node, messages) = read(text, line: 3)
    #expect(messages == [])
    #expect(node?["a"]?.location.description == "a.yml:4:4")
    #expect(node?["d"]?.items?.last?.location.description == "a.yml:6:8")
    #expect(read(text + "\(end)'open").messages.first?.hasPrefix("a.yml:5:1: error: the YAML is broken") == true)
  }
}
