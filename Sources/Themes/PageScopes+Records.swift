import CellistRecords
import CellistTemplates

/// The names of records: in cells, on their own pages, and where other records refer to them.
extension PageScopes {
  /// The names in each kind of a list's cells.
  func cells(of list: ListDesign) -> [(name: String, scope: Scope<ShownRecord>)] {
    list.rules.variants.map { (name: list.rules.rule(of: $0).template, scope: cell(list, $0)) }
  }

  /// The names in a cell: the record's fields, the list's flags, `@record` and `@cell`.
  private func cell(_ list: ListDesign, _ variant: CellRules.Variant) -> Scope<ShownRecord> {
    let template = list.rules.areStandard ? look.cell : list.rules.rule(of: variant).template
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
      } else if let name = field.type.target, let list = lists[name] {
        scope[field.name] = reference(field.type, to: list) { shown in
          shown.links.records(shown.cell.contents[index].items.map(\.plainText), in: name)
        }.crossing(.content(index, list: name))
      } else {
        scope[field.name] = .field(field, isOptional: field.canBeAbsent, printer: printer) {
          ValuePrinter.Located(
            value: $0.cell.contents[index], links: $0.links, file: $0.item.location.file, anchor: $0.cell.anchor,
            field: field.name,
            zone: field.zone)
        }
      }
    }
  }

  /// A name whose meaning is unknown; that has been reported.
  private func unknown<Source>() -> Member<Source> {
    let parts = Set(FieldPath.Part.allCases.map(\.rawValue) + Shape.listParts.map(\.0)).sorted()
    return Member(shape: Shape(.nothing, members: parts.map { ($0, Shape(.nothing)) })) { _ in .absent }
  }

  var fieldScope: Scope<(shown: ShownRecord, field: Int)> {
    [
      "name": .text { $0.shown.list.type.fields[$0.field].name },
      "label": spoken { $0.shown.list.type.fields[$0.field].label },
      "type": .text { $0.shown.list.type.fields[$0.field].type.name },
      "html": .optionalHTML { self.html($0.field, of: $0.shown) },
      "named": .flag { $0.shown.list.type.fields[$0.field].needsLabel },
    ]
  }

  private func termScope(of list: ListDesign) -> Scope<TermSummary> {
    [
      "title": spoken({ $0.title }, in: { list.language(of: $0) }), "slug": .text { $0.slug },
      "url": .url { $0.url }.own, "field": .text { $0.field },
    ]
  }

  func recordScope<Source>(
    _ list: ListDesign, variant: Int?, _ shown: @escaping @Sendable (Source) -> ShownRecord
  ) -> Scope<Source> {
    let owner: Scope<ListSource> = ["title": spoken { $0.summary.title }, "url": .url { $0.summary.url }.own]
    let (field, term) = (fieldScope, termScope(of: list))
    let body = list.type.index(of: RecordType.bodyName) ?? 0
    var scope: Scope<Source> = [
      "id": .text { shown($0).item.id },
      "slug": .text { shown($0).item.slug },
      "anchor": .text { shown($0).cell.anchor },
      "title": .text { shown($0).item.title },
      "language": .optionalText { shown($0).item.titleLanguage },
      "url": .url { source in shown(source).list.recordURL(shown(source).item) }.own,
      "updated": .optionalText { shown($0).item.given.flatMap { $0.value.isAbsent ? nil : $0.value.plainText } }
        .traced { $1.append(fixed: shown($0).item.given?.fingerprint ?? 0) },
      "history": .list(changeScope) { source in
        let (list, item) = (shown(source).list, shown(source).item)
        return (list.changes?.all.changes(of: item.id) ?? []).map { ShownChange($0, of: list, url: nil) }
      },
      "row": .url { source in shown(source).list.rowURL(of: shown(source).item) }.own,
      "edit": .optionalURL { source in shown(source).list.edit?.url(of: shown(source).item) }.own,
      "list": .object(owner) { shown($0).list },
      "terms": .list(term) { source in shown(source).list.terms(of: shown(source).item) },
      "fields": .list(field) { source in
        let shown = shown(source)
        return shown.list.shownFields(ofVariant: shown.item.variant).map { (shown, $0) }
      }.traced { source, buffer in
        let shown = shown(source)
        for field in shown.list.shownFields(ofVariant: shown.item.variant) { trace(shown, field, into: &buffer) }
      }.mentioning(list.edges(of: list.shownFields(ofVariant: variant))),
      "body": .optionalHTML { source in
        let located = shown(source).located(body)
        guard case .text(let markdown) = located.value else { return nil }
        guard list.type.fields[body].type == .markdown else {
          return "<div data-verbatim>\(ByteBuffer.escaped(markdown))</div>"
        }
        return printer.html(located)
      }.traced { trace(shown($0), body, into: &$1) },
    ]
    addRoles(of: list, to: &scope, shown)
    add(theme.addedNames.record, to: &scope) { shown($0).item }
    return scope
  }

  /// A field's value where nothing is known of the field.
  func html(_ index: Int, of shown: ShownRecord, hasUnit: Bool = true) -> String? {
    let list = shown.list
    var field = list.type.fields[index]
    if field.type == .boolean, field.words.isEmpty { field.words = theme.booleans }
    let terms = list.terms(of: shown.item, field: index)
    guard terms.isEmpty else {
      return printer.linksHTML(
        terms.map { Mention(title: $0.title, url: $0.url, language: list.language(of: $0)) },
        isList: field.type.isList)
    }
    let spark = list.appearance.roles.sparks[index]
    guard field.type.target != nil else {
      if spark != nil { return printer.sparkHTML(shown.located(index), field: field) }
      return printer.fieldHTML(shown.located(index), field: field, hasUnit: hasUnit)
    }
    // A record's own page has the links.
    if let spark, !spark.isEmpty, !shown.isOnOwnPage {
      let records = shown.links.records(index, of: shown)
      return printer.sparkHTML(
        countsOf: records.map { record in spark.lazy.compactMap { record.located($0).value.day }.first })
    }
    return printer.linksHTML(
      shown.links.references.mentions(index, of: shown.item, in: list), isList: field.type.holdsReferences)
  }

  func addFields<Source>(
    of list: ListDesign, variant: Int?, to scope: inout Scope<Source>,
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
      if let list = field.type.target.flatMap({ lists[$0] }) {
        let edge = field.type.edge(ofField: index)
        let member: Member<Source> = reference(field.type, to: list) { source in
          let shown = shown(source)
          return shown.links.records(index, of: shown)
        }
        scope[field.name] = (edge.map(member.crossing) ?? member).varying(by: .record)
        continue
      }
      // Without a variant the names are those of a record of any.
      let isEverywhere = variant != nil || list.type.variants.allSatisfy { $0.fields.contains(index) }
      scope[field.name] = .field(field, isOptional: field.canBeAbsent || !isEverywhere, printer: printer) {
        shown($0).located(index)
      }.traced { trace(shown($0), index, into: &$1) }.varying(by: .record)
    }
  }

  /// A field that refers to one record, or to several.
  private func reference<Source>(
    _ type: FieldType, to list: ListDesign, _ read: @escaping @Sendable (Source) -> [ShownRecord]
  ) -> Member<Source> {
    type.holdsReferences
      ? .references({ referredTo(list) }, read) : .reference({ referredTo(list) }) { read($0).first }
  }

  /// The names inside a reference to a record of a list: its fields, its list's flags and `@record`.
  private func referredTo(_ list: ListDesign) -> Scope<ShownRecord> {
    var scope = Scope<ShownRecord>(own: .text { $0.item.title })
    scope["@record"] = .object(recordScope(list, variant: nil) { $0 }) { $0 }
    addFields(of: list, variant: nil, to: &scope) { $0 }
    return scope
  }

  /// Appends what the printed forms of a record's field depend on besides its declaration, without reading the record.
  func trace(_ shown: ShownRecord, _ field: Int, into buffer: inout ByteBuffer) {
    let item = shown.item
    buffer.append(fixed: item.fingerprints[field])
    for term in shown.list.terms(of: item, field: field) {
      buffer.append(counted: term.url)
      buffer.append(counted: term.title)
    }
    let type = shown.list.type.fields[field].type
    if type.target != nil {
      for mention in shown.links.references.mentions(field, of: item, in: shown.list) {
        buffer.append(counted: mention.title)
        buffer.append(counted: mention.url ?? "")
        buffer.append(counted: mention.language ?? "")
      }
      buffer.append(number: 0)
      if let dates = shown.list.appearance.roles.sparks[field] {
        for record in shown.links.references.records(field, of: item, in: shown.list) {
          for date in dates { buffer.append(fixed: record.item.fingerprints[date]) }
        }
      }
    }
    guard type.mayLink else { return }
    buffer.append(counted: shown.isReferredTo || shown.isOnOwnPage ? "" : shown.cell.anchor)
    if shown.isReferredTo { buffer.append(counted: shown.list.recordURL(item)) }
    let links = shown.links
    item.forEachLink { buffer.append(counted: links.resolve($0, $1)) }
    guard type.isAsset else { return }
    item.forEachLink { link, file in
      buffer.append(links.picture(link, file))
    }
    buffer.append(counted: item.title)
    if let alt = shown.altField(of: field) { buffer.append(fixed: item.fingerprints[alt]) }
  }
}

extension ListDesign {
  /// The edges to the records that some fields mention.
  func edges(of fields: [Int]) -> Set<EdgePath> {
    Set(
      fields.filter { type.fields[$0].isKnown }.compactMap { type.fields[$0].type.edge(ofField: $0).map { [$0] } })
  }
}

extension FieldType {
  /// The edge that a field of the type crosses, by its place; nil where it leads to no records.
  fileprivate func edge(ofField index: Int) -> Edge? {
    if case .recordsFrom(let list, let field) = self { return .back(list: list, field: field) }
    return target.map { .target(field: index, list: $0) }
  }

  /// Whether values refer to several records.
  fileprivate var holdsReferences: Bool { isList || isComputed }
}

extension Field {
  /// Whether a value means nothing without the field's label: a bare number, a tick.
  package var needsLabel: Bool {
    switch type {
    case .boolean: words.isEmpty
    case .integer, .number: unit == nil && currency == nil
    default: false
    }
  }
}
