import CellistBase
import CellistLists
import CellistMarkup
import CellistRecords
import CellistSettings
import CellistSites
import CellistTemplates
import CellistText
import CellistThemes

/// The materials of a site's pages, and the pages planned so far.
package struct PageMaterials {
  package let content: SiteContent
  package let lists: [ListPlan]
  /// The ingredients that the pages of each list share.
  package let sources: [ListSource]
  private let client: ClientFiles
  package let links: LinkMap
  package var references: References { first.links.references }
  private let designs: [String: ListDesign]
  /// The parts that the pages of a language share, by the folders of those pages.
  private let trees: [String: PageTree]
  /// The same of the site's first language.
  private let first: PageTree
  let translations: PageTranslations
  /// The templates of these pages, for the next plan.
  private(set) var compiled = CompiledTemplates()
  private var usedTemplates: [Int: UsedListTemplates?] = [:]
  /// The pages that represent folders, by the folders' paths.
  private let folderPages: [String: PageLink]
  /// The last plan that this process made of the site.
  private let earlierPlan: SitePlan?

  package private(set) var pages = SitePages()

  /// The templates of a list's pages.
  package struct UsedListTemplates {
    let list: UsedTemplate<ListPage>?
    let term: UsedTemplate<ListPage>?
    package let terms: UsedTemplate<TermsPage>?
    package let changes: UsedTemplate<ChangesPage>?
    let records: [UsedTemplate<RecordPage>]
  }

  package var base: SiteBase { content.settings.base }

  init(
    _ site: RoutedSite, links: LinkMap, check: LinkCheck, since earlier: SitePlan?, _ diagnostics: inout Diagnostics
  ) {
    earlierPlan = earlier
    content = site.content
    lists = site.lists
    client = site.client
    folderPages = Self.folderPages(site)
    self.links = links
    let languages = site.content.settings.languages
    translations = PageTranslations(site.base, languages) { links.has(page: $0) }
    let names = languages.trees
    var trees = names.map { tree in
      diagnostics.reading(tree) { PageTree(tree, site, links, &$0) }
    }
    let leads = Dictionary(uniqueKeysWithValues: zip(names, trees.map(\.links)))
    let sources = site.lists.map { list in
      list.source(site.client, leads[list.settings.folder.tree].map { Self.sectionTexts(of: list, $0) } ?? [:])
    }
    self.sources = sources
    let references = References(zip(site.lists, sources).map { ($0.settings.folder.name, $1, $0.records) })
    let designs = Dictionary(
      zip(site.lists, sources).map { ($0.settings.folder.name, $1.design) }, uniquingKeysWith: { first, _ in first })
    self.designs = designs
    for index in trees.indices {
      trees[index].refer(to: references, designs, site, check.speaking(names[index]))
    }
    self.trees = Dictionary(uniqueKeysWithValues: zip(names, trees))
    first = trees[0]
    compiled = CompiledTemplates(of: site.lists, sources, since: earlier?.templates) { [trees = self.trees, first] in
      (trees[$0] ?? first).compiler
    }
  }

  /// The parts that all pages of a language share.
  package func tree(_ name: String) -> PageTree { trees[name] ?? first }
  package func tree(ofList number: Int) -> PageTree { tree(lists[number].settings.folder.tree) }

  /// The texts above a list's sections, printed when a template asks for them.
  private static func sectionTexts(of list: ListPlan, _ links: PageLinks) -> [String: @Sendable () -> String?] {
    var texts: [String: @Sendable () -> String?] = [:]
    for (slug, text) in list.content.sectionTexts {
      texts[slug] = { links.html(markdown: text.body, file: text.path, idPrefix: "text:\(slug):", below: 2) }
    }
    return texts
  }

  /// The theme's words for true and false in the language of a list.
  package func booleans(ofList number: Int) -> [String] {
    first.compiler?.theme.speaking(sources[number].design.language).booleans ?? []
  }

  /// The maker of a block's pages in the last plan of this process, from which another may take what it would make anew;
  /// nil where there was none. The list of that number may have been another.
  package func earlier<Maker: PageMaker>(_ block: PageBlock) -> Maker? { earlierPlan?.maker(of: block) as? Maker }

  // MARK: Pages

  package mutating func add(_ route: Route, _ content: Page.Content) { pages.append(Page(route, content)) }

  /// Adds the pages of a list's records.
  mutating func add(_ maker: RecordPageMaker) { pages.append(of: maker) }

  /// Adds a page that a template makes. Without its template, which has been reported, it still claims its path.
  package mutating func add<Source: PageSource>(_ route: Route, _ template: UsedTemplate<Source>?, _ source: Source) {
    add(route, template.map { .made(TemplatePage(used: $0, source: source), 0) } ?? .bytes([], of: "its template"))
  }

  /// The ancestors of a page: the plain pages, lists and indexes of terms of the folders above its own. The site's root
  /// is above all pages, so it counts only where it is a list.
  ///
  /// - Parameters:
  ///   - path: the path of the page's folder below the site's root.
  ///   - tree: the tree of its language.
  func parents(of path: String, in tree: String) -> [PageLink] {
    let root = content.settings.languages.folder(of: tree)
    guard path != root else { return [] }
    let folders = sequence(first: path.folder) { $0 == root || $0.isEmpty ? nil : $0.folder }
    return folders.compactMap { folderPages[$0] }.reversed()
  }

  private static func folderPages(_ site: RoutedSite) -> [String: PageLink] {
    var pages: [String: PageLink] = [:]
    for plain in site.content.plainPages {
      let folder = Routes.plain(plain).folder
      guard folder != plain.treeFolder, !plain.title.isEmpty else { continue }
      pages[folder] = PageLink(title: plain.title, url: site.base.url(of: "\(folder)/"))
    }
    for list in site.lists {
      pages[list.path] = PageLink(title: list.settings.title, url: list.url(page: 0))
      for terms in list.termsSummaries {
        pages[joined(list.path, terms.terms.name)] = PageLink(title: terms.terms.title, url: terms.url)
      }
    }
    return pages
  }

  /// The home page in each language, for a page that is in none.
  package var homes: [PageTranslation] { translations.homes }

  /// - Parameter tree: the tree of its language.
  package func summary(of route: Route, title: String, in tree: String) -> PageSummary {
    let url = base.url(of: PagePath.address(of: route.path))
    var summary = PageSummary(title: title, url: url, canonical: base.canonical(url))
    summary.parents = parents(of: route.path.folder, in: tree)
    summary.translations = translations.page(route.path, in: tree)
    return summary
  }

  /// The views of lists on a page.
  package mutating func views(
    of plain: SiteContent.Plain, _ summary: PageSummary, _ diagnostics: inout Diagnostics
  ) -> [PageView] {
    plain.views.compactMap { entry -> PageView? in
      let place = ViewPlace(page: plain.place, name: entry.key)
      for list in lists {
        guard let view = list.views.first(where: { $0.place == place }) else { continue }
        let source = list.source(client, view.rules, view.appearance)
        compiled.views[place] = tree(plain.tree).compiler?.view(
          source.design, paths: list.settings.templatePaths, at: entry.keyLocation,
          since: earlierPlan?.templates.views[place])
        guard let template = compiled.views[place]?.templates(reporting: &diagnostics) else { return nil }
        let page = ViewPage(
          site: tree(plain.tree).summary, page: summary, list: source, name: entry.key, cells: view.cells)
        return PageView(
          name: entry.key, list: PageLink(title: source.summary.title, url: source.summary.url),
          columns: view.appearance.columnCount
        ) {
          var buffer = ByteBuffer()
          template.render(page, into: &buffer)
          return String(decoding: buffer.bytes, as: UTF8.self)
        }
      }
      return nil
    }
  }

  /// The text of a page, printed when a template asks for it.
  ///
  /// - Parameters:
  ///   - views: those of the page; the text has each where a paragraph consists of its name in double braces.
  ///   - isTaken: whether the page uses an id elsewhere.
  package func text(
    of plain: SiteContent.Plain?, views: [PageView] = [],
    isTaken: @escaping @Sendable (String) -> Bool = { _ in false }
  ) -> @Sendable () -> String? {
    guard let plain, !plain.body.utf8.allSatisfy({ $0 <= 0x20 }) else { return { nil } }
    return { [links = tree(plain.tree).links] in
      var html = links.html(markdown: plain.body, file: plain.path, idPrefix: "", below: 1, isTaken: isTaken)
      // A text in another language than the page's is marked; the views in it are in the language of the page.
      let mark = plain.textLanguage.map { "<div lang=\"\($0.tag)\" dir=\"\($0.direction)\">\n" }
      for view in views {
        guard let range = view.place(in: html) else { continue }
        html.replaceSubrange(range, with: mark.map { "</div>\n\(view.html())\($0)" } ?? view.html())
      }
      guard let mark else { return html }
      // Nothing is marked between two views.
      return "\(mark)\(html)</div>\n".replacing("\(mark)</div>\n", with: "").replacing("\(mark)\n</div>\n", with: "")
    }
  }

  /// The views of a page that its text does not name.
  package func otherViews(of plain: SiteContent.Plain?, _ views: [PageView]) -> @Sendable () -> [PageView] {
    guard let plain, !views.isEmpty else { return { [] } }
    return { [links = tree(plain.tree).links] in
      let html = links.html(markdown: plain.body, file: plain.path, idPrefix: "", below: 1)
      return views.filter { $0.place(in: html) == nil }
    }
  }

  /// Links to the headings of a page's text, where there are enough of them for a table of contents.
  package func contents(of plain: SiteContent.Plain?) -> @Sendable () -> [PageLink] {
    guard let plain else { return { [] } }
    return { [dialect = first.links.dialect] in
      var renderer = MarkdownRenderer(dialect, idPrefix: "")
      renderer.headingsBelow = 1
      let headings = renderer.headings(plain.body, level: 2)
      return headings.count < 3 ? [] : headings.map { PageLink(title: $0.words, url: "#\($0.id)") }
    }
  }

  // MARK: Templates

  /// A template of pages that belong to no list.
  package mutating func template(
    _ name: String, in language: Language? = nil, of tree: String = "", _ diagnostics: inout Diagnostics
  ) -> UsedTemplate<PlainPage>? {
    let key = "\(tree)/\(language?.tag ?? "")/\(name)"
    compiled.plain[key] = self.tree(tree).compiler?.plain(
      name, in: language, since: earlierPlan?.templates.plain[key])
    let template = compiled.plain[key]?.templates(reporting: &diagnostics)
    return template.map { use($0, in: language ?? content.settings.language) }
  }

  /// The templates of a list's pages; nil, with diagnostics, where one of them does not fit.
  package mutating func templates(ofList number: Int, _ diagnostics: inout Diagnostics) -> UsedListTemplates? {
    if let known = usedTemplates[number] { return known }
    let settings = lists[number].settings
    let compiled = compiled.lists[settings.folder.name]?.templates(reporting: &diagnostics)
    let used = compiled.map { compiled in
      let declarations = declarations(reachedFrom: number)
      func use<Source>(_ template: PageTemplate<Source>) -> UsedTemplate<Source> {
        self.use(template, in: settings.arrangement.language, declarations)
      }
      return UsedListTemplates(
        list: use(compiled.list), term: compiled.term.map(use), terms: compiled.terms.map(use),
        changes: compiled.changes.map(use), records: compiled.records.map(use))
    }
    usedTemplates[number] = .some(used)
    return used
  }

  /// A template with what all its pages depend on: itself, the language, and the declarations of all fields that it can
  /// reach.
  private func use<Source>(
    _ template: PageTemplate<Source>, in language: Language, _ declarations: Digest = Digest([])
  ) -> UsedTemplate<Source> {
    let dialect = content.settings.dialect
    let ingredients = [
      (CompiledTemplate.part, template.digest),
      ("the language", Digest(language.tag)),
      ("the setting 'html'", Digest(dialect.allowsHTML ? "allow" : "")),
      ("the setting 'markdown'", Digest("\(dialect.extensions.rawValue)")),
      ("the declaration of its fields", declarations),
    ]
    return UsedTemplate(template: template, ingredients: ingredients)
  }

  /// The declarations of the fields of a list, and of those to which its records lead.
  private func declarations(reachedFrom number: Int) -> Digest {
    let reached = designs.reached(from: sources[number].design)
    var declarations = ByteBuffer()
    declarations.append(counted: sources[number].declarations)
    for (list, source) in zip(lists, sources) where reached[list.settings.folder.name] != nil {
      declarations.append(counted: source.declarations)
    }
    return Digest(declarations.bytes)
  }
}

extension CompiledTemplate {
  /// The name of a page's template among its ingredients.
  package static let part = "its template"
}

extension PageView {
  /// Where in a page's text the view stands: in place of a paragraph that consists of its name in double braces.
  fileprivate func place(in html: String) -> Range<String.Index>? {
    var rest = html[...]
    while let start = rest.firstRange(of: "<p>{{") {
      guard let end = rest[start.upperBound...].firstRange(of: "}}</p>") else { return nil }
      if rest[start.upperBound..<end.lowerBound].trimmed == name { return start.lowerBound..<end.upperBound }
      rest = rest[start.upperBound...]
    }
    return nil
  }
}
