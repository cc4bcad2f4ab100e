/// The tags of a page as a browser would find them, as far as that is needed to check a page's outline.
struct HTMLPage {
  private struct Tag {
    var name = ""
    var attributes: [String: String] = [:]
  }

  private(set) var ids: Set<String> = []
  /// The targets of `href` and `src`.
  private(set) var links: [String] = []
  /// The parts that every page should have and this one lacks.
  private(set) var problems: [String] = []

  init(_ text: String) {
    let tags = Self.tags(in: Array(text.utf8))
    for tag in tags {
      if let id = tag.attributes["id"], !ids.insert(id).inserted { problems.append("the id '\(id)' twice") }
      if tag.name == "img", tag.attributes["alt"] == nil { problems.append("an image without alt") }
      links += ["href", "src"].compactMap { tag.attributes[$0] }
    }
    let headings = tags.count { $0.name == "h1" }
    if headings != 1 { problems.append("\(headings) h1") }
    if tags.first(where: { $0.name == "html" })?.attributes["lang"]?.isEmpty ?? true { problems.append("no lang") }
    if !text.contains("<title>") || text.contains("<title></title>") { problems.append("no title") }
  }

  /// The start tags of a page. Scripts and comments are not looked into, since no page has any.
  private static func tags(in bytes: [UInt8]) -> [Tag] {
    var tags: [Tag] = []
    var index = 0
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A }
    while let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")), start + 1 < bytes.count {
      index = start + 1
      guard bytes[index] | 0x20 >= UInt8(ascii: "a"), bytes[index] | 0x20 <= UInt8(ascii: "z") else { continue }
      var tag = Tag()
      while !isSpace(bytes[index]), bytes[index] != UInt8(ascii: ">") { index += 1 }
      tag.name = text(start + 1..<index)
      while bytes[index] != UInt8(ascii: ">") {
        guard !isSpace(bytes[index]) else {
          index += 1
          continue
        }
        let nameStart = index
        while !isSpace(bytes[index]), bytes[index] != UInt8(ascii: ">"), bytes[index] != UInt8(ascii: "=") {
          index += 1
        }
        let name = text(nameStart..<index)
        guard bytes[index] == UInt8(ascii: "=") else {
          tag.attributes[name] = ""
          continue
        }
        let quote = bytes[index + 1]
        var end = index + 2
        while bytes[end] != quote { end += 1 }
        tag.attributes[name] = unescaped(text(index + 2..<end))
        index = end + 1
      }
      tags.append(tag)
    }
    return tags
  }

  private static func unescaped(_ text: String) -> String {
    var text = text
    for (reference, character) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")] {
      text = text.replacing(reference, with: character)
    }
    return text
  }

  /// A part of a link without percent-encoding.
  static func decoded(_ link: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(link.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
