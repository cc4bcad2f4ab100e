import CellistContent
import CellistLists
import CellistRecords
import CellistSettings
import CellistSites
import CellistTables
import CellistTemplates
import CellistText
import CellistThemes

/// All pages of a site, checked against each other and ready to be rendered in any order.
package struct SitePlan: Sendable {
  package private(set) var pages: [Page]
  package var recordCount: Int
  package let listCount: Int

  /// The instant at which it was decided what is published.
  package var instant: Int { content.instant }

  /// The first change of what is published that comes without an edit; nil where none will. O(n) in the number of records.
  package var nextChange: NextChange? {
    var first = content.nextPage.map { (instant: $0.instant, subject: $0.path) }
    for list in lists {
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
  package var lists: [ListPlan]
  let links: LinkMap
  /// The numbers of the pages that follow the records of one list. Families are not kept: they share the lists, which
  /// could then not be changed in place.
  private var blocks: [PageBlock: Range<Int>]
  /// The paths of all pages but those of records.
  let claims: PageClaims

  /// Plans a site's pages. Everything that can be wrong is found here, before a byte is written; without a theme, which
  /// has been reported, all but the templates is.
  ///
  /// - Parameter families: the kinds of pages that a site consists of.
  package init(
    _ content: consuming SiteContent, theme: Theme?,
    families: (RoutedSite, inout Diagnostics) -> [any PageFamily], _ diagnostics: inout Diagnostics
  ) {
    listCount = content.lists.count { !$0.settings.isTranslation }
    lists = Self.plans(content.lists, content.settings.base, theme)
    content.lists = []
    let content = content
    self.content = content
    recordCount = lists.reduce(0) { $0 + ($1.settings.hasOwnRecords ? $1.records.count : 0) }
    var collisions = Diagnostics()
    do {
      // Release the families here: the lists must be uniquely referenced to be changed in place.
      let site = RoutedSite(content: content, lists: lists, theme: theme)
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
      var materials = PageMaterials(site, links: links, check: check, &diagnostics)
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
          for page in materials.pages[start...] { claims.claim(page, &collisions) }
        }
      }
      claims.compare(with: records, &collisions)
      self.claims = claims
      self.blocks = blocks
      pages = materials.pages
    }
    checkNames(&diagnostics)
    checkTerms(&diagnostics)
    diagnostics.append(collisions)
    checkLinks(&diagnostics)
    if let theme { checkTemplates(of: theme, &diagnostics) }
  }

  /// The plans of lists in their order, made in another: those that show the records of others need theirs.
  private static func plans(_ lists: [SiteContent.ListContent], _ base: SiteBase, _ theme: Theme?) -> [ListPlan] {
    var plans: [String: ListPlan] = [:]
    func booleans(_ list: SiteContent.ListContent) -> [String] {
      theme?.speaking(list.settings.arrangement.language).booleans ?? []
    }
    let lists = lists.map { list in
      guard list.settings.isTranslation, !list.settings.arrangement.terms.isEmpty,
        let first = lists.first(where: { $0.settings.folder.folder == list.settings.folder.folder })
      else { return list }
      return list.paired(with: first)
    }
    for list in lists where list.settings.recordsOf == nil {
      plans[list.settings.folder.name] = ListPlan(list, base: base, booleans: booleans(list))
    }
    for list in lists {
      guard let home = list.settings.recordsOf else { continue }
      plans[list.settings.folder.name] = ListPlan(list, base: base, home: plans[home.name], booleans: booleans(list))
    }
    return lists.compactMap { list in
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

  /// The block that a page belongs to, and its place in there; nil for a page that follows no list.
  package func block(of page: Int) -> (block: PageBlock, place: Int)? {
    blocks.first { $0.value.contains(page) }.map { ($0.key, page - $0.value.lowerBound) }
  }

  /// The ingredients that pages share, where those are traced once.
  package var sharedIngredients: [SharedIngredients] {
    blocks.values.flatMap { range -> [SharedIngredients] in
      guard let first = range.first, case .made(let maker, _) = pages[first].content else { return [] }
      return maker.shared
    }
  }

  var linkCheck: LinkCheck { LinkCheck(links: links, dialect: content.settings.dialect) }

  /// The numbers of the pages of each block that has some, in ascending order.
  var blockRanges: [Range<Int>] { blocks.values.filter { !$0.isEmpty }.sorted { $0.lowerBound < $1.lowerBound } }

  /// Has a page made by another maker.
  mutating func replaceMaker(of page: Int, with maker: any PageMaker, at index: Int = 0) {
    pages[page].content = .made(maker, index)
  }

  /// Takes pages out of a block and puts others into it, each by its place before or now, in ascending order. One maker makes
  /// all pages of the block.
  mutating func replacePages(
    of block: PageBlock, at removed: [Int], with added: [Int], _ route: (Int) -> Route
  ) {
    let range = pages(of: block)
    guard let first = range.first, case .made(let maker, _) = pages[first].content else { return }
    for place in removed.reversed() { pages.remove(at: first + place) }
    for place in added { pages.insert(Page(route(place), .made(maker, place)), at: first + place) }
    let end = range.upperBound + added.count - removed.count
    let start = first + min(removed.first ?? .max, added.first ?? .max)
    for number in min(start, end)..<end { pages[number].content = .made(maker, number - first) }
    for (other, others) in blocks where others.lowerBound >= range.upperBound {
      let shift = end - range.upperBound
      blocks[other] = others.lowerBound + shift..<others.upperBound + shift
    }
    blocks[block] = first..<end
  }

  /// The paths of an earlier plan's pages that are gone.
  package func gone(since earlier: SitePlan) -> [String] {
    EarlierPlaces(
      of: pages, in: earlier.pages, isSame: { Identifier($0.path) == Identifier($1.path) },
      newKey: { Identifier($0.path) }, oldKey: { Identifier($0.path) }
    ).gone.map { earlier.pages[$0].path }
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
        for (index, result) in check(lists[number], linkCheck, &found) {
          found.append(result.found)
          lists[number].content.sources[index] = result.source
        }
      }
      diagnostics.note(list: lists[number].settings.folder.name, since: start)
    }
    reportUnlinkedData(&diagnostics)
  }

  /// Checks the links of a list's records. Returns the findings and the updated source for each source with new warnings or
  /// link targets.
  private func check(
    _ list: ListPlan, _ linkCheck: LinkCheck, _ diagnostics: inout Diagnostics
  ) -> [(index: Int, (source: ReadList.Source, found: Diagnostics))] {
    let type = list.settings.type
    let isAnchor: @Sendable (String) -> Bool = list.settings.hasRecordPages ? PageParts.noAnchors : list.isAnchor
    for record in list.content.unfit { linkCheck.check(record, type, isAnchor, &diagnostics) }
    let all = list.content.sources
    let shown = list.content.areAllShown ? nil : Set(list.records.lazy.map { ObjectIdentifier($0.item) })
    // Most records are unchanged and have no links.
    let isDoubtful = parallelMap(all.count) {
      shown != nil || all[$0].isFresh || !all[$0].records.entries.allSatisfy(linkCheck.isQuiet)
    }
    let doubtful = all.indices.filter { isDoubtful[$0] }
    let checked = parallelMap(doubtful.count) { linkCheck.checked(all[doubtful[$0]], list.settings, shown, isAnchor) }
    return zip(doubtful, checked).compactMap { index, result in result.map { (index, $0) } }
  }
}
