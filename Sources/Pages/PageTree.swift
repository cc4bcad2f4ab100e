import CellistBase
import CellistRecords
import CellistSettings
import CellistSites
import CellistText
import CellistThemes

/// The parts that all pages of a site in one language share: the facts of the site, and how values and templates are printed.
package struct PageTree: Sendable {
  /// The facts about the site that every page can show.
  package private(set) var summary: SiteSummary
  private let language: Language
  /// The texts of settings that every page can show and that are in other languages.
  private let foreign: ForeignTexts
  /// Compiles the templates of the pages; nil without a theme.
  private(set) var compiler: ThemeCompiler?

  /// - Parameter name: that of the tree; empty for the site's first language.
  init(_ name: String, _ site: RoutedSite, _ links: LinkMap, _ diagnostics: inout Diagnostics) {
    let settings = site.content.settings.speaking(name)
    let folder = settings.languages.folder(of: name)
    language = settings.language
    let leads = PageLinks(
      dialect: settings.dialect, resolve: { links.resolved($0, in: $1, name) }, picture: { links.picture($0, in: $1) })
    var summary = SiteSummary(
      title: settings.title, base: site.base.text, url: site.base.url(of: folder.isEmpty ? "" : "\(folder)/"),
      language: settings.language.tag, author: settings.author, description: settings.description,
      links: leads)
    summary.direction = settings.language.direction
    let lists = site.lists.filter { $0.settings.folder.tree == name || $0.settings.folder.isInOneLanguage }
    var foreign = settings.foreign
    for list in lists where list.settings.folder.tree == name && !list.settings.folder.isInOneLanguage {
      for text in [list.settings.title, list.settings.description].compactMap(\.self) {
        if let tag = list.settings.foreign.language(of: text) { foreign.note(text, in: tag) }
      }
    }
    self.foreign = foreign
    summary.lists = lists.sorted { inByteOrder($0.settings.folder.folder, $1.settings.folder.folder) }.map { list in
      var summary = list.summary
      summary.language =
        list.settings.arrangement.language.tag == settings.language.tag ? nil : list.settings.arrangement.language
      return summary
    }
    summary.origin = site.base.origin.isEmpty ? nil : site.base.origin
    summary.icon = settings.icon.flatMap { links.url(ofSetting: $0, called: "'icon'", &diagnostics) }
    summary.image = settings.image.flatMap { links.url(ofSetting: $0, called: "'image'", &diagnostics) }
      .flatMap { summary.origin == nil ? nil : site.base.absolute($0) }
    if settings.hasSearch {
      summary.search = SearchLinks(
        url: site.base.url(of: PagePath.address(of: Routes.siteSearch(in: folder))),
        script: site.base.url(of: site.client.search().path(of: "search.js")),
        style: site.base.url(of: site.client.search().path(of: "search.css")))
    }
    summary.menu = Self.menu(settings, name, site, summary, links, &diagnostics)
    self.summary = summary
  }

  /// The targets of links on its pages.
  package var links: PageLinks { summary.links }

  /// A word of the theme in a language, or its name where there is none.
  package func word(_ name: String, in language: Language) -> String {
    compiler?.theme.speaking(language).word(name) ?? name
  }

  /// A change as a line of text.
  package func line(of change: ShownChange, hasValues: Bool, in language: Language) -> String {
    compiler?.line(of: change, hasValues: hasValues, in: language) ?? change.change.title
  }

  /// Adds the records that pages may refer to, and the lists that templates are compiled for.
  mutating func refer(to references: References, _ lists: [String: ListDesign], _ site: RoutedSite, _ check: LinkCheck)
  {
    summary.links = links.referring(to: references)
    compiler = site.theme.map { theme in
      ThemeCompiler(
        theme: theme, language: language, lists: lists, foreign: foreign, links: check.resolved
      ) { site.base.url(of: site.assets.path(of: $0)) }
    }
  }

  private static func menu(
    _ settings: SiteSettings, _ tree: String, _ site: RoutedSite, _ summary: SiteSummary, _ links: LinkMap,
    _ diagnostics: inout Diagnostics
  ) -> [PageLink] {
    settings.menu.compactMap { entry in
      guard let text = entry.target.text,
        let url = links.url(ofSetting: entry.target, called: "the menu entry", in: tree, &diagnostics)
      else { return nil }
      guard url != text || Link.isInternal(text) else { return PageLink(title: entry.title ?? text, url: url) }
      let list = summary.lists.first { $0.url == url }?.title
      let page = site.content.plainPages.first {
        site.base.url(of: PagePath.address(of: Routes.plain($0))) == url
      }
      return PageLink(title: entry.title ?? list ?? page?.title ?? summary.title, url: url)
    }
  }
}
