import CellistContent
import CellistRecords
import CellistThemes

/// The pages of one list.
struct ListPages: PageFamily {
  let routes: [Route]
  /// Which list of the site it is.
  private let number: Int

  init(_ number: Int, of site: RoutedSite) {
    self.number = number
    let list = site.lists[number]
    let folder = list.settings.folder
    let tables = list.settings.sources.filter { $0.format != .markdown }.map(\.path)
    let sources = [folder.folder, folder.settings, folder.introduction].compactMap(\.self) + tables
    routes = list.pages.indices.map { page in
      Route(
        PagePath.page(in: list.folder(page: page)), .page, from: list.settings.location,
        sources: page == 0 ? sources : [])
    }
  }

  var block: PageBlock? { .list(number) }

  func addPages(to site: inout PageMaterials, _ diagnostics: inout Diagnostics) {
    let list = site.lists[number]
    let source = site.sources[number]
    let template = site.templates(ofList: number, &diagnostics)?.list
    let index = list.index
    let introduction = list.content.introduction
    func link(_ page: Int) -> PageLink? {
      guard list.pages.indices.contains(page) else { return nil }
      return PageLink(title: list.settings.title, url: list.url(page: page), number: list.number(ofPage: page))
    }
    for (number, page) in list.pages.enumerated() {
      let title = introduction.flatMap { $0.title.isEmpty ? nil : $0.title } ?? list.settings.title
      var summary = site.summary(of: routes[number], title: title)
      summary.description = introduction?.description ?? list.settings.description
      if number == 0 { summary.content = site.text(of: introduction, isTaken: list.isAnchor) }
      site.add(
        routes[number], template,
        ListPage(
          site: site.summary, page: summary, list: source, table: page, place: number + 1,
          count: list.pages.count, isNumberedFromEnd: list.isNumberedFromEnd, previous: link(number - 1),
          next: link(number + 1), index: index))
    }
  }
}
