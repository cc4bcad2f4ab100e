import CellistFormats
import CellistMarkup
import CellistRecords

/// A Markdown text taken apart: the heading of the first level with which it begins, and what is below.
package struct TextHeading {
  /// The key of the heading's words, for fields.
  package static let key = "$heading"

  private let heading: MarkdownHeading
  private let source: String
  private let location: SourceLocation

  /// Nil where the text begins otherwise.
  package init?(of text: Node) {
    guard let source = text.text, let heading = MarkdownHeading(of: source) else { return nil }
    (self.heading, self.source, location) = (heading, source, text.location)
  }

  /// The words of the heading.
  package var words: Node { Node(.scalar(heading.words, quoted: true), at: place(heading.linesBefore)) }
  /// The text below; nil where nothing is there.
  package var rest: Node? { Node(markdown: String(source[end...]), at: place(heading.end.line)) }
  /// The heading, as it is written, and the lines before it.
  package var written: String { String(source[..<end]) }

  private var end: String.Index { source.utf8.index(source.startIndex, offsetBy: heading.end.byte) }

  private func place(_ line: Int) -> SourceLocation {
    SourceLocation(file: location.file, line: location.line + line, column: 1)
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

extension RecordDecoder {
  /// The value of a field in the last source that has one, and the language of a localized one.
  func found(_ index: Int, of raw: RawRecord) -> (node: Node?, language: String?) {
    let found = whole(index, of: raw)
    guard !headings.isEmpty, type.fields[index].name == RecordType.bodyName, let text = found.node,
      let heading = heading(of: text, in: raw)
    else { return found }
    return (heading.rest, found.language)
  }

  /// The heading of a text of a record, where a field is that heading, so that the text itself begins below.
  package func heading(of text: Node, in raw: RawRecord) -> TextHeading? {
    guard !headings.isEmpty, let heading = TextHeading(of: text) else { return nil }
    return headings.contains { whole($0, of: raw).node?.text == heading.words.text } ? heading : nil
  }
}
