import CellistRecords

/// Where in a page's HTML a template has got to: followed through the template's own text, as a browser's tokenizer
/// would, it says what may be printed there without becoming markup.
struct HTMLPlace: Equatable {
  enum State: Equatable {
    case text
    case lessThan
    /// After `</`.
    case endTagOpen
    /// After `<!`, with what was read since.
    case declarationOpen([UInt8])
    /// A doctype, a processing instruction or another thing that ends at the next `>`.
    case declaration
    case comment(Comment)
    case tagName
    /// Inside a tag, between attributes.
    case tag
    /// Inside a tag, after something that stands there only at times, so that a space must follow.
    case tagAfterBranch
    case attributeName
    case afterAttributeName
    case beforeValue
    case value(quote: UInt8)
    case unquotedValue
    case raw(RawContent)
    /// Browsers may see different things from here on.
    case lost(String)
  }

  /// How near a comment is to its end.
  enum Comment: Equatable { case start, startDash, inside, dash, dashes, dashesAndMark }

  private(set) var state = State.text
  /// The name of the tag that is open.
  private(set) var element = ""
  private(set) var attribute = ""
  private(set) var link = LinkStart()
  private var isEndTag = false
  /// The open elements in which parsers treat scripts, styles and titles differently.
  private var containers: [String] = []

  /// Elements whose content is text without markup, in which a printed value stands as it would in a paragraph.
  private static let textElements: Set = ["title", "textarea"]
  /// `noscript` is one of them where scripts run, which is where markup could do harm.
  private static let rawElements: Set = [
    "script", "style", "xmp", "iframe", "noembed", "noframes", "plaintext", "noscript",
  ]
  /// In these an element that is raw elsewhere may be parsed as markup, or be ignored together with its name.
  private static let containerElements: Set = ["svg", "math", "foreignobject", "desc", "select", "frameset"]

  /// Follows the template's own text.
  mutating func follow(_ text: some Sequence<UInt8>) {
    for byte in text { follow(byte) }
  }

  private mutating func follow(_ byte: UInt8) {
    switch state {
    case .text: if byte == UInt8(ascii: "<") { state = .lessThan }
    case .lessThan: followLessThan(byte)
    case .endTagOpen: openTag(byte, isEnd: true)
    case .declarationOpen(let read): followDeclaration(read + [byte.lowercasedASCII])
    case .declaration: if byte == UInt8(ascii: ">") { state = .text }
    case .comment(let progress): followComment(progress, byte)
    case .tagName:
      if byte.endsTagName { followTag(byte) } else { element.append(Self.lowercased(byte)) }
    case .tag: followTag(byte)
    case .tagAfterBranch:
      if byte.endsTagName { followTag(byte) } else { state = .lost("a tag whose attributes run together") }
    case .attributeName:
      if byte == UInt8(ascii: "=") {
        state = .beforeValue
      } else if byte.isHTMLSpace {
        state = .afterAttributeName
      } else if byte.endsTagName {
        followTag(byte)
      } else {
        attribute.append(Self.lowercased(byte))
      }
    case .afterAttributeName:
      if byte == UInt8(ascii: "=") {
        state = .beforeValue
      } else if !byte.isHTMLSpace {
        followTag(byte)
      }
    case .beforeValue:
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        state = .value(quote: byte)
        link = LinkStart()
      } else if byte == UInt8(ascii: ">") {
        closeTag()
      } else if !byte.isHTMLSpace {
        state = .unquotedValue
      }
    case .value(let quote): if byte == quote { state = .tag } else { link.follow(byte) }
    case .unquotedValue:
      if byte == UInt8(ascii: ">") { closeTag() } else if byte.isHTMLSpace { state = .tag }
    case .raw(var content):
      switch content.follow(byte) {
      case .inside: state = .raw(content)
      case .ambiguous: state = .lost("a '\(content.element)' element with markup inside '\(containers.last ?? "")'")
      case .ended:
        element = content.element
        isEndTag = true
        followTag(byte)
      }
    case .lost: break
    }
  }

  /// Follows a byte that stands behind a tag's name, or behind an attribute.
  private mutating func followTag(_ byte: UInt8) {
    if byte == UInt8(ascii: ">") {
      closeTag()
    } else if byte.endsTagName {
      state = .tag
    } else if byte == UInt8(ascii: "=") {
      state = .lost("a '=' that no attribute's name precedes")
    } else {
      state = .attributeName
      attribute = String(Self.lowercased(byte))
    }
  }

  private mutating func followLessThan(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "!"): state = .declarationOpen([])
    case UInt8(ascii: "?"): state = .declaration
    case UInt8(ascii: "/"): state = .endTagOpen
    default: openTag(byte, isEnd: false)
    }
  }

  private mutating func openTag(_ byte: UInt8, isEnd: Bool) {
    if byte.isASCIILetter {
      state = .tagName
      element = String(Self.lowercased(byte))
      isEndTag = isEnd
    } else if isEnd {
      state = byte == UInt8(ascii: ">") ? .text : .declaration
    } else {
      state = .text
      follow(byte)
    }
  }

  private mutating func followDeclaration(_ read: [UInt8]) {
    if read == Array("--".utf8) {
      state = .comment(.start)
    } else if read == Array("[cdata[".utf8) {
      state = .lost("a CDATA section")
    } else if "--".utf8.starts(with: read) || "[cdata[".utf8.starts(with: read) {
      state = .declarationOpen(read)
    } else {
      state = read.contains(UInt8(ascii: ">")) ? .text : .declaration
    }
  }

  private mutating func followComment(_ progress: Comment, _ byte: UInt8) {
    let next: Comment
    switch (progress, byte) {
    case (.start, UInt8(ascii: ">")), (.startDash, UInt8(ascii: ">")), (.dashes, UInt8(ascii: ">")),
      (.dashesAndMark, UInt8(ascii: ">")):
      state = .text
      return
    case (.start, UInt8(ascii: "-")): next = .startDash
    case (.startDash, UInt8(ascii: "-")), (.dash, UInt8(ascii: "-")), (.dashes, UInt8(ascii: "-")): next = .dashes
    case (.inside, UInt8(ascii: "-")), (.dashesAndMark, UInt8(ascii: "-")): next = .dash
    case (.dashes, UInt8(ascii: "!")): next = .dashesAndMark
    default: next = .inside
    }
    state = .comment(next)
  }

  private mutating func closeTag() {
    if isEndTag {
      if containers.last == element { containers.removeLast() }
    } else if Self.rawElements.contains(element) || Self.textElements.contains(element) {
      state = .raw(RawContent(element: element, mayBeMarkup: !containers.isEmpty))
      return
    } else if Self.containerElements.contains(element) {
      containers.append(element)
    }
    state = .text
  }

  private static func lowercased(_ byte: UInt8) -> Character {
    Character(Unicode.Scalar(byte.lowercasedASCII))
  }
}

