import CellistRecords
import CellistText

/// A Markdown file taken apart: the mapping between its fences, and the text below.
package struct FrontMatter: Sendable {
  /// The front matter; an empty mapping when there is none.
  package let node: Node
  /// The Markdown below it, without the line break after the fence.
  package let body: String
  /// Where the body begins.
  package let bodyLocation: SourceLocation

  /// Takes a file's text apart. Front matter is YAML between lines of `---`, TOML between lines of `+++`, or a
  /// JSON object; nil, with a diagnostic, when it is broken.
  package init?(_ text: String, file: String, _ diagnostics: inout Diagnostics) {
    let start = SourceLocation(file: file)
    // Tags of templates begin with a brace as well.
    if text.utf8.first == UInt8(ascii: "{"), !text.hasPrefix("{{"), !text.hasPrefix("{%") {
      guard let (node, length) = JSONReader.readPrefix(of: text, file: file, &diagnostics) else { return nil }
      let rest = Substring(text.utf8.dropFirst(length).drop { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") })
      let front = Array(text.utf8.prefix(text.utf8.count - rest.utf8.count))
      let line = front.indices.count(where: front.endsLine)
      let lastLine = front[(front.indices.last(where: front.endsLine).map { $0 + 1 } ?? 0)...]
      self.init(
        node: node, body: String(rest), line: line + 1, column: lastLine.count { $0 & 0xC0 != 0x80 } + 1, file)
      return
    }
    let fences = Fences(text)
    guard let mark = fences.opening else {
      if let line = Self.lateFence(of: text) {
        diagnostics.error(
          .frontMatter,
          line > 1
            ? "front matter begins in the first line of a file, and this is in line \(line)"
            : "front matter begins with the first character of a file, and here one that is not visible precedes it",
          at: SourceLocation(file: file, line: line, column: 1),
          hint: line > 1 ? "remove what is above it" : "remove that character")
        return nil
      }
      self.init(node: Node(.mapping([]), at: start), body: text, line: 1, file)
      return
    }
    guard let inside = fences.inside, let outside = fences.outside else {
      diagnostics.error(
        .frontMatter, "the front matter that opens here has no closing '\(mark.rawValue)'", at: start,
        hint: "put a line of '\(mark.rawValue)' between the front matter and the text")
      return nil
    }
    func part(_ range: Range<Int>) -> String {
      let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
      return String(text[start..<text.utf8.index(start, offsetBy: range.count)])
    }
    let read =
      mark == .yaml
      ? YAMLReader.read(part(inside), file: file, line: 2, &diagnostics)
      : TOMLReader.read(part(inside), file: file, line: 2, &diagnostics)
    guard let node = read else { return nil }
    guard node.isNull || node.entries != nil else {
      diagnostics.error(
        .frontMatter, "front matter must be a mapping, found \(node.summary)", at: node.location,
        hint: node.text?.contains(":") == true ? "put a space behind the colon, as in title: Emma" : nil)
      return nil
    }
    self.init(
      node: node.isNull ? Node(.mapping([]), at: start) : node, body: part(outside.bytes), line: outside.line, file)
  }

  /// The line of a fence that only spaces and characters without a sign precede, and that a key follows; nil without one.
  private static func lateFence(of text: String) -> Int? {
    let above = text.prefix { $0.isWhitespace || $0 == "\u{200B}" || $0 == "\u{FEFF}" }
    let indent = above.unicodeScalars.reversed().prefix { $0 != "\n" && $0 != "\r" }
    // In Markdown, spaces before a rule mean nothing.
    guard !above.isEmpty, indent.isEmpty || indent.contains(where: { $0 != " " }),
      text[above.endIndex...].prefixMatch(of: /---[ \t]*(?:\r\n|\r|\n)[\w$-]+:(?:\s|$)/) != nil
    else { return nil }
    // A line ends here where it ends for every other place: not after a form feed, as it would in a `String`.
    let bytes = Array(above.utf8)
    return bytes.indices.count(where: bytes.endsLine) + 1
  }

  /// The Markdown below it; nil where nothing but spaces is there.
  package var bodyNode: Node? { Node(markdown: body, at: bodyLocation) }

  private init(node: Node, body: String, line: Int, column: Int = 1, _ file: String) {
    self.node = node
    self.body = body
    bodyLocation = SourceLocation(file: file, line: line, column: column)
  }
}

extension Node {
  /// A text in Markdown; nil where nothing but spaces is there.
  package init?(markdown text: String, at location: SourceLocation) {
    if text.utf8.allSatisfy({ $0 == 0x20 || (0x09...0x0D).contains($0) }) { return nil }
    self.init(.scalar(text, quoted: true), at: location)
  }
}

/// Finds the fences of front matter, looking at no line below them.
private struct Fences {
  enum Mark: String {
    case yaml = "---"
    case toml = "+++"

    /// The mark of a line that consists of a fence's three characters, perhaps followed by spaces.
    init?(_ line: Slice<UnsafeBufferPointer<UInt8>>) {
      // The first character decides most lines.
      guard let first = line.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") else { return nil }
      let end = line.lastIndex { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 } ?? line.startIndex
      guard line[...end].count == 3, line[...end].allSatisfy({ $0 == first }) else { return nil }
      self = first == UInt8(ascii: "-") ? .yaml : .toml
    }
  }

  /// The mark of the first line.
  private(set) var opening: Mark?
  /// The bytes between the fences.
  private(set) var inside: Range<Int>?
  /// The bytes below the closing fence, and the number of their first line.
  private(set) var outside: (bytes: Range<Int>, line: Int)?

  init(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var start = 0
      var line = 1
      var first = 0
      while start < bytes.count {
        var end = start
        while end < bytes.count, bytes[end] > 0x0D || !bytes.endsLine(at: end) { end += 1 }
        end = min(end + 1, bytes.count)
        let mark = Mark(bytes[start..<end])
        if line == 1 {
          opening = mark
          first = end
          guard mark != nil else { return }
        } else if mark != nil, mark == opening {
          inside = first..<start
          outside = (end..<bytes.count, line + 1)
          return
        }
        start = end
        line += 1
      }
    }
  }
}
