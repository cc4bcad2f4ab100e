/// A page as a browser reads its text, by the standards and not by our code.
enum Browser {
  /// The scheme that a browser finds in a link; nil for a relative one.
  static func scheme(of link: String) -> String? {
    let scalars = link.unicodeScalars.drop { $0.value <= 0x20 }.filter { !"\t\n\r".unicodeScalars.contains($0) }
    let start = scalars.prefix { !":/?#".unicodeScalars.contains($0) }
    guard start.count < scalars.count, scalars.dropFirst(start.count).first == ":" else { return nil }
    return String(String.UnicodeScalarView(start)).lowercased()
  }

  /// The text of an attribute's value, as far as escaping wrote it.
  static func text(_ value: [UInt8]) -> String {
    var text = String(decoding: value, as: UTF8.self)
    for (reference, character) in [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#x27;", "'"), ("&amp;", "&"),
    ] {
      text = text.replacing(reference, with: character)
    }
    return text
  }

  /// The attributes whose values are links.
  static let links: Set = ["href", "src", "action", "formaction", "poster", "data", "xlink:href", "cite", "background"]

  /// The values of all attributes that are links.
  static func links(in tags: [ReferenceTokenizer.Tag]) -> [String] {
    tags.flatMap(\.attributes).filter { links.contains($0.name) }.map { text($0.value) }
  }

  /// The addresses of what a page runs, shows in a frame, or goes to by itself, up to the place on it.
  static func loaded(by tags: [ReferenceTokenizer.Tag]) -> [String] {
    tags.flatMap { tag in
      tag.attributes.filter { attribute in
        switch (tag.name, attribute.name) {
        case ("script", "src"), ("iframe", "src"), ("frame", "src"), ("embed", "src"), ("object", "data"),
          ("base", "href"):
          true
        default: false
        }
      }.map { String(text($0.value).prefix { $0 != "#" }) }
    }
  }
}
