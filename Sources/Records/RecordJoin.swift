import CellistText

/// Follows the references between the records of a site's lists: reports dangling ones, and joins to records the
/// columns that settings ask for through them.
package struct RecordJoin: Sendable {
  /// The records of one list, as far as they could be read.
  package struct List: Sendable {
    /// The name of the list in references.
    package let name: String
    package let target: ReferenceTarget
    /// The ids of the records that are published.
    package let ids: [String]
    /// Reads one of them, by its place among the ids.
    package let record: @Sendable (Int) -> Record
    /// The ids of all other records: drafts, those whose time has not come or is over, and those with errors.
    package let others: [String]
    /// Whether the id of every record is known. If not, that has been reported.
    package let isComplete: Bool

    package init(
      name: String, target: ReferenceTarget, ids: [String], others: [String], isComplete: Bool,
      record: @escaping @Sendable (Int) -> Record
    ) {
      self.name = name
      self.target = target
      self.ids = ids
      self.record = record
      self.others = others
      self.isComplete = isComplete
    }
  }

  private struct Target {
    let list: List
    let byID: [String: Int]
    let others: Set<String>
  }

  private let targets: [String: Target]

  /// - Parameter names: what something refers to; all other lists are passed over.
  package init(_ lists: [List], to names: Set<String>) {
    let wanted = lists.filter { names.contains($0.name) }
    targets = Dictionary(
      wanted.map { list in
        let byID = Dictionary(list.ids.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        return (list.name, Target(list: list, byID: byID, others: Set(list.others)))
      }, uniquingKeysWith: { first, _ in first })
  }
}

// MARK: - Dangling references

extension RecordJoin {
  /// Reports the references of records, and those that are the defaults of fields, which no record answers to.
  package func check(_ records: [Record], of type: RecordType, _ diagnostics: inout Diagnostics) {
    let fields = type.references
    for (index, list) in fields {
      let field = type.fields[index]
      for item in field.defaultValue?.items ?? [] {
        check(item, in: list, field.name, at: field.location, &diagnostics)
      }
    }
    for record in records {
      // The locations of items follow those of the fields.
      var place = type.ownCount
      for (index, list) in fields {
        let value = record.values[index]
        let isDefault = value == type.fields[index].defaultValue
        if case .list(let items) = value {
          for (offset, item) in items.enumerated() where !isDefault {
            let places = record.locations
            let location = places.indices.contains(place + offset) ? places[place + offset] : places[index]
            check(item, in: list, type.fields[index].name, at: location, &diagnostics)
          }
          place += items.count
        } else if !isDefault {
          check(value, in: list, type.fields[index].name, at: record.locations[index], &diagnostics)
        }
      }
    }
  }

  /// Whether a list has a record of an id, or may have one.
  package func isKnown(_ id: String, in list: String) -> Bool {
    guard let target = targets[list], target.list.isComplete else { return true }
    return target.byID[id] != nil || target.others.contains(id)
  }

  private func check(
    _ value: Value, in list: String, _ field: String, at location: SourceLocation?, _ diagnostics: inout Diagnostics
  ) {
    guard case .text(let id) = value, let target = targets[list], !isKnown(id, in: list) else { return }
    diagnostics.error(
      .unknownRecord, "'\(field)' refers to \(quoted(id)), which no record of '\(list)' has for its id", at: location,
      hint: diagnostics.hint(for: id, in: target.list.ids + target.list.others), about: field)
  }
}

// MARK: - Joined columns

extension RecordJoin {
  /// The records as settings see them: references to unpublished records are absent, and the type's columns follow the
  /// values.
  ///
  /// - Parameter language: the language of the list that the records belong to.
  package func joined(_ records: [Record], _ type: RecordType, _ language: Language) -> [Record] {
    let references = type.references
    guard !references.isEmpty else { return records }
    return records.map { record in
      var values = record.values
      for (index, list) in references { values[index] = published(values[index], in: list) }
      for column in type.columns { values.append(value(of: column, values[column.reference], type, language)) }
      return Record(record, values: values)
    }
  }

  private func published(_ value: Value, in list: String) -> Value {
    guard let target = targets[list] else { return value }
    func isPublished(_ item: Value) -> Bool { target.byID[item.plainText] != nil }
    switch value {
    case .list(let items): return items.allSatisfy(isPublished) ? value : .list(items.filter(isPublished))
    case .text: return isPublished(value) ? value : .absent
    default: return value
    }
  }

  private func value(
    of column: JoinedColumn, _ reference: Value, _ type: RecordType, _ language: Language
  ) -> Value {
    guard let target = type.fields[column.reference].type.target.flatMap({ targets[$0] }) else { return .absent }
    func read(_ item: Value) -> Value {
      guard let index = target.byID[item.plainText] else { return .absent }
      let record = target.list.record(index)
      guard let path = column.path else {
        return .text(target.list.target.type.title(of: record, by: target.list.target.titleField))
      }
      return path.value(in: record, language: language)
    }
    if case .list(let items) = reference { return .list(items.flatMap { read($0).items }) }
    return read(reference)
  }
}

extension RecordType {
  /// Whether a record may name files.
  package var hasAssets: Bool { fields.contains { $0.type.isAsset } }

  /// Whether smaller copies of pictures are asked for.
  package var hasThumbnails: Bool { fields.contains { !$0.thumbnails.isEmpty } }

  /// The fields that refer to records of other lists, by index, with the lists.
  package var references: [(field: Int, list: String)] {
    fields.prefix(ownCount).enumerated().compactMap { index, field in
      guard field.isKnown, !field.type.isComputed else { return nil }
      return field.type.target.map { (index, $0) }
    }
  }
}
