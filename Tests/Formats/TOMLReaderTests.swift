import CellistRecords
import CellistTestSupport
import Testing

@testable import CellistBase
@testable import CellistFormats

@Suite struct TOMLReaderTests {
  private func read(_ text: String) -> (node: Node?, messages: [String]) {
    var diagnostics = Diagnostics()
    let node = TOMLReader.read(text, file: "a.toml", &diagnostics)
    return (node, lines(diagnostics))
  }

  @Test(arguments: [
    ("", "null"), ("# nothing\r\n", "null"), ("a = 1\nb = true # yes", "{a: 1, b: true}"),
    (
      "a=[0, -0, +7, 1_000, 9223372036854775807, -9223372036854775808]",
      "{a: [0, -0, +7, 1000, 9223372036854775807, -9223372036854775808]}"
    ),
    ("a=[0xFF, 0xdead_beef, 0o17, 0b1010_0001, 0x00]", "{a: [255, 3735928559, 15, 161, 0]}"),
    ("a=[1.50, -0.0, 6.626e-34, 1E3, 9_224.445_991, 5e+22]", "{a: [1.50, -0.0, 6.626e-34, 1E3, 9224.445991, 5e+22]}"),
    ("a=[true, false]", "{a: [true, false]}"),
    ("a = [ # one\n 1,\n\n 2, # two\n]", "{a: [1, 2]}"), ("a = [[], [[1], {}]]", "{a: [[], [[1], {}]]}"),
    ("a = [1, \"b\", 2.0, {c = false}]", "{a: [1, \"b\", 2.0, {c: false}]}"),
  ])
  func `numbers keep their digits, and whole ones are decimal`(text: String, expected: String) {
    #expect(outline(read(text).node) == expected)
    #expect(read(text).messages == [])
  }

  @Test(arguments: [
    ("1979-05-27", "1979-05-27"), ("07:32:00", "07:32:00"), ("00:32:00.999999", "00:32:00.999999"),
    ("1979-05-27T07:32:00", "1979-05-27T07:32:00"), ("1979-05-27 07:32:00", "1979-05-27 07:32:00"),
    ("1979-05-27t07:32:00z", "1979-05-27T07:32:00Z"), ("1979-05-27T00:32:00.5-07:00", "1979-05-27T00:32:00.5-07:00"),
    ("1979-05-27 07:32:00Z # and a comment", "1979-05-27 07:32:00Z"), ("1979-05-27 # 07:32:00", "1979-05-27"),
    ("2000-02-29", "2000-02-29"),
  ])
  func `days and times are read as they are written`(text: String, expected: String) {
    for written in [text, "[\(text)\n]"] {
      let node = read("a = \(written)\nb = 1").node?["a"]
      #expect(outline(node?.items?.first ?? node) == expected)
    }
  }

