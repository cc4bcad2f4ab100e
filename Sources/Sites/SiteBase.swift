import CellistContent
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
  package func url(of path: String) -> String { self.path + PercentCoding.encoded(path) }

  /// The absolute URL of a URL that starts at the host's root; unchanged when the host is not known.
  package func canonical(_ url: String) -> String { origin + url }

  /// The whole base as text.
  package var text: String { origin + path }
}
