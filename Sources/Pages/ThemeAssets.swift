import CellistBase
import CellistFiles
import CellistMarkup
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

  package func path(of name: String) -> String { paths[name] ?? joined("assets", name) }

  /// The script of lists' tools, and how that looks: files of each site that has tools.
  package static let tools: ThemeAssets = {
    let script = ScriptFile(modules: [
      PackageResources.page_js, PackageResources.text_js, PackageResources.marks_js, PackageResources.choices_js,
      PackageResources.address_js, PackageResources.records_js, PackageResources.facets_js,
      PackageResources.results_js, PackageResources.find_js,
    ])
    let extras = ScriptFile(
      loaded: [
        PackageResources.bars_js, PackageResources.now_js, PackageResources.table_js, PackageResources.calendar_js,
        PackageResources.kept_js, PackageResources.keep_js, PackageResources.columns_js, PackageResources.dressing_js,
      ])
    let files = [
      "find.js": script.bytes, "find.css": StyleSheet.compact(PackageResources.find_css),
      "words.js": ScriptFile(loaded: [PackageResources.words_js]).bytes,
      "extras.js": extras.bytes,
      "star.js": ScriptFile(modules: [PackageResources.kept_js, PackageResources.star_js]).bytes,
    ]
    return ThemeAssets(files, at: files.keys.reduce(into: [:]) { $0[$1] = place(of: $1) })
  }()

  /// The script of the search of a whole site, and how its page looks: files of each site that has one.
  package static let search: ThemeAssets = {
    let script = ScriptFile(modules: [
      PackageResources.page_js, PackageResources.text_js, PackageResources.marks_js, PackageResources.ranking_js,
      PackageResources.search_js,
    ])
    let files = ["search.js": script.bytes, "search.css": StyleSheet.compact(PackageResources.search_css)]
    return ThemeAssets(files, at: files.keys.reduce(into: [:]) { $0[$1] = place(of: $1) })
  }()

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
