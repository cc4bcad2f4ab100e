import CellistLists
import CellistRecords
import CellistTemplates
import CellistText

/// The names that each kind of page offers to its templates, and how each is read from what a page shows.
///
/// They follow from the theme and from settings alone: records and the targets of links come with each page.
struct PageScopes: Sendable {
  private(set) var theme: Theme
  private(set) var printer: ValuePrinter
  /// The URLs of the theme's assets, by their paths.
  let assets: [String: String]
  /// The lists that records may refer to, by their names.
  var lists: [String: ListDesign] = [:]
  /// The texts of settings that are in other languages than the pages.
  private(set) var foreign = ForeignTexts()
  /// The templates of the list whose pages these are, where its settings name none.
  var look = Look(view: Appearance.View.rows.rawValue, cell: CellRules.standard)

  /// The same names, whose values are in a language, and of a list with settings of its own.
  func speaking(_ language: Language, _ foreign: ForeignTexts = ForeignTexts()) -> PageScopes {
    var scopes = self
    (scopes.theme, scopes.printer) = (theme.speaking(language), ValuePrinter(language: language, foreign: foreign))
    scopes.foreign = self.foreign.joined(by: foreign)
    return scopes
  }

  /// A text of settings.
  func spoken<Source>(_ read: @escaping @Sendable (Source) -> String) -> Member<Source> {
    .text(read).spoken(foreign.language)
  }

  /// A title in a language that is known where it is read: that of a value, or a text of settings.
  func spoken<Source>(
    _ read: @escaping @Sendable (Source) -> String, in language: @escaping @Sendable (Source) -> String?
  ) -> Member<Source> {
    Member(shape: .text) { source in Datum.text(read(source)).spoken { _ in language(source) } }
  }

  /// A text of settings that may be absent.
  func spokenIfAny<Source>(_ read: @escaping @Sendable (Source) -> String?) -> Member<Source> {
    .optionalText(read).spoken(foreign.language)
  }

  /// Adds the name that a test wants in a scope.
  func add<Source, Named>(
    _ text: (@Sendable (Named) -> String)?, to scope: inout Scope<Source>,
    _ named: @escaping @Sendable (Source) -> Named
  ) {
    if let text { scope[AddedNames.name] = .text { text(named($0)) } }
  }

  /// The names of every page: `@site`, `@theme` and `@page`.
  func common<Page: PageSource>(_ page: Scope<Page>) -> Scope<Page> {
    var scope = Scope<Page>()
    scope["@site"] = .object(site().settled) { $0 }.varying(by: .site)
    scope["@theme"] = .object(themeScope()) { $0 }.varying(by: .theme)
    scope["@page"] = .object(page) { $0 }.varying(by: .page)
    return scope
  }

  /// A count. Inside it, each plural word of the theme stands with that count, `@list.count.records`, and the count alone as
  /// the language writes it, `@list.count.formatted`.
  func count<Source>(_ read: @escaping @Sendable (Source) -> Int) -> Member<Source> {
    Member(shape: Shape(.text(choices: nil), members: countShapes)) { path, _ in
      Reader { text(of: read($0), path.first) }
    }
  }

  /// A count that may be absent.
  func count<Source>(_ read: @escaping @Sendable (Source) -> Int?) -> Member<Source> {
    Member(shape: Shape(.text(choices: nil), isOptional: true, members: countShapes)) { path, _ in
      Reader { read($0).map { text(of: $0, path.first) } ?? .absent }
    }
  }

  private var countShapes: [(String, Shape)] {
    let words = theme.plurals.map(\.name)
    return (words + [Self.formatted].filter { !words.contains($0) }).map { ($0, .text) }
  }

  private static let formatted = "formatted"

  private func text(of count: Int, _ name: String?) -> Datum {
    guard let name else { return .text(String(count)) }
    let word = theme.plurals.first { $0.name == name }?.word
    return .text(word?.text(for: count, in: printer.language) ?? printer.language.format(digits: String(count)))
  }

  /// The number of a page.
  private func pageNumber<Source>(_ read: @escaping @Sendable (Source) -> Int) -> Member<Source> {
    Member(shape: Shape(.text(choices: nil), members: [(Self.formatted, .text)])) { path, _ in
      Reader { text(of: read($0), path.first) }
    }
  }

