import CellistRecords

@testable import CellistFormats

extension FuzzTarget {
  /// The YAML reader: nodes stand at places in the file, and what was read and written is read again.
  static let yaml = FuzzTarget(
    "yaml",
    seeds: [
      "- {name: Ada, born: 1815-12-10, tags: [x, y]}\n- name: \"B\\u00e9\"\n  note: |\n    two\n    lines\n",
      "a: &x {b: 1, c: ~}\nd: {<<: *x, c: 'it''s'}\ne: [*x, *x]\n", "%YAML 1.2\n---\n? key\n: value\n...\n",
      "title: >-\n  folded\n  text\nempty:\n# comment\n\"quoted key\": no\n", "!!str a: !tag b\n", "[a, [b, {c: d}]]",
    ],
    words: [
      "<<: ", "&a ", "*a", "? ", ": ", "- ", "|-\n", ">+\n", "---\n", "...\n", "!!str ", "%YAML 1.1\n", "%TAG ! x\n",
      "\u{85}", "\u{2028}", "\u{2029}", "\u{FEFF}", "\\x41", "\\U0001F600", "\\N", "\r", "\t", "null", "~", "''", "é",
    ]
  ) { input in
    let text = input.text
    let lines = TextLines(text)
    var diagnostics = Diagnostics()
    let node = YAMLReader.read(text, file: "a.yml", &diagnostics)
    law((node == nil) == diagnostics.hasErrors, "a text that is not read has an error")
    lawOfPlaces(diagnostics, in: ["a.yml": lines])
    guard let node else { return }
    law(node.places.allSatisfy(lines.holds), "places lie in the file")
    let writer = NodeText(format: .yaml)
    var none = Diagnostics()
    let again = YAMLReader.read(writer.write(node), file: "b.yml", &none)
    law(again.map { writer.same($0, node) } ?? false, "what was read and written is read again: \(none.all)")
  }
}
