import CellistContent
import CellistLists
import CellistRecords
import CellistSettings
import CellistSites
import CellistTemplates
import CellistThemes
import Synchronization

/// The pages of one list's records.
package struct RecordPages: PageFamily {
  /// Which list of the site it is.
  private let number: Int
  private let list: ListPlan

  package init(_ number: Int, of site: RoutedSite) {
    self.number = number
    list = site.lists[number]
  }

  package var routes: [Route] { [] }
  package var block: PageBlock? { .records(number) }

  package var claims: PageClaims.Records? {
    // Where values make the paths, two records may have one, so each claims its own.
    guard list.settings.hasRecordPages, list.settings.hasPlainPlaces else { return nil }
    return PageClaims.Records(prefix: list.prefix, record: { [list] in list.shownRecord($0) })
  }

  package func addPages(to site: inout PageMaterials, _ diagnostics: inout Diagnostics) {
    guard list.settings.hasRecordPages else { return }
    let maker = RecordPageMaker(
      records: list.records, list: site.sources[number], site: site.tree(ofList: number).summary, base: site.base,
      folder: site.base.url(of: list.recordPrefix), parents: site.parents(of: list.path, in: list.settings.folder.tree),
      translations: RecordTranslations(site.translations, of: list, among: site.lists),
      templates: site.templates(ofList: number, &diagnostics)?.records ?? [])
    let (records, prefix) = (list.records, list.recordPrefix)
    site.add(
      parallelMap(records.count) { index in
        let item = records[index].item
        return Page(Routes.record(item.place, below: prefix), .page, from: item.location, .made(maker, index))
      })
  }
}

/// Makes the pages of a list's records, each when it is rendered: on any core, and never all of them at once.
final class RecordPageMaker: RecordsMaker {
  private struct Content {
    /// The records in order; those beside one on its page are known by it.
    var records: RecordRow
    /// For each template, what all its pages depend on alike.
    var shared: [SharedIngredients]
  }

  private let content: Mutex<Content>
  private let list: ListSource
  private let site: SiteSummary
  private let base: SiteBase
  /// The ancestors of the list.
  private let parents: [PageLink]
  private let translations: RecordTranslations
  /// One per variant of the records, or one alone.
  private let templates: [UsedTemplate<RecordPage>]
  /// Whether what pages share is traced once for all: not where the site's menu or its lists tell one page from another,
  /// nor where pages show other records than their own.
  private let tracesOnce: Bool

  /// Distinguishes what these pages show besides their records from what other ones do.
  var frame: Digest {
    var buffer = ByteBuffer()
    for shared in content.withLock(\.shared) { buffer.append(shared.digest) }
    // Where one of them leads below the list, it is the current one on some pages and not on others.
    for link in site.menu.map(\.url) + site.lists.map(\.url) { buffer.append(counted: link) }
    return Digest(buffer.bytes)
  }
  /// The edges that lead from a record to others on which its page depends.
  var edges: Set<EdgePath> { templates.reduce(into: []) { $0.formUnion($1.template.edges) } }

  var shared: [SharedIngredients] { tracesOnce ? content.withLock(\.shared) : [] }
  var isOfRecords: Bool { true }

  init(
    records: RecordRow, list: ListSource, site: SiteSummary, base: SiteBase, folder: String, parents: [PageLink],
    translations: RecordTranslations, templates: [UsedTemplate<RecordPage>]
  ) {
    self.list = list
    self.site = site
    self.base = base
    self.parents = parents
    self.translations = translations
    self.templates = templates
    let links = site.menu.map(\.url) + site.lists.map(\.url)
    tracesOnce =
      list.type.targetNames.isEmpty && !records.isEmpty
      && !links.contains { $0 != folder && $0.hasPrefix(folder) }
    content = Mutex(Content(records: records, shared: []))
    refresh()
  }

  func show(_ records: RecordRow, changedAt places: [Int]) -> [Int]? {
    content.withLock { $0.records = records }
    return records.andNeighbours(of: places)
  }

  @discardableResult
  func refresh() -> Bool {
    let shared = sharedIngredients(of: content.withLock(\.records))
    return content.withLock { content in
      defer { content.shared = shared }
      return content.shared.map(\.digest) != shared.map(\.digest)
    }
  }

  private func sharedIngredients(of records: RecordRow) -> [SharedIngredients] {
    guard !records.isEmpty else { return [] }
    let page = Self.page(0, records, list, site, base, parents, translations)
    return templates.map { template in
      var buffer = ByteBuffer()
      template.trace(page, .shared, into: &buffer)
      let rest = [
        ("@site.base", base.text), ("@site.image", site.image ?? ""), ("@list.title", list.summary.title),
        ("@list.url", list.summary.url),
        ("@page.parents", parents.map { "\($0.title)\n\($0.url)\n" }.joined()),
        ("@page.languages", translations.text),
      ]
      for (_, text) in rest {
        buffer.append(counted: text)
        buffer.endPart()
      }
      return SharedIngredients(names: template.names(.shared) + rest.map(\.0), buffer)
    }
  }

  private func used(_ index: Int) -> UsedTemplate<RecordPage>? {
    templatePlace(of: content.withLock { $0.records[index].item }).map { templates[$0] }
  }

  func template(_ index: Int) -> CompiledTemplate? { used(index)?.template.template }

  func parts(_ index: Int) -> [String] {
    guard let template = used(index) else { return [] }
    return tracesOnce ? [SharedIngredients.name] + template.template.names(.own) : template.names()
  }

  func trace(_ index: Int, into buffer: inout ByteBuffer) {
    let content = content.withLock(\.self)
    guard let place = templatePlace(of: content.records[index].item) else { return }
    let page = Self.page(index, content.records, list, site, base, parents, translations)
    if tracesOnce {
      buffer.append(content.shared[place].digest)
      buffer.endPart()
      templates[place].template.trace(page, .own, into: &buffer)
    } else {
      templates[place].trace(page, into: &buffer)
    }
  }

  func render(_ index: Int, into buffer: inout ByteBuffer) {
    let records = content.withLock(\.records)
    guard let place = templatePlace(of: records[index].item) else { return }
    templates[place].template.render(Self.page(index, records, list, site, base, parents, translations), into: &buffer)
  }

  /// Which of the templates makes a record's page: not the template, since all cores vie for the counts of its parts.
  private func templatePlace(of item: RecordItem) -> Int? {
    let variant = item.variant ?? 0
    return templates.indices.contains(variant) ? variant : nil
  }

  /// The page of the record at a place in the order of the list.
  private static func page(
    _ index: Int, _ records: RecordRow, _ list: ListSource, _ site: SiteSummary, _ base: SiteBase,
    _ parents: [PageLink], _ translations: RecordTranslations
  ) -> RecordPage {
    func link(_ index: Int) -> PageLink? {
      guard records.indices.contains(index) else { return nil }
      let item = records[index].item
      return PageLink(title: item.title, url: list.recordURL(item), language: item.titleLanguage)
    }
    let item = records[index].item
    let url = list.recordURL(item)
    var summary = PageSummary(title: item.title, url: url, canonical: base.canonical(url))
    summary.translations = translations.page(of: item)
    summary.parents = parents + [PageLink(title: list.summary.title, url: list.rowURL(of: item))]
    return RecordPage(
      site: site, page: summary, shown: ShownRecord(cell: records[index], list: list, isOnOwnPage: true),
      previous: link(index - 1),
      next: link(index + 1))
  }
}
