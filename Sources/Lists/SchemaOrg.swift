import CellistRecords

/// How a list's records are described in the words of schema.org.
package struct SchemaOrg: Hashable, Sendable {
  /// A property of a record, and what holds its value.
  package struct Property: Hashable, Sendable {
    package let name: String
    package let path: FieldPath
  }

  /// The type of the records, such as `Book`; nil where the list itself is described, as a `Dataset`.
  package let type: String?
  package let properties: [Property]

  private static let dataset = "Dataset"

  /// Reads the `schema-org` setting: a type, or a mapping of `type` and of properties to fields; nil where there is none.
  init?(_ settings: inout MappingReader, type: RecordType, _ diagnostics: inout Diagnostics) {
    guard let node = settings.node("schema-org") else { return nil }
    if node.text == Self.dataset {
      self.type = nil
      properties = []
      return
    }
    guard let name = Self.type(node, &diagnostics) else { return nil }
    self.type = name
    properties = (node.entries ?? []).filter { $0.key != "type" }
      .compactMap { Self.property($0, type, &diagnostics) }
  }

  private static func type(_ node: Node, _ diagnostics: inout Diagnostics) -> String? {
    guard node.text != nil || node.entries != nil else {
      diagnostics.error(
        .invalidSetting, "'schema-org' must be a type or a mapping, found \(node.summary)", at: node.location)
      return nil
    }
    guard let type = node.text == nil ? node["type"] : node else {
      diagnostics.error(
        .missingSetting, "'schema-org' needs 'type', the type of the records", at: node.location,
        hint: node.slip(of: "type") ?? "for example schema-org: {type: Book, author: author}")
      return nil
    }
    guard let name = type.text, isName(name, isUppercase: true) else {
      diagnostics.error(
        .invalidSetting, "a type of schema.org is one word such as Book, found \(type.summary)", at: type.location)
      return nil
    }
    return name
  }

  private static func property(
    _ entry: Node.Entry, _ type: RecordType, _ diagnostics: inout Diagnostics
  ) -> Property? {
    guard isName(entry.key, isUppercase: false) else {
      diagnostics.error(
        .invalidSetting, "a property of schema.org is one word such as datePublished, found \"\(entry.key)\"",
        at: entry.keyLocation)
      return nil
    }
    let name = entry.value.text ?? ""
    let setting = "the property '\(entry.key)' of schema.org"
    guard let path = type.path(entry.value, of: setting, byTitle: true, &diagnostics) else { return nil }
    switch path.type {
    case .map,
      .asset where path.field >= type.ownCount:
      diagnostics.error(
        .invalidSetting, "'\(entry.key)' of schema.org has one value or a list, and '\(name)' is \(path.type.name)",
        at: entry.value.location)
      return nil
    default: return Property(name: entry.key, path: path)
    }
  }

  private static func isName(_ text: String, isUppercase: Bool) -> Bool {
    guard let first = text.utf8.first else { return false }
    let initials = isUppercase ? UInt8(ascii: "A")...UInt8(ascii: "Z") : UInt8(ascii: "a")...UInt8(ascii: "z")
    return initials.contains(first)
      && text.utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) }
  }
}

extension SchemaOrg {
  /// The values of a record that come from others through references, for its row. The rest are its own.
  func values(of record: Record, _ type: RecordType) -> [Value] {
    properties.filter { $0.path.field >= type.ownCount }.map { record.values[$0.path.field] }
  }
}
