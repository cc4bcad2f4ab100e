import CellistRecords
import CellistText

@testable import CellistFiles
@testable import CellistFormats

extension FuzzTarget {
  /// Text in any encoding: what is read is text, and what is not has a place in it.
  static let encoding = FuzzTarget(
    "encoding", seeds: ["Café", "\u{FEFF}a\nb", "テスト,日本"],
    words: ["\u{1B}$B", "\u{1B}(B", "\u{E}", "\u{F}", "+AGE-"]
  ) { input in
    let bytes = Array(input.bytes)
    for encoding in encodings {
      var diagnostics = Diagnostics()
      let text = SourceTree.text(of: bytes, "a.csv", in: encoding, ofSource: true, &diagnostics)
      law((text == nil) == diagnostics.hasErrors, "bytes that are no text have an error")
      for diagnostic in diagnostics.all { law((diagnostic.location?.line ?? 0) >= 1, "an error has a place") }
    }
  }

  private static let encodings: [TextEncoding?] =
    [nil]
    + [
      "windows-1252", "shift_jis", "gb18030", "utf-16", "utf-7", "iso-2022-jp", "euc-kr", "utf-32", "hz", "scsu",
      "big5",
    ].map { TextEncoding($0) }

  /// JSON Lines: what stands on the lines of a file is what the JSON reader reads of each.
  static let jsonLines = FuzzTarget(
    "json-lines", seeds: ["{\"a\": 1}\n\n[2]\r\nx\n", "{}\r{}"],
    words: ["\n", "\r\n", "{\"a\":", "null", "\"\\u00e9\""]
  ) { input in
    let text = input.text
    let lines = TextLines(text)
    var diagnostics = Diagnostics()
    let nodes = JSONReader.readLines(text, file: "a.jsonl", &diagnostics)
    lawOfPlaces(diagnostics, in: ["a.jsonl": lines])
    law(nodes.allSatisfy { $0.places.allSatisfy(lines.holds) }, "places lie in the file")
    law(zip(nodes, nodes.dropFirst()).allSatisfy { $0.location.line < $1.location.line }, "each stands on its line")
  }
}
