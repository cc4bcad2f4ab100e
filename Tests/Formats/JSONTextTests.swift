import CellistTestSupport
import Testing

@testable import CellistFormats
@testable import CellistRecords

@Suite struct JSONTextTests {
  /// The document as our own reader reads it.
  private func readBack(_ json: JSONText) -> String {
    var diagnostics = Diagnostics()
    let node = JSONReader.read(json.pretty, file: "a.json", &diagnostics)
    #expect(lines(diagnostics) == [])
    return outline(node)
  }

  @Test func `members stand in their order, one a line, and those without a value are left out`() {
    let json = JSONText.object([
      ("b", .integer(1)), ("a", .array([.text("x"), .null, .boolean(true)])), ("none", nil), ("e", .array([])),
      ("o", .object([])),
    ])
    #expect(
      json.pretty == """
        {
          "b": 1,
          "a": [
            "x",
            null,
            true
          ],
          "e": [],
          "o": {}
        }
        """)
    #expect(readBack(json) == "{b: 1, a: [\"x\", null, true], e: [], o: {}}")
  }

  @Test(arguments: [
    "", "plain", "\"quoted\" \\ /", "\n\r\t\u{8}\u{C}\u{0}\u{1F}\u{7F}", "é漢🎉", "a\u{301}", "\u{2028}\u{2029}",
    "</script>",
    "\r\n",
  ])
  func `any text that is written is read back`(text: String) {
    var diagnostics = Diagnostics()
    let written = JSONText.object([(text, .text(text))]).pretty
    let entry = JSONReader.read(written, file: "a.json", &diagnostics)?.entries?.first
    #expect(entry.map { Array($0.key.unicodeScalars) } == Array(text.unicodeScalars))
    #expect(entry?.value.text.map { Array($0.unicodeScalars) } == Array(text.unicodeScalars))
    #expect(lines(diagnostics) == [])
  }

  @Test(arguments: [
    ("1.50", "1.50"), ("-0.5", "-0.5"), ("0", "0"), ("-0", "-0"), ("007", "7"), ("-007.10", "-7.10"), ("00", "0"),
    ("000.5", "0.5"), ("00e3", "0e3"), ("1e-3", "1e-3"), ("100", "100"),
  ])
  func `numbers keep their digits, but for zeros in front`(digits: String, expected: String) {
    #expect(readBack(.number(digits)) == expected)
  }
}
