import CellistRecords
import CellistSites
import CellistThemes

/// The kinds of pages that a site consists of: a line for each.
package enum PageFamilies {
  /// All of them, in the order in which their pages are planned.
  static func all(_ site: RoutedSite, _ diagnostics: inout Diagnostics) -> [any PageFamily] {
    [
      site.assets,
      site.lists.contains { $0.settings.tools != nil } ? ToolData.files : ThemeAssets(nil),
      CopiedFiles(site),
      site.thumbnails,
      PlainPages(site),
    ]
      + site.lists.indices.flatMap { list -> [any PageFamily] in
        [
          ListPages(list, of: site), TermIndexes(list, of: site), RecordPages(list, of: site),
          Feeds(list, of: site, &diagnostics), Exports(list, of: site), ListCalendar(list, of: site, &diagnostics),
          ToolData(list, of: site), WordIndex(list, of: site),
        ]
      } + [
        Redirects(site, &diagnostics),
        Robots(site),
        SiteMap(site),
      ]
  }
}

/// The site in which families find their routes.
package struct RoutedSite: Sendable {
  package let content: SiteContent
  package let lists: [ListPlan]
  package let theme: Theme?
  let assets: ThemeAssets
  let thumbnails: Thumbnails

  init(content: SiteContent, lists: [ListPlan], theme: Theme?) {
    self.content = content
    self.lists = lists
    self.theme = theme
    assets = ThemeAssets(theme)
    thumbnails = Thumbnails(of: content)
  }

  package var base: SiteBase { content.settings.base }

  /// Reports a base without a host, for a file that is made of whole addresses.
  func requireHost(for file: String, at location: SourceLocation, _ diagnostics: inout Diagnostics) {
    guard base.origin.isEmpty else { return }
    diagnostics.error(
      .invalidSetting, "\(file) is made of whole addresses, and the site's 'base' has no host", at: location,
      hint: "for example base: https://example.org/ in site.yml")
  }
}