// MARK: - Printing

extension HTMLPlace {
  /// Where this is, as a message says it.
  var description: String {
    switch state {
    case .text: "text"
    case .lessThan, .endTagOpen, .tagName, .tag, .tagAfterBranch, .attributeName, .afterAttributeName: "a tag"
    case .beforeValue, .unquotedValue, .value: "the attribute '\(attribute)'"
    case .comment: "a comment"
    case .declarationOpen, .declaration: "a declaration"
    case .raw(let content): "a '\(content.element)' element"
    case .lost(let reason): reason
    }
  }

  /// What forbids printing a value here, or nil when nothing does.
  var forbidden: String? {
    switch state {
    case .text: nil
    case .lessThan, .endTagOpen, .tagName, .tag, .tagAfterBranch, .attributeName, .afterAttributeName: "inside a tag"
    case .beforeValue, .unquotedValue: "in an attribute without quotes"
    case .comment: "in a comment"
    case .declarationOpen, .declaration: "in a declaration"
    case .raw(let content):
      if !Self.textElements.contains(content.element) {
        "in a '\(content.element)' element"
      } else {
        content.pending.isEmpty ? nil : "inside a tag"
      }
    case .lost(let reason): "after \(reason)"
    case .value:
      if attribute.hasPrefix("on") {
        "in the event handler '\(attribute)'"
      } else if attribute == "style" || attribute == "srcdoc" {
        "in a '\(attribute)' attribute"
      } else if isLink, link.state == .unsafe {
        "in a link with a scheme that is not one of \(Link.schemes.joined(separator: ", "))"
      } else {
        nil
      }
    }
  }

  /// What the HTML could not be followed beyond.
  var lost: String? { if case .lost(let reason) = state { reason } else { nil } }

  /// Whether HTML may be printed here as it stands.
  var takesHTML: Bool { state == .text }

  /// Whether a value printed here decides which scheme a link has.
  var beginsLink: Bool { isLink && (link.state == .open || link.state == .undecided) }

  /// Whether the template stands in the value of an attribute that browsers follow.
  private var isLink: Bool {
    guard case .value = state else { return false }
    return Self.linkAttributes.contains(attribute)
  }

  /// The last four are what SVG's `animate` sets other attributes to.
  private static let linkAttributes: Set = [
    "href", "xlink:href", "src", "action", "formaction", "cite", "poster", "data", "background", "longdesc",
    "manifest", "ping", "srcset", "imagesrcset", "usemap", "codebase", "from", "to", "by", "values",
  ]

  /// Notes that a value was printed here.
  mutating func print() {
    if isLink { link.printLink() }
  }
}

// MARK: - Branches

extension HTMLPlace {
  /// The place at which the text of a section begins that may be left out or repeated. A name that is being read in
  /// front of it must have ended, for it is not the section's to complete.
  var branch: HTMLPlace {
    var place = self
    switch state {
    case .tagName, .attributeName, .afterAttributeName: place.state = .tagAfterBranch
    default: break
    }
    return place
  }

  /// The place behind a section that leads from here to `other`, or is left out; nil when what follows would not mean
  /// the same in both cases.
  func joined(with other: HTMLPlace, repeats: Bool) -> HTMLPlace? {
    var place = self
    place.containers = containers.count < other.containers.count ? other.containers : containers
    if state == .text, other.state == .text { return place }
    guard element == other.element, isEndTag == other.isEndTag else { return nil }
    if isInTag, other.isInTag {
      // A name at the end of one turn would run into the beginning of the next.
      if repeats, state == .tag, other.state != .tag, other.state != .afterAttributeName { return nil }
      if state != .tag || other.state != .tag { place.state = .tagAfterBranch }
      return place
    }
    guard state == other.state, attribute == other.attribute else { return nil }
    place.link.join(other.link)
    return place.link.state == .unsafe && link.state != .unsafe ? nil : place
  }

  /// Whether the template stands in a tag and in no attribute's value.
  private var isInTag: Bool {
    switch state {
    case .tagName, .tag, .tagAfterBranch, .attributeName, .afterAttributeName: true
    default: false
    }
  }
}
