import CellistRecords
import CellistTemplates

/// The names that each kind of page offers to its templates.
struct PageScopes: Sendable {
  let theme: Theme
  let printer: ValuePrinter
  /// The URL of each of the theme's assets, by its path.
  let assetURL: @Sendable (String) -> String
  var references = References()

  /// Adds the name that a test wants in a scope.
  private func add<Source, Named>(
    _ text: (@Sendable (Named) -> String)?, to scope: inout Scope<Source>,
    _ named: @escaping @Sendable (Source) -> Named
  ) {
    if let text { scope[AddedNames.name] = .text { text(named($0)) } }
  }

  /// The names of every page: `@site`, `@theme` and `@page`.
  private func common<Page: PageSource>(_ page: Scope<Page>) -> Scope<Page> {
    var scope = Scope<Page>()
    scope["@site"] = .object(site().settled) { $0 }.varying(by: .site)
    scope["@theme"] = .object(themeScope()) { $0 }.varying(by: .theme)
    scope["@page"] = .object(page) { $0 }.varying(by: .page)
    return scope
  }

  private func site<Page: PageSource>() -> Scope<Page> {
    let list: Scope<(list: ListSummary, isCurrent: Bool)> = [
      "title": .text { $0.list.title }, "url": .url { $0.list.url }, "slug": .text { $0.list.slug },
      "count": .text { String($0.list.count) }, "description": .optionalText { $0.list.description },
      "current": .flag { $0.isCurrent },
    ]
    let entry: Scope<(link: PageLink, isCurrent: Bool)> = [
      "title": .text { $0.link.title }, "url": .url { $0.link.url }, "current": .flag { $0.isCurrent },
    ]
    var scope: Scope<Page> = [
      "title": .text { $0.site.title },
      "url": .url { $0.site.url },
      "base": .url { $0.site.base },
      "language": .text { $0.site.language },
      "dir": .text { $0.site.direction },
      "author": .optionalText { $0.site.author },
      "description": .optionalText { $0.site.description },
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
    for path in theme.assets.keys.sorted() {
      assets[path] = .url { _ in assetURL(path) }
    }
    scope["assets"] = .object(assets.settled) { $0 }
    add(theme.addedNames.theme, to: &scope) { _ in theme }
    return scope.settled
  }

  private func page<Page: PageSource>() -> Scope<Page> {
    var scope: Scope<Page> = [
      "title": .text { $0.page.title },
      "url": .url { $0.page.url }.own,
      "canonical": .url { $0.page.canonical }.own,
      "description": .optionalText { $0.page.description },
      "content": .optionalHTML { $0.page.content() },
      "noindex": .flag { $0.page.isUnlisted },
    ]
    add(theme.addedNames.page, to: &scope) { $0.page }
    return scope
  }

  /// The names of the home page, of plain pages and of the page for what is not found.
  func plainPage() -> Scope<PlainPage> { common(page()) }

  /// The names of the records of a list on another page.
  func viewPage(_ list: ListSource) -> Scope<ViewPage> {
    var scope: Scope<ViewPage> = common(page())
    scope["@list"] = .object(listScope().settled) { $0.list }.varying(by: .list)
    let view: Scope<ViewPage> = [
      "name": .text { $0.name }, "count": .text { String($0.cells.count) },
      "cells": .list(cells(of: list), variant: { $0.cell.variant }) { view in
        view.cells.map { ShownRecord(cell: $0, list: view.list) }
      },
    ]
    scope["@view"] = .object(view) { $0 }.varying(by: .page)
    return scope
  }

  private func cells(of list: ListSource) -> [(name: String, scope: Scope<ShownRecord>)] {
    list.rules.variants.map { (name: list.rules.rule(of: $0).template, scope: cell(list, $0)) }
  }

  /// The names of a list's pages.
  func listPage(_ list: ListSource) -> Scope<ListPage> {
    let link: Scope<PageLink> = [
      "title": .text { $0.title }, "url": .url { $0.url }.own, "number": .text { String($0.number) },
    ]
    let entry: Scope<(entry: IndexEntry, page: ListPage)> = [
      "title": .text { $0.entry.title }, "url": .url { $0.entry.url }.own, "count": .text { String($0.entry.count) },
      "total": .optionalText { $0.page.isFirst ? String($0.entry.count) : nil },
      "current": .flag { $0.page.count > 1 && $0.entry.page == $0.page.place },
    ]
    let section: Scope<ShownSection> = ["@section": .object(self.section(of: list)) { $0 }.varying(by: .section)]
    var page: Scope<ListPage> = page()
    page["number"] = .text { String($0.number) }
    page["count"] = .optionalText { $0.isNumberedFromEnd ? nil : String($0.count) }
    page["total"] = .optionalText { $0.isFirst ? String($0.total) : nil }
    page["multiple"] = .flag { $0.count > 1 }
    let feed: Scope<FeedLinks> = ["atom": .url { $0.atom }.own, "json": .url { $0.json }.own]
    page["feed"] = .optionalObject(feed) { $0.feed }
    page["previous"] = .optionalObject(link) { $0.previous }
    page["next"] = .optionalObject(link) { $0.next }
    page["sections"] = .list(section) { page in
      page.table.table.sections.enumerated().map { index, section in
        ShownSection(section: section, isContinued: index == 0 && page.table.isContinued, list: page.list)
      }
    }
    page["index"] = .list(entry) { page in page.index.map { ($0, page) } }
    var scope = common(page)
    scope["@list"] = .object(listScope().settled) { $0.list }.varying(by: .list)
    return scope
  }

  /// The names of the pages of a term: a list's, and `@term`.
  func termPage(_ list: ListSource) -> Scope<ListPage> {
    var scope = listPage(list)
    let term: Scope<ListPage> = [
      "title": .text { $0.term?.title ?? "" }, "slug": .text { $0.term?.slug ?? "" },
      "url": .url { $0.term?.url ?? "" }.own, "count": .text { String($0.total) },
      "field": .text { $0.term?.field ?? "" }, "index": .url { $0.term?.index ?? "" }.own,
    ]
    scope["@term"] = .object(term) { $0 }.varying(by: .page)
    return scope
  }

  /// The names of the page that lists the values of a field.
  func termsPage() -> Scope<TermsPage> {
    var page: Scope<TermsPage> = page()
    let term: Scope<TermSummary> = [
      "title": .text { $0.title }, "slug": .text { $0.slug }, "url": .url { $0.url }.own,
      "count": .text { String($0.count) },
    ]
    page["terms"] = .list(term) { $0.terms }
    var scope = common(page)
    scope["@list"] = .object(listScope().settled) { $0.list }.varying(by: .list)
    return scope
  }

  /// The names of a record's own page.
  func recordPage(_ list: ListSource, variant: Int?) -> Scope<RecordPage> {
    let link: Scope<PageLink> = ["title": .text { $0.title }, "url": .url { $0.url }.own]
    var scope: Scope<RecordPage> = common(page())
    scope["@list"] = .object(listScope().settled) { $0.shown.list }.varying(by: .list)
    var record: Scope<RecordPage> = recordScope(list, variant: variant) { $0.shown }
    record["previous"] = .optionalObject(link) { $0.previous }
    record["next"] = .optionalObject(link) { $0.next }
    scope["@record"] = .object(record) { $0 }.varying(by: .record)
    addFields(of: list, variant: variant, to: &scope) { $0.shown }
    return scope
  }

  private func listScope() -> Scope<ListSource> {
    let field: Scope<Field> = [
      "name": .text { $0.name }, "label": .text { $0.label }, "type": .text { $0.type.name },
    ]
    let export: Scope<(format: String, url: String)> = ["format": .text { $0.format }, "url": .url { $0.url }]
    let terms: Scope<TermsSummary> = ["title": .text { $0.terms.title }, "url": .url { $0.url }]
    var scope: Scope<ListSource> = [
      "title": .text { $0.summary.title },
      "url": .url { $0.summary.url },
      "slug": .text { $0.summary.slug },
      "count": .text { String($0.summary.count) },
      "description": .optionalText { $0.summary.description },
      "language": .text { $0.language.tag },
      "sectioned": .flag { $0.isSectioned },
      "terms": .list(terms) { $0.terms },
      "exports": .list(export) { $0.exports },
      "fields": .list(field) { list in list.shownFields(ofVariant: nil).map { list.type.fields[$0] } },
    ]
    add(theme.addedNames.list, to: &scope) { $0 }
    return scope
  }

  private func section(of list: ListSource) -> Scope<ShownSection> {
    let aggregate: Scope<(label: String, value: String)> = [
      "label": .text { $0.label }, "value": .text { $0.value },
    ]
    var footer = Scope<ShownSection>()
    for (index, figure) in list.aggregates.enumerated() {
      footer[figure.name] = .optionalText { section in
        section.figures.indices.contains(index) ? section.figures[index].map { print($0, unit: nil) } : nil
      }
    }
    var scope: Scope<ShownSection> = [
      "title": .text { $0.header?.title ?? $0.list.summary.title },
      "slug": .text { $0.header?.slug ?? "" },
      "anchor": .text { $0.header?.anchor ?? "" },
      "count": .text { String($0.header?.count ?? 0) },
      "total": .optionalText { $0.isContinued ? nil : String($0.header?.count ?? 0) },
      "titled": .flag { $0.header?.title != nil },
      "continued": .flag { $0.isContinued },
      "footer": .object(footer) { $0 },
      "aggregates": .list(aggregate) { section in
        zip(section.list.aggregates, section.figures).compactMap { figure, value in
          let field = section.list.type.fields[figure.path.field]
          let unit = figure.function == .count ? nil : field.unit
          let function = theme.word(figure.function.rawValue) ?? figure.function.rawValue
          return value.map { ("\(function) \(field.label)", print($0, unit: unit)) }
        }
      },
      "cells": .list(cells(of: list), variant: { $0.cell.variant }) { section in
        section.section.cells.map { ShownRecord(cell: $0, list: section.list) }
      },
    ]
    add(theme.addedNames.section, to: &scope) { $0.header }
    return scope
  }

  private func print(_ figure: Value, unit: String?) -> String {
    switch figure {
    case .integer, .number: printer.figure(figure, unit: unit)
    case .date, .datetime: figure.part(.long, language: printer.language).plainText
    default: figure.plainText
    }
  }

  /// The names in a cell: the record's fields, the list's flags, `@record` and `@cell`.
  private func cell(_ list: ListSource, _ variant: CellRules.Variant) -> Scope<ShownRecord> {
    let template = list.rules.rule(of: variant).template
    var scope = Scope<ShownRecord>()
    scope["@cell"] = .text(choices: [Shape.Choice(template, template: "cells/\(template)")]) { _ in template }
    scope["@record"] = .object(recordScope(list, variant: variant.record) { $0 }) { $0 }.varying(by: .record)
    if list.rules.contents.isEmpty {
      addFields(of: list, variant: variant.record, to: &scope) { $0 }
    } else {
      for (index, name) in list.flags.enumerated() { scope[name] = .flag { $0.item.row.flags[index] } }
      addContents(list.rules.contents[variant.rule], to: &scope)
    }
    return scope
  }

  /// The names in a cell that is declared in Swift.
  private func addContents(_ type: RecordType, to scope: inout Scope<ShownRecord>) {
    for (index, field) in type.fields.enumerated() {
      if !field.isKnown {
        scope[field.name] = unknown()
      } else if let name = field.type.target, let list = references.source(name) {
        scope[field.name] = reference(field.type, to: list) { shown in
          references.records(shown.cell.contents[index].items.map(\.plainText), in: name)
        }
      } else {
        scope[field.name] = .field(field.type, isOptional: field.canBeAbsent, printer: printer) {
          ValuePrinter.Located(
            value: $0.cell.contents[index], file: $0.item.location.file, anchor: $0.cell.anchor, field: field.name,
            zone: field.zone)
        }
      }
    }
  }

  /// A name of which it is not known what it stands for; that has been reported.
  private func unknown<Source>() -> Member<Source> {
    let parts = FieldPath.Part.allCases.map { ($0.rawValue, Shape(.nothing)) }
    return Member(shape: Shape(.nothing, members: parts)) { _ in .absent }
  }

  private func recordScope<Source>(
    _ list: ListSource, variant: Int?, _ shown: @escaping @Sendable (Source) -> ShownRecord
  ) -> Scope<Source> {
    let owner: Scope<ListSource> = ["title": .text { $0.summary.title }, "url": .url { $0.summary.url }.own]
    let field: Scope<(shown: ShownRecord, field: Int)> = [
      "name": .text { $0.shown.list.type.fields[$0.field].name },
      "label": .text { $0.shown.list.type.fields[$0.field].label },
      "type": .text { $0.shown.list.type.fields[$0.field].type.name },
      "html": .optionalHTML {
        let list = $0.shown.list
        let field = list.type.fields[$0.field]
        let terms = list.terms(of: $0.shown.item, field: $0.field)
        guard terms.isEmpty else {
          return printer.linksHTML(terms.map { ($0.title, $0.url) }, isList: field.type.isList)
        }
        guard field.type.target != nil else { return printer.fieldHTML($0.shown.located($0.field), field: field) }
        return printer.linksHTML(
          references.records($0.field, of: $0.shown).map { ($0.mention, $0.list.recordURL($0.item)) },
          isList: field.type.holdsReferences)
      },
    ]
    let term: Scope<TermSummary> = [
      "title": .text { $0.title }, "slug": .text { $0.slug }, "url": .url { $0.url }.own, "field": .text { $0.field },
    ]
    let body = list.type.index(of: RecordType.bodyName) ?? 0
    var scope: Scope<Source> = [
      "id": .text { shown($0).item.id },
      "slug": .text { shown($0).item.slug },
      "anchor": .text { shown($0).cell.anchor },
      "title": .text { shown($0).item.title },
      "url": .url { source in shown(source).list.recordURL(shown(source).item) }.own,
      "list": .object(owner) { shown($0).list },
      "terms": .list(term) { source in shown(source).list.terms(of: shown(source).item) },
      "fields": .list(field) { source in
        let shown = shown(source)
        return shown.list.shownFields(ofVariant: shown.item.variant).map { (shown, $0) }
      }.traced { source, buffer in
        let shown = shown(source)
        for field in shown.list.shownFields(ofVariant: shown.item.variant) { trace(shown, field, into: &buffer) }
      },
      "body": .optionalHTML { source in
        let located = shown(source).located(body)
        guard case .text(let markdown) = located.value else { return nil }
        return printer.html(markdown: markdown, file: located.file, idPrefix: located.idPrefix)
      }.traced { trace(shown($0), body, into: &$1) },
    ]
    add(theme.addedNames.record, to: &scope) { shown($0).item }
    return scope
  }

  private func addFields<Source>(
    of list: ListSource, variant: Int?, to scope: inout Scope<Source>,
    _ shown: @escaping @Sendable (Source) -> ShownRecord
  ) {
    for (index, name) in list.flags.enumerated() {
      scope[name] = .flag { shown($0).item.row.flags[index] }.varying(by: .record)
    }
    for index in list.type.fieldIndices(ofVariant: variant) {
      let field = list.type.fields[index]
      guard field.isKnown else {
        scope[field.name] = unknown()
        continue
      }
      if let list = field.type.target.flatMap(references.source) {
        scope[field.name] = reference(field.type, to: list) { references.records(index, of: shown($0)) }
          .varying(by: .record)
        continue
      }
      // Without a variant the names are those of a record of any.
      let isEverywhere = variant != nil || list.type.variants.allSatisfy { $0.fields.contains(index) }
      scope[field.name] = .field(field.type, isOptional: field.canBeAbsent || !isEverywhere, printer: printer) {
        shown($0).located(index)
      }.traced { trace(shown($0), index, into: &$1) }.varying(by: .record)
    }
  }

  /// A field that refers to one record, or to several.
  private func reference<Source>(
    _ type: FieldType, to list: ListSource, _ read: @escaping @Sendable (Source) -> [ShownRecord]
  ) -> Member<Source> {
    type.holdsReferences
      ? .references({ referredTo(list) }, read) : .reference({ referredTo(list) }) { read($0).first }
  }

  /// The names inside a reference to a record of a list: its fields, its list's flags and `@record`.
  private func referredTo(_ list: ListSource) -> Scope<ShownRecord> {
    var scope = Scope<ShownRecord>(own: .text { $0.mention })
    scope["@record"] = .object(recordScope(list, variant: nil) { $0 }) { $0 }
    addFields(of: list, variant: nil, to: &scope) { $0 }
    return scope
  }

  /// Appends what the printed forms of a record's field depend on besides its declaration, without reading the record.
  private func trace(_ shown: ShownRecord, _ field: Int, into buffer: inout ByteBuffer) {
    let item = shown.item
    buffer.append(fixed: item.fingerprints[field])
    for term in shown.list.terms(of: item, field: field) { buffer.append(counted: term.url) }
    let type = shown.list.type.fields[field].type
    if type.target != nil {
      for record in references.records(field, of: shown) {
        buffer.append(counted: record.mention)
        buffer.append(counted: record.list.recordURL(record.item))
      }
      buffer.append(number: 0)
    }
    guard type.mayLink else { return }
    buffer.append(counted: shown.isReferredTo ? "" : shown.cell.anchor)
    item.forEachLink { buffer.append(counted: printer.resolve($0, $1)) }
  }

  /// Whether a page lies below a link: the link's own page, or one of a list's.
  private func isCurrent(_ url: String, on page: PageSummary, root: String) -> Bool {
    url == page.url || (url != root && page.url.utf8.starts(with: url.utf8))
  }
}

extension FieldType {
  /// Whether values refer to several records.
  fileprivate var holdsReferences: Bool { isList || isComputed }
}
