/// Where in a page's HTML a template has got to: followed through the template's own text, it says what may be printed
/// there without becoming markup.
struct HTMLPlace: Equatable {
  enum State: Equatable {
    case text
    /// Inside a start tag, between attributes.
    case tag
    case tagName
    case endTag
    case attributeName
    case afterAttributeName
    case beforeValue
    case value(quote: UInt8)
    case unquotedValue
    case comment
    /// A doctype or another declaration.
    case declaration
    /// The content of an element that is not parsed as HTML; ends only at its own end tag.
    case rawText
    case afterLessThan
  }

  private(set) var state = State.text
  /// The name of the tag that is open, or of the element whose raw text this is.
  private(set) var element = ""
  private(set) var attribute = ""
  /// What stands in the attribute's value so far, tags left out.
  private(set) var valuePrefix: [UInt8] = []
  private var tail: [UInt8] = []

  /// Elements whose content is text without markup, in which a printed value stands as it would in a paragraph.
  private static let textElements = ["title", "textarea"]
  private static let rawElements = ["script", "style", "xmp", "iframe", "noembed", "noframes", "plaintext", "noscript"]

  /// Whether two places are the same as far as what follows is concerned.
  func continues(_ other: HTMLPlace) -> Bool {
    settled == other.settled && element == other.element && (!isInValue || attribute == other.attribute)
  }

  private var isInValue: Bool { if case .value = state { true } else { false } }

  private var settled: State {
    switch state {
    case .tagName, .attributeName, .afterAttributeName: .tag
    default: state
    }
  }

  /// Notes that a value was printed here.
  mutating func print() {
    if isInValue { valuePrefix.append(UInt8(ascii: "x")) }
    if state == .tagName || state == .attributeName || state == .afterAttributeName { state = .tag }
  }

  /// What forbids printing a value here, or nil when nothing does.
  var forbidden: String? {
    switch state {
    case .text: nil
    case .tag, .tagName, .endTag, .attributeName, .afterAttributeName, .afterLessThan: "inside a tag"
    case .beforeValue, .unquotedValue: "in an attribute without quotes"
    case .comment: "in a comment"
    case .declaration: "in a declaration"
    case .rawText: Self.textElements.contains(element) ? nil : "in a '\(element)' element"
    case .value:
      if attribute.hasPrefix("on") {
        "in the event handler '\(attribute)'"
      } else if attribute == "style" || attribute == "srcdoc" {
        "in a '\(attribute)' attribute"
      } else {
        nil
      }
    }
  }

  /// Whether HTML may be printed here as it stands.
  var takesHTML: Bool { state == .text }

  /// Whether a value printed here decides which scheme a link has.
  var beginsLink: Bool {
    guard isInValue, Self.linkAttributes.contains(attribute) else { return false }
    return !valuePrefix.contains { ":/?#".utf8.contains($0) }
  }

  private static let linkAttributes: Set<String> = [
    "href", "src", "action", "formaction", "cite", "poster", "data", "background", "longdesc", "manifest", "ping",
    "srcset", "imagesrcset", "usemap", "xlink:href",
  ]

  /// Follows the template's own text.
  mutating func follow(_ text: some Sequence<UInt8>) {
    for byte in text { follow(byte) }
  }

  private mutating func follow(_ byte: UInt8) {
    let isSpace = byte == 0x20 || (0x09...0x0D).contains(byte)
    switch state {
    case .text: if byte == UInt8(ascii: "<") { state = .afterLessThan; tail = [] }
    case .afterLessThan: followLessThan(byte)
    case .tagName:
      if byte == UInt8(ascii: ">") {
        closeTag()
      } else if isSpace || byte == UInt8(ascii: "/") {
        state = .tag
      } else {
        element.append(Self.lowercased(byte))
      }
    case .tag:
      if byte == UInt8(ascii: ">") {
        closeTag()
      } else if !isSpace, byte != UInt8(ascii: "/") {
        state = .attributeName
        attribute = String(Self.lowercased(byte))
      }
    case .attributeName, .afterAttributeName:
      if byte == UInt8(ascii: ">") {
        closeTag()
      } else if byte == UInt8(ascii: "=") {
        state = .beforeValue
      } else if byte == UInt8(ascii: "/") {
        state = .tag
      } else if isSpace {
        state = .afterAttributeName
      } else if state == .afterAttributeName {
        state = .attributeName
        attribute = String(Self.lowercased(byte))
      } else {
        attribute.append(Self.lowercased(byte))
      }
    case .beforeValue:
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        state = .value(quote: byte)
        valuePrefix = []
      } else if byte == UInt8(ascii: ">") {
        closeTag()
      } else if !isSpace {
        state = .unquotedValue
      }
    case .value(let quote): if byte == quote { state = .tag } else { valuePrefix.append(byte) }
    case .unquotedValue:
      if byte == UInt8(ascii: ">") { closeTag() } else if isSpace { state = .tag }
    case .endTag: if byte == UInt8(ascii: ">") { state = .text; element = "" }
    case .declaration: if byte == UInt8(ascii: ">") { state = .text }
    case .comment:
      tail = tail.suffix(2) + [byte]
      if tail == Array("-->".utf8) { state = .text }
    case .rawText: followRawText(byte)
    }
  }

  private mutating func followLessThan(_ byte: UInt8) {
    tail.append(byte)
    if tail == Array("!--".utf8) {
      state = .comment
      tail = []
    } else if tail == Array("!".utf8) || tail == Array("!-".utf8) {
      return
    } else if tail.first == UInt8(ascii: "!") || byte == UInt8(ascii: "?") {
      state = byte == UInt8(ascii: ">") ? .text : .declaration
    } else if byte == UInt8(ascii: "/") {
      state = .endTag
    } else if (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) {
      state = .tagName
      element = String(Self.lowercased(byte))
    } else {
      state = .text
      follow(byte)
    }
  }

  private mutating func followRawText(_ byte: UInt8) {
    let end = Array("</\(element)".utf8)
    tail = tail.suffix(end.count - 1) + [byte]
    let lowered = tail.map { (0x41...0x5A).contains($0) ? $0 + 32 : $0 }
    if lowered == end {
      state = .endTag
      tail = []
    }
  }

  private mutating func closeTag() {
    if Self.rawElements.contains(element) || Self.textElements.contains(element) {
      state = .rawText
      tail = []
    } else {
      state = .text
      element = ""
    }
    attribute = ""
  }

  private static func lowercased(_ byte: UInt8) -> Character {
    Character(Unicode.Scalar((0x41...0x5A).contains(byte) ? byte + 32 : byte))
  }
}
