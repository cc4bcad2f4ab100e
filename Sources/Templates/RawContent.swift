/// The content of an element that is not parsed as HTML, such as a script or a title: followed to its end tag.
struct RawContent: Equatable {
  enum Step {
    case inside
    /// The name of the element's end tag was read; the byte that ended it is still to be followed.
    case ended
    /// What stands here is markup to some browsers and text to others.
    case ambiguous
  }

  /// How far a script has hidden its own end tag: after `<!--` a `<script>` inside it needs an end tag of its own.
  private enum Hiding { case none, comment, script }

  let element: String
  /// Whether the element stands where it may be parsed as HTML after all, as in an `svg`.
  let mayBeMarkup: Bool
  private var hiding = Hiding.none
  /// A `<` and what follows it, while that may yet become a tag.
  private(set) var pending: [UInt8] = []
  private var dashes = 0

  init(element: String, mayBeMarkup: Bool) {
    self.element = element
    self.mayBeMarkup = mayBeMarkup
  }

  mutating func follow(_ byte: UInt8) -> Step {
    let lowered = byte.lowercasedASCII
    if element == "script" { followDashes(byte) }
    if !pending.isEmpty {
      if byte.endsTagName {
        if pending == Array("</\(element)".utf8), element != "plaintext" {
          if hiding != .script { return .ended }
          hiding = .comment
          pending = []
          return .inside
        }
        if hiding == .comment, pending == Array("<script".utf8) {
          hiding = .script
          pending = []
          return .inside
        }
      }
      pending.append(lowered)
      if element == "script", !mayBeMarkup, pending == Array("<!--".utf8) {
        if hiding == .none { hiding = .comment }
        dashes = 2
        pending = []
        return .inside
      }
      if mayContinue { return .inside }
      pending = []
      if mayBeMarkup { return .ambiguous }
    }
    if byte == UInt8(ascii: "<") { pending = [byte] }
    return .inside
  }

  private mutating func followDashes(_ byte: UInt8) {
    if byte == UInt8(ascii: "-") {
      dashes += 1
    } else {
      if byte == UInt8(ascii: ">"), dashes >= 2 { hiding = .none }
      dashes = 0
    }
  }

  private var mayContinue: Bool {
    var tags = ["</\(element)"]
    if element == "script", !mayBeMarkup { tags += ["<!--", "<script"] }
    return tags.contains { $0.utf8.starts(with: pending) }
  }
}

extension UInt8 {
  /// White space to an HTML parser, which counts no vertical tab.
  var isHTMLSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0C || self == 0x0D }

  var endsTagName: Bool { isHTMLSpace || self == UInt8(ascii: "/") || self == UInt8(ascii: ">") }

  var isASCIILetter: Bool { (0x61...0x7A).contains(lowercasedASCII) }

  var lowercasedASCII: UInt8 { (0x41...0x5A).contains(self) ? self + 0x20 : self }
}
