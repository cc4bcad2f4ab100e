import CellistRecords
import CellistTemplates

/// The names of what a list's view shows of a record: its columns, and the fields that play a part in it.
extension PageScopes {
  /// Adds those names to the names of a record.
  func addRoles<Source>(
    of list: ListDesign, to scope: inout Scope<Source>, _ shown: @escaping @Sendable (Source) -> ShownRecord
  ) {
    let roles = list.appearance.roles
    /// Adds names that show some fields, and depend on those alone.
    func show(_ members: KeyValuePairs<String, Member<Source>>) {
      for (name, member) in members {
        let fields = list.appearance.fields(of: name)
        scope[name] = member.traced { source, buffer in
          for field in fields {
            buffer.append(number: UInt64(field))
            trace(shown(source), field, into: &buffer)
          }
        }.mentioning(list.edges(of: fields))
      }
    }
    let badge = badgeScope
    show([
      "columns": .list(columnScope) { source in list.appearance.columns.map { (shown(source), $0) } },
      "facts": facts(of: list, shown),
      "badge": .optionalObject(badge) { shown($0).badge == nil ? nil : shown($0) },
    ])
    if !roles.flags.isEmpty {
      scope["badge"] = .optionalObject(badge) { shown($0).badge == nil ? nil : shown($0) }.varying(by: .record)
    }
    show([
      "image": .picture(isOptional: true) { source in
        roles.image.map { shown(source).picture($0) }.flatMap { $0.image == nil ? nil : $0 }
      }
    ])
    scope["link"] = link(roles.link, shown)
    scope["linked"] = isLinked(by: roles.link, shown)
    show([
      "text": html(roles.text, shown), "excerpt": excerpt(roles.text, shown),
      "when": .optionalHTML { source in shown(source).when { self.html($0, of: shown(source)) } },
      "date": html(roles.date, shown),
    ])
    scope["dated"] = .flag { _ in roles.date == list.titleField }
    show([
      "end": .optionalHTML { source in
        let shown = shown(source)
        return shown.endsAtStart ? nil : roles.end.flatMap { self.html($0, of: shown) }
      },
      "time": .optionalText { shown($0).time }, "hours": .optionalHTML { shown($0).hours },
      "place": html(roles.place, shown),
    ])
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

  /// The fields beside a record's title.
  private func facts<Source>(
    of list: ListDesign, _ shown: @escaping @Sendable (Source) -> ShownRecord
  ) -> Member<Source> {
    let roles = list.appearance.roles
    // A record's dates are one fact.
    var fact = fieldScope
    fact["html"] = .optionalHTML { fact in
      guard fact.field == roles.date, fact.shown.isRange else { return self.html(fact.field, of: fact.shown) }
      // One element beside the label.
      return fact.shown.when { self.html($0, of: fact.shown) }.map { "<span>\($0)</span>" }
    }
    let price = roles.meta.first { list.type.fields[$0].currency != nil }
    fact["figure"] = .flag { $0.field == price }
    return .list(fact) { source in
      let shown = shown(source)
      let own = list.type.fieldIndices(ofVariant: shown.item.variant)
      return roles.meta.filter { own.contains($0) && shown.mayShow($0) }.map { (shown, $0) }
    }
  }

  /// The value of the field that has a role; absent where none has it.
  private func html<Source>(
    _ field: Int?, _ shown: @escaping @Sendable (Source) -> ShownRecord
  ) -> Member<Source> {
    .optionalHTML { source in field.flatMap { html($0, of: shown(source)) } }
  }

  /// The beginning of a text.
  private func excerpt<Source>(
    _ field: Int?, _ shown: @escaping @Sendable (Source) -> ShownRecord
  ) -> Member<Source> {
    Member(shape: Shape.text.optional) { source in
      let shown = shown(source)
      let text = field.flatMap { shown.excerpt($0) }
      return text.map { Datum.text($0).spoken { _ in field.flatMap { shown.located($0).language } } } ?? .absent
    }
  }

  /// Whether a record's title leads somewhere.
  private func isLinked<Source>(
    by field: Int?, _ shown: @escaping @Sendable (Source) -> ShownRecord
  ) -> Member<Source> {
    .flag { source in
      let shown = shown(source)
      if shown.list.hasRecordPages || !shown.isAtHome { return true }
      return field.map { shown.address(field: $0) != nil } ?? false
    }.traced { traceLink(of: shown($0), field, into: &$1) }
  }

  /// Appends what decides whether a record's title leads to its page or to what a field names.
  private func traceLink(of shown: ShownRecord, _ field: Int?, into buffer: inout ByteBuffer) {
    buffer.append(number: shown.list.hasRecordPages ? 1 : 0)
    if let field { trace(shown, field, into: &buffer) }
  }

  /// The address of the picture that stands for a record's page elsewhere: the record's own, or that of the site.
  func image(of list: ListDesign) -> Member<RecordPage> {
    let field = list.appearance.roles.image
    return .optionalURL { page in
      guard let origin = page.site.origin else { return nil }
      let own = field.flatMap { page.shown.picture($0).image }
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
      return shown.list.hasRecordPages ? own : shown.address(field: field) ?? own
    }.traced { source, buffer in
      buffer.append(counted: shown(source).list.recordURL(shown(source).item))
      traceLink(of: shown(source), field, into: &buffer)
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
