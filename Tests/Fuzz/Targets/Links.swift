import CellistBase
import CellistRecords
import CellistText

@testable import CellistBuilding
@testable import CellistOutput
@testable import CellistPages
@testable import CellistSettings
@testable import CellistSites

extension FuzzTarget {
  /// Links and addresses: what is allowed runs no script, paths stay in the site, and escapes are undone.
  static let links = FuzzTarget(
    "links",
    seeds: [
      "https://example.org/path/?q#f", "mailto:a@b", "javascript:alert(1)", "../a%20b.txt", "/a/./b/../c//d",
      "//host/x",
      "Größe & Maß.png", "%2e%2e/%2F", "İstanbul--a.b", "#top", "?q", "java\tscript:x", "http:///",
      "https://e.org:80/a/",
    ],
    words: [
      "%2e", "%2F", "%5C", "%00", "..", "./", "//", "://", "javascript:", "data:", "&colon;", "\u{301}", "\u{2028}",
      "\\", "é",
    ]
  ) { input in
    let text = input.text
    if Link.check(text) == .allowed {
      law(Browser.scheme(of: text).map(Link.schemes.contains) ?? true, "an allowed link has an allowed scheme")
    }
    let encoded = PercentCoding.encoded(text)
    law(same(PercentCoding.decoded(encoded[...]), text), "what is encoded is decoded")
    law(
      encoded.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !"<>\"\\^`{|}#?".utf8.contains($0) },
      "\(encoded) ends no link")
    if let normal = PercentCoding.decoded(text[...]).normalizedPath {
      let parts = normal.split(separator: "/", omittingEmptySubsequences: false)
      law(normal.isEmpty || parts.allSatisfy { !["", ".", ".."].contains($0) }, "\(normal) is normal")
      law(normal.normalizedPath.map { same($0, normal) } ?? false, "\(normal) stays so")
    }
    lawOfSlugs(text)
    guard let base = SiteBase(text) else { return }
    law(SiteBase(base.text) == base, "a base is read as it is printed")
    let (first, last) = (base.path.utf8.first, base.path.utf8.last)
    law(first == UInt8(ascii: "/") && last == UInt8(ascii: "/"), "a base ends in a slash")
    lawOfTargets(text, base)
  }

  private static func lawOfSlugs(_ text: String) {
    let slug = Slug.make(text)
    law(same(Slug.make(slug), slug), "the slug of a slug is itself: \(slug)")
    law(
      slug.utf8.first != UInt8(ascii: ".") && !slug.utf8.contains { $0 <= 0x20 || "/\\%?#<>\"'&".utf8.contains($0) },
      "\(slug) is a name")
    law(text.isEmpty || !Slug.naming(text).isEmpty, "whatever has characters can be named")
  }

  /// Where a link leads from a page of a site.
  private static func lawOfTargets(_ text: String, _ base: SiteBase) {
    var map = LinkMap(base: base)
    for (path, kind, file) in [
      ("a/b/index.html", Route.Kind.page, "content/a/b.md"), ("a/c d.txt", .file, "content/a/c d.txt"),
    ] {
      map.add(Route(path, kind, from: SourceLocation(file: file), sources: [file]))
    }
    for link in [text, "../a/b.md", "c%20d.txt?x", "/a/b/#y"] {
      switch map.target(of: link, in: "content/a/b.md") {
      case .url(let url): law(url.utf8.starts(with: base.path.utf8), "\(url) is in the site")
      case .unchanged: law(!Link.isInternal(link) || link.utf8.first == UInt8(ascii: "?"), "\(link) leads out")
      case .broken: law(link == text, "\(link) leads to a page")
      case .unread, .unpublished: fatalError("a law is broken: all is published")
      }
    }
  }
}
