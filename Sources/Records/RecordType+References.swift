extension RecordType {
  /// The lists that references lead to, back references among them.
  package var targetNames: Set<String> { Set(fields.filter(\.isKnown).compactMap(\.type.target)) }

  /// The fields of other lists that hold names by which references look for records, by list.
  package var otherNames: [String: [String]] {
    var names: [String: [String]] = [:]
    for field in fields where field.isKnown && !field.also.isEmpty {
      if let target = field.type.target { names[target, default: []] += field.also }
    }
    return names
  }

  /// The type without the dangling references. They are reported, and not checked further.
  ///
  /// - Parameters:
  ///   - list: what references call the list that the type belongs to.
  ///   - types: the types of all lists; nil for one whose settings could not be read, which has been reported.
  package func checkingReferences(
    of list: String, in types: [String: RecordType?], _ diagnostics: inout Diagnostics
  ) -> RecordType {
    guard !targetNames.isEmpty else { return self }
    let checked = fields.map { field in
      guard field.isKnown, !field.leadsSomewhere(from: list, in: types, &diagnostics) else { return field }
      var unknown = field
      unknown.isKnown = false
      unknown.isOptional = true
      unknown.defaultValue = nil
      return unknown
    }
    return RecordType(fields: checked, discriminator: discriminator, variants: variants)
  }
}

extension Field {
  /// Whether a reference leads to a list whose type is known, and back from a field that refers to the list `own`; so do
  /// all other fields.
  fileprivate func leadsSomewhere(
    from own: String, in types: [String: RecordType?], _ diagnostics: inout Diagnostics
  ) -> Bool {
    guard let list = type.target else { return true }
    guard let target = types[list] else {
      diagnostics.error(
        .unknownList, "there is no list '\(list)'", at: targetLocation,
        hint: diagnostics.hint(
          for: list, in: types.keys.filter { RecordType.listName(ofTranslated: $0) == nil }.sorted()))
      return false
    }
    guard let target else { return false }
    checkOtherNames(in: target, list, &diagnostics)
    guard case .recordsFrom(_, let name) = type else { return true }
    guard let field = target.index(of: name).map({ target.fields[$0] }) else {
      let references = target.fields.filter { !$0.type.isComputed && $0.type.target == own }
      diagnostics.error(
        .unknownField, "there is no field '\(name)' in the list '\(list)'", at: targetLocation,
        hint: diagnostics.hint(for: name, in: references.map(\.name)))
      return false
    }
    guard field.isKnown else { return false }
    // A list in one language refers to another in that, and so do all languages of it to what the list says.
    func untranslated(_ list: String) -> String { RecordType.listName(ofTranslated: list) ?? list }
    guard !field.type.isComputed, field.type.target.map(untranslated) == untranslated(own) else {
      diagnostics.error(
        .invalidSetting, "'\(name)' in the list '\(list)' does not refer to the records of this list",
        at: targetLocation, hint: "it would be declared as \(name): {record: \(own)} or [{record: \(own)}]")
      return false
    }
    return true
  }
}
