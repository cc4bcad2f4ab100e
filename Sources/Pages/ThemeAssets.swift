import CellistBase
import CellistFiles
import CellistRecords
import CellistSettings
import CellistSites
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
  /// The addresses in style sheets that lead to no asset of the theme.
  let links: [(link: StyleSheetLink, lead: FingerprintedNames.Lead)]
  private let paths: [String: String]
  /// The files of the assets in the site's folder.
  private let places: [String: String]

  package init(_ theme: Theme?, base: SiteBase = .root) {
    self.init(theme?.usedAssets ?? [:], at: theme?.assetPlaces ?? [:], base: base)
  }

  init(_ assets: [String: [UInt8]], at places: [String: String] = [:], base: SiteBase = .root) {
    self.places = places
    var names = FingerprintedNames(assets: assets, places: places, base: base)
    files = assets.keys.sorted(by: inByteOrder).compactMap { names.file($0) }
    links = names.links
    paths = Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0.path) })
  }

  /// Files of the program itself, whose places are those of assets of the default theme.
  package init(ofProgram files: [String: [UInt8]]) {
    self.init(files, at: files.keys.reduce(into: [:]) { $0[$1] = Self.place(of: $1) })
  }

  package func path(of name: String) -> String { paths[name] ?? joined("assets", name) }

  /// Where an asset of the default theme lies in its folder.
  private static func place(of name: String) -> String {
    joined(SiteFolder.themes, DefaultTheme.name, "assets", name)
  }
}

extension ThemeAssets {
  package var routes: [Route] {
    files.map { asset in
      Route(asset.path, .file, from: SourceLocation(file: places[asset.name] ?? Self.place(of: asset.name)))
    }
  }

  package func addPages(to site: inout PageMaterials, _ diagnostics: inout Diagnostics) {
    for (route, asset) in zip(routes, files) { site.add(route, .bytes(asset.bytes, of: "the asset")) }
    for (link, lead) in links { link.check(lead, site.links, &diagnostics) }
  }
}
