import CellistRecords
import CellistSites
import CellistThemes

/// The kinds of pages that a site consists of: a line for each.
package enum PageFamilies {
  /// All of them, in the order in which their pages are planned.
  static func all(_ site: RoutedSite, _ diagnostics: inout Diagnostics) -> [any PageFamily] {
    [
      site.assets,
      CopiedFiles(site),
      PlainPages(site),
    ]
      + site.lists.indices.flatMap { list -> [any PageFamily] in
        [
          ListPages(list, of: site), TermIndexes(list, of: site), RecordPages(list, of: site),
          Feeds(list, of: site, &diagnostics), Exports(list, of: site),
        ]
      } + [
        Redirects(site, &diagnostics),
        Robots(site),
        SiteMap(site),
      ]
  }
}

/// What families find their routes in.
package struct RoutedSite: Sendable {
  package let content: SiteContent
  package let lists: [ListPlan]
  package let theme: Theme?
  let assets: ThemeAssets

  init(content: SiteContent, lists: [ListPlan], theme: Theme?) {
    self.content = content
    self.lists = lists
    self.theme = theme
    assets = ThemeAssets(theme)
  }

  package var base: SiteBase { content.settings.base }
}
