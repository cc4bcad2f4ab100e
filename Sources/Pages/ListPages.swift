import CellistBase
import CellistRecords
import CellistThemes

/// The pages of one list: its own, and those of each of its terms.
package struct ListPages: PageFamily {
  package let routes: [Route]
  /// Which list of the site it is.
  private let number: Int

  package init(_ number: Int, of site: RoutedSite) {
    self.number = number
    let list = site.lists[number]
    let folder = list.settings.folder
    let tables = list.settings.sources.filter { $0.format != .markdown && !$0.format.isPublished }.map(\.path).filter {
      // A link to a file of several lists leads to the list whose folder contains it.
      path in folder.holds(path) || !site.lists.contains { $0.settings.folder.holds(path) }
    }
    let introduction = list.content.introduction?.original ?? folder.introduction
    let sources = [folder.folder, folder.settings, introduction].compactMap(\.self) + tables
    routes = list.runs.flatMap { run in
      let texts = run.term == nil ? sources : [run.introduction?.original].compactMap(\.self)
      return run.pages.map { page in
        Route(
          PagePath.page(in: list.folder(page: page)), run.introduction?.isUnlisted == true ? .unlisted : .page,
          from: list.settings.location,
          sources: page == run.pages.lowerBound ? texts : [])
      }
    }
  }

  package var block: PageBlock? { .list(number) }

  package func addPages(to site: inout PageMaterials, _ diagnostics: inout Diagnostics) {
    let list = site.lists[number]
    let templates = site.templates(ofList: number, &diagnostics)
    // In other languages sections have other names.
    for (slug, text) in list.content.sectionTexts.sorted(by: { $0.key < $1.key })
    where !list.sectionIDs.contains(slug) && !list.settings.isTranslation {
      diagnostics.warning(
        .unknownSection, "the list has no section '\(slug.shortened)', so nothing shows this text",
        at: SourceLocation(file: text.path), hint: Suggestion.hint(for: slug, in: list.sectionIDs.sorted()))
    }
    // Each page shows all of it.
    let index = list.index
    for run in list.runs {
      let own = run.introduction.flatMap { $0.title.isEmpty ? nil : $0.title }
      let title = own ?? run.term?.title ?? list.settings.title
      func link(_ page: Int) -> PageLink? {
        guard run.pages.contains(page) else { return nil }
        return PageLink(
          title: run.term?.title ?? list.settings.title, url: list.url(page: page), number: run.number(ofPage: page),
          section: list.section(ofPage: page))
      }
      let parents = site.parents(of: run.path, in: list.settings.folder.tree)
      for page in run.pages {
        let place = page - run.pages.lowerBound
        var summary = site.summary(of: routes[page], title: title, in: list.settings.folder.tree)
        let foreign = list.settings.foreign
        summary.titleLanguage =
          own != nil
          ? run.introduction?.titleLanguage
          : run.term.map { site.sources[number].design.language(of: $0) } ?? foreign.language(of: list.settings.title)
        summary.description = run.introduction?.description ?? (run.term == nil ? list.settings.description : nil)
        summary.descriptionLanguage =
          run.introduction?.description == nil
          ? list.settings.description.flatMap(foreign.language) : run.introduction?.descriptionLanguage
        summary.isUnlisted = routes[page].kind == .unlisted
        summary.parents = parents
        summary.columns = list.settings.appearance.columnCount
        if place == 0 { summary.content = site.text(of: run.introduction, isTaken: list.isAnchor) }
        site.add(
          routes[page], run.term == nil ? templates?.list : templates?.term,
          ListPage(
            site: site.tree(ofList: number).summary, page: summary, list: site.sources[number], table: list.pages[page],
            place: place + 1,
            count: run.pages.count, isNumberedFromEnd: run.isNumberedFromEnd, previous: link(page - 1),
            next: link(page + 1), numbers: numbers(on: page, in: run, of: list), index: run.term == nil ? index : [],
            term: run.term, feed: list.feed(of: run)))
      }
    }
  }

  /// The pages that a page leads to by their numbers: none where sections name them, and where pages are numbered from the
  /// end, since a new page in front would change all of them.
  private func numbers(on page: Int, in run: ListPlan.Run, of list: ListPlan) -> [PageNumber] {
    guard case .size = run.paging, run.pages.count > 1 else { return [] }
    let first = run.pages.lowerBound
    return PageNumber.around(page - first + 1, of: run.pages.count) { list.url(page: first + $0 - 1) }
  }
}
