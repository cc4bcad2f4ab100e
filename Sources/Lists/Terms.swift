import CellistRecords
import CellistText

/// The values of a field that have pages of their own: one for each value, with the records that have it, and one that
/// lists the values.
package struct Terms: Hashable, Sendable {
  /// The field, and the order in which its values are listed.
  package let values: Sectioning
  /// The field's name in addresses: `category`, `published-year`.
  package let name: String
  /// The title of the page that lists the values.
  package let title: String
  package let pages: Pages

  /// Where a value's records stand.
  package enum Pages: Hashable, Sendable {
    /// On pages of the value, with a number of them on each; nil for as many as on a page of the list.
    case own(size: Int?)
    /// On the page of the record that the value refers to.
    case records(SourceLocation)
  }

  /// The list whose records the values refer to; nil for other values.
  package var target: String? { values.path?.part == nil ? values.itemType.target : nil }
  /// The field whose values lead to their pages. References lead to what they refer to.
  package var field: Int? { target == nil ? values.field : nil }
  package var haveRecordPages: Bool { if case .records = pages { true } else { false } }

  /// More terms of one record than this are worth a warning: the page of each shows the record with links to all of them.
  package static let manyOfRecord = 250

  /// Reads the `terms` setting: a field, a mapping, or a list of those.
  static func all(
    _ settings: inout MappingReader, type: RecordType, values: ValueReader, _ diagnostics: inout Diagnostics
  ) -> [Terms] {
    guard let node = settings.node("terms") else { return [] }
    var known: [String: SourceLocation] = [:]
    return (node.items ?? [node]).compactMap { node in
      guard let terms = Terms(node, type: type, values: values, &diagnostics) else { return nil }
      if let other = known.updateValue(terms.values.location, forKey: terms.name) {
        diagnostics.error(
          .pathCollision, "the terms of this field are declared twice", at: terms.values.location,
          hint: "they are first declared at \(other)")
        return nil
      }
      return terms
    }
  }

  private init?(_ node: Node, type: RecordType, values: ValueReader, _ diagnostics: inout Diagnostics) {
    let mapping = node.expanded(under: "by")
    guard var reader = MappingReader(mapping, name: "'terms'", &diagnostics) else { return nil }
    let title = reader.text("title", &diagnostics)
    let records = mapping["pages"]?.text == "records" ? reader.node("pages")?.location : nil
    let size = records == nil ? reader.integer("pages", atLeast: 1, &diagnostics) : nil
    guard let values = Sectioning(&reader, of: "terms", byTitle: false, type: type, values: values, &diagnostics),
      let field = mapping["by"]?.text
    else { return nil }
    self.values = values
    name = Slug.naming(field.replacing(".", with: "-"))
    pages = records.map(Pages.records) ?? .own(size: size)
    let first = field.prefix { $0 != "." }
    self.title = title ?? type.fields.first { $0.name == first }?.label ?? field
    if let records, target == nil {
      let isReference = type.fields.contains { $0.name == first && $0.type.target != nil }
      let found = values.path?.type ?? values.itemType
      diagnostics.error(
        .invalidSetting, "'pages: records' is for references, and '\(field)' is \(found.name)", at: records,
        hint: isReference
          ? "'\(first)' is one" : "it would be declared as \(first): {record: people} or [{record: people}]")
    }
  }
}
