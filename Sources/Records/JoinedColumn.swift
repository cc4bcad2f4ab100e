/// A column whose values come from the records that a reference leads to, such as `speaker.name`: settings sort, cut and
/// test by it as by a field.
package struct JoinedColumn: Hashable, Sendable {
  /// The index of the field that holds the reference.
  package let reference: Int
  /// The path to a value in the record that the reference leads to; nil for its title.
  package let path: FieldPath?
}

/// The facts about the records that a reference leads to, for a list's settings.
package struct ReferenceTarget: Hashable, Sendable {
  package let type: RecordType
  /// The field that names a record.
  package let titleField: Int

  package init(type: RecordType, titleField: Int) {
    self.type = type
    self.titleField = titleField
  }
}

extension RecordType {
  /// The type with a column for each of `names` that leads through a reference; all other names are passed over.
  ///
  /// Only what is named is joined, since every record carries its columns.
  package func joining(_ names: [String], from targets: [String: ReferenceTarget]) -> RecordType {
    var all = fields
    var columns: [JoinedColumn] = []
    var seen: Set<String> = []
    for name in names where seen.insert(name).inserted {
      let (first, rest) = Self.split(name)
      guard let index = index(of: first), fields[index].isKnown, !fields[index].type.isComputed,
        let target = fields[index].type.target.flatMap({ targets[$0] })
      else { continue }
      if let rest {
        var ignored = Diagnostics()
        guard let path = target.type.path(rest, at: nil, &ignored),
          let type = fields[index].type.type(ofJoined: path.type)
        else { continue }
        let source = target.type.fields[path.field]
        var field = Field(name, type, isOptional: true, label: source.label)
        (field.forms, field.isFolded, field.spellings) = (source.forms, source.isFolded, source.spellings)
        if path.part == nil {
          (field.unit, field.formats, field.zone) = (source.unit, source.formats, source.zone)
          field.source.isLocalized = source.source.isLocalized
        }
        all.append(field)
        columns.append(JoinedColumn(reference: index, path: path))
      } else {
        let type = fields[index].type.type(ofJoined: .text) ?? .text
        all.append(Field(first, type, isOptional: true, label: fields[index].label))
        columns.append(JoinedColumn(reference: index, path: nil))
      }
    }
    // Without other lists, it is the same whatever their settings are.
    let own = targets.filter { [names = targetNames] in names.contains($0.key) }
    return RecordType(fields: all, discriminator: discriminator, variants: variants, columns: columns, targets: own)
  }

  /// The place of the column that holds the titles of what a reference leads to.
  func titleColumn(of reference: Int) -> Int? {
    columns.firstIndex { $0.reference == reference && $0.path == nil }.map { ownCount + $0 }
  }

  /// The column that a name such as `speaker.name` has; nil, with a diagnostic, when the records that the reference
  /// leads to have nothing of that name.
  func joinedPath(
    _ name: String, reference: String, _ rest: String, in list: String, at location: SourceLocation?,
    _ diagnostics: inout Diagnostics
  ) -> FieldPath? {
    if let index = index(of: name) { return FieldPath(field: index, type: fields[index].type) }
    guard let target = targets[list] else { return nil }
    let next = target.type.index(of: Self.split(rest).first).map { target.type.fields[$0] }
    if let next, next.isKnown, next.type.target != nil, !next.type.isComputed {
      diagnostics.error(
        .invalidSetting, "'\(name)' follows two references, '\(reference)' and '\(next.name)'", at: location,
        hint: "settings follow one, templates any number")
      return nil
    }
    var found = Diagnostics()
    if let path = target.type.path(rest, at: location, &found) {
      diagnostics.error(
        .invalidSetting, "'\(rest)' is \(path.type.name), which is not available through a list of references",
        at: location)
    }
    for one in found.all {
      diagnostics.error(
        one.code, "'\(reference)' leads to records of '\(list)': \(one.message)", at: location, hint: one.hint)
    }
    return nil
  }

  /// The two halves of a dotted name.
  static func split(_ name: String) -> (first: String, rest: String?) {
    let pieces = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    return (pieces[0], pieces.count == 2 ? pieces[1] : nil)
  }

  /// The text of links to a record.
  package func title(of record: Record, by field: Int) -> String {
    fields[field].type.target == nil ? record.called(record.values[field].plainText) : record.id
  }
}

extension FieldType {
  /// The type of what a field of the type `joined` is through a reference of this type; nil where it has none.
  fileprivate func type(ofJoined joined: FieldType) -> FieldType? {
    guard joined.target == nil else { return nil }
    guard isList else { return joined }
    switch joined {
    case .list: return joined
    case .map: return nil
    default: return .list(joined)
    }
  }
}

extension Node {
  /// Every key and every text in this tree, without the sign that lets a sort key descend: what may be a field's name.
  package var names: [String] {
    switch content {
    case .null: []
    case .scalar(let text, _): [text.hasPrefix("-") ? String(text.dropFirst()) : text]
    case .sequence(let items): items.flatMap(\.names)
    case .mapping(let entries): entries.flatMap { [$0.key] + $0.value.names }
    }
  }
}
