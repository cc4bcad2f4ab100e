import CellistRecords
import CellistText

/// A word of a theme that counts something: a form for each plural category of the language, in which `#` stands for the
/// count.
struct PluralWord: Sendable, Equatable {
  private let forms: [String: String]
  private let other: String

  /// Reads `{one: "# record", other: "# records"}`. A form that the language has and the word does not is `other`.
  init?(_ entries: [Node.Entry], of name: String, at location: SourceLocation, _ diagnostics: inout Diagnostics) {
    var forms: [String: String] = [:]
    var isBroken = false
    for entry in entries {
      if !Language.pluralCategories.contains(entry.key) {
        diagnostics.error(
          .unknownKey, "'\(name)' has a form '\(entry.key)', which is no plural category", at: entry.keyLocation,
          hint: Suggestion.hint(for: entry.key, in: Language.pluralCategories))
        isBroken = true
      } else if case .scalar(let text, _) = entry.value.content {
        forms[entry.key] = text
      } else {
        diagnostics.error(
          .invalidSetting, "the form '\(entry.key)' of '\(name)' must be text, found \(entry.value.summary)",
          at: entry.value.location)
        isBroken = true
      }
    }
    guard !isBroken else { return nil }
    guard let other = forms[Language.otherPlurals] else {
      diagnostics.error(.invalidSetting, "'\(name)' has no form 'other', for all other counts", at: location)
      return nil
    }
    self.forms = forms
    self.other = other
  }

  /// One form for all counts.
  init(_ text: String) {
    forms = [:]
    other = text
  }

  /// The word for a count: "1 record", "1,204 records".
  func text(for count: Int, in language: Language) -> String {
    let form = forms[language.pluralCategory(of: count)] ?? other
    guard form.contains("#") else { return form }
    return form.split(separator: "#", omittingEmptySubsequences: false)
      .joined(separator: language.format(digits: String(count)))
  }
}
