import CellistContent
import CellistRecords
import CellistThemes

/// A theme's assets under names that change with their bytes, so that browsers may keep them forever.
package struct ThemeAssets: PageFamily {
  package struct File: Sendable {
    /// The path below the theme's `assets/`.
    package let name: String
    /// The path below the output folder.
    package let path: String
    package let bytes: [UInt8]
  }

  /// The files in byte order of their names.
  package let files: [File]
  private let paths: [String: String]
  /// The theme that the site names.
  private let theme: String

  package init(_ theme: Theme?) { self.init(theme?.assets ?? [:], of: theme?.name ?? "") }

  init(_ assets: [String: [UInt8]], of theme: String = "") {
    self.theme = theme
    var fingerprints = Fingerprints(assets: assets)
    files = assets.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.compactMap { fingerprints.file($0) }
    paths = Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0.path) })
  }

  package func path(of name: String) -> String { paths[name] ?? joined("assets", name) }

  /// The script of lists' tools, and how that looks: files of each site that has tools.
  package static let tools = ThemeAssets(
    [
      "find.js": PackageResources.find_js, "find.css": PackageResources.find_css, "words.js": PackageResources.words_js,
    ], of: DefaultTheme.name)
}

extension ThemeAssets {
  package var routes: [Route] {
    files.map { asset in
      let folder = joined(SiteFolder.themes, theme, "assets")
      return Route(asset.path, .file, from: SourceLocation(file: joined(folder, asset.name)))
    }
  }

  package func addPages(to site: inout PageMaterials, _ diagnostics: inout Diagnostics) {
    for (route, asset) in zip(routes, files) { site.add(route, .bytes(asset.bytes, of: "the asset")) }
  }
}

/// Names assets after their bytes. A style sheet names others, whose names are part of its bytes, so those come first.
private struct Fingerprints {
  let assets: [String: [UInt8]]
  private var files: [String: ThemeAssets.File] = [:]
  private var open: Set<String> = []

  init(assets: [String: [UInt8]]) { self.assets = assets }

  /// The file of an asset; nil when there is none, or when it is a style sheet that leads back to itself.
  mutating func file(_ name: String) -> ThemeAssets.File? {
    if let known = files[name] { return known }
    guard var bytes = assets[name], open.insert(name).inserted else { return nil }
    defer { open.remove(name) }
    if name.fileExtension == "css" { bytes = withFingerprints(bytes, in: name.folder) }
    let digest = Digest.sha256(bytes, count: 6)
    let ending = name.fileExtension.isEmpty ? "" : ".\(name.fileExtension)"
    let path = joined("assets", name.folder, "\(name.fileStem)-\(digest)\(ending)")
    let file = ThemeAssets.File(name: name, path: path, bytes: bytes)
    files[name] = file
    return file
  }

  /// A style sheet with each `url(…)` that leads to an asset of the theme leading to its fingerprinted name.
  private mutating func withFingerprints(_ sheet: [UInt8], in folder: String) -> [UInt8] {
    let opening = Array("url(".utf8)
    var result: [UInt8] = []
    var rest = sheet[...]
    while let found = rest.firstRange(of: opening),
      let end = rest[found.upperBound...].firstIndex(of: UInt8(ascii: ")"))
    {
      result += rest[..<found.upperBound]
      let content = rest[found.upperBound..<end]
      let target = content.split { " \t\"'".utf8.contains($0) }.first ?? []
      let link = target.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
      let name = String(decoding: link, as: UTF8.self)
      if !name.hasPrefix("/"), let place = joined(folder, name).normalizedPath, let file = file(place) {
        let start = link.endIndex - name.fileName.utf8.count
        result += content[..<start] + Array(file.path.fileName.utf8) + content[link.endIndex...]
      } else {
        result += content
      }
      rest = rest[end...]
    }
    return result + rest
  }
}
