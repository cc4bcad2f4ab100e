import CellistRecords

extension RecordType {
  /// The type with references that name the list of a Swift type by its path, instead of naming the type.
  ///
  /// - Parameter lists: the typed lists of the site.
  func leading(
    to lists: [TypedList], at location: SourceLocation, _ diagnostics: inout Diagnostics
  ) -> RecordType {
    guard !targetNames.isEmpty else { return self }
    let fields = fields.map { field in
      // A note's target is the list's path already.
      guard let name = field.type.target, field.targetLocation == nil else { return field }
      var field = field
      let found = lists.filter { $0.itemType == name }
      if found.count == 1 {
        field.type = field.type.leading(to: found[0].path)
        field.targetLocation = location
      } else {
        let plain = name.split(separator: ".").last.map(String.init) ?? name
        diagnostics.error(
          .unknownList,
          found.isEmpty
            ? "'\(field.name)' refers to \(plain), and no list holds such records"
            : "'\(field.name)' refers to \(plain), and several lists hold such records: "
              + found.map(\.path).joined(separator: ", "), at: location)
        field.isKnown = false
        field.isOptional = true
      }
      return field
    }
    return RecordType(fields: fields, discriminator: discriminator, variants: variants)
  }
}

extension FieldType {
  fileprivate func leading(to path: String) -> FieldType {
    switch self {
    case .record: .record(list: path)
    case .recordsFrom(_, let field): .recordsFrom(list: path, field: field)
    case .list(let item): .list(item.leading(to: path))
    default: self
    }
  }
}
