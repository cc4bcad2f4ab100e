import CellistContent
import CellistLists
import CellistSites
import CellistTables
import CellistText
import CellistThemes

/// One list as a table cut into pages, with the URL of each page and each record.
package struct ListPlan: Sendable {
  package var content: SiteContent.ListContent
  let base: SiteBase
  /// The list's path below the site's root, without slashes at its ends; empty for a list at the root.
  let path: String
  /// The ids of its sections.
  let sectionIDs: [String]
  package var pages: [TablePage<SectionEdge, RecordCell>]
  /// Each record once, in the order of the list.
  package var records: RecordRow
  /// On which page each record first stands, by its id, where records have no pages of their own.
  private let placesOnPages: [String: Int32]

  package var settings: ListSettings { content.settings }

  package init(_ content: SiteContent.ListContent, base: SiteBase) {
    self.content = content
    self.base = base
    let settings = content.settings
    let path = Routes.folder(settings.folder.path)
    self.path = path
    let table: ListTable
    if let cells = content.cells {
      table = ListTable.presenting(content.arranged, with: cells)
    } else {
      let decorator = RuleDecorator(rules: settings.rules, language: settings.arrangement.language)
      table = ListTable.presenting(content.arranged, with: decorator)
    }
    let pages =
      switch settings.arrangement.paging {
      case .single: table.pages(of: 0)
      case .size(let size): table.pages(of: size)
      case .stable(let size):
        table.pages(of: size, first: Paging.countOnFirst(of: table.sections.reduce(0) { $0 + $1.count }, size))
      case .bySection: table.pagesBySection()
      }
    sectionIDs = table.sections.map(\.id)
    self.pages = pages
    // A record stands in several sections only where they are made from lists.
    let cells = table.sections.count == 1 ? table.sections[0].cells : table.sections.flatMap(\.cells)
    var seen: Set<String> = []
    records = RecordRow(
      settings.arrangement.mayRepeat ? cells.filter { seen.insert($0.item.id).inserted } : cells)
    placesOnPages = settings.hasRecordPages ? [:] : Self.places(pages)
  }

  private static func places(_ pages: [TablePage<SectionEdge, RecordCell>]) -> [String: Int32] {
    var places: [String: Int32] = [:]
    places.reserveCapacity(pages.reduce(0) { $1.table.sections.reduce($0) { $0 + $1.count } })
    for (index, page) in pages.enumerated() {
      for cell in page.table.sections.lazy.flatMap(\.cells) where places[cell.item.id] == nil {
        places[cell.item.id] = Int32(clamping: index)
      }
    }
    return places
  }

  /// The folder of a page of the list, with a slash behind it unless it is the top.
  private static func folder(
    ofPage index: Int, of path: String, in pages: [TablePage<SectionEdge, RecordCell>], _ settings: ListSettings
  ) -> String {
    guard index > 0 else { return Routes.listFolder(path, page: nil) }
    if settings.arrangement.paging == .bySection {
      return Routes.listFolder(path, page: pages[index].table.sections.first?.id)
    }
    return Routes.listFolder(path, page: "page/\(settings.arrangement.paging.number(ofPage: index, of: pages.count))")
  }

  package func folder(page index: Int) -> String { Self.folder(ofPage: index, of: path, in: pages, settings) }

  func url(page index: Int) -> String { base.url(of: folder(page: index)) }

  /// Whether pages are numbered from the end of the list.
  var isNumberedFromEnd: Bool { if case .stable = settings.arrangement.paging { true } else { false } }

  /// What readers call a page by: its place from the front, or from the end where the settings number pages from there.
  func number(ofPage index: Int) -> Int { settings.arrangement.paging.number(ofPage: index, of: pages.count) }

  /// What the paths of the list's pages begin with.
  package var prefix: String { path.isEmpty ? "" : "\(path)/" }

  /// The record of a slug, when the list shows it.
  func shownRecord(_ slug: String) -> RecordItem? {
    guard content.places.holds(slug: slug) else { return nil }
    return records.first { $0.item.slug == slug }?.item
  }

  /// Whether a slug may be an anchor on the list's pages: of a record, a section, the records of a list without sections,
  /// or made of several. That does not depend on which page it is, nor on which records the list shows.
  var isAnchor: @Sendable (String) -> Bool {
    { [places = content.places, sections = Set(sectionIDs)] slug in
      slug == ListTable.plainAnchor || slug.holds("--") || places.holds(slug: slug) || sections.contains(slug)
    }
  }

  /// The URL of a record: its own page, or its place on a page of the list.
  package var recordURL: @Sendable (RecordItem) -> String {
    if settings.hasRecordPages {
      let prefix = base.url(of: prefix)
      return { "\(prefix)\(PercentCoding.encoded($0.slug))/" }
    }
    // Where a record first stands, its slug is its anchor.
    let pages = pages.indices.map { url(page: $0) }
    return { [placesOnPages] item in placesOnPages[item.id].map { "\(pages[Int($0)])#\(item.slug)" } ?? "" }
  }

  /// What the list's pages share.
  var source: ListSource {
    ListSource(
      summary: summary, arrangement: settings.arrangement, rules: settings.rules, titleField: settings.titleField,
      recordURL: recordURL)
  }

  var summary: ListSummary {
    ListSummary(
      title: settings.title, url: url(page: 0),
      slug: Slug.make(path.isEmpty ? settings.title : path.replacing("/", with: "-")),
      count: records.count, description: settings.description)
  }

  /// The sections of the whole list, with the page on which each begins.
  package var index: [IndexEntry] {
    guard settings.arrangement.isSectioned else { return [] }
    var entries: [IndexEntry] = []
    for (number, page) in pages.enumerated() {
      for (offset, section) in page.table.sections.enumerated() where !(offset == 0 && page.isContinued) {
        guard case .header(let header)? = section.header, let title = header.title else { continue }
        entries.append(
          IndexEntry(title: title, url: "\(url(page: number))#\(header.anchor)", count: header.count, page: number + 1))
      }
    }
    return entries
  }
}
