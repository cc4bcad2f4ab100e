/// Follows HTML byte by byte as a browser's tokenizer would: it knows the current tag, attribute or text.
package struct HTMLTokenizer: Equatable, Sendable {
  package enum State: Equatable, Sendable {
    case text
    case lessThan
    /// After `</`.
    case endTagOpen
    /// After `<!`, with what was read since.
    case declarationOpen([UInt8])
    /// A doctype, a processing instruction or another construct that ends at the next `>`.
    case declaration
    case comment(Comment)
    case tagName
    /// Inside a tag, between attributes.
    case tag
    /// Inside a tag, after a conditional part, so that a space must follow.
    case tagAfterBranch
    case attributeName
    case afterAttributeName
    case beforeValue
    case value(quote: UInt8)
    case unquotedValue
    /// Inside an element that is not parsed as HTML: `raw` says in which.
    case raw
    /// Browsers may see different things from here on.
    case lost(String)
  }

  /// How near a comment is to its end.
  package enum Comment: Equatable, Sendable { case start, startDash, inside, dash, dashes, dashesAndMark }

  /// The parts of a text that a byte began or ended.
  package struct Step: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The first letter of a tag's name.
    package static let tagBegan = Step(rawValue: 1)
    /// The byte after an attribute's name, which is in `attribute`.
    package static let attributeNamed = Step(rawValue: 2)
    /// The quote before a value, or the first byte of a value without quotes.
    package static let valueBegan = Step(rawValue: 4)
    /// A byte of a value.
    package static let value = Step(rawValue: 8)
    /// The byte after a value.
    package static let valueEnded = Step(rawValue: 16)
    /// The `>` of a tag.
    package static let tagEnded = Step(rawValue: 32)
  }

  package internal(set) var state = State.text
  /// The name of the tag that is open, or was last.
  package private(set) var element = ""
  /// The name of the attribute that is open, or was last.
  package private(set) var attribute = ""
  package private(set) var isEndTag = false
  /// Whether a `/` precedes the tag's `>`.
  package private(set) var isSelfClosing = false
  /// The element that is not parsed as HTML.
  package private(set) var raw = RawContent(element: "", mayBeMarkup: false)
  /// The open elements in which parsers treat scripts, styles and titles differently.
  package internal(set) var containers: [String] = []
  private let runsScripts: Bool

  /// - Parameter runsScripts: whether a browser that runs scripts is followed, to which `noscript` holds no markup.
  package init(runsScripts: Bool = true) { self.runsScripts = runsScripts }

  /// Elements whose content is text without markup.
  package static let textElements: Set = ["title", "textarea"]
  private static let rawElements: Set = ["script", "style", "xmp", "iframe", "noembed", "noframes", "plaintext"]
  /// In these an element that is raw elsewhere may be parsed as markup, or be ignored together with its name.
  private static let containerElements: Set = ["svg", "math", "foreignobject", "desc", "select", "frameset"]

  /// Whether an element's content is not parsed as HTML.
  package func isRaw(_ element: String) -> Bool {
    Self.rawElements.contains(element) || Self.textElements.contains(element) || runsScripts && element == "noscript"
  }

  package var isInValue: Bool {
    switch state {
    case .value, .unquotedValue: true
    default: false
    }
  }

  @discardableResult
  package mutating func follow(_ byte: UInt8) -> Step {
    switch state {
    case .text: if byte == UInt8(ascii: "<") { state = .lessThan }
    case .lessThan: return followLessThan(byte)
    case .endTagOpen: return openTag(byte, isEnd: true)
    case .declarationOpen(let read): followDeclaration(read + [byte.lowercasedASCII])
    case .declaration: if byte == UInt8(ascii: ">") { state = .text }
    case .comment(let progress): followComment(progress, byte)
    case .tagName:
      guard !byte.endsTagName else { return followTag(byte) }
      element.append(Self.lowercased(byte))
    case .tag: return followTag(byte)
    case .tagAfterBranch:
      guard !byte.endsTagName else { return followTag(byte) }
      state = .lost("a tag whose attributes run together")
    case .attributeName: return followAttributeName(byte)
    case .afterAttributeName:
      if byte == UInt8(ascii: "=") {
        state = .beforeValue
      } else if !byte.isHTMLSpace {
        return followTag(byte)
      }
    case .beforeValue: return followBeforeValue(byte)
    case .value(let quote):
      guard byte == quote else { return .value }
      state = .tag
      return .valueEnded
    case .unquotedValue:
      if byte == UInt8(ascii: ">") { return closeTag().union(.valueEnded) }
      guard byte.isHTMLSpace else { return .value }
      state = .tag
      return .valueEnded
    case .raw: return followRaw(byte)
    case .lost: break
    }
    return []
  }

  private mutating func followAttributeName(_ byte: UInt8) -> Step {
    if byte == UInt8(ascii: "=") {
      state = .beforeValue
    } else if byte.isHTMLSpace {
      state = .afterAttributeName
    } else if byte.endsTagName {
      return followTag(byte).union(.attributeNamed)
    } else {
      attribute.append(Self.lowercased(byte))
      return []
    }
    return .attributeNamed
  }

  private mutating func followBeforeValue(_ byte: UInt8) -> Step {
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      state = .value(quote: byte)
      return .valueBegan
    }
    if byte == UInt8(ascii: ">") { return closeTag() }
    guard !byte.isHTMLSpace else { return [] }
    state = .unquotedValue
    return [.valueBegan, .value]
  }

  private mutating func followRaw(_ byte: UInt8) -> Step {
    switch raw.follow(byte) {
    case .inside: return []
    case .ambiguous:
      state = .lost("a '\(raw.element)' element with markup inside '\(containers.last ?? "")'")
      return []
    case .ended:
      element = raw.element
      isEndTag = true
      isSelfClosing = false
      return followTag(byte).union(.tagBegan)
    }
  }

  /// Follows a byte after a tag's name, or after an attribute.
  private mutating func followTag(_ byte: UInt8) -> Step {
    if byte == UInt8(ascii: ">") { return closeTag() }
    isSelfClosing = byte == UInt8(ascii: "/")
    if byte.endsTagName {
      state = .tag
    } else if byte == UInt8(ascii: "=") {
      state = .lost("a '=' that no attribute's name precedes")
    } else {
      state = .attributeName
      attribute = String(Self.lowercased(byte))
    }
    return []
  }

  private mutating func followLessThan(_ byte: UInt8) -> Step {
    switch byte {
    case UInt8(ascii: "!"): state = .declarationOpen([])
    case UInt8(ascii: "?"): state = .declaration
    case UInt8(ascii: "/"): state = .endTagOpen
    default: return openTag(byte, isEnd: false)
    }
    return []
  }

  private mutating func openTag(_ byte: UInt8, isEnd: Bool) -> Step {
    if byte.isASCIILetter {
      state = .tagName
      element = String(Self.lowercased(byte))
      isEndTag = isEnd
      isSelfClosing = false
      return .tagBegan
    } else if isEnd {
      state = byte == UInt8(ascii: ">") ? .text : .declaration
    } else {
      state = byte == UInt8(ascii: "<") ? .lessThan : .text
    }
    return []
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

  /// How deep elements such as `svg` may nest.
  private static let containerLimit = 64

  private mutating func closeTag() -> Step {
    state = .text
    if isEndTag {
      if containers.last == element { containers.removeLast() }
    } else if isRaw(element) {
      raw = RawContent(element: element, mayBeMarkup: !containers.isEmpty)
      state = .raw
    } else if Self.containerElements.contains(element) {
      if containers.count == Self.containerLimit { state = .lost("\(Self.containerLimit) elements in each other") }
      containers.append(element)
    }
    return .tagEnded
  }

  private static func lowercased(_ byte: UInt8) -> Character {
    Character(Unicode.Scalar(byte.lowercasedASCII))
  }
}

// MARK: - Text that is there only at times

extension HTMLTokenizer {
  /// The state at the start of text that may be left out or repeated. A name before it must have ended, since that text
  /// must not complete it.
  package var branch: HTMLTokenizer {
    var place = self
    switch state {
    case .tagName, .attributeName, .afterAttributeName: place.state = .tagAfterBranch
    default: break
    }
    return place
  }

  /// The state after a text that leads from here to `other`, or is left out; nil when the rest would not mean the same
  /// in both cases.
  package func joined(with other: HTMLTokenizer, repeats: Bool) -> HTMLTokenizer? {
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
    return state == other.state && raw == other.raw && attribute == other.attribute ? place : nil
  }

  /// Whether this is in a tag but not in an attribute's value.
  private var isInTag: Bool {
    switch state {
    case .tagName, .tag, .tagAfterBranch, .attributeName, .afterAttributeName: true
    default: false
    }
  }
}
