import CellistBase
import CellistLists
import CellistPages
import CellistRecords
import CellistSettings
import CellistTemplates
import CellistText
import CellistThemes

/// The pages of how a list's records changed, for a list with `history`: the newest changes first, and feeds of them.
struct ChangePages: PageFamily {
  /// The changes on a page.
  private static let size = 100
  /// The entries of a feed.
  private static let feedSize = 50

  let routes: [Route]
  /// Which list of the site it is.
  private let number: Int
  private let pages: [ArraySlice<HistoryChange>]
  private let hasFeeds: Bool

  init(_ number: Int, of site: RoutedSite) {
    self.number = number
    let list = site.lists[number]
    guard let changes = list.changes?.recent, let setting = list.settings.history else {
      (routes, pages, hasFeeds) = ([], [], false)
      return
    }
    let starts = stride(from: 0, to: max(changes.count, 1), by: Self.size)
    pages = starts.map { changes[$0..<min($0 + Self.size, changes.count)] }
    hasFeeds = !site.base.origin.isEmpty
    let folder = Routes.changes(of: list.path)
    let feeds = FeedFormat.allCases.map { Route(Routes.feed($0, in: "\(folder)/"), .data, from: setting.location) }
    routes =
      pages.indices.map { page in
        Route(
          PagePath.page(in: page == 0 ? folder : joined(folder, "page/\(page + 1)")), .page, from: setting.location)
      } + (hasFeeds ? feeds : [])
  }

  func addPages(to site: inout PageMaterials, _ diagnostics: inout Diagnostics) {
    guard !routes.isEmpty else { return }
    let (list, source) = (site.lists[number], site.sources[number])
    let template = site.templates(ofList: number, &diagnostics)?.changes
    let tree = site.tree(ofList: number)
    let title = tree.word("changes", in: source.design.language)
    let urls = urls(of: list)
    let addresses = routes.map { [base = site.base] in base.url(of: PagePath.address(of: $0.path)) }
    for (page, changes) in pages.enumerated() {
      let shown = changes.map { ShownChange($0, of: source, url: urls[$0.id]) }
      site.add(
        routes[page], template,
        ChangesPage(
          site: tree.summary, page: site.summary(of: routes[page], title: title, in: list.settings.folder.tree),
          list: source, days: ChangedDay.all(shown), newer: page > 0 ? addresses[page - 1] : nil,
          older: page + 1 < pages.count ? addresses[page + 1] : nil,
          feed: hasFeeds
            ? FeedLinks(
              atom: Routes.feed(.atom, in: addresses[0]), json: Routes.feed(.json, in: addresses[0])) : nil))
    }
    guard hasFeeds else { return }
    let home = site.base.canonical(addresses[0])
    let text = FeedText(
      title: [title, list.settings.title, tree.summary.title].joined(separator: " – "), home: home,
      language: source.design.language.tag, author: tree.summary.author, site: tree.summary.title)
    let entries = pages[0].prefix(Self.feedSize).map { change in
      let shown = ShownChange(change, of: source, url: urls[change.id])
      let moment = Moment(instant: change.time)
      return FeedText.Entry(
        id: "urn:uuid:"
          + site.base.uuid(of: "\(change.id)\n\(change.time)", inList: "\(list.settings.folder.name)\nchanges"),
        title: tree.line(of: shown, hasValues: false, in: source.design.language),
        url: shown.url.map(site.base.canonical) ?? home, published: moment, updated: moment,
        text: change.fields.isEmpty ? nil : .plain(tree.line(of: shown, hasValues: true, in: source.design.language)))
    }
    for (route, format) in zip(routes.dropFirst(pages.count), FeedFormat.allCases) {
      var buffer = ByteBuffer()
      text.append(Array(entries), as: format, to: &buffer)
      site.add(route, .bytes(buffer.bytes, of: "the changes of '\(list.settings.folder.name)'"))
    }
  }

  /// The URLs of the records with changes that the list shows, by id.
  private func urls(of list: ListPlan) -> [String: String] {
    let ids = Set(pages.joined().lazy.map(\.id))
    guard !ids.isEmpty else { return [:] }
    var urls: [String: String] = [:]
    for item in list.records.lazy.map(\.item) where ids.contains(item.id) { urls[item.id] = list.recordURL(item) }
    return urls
  }
}
