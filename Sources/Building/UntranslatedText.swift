import CellistContent
import CellistPages
import CellistRecords
import CellistSites

/// A text that a page shows in another language than its own, since it has not been translated.
package struct UntranslatedText: Sendable, CustomStringConvertible {
  /// The tag of the page's language, and that of the text.
  package let language: String
  package let shown: String
  /// The list's path, the record's id and the name of the field; nil for the text of a page, and for a setting.
  package let field: (list: String, id: String, name: String)?
  /// The key of a setting; nil for other texts.
  package var setting: String?
  /// The place of the text that is shown instead.
  package let location: SourceLocation

  package var description: String {
    let subject = field.map { "\($0.list.isEmpty ? "" : "\($0.list)/")\($0.id): \($0.name)" } ?? setting ?? "page"
    return "\(location): \(language): \(subject) is in \(shown)"
  }
}

extension SiteLanguages {
  /// The texts of settings that are not translated, by language.
  package func untranslated(in settings: [Node]) -> [UntranslatedText] {
    let tags = all.map(\.tag)
    let texts = settings.flatMap { $0.translations(into: tags) }
    return tags.flatMap { tag in
      texts.filter { !$0.tags.contains(tag) }.map { text in
        // As a page in the language looks for it.
        let shown = tags.first { $0 != tag && text.tags.contains($0) } ?? ""
        return UntranslatedText(
          language: tag, shown: shown, field: nil, setting: text.key, location: text.node.location)
      }
    }
  }
}

extension SitePlan {
  /// The texts that are not translated: those of pages, followed by those of the records that lists show, by language.
  ///
  /// Takes time in proportion to the number of records in all languages.
  package var untranslated: [UntranslatedText] {
    let languages = content.settings.languages
    return zip(languages.trees, languages.all.map(\.tag)).flatMap { tree, tag -> [UntranslatedText] in
      let own = lists.filter { $0.settings.folder.tree == tree && !$0.settings.folder.isInOneLanguage }
      let texts = content.plainPages.filter { $0.tree == tree && !$0.isInOneLanguage } + own.flatMap(\.texts)
      let ofPages = texts.filter { !$0.body.utf8.allSatisfy { $0 <= 0x20 } }.compactMap { text in
        text.textLanguage.map {
          UntranslatedText(language: tag, shown: $0.tag, field: nil, location: SourceLocation(file: text.path))
        }
      }
      return ofPages + own.filter { $0.settings.recordsOf == nil }.flatMap { $0.untranslated(into: tag) }
    }
  }
}

extension ListPlan {
  fileprivate func untranslated(into language: String) -> [UntranslatedText] {
    guard !settings.type.localizedFields.isEmpty else { return [] }
    return records.flatMap { cell -> [UntranslatedText] in
      let record = cell.item.record
      return record.languages.sorted { $0.key < $1.key }.map { field, shown in
        UntranslatedText(
          language: language, shown: shown,
          field: (settings.folder.path, record.id, settings.type.fields[field].name),
          location: record.locations[field])
      }
    }
  }
}
