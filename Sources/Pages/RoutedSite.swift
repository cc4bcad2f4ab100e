import CellistRecords
import CellistSettings
import CellistSites
import CellistThemes

/// The site in which families find their routes.
package struct RoutedSite: Sendable {
  package let content: SiteContent
  package let lists: [ListPlan]
  package let theme: Theme?
  package let assets: ThemeAssets
  let client: ClientFiles
  package let thumbnails: Thumbnails

  init(content: SiteContent, lists: [ListPlan], theme: Theme?, client: ClientFiles) {
    self.content = content
    self.lists = lists
    self.theme = theme
    self.client = client
    assets = ThemeAssets(theme, base: content.settings.base)
    thumbnails = Thumbnails(of: content)
  }

  package var base: SiteBase { content.settings.base }

  /// Reports a base without a host, for a file that is made of whole addresses.
  package func requireHost(for file: String, at location: SourceLocation, _ diagnostics: inout Diagnostics) {
    guard base.origin.isEmpty else { return }
    diagnostics.error(
      .invalidSetting, "\(file) is made of whole addresses, and the site's 'base' has no host", at: location,
      hint: "for example base: https://example.org/ in site.yml")
  }
}
