import CellistRecords
import CellistText

extension RecordDecoder {
  /// The field of which a key has a value in a language of the site, although it is the same in all; nil for others.
  func neutralField(of key: String) -> String? {
    guard let dot = key.lastIndex(of: "."), let own = type.localizedFields.first?.source.languages,
      own.contains(String(key[key.index(after: dot)...]))
    else { return nil }
    let name = String(key[..<dot])
    return type.index(of: name) == nil && !RecordType.scheduleNames.contains(name) ? nil : name
  }

  /// Whether a key has a localized value in a language that the site does not have.
  func isOtherLanguage(_ key: String) -> Bool {
    guard let dot = key.lastIndex(of: "."), dot > key.startIndex, Language.isTag(key[key.index(after: dot)...]) else {
      return false
    }
    return type.localizedFields.contains { $0.source.keys.contains(String(key[..<dot])) }
  }
}
