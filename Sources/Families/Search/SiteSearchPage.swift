import CellistPages
import CellistRecords
import CellistThemes

/// The page on which readers search all of a site in one language.
package struct SiteSearchPage: PageFamily {
  package let routes: [Route]
  /// The tree of its language.
  private let tree: String
  private let title: String

  /// - Parameters:
  ///   - tree: the tree of the language.
  ///   - location: that of the setting.
  init(_ tree: String, of site: RoutedSite, at location: SourceLocation) {
    self.tree = tree
    let languages = site.content.settings.languages
    let theme = languages.language(of: tree).flatMap { site.theme?.speaking($0) } ?? site.theme
    title = theme?.word("search") ?? "?"
    routes = [Route(Routes.siteSearch(in: languages.folder(of: tree)), .unlisted, from: location)]
  }

  package func addPages(to site: inout PageMaterials, _ diagnostics: inout Diagnostics) {
    let language = tree.isEmpty ? nil : site.content.settings.languages.language(of: tree)
    let template = diagnostics.reading(tree) { site.template("search", in: language, of: tree, &$0) }
    for route in routes {
      var page = site.summary(of: route, title: title, in: tree)
      page.isUnlisted = true
      site.add(route, template, PlainPage(site: site.tree(tree).summary, page: page, language: language))
    }
  }
}
