import CellistMarkup
import CellistRecords

/// A Markdown text taken apart: the heading of the first level with which it begins, and what is below.
package struct TextHeading {
  /// The key of the heading's words, for fields.
  package static let key = "$heading"

  /// The words of the heading.
  package let words: Node
  /// The text below; nil where nothing is there.
  package let rest: Node?
  /// The heading, as it is written, and the lines before it.
  package let written: String

  /// Nil where the text begins otherwise.
  package init?(of text: Node) {
    guard let source = text.text, let heading = MarkdownHeading(of: source) else { return nil }
    func place(_ line: Int) -> SourceLocation {
      SourceLocation(file: text.location.file, line: text.location.line + line, column: 1)
    }
    let end = source.utf8.index(source.startIndex, offsetBy: heading.end.byte)
    let below = source[end...]
    words = Node(.scalar(heading.words, quoted: true), at: place(heading.linesBefore))
    rest =
      below.utf8.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
      ? nil : Node(.scalar(String(below), quoted: true), at: place(heading.end.line))
    written = String(source[..<end])
  }
}

extension RawRecord {
  /// The words of the heading of the text below the front matter, under the key of them, or `$heading.de` for that of the
  /// text in a language; nil for any other key.
  func heading(_ key: String) -> Node? {
    guard key.hasPrefix(TextHeading.key) else { return nil }
    let tag = key.dropFirst(TextHeading.key.count)
    let text = tag.isEmpty ? body : node[RecordType.bodyName + tag]
    return text.flatMap(TextHeading.init)?.words
  }
}
