import CellistPages
import CellistRecords

/// The kinds of pages that a site consists of: a line for each.
package enum PageFamilies {
  /// Kinds of pages that tests add.
  @TaskLocal package static var added: [@Sendable (RoutedSite) -> any PageFamily] = []

  /// The scripts and style sheets that their pages load.
  package static let client = ClientFiles(tools: { .tools }, search: { .search })

  /// All of them, in the order in which their pages are planned.
  package static func all(_ site: RoutedSite, _ diagnostics: inout Diagnostics) -> [any PageFamily] {
    Exports.check(site, &diagnostics)
    return [
      site.assets,
      site.lists.contains { $0.settings.tools != nil } ? ThemeAssets.tools : ThemeAssets(nil),
      site.content.settings.hasSearch ? ThemeAssets.search : ThemeAssets(nil),
      CopiedFiles(site),
      site.thumbnails,
      PlainPages(site, &diagnostics),
    ]
      + site.lists.indices.flatMap { list -> [any PageFamily] in
        [
          ListPages(list, of: site), TermIndexes(list, of: site), RecordPages(list, of: site),
          Feeds(list, of: site, &diagnostics), Exports(list, of: site), ListCalendar(list, of: site, &diagnostics),
          ToolData(list, of: site), WordIndex(list, of: site), ChangePages(list, of: site),
        ]
      }
      + (site.content.settings.search.map { location in
        site.content.settings.languages.trees.flatMap { tree -> [any PageFamily] in
          [SiteSearchPage(tree, of: site, at: location), SiteSearch(tree, of: site, at: location)]
        }
      } ?? [])
      + added.map { $0(site) } + [
        Redirects(site, &diagnostics),
        Headers(site),
        Robots(site),
        SiteMap(site),
      ]
  }
}
