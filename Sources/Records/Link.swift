/// What a link may look like that reaches a page: nothing that could run a script.
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

  /// The scheme of a link that may not be followed; nil for a relative link and for an allowed scheme.
  package static func forbiddenScheme(of link: String) -> String? {
    guard let scheme = scheme(of: link), !schemes.contains(scheme.lowercased()) else { return nil }
    return scheme
  }

  /// The scheme of an absolute link. A colon behind a `/`, `?` or `#` belongs to a relative one.
  package static func scheme(of link: String) -> String? {
    // Scalars, since a mark behind the colon makes one character with it, and a browser still sees the scheme.
    let scalars = link.unicodeScalars
    guard let end = scalars.firstIndex(where: { $0 == ":" || $0 == "/" || $0 == "?" || $0 == "#" }), scalars[end] == ":"
    else { return nil }
    return String(scalars[..<end])
  }
}
