import CellistBase
import CellistRecords
import CellistText

/// An address at which something of the site stood, as records, pages and settings write it.
enum FormerAddress {
  /// The path of the page at an address; nil, with a diagnostic, for what is no address of a page of the site.
  static func path(_ address: String, at location: SourceLocation?, _ diagnostics: inout Diagnostics) -> String? {
    if let path = path(address) { return path }
    diagnostics.error(
      .invalidSetting, "a former address is a path of the site, found \(quoted(address.shortened))", at: location,
      hint: isPattern(address)
        ? "hosts take '*' and ':name' for patterns, and each former address stands for itself; %2A is the character"
        : "for example /old/path/, from the site's root; an address that ends in .html is a file")
    return nil
  }

  /// The path of the page at an address; nil for what is no address of a page of the site.
  static func path(_ address: String) -> String? {
    guard address.utf8.first == UInt8(ascii: "/"), !address.utf8.starts(with: "//".utf8),
      Link.check(address) == .allowed, !isPattern(address),
      !address.utf8.contains(where: { "?#\\".utf8.contains($0) })
    else { return nil }
    let path = PercentCoding.decoded(address[...])
    let parts = path.pathParts
    guard !parts.isEmpty,
      parts.allSatisfy({ part in
        part.utf8.count <= Slug.limit && !part.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
      }),
      // What publishing keeps beside the site is no page of it.
      parts.dropFirst().allSatisfy({ $0.utf8.first != UInt8(ascii: ".") }),
      parts[0].utf8.first != UInt8(ascii: ".") || parts[0] == ".well-known" && parts.count > 1 && parts[1] != "cellist"
    else { return nil }
    let isFile = ["html", "htm"].contains(path.fileExtension) && path.utf8.last != UInt8(ascii: "/")
    let joined = parts.joined(separator: "/")
    return isFile ? joined : PagePath.page(in: joined)
  }

  /// Whether an address stands for many where hosts read redirects.
  private static func isPattern(_ address: String) -> Bool {
    address.utf8.contains(UInt8(ascii: "*")) || address.pathParts.contains { $0.utf8.first == UInt8(ascii: ":") }
  }
}
