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
    /// The values of the fields that hold other names of records, by the ids of all records that have some.
    package let names: @Sendable () -> [(id: String, names: [Int: [String]])]

    package init(
      name: String, target: ReferenceTarget, ids: [String], others: [String], isComplete: Bool,
      names: @escaping @Sendable () -> [(id: String, names: [Int: [String]])] = { [] },
      record: @escaping @Sendable (Int) -> Record
    ) {
      self.name = name
      self.target = target
      self.ids = ids
      self.record = record
      self.others = others
      self.isComplete = isComplete
      self.names = names
    }
  }

  private struct Target {
    let list: List
    let byID: [String: Int]
    let others: Set<String>
    let names: RecordNames

    /// Whether a record has the id, whether it is published or not.
    func holds(_ id: String) -> Bool { byID[id] != nil || others.contains(id) }
  }

  private let targets: [String: Target]

  /// - Parameter names: what something refers to; all other lists are passed over.
  package init(_ lists: [List], to names: Set<String>) {
    let wanted = lists.filter { names.contains($0.name) }
    targets = Dictionary(
      wanted.map { list in
        let byID = Dictionary(list.ids.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        return (list.name, Target(list: list, byID: byID, others: Set(list.others), names: RecordNames(list)))
      }, uniquingKeysWith: { first, _ in first })
  }
}

// MARK: - Names of records

extension RecordJoin {
  /// What a reference leads to.
  package enum Found: Equatable {
    case record(String)
    /// Several records have the name.
    case several([String])
    /// No record has it.
    case nothing
  }

  /// What a text leads to as a value of a field that refers to records; it is taken for an id where not all are known.
  package func find(_ text: String, _ field: Field) -> Found {
    guard let target = field.type.target.flatMap({ targets[$0] }), !target.holds(text) else { return .record(text) }
    let ids = target.names.ids(named: text, RecordNames.Lookup(field, in: target.list.target.type))
    if ids.count == 1 { return .record(ids[0]) }
    if ids.count > 1 { return .several(ids) }
    return target.list.isComplete ? .nothing : .record(text)
  }

  /// The references of a record as the ids of what they lead to, and those texts that lead to nothing and stand for
  /// themselves.
  ///
  /// - Parameter written: the texts of each field that refers to records.
  package func resolved(
    _ written: [Int: [String]], of type: RecordType
  ) -> (references: [Int: [String]], texts: Set<String>) {
    var texts: Set<String> = []
    var references = written
    for (index, values) in written {
      let field = type.fields[index]
      references[index] = values.map { text in
        switch find(text, field) {
        case .record(let id): return id
        case .several: return text
        case .nothing:
          if field.missing != .error { texts.insert(text) }
          return text
        }
      }
    }
    return (references, texts)
  }

  /// Whether nothing need be resolved or reported of a record's references, since each is an id.
  package func areIDs(_ written: [Int: [String]], of type: RecordType) -> Bool {
    written.allSatisfy { index, values in
      guard let target = type.fields[index].type.target.flatMap({ targets[$0] }) else { return true }
      return values.allSatisfy(target.holds)
    }
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
        check(item, in: list, field, at: field.location, &diagnostics)
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
            check(item, in: list, type.fields[index], at: location, &diagnostics)
          }
          place += items.count
        } else if !isDefault {
          check(value, in: list, type.fields[index], at: record.locations[index], &diagnostics)
        }
      }
    }
  }

  private func check(
    _ value: Value, in list: String, _ field: Field, at location: SourceLocation?, _ diagnostics: inout Diagnostics
  ) {
    guard case .text(let text) = value, let target = targets[list] else { return }
    switch find(text, field) {
    case .record: break
    case .several(let ids):
      let shown = ids.prefix(3).map { quoted($0) }.joined(separator: " and ")
      diagnostics.error(
        .unknownRecord,
        "'\(field.name)' refers to \(quoted(text)), which names \(ids.count) records of '\(list)'", at: location,
        hint: "they are \(shown)\(ids.count > 3 ? " and others" : ""); write the id of the one that is meant",
        about: field.name)
    case .nothing:
      guard field.missing != .text else { return }
      let names = field.also.isEmpty ? "its id" : "its id or a name"
      let message: DiagnosticMessage =
        "'\(field.name)' refers to \(quoted(text)), which no record of '\(list)' has for \(names)"
      let hint = diagnostics.hint(for: text, in: target.list.ids + target.list.others)
      if field.missing == .error {
        diagnostics.error(.unknownRecord, message, at: location, hint: hint, about: field.name)
      } else {
        diagnostics.warning(.unknownRecord, message, at: location, hint: hint, about: field.name)
      }
    }
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
      for (index, list) in references { values[index] = published(values[index], type.fields[index], in: list) }
      for column in type.columns { values.append(value(of: column, values[column.reference], type, language)) }
      return Record(record, values: values)
    }
  }

  private func published(_ value: Value, _ field: Field, in list: String) -> Value {
    guard let target = targets[list] else { return value }
    func isPublished(_ item: Value) -> Bool {
      target.byID[item.plainText] != nil || field.missing != .error && !target.others.contains(item.plainText)
    }
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
      guard let index = target.byID[item.plainText] else {
        // A text that no record answers to is its own title.
        let isText = column.path == nil && type.fields[column.reference].missing != .error
        return isText && !target.others.contains(item.plainText) ? item : .absent
      }
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
