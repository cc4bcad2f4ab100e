import CellistMarkup
import CellistText

/// Reads values from nodes as the fields of a record type declare them.
///
/// The declared type reads the source: in a text field `no` is "no" and `007` is "007".
package struct ValueReader: Sendable {
  /// The language whose month names a date's `format` may use.
  package let language: Language
  /// The zone that datetimes are shown in, and that of one that names none.
  package let zone: TimeZoneRules
  /// The forms beyond CommonMark that Markdown may have.
  package let forms: MarkdownExtensions
  /// Texts that mean an absent value, such as "n/a".
  package var absent: Set<String> = []
  /// Whether texts that differ in capitals, normalization or spaces at the ends are one value.
  package var isFolded = true
  /// The sign before the decimals of numbers, where the field says none; nil for values that settings hold, which have plain
  /// numbers.
  package var decimal: NumberNotation.DecimalSign?

  /// - Parameters:
  ///   - forms: the forms beyond CommonMark that Markdown may have.
  ///   - decimal: the sign before the decimals of numbers in sources; nil for values that settings hold.
  package init(
    language: Language, zone: TimeZoneRules, forms: MarkdownExtensions = .all,
    decimal: NumberNotation.DecimalSign? = nil
  ) {
    self.language = language
    self.forms = forms
    self.zone = zone
    self.decimal = decimal
  }

  /// Whether a node has no value: null, an empty text, or what the source writes for an absent value.
  package func isNothing(_ node: Node) -> Bool { node.isNothing || node.text?.isEmpty ?? false || saysAbsent(node) }

  /// Whether a node means an absent value, in the source's own words.
  private func saysAbsent(_ node: Node) -> Bool {
    guard !absent.isEmpty, let text = node.text else { return false }
    return absent.contains(String(text.trimmed))
  }

  /// The value of a field, absent when the node is null; nil, with a diagnostic, when the node does not fit.
  package func read(_ node: Node, as field: Field, _ diagnostics: inout Diagnostics) -> Value? {
    guard field.isKnown else { return .absent }
    let value = readWhole(node, as: field, &diagnostics)
    // Two spellings of one value are one item.
    guard field.source.isUnique || !field.spellings.isEmpty, case .list(let items) = value else { return value }
    var seen: Set<Value> = []
    return .list(items.filter { seen.insert($0).inserted })
  }

  private func readWhole(_ node: Node, as field: Field, _ diagnostics: inout Diagnostics) -> Value? {
    // JSON and YAML often have "" where a table has an empty cell.
    if case .scalar("", _) = node.content, field.isOptional, field.type == .text || field.type == .markdown {
      return .absent
    }
    if field.type.isList, let separator = field.separator, case .scalar(let text, _) = node.content {
      let parts = text.split(separator: separator).map { $0.trimmed }.filter { !$0.isEmpty }
      let items = parts.map { Node(.scalar(String($0), quoted: false), at: node.location) }
      return read(Node(.sequence(items), at: node.location), as: field.type, of: field, &diagnostics)
    }
    return read(node, as: field.type, of: field, &diagnostics)
  }

  private func read(_ node: Node, as type: FieldType, of field: Field, _ diagnostics: inout Diagnostics) -> Value? {
    if saysAbsent(node) { return .absent }
    switch (node.content, type) {
    case (.null, _): return .absent
    case (.scalar("~", quoted: false), let type) where !type.isAnyText: return .absent
    case (.scalar("", _), let type) where !type.isAnyText: return .absent
    case (.scalar(let text, _), _):
      // A number of JSON has a point, whatever sign the texts beside it have.
      if node.isNumber, decimal != nil, type.innermost == .number {
        var plain = self
        plain.decimal = nil
        return plain.read(text, at: node.location, as: type, of: field, &diagnostics)
      }
      if let value = read(text, at: node.location, as: type, of: field, &diagnostics) { return value }
    case (.sequence(let items), .list(let item)):
      var values: [Value] = []
      for node in items where !saysAbsent(node) {
        guard let value = read(node, as: item, of: field, &diagnostics) else { return nil }
        guard value != .absent else {
          diagnostics.error(.invalidValue, "'\(field.name)' has an empty item", at: node.location)
          return nil
        }
        values.append(value)
      }
      return .list(values)
    case (.mapping, .point), (.sequence, .point):
      if let point = GeoPoint(node) { return .text(point.text) }
      diagnostics.error(
        .invalidValue, "'\(field.name)' must be \(type.expectation), found \(node.summary) that names no place",
        at: node.location, hint: "GeoJSON has the longitude first: {type: Point, coordinates: [7.447, 46.948]}")
    case (.mapping(let entries), .map(let item)):
      var values: [Value.MapEntry] = []
      for entry in entries {
        guard let value = read(entry.value, as: item, of: field, &diagnostics) else { return nil }
        if value != .absent { values.append(Value.MapEntry(key: entry.key, value: value)) }
      }
      return .map(values)
    default:
      diagnostics.error(
        .invalidValue, "'\(field.name)' must be \(type.expectation), found \(node.summary)", at: node.location,
        hint: node.isByLanguage ? "a field has a text for each language with localized: true" : nil)
    }
    return nil
  }

  private func read(
    _ text: String, at location: SourceLocation, as type: FieldType, of field: Field, _ diagnostics: inout Diagnostics
  ) -> Value? {
    switch type {
    case .text, .markdown: return readText(text, at: location, as: type, of: field, &diagnostics)
    case .number: return readNumber(text, at: location, of: field, &diagnostics)
    case .date, .month: return readDay(text, at: location, as: type, of: field, &diagnostics)
    case .datetime: return readMoment(text, at: location, of: field, &diagnostics)
    case .choice(let names): return readChoice(text, at: location, among: names, of: field, &diagnostics)
    case .integer, .boolean, .url, .email, .telephone, .version, .point, .asset, .record, .list, .map, .recordsFrom:
      return readTrimmed(text, at: location, as: type, of: field, &diagnostics)
    }
  }

  /// Reads a value of a type for which only the spaces around it do not count.
  private func readTrimmed(
    _ text: String, at location: SourceLocation, as type: FieldType, of field: Field, _ diagnostics: inout Diagnostics
  ) -> Value? {
    let trimmed = text.trimmed
    var hint: String?
    switch type {
    case .integer:
      if let integer = Int(trimmed) ?? digits(of: trimmed, in: field).flatMap({ Int($0) }) { return .integer(integer) }
    case .boolean:
      if let truth = field.words.firstIndex(where: { $0 == trimmed }) { return .boolean(truth == 0) }
      if ["true", "yes"].contains(trimmed.lowercased()) { return .boolean(true) }
      if ["false", "no"].contains(trimmed.lowercased()) { return .boolean(false) }
    case .url:
      switch Link.check(value: String(trimmed)) {
      case .allowed: return .text(String(trimmed))
      case .malformed: break
      case .forbidden(let scheme):
        report(scheme, at: location, in: field, &diagnostics)
        return nil
      }
    case .email:
      if let address = ContactAddress.email(trimmed) { return .text(address) }
    case .telephone:
      if ContactAddress.dialled(trimmed) != nil { return .text(String(trimmed)) }
    case .version:
      if VersionKey(String(trimmed)) != nil { return .text(String(trimmed)) }
    case .point:
      if let point = GeoPoint(trimmed) { return .text(point.text) }
      if GeoPoint.isSwapped(trimmed) { hint = "the latitude, from -90 to 90, comes first" }
    case .asset, .record:
      if !trimmed.isEmpty { return .text(String(trimmed)) }
    case .list(let item):
      hint =
        "write a list, or name the separator of the items with 'split', for example {type: [\(item.notation)], split: \";\"}"
    default: break
    }
    reportMisfit(text, at: location, as: type, of: field, hint: hint, &diagnostics)
    return nil
  }

  private func readText(
    _ text: String, at location: SourceLocation, as type: FieldType, of field: Field, _ diagnostics: inout Diagnostics
  ) -> Value? {
    if text.holds("\0") {
      diagnostics.error(.invalidValue, "'\(field.name)' contains a NUL character", at: location)
      return nil
    }
    if type == .markdown, diagnostics.reportLimits(of: text, at: location) { return nil }
    return .text(field.spellings.value(of: text, isFolded: field.isFolded))
  }

  private func readChoice(
    _ text: String, at location: SourceLocation, among names: [String], of field: Field,
    _ diagnostics: inout Diagnostics
  ) -> Value? {
    let trimmed = text.trimmed
    let text = field.spellings.value(of: text, isFolded: field.isFolded)
    if let known = names.first(where: { $0 == text }) ?? names.first(where: { $0 == trimmed }) { return .text(known) }
    diagnostics.error(
      .unknownChoice, "'\(field.name)' must be one of the declared choices, found \(quoted(text))", at: location,
      hint: diagnostics.hint(for: text, in: names))
    return nil
  }

  /// Reports a text that is no value of a field's type.
  func reportMisfit(
    _ text: String, at location: SourceLocation, as type: FieldType, of field: Field, hint: String?,
    _ diagnostics: inout Diagnostics
  ) {
    diagnostics.error(
      .invalidValue, "'\(field.name)' must be \(type.expectation), found \(quoted(text))", at: location, hint: hint)
  }

  private func report(
    _ scheme: String, at location: SourceLocation, in field: Field, _ diagnostics: inout Diagnostics
  ) {
    diagnostics.error(
      .unsafeLink, "'\(field.name)' has a link with the scheme '\(scheme.shortened)'", at: location,
      hint: "links may be relative or begin with \(Link.schemes.joined(separator: ", "))")
  }
}

extension FieldType {
  /// Whether every text is a value of the type, also an empty one; in all others an empty text is no value.
  fileprivate var isAnyText: Bool {
    switch self {
    case .text, .markdown: true
    case .choice(let names): names.contains("")
    default: false
    }
  }
}

extension StringProtocol {
  /// The text without white space at its ends.
  package var trimmed: Substring {
    // Most text is bare; looking at its first and last bytes is enough to see it.
    let text = Substring(self)
    if let first = text.utf8.first, let last = text.utf8.last, 0x21...0x7E ~= first, 0x21...0x7E ~= last { return text }
    let start = firstIndex { !$0.isWhitespace } ?? endIndex
    let end = lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? start
    return Substring(self[start..<end])
  }
}
