import CellistFormats
import CellistRecords

extension FuzzTarget {
  /// Front matter: the body is the end of the file, and stands where it is said to.
  static let frontMatter = FuzzTarget(
    "front-matter",
    seeds: [
      "---\ntitle: Ada\n---\nBody *text*\n", "---\r\na: 1\r\n--- \r\n\r\nx", "{\"a\": 1}\n\nBody", "Body only\n",
      "---\n---\n",
      "+++\na = 1\n+++\n", "+++\na = [\n1]\n+++\n\nx", "---\na: |\n  ---\n---\nb", "---\nnever closed\n",
      "\n\u{C}\n---\na: 1\n---\n",
    ],
    words: ["---\n", "---\r\n", "\n---\n", "+++\n", "{}", "\u{FEFF}", "\u{85}", "\u{2028}", "\r", "\u{C}"]
  ) { input in
    let text = input.text
    let lines = TextLines(text)
    var diagnostics = Diagnostics()
    let matter = FrontMatter(text, file: "a.md", &diagnostics)
    law((matter == nil) == diagnostics.hasErrors, "a text that is not read has an error")
    lawOfPlaces(diagnostics, in: ["a.md": lines])
    guard let matter else { return }
    law(matter.node.places.allSatisfy(lines.holds), "places lie in the file")
    law(matter.node.entries != nil, "front matter is a mapping")
    law(text.utf8.suffix(matter.body.utf8.count).elementsEqual(matter.body.utf8), "the body is the end of the file")
    guard !matter.body.isEmpty else { return }
    law(
      lines.text(from: matter.bodyLocation).map { same($0, matter.body) } ?? false,
      "the body begins at \(matter.bodyLocation)")
  }
}
