import CellistText

extension Node {
  /// The name in addresses that settings give something; nil, with a diagnostic, where it is none.
  package func slug(_ diagnostics: inout Diagnostics) -> String? {
    guard let text, !text.isEmpty, Slug.make(text) == text, text.utf8.count <= Slug.limit else {
      diagnostics.error(
        .invalidSetting, "a name in an address has letters, digits and hyphens, found \(summary)", at: location,
        hint: text.map { "for example \(Slug.naming($0.shortened))" })
      return nil
    }
    return text
  }
}
