import CellistContent
import CellistRecords
import CellistSites
import CellistTemplates
import CellistThemes

/// All pages of a site, checked against each other and ready to be rendered in any order.
package struct SitePlan: Sendable {
  package private(set) var pages: [Page] = []
  package private(set) var recordCount = 0
  package let listCount: Int

  /// The instant at which it was decided what is published, and the first at which something else will be.
  package var instant: Int { content.instant }
  package var due: Int {
    var due = content.due
    for list in lists {
      for source in list.content.sources {
        for entry in source.records.entries { due = min(due, entry.schedule.next(after: instant) ?? .max) }
      }
    }
    return due
  }

  /// Names in the output folder that a build leaves alone.
  package var keep: [String] { settings.keep }

  package var settings: SiteSettings { content.settings }

  /// All but the lists, which their plans hold.
  let content: SiteContent
  private let base: SiteBase
  package var lists: [ListPlan]
  package private(set) var templates: [TemplateUse: CompiledTemplate] = [:]
  private var links: LinkMap
  private var site: SiteSummary
  /// Where the pages of each list's records begin.
  private(set) var recordBlocks: [(list: Int, pages: Int)] = []
  /// Where the pages of each list begin.
  private(set) var listBlocks: [Int] = []

  /// Plans a site's pages. Everything that can be wrong is found here, before a byte is written; without a theme, which
  /// has been reported, all but the templates is.
  package init(_ content: consuming SiteContent, theme: Theme?, tree: SourceTree, _ diagnostics: inout Diagnostics) {
    base = content.settings.base
    listCount = content.lists.count
    let base = base
    lists = content.lists.map { ListPlan($0, base: base) }
    content.lists = []
    self.content = content
    links = LinkMap(base: base, records: LinkMap.records(of: lists))
    site = SiteSummary(
      title: content.settings.title, base: base.text, url: base.path, language: content.settings.language.tag,
      author: content.settings.author, description: content.settings.description)
    site.lists = lists.map(\.summary)
    recordCount = lists.reduce(0) { $0 + $1.records.count }

    let assets = theme.map(ThemeAssets.init)
    if let theme, let assets { plan(assets, of: theme) }
    planFiles()
    registerSources()
    let links = links
    let linkCheck = linkCheck
    site.menu = menu(&diagnostics)
    let printer = ValuePrinter(
      language: content.settings.language, allowsHTML: content.settings.allowsHTML
    ) { links.resolved($0, in: $1) }
    let sources = lists.map(\.source)
    let references = References(zip(lists, sources).map { ($0.settings.folder.name, $1, $0.records) })
    let compiler = theme.map { theme in
      ThemeCompiler(theme: theme, printer: printer, references: references, links: linkCheck.resolved) {
        base.url(of: assets?.path(of: $0) ?? $0)
      }
    }
    planPlainPages(compiler, printer, &diagnostics)
    for (list, source) in zip(lists, sources) { plan(list, source, compiler, printer, &diagnostics) }
    planSitemap()
    check(&diagnostics)
    if let theme { checkTemplates(of: theme, &diagnostics) }
  }

  var linkCheck: LinkCheck { LinkCheck(links: links, allowsHTML: content.settings.allowsHTML) }

  /// Has a page made by another maker of its own.
  mutating func replaceMaker(of page: Int, with maker: any PageMaker) { pages[page].content = .made(maker, 0) }

  /// The path of the site's root in URLs.
  package var basePath: String { base.path }

  private func canonical(_ output: String) -> String { base.canonical(base.url(of: output)) }

  // MARK: Files that are published as they are

  private mutating func plan(_ assets: ThemeAssets, of theme: Theme) {
    for asset in assets.files {
      let origin = SourceLocation(file: "\(SiteFolder.themes)/\(theme.name)/assets/\(asset.name)")
      pages.append(Page(path: asset.path, origin: origin, content: .bytes(asset.bytes)))
    }
  }

  private mutating func planFiles() {
    var files = content.assets.map { ($0, $0.below(SiteFolder.content)) }
    for list in lists {
      files += list.settings.folder.assets.map { ($0, $0.below(SiteFolder.content)) }
      guard !list.settings.folder.recordFiles.isEmpty else { continue }
      for record in list.records {
        for source in record.item.files {
          for file in list.settings.folder.recordFiles[source] ?? [] {
            files.append((file, list.output(ofSlug: record.item.slug) + file.below(source.folder)))
          }
        }
      }
    }
    for (source, output) in files {
      pages.append(Page(path: output, origin: SourceLocation(file: source), content: .copy(source)))
      links.add(file: source, url: base.url(of: output))
    }
    for page in pages { links.add(output: page.path) }
  }

  // MARK: Where links lead

  private mutating func registerSources() {
    for plain in content.plainPages {
      let output = Self.output(ofPlain: plain.path)
      links.add(
        source: plain.path,
        url: base.url(of: output == "404.html" ? output : String(output.dropLast("index.html".count))))
      links.add(output: output)
    }
    for path in content.unread { links.add(unread: path) }
    for path in content.unpublished { links.add(unpublished: path) }
    links.add(output: "index.html")
    links.add(output: "404.html")
    if !base.origin.isEmpty { links.add(output: "sitemap.xml") }
    links.add(source: SiteFolder.content, url: base.path)
    for list in lists {
      let url = list.url(page: 0)
      let folder = list.settings.folder
      for source in [folder.folder, folder.settings, folder.introduction].compactMap(\.self) {
        links.add(source: source, url: url)
      }
      for source in list.settings.sources where source.format != .markdown { links.add(source: source.path, url: url) }
      for index in list.pages.indices { links.add(output: list.output(page: index) + "index.html") }
    }
  }

  private func menu(_ diagnostics: inout Diagnostics) -> [PageLink] {
    content.settings.menu.compactMap { entry in
      guard let text = entry.target.text else { return nil }
      if let scheme = Link.scheme(of: text), !Link.schemes.contains(scheme.lowercased()) {
        diagnostics.error(.unsafeLink, "the menu entry has the scheme '\(scheme.shortened)'", at: entry.target.location)
        return nil
      }
      switch links.target(of: text, in: entry.target.location.file) {
      case .unchanged, .unread: return PageLink(title: entry.title ?? text, url: text)
      case .url(let url):
        let list = site.lists.first { $0.url == url }?.title
        let page = content.plainPages.first {
          base.url(of: String(Self.output(ofPlain: $0.path).dropLast("index.html".count))) == url
        }
        return PageLink(title: entry.title ?? list ?? page?.title ?? site.title, url: url)
      case .unpublished:
        diagnostics.error(
          .brokenLink, "the menu entry leads to something that is not published: \(text.shortened)",
          at: entry.target.location)
        return nil
      case .broken:
        diagnostics.error(
          .brokenLink, "the menu entry leads nowhere: \(text.shortened)", at: entry.target.location,
          hint: "an entry is the path of a list or a page, such as elements or about.md")
        return nil
      }
    }
  }

  // MARK: Plain pages

  /// The path of a plain page's file below the output folder.
  package static func output(ofPlain path: String) -> String {
    path == "\(SiteFolder.content)/404.md" ? "404.html" : joined(sitePath(folder(ofPlain: path)), "index.html")
  }

  /// The path of a plain page below the content, without what stands for it in its folder.
  static func folder(ofPlain path: String) -> String {
    let path = path.below(SiteFolder.content)
    return path.fileStem == "index" ? path.folder : joined(path.folder, path.fileStem)
  }

  private mutating func planPlainPages(
    _ compiler: ThemeCompiler?, _ printer: ValuePrinter, _ diagnostics: inout Diagnostics
  ) {
    let origin = SourceLocation(file: SiteFolder.settings)
    let home = used(compiler?.plain("home", &diagnostics))
    let template = used(compiler?.plain("plain", &diagnostics))
    let missing = used(compiler?.plain("404", &diagnostics))
    for (name, used) in [("home", home), ("plain", template), ("404", missing)] {
      templates[.plain(name)] = used?.template.template
    }
    for plain in content.plainPages {
      let output = Self.output(ofPlain: plain.path)
      let shown = output == "index.html" ? home : output == "404.html" ? missing : template
      let folder = output == "404.html" ? output : String(output.dropLast("index.html".count))
      let summary = PageSummary(
        title: plain.title.isEmpty ? site.title : plain.title, url: base.url(of: folder), canonical: canonical(folder),
        description: plain.description ?? (output == "index.html" ? site.description : nil),
        content: Self.content(plain, printer))
      add(output, SourceLocation(file: plain.path), shown, PlainPage(site: site, page: summary))
    }
    let hasRootList = lists.contains { $0.path.isEmpty }
    if !hasRootList, !pages.contains(where: { $0.path == "index.html" }) {
      let summary = PageSummary(
        title: site.title, url: base.path, canonical: canonical(""), description: site.description)
      add("index.html", origin, home, PlainPage(site: site, page: summary))
    }
    if !pages.contains(where: { $0.path == "404.html" }) {
      let summary = PageSummary(
        title: "Page not found", url: base.url(of: "404.html"), canonical: canonical("404.html"))
      add("404.html", origin, missing, PlainPage(site: site, page: summary))
    }
  }

  /// - Parameter isTaken: whether something else on the page has an id.
  private static func content(
    _ plain: SiteContent.Plain?, _ printer: ValuePrinter, isTaken: @escaping @Sendable (String) -> Bool = { _ in false }
  ) -> @Sendable () -> String? {
    guard let plain, plain.body.utf8.contains(where: { $0 > 0x20 }) else { return { nil } }
    return { printer.html(markdown: plain.body, file: plain.path, idPrefix: "", isTaken: isTaken) }
  }

  private mutating func add<Source: PageSource>(
    _ path: String, _ origin: SourceLocation, _ used: UsedTemplate<Source>?, _ source: Source
  ) {
    // Without its template, which has been reported, a page still claims its path.
    let content = used.map { Page.Content.made(TemplatePage(used: $0, source: source), 0) }
    pages.append(Page(path: path, origin: origin, content: content ?? .bytes([])))
  }

  /// A template with what all its pages depend on: itself, the language, and the declarations of all fields that it can
  /// reach.
  private func used<Source>(_ template: PageTemplate<Source>?, of list: ListPlan? = nil) -> UsedTemplate<Source>? {
    guard let template else { return nil }
    var buffer = ByteBuffer()
    template.template.trace(into: &buffer)
    buffer.append(counted: content.settings.language.tag)
    buffer.append(number: content.settings.allowsHTML ? 1 : 0)
    var reached: Set<String> = []
    var next = list.map { [$0.settings.folder.name] } ?? []
    while let name = next.popLast() {
      guard reached.insert(name).inserted, let list = lists.first(where: { $0.settings.folder.name == name }) else {
        continue
      }
      next += list.settings.type.targetNames
      buffer.append(counted: list.source.declarations)
    }
    return UsedTemplate(template: template, ingredients: Digest(buffer.bytes))
  }

  // MARK: Lists

  private mutating func plan(
    _ list: ListPlan, _ source: ListSource, _ compiler: ThemeCompiler?, _ printer: ValuePrinter,
    _ diagnostics: inout Diagnostics
  ) {
    let templates = compiler?.list(
      source, path: list.settings.folder.path, settings: list.settings.location,
      hasRecordPages: list.settings.hasRecordPages, &diagnostics)
    use(templates, for: list)
    planPages(of: list, source, used(templates?.list, of: list), printer)
    guard list.settings.hasRecordPages else { return }
    let maker = RecordPages(
      records: list.records, list: source, site: site, base: base,
      templates: templates?.records.compactMap { used($0, of: list) } ?? [], resolve: printer.resolve)
    recordBlocks.append((list: lists.firstIndex { $0.path == list.path } ?? 0, pages: pages.count))
    let prefix = list.prefix
    // And one for the site map, lest all of them be moved for its sake.
    pages.reserveCapacity(pages.count + list.records.count + 1)
    for (index, cell) in list.records.enumerated() {
      pages.append(
        Page(
          path: "\(prefix)\(cell.item.slug)/index.html", origin: cell.item.location, content: .made(maker, index)))
    }
  }

  private mutating func use(_ used: ListTemplates?, for list: ListPlan) {
    let name = list.settings.folder.name
    templates[.list(name)] = used?.list.template
    for (variant, record) in (used?.records ?? []).enumerated() {
      templates[.record(name, variant: variant)] = record.template
    }
  }

  private mutating func planPages(
    of list: ListPlan, _ source: ListSource, _ template: UsedTemplate<ListPage>?, _ printer: ValuePrinter
  ) {
    let index = list.index
    listBlocks.append(pages.count)
    for (number, page) in list.pages.enumerated() {
      func link(_ index: Int) -> PageLink? {
        guard list.pages.indices.contains(index) else { return nil }
        return PageLink(title: list.settings.title, url: list.url(page: index), number: index + 1)
      }
      let output = list.output(page: number)
      let introduction = list.content.introduction
      let title = introduction.flatMap { $0.title.isEmpty ? nil : $0.title } ?? list.settings.title
      let summary = PageSummary(
        title: title, url: base.url(of: output), canonical: canonical(output),
        description: introduction?.description ?? list.settings.description,
        content: Self.content(number == 0 ? introduction : nil, printer, isTaken: list.isAnchor))
      add(
        output + "index.html", list.settings.location, template,
        ListPage(
          site: site, page: summary, list: source, table: page, number: number + 1, count: list.pages.count,
          previous: link(number - 1), next: link(number + 1), index: index))
    }
  }

  // MARK: The whole

  private mutating func planSitemap() {
    guard !base.origin.isEmpty else { return }
    let sitemap = Sitemap(pages: pages.lazy.map(\.path).filter { $0.hasSuffix("index.html") }, base: base)
    pages.append(
      Page(
        path: "sitemap.xml", origin: SourceLocation(file: SiteFolder.settings), content: .made(sitemap, 0)))
  }

  private func checkClaims(_ diagnostics: inout Diagnostics) {
    var claims = PageClaims()
    var records: [PageClaims.Records] = []
    var next = 0
    var position = 0
    for block in recordBlocks + [(list: -1, pages: pages.count)] {
      for page in pages[next..<block.pages] { claims.claim(page, &diagnostics) }
      position += block.pages - next
      guard lists.indices.contains(block.list) else { break }
      let list = lists[block.list]
      next = block.pages + list.records.count
      records.append(PageClaims.Records(prefix: list.prefix, record: list.shownRecord, position: position))
    }
    claims.compare(with: records, &diagnostics)
  }

  private mutating func check(_ diagnostics: inout Diagnostics) {
    checkNames(&diagnostics)
    checkClaims(&diagnostics)
    let linkCheck = linkCheck
    for plain in content.plainPages + lists.compactMap(\.content.introduction) {
      linkCheck.check(markdown: plain.body, at: plain.bodyLocation, &diagnostics)
    }
    for number in lists.indices {
      for (index, result) in check(lists[number], linkCheck, &diagnostics) {
        diagnostics.append(result.found)
        lists[number].content.sources[index] = result.source
      }
    }
  }

  /// Checks the links of a list's records. Of a source with more to say than it had, and one with more to remember, it
  /// returns what is found, and what the source is now.
  private func check(
    _ list: ListPlan, _ linkCheck: LinkCheck, _ diagnostics: inout Diagnostics
  ) -> [(index: Int, (source: ReadList.Source, found: Diagnostics))] {
    let type = list.settings.type
    for record in list.content.unfit { linkCheck.check(record, type, &diagnostics) }
    let all = list.content.sources
    let shown = list.content.areAllShown ? nil : Set(list.records.lazy.map { ObjectIdentifier($0.item) })
    // Most records are as they were and link nowhere.
    let doubtful = all.indices.filter {
      shown != nil || all[$0].isFresh || !all[$0].records.entries.allSatisfy(linkCheck.isQuiet)
    }
    let checked = parallelMap(doubtful.count) { linkCheck.checked(all[doubtful[$0]], type, shown) }
    return zip(doubtful, checked).compactMap { index, result in result.map { (index, $0) } }
  }
}
