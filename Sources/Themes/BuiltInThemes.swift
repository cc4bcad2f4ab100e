import CellistMarkup

/// The themes that travel inside the program.
package enum BuiltInThemes {
  /// The files of each, by their path in the theme's folder.
  ///
  /// The package manager embeds files under their names alone, so these tables put each back in its place.
  package static let files: [String: [(path: String, bytes: [UInt8])]] = [
    DefaultTheme.name: DefaultTheme.files,
    "ledger": [
      ("theme.yml", PackageResources.ledger_theme_yml), ("assets/ledger.css", PackageResources.ledger_css),
      ("parts/styles.mustache", PackageResources.ledger_styles_mustache),
    ],
    "folio": [
      ("theme.yml", PackageResources.folio_theme_yml), ("assets/folio.css", PackageResources.folio_css),
      ("assets/garamond-italic.woff2", PackageResources.garamond_italic_woff2),
      ("assets/garamond-licence.txt", PackageResources.garamond_licence_txt),
      ("assets/garamond-regular.woff2", PackageResources.garamond_regular_woff2),
      ("parts/styles.mustache", PackageResources.folio_styles_mustache),
    ],
  ]

  /// The files as sites have them: their style sheets are compact.
  package static let published = files.mapValues { files in
    files.map { path, bytes in (path: path, bytes: path.hasSuffix(".css") ? StyleSheet.compact(bytes) : bytes) }
  }

  /// The names of the themes.
  package static let names = files.keys.sorted()

  /// The bytes of a file, which messages name as if it were in the site's `themes/` folder.
  package static func bytes(of place: String) -> [UInt8]? {
    let parts = place.split(separator: "/", maxSplits: 2)
    guard parts.count == 3, parts[0] == "themes" else { return nil }
    return files[String(parts[1])]?.first { $0.path == parts[2] }?.bytes
  }
}
