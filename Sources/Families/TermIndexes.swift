import CellistBase
import CellistLists
import CellistPages
import CellistRecords
import CellistThemes

/// The pages that list the values of the fields that a list's `terms` name, each with its number of records.
struct TermIndexes: PageFamily {
  let routes: [Route]
  /// Which list of the site it is.
  private let number: Int

  init(_ number: Int, of site: RoutedSite) {
    self.number = number
    let list = site.lists[number]
    routes = list.settings.arrangement.terms.map { terms in
      Route(PagePath.page(in: joined(list.path, terms.name)), .page, from: terms.values.location)
    }
  }

  func addPages(to site: inout PageMaterials, _ diagnostics: inout Diagnostics) {
    guard !routes.isEmpty else { return }
    let list = site.lists[number]
    let used = Set(list.runs.compactMap { $0.term == nil ? nil : $0.introduction?.path })
    for (name, text) in list.content.termTexts.sorted(by: { $0.key < $1.key })
    where !used.contains(text.path) && !list.settings.isTranslation {
      if let terms = list.settings.arrangement.terms.first(where: { $0.haveRecordPages && $0.name == name.folder }) {
        diagnostics.warning(
          .unknownTerm, "the terms of '\(terms.name)' are pages of records, so nothing shows this text",
          at: SourceLocation(file: text.path), hint: "a record's own text is on its page")
        continue
      }
      let known = list.runs.compactMap { $0.term == nil ? nil : $0.path.below(list.path) }
      diagnostics.warning(
        .unknownTerm, "no record has the term '\(name.shortened)', so nothing shows this text",
        at: SourceLocation(file: text.path), hint: Suggestion.hint(for: name, in: known))
    }
    let template = site.templates(ofList: number, &diagnostics)?.terms
    let source = site.sources[number]
    for (place, (route, terms)) in zip(routes, source.terms).enumerated() {
      site.add(
        route, template,
        TermsPage(
          site: site.tree(ofList: number).summary,
          page: site.summary(of: route, title: terms.terms.title, in: list.settings.folder.tree), list: source,
          terms: list.values(ofTerms: place)))
    }
  }
}
