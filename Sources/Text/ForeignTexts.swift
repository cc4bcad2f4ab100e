/// The texts of settings that pages show in another language than their own, since they have not been translated.
package struct ForeignTexts: Equatable, Sendable, CustomStringConvertible {
  /// The tag of each one's language.
  private var tags: [String: String] = [:]
  /// Those that exist in the pages' own language as well, and so are not foreign wherever they stand.
  private var own: Set<String> = []

  package init() {}

  /// Notes the language of a text; nil for that of the pages.
  package mutating func note(_ text: String, in tag: String?) {
    if let tag { tags[text] = tag } else { own.insert(text) }
  }

  /// The tag of a text's language; nil where that is the language of the pages.
  package func language(of text: String) -> String? {
    tags.isEmpty || own.contains(text) ? nil : tags[text]
  }

  /// The same only for texts in the same languages.
  package var description: String {
    tags.filter { !own.contains($0.key) }.map { "\($0.value) \($0.key)\n" }.sorted().joined()
  }

  /// These and others.
  package func joined(by others: ForeignTexts) -> ForeignTexts {
    var all = self
    all.tags.merge(others.tags) { $1 }
    all.own.formUnion(others.own)
    return all
  }
}
