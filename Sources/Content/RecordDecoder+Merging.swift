import CellistRecords

/// The reading of one record from several sources, merged first: only then does it show whether a required field is
/// missing, or needs its default.
extension RecordDecoder {
  /// The id of the record that a source speaks of; nil, with diagnostics, when it does not say.
  package func id(of raw: RawRecord, _ diagnostics: inout Diagnostics) -> String? {
    guard identify == nil else { return identified(raw, &diagnostics) }
    let before = diagnostics.all.count
    var values = [Value](repeating: .absent, count: type.fields.count)
    for index in idFields {
      let field = type.fields[index]
      let start = diagnostics.all.count
      defer { diagnostics.note(subject: field.name, since: start) }
      if let node = node(index, of: raw) {
        values[index] = self.values.read(node, as: field, &diagnostics) ?? .absent
      } else if let header = raw.header, field.defaultValue == nil {
        // A column that no row can have is missing in the header.
        diagnostics.error(
          .missingValue, "the table has no column \(field.source.name)", at: header,
          hint: "it identifies the records that the rows are about")
      }
      if values[index].isAbsent, let standard = field.defaultValue { values[index] = standard }
    }
    let id = id(of: raw, values, failed: diagnostics.all.count > before, &diagnostics)
    guard let id, idFields.isEmpty, RowID(id) != nil else { return id }
    // What a source says of a record does not say which one that is.
    diagnostics.error(
      .missingID, "the record has no id", at: raw.node.location,
      hint: "let 'id' in list.yml name the field that tells records apart, or give each record a key 'id'", about: "id")
    return nil
  }

  /// The id of an item of a Swift type: what the type makes of the source where that is a whole item, else what the source
  /// calls it.
  private func identified(_ raw: RawRecord, _ diagnostics: inout Diagnostics) -> String? {
    var unasked = Diagnostics()
    if let whole = attempt(raw, &unasked), whole.fits { return whole.record.id }
    if let id = raw.node[RecordType.idKey]?.text ?? raw.name { return id }
    diagnostics.error(
      .missingID, "the record has no id", at: raw.node.location, hint: "give it a key 'id'",
      about: "id")
    return nil
  }

  /// Where a source gives a record's id.
  package func idLocation(of raw: RawRecord) -> SourceLocation {
    if takesKey(of: raw) { return raw.node[RecordType.idKey]?.location ?? raw.node.location }
    return idFields.first.flatMap { node($0, of: raw)?.location } ?? raw.node.location
  }

  /// Gives a record the fields that another source gives it.
  ///
  /// - Parameter hasNull: whether the source tells null, which clears a value, from an absent value.
  package func update(
    _ record: inout RawRecord, with update: RawRecord, hasNull: Bool, _ diagnostics: inout Diagnostics
  ) {
    let variant = type.discriminator.flatMap { node($0, of: record)?.text }
      .flatMap { name in type.variants.firstIndex { $0.name == name } }
    if !ignoresExtraKeys { reportExtraKeys(of: update, variant: variant, &diagnostics) }
    for (index, field) in type.fields.enumerated() where !field.type.isComputed && !idFields.contains(index) {
      // The file of an update is not where the record comes from.
      if field.source.keys.allSatisfy({ $0.utf8.first == UInt8(ascii: "$") && update.node[$0] == nil }) { continue }
      let (found, language) = found(index, of: update)
      guard let node = found, hasNull || !node.isNull else { continue }
      if index == type.discriminator, let variant {
        check(node, leaves: type.variants[variant].name, of: field, &diagnostics)
      } else {
        if let language {
          // Another language's text does not take the place of a nearer one's.
          if let own = self.found(index, of: record).language, field.source.isNearer(own, than: language) { continue }
          record.updateLanguages[index] = language
        }
        record.updates[index] = node
      }
    }
    for entry in update.node.entries ?? [] {
      guard RecordType.scheduleNames.contains(entry.key), hasNull || !entry.value.isNull else { continue }
      let others = (record.node.entries ?? []).filter { $0.key != entry.key }
      record.node = Node(.mapping(others + [entry]), at: record.node.location)
    }
  }

  private func check(_ node: Node, leaves name: String, of field: Field, _ diagnostics: inout Diagnostics) {
    guard node.text != name else { return }
    if let other = node.text, !type.variants.contains(where: { $0.name == other }) {
      reportUnknownVariant(other, at: node.location, &diagnostics)
      return
    }
    diagnostics.error(
      .invalidValue, "an update cannot change '\(field.name)', which is \(quoted(name))", at: node.location,
      hint: "remove this record with 'merge: remove', and add one of the other kind")
  }

  /// Reports the keys of a source that no field of any variant names.
  package func checkKeys(of raw: RawRecord, _ diagnostics: inout Diagnostics) {
    if !ignoresExtraKeys { reportExtraKeys(of: raw, variant: nil, &diagnostics) }
  }
}
