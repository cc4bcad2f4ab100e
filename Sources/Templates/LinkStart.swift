import CellistRecords

/// How a link in an attribute begins, as far as the template's own text shows: this decides whether a value printed
/// next could choose the link's scheme.
struct LinkStart: Equatable {
  enum State: Equatable {
    /// Nothing yet, or nothing but values that are safe links.
    case open
    /// Text that may yet turn out to be a scheme.
    case undecided
    /// After the scheme, or known to be relative: the rest is part of the path.
    case decided
    /// A scheme that is not one of `Link.schemes`, or something that browsers may read as one.
    case unsafe
  }

  private(set) var state = State.open
  /// Whether all that follows is the name of a place on what the link leads to.
  private(set) var isFragment = false
  private var scheme: [UInt8] = []

  mutating func follow(_ byte: UInt8) {
    if byte == UInt8(ascii: "#") { isFragment = true }
    guard state == .open || state == .undecided else { return }
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): state = .decided
    case UInt8(ascii: ":"):
      let known = Link.schemes.contains(String(decoding: scheme, as: UTF8.self).lowercased())
      state = known ? .decided : .unsafe
    // A character reference may be a colon.
    case UInt8(ascii: "&"): state = .unsafe
    // Browsers remove tabs and line breaks from a link, and other white space at its start.
    case 0x09, 0x0A, 0x0D: break
    case 0...0x20 where state == .open: break
    default:
      state = .undecided
      scheme.append(byte)
    }
  }

  /// Notes that a link was printed here. The text after it is not a scheme that the template chose.
  mutating func printLink() {
    guard state == .open || state == .undecided else { return }
    state = .undecided
    scheme.append(UInt8(ascii: "{"))
  }

  /// The knowledge when the template may have come here in either of two ways.
  mutating func join(_ other: LinkStart) {
    guard self != other else { return }
    isFragment = isFragment && other.isFragment
    if state == .unsafe || other.state == .unsafe {
      state = .unsafe
    } else {
      state = .undecided
      scheme.append(UInt8(ascii: "{"))
    }
  }
}
