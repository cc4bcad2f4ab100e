import CellistRecords

/// How a list is cut into sections: by what, in which order, and what stands below each.
package struct Sectioning: Hashable, Sendable {
  package enum Order: Hashable, Sendable {
    case ascending, descending, count
    /// These first; values that are not listed follow in ascending order.
    case listed([Value])
  }

  package let path: FieldPath
  package var order = Order.ascending
  /// The title of the section of records without a value.
  package var missing = "Other"
  package var aggregates: [Aggregate]
  package let location: SourceLocation

  /// Reads the `sections` setting; nil when there is none.
  package init?(
    _ settings: inout MappingReader, type: RecordType, values: ValueReader, _ diagnostics: inout Diagnostics
  ) {
    guard let node = settings.node("sections") else { return nil }
    guard var reader = MappingReader(node.expanded(under: "by"), name: "'sections'", &diagnostics) else { return nil }
    let missing = reader.text("missing", &diagnostics)
    let aggregates = reader.node("footer").map { Aggregate.read($0, type: type, &diagnostics) } ?? []
    self.init(&reader, of: "sections", type: type, values: values, &diagnostics)
    if let missing { self.missing = missing }
    self.aggregates = aggregates
  }

  /// Reads `by` and `order`, and finishes the mapping.
  ///
  /// - Parameter groups: what the setting makes of the values: `sections`, `terms`.
  init?(
    _ reader: inout MappingReader, of groups: String, type: RecordType, values: ValueReader,
    _ diagnostics: inout Diagnostics
  ) {
    let by = reader.node("by")
    let order = reader.node("order")
    reader.finish(&diagnostics)
    guard let by, let name = by.text else {
      diagnostics.error(
        .missingSetting, "'\(groups)' needs 'by', the field that the \(groups) come from",
        at: by?.location ?? reader.location)
      return nil
    }
    guard let path = type.path(name, at: by.location, byTitle: true, &diagnostics) else { return nil }
    switch path.type {
    case .markdown, .map:
      diagnostics.error(
        .invalidSetting, "\(groups) cannot be made from '\(name)', which is \(path.type.name)", at: by.location)
      return nil
    default: break
    }
    self.path = path
    location = by.location
    aggregates = []
    if let order { self.order = Self.order(order, name, path, values, &diagnostics) ?? .ascending }
  }

  /// The type of the values that make sections: that of its items, where the field is a list.
  var itemType: FieldType { if case .list(let item) = path.type { item } else { path.type } }

  private static func order(
    _ node: Node, _ name: String, _ path: FieldPath, _ values: ValueReader, _ diagnostics: inout Diagnostics
  ) -> Order? {
    if let items = node.items {
      let item: FieldType = if case .list(let item) = path.type { item } else { path.type }
      return .listed(items.compactMap { values.read($0, as: Field(name, item), &diagnostics) })
    }
    switch node.text {
    case "ascending": return .ascending
    case "descending": return .descending
    case "count": return .count
    default:
      diagnostics.error(
        .invalidSetting, "'order' must be ascending, descending, count or a list of values, found \(node.summary)",
        at: node.location)
      return nil
    }
  }
}