  @Test(arguments: [
    (#""\b\t\n\f\r\"\\""#, "\u{8}\t\n\u{C}\r\"\\"), (#""\u00E9\U0001F389""#, "é🎉"), (#"'\n "x"'"#, "\\n \"x\""),
    (#""""#, ""), ("''", ""), ("\"\"\"\"\"\"", ""), ("\"\"\"\none\ntwo\"\"\"", "one\ntwo"),
    ("\"\"\"\r\none\"\"\"", "one"),
    ("'''\n\\\n'''", "\\\n"), ("\"\"\"one \\\n   two\"\"\"", "one two"), ("\"\"\"one \\\n\n   é\"\"\"", "one é"),
    ("\"\"\"\"a\"\"\"\"\"", "\"a\"\""), ("'''a''''", "a'"), ("\"# = [\"", "# = ["), ("\"é漢🎉\"", "é漢🎉"),
  ])
  func `texts say what they mean`(text: String, expected: String) {
    let node = read("a = \(text)\nb = 1").node?["a"]
    #expect(node?.text.map { Array($0.unicodeScalars) } == Array(expected.unicodeScalars))
    #expect(outline(node).hasPrefix("\""))
  }

  @Test(arguments: [
    ("[a]\nb = 1\n[c]\nd = 2", "{a: {b: 1}, c: {d: 2}}"), ("[a.b.c]\nd = 1\n[a]\ne = 2", "{a: {b: {c: {d: 1}}, e: 2}}"),
    ("z.a = 1\ny = 2\nz.b.c = 3", "{z: {a: 1, b: {c: 3}}, y: 2}"), ("\"a b\" . 'c.d' = 1", "{a b: {c.d: 1}}"),
    ("3.14 = 1", "{3: {14: 1}}"), ("\"\" = 1", "{: 1}"), ("true = 1\n-_- = 2", "{true: 1, -_-: 2}"),
    ("a = {b.c = 1, d = {}}", "{a: {b: {c: 1}, d: {}}}"), ("[a]\n[b]", "{a: {}, b: {}}"),
    ("[[a]]\nb = 1\n[[a]]\n[[a]]\nb = 3", "{a: [{b: 1}, {}, {b: 3}]}"),
    (
      "[[a]]\nb = 1\n[a.c]\nd = 2\n[[a.e]]\n[[a.e]]\n[[a]]\n[[a.e]]\nf=1",
      "{a: [{b: 1, c: {d: 2}, e: [{}, {}]}, {e: [{f: 1}]}]}"
    ),
    ("[ a . \"b\" ]\nc = 1", "{a: {b: {c: 1}}}"),
  ])
  func `tables hold what stands below them, in the order of their keys`(text: String, expected: String) {
    #expect(outline(read(text).node) == expected)
    #expect(read(text).messages == [])
  }

  @Test func `every node and every key knows its place`() {
    let node = read(
      "é = 1\n".replacing("é", with: "\"é\"") + "a.b = [\"é\", {c = 2}]\r\n[[r]]\nt = '''\n  x'''\n  u = ''' x'''\n"
    ).node
    func places(_ node: Node) -> [String] {
      var all = ["\(node.location.line):\(node.location.column)"]
      for item in node.items ?? [] { all += places(item) }
      for entry in node.entries ?? [] {
        all += ["\(entry.key)@\(entry.keyLocation.line):\(entry.keyLocation.column)"] + places(entry.value)
      }
      return all
    }
    #expect(
      node.map(places) == [
        "1:1", "é@1:1", "1:7", "a@2:1", "2:1", "b@2:3", "2:7", "2:8", "2:13", "c@2:14", "2:18", "r@3:3", "3:1", "3:1",
        "t@4:1", "5:1", "u@6:3", "6:7",
      ])
    var none = Diagnostics()
    let part = TOMLReader.read("a = 1\n", file: "a.md", line: 2, &none)
    #expect(part?["a"]?.location.description == "a.md:2:5")
  }

  @Test(arguments: [
    ("a", "1:2", "it ends inside a key-value pair"), ("a =\n", "1:4", "expected value, saw '\\n'"),
    ("a = \"x", "1:7", "it ends inside a string"), ("a = '''\nx\n", "3:1", "it ends inside a literal string"),
    ("a = [1,\n2", "2:2", "it ends inside an array"),
    ("a = {b = 1,}", "1:12", "expected key-value pair, saw closing '}' (dangling comma)"),
    ("a = 1 b = 2", "1:7", "expected a comment or whitespace, saw 'b'"),
    ("= 1", "1:1", "expected keys, tables, whitespace or comments, saw '='"),
    ("a = \"\\q\"", "1:7", "unknown escape sequence '\\q'"), ("a = 01", "1:7", "leading zeroes are prohibited"),
    ("a = 1__0", "1:7", "underscores may only follow digits"), ("a = 1.", "1:7", "it ends inside a number"),
    ("a = 9223372036854775808", "1:24", "'9223372036854775808' is not representable in 64 bits"),
    ("a = 2021-02-30", "1:15", "expected day between 1 and 28 (inclusive), saw 30"),
    ("\n\u{E9} = 1", "2:1", "expected keys, tables, whitespace or comments, saw 'é'"),
    ("a = é", "1:5", "could not determine value type"),
    ("a = 1é", "1:6", "expected digit, saw 'é'"),
    ("[é]", "1:2", "expected bare key starting character or string delimiter, saw 'é'"),
    ("[]", "1:2", "tables with blank bare keys are explicitly prohibited"),
    ("[\u{0}]", "1:2", "expected bare key starting character or string delimiter, saw '\\u0000'"),
    ("a = null", "1:6", "expected 'nan', saw 'nu'"), ("a = 1\r", "2:1", "expected '\\n' after '\\r', saw EOF"),
  ])
  func `broken TOML is named with its place`(text: String, position: String, message: String) {
    let (node, messages) = read(text)
    #expect(node == nil)
    #expect(messages == ["a.toml:\(position): error: the TOML is broken: \(message) [toml-syntax]"])
  }

  @Test(arguments: [
    ("a = 1\na = 2", "2:1", "the key 'a' appears twice"),
    ("a = {b = 1, b = 2}", "1:13", "the key 'b' appears twice"),
    ("a.b = 1\na . \"b\" =2", "2:5", "the key '\"b\"' appears twice"),
    ("[a]\nb = 1\n'b' = 2", "3:1", "the key ''b'' appears twice"),
    ("\"x\\\"\" = 1\n\"x\\\"\" = 2", "2:1", "the key '\"x\\\"\"' appears twice"),
    ("[a]\n[b]\n[a] # again\n[c]", "3:1", "the table 'a' appears twice"),
    ("a = 1\n[a]", "2:1", "the TOML is broken: cannot redefine existing integer 'a' as table"),
    ("a = 1\n[a.b]\n[c]", "2:1", "the TOML is broken: cannot redefine existing integer 'a.b' as table"),
    (
      "a = 1\n[ a . \"b\" ] # no\n[c]", "2:1",
      "the TOML is broken: cannot redefine existing integer 'a . \"b\"' as table"
    ),
    ("[\"a b\"]\n[c]\n[\"a b\"]", "3:1", "the table '\"a b\"' appears twice"),
    ("a = 1\n  [a.b]", "2:3", "the TOML is broken: cannot redefine existing integer 'a.b' as table"),
    ("a = []\n[[a]]\n", "2:1", "the TOML is broken: cannot redefine existing array 'a' as array-of-tables"),
    ("a = {}\n[a.b]\nc = 1", "2:1", "the TOML is broken: cannot insert 'a.b' into existing inline table"),
    ("a = 1\na.b = 2", "2:1", "the TOML is broken: cannot redefine existing integer as dotted key-value pair"),
    ("\"\u{E9}\" = 1\n\"e\u{301}\" = 2", "2:1", "the key 'e\u{301}' appears twice"),
  ])
  func `a key that stands twice is an error at the second`(text: String, position: String, message: String) {
    #expect(read(text).messages == ["a.toml:\(position): error: \(message) [duplicate-key]"])
  }

  @Test func `a number that is none is an error, and so is each further one`() {
    #expect(
      read("a = [inf, 1.0, -nan]\nb = +inf").messages == [
        "a.toml:1:6: error: a number must be finite, found \"inf\" [invalid-value]",
        "a.toml:1:16: error: a number must be finite, found \"-nan\" [invalid-value]",
        "a.toml:2:5: error: a number must be finite, found \"+inf\" [invalid-value]",
      ])
  }

