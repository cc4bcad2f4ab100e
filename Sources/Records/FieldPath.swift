import CellistMarkup
import CellistText

/// A field or a part that derives from it, such as `discovered.year`: what sections, sort keys, conditions and templates
/// name.
package struct FieldPath: Hashable, Sendable {
  /// The names of the parts of values.
  package enum Part: String, CaseIterable, Sendable {
    case year, month, date, time, zone, iso, long, initial, slug, text, inline, formatted, host, count, value, excerpt,
      url, latitude, longitude
  }

  /// The index of the field in its record type.
  package let field: Int
  package let part: Part?
  /// The type of what the path leads to.
  package let type: FieldType
  /// The name of the part `zone`.
  package let zone: String?
  /// The forms beyond CommonMark that the field's Markdown may have.
  package let forms: MarkdownExtensions

  package init(
    field: Int, part: Part? = nil, type: FieldType, zone: String? = nil, forms: MarkdownExtensions = .all
  ) {
    self.field = field
    self.part = part
    self.type = type
    self.zone = zone
    self.forms = forms
  }
}

extension FieldType {
  /// The derived parts of values of this type, and their types.
  package var parts: [(part: FieldPath.Part, type: FieldType)] {
    switch self {
    case .text: [(.initial, .text), (.slug, .text)]
    case .choice: [(.initial, .text), (.slug, .text), (.value, self)]
    case .markdown: [(.text, .text), (.excerpt, .text), (.inline, .markdown)]
    case .integer, .number: [(.formatted, .text), (.value, self)]
    case .date: [(.year, .integer), (.month, .month), (.iso, .text), (.long, .text)]
    case .month: [(.year, .integer), (.iso, .text), (.long, .text)]
    case .datetime:
      [
        (.year, .integer), (.month, .month), (.date, .date), (.time, .text), (.zone, .text), (.iso, .text),
        (.long, .text),
      ]
    case .url: [(.host, .text)]
    case .list: [(.count, .integer)]
    case .email, .telephone: [(.url, .url)]
    case .point: [(.latitude, .number), (.longitude, .number)]
    case .boolean, .version, .asset, .map, .record, .recordsFrom: []
    }
  }
}

extension RecordType {
  /// The field or derived part that a setting names; nil, with a diagnostic, where it names none.
  ///
  /// - Parameter setting: what the setting is called, for messages.
  package func path(
    _ node: Node, of setting: String, byTitle: Bool = false, mayBeComputed: Bool = false,
    _ diagnostics: inout Diagnostics
  ) -> FieldPath? {
    guard let name = node.text, !name.isEmpty else {
      diagnostics.error(
        .invalidSetting, "\(setting) names a field, found \(node.summary)", at: node.location,
        hint: Suggestion.hint(for: "", in: fields.prefix(ownCount).map(\.name)))
      return nil
    }
    return path(name, at: node.location, byTitle: byTitle, mayBeComputed: mayBeComputed, &diagnostics)
  }

  /// The field or derived part that a dotted name leads to; nil, with a diagnostic, when there is none, and nil
  /// where the field's declaration could not be read, which has been reported.
  ///
  /// - Parameter others: other names that are valid here, for the suggestion.
  /// - Parameter byTitle: whether a reference means the title of what it leads to, as in orders, and not its id.
  /// - Parameter mayBeComputed: whether the setting only shows the value, so that it may be known after the list is in order.
  package func path(
    _ name: String, at location: SourceLocation?, others: [String] = [], byTitle: Bool = false,
    mayBeComputed: Bool = false, _ diagnostics: inout Diagnostics
  ) -> FieldPath? {
    let (first, rest) = Self.split(name)
    guard let field = index(of: first), field < ownCount else {
      diagnostics.error(
        .unknownField, "there is no field '\(first)'", at: location,
        hint: diagnostics.hint(for: first, in: fields.prefix(ownCount).map(\.name) + others))
      return nil
    }
    guard fields[field].isKnown else { return nil }
    let type = fields[field].type
    guard !type.isComputed || mayBeComputed && rest == nil else {
      diagnostics.error(
        .invalidSetting, "'\(first)' is computed once all lists are in order, so only settings that show it can use it",
        at: location,
        hint: "templates can; settings can follow references in their own direction")
      return nil
    }
    guard let rest else {
      let column = byTitle ? titleColumn(of: field) : nil
      return column.map { FieldPath(field: $0, type: fields[$0].type) } ?? FieldPath(field: field, type: type)
    }
    if let (part, partType) = type.parts.first(where: { $0.part.rawValue == rest }) {
      return FieldPath(
        field: field, part: part, type: partType, zone: part == .zone ? fields[field].zone : nil,
        forms: fields[field].forms)
    }
    if let list = type.target, !targets.isEmpty {
      return joinedPath(name, reference: first, rest, in: list, at: location, &diagnostics)
    }
    diagnostics.error(
      .unknownPart, "'\(first)' is \(type.name) and has no part '\(rest)'", at: location,
      hint: diagnostics.hint(for: rest, in: type.parts.map(\.part.rawValue)))
    return nil
  }
}

