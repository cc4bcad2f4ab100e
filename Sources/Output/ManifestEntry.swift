import CellistBase
import CellistRecords

/// A file of a built site, as a manifest lists it.
package struct ManifestEntry: Hashable, Sendable {
  /// The purpose of a file: publishing sends files kind by kind.
  package enum Kind: String, Sendable, CaseIterable { case asset, page, data, feed }

  /// How long caches may keep a file.
  package enum CacheClass: String, Sendable, CaseIterable {
    /// For ever, since its name changes with its bytes.
    case immutable
    /// For as long as the server's validators match.
    case revalidate

    /// The value of the header `Cache-Control`.
    package var header: String {
      switch self {
      case .immutable: "public, max-age=31536000, immutable"
      case .revalidate: "no-cache"
      }
    }
  }

  /// The path below the site's root.
  package let path: String
  /// In bytes.
  package let size: Int
  package let digest: FileDigest

  package init(path: String, size: Int, digest: FileDigest) {
    self.path = path
    self.size = size
    self.digest = digest
  }

  package var mediaType: String { MediaType.of(path) }

  package var kind: Kind {
    switch mediaType {
    case MediaType.html: .page
    case MediaType.atom, MediaType.rss, MediaType.calendar: .feed
    case _ where Self.isData(path.fileName): .data
    default: .asset
    }
  }

  /// Files that programs read, and that name pages.
  private static func isData(_ name: String) -> Bool {
    ["robots.txt", "_headers", "_redirects"].contains(name) || name.hasPrefix("sitemap") && name.fileExtension == "xml"
  }

  package var cacheClass: CacheClass { isFingerprinted ? .immutable : .revalidate }

  /// Whether the name ends in the first digits of the digest, as those of a theme's assets do.
  private var isFingerprinted: Bool {
    let digits = path.fileStem.utf8.suffix(12)
    guard digits.count == 12, path.fileStem.utf8.dropLast(12).last == UInt8(ascii: "-") else { return false }
    return digest.hexadecimal.utf8.prefix(12).elementsEqual(digits)
  }

  /// The entry as a line of JSON.
  package var line: String {
    "[\(JSONText.quoted(path)),\"\(kind.rawValue)\",\"\(mediaType)\",\(size),\"\(digest.hexadecimal)\","
      + "\"\(cacheClass.rawValue)\"]"
  }

  /// Reads an entry; nil if a value is invalid, or the path leads out of the site.
  package init?(_ node: Node) {
    guard let items = node.items, items.count == 6, let path = items[0].text, ManifestEntry.isPath(path),
      let size = items[3].text.flatMap({ Int($0) }), size >= 0,
      let digest = items[4].text.flatMap({ FileDigest(hexadecimal: $0) })
    else { return nil }
    // The rest follows from these; another version of the program may have computed it differently.
    self.init(path: path, size: size, digest: digest)
  }

  /// Whether a path names a file below a site's root, and fits on a line of a list of files.
  package static func isPath(_ path: String) -> Bool {
    !path.isEmpty && path.utf8.allSatisfy { $0 != 0 && $0 != 0x0A && $0 != 0x0D }
      && path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy {
        !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8)
      }
  }
}
