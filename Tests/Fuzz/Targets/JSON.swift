import CellistRecords

@testable import CellistContent

extension FuzzTarget {
  /// The JSON reader: reads what the grammar says, at the right places, and again what it has read.
  static let json = FuzzTarget(
    "json",
    seeds: [
      "[{\"name\": \"Ada\", \"born\": 1815, \"tags\": [\"x\", \"y\"], \"seen\": null}]",
      "{\"a\": {\"b\": [1.0080, -2e-3, 0, true, false]}, \"c\": \"\\u00e9\\ud83d\\ude00\\n\"}\r\n", "[]", "\"x\"",
      "-0.5E+7",
    ],
    words: [
      "null", "true", "false", "\\u", "\\ud83d\\ude00", "\\\"", "\\\\", "{\"", "\":", "[[", "]]", "1e", "é", "\r\n",
    ]
  ) { input in
    let text = input.text
    let lines = TextLines(text)
    var diagnostics = Diagnostics()
    let node = JSONReader.read(text, file: "a.json", &diagnostics)
    law((node == nil) == diagnostics.hasErrors, "a text that is not read has an error")
    lawOfPlaces(diagnostics, in: ["a.json": lines])
    // A key that stands twice, and what is nested too deeply, is refused for other reasons.
    if diagnostics.all.allSatisfy({ $0.code == .jsonSyntax }) {
      law(JSONGrammar.accepts(text) == (node != nil), "the grammar says otherwise")
    }
    guard let node else { return }
    let places = node.places
    law(zip(places, places.dropFirst()).allSatisfy { $0 < $1 }, "places rise")
    law(
      places.allSatisfy { "{[\"-0123456789tfn".unicodeScalars.contains(lines.scalar(at: $0) ?? " ") },
      "places begin values")
    let writer = NodeText(format: .json)
    var none = Diagnostics()
    let again = JSONReader.read(writer.write(node), file: "b.json", &none)
    law(again.map { writer.same($0, node) } ?? false, "what was read and written is read again")
  }
}
