import CellistBase
import CellistFiles
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
  /// The tree of each page's language.
  private let trees: [String]
  /// The titles of the pages for what is not found, by those trees.
  private let notFound: [String: String]
  /// The paths of home pages.
  private let homes: Set<String>
  /// Whether the page at the site's root leads to the home pages of its languages.
  private let isRootShared: Bool
  /// The paths of pages that say that something is not there.
  private let missing: Set<String>

  init(_ site: RoutedSite, _ diagnostics: inout Diagnostics) {
    notFound = Dictionary(
      uniqueKeysWithValues: site.content.settings.languages.trees.map { tree in
        let language = site.content.settings.languages.language(of: tree)
        let theme = language.flatMap { site.theme?.speaking($0) } ?? site.theme
        return (tree, theme?.word("lost") ?? "404")
      })
    var routes = site.content.plainPages.map { plain in
      let path = Routes.plain(plain)
      return Route(
        path, Routes.plain(plain.original) == Routes.notFound || plain.isUnlisted ? .unlisted : .page,
        from: SourceLocation(file: plain.path),
        sources: [plain.original])
    }
    var trees = site.content.plainPages.map(\.tree)
    let known = Set(routes.map(\.path))
    let settings = SourceLocation(file: SiteFolder.settings)
    let languages = site.content.settings.languages
    for tree in languages.trees {
      let folder = languages.folder(of: tree)
      let (home, notFound) = (joined(folder, Routes.home), joined(folder, Routes.notFound))
      let isList = site.lists.contains { $0.path == folder && $0.settings.folder.treeFolder == folder }
      if !known.contains(home), !isList { routes.append(Route(home, .page, from: settings)) }
      if !known.contains(notFound) { routes.append(Route(notFound, .unlisted, from: settings)) }
      trees += Array(repeating: tree, count: routes.count - trees.count)
    }
    if languages.isRootShared {
      let isList = site.lists.contains { $0.path.isEmpty }
      if !known.contains(Routes.home), !isList { routes.append(Route(Routes.home, .page, from: settings)) }
      // Hosts look for it at the root.
      if !known.contains(Routes.notFound) { routes.append(Route(Routes.notFound, .unlisted, from: settings)) }
      trees += Array(repeating: "", count: routes.count - trees.count)
    }
    let gone = site.content.settings.gone.compactMap { node in
      FormerAddress.path(node.text ?? "", at: node.location, &diagnostics).map {
        Route($0, .unlisted, from: node.location)
      }
    }
    routes += gone
    trees += gone.map { _ in "" }
    missing = Set(gone.map(\.path)).union(([""] + languages.folders).map { joined($0, Routes.notFound) })
    homes = Set(languages.trees.map { joined(languages.folder(of: $0), Routes.home) })
    isRootShared = languages.isRootShared
    self.trees = trees
    self.routes = routes
    pages = site.content.plainPages + Array(repeating: nil, count: routes.count - site.content.plainPages.count)
  }

  func addPages(to site: inout PageMaterials, _ diagnostics: inout Diagnostics) {
    // Each is compiled whether a page needs it or not, so that what is wrong with it is found.
    var templates = Dictionary(
      uniqueKeysWithValues: ["home", "plain", "404"].map { ([$0, ""], site.template($0, &diagnostics)) })
    if isRootShared { templates[["root", ""]] = site.template("root", &diagnostics) }
    for ((route, plain), tree) in zip(zip(routes, pages), trees) {
      let own = site.tree(tree).summary
      let isHome = homes.contains(route.path)
      let isMissing = missing.contains(route.path)
      var summary = site.summary(of: route, title: plain?.title ?? (isMissing ? notFound[tree] ?? "" : ""), in: tree)
      let foreign = site.content.settings.speaking(tree).foreign
      summary.titleLanguage = plain?.titleLanguage
      if summary.title.isEmpty { (summary.title, summary.titleLanguage) = (own.title, foreign.language(of: own.title)) }
      summary.description = plain?.description ?? (isHome ? own.description : nil)
      summary.descriptionLanguage =
        plain?.description == nil ? own.description.flatMap(foreign.language) : plain?.descriptionLanguage
      let views = plain.map { site.views(of: $0, summary, &diagnostics) } ?? []
      summary.content = site.text(of: plain, views: views)
      summary.views = site.otherViews(of: plain, views)
      summary.columns = views.map(\.columns).max() ?? 0
      summary.contents = site.contents(of: plain)
      summary.isUnlisted = route.kind == .unlisted
      let isRoot = isRootShared && plain == nil && route.path == Routes.home
      // Neither is a page of one language.
      if isRoot || isRootShared && route.path == Routes.notFound { summary.translations = site.homes }
      let name = isHome ? "home" : isMissing ? "404" : isRoot ? "root" : "plain"
      let language =
        plain?.language ?? (tree.isEmpty ? nil : site.content.settings.languages.language(of: tree))
      let key = [name, tree] + [language?.tag].compactMap(\.self)
      if templates[key] == nil {
        templates[key] = diagnostics.reading(tree) { site.template(name, in: language, of: tree, &$0) }
      }
      site.add(route, templates[key] ?? nil, PlainPage(site: own, page: summary, language: language))
    }
  }
}
