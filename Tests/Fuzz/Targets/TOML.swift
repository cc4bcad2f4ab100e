import CellistRecords

@testable import CellistFormats

extension FuzzTarget {
  /// The TOML reader: nodes stand at places in the file, and what was read and written is read again.
  static let toml = FuzzTarget(
    "toml",
    seeds: [
      "a = 1\nb.c = 0xFF_0\nd = 1979-05-27 07:32:00 # x\n[[r]]\nx = \"\"\"\nhello\"\"\"\ny = [1,\n 2.50, {q = true}]\n[[r]]\n",
      "[ a . \"b\" ]\n[[c.d]]\nx = {a.b = 1, c = []}\n[c.e]\n\"\\u00e9\" = 'x'\n",
      "a = '''x\n'''\nb = 0o17\nc = 0b1\nd = +1.5e-3\n",
      "a = 1979-05-27T07:32:00.5-08:00\nb = 07:32:00\nc = -inf\n", "a = \"\"\"x \\\n  \u{E9}\"\"\"\r\n",
    ],
    words: [
      "\"\"\"", "'''", "[[", "]]", " = ", "= {", "}\n", ".a", "1979-05-27", "07:32:00", "+00:00", "inf", "nan", "true",
      "0x",
      "0o", "0b", "1e5", "\\u00e9", "\\U0001F600", "\\\n", "\u{85}", "\u{2028}", "\u{FEFF}", "\u{A0}", "\u{3000}",
      "\r\n",
      "\r", "# ", "é",
    ]
  ) { input in
    let text = input.text
    let lines = TextLines(text)
    var diagnostics = Diagnostics()
    let node = TOMLReader.read(text, file: "a.toml", &diagnostics)
    law((node == nil) == diagnostics.hasErrors, "a text that is not read has an error")
    lawOfPlaces(diagnostics, in: ["a.toml": lines])
    guard let node else { return }
    law(node.places.allSatisfy(lines.holds), "places lie in the file")
    let writer = NodeText(format: .toml)
    var none = Diagnostics()
    let again = TOMLReader.read(writer.file(node), file: "b.toml", &none)
    law(again.map { writer.same($0, node) } ?? false, "what was read and written is read again: \(none.all)")
  }
}
