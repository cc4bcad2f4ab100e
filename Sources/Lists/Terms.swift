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
  /// How many records stand on a page; nil for as many as on one of the list's.
  package let size: Int?

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
          .pathCollision, "the terms of this field stand here a second time", at: terms.values.location,
          hint: "they first stand at \(other)")
        return nil
      }
      return terms
    }
  }

  private init?(_ node: Node, type: RecordType, values: ValueReader, _ diagnostics: inout Diagnostics) {
    let mapping = node.expanded(under: "by")
    guard var reader = MappingReader(mapping, name: "'terms'", &diagnostics) else { return nil }
    let title = reader.text("title", &diagnostics)
    let size = reader.integer("pages", atLeast: 1, &diagnostics)
    guard let values = Sectioning(&reader, of: "terms", type: type, values: values, &diagnostics),
      let field = mapping["by"]?.text
    else { return nil }
    self.values = values
    name = Slug.naming(field.replacing(".", with: "-"))
    self.size = size
    let first = field.prefix { $0 != "." }
    self.title = title ?? type.fields.first { $0.name == first }?.label ?? field
  }
}