  private func site<Page: PageSource>() -> Scope<Page> {
    let list: Scope<(list: ListSummary, isCurrent: Bool)> = [
      "title": spoken { $0.list.title }, "url": .url { $0.list.url }, "slug": .text { $0.list.slug },
      "count": count { $0.list.count }, "description": spokenIfAny { $0.list.description },
      "current": .flag { $0.isCurrent }, "language": .optionalText { $0.list.language?.tag },
      "dir": .optionalText { $0.list.language?.direction },
    ]
    let entry: Scope<(link: PageLink, isCurrent: Bool)> = [
      "title": spoken { $0.link.title }, "url": .url { $0.link.url }, "current": .flag { $0.isCurrent },
    ]
    let search: Scope<SearchLinks> = [
      "url": .url { $0.url }.own, "script": .url { $0.script }.own, "style": .url { $0.style }.own,
    ]
    var scope: Scope<Page> = [
      "title": spoken { $0.site.title },
      "url": .url { $0.site.url },
      "base": .url { $0.site.base },
      "language": .text { $0.site.language },
      "dir": .text { $0.site.direction },
      "author": .optionalText { $0.site.author },
      "icon": .optionalURL { $0.site.icon }.own,
      "search": .optionalObject(search) { $0.site.search },
      "description": spokenIfAny { $0.site.description },
      "lists": .list(list.settled) { page in
        page.site.lists.map { ($0, isCurrent($0.url, on: page.page, root: page.site.url)) }
      },
      "menu": .list(entry.settled) { page in
        page.site.menu.map { ($0, isCurrent($0.url, on: page.page, root: page.site.url)) }
      },
    ]
    add(theme.addedNames.site, to: &scope) { $0.site }
    return scope
  }

  private func themeScope<Page: PageSource>() -> Scope<Page> {
    var scope = Scope<Page>()
    for (name, value) in theme.settings {
      switch value {
      case .boolean(let flag): scope[name] = .flag { _ in flag }
      default: scope[name] = .text { _ in value.plainText }
      }
    }
    var assets = Scope<Page>()
    for (path, url) in self.assets.sorted(by: { $0.key < $1.key }) { assets[path] = .url { _ in url } }
    scope["assets"] = .object(assets.settled) { $0 }
    add(theme.addedNames.theme, to: &scope) { _ in theme }
    return scope.settled
  }

  func page<Page: PageSource>() -> Scope<Page> {
    let link: Scope<PageLink> = ["title": spoken { $0.title }, "url": .url { $0.url }.own]
    let heading: Scope<PageLink> = ["title": .text { $0.title }, "url": .url { $0.url }.own]
    var scope: Scope<Page> = [
      "title": spoken({ $0.page.title }, in: \.page.titleLanguage),
      "url": .url { $0.page.url }.own,
      "canonical": .url { $0.page.canonical }.own,
      "description": Member(shape: Shape.text.optional) { source in
        source.page.description.map { Datum.text($0).spoken { _ in source.page.descriptionLanguage } } ?? .absent
      },
      "content": .optionalHTML { $0.page.content() },
      "long": .flag { $0.page.content().map { $0.countWithoutTags > 300 } ?? false },
      "table": .flag { $0.page.columns > 0 },
      "wide": .flag { $0.page.columns >= 8 },
      "image": .optionalURL { $0.site.image },
      "noindex": .flag { $0.page.isUnlisted },
      "language": .text { $0.language?.tag ?? $0.site.language },
      "dir": .text { $0.language?.direction ?? $0.site.direction },
      "multilingual": .flag { !$0.page.translations.isEmpty },
      "languages": .list(Self.language) { $0.page.translations },
      "parents": .list(link) { $0.page.parents },
      "contents": .list(heading) { $0.page.contents() },
    ]
    add(theme.addedNames.page, to: &scope) { $0.page }
    return scope
  }

  /// The names of the home page, of plain pages and of the page for what is not found.
  func plainPage() -> Scope<PlainPage> {
    let list: Scope<PageLink> = ["title": spoken { $0.title }, "url": .url { $0.url }.own]
    let view: Scope<PageView> = [
      "name": .text { $0.name }, "list": .object(list) { $0.list }, "content": .html { $0.html() },
    ]
    var page: Scope<PlainPage> = page()
    page["views"] = .list(view) { $0.page.views() }
    return common(page)
  }

  /// The names of the records of a list on another page.
  func viewPage(_ list: ListDesign) -> Scope<ViewPage> {
    var scope: Scope<ViewPage> = common(page())
    scope["@list"] = .object(listScope(list).settled) { $0.list }.varying(by: .list)
    var page: Scope<ViewPage> = page()
    page["sections"] = .list(sections(of: list)) { [$0.section] }
    // Those are of the list on its own pages.
    page["totals"] = .list(figureScope) { _ in [] }
    scope["@page"] = .object(page) { $0 }.varying(by: .page)
    let view: Scope<ViewPage> = [
      "name": .text { $0.name }, "count": count { $0.cells.count },
      "cells": .list(cells(of: list), variant: { $0.cell.variant }) { view in
        view.cells.map { ShownRecord(cell: $0, list: view.list, links: view.site.links) }
      },
    ]
    scope["@view"] = .object(view) { $0 }.varying(by: .page)
    return scope
  }

