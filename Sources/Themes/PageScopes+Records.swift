import CellistRecords
import CellistTemplates

/// The names of records: in cells, on their own pages, and where other records refer to them.
extension PageScopes {
  /// The names in each kind of a list's cells.
  func cells(of list: ListSource) -> [(name: String, scope: Scope<ShownRecord>)] {
    list.rules.variants.map { (name: list.rules.rule(of: $0).template, scope: cell(list, $0)) }
  }

  /// The names in a cell: the record's fields, the list's flags, `@record` and `@cell`.
  private func cell(_ list: ListSource, _ variant: CellRules.Variant) -> Scope<ShownRecord> {
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
      } else if let name = field.type.target, let list = references.source(name) {
        scope[field.name] = reference(field.type, to: list) { shown in
          references.records(shown.cell.contents[index].items.map(\.plainText), in: name)
        }.crossing(.content(index, list: name))
      } else {
        scope[field.name] = .field(field, isOptional: field.canBeAbsent, printer: printer) {
          ValuePrinter.Located(
            value: $0.cell.contents[index], file: $0.item.location.file, anchor: $0.cell.anchor, field: field.name,
            zone: field.zone)
        }
      }
    }
  }

  /// A name whose meaning is unknown; that has been reported.
  private func unknown<Source>() -> Member<Source> {
    let parts = FieldPath.Part.allCases.map { ($0.rawValue, Shape(.nothing)) }
    return Member(shape: Shape(.nothing, members: parts)) { _ in .absent }
  }

  private var fieldScope: Scope<(shown: ShownRecord, field: Int)> {
    [
      "name": .text { $0.shown.list.type.fields[$0.field].name },
      "label": spoken { $0.shown.list.type.fields[$0.field].label },
      "type": .text { $0.shown.list.type.fields[$0.field].type.name },
      "html": .optionalHTML { self.html($0.field, of: $0.shown) },
      "named": .flag { $0.shown.list.type.fields[$0.field].needsLabel },
    ]
  }

  private var columnScope: Scope<(shown: ShownRecord, field: Int)> {
    [
      "name": .text { $0.shown.list.type.fields[$0.field].name },
      "label": spoken { $0.shown.list.type.fields[$0.field].label },
      "type": .text { $0.shown.list.type.fields[$0.field].type.name },
      "unit": spokenIfAny { $0.shown.list.type.fields[$0.field].unit },
      "numeric": .flag { $0.shown.list.type.fields[$0.field].type.isNumber },
      "heads": .flag { $0.field == $0.shown.list.titleField },
      "html": .optionalHTML { self.html($0.field, of: $0.shown, hasUnit: false) },
      "bar": .optionalText { column in
        column.shown.list.bar(of: column.shown.located(column.field).value, field: column.field).map(String.init)
      },
      "hue": .optionalText { $0.field == $0.shown.list.appearance.roles.badge ? $0.shown.hue : nil },
    ]
  }

  private var badgeScope: Scope<ShownRecord> {
    [
      "text": spoken { $0.badge?.text ?? "" }, "hue": .text { $0.hue ?? "0" },
      "flagged": .flag { !$0.list.appearance.roles.flags.isEmpty },
    ]
  }

  private func termScope(of list: ListSource) -> Scope<TermSummary> {
    [
      "title": spoken({ $0.title }, in: { list.language(of: $0) }), "slug": .text { $0.slug },
      "url": .url { $0.url }.own, "field": .text { $0.field },
    ]
  }

  func recordScope<Source>(
    _ list: ListSource, variant: Int?, _ shown: @escaping @Sendable (Source) -> ShownRecord
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

  /// Adds the names of what the list's view shows: its columns, and the fields that play a part in it.
  private func addRoles<Source>(
    of list: ListSource, to scope: inout Scope<Source>, _ shown: @escaping @Sendable (Source) -> ShownRecord
  ) {
    let roles = list.appearance.roles
    let (column, badge) = (columnScope, badgeScope)
    // A record's dates are one fact.
    var fact = fieldScope
    fact["html"] = .optionalHTML { fact in
      guard fact.field == roles.date, fact.shown.isRange else { return self.html(fact.field, of: fact.shown) }
      // One element beside the label.
      return fact.shown.when { self.html($0, of: fact.shown) }.map { "<span>\($0)</span>" }
    }
    let price = roles.meta.first { list.type.fields[$0].currency != nil }
    fact["figure"] = .flag { $0.field == price }
    /// Adds a name that shows some fields, and depends on those alone.
    func show(_ name: String, _ member: Member<Source>) {
      let fields = list.appearance.fields(of: name)
      scope[name] = member.traced { source, buffer in
        for field in fields {
          buffer.append(number: UInt64(field))
          trace(shown(source), field, into: &buffer)
        }
      }.mentioning(list.edges(of: fields))
    }
    func html(_ field: Int?) -> Member<Source> {
      .optionalHTML { source in field.flatMap { self.html($0, of: shown(source)) } }
    }
    show("columns", .list(column) { source in list.appearance.columns.map { (shown(source), $0) } })
    show(
      "facts",
      .list(fact) { source in
        let shown = shown(source)
        let own = list.type.fieldIndices(ofVariant: shown.item.variant)
        return roles.meta.filter { own.contains($0) && shown.mayShow($0) }.map { (shown, $0) }
      })
    show("badge", .optionalObject(badge) { shown($0).badge == nil ? nil : shown($0) })
    if !roles.flags.isEmpty {
      scope["badge"] = .optionalObject(badge) { shown($0).badge == nil ? nil : shown($0) }.varying(by: .record)
    }
    show(
      "image",
      .picture(isOptional: true, printer: printer) { source in
        roles.image.map { shown(source).picture($0) }.flatMap { printer.image($0) == nil ? nil : $0 }
      })
    scope["link"] = link(roles.link, shown)
    show(
      "linked",
      .flag { source in
        let shown = shown(source)
        if shown.list.hasRecordPages || !shown.isAtHome { return true }
        return roles.link.map { printer.address(shown.located($0)) != nil } ?? false
      })
    show("text", html(roles.text))
    show(
      "excerpt",
      Member(shape: Shape.text.optional) { source in
        let shown = shown(source)
        let text = roles.text.flatMap { shown.excerpt($0) }
        return text.map { Datum.text($0).spoken { _ in roles.text.flatMap { shown.located($0).language } } } ?? .absent
      })
    show("when", .optionalHTML { source in shown(source).when { self.html($0, of: shown(source)) } })
    show("date", html(roles.date))
    scope["dated"] = .flag { _ in roles.date == list.titleField }
    show(
      "end",
      .optionalHTML { source in
        let shown = shown(source)
        return shown.endsAtStart ? nil : roles.end.flatMap { self.html($0, of: shown) }
      })
    show("time", .optionalText { shown($0).time })
    show("hours", .optionalHTML { shown($0).hours })
    show("place", html(roles.place))
  }

  /// The address of the picture that stands for a record's page elsewhere: the record's own, or that of the site.
  func image(of list: ListSource) -> Member<RecordPage> {
    let field = list.appearance.roles.image
    return .optionalURL { page in
      guard let origin = page.site.origin else { return nil }
      let own = field.flatMap { printer.image(page.shown.picture($0)) }
      return own.map { Link.isInternal($0) ? origin + $0 : $0 } ?? page.site.image
    }.traced { page, buffer in
      buffer.append(counted: page.site.origin ?? "")
      buffer.append(counted: page.site.image ?? "")
      if let field { trace(page.shown, field, into: &buffer) }
    }
  }

  /// Where a record's title leads: to its page or its place on one; where it has no page, to what a field of it names.
  private func link<Source>(
    _ field: Int?, _ shown: @escaping @Sendable (Source) -> ShownRecord
  ) -> Member<Source> {
    guard let field else { return .url { source in shown(source).list.recordURL(shown(source).item) }.own }
    return .url { source in
      let shown = shown(source)
      let own = shown.list.recordURL(shown.item)
      return shown.list.hasRecordPages ? own : printer.address(shown.located(field)) ?? own
    }.traced { source, buffer in
      buffer.append(counted: shown(source).list.recordURL(shown(source).item))
      trace(shown(source), field, into: &buffer)
    }
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
      let records = references.records(index, of: shown)
      return printer.sparkHTML(
        countsOf: records.map { record in spark.lazy.compactMap { record.located($0).value.day }.first })
    }
    return printer.linksHTML(references.mentions(index, of: shown), isList: field.type.holdsReferences)
  }

  func addFields<Source>(
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
        let edge = field.type.edge(ofField: index)
        let member: Member<Source> = reference(field.type, to: list) { references.records(index, of: shown($0)) }
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
  func trace(_ shown: ShownRecord, _ field: Int, into buffer: inout ByteBuffer) {
    let item = shown.item
    buffer.append(fixed: item.fingerprints[field])
    for term in shown.list.terms(of: item, field: field) {
      buffer.append(counted: term.url)
      buffer.append(counted: term.title)
    }
    let type = shown.list.type.fields[field].type
    if type.target != nil {
      for mention in references.mentions(field, of: shown) {
        buffer.append(counted: mention.title)
        buffer.append(counted: mention.url ?? "")
        buffer.append(counted: mention.language ?? "")
      }
      buffer.append(number: 0)
      if let dates = shown.list.appearance.roles.sparks[field] {
        for record in references.records(field, of: shown) {
          for date in dates { buffer.append(fixed: record.item.fingerprints[date]) }
        }
      }
    }
    guard type.mayLink else { return }
    buffer.append(counted: shown.isReferredTo || shown.isOnOwnPage ? "" : shown.cell.anchor)
    if shown.isReferredTo { buffer.append(counted: shown.list.recordURL(item)) }
    item.forEachLink { buffer.append(counted: printer.resolve($0, $1)) }
    guard type.isAsset else { return }
    item.forEachLink { link, file in
      buffer.append(printer.picture(link, file))
    }
    buffer.append(counted: item.title)
    if let alt = shown.altField(of: field) { buffer.append(fixed: item.fingerprints[alt]) }
  }
}

