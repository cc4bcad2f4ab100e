/// The tokenizer of the HTML standard, byte by byte, as far as tags, attributes and the content of raw elements go.
///
/// Which elements are raw depends on where a parser stands, which a tokenizer does not know. So there are two readings:
/// one for which they always are, and one for which they are not inside elements such as `svg`.
struct ReferenceTokenizer {
  enum State {
    case data, tagOpen, endTagOpen, tagName, selfClosing
    case beforeAttributeName, attributeName, afterAttributeName, beforeValue, value(UInt8), unquotedValue, afterValue
    case declarationOpen, bogusComment, cdata, cdataBracket, cdataEnd
    case commentStart, commentStartDash, comment, commentLess, commentLessBang, commentLessBangDash
    case commentLessBangDashDash, commentEndDash, commentEnd, commentEndBang
    case raw, rawLess, rawEndTagOpen, rawEndTagName, plaintext
    case scriptEscapeStart, scriptEscapeStartDash
    case escaped, escapedDash, escapedDashDash, escapedLess, escapeStart
    case twiceEscaped, twiceEscapedDash, twiceEscapedDashDash, twiceEscapedLess, escapeEnd
  }

  struct Tag {
    var name = ""
    var attributes: [(name: String, value: [UInt8])] = []

    /// The tag without the values of its attributes.
    var bare: String { ([name] + attributes.map(\.name)).joined(separator: " ") }
  }

  let readsMarkupInContainers: Bool
  private(set) var state = State.data
  /// The tags that have ended; the names of end tags begin with a slash.
  private(set) var tags: [Tag] = []
  /// The tag that is open.
  private(set) var tag = Tag()
  /// The raw element whose content is read.
  private(set) var rawElement = ""
  private var containers: [String] = []
  private var buffer: [UInt8] = []
  /// Whether an end tag is read that stands behind `<!--` in a script.
  private var isEscaped = false

  init(readsMarkupInContainers: Bool = false) { self.readsMarkupInContainers = readsMarkupInContainers }

  init(_ html: some Sequence<UInt8>, readsMarkupInContainers: Bool = false) {
    self.init(readsMarkupInContainers: readsMarkupInContainers)
    for byte in html { read(byte) }
  }

  mutating func read(_ byte: UInt8) {
    // A state may hand a byte on to another one.
    while !step(byte) {}
  }

  /// Whether what stands next, once escaped, is text or the text of an attribute.
  var takesEscapedText: Bool {
    switch state {
    case .data, .value: true
    case .raw: Self.textElements.contains(rawElement)
    // A name that cannot become that of the element.
    case .rawEndTagName: Self.textElements.contains(rawElement) && !rawElement.utf8.starts(with: buffer)
    default: false
    }
  }

  var isData: Bool { if case .data = state { true } else { false } }

  private static let textElements: Set = ["title", "textarea"]
  private static let rawElements: Set = ["style", "xmp", "iframe", "noembed", "noframes", "noscript", "script"]
  private static let containerNames: Set = ["svg", "math", "select", "frameset", "desc", "foreignobject"]

  /// Reads a byte; false where the new state has to read it again.
  private mutating func step(_ byte: UInt8) -> Bool {
    switch state {
    case .data: return byte == 0x3C ? go(.tagOpen) : true
    case .tagOpen:
      switch byte {
      case UInt8(ascii: "!"):
        buffer = []
        return go(.declarationOpen)
      case UInt8(ascii: "/"): return go(.endTagOpen)
      case UInt8(ascii: "?"): return go(.bogusComment)
      default:
        if byte.isLetter { return begin("", .tagName) }
        return again(.data)
      }
    case .endTagOpen:
      if byte.isLetter { return begin("/", .tagName) }
      return byte == UInt8(ascii: ">") ? go(.data) : again(.bogusComment)
    case .tagName:
      if byte.isSpace { return go(.beforeAttributeName) }
      if byte == UInt8(ascii: "/") { return go(.selfClosing) }
      if byte == UInt8(ascii: ">") { return end() }
      tag.name.append(byte.lowered)
      return true
    case .selfClosing: return byte == UInt8(ascii: ">") ? end() : again(.beforeAttributeName)
    case .beforeAttributeName, .attributeName, .afterAttributeName, .beforeValue, .value, .unquotedValue, .afterValue:
      return stepAttribute(byte)
    case .declarationOpen: return stepDeclaration(byte)
    case .bogusComment: return byte == UInt8(ascii: ">") ? go(.data) : true
    case .cdata: return byte == UInt8(ascii: "]") ? go(.cdataBracket) : true
    case .cdataBracket: return byte == UInt8(ascii: "]") ? go(.cdataEnd) : again(.cdata)
    case .cdataEnd:
      if byte == UInt8(ascii: "]") { return true }
      return byte == UInt8(ascii: ">") ? go(.data) : again(.cdata)
    case .commentStart, .commentStartDash, .comment, .commentLess, .commentLessBang, .commentLessBangDash,
      .commentLessBangDashDash, .commentEndDash, .commentEnd, .commentEndBang:
      return stepComment(byte)
    case .plaintext: return true
    case .raw, .rawLess, .rawEndTagOpen, .rawEndTagName: return stepRaw(byte)
    default: return stepScript(byte)
    }
  }