  /// The names of a list's pages.
  func listPage(_ list: ListDesign) -> Scope<ListPage> {
    let link: Scope<PageLink> = [
      "title": .text { $0.title }, "url": .url { $0.url }.own, "number": pageNumber { $0.number },
      "section": .optionalText { $0.section },
    ]
    let number: Scope<PageNumber> = [
      "number": pageNumber { $0.number }, "url": .url { $0.url }.own, "current": .flag { $0.isCurrent },
      "gap": .flag { $0.isAfterGap },
    ]
    let entry: Scope<(entry: IndexEntry, page: ListPage)> = [
      "title": spoken({ $0.entry.title }, in: { $0.page.list.language(ofTitle: $0.entry.title, at: $0.entry.depth) }),
      "url": .url { $0.entry.url }.own, "count": count { $0.entry.count },
      "total": count { $0.page.isFirst ? $0.entry.count : nil },
      "current": .flag { $0.page.count > 1 && $0.entry.page == $0.page.place },
      "inner": .flag { $0.entry.depth > 0 },
    ]
    var page: Scope<ListPage> = page()
    page["number"] = pageNumber { $0.number }
    page["count"] = count { $0.isNumberedFromEnd ? nil : $0.count }
    page["total"] = count { $0.isFirst ? $0.total : nil }
    page["multiple"] = .flag { $0.count > 1 }
    let feed: Scope<FeedLinks> = ["atom": .url { $0.atom }.own, "json": .url { $0.json }.own]
    page["feed"] = .optionalObject(feed) { $0.feed }
    page["schema"] = .optionalHTML { StructuredData($0.list, on: $0.site)?.html(of: $0) }
    page["previous"] = .optionalObject(link) { $0.previous }
    page["next"] = .optionalObject(link) { $0.next }
    page["pages"] = .list(number) { $0.numbers }
    page["sections"] = .list(sections(of: list)) { page in
      page.table.table.sections.enumerated().map { index, section in
        ShownSection(
          section: section, isContinued: index == 0 && page.table.isContinued, isFirst: index == 0, list: page.list,
          links: page.site.links)
      }
    }
    page["totals"] = .list(figureScope) { page in
      page.isLast && page.term == nil ? figures(page.list.totals, page.list.totalAggregates, of: page.list) : []
    }
    page["index"] = .list(entry) { page in page.index.map { ($0, page) } }
    var scope = common(page)
    scope["@list"] = .object(listScope(list).settled) { $0.list }.varying(by: .list)
    return scope
  }

  /// The names of the pages of a term: a list's, and `@term`.
  func termPage(_ list: ListDesign) -> Scope<ListPage> {
    var scope = listPage(list)
    let term: Scope<ListPage> = [
      "title": spoken({ $0.term?.title ?? "" }, in: { page in page.term.flatMap { page.list.language(of: $0) } }),
      "slug": .text { $0.term?.slug ?? "" },
      "url": .url { $0.term?.url ?? "" }.own, "count": count { $0.total },
      "field": .text { $0.term?.field ?? "" }, "index": .url { $0.term?.index ?? "" }.own,
    ]
    scope["@term"] = .object(term) { $0 }.varying(by: .page)
    return scope
  }

  /// The names of the page that lists the values of a field.
  func termsPage(_ list: ListDesign) -> Scope<TermsPage> {
    var page: Scope<TermsPage> = page()
    let term: Scope<TermSummary> = [
      "title": spoken({ $0.title }, in: { list.language(of: $0) }), "slug": .text { $0.slug },
      "url": .url { $0.url }.own,
      "count": count { $0.count },
    ]
    page["terms"] = .list(term) { $0.terms }
    var scope = common(page)
    scope["@list"] = .object(listScope(list).settled) { $0.list }.varying(by: .list)
    return scope
  }

  /// The names of a page in one of the languages of the site.
  static var language: Scope<PageTranslation> {
    [
      "tag": .text { $0.language.tag }, "name": .text { $0.language.ownName }, "dir": .text { $0.language.direction },
      "locale": .text { $0.language.underscoredTag }, "url": .url { $0.url }.own,
      "alternate": .optionalURL { $0.alternate }.own, "current": .flag { $0.isCurrent }, "first": .flag { $0.isFirst },
    ]
  }

