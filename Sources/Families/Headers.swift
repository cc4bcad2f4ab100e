import CellistPages
import CellistRecords
import CellistSettings

/// `_headers`, by which several hosts learn what to send with each file: for a site whose settings say `headers-file`.
///
/// Files whose names change with their bytes may be kept forever. A browser runs scripts of the site alone, takes styles from
/// it alone, and shows it in no frame of another; the built-in themes need no more.
struct Headers: PageFamily {
  let routes: [Route]
  /// The paths of files whose names change with their bytes.
  private let lasting: [String]

  init(_ site: RoutedSite) {
    let hasTools = site.lists.contains { $0.settings.tools != nil }
    let search = site.content.settings.hasSearch ? ThemeAssets.search.files : []
    lasting = (site.assets.files + (hasTools ? ThemeAssets.tools.files : []) + search).map(\.path)
    routes = site.content.settings.headersFile.map { [Route(Routes.headers, .data, from: $0)] } ?? []
  }

  func addPages(to site: inout PageMaterials, _ diagnostics: inout Diagnostics) {
    for route in routes { site.add(route, .bytes(Array(text(site.content.settings).utf8), of: "the list of headers")) }
  }

  private func text(_ settings: SiteSettings) -> String {
    var text = """
      \(settings.base.path)*
        Content-Security-Policy: \(Self.policy(allowsHTML: settings.dialect.allowsHTML))
        Referrer-Policy: strict-origin-when-cross-origin
        X-Content-Type-Options: nosniff

      """
    for path in Set(lasting).sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      text += "\(settings.base.url(of: path))\n  Cache-Control: public, max-age=31536000, immutable\n"
    }
    return text
  }

  /// - Parameter allowsHTML: whether content may hold markup, and with it styles of its own.
  private static func policy(allowsHTML: Bool) -> String {
    [
      "default-src 'self'", "img-src 'self' data: https:", "media-src 'self' https:",
      allowsHTML ? "style-src 'self' 'unsafe-inline'" : nil, "base-uri 'none'", "form-action 'self'",
      "frame-ancestors 'self'", "object-src 'none'",
    ].compactMap(\.self).joined(separator: "; ")
  }
}