extension FieldPath {
  /// The value in a record that the path leads to; absent where the field is.
  package func value(in record: Record, language: Language) -> Value {
    guard let part else { return record.values[field] }
    if part == .zone { return record.values[field].isAbsent ? .absent : zone.map(Value.text) ?? .absent }
    return record.values[field].part(part, language: language, forms: forms)
  }
}

extension Value {
  /// A derived part of this value; absent when the value is, or has no such part. A moment's zone is its field's to say.
  package func part(_ part: FieldPath.Part, language: Language, forms: MarkdownExtensions = .all) -> Value {
    switch (part, self) {
    case (.count, .list(let items)): .integer(items.count)
    case (.year, .date(let day)): .integer(day.date.year)
    case (.year, .datetime(let moment)): .integer(moment.day.date.year)
    case (.month, .date(let day)) where day.precision == .year: .absent
    case (.month, .date(let day)): Day(year: day.date.year, month: day.date.month, day: 1).map(Value.date) ?? .absent
    case (.month, .datetime(let moment)): Value.date(moment.day).part(.month, language: language)
    case (.date, .datetime(let moment)): .date(moment.day)
    case (.time, .datetime(let moment)): moment.hasTime ? .text(moment.time) : .absent
    case (.iso, .date(let day)): .text(day.iso)
    case (.iso, .datetime(let moment)): .text(moment.iso)
    case (.long, .date(let day)): .text(language.format(day, skeleton: "yMMMMd"))
    case (.long, .datetime(let moment)):
      .text(language.format(moment.day, skeleton: "yMMMMd") + (moment.hasTime ? ", \(moment.time)" : ""))
    case (.initial, .text(let text)): language.initial(of: text).map(Value.text) ?? .absent
    case (.slug, .text(let text)): .text(Slug.make(text))
    case (.text, .text(let source)): .text(MarkdownRenderer.plainText(source, forms))
    case (.excerpt, .text(let source)): .text(MarkdownRenderer.excerpt(source, forms))
    case (.inline, .text), (.value, _): self
    case (.formatted, .integer), (.formatted, .number): .text(language.format(digits: plainText))
    case (.url, .text(let text)): ContactAddress.url(of: text).map(Value.text) ?? .absent
    case (.latitude, .text(let text)): GeoPoint(text).map { .number($0.latitude) } ?? .absent
    case (.longitude, .text(let text)): GeoPoint(text).map { .number($0.longitude) } ?? .absent
    case (.host, .text(let url)): Link.host(of: url).map(Value.text) ?? .absent
    default: .absent
    }
  }
}

extension Link {
  /// The host that an absolute link leads to.
  static func host(of link: String) -> String? {
    guard let scheme = scheme(of: link) else { return nil }
    let rest = link.dropFirst(scheme.count + 1)
    guard rest.hasPrefix("//") else { return nil }
    let authority = rest.dropFirst(2).prefix { !"/?#".contains($0) }
    let place = authority.lastIndex(of: "@").map { authority[$0...].dropFirst() } ?? authority
    // An IPv6 address is in brackets and contains colons; elsewhere a colon begins the port.
    let host = place.firstIndex(of: "]").map { place[...$0] } ?? place.prefix { $0 != ":" }
    return host.isEmpty ? nil : String(host)
  }
}
