import CellistMarkup
import CellistTemplates

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

/// The theme that all others extend.
package enum DefaultTheme {
  package static let name = "default"
  /// The assets that only sites with a setting need.
  static let settingsOfAssets = ["scheme.js": "switch"]

  package static let files: [(path: String, bytes: [UInt8])] = [
    ("theme.yml", PackageResources.theme_yml),
    ("assets/scheme.js", PackageResources.scheme_js), ("assets/style.css", PackageResources.style_css),
    ("cells/calendar-cell.mustache", PackageResources.calendar_cell_mustache),
    ("cells/cards-cell.mustache", PackageResources.cards_cell_mustache),
    ("cells/glossary-cell.mustache", PackageResources.glossary_cell_mustache),
    ("cells/rows-cell.mustache", PackageResources.rows_cell_mustache),
    ("cells/schedule-cell.mustache", PackageResources.schedule_cell_mustache),
    ("cells/table-cell.mustache", PackageResources.table_cell_mustache),
    ("cells/tiles-cell.mustache", PackageResources.tiles_cell_mustache),
    ("cells/timeline-cell.mustache", PackageResources.timeline_cell_mustache),
    ("pages/404.mustache", PackageResources._04_mustache),
    ("pages/changes.mustache", PackageResources.changes_mustache),
    ("pages/home.mustache", PackageResources.home_mustache),
    ("pages/list.mustache", PackageResources.list_mustache),
    ("pages/plain.mustache", PackageResources.plain_mustache),
    ("pages/record.mustache", PackageResources.record_mustache),
    ("pages/root.mustache", PackageResources.root_mustache),
    ("pages/search.mustache", PackageResources.search_mustache),
    ("pages/term.mustache", PackageResources.term_mustache),
    ("pages/terms.mustache", PackageResources.terms_mustache),
    ("pages/view.mustache", PackageResources.view_mustache),
    ("parts/badge.mustache", PackageResources.badge_mustache),
    ("parts/brand.mustache", PackageResources.brand_mustache),
    ("parts/browse.mustache", PackageResources.browse_mustache),
    ("parts/calendar-link.mustache", PackageResources.calendar_link_mustache),
    ("parts/change.mustache", PackageResources.change_mustache),
    ("parts/colophon.mustache", PackageResources.colophon_mustache),
    ("parts/contents.mustache", PackageResources.contents_mustache),
    ("parts/directory.mustache", PackageResources.directory_mustache),
    ("parts/downloads.mustache", PackageResources.downloads_mustache),
    ("parts/facts.mustache", PackageResources.facts_mustache),
    ("parts/feeds.mustache", PackageResources.feeds_mustache),
    ("parts/fields.mustache", PackageResources.fields_mustache),
    ("parts/filters.mustache", PackageResources.filters_mustache),
    ("parts/head-extra.mustache", PackageResources.head_extra_mustache),
    ("parts/head-page.mustache", PackageResources.head_page_mustache),
    ("parts/introduction.mustache", PackageResources.introduction_mustache),
    ("parts/layout.mustache", PackageResources.layout_mustache),
    ("parts/languages.mustache", PackageResources.languages_mustache),
    ("parts/masthead.mustache", PackageResources.masthead_mustache),
    ("parts/name.mustache", PackageResources.name_mustache),
    ("parts/none.mustache", PackageResources.none_mustache),
    ("parts/pagination.mustache", PackageResources.pagination_mustache),
    ("parts/path.mustache", PackageResources.path_mustache),
    ("parts/section-index.mustache", PackageResources.section_index_mustache),
    ("parts/styles.mustache", PackageResources.styles_mustache),
    ("parts/tools.mustache", PackageResources.tools_mustache),
    ("parts/views.mustache", PackageResources.views_mustache),
    ("parts/words.mustache", PackageResources.words_mustache),
    ("sections/section.mustache", PackageResources.section_mustache),
    ("views/calendar.mustache", PackageResources.calendar_mustache),
    ("views/cards.mustache", PackageResources.cards_mustache),
    ("views/glossary.mustache", PackageResources.glossary_mustache),
    ("views/rows.mustache", PackageResources.rows_mustache),
    ("views/schedule.mustache", PackageResources.schedule_mustache),
    ("views/table.mustache", PackageResources.table_mustache),
    ("views/tiles.mustache", PackageResources.tiles_mustache),
    ("views/timeline.mustache", PackageResources.timeline_mustache),
    ("words/ar.yml", PackageResources.ar_yml),
    ("words/de.yml", PackageResources.de_yml),
    ("words/es.yml", PackageResources.es_yml),
    ("words/fr.yml", PackageResources.fr_yml),
    ("words/it.yml", PackageResources.it_yml),
    ("words/ja.yml", PackageResources.ja_yml),
    ("words/nl.yml", PackageResources.nl_yml),
    ("words/pl.yml", PackageResources.pl_yml),
    ("words/pt.yml", PackageResources.pt_yml),
    ("words/sv.yml", PackageResources.sv_yml),
  ]
}
