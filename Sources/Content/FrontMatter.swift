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

  /// Takes a file's text apart. Front matter is YAML between lines of `---`, or a JSON object; nil, with a diagnostic,
  /// when it is broken.
  package init?(_ text: String, file: String, _ diagnostics: inout Diagnostics) {
    let start = SourceLocation(file: file)
    if text.utf8.first == UInt8(ascii: "{") {
      guard let (node, length) = JSONReader.readPrefix(of: text, file: file, &diagnostics) else { return nil }
      let rest = Substring(text.utf8.dropFirst(length)).drop { $0.isNewline }
      let line = text.utf8.prefix(text.utf8.count - rest.utf8.count).count { $0 == UInt8(ascii: "\n") }
      self.init(node: node, body: String(rest), line: line + 1, file)
      return
    }
    let lines = Lines(text)
    guard lines.fence(at: 0) == "---" else {
      if lines.fence(at: 0) == "+++" {
        diagnostics.error(
          .frontMatter, "front matter in TOML cannot be read", at: start, hint: "write YAML between lines of '---'")
        return nil
      }
      self.init(node: Node(.mapping([]), at: start), body: text, line: 1, file)
      return
    }
    guard let close = lines.closingFence else {
      diagnostics.error(
        .frontMatter, "the front matter that opens here has no closing '---'", at: start,
        hint: "put a line of '---' between the front matter and the text")
      return nil
    }
    let yaml = String(text.utf8[lines.start(of: 1)..<lines.start(of: close)]) ?? ""
    guard let node = YAMLReader.read(yaml, file: file, line: 2, &diagnostics) else { return nil }
    guard node.isNull || node.entries != nil else {
      diagnostics.error(.frontMatter, "front matter must be a mapping, found \(node.summary)", at: node.location)
      return nil
    }
    let body = String(text.utf8[lines.start(of: close + 1)...]) ?? ""
    self.init(node: node.isNull ? Node(.mapping([]), at: start) : node, body: body, line: close + 2, file)
  }

  private init(node: Node, body: String, line: Int, _ file: String) {
    self.node = node
    self.body = body
    bodyLocation = SourceLocation(file: file, line: line)
  }
}

/// Finds lines near the start of a text without cutting all of it up.
private struct Lines {
  private let text: String
  private var starts: [String.Index]
  /// The index of the line that closes the front matter, when the first line opens one.
  private(set) var closingFence: Int?

  init(_ text: String) {
    self.text = text
    starts = [text.startIndex]
    while let last = starts.last, let end = text.firstIndex(ofASCII: "\n", from: last) {
      starts.append(text.utf8.index(after: end))
      if starts.count == 2, fence(at: 0) != "---" { return }
      if starts.count > 2, fence(at: starts.count - 2) == "---" {
        closingFence = starts.count - 2
        return
      }
    }
    if starts.count > 1, fence(at: starts.count - 1) == "---" {
      closingFence = starts.count - 1
      starts.append(text.endIndex)
    }
  }

  func start(of line: Int) -> String.Index { line < starts.count ? starts[line] : text.endIndex }

  /// The line, when it consists of three equal characters of a fence and perhaps spaces behind them.
  func fence(at line: Int) -> String? {
    let content = text.utf8[start(of: line)..<start(of: line + 1)]
    var trimmed = content[...]
    while let last = trimmed.last, last == 0x20 || last == 0x0A || last == 0x0D || last == 0x09 {
      trimmed = trimmed.dropLast()
    }
    if trimmed.elementsEqual("---".utf8) { return "---" }
    return trimmed.elementsEqual("+++".utf8) ? "+++" : nil
  }
}
