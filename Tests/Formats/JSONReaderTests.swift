import CellistRecords
import CellistTestSupport
import Testing

@testable import CellistFormats

@Suite struct JSONReaderTests {
  private func read(_ text: String) -> (node: Node?, messages: [String]) {
    var diagnostics = Diagnostics()
    let node = JSONReader.read(text, file: "a.json", &diagnostics)
    return (node, lines(diagnostics))
  }

  @Test(arguments: [
    ("{}", "{}"), (" [ ] ", "[]"), ("null", "null"), ("[true, false]", "[true, false]"), ("\"\"", "\"\""),
    ("[0, -0, 1.50, 1e3, 1E-3, 12345678901234567890]", "[0, -0, 1.50, 1e3, 1E-3, 12345678901234567890]"),
    ("{\"a\": {\"b\": [1, {\"c\": null}]}}", "{a: {b: [1, {c: null}]}}"), ("\t\r\n1\n", "1"), ("\"é漢🎉\"", "\"é漢🎉\""),
  ])
  func `values are read, and numbers keep their digits`(text: String, expected: String) {
    #expect(outline(read(text).node) == expected)
    #expect(read(text).messages == [])
  }

  @Test(arguments: [
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\u6F22""#, "é漢"), (#""\ud83c\uDF89!""#, "🎉!"),
    (#""\u0000""#, "\u{0}"), (#""a\u0301b""#, "a\u{301}b"), (#""\uFFFF""#, "\u{FFFF}"),
  ])
  func `escapes are resolved`(text: String, expected: String) {
    #expect(read(text).node?.text.map { Array($0.unicodeScalars) } == Array(expected.unicodeScalars))
  }

  @Test(arguments: [
    (#"{"a": "\ud83c"}"#, "1:8", "the escape is half of a surrogate pair"),
    (#"["\ud83cx"]"#, "1:3", "the escape is half of a surrogate pair"),
    (#"["\ud83c\n"]"#, "1:3", "the escape is half of a surrogate pair"),
    (#"["\ud83c\ud83c"]"#, "1:3", "the escape is half of a surrogate pair"),
    (#"["\udf89"]"#, "1:3", "the escape is half of a surrogate pair"),
    (#"["\u12g4"]"#, "1:5", "expected four hexadecimal digits after \\u"),
    (#"["\x"]"#, "1:3", "there is no escape '\\x'"),
    ("[1 2]", "1:4", "expected ',' or ']'"),
    ("{\"a\" 1}", "1:6", "expected ':' after the key 'a'"),
    ("{\"a\": 1 \"b\"", "1:9", "expected ',' or '}'"),
    ("{a: 1}", "1:2", "expected a key in double quotes"),
    ("{\"a\": 1,}", "1:9", "expected a key in double quotes"),
    ("[1,]", "1:4", "expected a value"),
    ("[\n  \"é\",\n  nul\n]", "3:3", "expected a value"),
    ("", "1:1", "it ends where a value is expected"),
    ("[1] x", "1:5", "found text after the end of the value"),
    ("01", "1:1", "a number cannot begin with 0"), ("-01", "1:1", "a number cannot begin with 0"),
    ("-", "1:2", "expected a digit"), ("1.", "1:3", "expected a digit after the decimal point"),
    ("1e+", "1:4", "expected a digit in the exponent"), ("+1", "1:1", "expected a value"),
    ("\"open", "1:1", "the text that begins here has no closing quote"),
    ("\"a\nb\"", "1:3", "a control character must be escaped in text"), ("\"a\\", "1:4", "it ends inside an escape"),
  ])
  func `broken JSON is named with its place`(text: String, position: String, message: String) {
    let (node, messages) = read(text)
    #expect(node == nil)
    #expect(messages == ["a.json:\(position): error: the JSON is broken: \(message) [json-syntax]"])
  }

  @Test func `a key that stands twice is an error at the second`() {
    #expect(
      read("{\"a\": 1,\n \"a\": 2}").messages == [
        "a.json:2:2: error: the JSON is broken: the key 'a' appears twice [duplicate-key]"
      ])
  }

  @Test func `deep nesting is refused`() {
    let text = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
    #expect(read(text).messages == ["a.json:1:101: error: the JSON is broken: it is nested too deeply [too-complex]"])
    let fair = String(repeating: "[", count: 99) + String(repeating: "]", count: 99)
    #expect(read(fair).messages == [])
  }

  @Test func `every node knows its place`() {
    let node = read("{\n  \"é\": [1, \"x\"],\n  \"b\": {\"c\": true}\n}").node
    #expect(node?.location.description == "a.json:1:1")
    #expect(node?.entries?[0].keyLocation.description == "a.json:2:3")
    #expect(node?["é"]?.items?[1].location.description == "a.json:2:12")
    #expect(node?["b"]?["c"]?.location.description == "a.json:3:14")
  }
}
