import CellistRecords

/// Where a site will stand: the part of every URL before the site's own paths.
package struct SiteBase: Hashable, Sendable {
  /// Scheme and host without a slash at the end; empty when the settings give only a path.
  package let origin: String
  /// The path of the site's root, with a slash at both ends.
  package let path: String

  package static let root = SiteBase(origin: "", path: "/")

  private init(origin: String, path: String) {
    self.origin = origin
    self.path = path
  }

  /// Reads `https://example.org/path/`, or a path alone; nil for anything else.
  package init?(_ text: String) {
    guard Link.check(text) == .allowed, !text.contains("?"), !text.contains("#") else { return nil }
    var rest = text[...]
    var origin = ""
    if let scheme = Link.scheme(of: text) {
      guard ["http", "https"].contains(scheme.lowercased()), text.dropFirst(scheme.count).hasPrefix("://") else {
        return nil
      }
      let host = text.dropFirst(scheme.count + 3).prefix { $0 != "/" }
      guard !host.isEmpty else { return nil }
      origin = "\(scheme)://\(host)"
      rest = text.dropFirst(origin.count)
    } else if !text.hasPrefix("/") || text.hasPrefix("//") {
      return nil
    }
    let parts = rest.split(separator: "/")
    guard !parts.contains("."), !parts.contains("..") else { return nil }
    self.init(origin: origin, path: parts.isEmpty ? "/" : "/\(parts.joined(separator: "/"))/")
  }

  /// The URL of an output path, starting at the host's root.
  package func url(of path: String) -> String { self.path + Self.encoded(path) }

  /// The absolute URL of a URL that starts at the host's root; unchanged when the host is not known.
  package func canonical(_ url: String) -> String { origin + url }

  /// The whole base as text.
  package var text: String { origin + path }

  /// A path without escapes; what is no escape stands for itself.
  package static func decoded(_ path: Substring) -> String {
    guard path.utf8.contains(UInt8(ascii: "%")) else { return String(path) }
    var bytes: [UInt8] = []
    var rest = Array(path.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2, rest.first != UInt8(ascii: "+"),
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A path with the characters percent-encoded that would end or break a URL. Letters of all scripts stay readable.
  static func encoded(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy { $0 >= 0x80 || allowed[Int($0)] }
    guard !isPlain else { return path }
    var result: [UInt8] = []
    for byte in path.utf8 {
      if byte >= 0x80 || allowed[Int(byte)] {
        result.append(byte)
      } else {
        let digits = Array("0123456789ABCDEF".utf8)
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static let allowed: [Bool] = (0..<128).map { code in
    let scalar = Character(Unicode.Scalar(UInt8(code)))
    return scalar.isLetter || scalar.isNumber || "-._~!$&'()*+,;=:@/".contains(scalar)
  }
}
