import CellistText

/// The heading of the first level with which a Markdown text begins, on one line: `# Emma`, or underlined with `=`.
package struct MarkdownHeading {
  /// Its words, without any markup.
  package let words: String
  /// How many lines precede it, all of them blank.
  package let linesBefore: Int
  /// Where the text below it begins.
  package let end: (line: Int, byte: Int)

  /// Nil where a text begins otherwise. O(n) in the length of its first lines.
  package init?(of source: String) {
    var source = source
    guard let heading = source.withUTF8(Self.init) else { return nil }
    self = heading
  }

  private init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    var (line, next, number) = (bytes[0..<0], 0, -1)
    func move() {
      let end = bytes[next...].indices.first { bytes.endsLine(at: $0) }.map { $0 + 1 } ?? bytes.count
      (line, next, number) = (bytes[next..<end], end, number + 1)
    }
    while line.allSatisfy(\.isSpace) {
      guard next < bytes.count else { return nil }
      move()
    }
    let isMarked = Self.content(of: line)?.starts(with: "#".utf8) ?? false
    let text = String(decoding: line, as: UTF8.self)
    linesBefore = number
    if isMarked {
      guard let behind = Self.content(of: line)?.dropFirst().first, behind.isSpace else { return nil }
    } else {
      guard next < bytes.count, !MarkdownDocument.beginsBlock(Array(line)[...]) else { return nil }
      move()
      guard let marks = Self.content(of: line)?.prefix(while: { $0 == UInt8(ascii: "=") }), !marks.isEmpty,
        line[marks.endIndex...].allSatisfy(\.isSpace)
      else { return nil }
    }
    words = MarkdownRenderer.plainText(text, [])
    end = (number + 1, next)
    if words.isEmpty { return nil }
  }

  /// A line behind its indent; nil where that makes it code.
  private static func content(of line: Slice<UnsafeBufferPointer<UInt8>>) -> Slice<UnsafeBufferPointer<UInt8>>? {
    let content = line.drop { $0 == 0x20 }
    return content.startIndex - line.startIndex > 3 ? nil : content
  }
}