  @Test func `deep nesting is refused`() {
    func deep(_ text: String) -> String { String(repeating: text, count: 200_000) }
    let texts = [
      ("a = \(deep("["))", "1:103"), ("a = \(deep("{a="))", "1:299"), ("\(deep("a."))a = 1", "1:198"),
      ("[\(deep("a."))a]", "1:400003"),
      ("\(String(repeating: "a.", count: 60))b = {\(deep("a."))b = 1}", "1:201"),
    ]
    for (text, position) in texts {
      #expect(
        read(text).messages == ["a.toml:\(position): error: the TOML is nested too deeply [too-complex]"],
        "\(text.prefix(10))")
    }
  }

  @Test func `what is nested as deeply as may be is read on a small stack`() async {
    let arrays = "a = \(String(repeating: "[", count: 98))\(String(repeating: "]", count: 98))"
    let tables = "b = \(String(repeating: "{a = ", count: 98))1\(String(repeating: "}", count: 98))"
    let keys = "[\(String(repeating: "c.", count: 46))c]\n\(String(repeating: "d.", count: 3))d = 1"
    let messages = parallelMap(4) { _ in self.read("\(arrays)\n\(tables)\n\(keys)\n").messages }
    #expect(messages == [[], [], [], []])
  }

  @Test func `tables that name each other too often are refused`() {
    let keys = (0..<60_000).map { "k\($0).a = 1\n" }.joined()
    #expect(read(keys).messages == [])
    let again = keys + (0..<60_000).map { "k\($0).b = 1\n" }.joined()
    let messages = read(again).messages
    #expect(messages.count == 1)
    #expect(messages.first?.hasSuffix("the TOML has too many dotted keys and tables [too-complex]") ?? false)
    let rows = (0..<40_000).map { "[[rows]]\nname = \"n\($0)\"\n" }.joined()
    #expect(read(rows).messages == [])
  }
}
