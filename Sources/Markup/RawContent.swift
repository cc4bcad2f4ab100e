/// The content of an element that is not parsed as HTML, such as a script or a title: followed to its end tag.
package struct RawContent: Equatable, Sendable {
  enum Step {
    case inside
    /// The name of the element's end tag was read; the byte that ended it is still to be followed.
    case ended
    /// Some browsers parse the text here as markup, others do not.
    case ambiguous
  }

  /// Whether a script hides its own end tag: after `<!--` a `<script>` inside it needs an end tag of its own.
  private enum Hiding { case none, comment, script }

  package let element: String
  /// Whether the element is at a place where it may be parsed as HTML after all, as in an `svg`.
  let mayBeMarkup: Bool
  private let endTag: [UInt8]
  private var hiding = Hiding.none
  /// A `<` and what follows it, while that may yet become a tag.
  private var pending: [UInt8] = []
  private var dashes = 0

  private static let comment = Array("<!--".utf8)
  private static let script = Array("<script".utf8)

  init(element: String, mayBeMarkup: Bool) {
    self.element = element
    self.mayBeMarkup = mayBeMarkup
    endTag = Array("</\(element)".utf8)
  }

  /// Whether the last bytes may be the beginning of a tag.
  package var mayBeTag: Bool { !pending.isEmpty }

  mutating func follow(_ byte: UInt8) -> Step {
    let isScript = element == "script"
    if isScript { followDashes(byte) }
    if !pending.isEmpty {
      if byte.endsTagName {
        if pending == endTag, element != "plaintext" {
          if hiding != .script { return .ended }
          hiding = .comment
          pending.removeAll(keepingCapacity: true)
          return .inside
        }
        if hiding == .comment, pending == Self.script {
          hiding = .script
          pending.removeAll(keepingCapacity: true)
          return .inside
        }
      }
      pending.append(byte.lowercasedASCII)
      if isScript, !mayBeMarkup, pending == Self.comment {
        if hiding == .none { hiding = .comment }
        dashes = 2
        pending.removeAll(keepingCapacity: true)
        return .inside
      }
      if mayContinue { return .inside }
      pending.removeAll(keepingCapacity: true)
      if mayBeMarkup { return .ambiguous }
    }
    if byte == UInt8(ascii: "<") { pending.append(byte) }
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
    if endTag.starts(with: pending) { return true }
    guard element == "script", !mayBeMarkup else { return false }
    return Self.comment.starts(with: pending) || Self.script.starts(with: pending)
  }
}

extension UInt8 {
  /// White space to an HTML parser, which counts no vertical tab.
  package var isHTMLSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0C || self == 0x0D }

  var endsTagName: Bool { isHTMLSpace || self == UInt8(ascii: "/") || self == UInt8(ascii: ">") }

  package var isASCIILetter: Bool { (0x61...0x7A).contains(lowercasedASCII) }

  package var lowercasedASCII: UInt8 { (0x41...0x5A).contains(self) ? self + 0x20 : self }
}
