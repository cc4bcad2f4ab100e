import CellistRecords

/// A translation that stayed as it was when the text in the site's first language changed.
package struct OutdatedTranslation: Hashable, Sendable, CustomStringConvertible {
  /// The tag of the translation's language.
  package let language: String
  /// The name of the list in the first language, the record's id, and the name of the field.
  package let list: String
  package let id: String
  package let field: String

  package var description: String { "\(language): \(list == "." ? "" : "\(list)/")\(id): \(field)" }

  /// All of a change, in the order of the changed texts.
  ///
  /// A text that a language does not have follows from that in the first, and so is no translation. O(n) in the number of
  /// changed records and languages.
  static func all(_ lists: [(String, RecordChanges)], to new: SiteSnapshot) -> [OutdatedTranslation] {
    let translations = Dictionary(
      grouping: lists.filter { RecordType.listName(ofTranslated: $0.0) != nil },
      by: { RecordType.listName(ofTranslated: $0.0) ?? "" })
    return lists.flatMap { name, changes -> [OutdatedTranslation] in
      guard let others = translations[name], let localized = new.lists[name]?.localized, !localized.isEmpty else {
        return []
      }
      return changes.all.filter { $0.kind == .updated }.flatMap { change in
        change.fields.filter(localized.contains).flatMap { field in
          others.compactMap { other, changes -> OutdatedTranslation? in
            let own = changes[change.id]
            guard own == nil || [.updated, .moved].contains(own?.kind), own?.fields.contains(field) != true,
              new.lists[other]?.entries[change.id].map(new.publishes) == true
            else { return nil }
            return OutdatedTranslation(
              language: String(other.prefix { $0 != ":" }), list: name, id: change.id, field: field)
          }
        }
      }
    }
  }
}
