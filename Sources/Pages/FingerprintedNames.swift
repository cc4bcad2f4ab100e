import CellistBase
import CellistMarkup
import CellistRecords
import CellistSettings
import CellistSites
import CellistText

/// Names assets after their bytes. A style sheet names others, whose names are part of its bytes, so those come first.
struct FingerprintedNames {
  let assets: [String: [UInt8]]
  /// The files of the assets in the site's folder.
  let places: [String: String]
  let base: SiteBase
  /// Where an address in a style sheet leads that leads to no asset of the theme.
  enum Lead: Sendable, Equatable {
    /// To a path of the site.
    case site(String)
    case outside
    /// To a style sheet that leads back to itself.
    case back(String)
    case malformed
  }

  private(set) var links: [(link: StyleSheetLink, lead: Lead)] = []
  private var files: [String: ThemeAssets.File] = [:]
  /// The style sheets that are being named, since the next one names the last.
  private var open: [String] = []

  init(assets: [String: [UInt8]], places: [String: String], base: SiteBase) {
    self.assets = assets
    self.places = places
    self.base = base
  }

  /// The file of an asset; nil when there is none, or when it is a style sheet that leads back to itself.
  mutating func file(_ name: String) -> ThemeAssets.File? {
    if let known = files[name] { return known }
    guard var bytes = assets[name], !open.contains(name) else { return nil }
    if name.fileExtension.lowercased() == "css", open.count < Self.depthLimit {
      open.append(name)
      bytes = withFingerprints(bytes, of: name)
      open.removeLast()
    }
    let digest = Digest.sha256(bytes, count: 6)
    let ending = name.fileExtension.isEmpty ? "" : ".\(name.fileExtension)"
    let path = joined("assets", name.folder, "\(name.fileStem)-\(digest)\(ending)")
    let file = ThemeAssets.File(name: name, path: path, bytes: bytes)
    files[name] = file
    return file
  }

  /// How many style sheets may import each other in a row.
  private static let depthLimit = 100

  /// A style sheet whose addresses of assets are the fingerprinted ones, and whose other addresses at the site's root
  /// begin where the site stands.
  private mutating func withFingerprints(_ sheet: [UInt8], of name: String) -> [UInt8] {
    let found = StyleSheetLinks.links(in: sheet)
    guard !found.isEmpty else { return sheet }
    let links = StyleSheetLink.located(found, in: sheet, of: places[name] ?? name)
    let targets = links.map { target(of: $0, in: name.folder) }
    return StyleSheetLinks.replacing(found, in: sheet, with: targets)
  }

  /// The address that one in a style sheet becomes; nil where it stays.
  private mutating func target(of link: StyleSheetLink, in folder: String) -> String? {
    guard !link.isMalformed, Link.isInternal(link.target) else {
      if link.isMalformed { links.append((link, .malformed)) }
      return nil
    }
    let path = link.target.prefix { $0 != "?" && $0 != "#" }
    guard !path.isEmpty else { return nil }
    let suffix = link.target.dropFirst(path.count)
    let isAbsolute = path.utf8.first == UInt8(ascii: "/")
    let decoded = PercentCoding.decoded(path)
    let output = (isAbsolute ? decoded : joined("assets", folder, decoded)).normalizedPath
    if let output, output.utf8.starts(with: "assets/".utf8), assets[output.below("assets")] != nil {
      let asset = output.below("assets")
      guard let file = file(asset) else {
        links.append((link, .back(asset)))
        return nil
      }
      if isAbsolute { return base.url(of: file.path) + suffix }
      let folders = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] } ?? ""
      return folders + PercentCoding.encoded(file.path.fileName) + suffix
    }
    links.append((link, output.map { .site($0) } ?? .outside))
    return isAbsolute && base.path != "/" ? String(base.path.dropLast()) + link.target : nil
  }
}
