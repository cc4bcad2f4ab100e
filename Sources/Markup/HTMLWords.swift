/// The words of raw HTML, paragraph by paragraph: the visible text, without markup, scripts and styles.
package struct HTMLWords {
  /// Elements whose tags do not end a word or a paragraph.
  private static let inline: Set = [
    "a", "abbr", "b", "bdi", "bdo", "cite", "code", "data", "del", "dfn", "em", "font", "i", "ins", "kbd", "mark", "q",
    "s", "samp", "small", "span", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr",
  ]
  private static let characters = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ndash": "–", "mdash": "—",
    "hellip": "…", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "shy": "",
  ]

  /// The paragraphs that have words, each with single spaces between them. Takes linear time.
  package let paragraphs: [String]

  package init(_ html: String) {
    var tokenizer = HTMLTokenizer(runsScripts: false)
    var paragraphs: [[UInt8]] = [[]]
    for byte in html.utf8 {
      let before = tokenizer.state
      let step = tokenizer.follow(byte)
      if tokenizer.state == .text, before == .text || before == .lessThan {
        // The text after a `<` may be no tag.
        paragraphs[paragraphs.count - 1] += before == .text ? [byte] : [UInt8(ascii: "<"), byte]
      }
      if step.contains(.tagEnded), !Self.inline.contains(tokenizer.element) { paragraphs.append([]) }
    }
    self.paragraphs = paragraphs.map { Self.words(String(decoding: $0, as: UTF8.self)) }.filter { !$0.isEmpty }
  }

  private static func words(_ text: String) -> String {
    let parts = text.split(separator: "&", omittingEmptySubsequences: false)
    var decoded = String(parts.first ?? "")
    for part in parts.dropFirst() {
      let name = part.prefix(10).prefix { $0 != ";" }
      guard part.dropFirst(name.count).first == ";", let character = character(of: name) else {
        decoded += "&" + part
        continue
      }
      decoded += character + part.dropFirst(name.count + 1)
    }
    return decoded.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The character of a reference such as `amp`, `#233` or `#xE9`.
  private static func character(of name: Substring) -> String? {
    guard name.first == "#" else { return characters[String(name)] }
    let isHexadecimal = name.dropFirst().first?.lowercased() == "x"
    let number = UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
    return number.flatMap(Unicode.Scalar.init).map { String($0) }
  }
}
