import CellistRecords

/// How a link in an attribute begins, as far as the template's own text shows: this decides whether a value printed
/// next could choose the link's scheme or its host.
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

  /// How far the template's own text determines the host.
  private enum Host: Equatable {
    /// Nothing yet that belongs to a host or rules one out.
    case open
    /// After one slash: a second one would begin a host.
    case slash
    /// After a scheme or two slashes, where a host begins.
    case start
    /// In a host, or in what may be one.
    case inside
    /// After a character reference, which may be any character of a host.
    case unknown
    /// After the host, or in a link without one.
    case decided
  }

  private(set) var state = State.open
  private var host = Host.open
  /// Whether all that follows is the name of a place on what the link leads to.
  private(set) var isFragment = false
  /// Whether a character reference may begin here, whose hash begins no fragment.
  private var mayBeReference = false
  private var scheme: [UInt8] = []

  mutating func follow(_ byte: UInt8) {
    if byte == UInt8(ascii: "#"), !mayBeReference { isFragment = true }
    mayBeReference = byte == UInt8(ascii: "&")
    followHost(byte)
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

  /// Whether a value printed next has no influence on the host that the link leads to.
  var isHostDecided: Bool { host == .decided }

  /// Follows a byte before the scheme's `state` takes notice of it. Browsers read a backslash as a slash.
  private mutating func followHost(_ byte: UInt8) {
    guard host != .decided, host != .unknown, ![0x09, 0x0A, 0x0D].contains(byte) else { return }
    let isSlash = byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\")
    let endsPath = byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    switch host {
    case _ where endsPath: host = .decided
    case _ where byte == UInt8(ascii: "&"): host = .unknown
    case .open where isSlash: host = state == .open ? .slash : .decided
    case .open where byte == UInt8(ascii: ":"): host = .start
    case .slash: host = isSlash ? .start : .decided
    case .start where !isSlash: host = .inside
    case .inside where isSlash: host = .decided
    default: break
    }
  }

  /// Notes that a link was printed here. The text after it is not a scheme that the template chose.
  mutating func printLink() {
    if host == .open || host == .start { host = .inside }
    guard state == .open || state == .undecided else { return }
    state = .undecided
    scheme.append(UInt8(ascii: "{"))
  }

  /// The knowledge when the template may have come here in either of two ways.
  mutating func join(_ other: LinkStart) {
    guard self != other else { return }
    isFragment = isFragment && other.isFragment
    if host != other.host || host == .open && state != other.state {
      host = host == .unknown || other.host == .unknown ? .unknown : .start
    }
    if state == .unsafe || other.state == .unsafe {
      state = .unsafe
    } else {
      state = .undecided
      scheme.append(UInt8(ascii: "{"))
    }
  }
}
