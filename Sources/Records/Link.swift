/// The links that a page may contain: none that could run a script.
package enum Link {
  /// The schemes that a link may begin with; relative links have none.
  package static let schemes = ["http", "https", "mailto", "tel"]

  package enum Verdict: Equatable {
    case allowed
    case forbidden(scheme: String)
    case malformed
  }

  /// Whether a link is relative or has an allowed scheme. White space and control characters make it malformed, since
  /// browsers strip some of them and could find another scheme.
  package static func check(_ link: String) -> Verdict {
    guard !link.isEmpty, !link.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F })
    else { return .malformed }
    return forbiddenScheme(of: link).map { .forbidden(scheme: $0) } ?? .allowed
  }

  /// The same of the value of a field: an address without a host, or a scheme alone, is malformed as well.
  package static func check(value link: String) -> Verdict {
    let verdict = check(link)
    guard verdict == .allowed, let scheme = scheme(of: link) else { return verdict }
    let rest = link.dropFirst(scheme.count + 1)
    guard scheme.lowercased().hasPrefix("http") else { return rest.isEmpty ? .malformed : .allowed }
    let host = rest.dropFirst(2).prefix { !"/?#".contains($0) }
    return rest.hasPrefix("//") && host.contains { $0.isLetter || $0.isNumber } ? .allowed : .malformed
  }

  /// The scheme of a link that may not be followed; nil for a relative link and for an allowed scheme.
  package static func forbiddenScheme(of link: String) -> String? {
    guard let scheme = scheme(of: link), !schemes.contains(scheme.lowercased()) else { return nil }
    return scheme
  }

  /// The scheme of an absolute link. A colon after a `/`, `?` or `#` belongs to a relative one.
  package static func scheme(of link: String) -> String? {
    // Scalars, since a mark after the colon makes one character with it, and a browser still sees the scheme.
    let scalars = link.unicodeScalars
    guard let end = scalars.firstIndex(where: { $0 == ":" || $0 == "/" || $0 == "?" || $0 == "#" }), scalars[end] == ":"
    else { return nil }
    return String(scalars[..<end])
  }

  /// Whether a link leads to something in the site, if to anything, rather than elsewhere or to a place on its own page.
  package static func isInternal(_ link: String) -> Bool {
    scheme(of: link) == nil && !link.hasPrefix("//") && !link.hasPrefix("#") && !link.isEmpty
  }

  /// The beginning of links to the parts of a record, given its URL: on its own page they have plain ids, elsewhere its
  /// anchor stands before them.
  package static func toPart(of url: String) -> String { url.contains("#") ? "\(url)--" : "\(url)#" }

  /// A hint for a broken link that looks like the address of another site or of a person without its scheme, as in
  /// `example.org/shop` and `info@example.org`.
  package static func missingSchemeHint(for link: String) -> String? {
    guard scheme(of: link) == nil else { return nil }
    if isMailAddress(link) { return "'mailto:' may be missing, as in mailto:\(link.shortened)" }
    let host = link.prefix { !"/?#".contains($0) }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count >= 2, let last = labels.last, last.utf8.count >= 2, last.allSatisfy(\.isLetter),
      labels.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" } }),
      host.hasPrefix("www.") || !fileEndings.contains(last.lowercased())
    else { return nil }
    return "'https://' may be missing, as in https://\(link.shortened)"
  }

  /// Whether a link is written like the address of a person: a name, one `@`, and a host.
  static func isMailAddress(_ link: String) -> Bool {
    let parts = link.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[0].contains(where: { "/?#".contains($0) }) else { return false }
    let labels = parts[1].prefix { $0 != "?" }.split(separator: ".", omittingEmptySubsequences: false)
    return labels.count >= 2
      && labels.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" } }
  }

  private static let fileEndings: Set<String> = [
    "md", "markdown", "html", "htm", "txt", "pdf", "png", "jpg", "jpeg", "gif", "svg", "webp", "avif", "ico", "csv",
    "tsv", "json", "xml", "yml", "yaml", "toml", "css", "js", "zip", "gz", "tar", "mp3", "mp4", "ogg", "webm", "doc",
    "docx", "odt", "xls", "xlsx", "ods", "ppt", "pptx", "epub", "bib", "ics", "tex", "sqlite", "db",
  ]
}
