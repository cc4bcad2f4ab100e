import CellistText

extension RecordType {
  /// The type as one language of a site has it: localized fields are read in that language first, and references lead to
  /// the records of the lists in it.
  ///
  /// - Parameters:
  ///   - order: the tags of all languages, the nearest first.
  ///   - first: the tag of the site's first language.
  ///   - list: the name in that language of a list.
  package func read(in order: [String], first: String?, leadingTo list: (String) -> String) -> RecordType {
    guard let first else { return self }
    var type = self
    for index in type.fields.indices {
      if type.fields[index].name == Self.bodyName { type.fields[index].source.isLocalized = true }
      type.fields[index].source.read(in: order, first: first)
      type.fields[index].type = type.fields[index].type.leading(to: list)
    }
    return type
  }

  /// The names of the fields that have a value for each language.
  package var localizedFields: [Field] { fields.filter(\.source.isLocalized) }
}

extension RecordType {
  /// The name of a list in the site's first language, by its name in another such as `de:books`; nil for a list in the
  /// first.
  package static func listName(ofTranslated list: String) -> String? {
    guard let colon = list.firstIndex(of: ":"), Language.isTag(list[..<colon]) else { return nil }
    return String(list[list.index(after: colon)...])
  }
}

extension FieldType {
  /// The type with other names of the lists that it leads to.
  fileprivate func leading(to name: (String) -> String) -> FieldType {
    switch self {
    case .record(let list): .record(list: name(list))
    case .recordsFrom(let list, let field): .recordsFrom(list: name(list), field: field)
    case .list(let item): .list(item.leading(to: name))
    case .map(let item): .map(item.leading(to: name))
    default: self
    }
  }
}
