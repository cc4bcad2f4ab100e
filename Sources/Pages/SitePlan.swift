import CellistBase
import CellistFiles
import CellistLists
import CellistRecords
import CellistSettings
import CellistSites
import CellistThemes

/// All pages of a site, checked against each other and ready to be rendered in any order.
package struct SitePlan: Sendable {
  package let pages: SitePages
  package let recordCount: Int
  package let listCount: Int

  /// The instant at which it was decided what is published.
  package var instant: Int { content.instant }

  /// The first change of what is published that comes without an edit; nil where none will. O(n) in the number of records.
  package var nextChange: NextChange? {
    var first = content.nextPage.map { (instant: $0.instant, subject: $0.path) }
    for list in lists where list.content.mayChange {
      let sources = list.content.sources
      let next = parallelMap(sources.count) { [instant] index -> (instant: Int, item: RecordItem)? in
        sources[index].records.entries.lazy.compactMap { entry in
          entry.next(after: instant).map { ($0, entry.item) }
        }.min { $0.0 < $1.0 }
      }
      for case let next? in next where next.instant < first?.instant ?? .max {
        // A record without a name has a digest for an id.
        let name = RowID(next.item.id) == nil ? next.item.id : next.item.title
        first = (next.instant, "\(list.settings.folder.name): '\(name)'")
      }
    }
    return first.map { NextChange($0.instant, of: $0.subject, in: settings.zone) }
  }

  /// Names in the output folder that a build leaves alone.
  package var keep: [String] { settings.keep }

  package var settings: SiteSettings { content.settings }

  /// All but the lists, which their plans hold.
  package let content: SiteContent
  package private(set) var lists: [ListPlan]
  let links: LinkMap
  /// The theme as it was read, for the next plan; nil where nobody keeps plans.
  package var readTheme: Remembered<ReadTheme>?
  /// The templates of its pages, for the next plan.
  let templates: CompiledTemplates
  /// The numbers of the pages that follow the records of one list.
  private let blocks: [PageBlock: Range<Int>]
  private var deferredTables: Deferred<PlanTables>?

  /// The tables that the pages follow from; made once.
  package var tables: PlanTables { deferredTables?.value ?? PlanTables(self) }

  /// Plans a site's pages. Everything that can be wrong is found here, before a byte is written; without a theme, which
  /// has been reported, all but the templates is.
  ///
  /// - Parameters:
  ///   - earlier: the last plan that this process made of the site.
  ///   - client: the scripts and style sheets that pages of those load.
  ///   - families: the kinds of pages that a site consists of.
  package init(
    _ content: consuming SiteContent, theme: Theme?, since earlier: SitePlan? = nil, client: ClientFiles,
    families: (RoutedSite, inout Diagnostics) -> [any PageFamily], _ diagnostics: inout Diagnostics
  ) {
    listCount = content.lists.count { !$0.settings.isTranslation }
    lists = Self.plans(content, theme, since: earlier)
    content.lists = []
    let content = content
    self.content = content
    recordCount = lists.reduce(0) { $0 + ($1.settings.hasOwnRecords ? $1.records.count : 0) }
    var collisions = Diagnostics()
    do {
      let site = RoutedSite(content: content, lists: lists, theme: theme, client: client)
      let families = families(site, &diagnostics)
      var links = LinkMap(
        base: site.base, content.settings.languages, pictures: site.thumbnails.pictures,
        data: Self.unusedData(content, lists), remotes: Self.remotes(of: lists),
        records: LinkMap.records(of: lists, content.settings.dialect))
      for path in content.unread { links.add(unread: path) }
      for path in content.unpublished { links.add(unpublished: path) }
      for family in families { for route in family.routes { links.add(route) } }
      links.addParts(of: site)
      self.links = links
      let check = LinkCheck(links: links, dialect: content.settings.dialect)
      var materials = PageMaterials(site, links: links, check: check, since: earlier, &diagnostics)
      var blocks: [PageBlock: Range<Int>] = [:]
      var claims = PageClaims()
      var records: [PageClaims.Records] = []
      for family in families {
        let start = materials.pages.count
        family.addPages(to: &materials, &diagnostics)
        if let block = family.block { blocks[block] = start..<materials.pages.count }
        if var own = family.claims {
          own.position = claims.count
          records.append(own)
        } else {
          for number in start..<materials.pages.count { claims.claim(materials.pages[number], &collisions) }
        }
      }
      claims.compare(with: records, &collisions)
      self.blocks = blocks
      pages = materials.pages
      templates = materials.compiled
    }
    checkNames(&diagnostics)
    checkTerms(&diagnostics)
    diagnostics.append(collisions)
    checkLinks(&diagnostics)
    if let theme { checkTemplates(of: theme, &diagnostics) }
    // The copy has no tables, so that they do not hold themselves.
    deferredTables = Deferred { [plan = self] in PlanTables(plan) }
  }

  /// The plans of lists in their order, made in another: those that show the records of others need theirs.
  private static func plans(_ content: borrowing SiteContent, _ theme: Theme?, since earlier: SitePlan?) -> [ListPlan] {
    let (lists, base) = (content.lists, content.settings.base)
    let earlier = Dictionary(
      (earlier?.lists ?? []).map { ($0.settings.folder.name, $0) }, uniquingKeysWith: { first, _ in first })
    var plans: [String: ListPlan] = [:]
    func booleans(_ list: SiteContent.ListContent) -> [String] {
      theme?.speaking(list.settings.arrangement.language).booleans ?? []
    }
    let paired = lists.map { list in
      guard list.settings.isTranslation, !list.settings.arrangement.terms.isEmpty,
        let first = lists.first(where: { $0.settings.folder.folder == list.settings.folder.folder })
      else { return list }
      return list.paired(with: first)
    }
    for list in paired where list.settings.recordsOf == nil {
      plans[list.settings.folder.name] = ListPlan(
        list, base: base, since: earlier[list.settings.folder.name], booleans: booleans(list))
    }
    for list in paired {
      guard let home = list.settings.recordsOf else { continue }
      var plan = ListPlan(list, base: base, home: plans[home.name], booleans: booleans(list))
      if earlier[list.settings.folder.name] != nil {
        plan.arrangedAnew = ArrangedAnew("it shows the records of another list")
      }
      plans[list.settings.folder.name] = plan
    }
    return paired.compactMap { list in
      var plan = plans[list.settings.folder.name]
      if !list.settings.arrangement.terms.isEmpty { plan?.refer(to: plans) }
      return plan
    }
  }

  /// The addresses of the files that were fetched for lists, by their paths.
  private static func remotes(of lists: [ListPlan]) -> [String: RemoteAddress] {
    var remotes: [String: RemoteAddress] = [:]
    // Very many files have no settings of their own.
    for source in lists.lazy.flatMap(\.settings.sources).filter({ $0.details != nil }).flatMap(\.ofFiles) {
      if let remote = source.details?.remote { remotes[source.path] = remote.address }
    }
    return remotes
  }

  /// The numbers of the pages of a list, and of those of its records.
  package func listPages(_ list: Int) -> Range<Int> { pages(of: .list(list)) }
  package func recordPages(_ list: Int) -> Range<Int> { pages(of: .records(list)) }
  func pages(of block: PageBlock) -> Range<Int> { blocks[block] ?? 0..<0 }

  /// The blocks that hold no pages of lists or records.
  var blocksBesidesLists: [PageBlock] {
    blocks.keys.filter { if case .list = $0 { false } else if case .records = $0 { false } else { true } }
  }

  /// Who makes the pages of a block; nil where there are none.
  func maker(of block: PageBlock) -> (any PageMaker)? {
    guard let first = pages(of: block).first, case .made(let maker, _) = pages[first].content else { return nil }
    return maker
  }

  /// The block that a page belongs to, and its place in there; nil for a page that follows no list.
  package func block(of page: Int) -> (block: PageBlock, place: Int)? {
    blocks.first { $0.value.contains(page) }.map { ($0.key, page - $0.value.lowerBound) }
  }

  /// The ingredients that pages share, where those are traced once, by the part that refers to them in each page.
  package var sharedParts: [[UInt8]: [UInt8]] {
    let shared = blocks.keys.flatMap { maker(of: $0)?.shared ?? [] }
    return Dictionary(shared.map { ($0.part, $0.parts) }, uniquingKeysWith: { first, _ in first })
  }

  var linkCheck: LinkCheck { LinkCheck(links: links, dialect: content.settings.dialect) }

  /// The paths of an earlier plan's pages that are gone.
  package func gone(since earlier: SitePlan) -> [String] {
    pages.difference(since: earlier.pages).gone.map(\.text).sorted(by: inByteOrder)
  }

  /// The path of the site's root in URLs.
  package var basePath: String { settings.base.path }

  private mutating func checkLinks(_ diagnostics: inout Diagnostics) {
    let linkCheck = linkCheck
    let isAnchor: @Sendable (String) -> Bool = { [anchors = lists.map(\.isAnchor)] id in anchors.contains { $0(id) } }
    for plain in content.plainPages {
      let own = PageParts.of(
        [plain.body], settings.dialect, isAnchor: plain.views.isEmpty ? PageParts.noAnchors : isAnchor)
      diagnostics.reading(plain.tree) { found in
        linkCheck.speaking(plain.tree).check(
          markdown: plain.body, views: plain.views.map(\.key), at: plain.bodyLocation, own, &found)
      }
    }
    for link in content.styleSheetLinks { link.check(links, below: basePath, &diagnostics) }
    for number in lists.indices {
      let start = diagnostics.all.count
      let linkCheck = linkCheck.speaking(lists[number].settings.folder.tree)
      let texts = lists[number].texts
      let own = PageParts.of(texts.map(\.body), settings.dialect, isAnchor: lists[number].isAnchor)
      diagnostics.reading(linkCheck.tree) { found in
        for text in texts { linkCheck.check(markdown: text.body, at: text.bodyLocation, own, &found) }
        let (linked, checked) = check(lists[number], linkCheck, &found)
        lists[number].content.linked = linked
        for (index, result) in checked {
          found.append(result.found)
          lists[number].content.sources[index] = result.source
        }
      }
      diagnostics.note(list: lists[number].settings.folder.name, since: start)
    }
    reportUnlinkedData(&diagnostics)
  }

  /// Checks the links of a list's records. Returns the sources to check the next time, and the findings and the updated
  /// source for each source with new warnings or link targets.
  private func check(
    _ list: ListPlan, _ linkCheck: LinkCheck, _ diagnostics: inout Diagnostics
  ) -> (linked: [Int]?, [(index: Int, (source: ReadList.Source, found: Diagnostics))]) {
    let type = list.settings.type
    let isAnchor: @Sendable (String) -> Bool = list.settings.hasRecordPages ? PageParts.noAnchors : list.isAnchor
    for record in list.content.unfit { linkCheck.check(record, type, isAnchor, &diagnostics) }
    let all = list.content.sources
    let shown = list.content.areAllShown ? nil : Set(list.records.lazy.map { ObjectIdentifier($0.item) })
    // Most records are unchanged and have no links.
    let candidates = shown == nil ? list.content.linked ?? Array(all.indices) : Array(all.indices)
    let isDoubtful = parallelMap(candidates.count) {
      let source = all[candidates[$0]]
      return shown != nil || source.isFresh || !source.records.entries.allSatisfy(\.isQuiet)
    }
    let doubtful = zip(candidates, isDoubtful).filter(\.1).map(\.0)
    let checked = parallelMap(doubtful.count) { linkCheck.checked(all[doubtful[$0]], list.settings, shown, isAnchor) }
    let results = zip(doubtful, checked).compactMap { index, result in result.map { (index, $0) } }
    return (shown == nil ? doubtful : nil, results)
  }
}