  private mutating func go(_ next: State) -> Bool {
    state = next
    return true
  }

  private mutating func again(_ next: State) -> Bool {
    state = next
    return false
  }

  private mutating func begin(_ prefix: String, _ next: State) -> Bool {
    tag = Tag(name: prefix)
    return again(next)
  }

  private mutating func end() -> Bool {
    tags.append(tag)
    state = .data
    let name = tag.name
    if name.hasPrefix("/") {
      if let last = containers.last, name == "/\(last)" { containers.removeLast() }
      return true
    }
    if Self.containerNames.contains(name) { containers.append(name) }
    let isMarkup = readsMarkupInContainers && !containers.isEmpty
    if isMarkup { return true }
    if name == "plaintext" { return go(.plaintext) }
    if Self.rawElements.contains(name) || Self.textElements.contains(name) {
      rawElement = name
      return go(.raw)
    }
    return true
  }

  // MARK: Attributes

  private mutating func stepAttribute(_ byte: UInt8) -> Bool {
    let ends = byte == UInt8(ascii: ">")
    let isSlash = byte == UInt8(ascii: "/")
    switch state {
    case .beforeAttributeName:
      if byte.isSpace { return true }
      if ends || isSlash { return again(.afterAttributeName) }
      tag.attributes.append(("", []))
      state = .attributeName
      // Here alone an equals sign is part of a name.
      if byte == UInt8(ascii: "=") { append("=") } else { return false }
      return true
    case .attributeName:
      if byte.isSpace || ends || isSlash { return again(.afterAttributeName) }
      if byte == UInt8(ascii: "=") { return go(.beforeValue) }
      append(byte.lowered)
      return true
    case .afterAttributeName:
      if byte.isSpace { return true }
      if isSlash { return go(.selfClosing) }
      if ends { return end() }
      if byte == UInt8(ascii: "="), !tag.attributes.isEmpty { return go(.beforeValue) }
      tag.attributes.append(("", []))
      return again(.attributeName)
    case .beforeValue:
      if byte.isSpace { return true }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return go(.value(byte)) }
      return ends ? end() : again(.unquotedValue)
    case .value(let quote):
      if byte == quote { return go(.afterValue) }
      tag.attributes[tag.attributes.count - 1].value.append(byte)
      return true
    case .unquotedValue:
      if byte.isSpace { return go(.beforeAttributeName) }
      if ends { return end() }
      tag.attributes[tag.attributes.count - 1].value.append(byte)
      return true
    default:
      if byte.isSpace { return go(.beforeAttributeName) }
      if isSlash { return go(.selfClosing) }
      return ends ? end() : again(.beforeAttributeName)
    }
  }

  private mutating func append(_ character: Character) {
    tag.attributes[tag.attributes.count - 1].name.append(character)
  }

  // MARK: Declarations and comments

  private mutating func stepDeclaration(_ byte: UInt8) -> Bool {
    let read = buffer + [byte]
    if read == Array("--".utf8) { return go(.commentStart) }
    if read == Array("[CDATA[".utf8), readsMarkupInContainers, !containers.isEmpty { return go(.cdata) }
    if "--".utf8.starts(with: read) || "[CDATA[".utf8.starts(with: read) {
      buffer = read
      return true
    }
    // It is a comment, or a document type, and both end at the first '>'. None was read so far.
    return again(.bogusComment)
  }

  private mutating func stepComment(_ byte: UInt8) -> Bool {
    let isDash = byte == UInt8(ascii: "-")
    let ends = byte == UInt8(ascii: ">")
    let isBang = byte == UInt8(ascii: "!")
    switch state {
    case .commentStart: return isDash ? go(.commentStartDash) : ends ? go(.data) : again(.comment)
    case .commentStartDash: return isDash ? go(.commentEnd) : ends ? go(.data) : again(.comment)
    case .comment: return byte == 0x3C ? go(.commentLess) : isDash ? go(.commentEndDash) : true
    case .commentLess: return isBang ? go(.commentLessBang) : byte == 0x3C ? true : again(.comment)
    case .commentLessBang: return isDash ? go(.commentLessBangDash) : again(.comment)
    case .commentLessBangDash: return isDash ? go(.commentLessBangDashDash) : again(.commentEndDash)
    case .commentLessBangDashDash: return again(.commentEnd)
    case .commentEndDash: return isDash ? go(.commentEnd) : again(.comment)
    case .commentEnd: return ends ? go(.data) : isBang ? go(.commentEndBang) : isDash ? true : again(.comment)
    default: return isDash ? go(.commentEndDash) : ends ? go(.data) : again(.comment)
    }
  }

  // MARK: Raw elements

  private mutating func stepRaw(_ byte: UInt8) -> Bool {
    switch state {
    case .raw: return byte == 0x3C ? go(.rawLess) : true
    case .rawLess:
      if byte == UInt8(ascii: "/") { return beginEndTag(escaped: false) }
      if byte == UInt8(ascii: "!"), rawElement == "script" { return go(.scriptEscapeStart) }
      return again(.raw)
    case .rawEndTagOpen: return again(byte.isLetter ? .rawEndTagName : isEscaped ? .escaped : .raw)
    default: return stepEndTagName(byte)
    }
  }

  private mutating func beginEndTag(escaped: Bool) -> Bool {
    buffer = []
    isEscaped = escaped
    return go(.rawEndTagOpen)
  }

  private mutating func stepEndTagName(_ byte: UInt8) -> Bool {
    if byte.isLetter {
      buffer.append(byte | 0x20)
      return true
    }
    let ends = byte.isSpace || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">")
    guard ends, String(decoding: buffer, as: UTF8.self) == rawElement else {
      return again(isEscaped ? .escaped : .raw)
    }
    tag = Tag(name: "/\(rawElement)")
    return again(.tagName)
  }

  private mutating func stepScript(_ byte: UInt8) -> Bool {
    let isDash = byte == UInt8(ascii: "-")
    let isLess = byte == 0x3C
    let ends = byte == UInt8(ascii: ">")
    switch state {
    case .scriptEscapeStart: return isDash ? go(.scriptEscapeStartDash) : again(.raw)
    case .scriptEscapeStartDash: return isDash ? go(.escapedDashDash) : again(.raw)
    case .escaped: return isDash ? go(.escapedDash) : isLess ? go(.escapedLess) : true
    case .escapedDash: return isDash ? go(.escapedDashDash) : isLess ? go(.escapedLess) : go(.escaped)
    case .escapedDashDash: return isDash ? true : isLess ? go(.escapedLess) : ends ? go(.raw) : go(.escaped)
    case .escapedLess:
      if byte == UInt8(ascii: "/") { return beginEndTag(escaped: true) }
      buffer = []
      return byte.isLetter ? again(.escapeStart) : again(.escaped)
    case .escapeStart, .escapeEnd:
      if byte.isLetter {
        buffer.append(byte | 0x20)
        return true
      }
      let isScript = buffer == Array("script".utf8)
      let begins = if case .escapeStart = state { true } else { false }
      guard byte.isSpace || byte == UInt8(ascii: "/") || ends else { return again(begins ? .escaped : .twiceEscaped) }
      return go(begins == isScript ? .twiceEscaped : .escaped)
    case .twiceEscaped: return isDash ? go(.twiceEscapedDash) : isLess ? go(.twiceEscapedLess) : true
    case .twiceEscapedDash:
      return isDash ? go(.twiceEscapedDashDash) : isLess ? go(.twiceEscapedLess) : go(.twiceEscaped)
    case .twiceEscapedDashDash:
      return isDash ? true : isLess ? go(.twiceEscapedLess) : ends ? go(.raw) : go(.twiceEscaped)
    default:
      buffer = []
      return byte == UInt8(ascii: "/") ? go(.escapeEnd) : again(.twiceEscaped)
    }
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
  fileprivate var isSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0C || self == 0x0D }
  fileprivate var lowered: Character {
    Character(Unicode.Scalar((0x41...0x5A).contains(self) ? self + 0x20 : self))
  }
}
