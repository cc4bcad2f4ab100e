import CellistBase
import CellistLists
import CellistSettings
import CellistTemplates
import CellistThemes

/// The subjects of the pages of a list's records: the records in order, and what the pages show besides them.
struct RecordSubjects: Sendable {
  /// The records in order; those beside one on its page are known by it.
  let records: RecordRow
  let list: ListSource
  let site: SiteSummary
  let base: SiteBase
  /// The ancestors of the list.
  let parents: [PageLink]
  let translations: RecordTranslations

  /// What the page of the record at a place shows.
  func page(_ index: Int) -> RecordPage {
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
      site: site, page: summary,
      shown: ShownRecord(cell: records[index], list: list, links: site.links, isOnOwnPage: true),
      previous: link(index - 1),
      next: link(index + 1))
  }

  /// The ingredients that all pages of a template share.
  func shared(_ template: UsedTemplate<RecordPage>) -> SharedIngredients {
    let page = page(0)
    var buffer = ByteBuffer()
    template.trace(page, .shared, into: &buffer)
    let list = page.shown.list.summary
    let rest = [
      ("@site.base", page.site.base), ("@site.image", page.site.image ?? ""), ("@list.title", list.title),
      ("@list.url", list.url), ("@page.parents", parents.map { "\($0.title)\n\($0.url)\n" }.joined()),
      ("@page.languages", translations.text),
    ]
    for (_, text) in rest {
      buffer.append(counted: text)
      buffer.endPart()
    }
    return SharedIngredients(names: template.names(.shared) + rest.map(\.0), buffer)
  }
}

/// Makes the pages of a list's records, each when it is rendered: on any core, and never all of them at once.
final class RecordPageMaker: PageMaker {
  private let subjects: RecordSubjects
  /// One per variant of the records, or one alone.
  private let templates: [UsedTemplate<RecordPage>]
  /// The name of the records' list.
  let list: String
  /// The beginning of the pages' paths.
  let prefix: String
  /// For each template, what all its pages depend on alike.
  private let alike: [SharedIngredients]
  /// Whether what pages share is traced once for all: not where the site's menu or its lists tell one page from another,
  /// nor where pages show other records than their own.
  private let tracesOnce: Bool

  /// Distinguishes what these pages show besides their records from what other ones do.
  var frame: Digest {
    var buffer = ByteBuffer()
    for shared in alike { buffer.append(shared.digest) }
    // Where one of them leads below the list, it is the current one on some pages and not on others.
    for link in subjects.site.menu.map(\.url) + subjects.site.lists.map(\.url) { buffer.append(counted: link) }
    return Digest(buffer.bytes)
  }
  /// The edges that lead from a record to others on which its page depends.
  var edges: Set<EdgePath> { templates.reduce(into: []) { $0.formUnion($1.template.edges) } }

  var shared: [SharedIngredients] { tracesOnce ? alike : [] }
  var isOfRecords: Bool { true }

  init(
    _ subjects: RecordSubjects, ofList list: String, below prefix: String, templates: [UsedTemplate<RecordPage>]
  ) {
    self.subjects = subjects
    self.list = list
    self.prefix = prefix
    self.templates = templates
    let (site, isEmpty) = (subjects.site, subjects.records.isEmpty)
    let (links, folder) = (site.menu.map(\.url) + site.lists.map(\.url), subjects.base.url(of: prefix))
    tracesOnce =
      subjects.list.design.type.targetNames.isEmpty && !isEmpty
      && !links.contains { $0 != folder && $0.hasPrefix(folder) }
    alike = isEmpty ? [] : templates.map { subjects.shared($0) }
  }

  private var records: RecordRow { subjects.records }

  /// How many pages there are.
  var count: Int { records.count }

  /// A page by its place.
  func page(at index: Int) -> Page {
    let item = records[index].item
    return Page(Routes.record(item.place, below: prefix), .page, from: item.location, .made(self, index))
  }

  /// The paths of all pages.
  var paths: [String] {
    parallelMap(records.count) { [records, prefix] in Routes.record(records[$0].item.place, below: prefix) }
  }

  /// Calls `body` with each page whose path has more bytes than a limit.
  func forEachLongPath(_ limit: Int, _ body: (Page) -> Void) {
    // A path has the name of a file besides.
    let rest = limit - prefix.utf8.count - 64
    for index in records.indices where records[index].item.placeSize > rest {
      let page = page(at: index)
      if page.path.utf8.count > limit { body(page) }
    }
  }

  /// The paths of pages that another maker of the same list and with the same prefix has and this one has not, and the other way round.
  func difference(since other: RecordPageMaker) -> (gone: [String], come: [String]) {
    guard !hasPaths(of: other) else { return ([], []) }
    let (now, before) = (records, other.records)
    let earlier = EarlierPlaces(
      of: now, in: before, isSame: { $0.item === $1.item || Identifier($0.item.place) == Identifier($1.item.place) },
      newKey: { Identifier($0.item.place) }, oldKey: { Identifier($0.item.place) })
    return (
      earlier.gone.map { Routes.record(before[$0].item.place, below: prefix) },
      now.indices.filter { earlier[$0] == nil }.map { Routes.record(now[$0].item.place, below: prefix) }
    )
  }

  /// Whether the pages of another maker have the same paths, one by one.
  func hasPaths(of other: RecordPageMaker) -> Bool {
    guard prefix == other.prefix, let ranges = records.rangesNotShared(with: other.records) else { return false }
    return ranges.joined().allSatisfy { index in
      let (one, other) = (records[index].item, other.records[index].item)
      return one === other || Identifier(one.place) == Identifier(other.place)
    }
  }

  private func used(_ index: Int) -> UsedTemplate<RecordPage>? {
    templatePlace(of: records[index].item).map { templates[$0] }
  }

  func template(_ index: Int) -> CompiledTemplate? { used(index)?.template.template }

  func parts(_ index: Int) -> [String] {
    guard let template = used(index) else { return [] }
    return tracesOnce ? [SharedIngredients.name] + template.template.names(.own) : template.names()
  }

  func trace(_ index: Int, into buffer: inout ByteBuffer) {
    guard let place = templatePlace(of: records[index].item) else { return }
    let page = subjects.page(index)
    if tracesOnce {
      buffer.append(alike[place].digest)
      buffer.endPart()
      templates[place].template.trace(page, .own, into: &buffer)
    } else {
      templates[place].trace(page, into: &buffer)
    }
  }

  func render(_ index: Int, into buffer: inout ByteBuffer) {
    guard let place = templatePlace(of: records[index].item) else { return }
    templates[place].template.render(subjects.page(index), into: &buffer)
  }

  /// Which of the templates makes a record's page: not the template, since all cores vie for the counts of its parts.
  private func templatePlace(of item: RecordItem) -> Int? {
    let variant = item.variant ?? 0
    return templates.indices.contains(variant) ? variant : nil
  }
}
