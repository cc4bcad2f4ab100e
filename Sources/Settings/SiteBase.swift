import CellistRecords
import CellistText

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
    // Bytes, since a mark may make one character with the slash next to it.
    guard Link.check(text) == .allowed, Self.isAddress(text) else { return nil }
    var rest = text.utf8[...]
    var origin = ""
    if let scheme = Link.scheme(of: text) {
      guard ["http", "https"].contains(scheme.lowercased()),
        text.utf8.dropFirst(scheme.utf8.count).starts(with: "://".utf8)
      else {
        return nil
      }
      let host = text.utf8.dropFirst(scheme.utf8.count + 3).prefix { $0 != UInt8(ascii: "/") }
      guard !host.isEmpty, !host.contains(where: { "!$&'()*+,;=".utf8.contains($0) }) else { return nil }
      origin = "\(scheme)://\(Substring(host))"
      rest = text.utf8.dropFirst(origin.utf8.count)
    } else if rest.first != UInt8(ascii: "/") || rest.starts(with: "//".utf8) {
      return nil
    }
    let parts = String(Substring(rest)).pathParts
    guard !parts.contains("."), !parts.contains("..") else { return nil }
    self.init(origin: origin, path: parts.isEmpty ? "/" : "/\(parts.joined(separator: "/"))/")
  }

  /// Whether a text consists of what an address is made of, so that it can stand in any file as it is. Letters of all
  /// scripts may stand in one.
  private static func isAddress(_ text: String) -> Bool {
    !text.unicodeScalars.contains { scalar in
      scalar.isASCII
        ? "?#\"<>\\^`{|}".unicodeScalars.contains(scalar)
        : scalar.properties.isWhitespace || scalar.properties.generalCategory == .control || scalar.turnsText
    }
  }

  /// The URL of an output path, starting at the host's root.
  package func url(of path: String) -> String { self.path + PercentCoding.encoded(path) }

  /// The absolute URL of a URL that starts at the host's root; unchanged when the host is not known.
  package func canonical(_ url: String) -> String { origin + url }

  /// The absolute URL of any URL on a page of the site.
  package func absolute(_ url: String) -> String {
    url.utf8.first == UInt8(ascii: "/") && !url.utf8.starts(with: "//".utf8) ? canonical(url) : url
  }

  /// The whole base as text.
  package var text: String { origin + path }
}

extension Unicode.Scalar {
  /// Whether the scalar changes the direction of the text after it.
  fileprivate var turnsText: Bool {
    switch value {
    case 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
