import CellistRecords

/// A translation that stayed as it was when the text in the site's first language changed.
package struct OutdatedTranslation: Hashable, Sendable, CustomStringConvertible {
  /// A text that is translated.
  package enum Text: Hashable, Sendable {
    /// A field of a record, by the name of its list in the first language.
    case field(String, of: String, in: String)
    /// The text of a page, a term or a section, by the file that is translated.
    case file(String)
  }

  /// The tag of the translation's language.
  package let language: String
  package let text: Text

  package var description: String {
    switch text {
    case .field(let field, let id, let list): "\(language): \(list == "." ? "" : "\(list)/")\(id): \(field)"
    case .file(let path): "\(language): \(path)"
    }
  }

  /// The texts in files that changed, and whose translations did not.
  static func all(_ files: [String: SiteChange.File], to new: SiteSnapshot) -> [OutdatedTranslation] {
    new.translations.filter { files[$0.original] == .changed && files[$0.file] == nil }.map {
      OutdatedTranslation(language: $0.language, text: .file($0.original))
    }
  }

  /// All of a change of records, in the order of the changed texts.
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
              language: String(other.prefix { $0 != ":" }), text: .field(field, of: change.id, in: name))
          }
        }
      }
    }
  }
}