  /// The names of a record's own page.
  func recordPage(_ list: ListDesign, variant: Int?) -> Scope<RecordPage> {
    let link: Scope<PageLink> = [
      "title": .text { $0.title }, "url": .url { $0.url }.own, "language": .optionalText { $0.language },
    ]
    var page: Scope<RecordPage> = page()
    page["image"] = image(of: list)
    var scope: Scope<RecordPage> = common(page)
    scope["@list"] = .object(listScope(list).settled) { $0.shown.list }.varying(by: .list)
    var record: Scope<RecordPage> = recordScope(list, variant: variant) { $0.shown }
    record["previous"] = .optionalObject(link) { $0.previous }.crossing(.neighbour)
    record["next"] = .optionalObject(link) { $0.next }.crossing(.neighbour)
    record["schema"] = .optionalHTML { StructuredData($0.shown.list, on: $0.site)?.html(of: $0.shown.item) }
      .traced { StructuredData($0.shown.list, on: $0.site)?.trace($0.shown.item, into: &$1) }
    scope["@record"] = .object(record) { $0 }.varying(by: .record)
    addFields(of: list, variant: variant, to: &scope) { $0.shown }
    return scope
  }

  func listScope(_ list: ListDesign) -> Scope<ListSource> {
    let field: Scope<Field> = [
      "name": .text { $0.name }, "label": spoken { $0.label }, "type": .text { $0.type.name },
    ]
    let column: Scope<(field: Field, isTitle: Bool)> = [
      "name": .text { $0.field.name }, "label": spoken { $0.field.label }, "type": .text { $0.field.type.name },
      "unit": spokenIfAny { $0.field.unit }, "numeric": .flag { $0.field.type.isNumber },
      "heads": .flag { $0.isTitle },
    ]
    let export: Scope<(format: ExportFormat, url: String)> = [
      "format": .text { $0.format.name }, "url": .url { $0.url },
    ]
    let sort: Scope<Field> = ["name": .text { $0.name }, "label": spoken { $0.label }]
    var filter = sort
    filter["unit"] = spokenIfAny { $0.unit }
    filter["number"] = .flag { $0.type.isNumber }
    filter["date"] = .flag { $0.type.isRanged && !$0.type.isNumber }
    let tools: Scope<(tools: ListTools, type: RecordType)> = [
      "url": .url { $0.tools.url }, "script": .url { $0.tools.script }.own, "style": .url { $0.tools.style }.own,
      "extras": .url { $0.tools.extras }.own, "star": .url { $0.tools.star }.own,
      "search": .flag { $0.tools.settings.hasSearch }, "dated": .flag { $0.tools.settings.start != nil },
      "keep": .flag { $0.tools.settings.keeps },
      // A table of fewer columns is narrow enough.
      "columns": .flag { [isWide = look.view == Appearance.View.table.rawValue && list.appearance.columnCount > 3] _ in
        isWide
      },
      "filters": .list(filter) { source in source.tools.settings.filters.map { source.type.fields[$0] } },
      "sorts": .list(sort) { source in source.tools.settings.sorts.map { source.type.fields[$0] } },
    ]
    let terms: Scope<TermsSummary> = ["title": spoken { $0.terms.title }, "url": .url { $0.url }]
    var scope: Scope<ListSource> = [
      "title": spoken { $0.summary.title },
      "url": .url { $0.summary.url },
      "slug": .text { $0.summary.slug },
      "count": count { $0.summary.count },
      "description": spokenIfAny { $0.summary.description },
      "language": .text { $0.language.tag },
      "sectioned": .flag { $0.design.isSectioned },
      "details": .flag { $0.hasRecordPages },
      "view": .text(choices: [Shape.Choice(look.view, template: "views/\(look.view)")]) { [look] _ in look.view },
      "columns": .list(column) { list in
        list.appearance.columns.map { (list.type.fields[$0], $0 == list.titleField) }
      },
      "terms": .list(terms) { $0.terms },
      "exports": .list(export) { $0.exports },
      "calendar": .optionalURL { $0.calendar },
      "changes": .optionalURL { $0.changes?.url },
      "tools": .optionalObject(tools) { list in list.tools.map { ($0, list.type) } },
      "fields": .list(field) { list in list.shownFields(ofVariant: nil).map { list.type.fields[$0] } },
    ]
    add(theme.addedNames.list, to: &scope) { $0 }
    return scope
  }

  /// Whether a link leads to a page or to one of its ancestors: the link's own page, or a page of a list.
  private func isCurrent(_ url: String, on page: PageSummary, root: String) -> Bool {
    url == page.url || (url != root && page.url.utf8.starts(with: url.utf8))
  }
}

extension String {
  /// How many characters of HTML a page shows, about: those outside tags.
  fileprivate var countWithoutTags: Int {
    var isInTag = false
    return unicodeScalars.count { scalar in
      if scalar == "<" { isInTag = true }
      defer { if scalar == ">" { isInTag = false } }
      return !isInTag
    }
  }
}