extension ListSource {
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
  var needsLabel: Bool {
    switch type {
    case .boolean: words.isEmpty
    case .integer, .number: unit == nil && currency == nil
    default: false
    }
  }
}

extension ShownRecord {
  /// Whether there may be something to show of a field.
  fileprivate func mayShow(_ field: Int) -> Bool {
    list.type.fields[field].type.target != nil || !located(field).value.isMissing
  }

  /// The beginning of a text; nil where there is none.
  fileprivate func excerpt(_ field: Int) -> String? {
    guard case .text(let text) = located(field).value, !text.isEmpty else { return nil }
    guard list.type.fields[field].type == .markdown else { return text }
    return located(field).value
      .part(.excerpt, language: list.language, forms: list.type.fields[field].forms).plainText
  }

  /// The number of the badge's colour.
  fileprivate var hue: String? { badge.map { String($0.place % 16) } }

  /// The badge's words, and the place of its value among the choices.
  fileprivate var badge: (text: String, place: Int)? {
    let flags = list.appearance.roles.flags
    if let place = flags.firstIndex(where: { item.row.flags[$0.flag] }) { return (flags[place].word, place) }
    guard let index = list.appearance.roles.badge, case .choice(let names) = list.type.fields[index].type else {
      return nil
    }
    let value = located(index).value
    guard !value.isMissing, let place = names.firstIndex(of: value.plainText) else { return nil }
    return (list.type.fields[index].word(for: value) ?? value.plainText, place)
  }
}
