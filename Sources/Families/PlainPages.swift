import CellistContent
import CellistPages
import CellistRecords
import CellistSites
import CellistThemes

/// The home page, the page for what is not found, also at addresses that are gone, and the pages of Markdown files that are
/// no records.
struct PlainPages: PageFamily {
  let routes: [Route]
  /// The content of each page; nil for one that no file makes.
  private let pages: [SiteContent.Plain?]
  /// The title of the page for what is not found.
  private let notFound: String

  /// The paths of pages that say that something is not there.
  private let missing: Set<String>

  init(_ site: RoutedSite, _ diagnostics: inout Diagnostics) {
    notFound = site.theme?.word("lost") ?? "404"
    var routes = site.content.plainPages.map { plain in
      let path = Routes.plain(plain.path)
      return Route(
        path, path == Routes.notFound || plain.isUnlisted ? .unlisted : .page, from: SourceLocation(file: plain.path),
        sources: [plain.path])
    }
    let known = Set(routes.map(\.path))
    let settings = SourceLocation(file: SiteFolder.settings)
    if !known.contains(Routes.home), !site.lists.contains(where: \.path.isEmpty) {
      routes.append(Route(Routes.home, .page, from: settings))
    }
    if !known.contains(Routes.notFound) { routes.append(Route(Routes.notFound, .unlisted, from: settings)) }
    let gone = site.content.settings.gone.compactMap { node in
      FormerAddress.path(node.text ?? "", at: node.location, &diagnostics).map {
        Route($0, .unlisted, from: node.location)
      }
    }
    routes += gone
    missing = Set(gone.map(\.path)).union([Routes.notFound])
    self.routes = routes
    pages = site.content.plainPages + Array(repeating: nil, count: routes.count - site.content.plainPages.count)
  }

  func addPages(to site: inout PageMaterials, _ diagnostics: inout Diagnostics) {
    var templates = Dictionary(
      uniqueKeysWithValues: ["home", "plain", "404"].map { ([$0], site.template($0, &diagnostics)) })
    for (route, plain) in zip(routes, pages) {
      let isHome = route.path == Routes.home
      let isMissing = missing.contains(route.path)
      var summary = site.summary(of: route, title: plain?.title ?? (isMissing ? notFound : ""))
      if summary.title.isEmpty { summary.title = site.summary.title }
      summary.description = plain?.description ?? (isHome ? site.summary.description : nil)
      let views = plain.map { site.views(of: $0, summary, &diagnostics) } ?? []
      summary.content = site.text(of: plain, views: views)
      summary.views = site.otherViews(of: plain, views)
      summary.columns = views.map(\.columns).max() ?? 0
      summary.contents = site.contents(of: plain)
      summary.isUnlisted = route.kind == .unlisted
      let name = isHome ? "home" : isMissing ? "404" : "plain"
      let key = [name, plain?.language?.tag].compactMap(\.self)
      if templates[key] == nil { templates[key] = site.template(name, in: plain?.language, &diagnostics) }
      site.add(route, templates[key] ?? nil, PlainPage(site: site.summary, page: summary, language: plain?.language))
    }
  }
}
