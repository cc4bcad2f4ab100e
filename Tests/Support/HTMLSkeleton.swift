/// The markup of a page as a browser sees it: its tags and their attributes, without text.
///
/// It follows the tokenizer of the HTML standard as far as pages of tests need it, and on its own: what it finds does not
/// depend on the code that is tested.
package struct HTMLSkeleton: Equatable, CustomStringConvertible {
  package struct Tag: Equatable, CustomStringConvertible {
    package let name: String
    package let attributes: [Attribute]

    package var description: String { "<\(([name] + attributes.map(\.name)).joined(separator: " "))>" }

    /// Tags are the same when their names and those of their attributes are.
    package static func == (one: Tag, other: Tag) -> Bool { one.description == other.description }
  }

  package struct Attribute {
    package let name: String
    /// The value with its character references resolved, as far as they are written by escaping.
    package let value: String
  }

  package private(set) var tags: [Tag] = []

  package var description: String { tags.map(\.description).joined() }

  private static let links: Set = ["href", "src", "action", "formaction", "poster", "data", "xlink:href"]

  /// The values of all attributes that browsers follow.
  package var links: [String] {
    tags.flatMap(\.attributes).filter { Self.links.contains($0.name) }.map(\.value)
  }

  /// The ids of all elements.
  package var ids: [String] { tags.flatMap(\.attributes).filter { $0.name == "id" }.map(\.value) }

  package init(_ html: String) {
    var rest = Array(html.unicodeScalars)[...]
    while let open = rest.firstIndex(of: "<") {
      rest = rest[(open + 1)...]
      guard let next = rest.first else { return }
      if rest.starts(with: "!--".unicodeScalars) {
        let text = String(String.UnicodeScalarView(rest))
        guard let end = text.range(of: "-->") else { return }
        rest = rest.dropFirst(text.unicodeScalars.distance(from: text.startIndex, to: end.upperBound))
        tags.append(Tag(name: "!--", attributes: []))
      } else if next == "!" || next == "?" {
        rest = rest.drop { $0 != ">" }
      } else if next == "/" || Self.isLetter(next) {
        let tag = Self.tag(&rest)
        tags.append(tag)
        guard ["script", "style", "title", "textarea"].contains(tag.name) else { continue }
        // The content of these is text up to their end tag.
        let end = Array("</\(tag.name)".unicodeScalars)
        while !rest.isEmpty, !rest.prefix(end.count).elementsEqual(end) { rest = rest.dropFirst() }
      }
    }
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { " \t\n\u{C}\r".unicodeScalars.contains(scalar) }

  private static func tag(_ rest: inout ArraySlice<Unicode.Scalar>) -> Tag {
    let name = rest.prefix { !isSpace($0) && $0 != ">" }
    rest = rest[name.endIndex...]
    var attributes: [Attribute] = []
    while true {
      rest = rest.drop { isSpace($0) || $0 == "/" }
      guard let first = rest.first, first != ">" else { break }
      let attribute = rest.prefix(1) + rest.dropFirst().prefix { !isSpace($0) && !"/>=".unicodeScalars.contains($0) }
      rest = rest[attribute.endIndex...].drop(while: isSpace)
      var value = ""
      if rest.first == "=" {
        rest = rest.dropFirst().drop(while: isSpace)
        if let quote = rest.first, quote == "\"" || quote == "'" {
          let inside = rest.dropFirst().prefix { $0 != quote }
          value = text(inside)
          rest = rest[inside.endIndex...].dropFirst()
        } else {
          let inside = rest.prefix { !isSpace($0) && $0 != ">" }
          value = text(inside)
          rest = rest[inside.endIndex...]
        }
      }
      attributes.append(Attribute(name: text(attribute).lowercased(), value: value))
    }
    rest = rest.dropFirst()
    return Tag(name: text(name).lowercased(), attributes: attributes)
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars)).replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&quot;", with: "\"").replacing("&#39;", with: "'").replacing("&amp;", with: "&")
  }
}
