/// The forms of Markdown beyond CommonMark, each of which a site may turn off.
package struct MarkdownExtensions: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let tables = MarkdownExtensions(rawValue: 1)
  package static let strikethrough = MarkdownExtensions(rawValue: 2)
  package static let taskLists = MarkdownExtensions(rawValue: 4)
  /// Addresses that are links without any marks.
  package static let autolinks = MarkdownExtensions(rawValue: 8)
  package static let footnotes = MarkdownExtensions(rawValue: 16)

  package static let all: MarkdownExtensions = [.tables, .strikethrough, .taskLists, .autolinks, .footnotes]

  /// Each with its name in settings.
  package static let named: [(name: String, form: MarkdownExtensions)] = [
    ("tables", .tables), ("strikethrough", .strikethrough), ("task-lists", .taskLists), ("autolinks", .autolinks),
    ("footnotes", .footnotes),
  ]

  /// Those of which a text has a sign at all: a few cheap looks, so that most texts need no more.
  func signed(in source: String) -> MarkdownExtensions {
    var forms: MarkdownExtensions = []
    if contains(.tables), source.holds("|") || source.holds(":-") || source.holds("-:"), source.holds("-") {
      forms.insert(.tables)
    }
    if contains(.strikethrough), source.holds("~") { forms.insert(.strikethrough) }
    if contains(.taskLists), source.holds("[ ]") || source.holds("[x]") || source.holds("[X]") {
      forms.insert(.taskLists)
    }
    if mayLink(source) { forms.insert(.autolinks) }
    if contains(.footnotes), source.holds("[^") { forms.insert(.footnotes) }
    return forms
  }

  /// Whether a text may hold an address that is a link without any marks.
  func mayLink(_ source: String) -> Bool {
    contains(.autolinks) && (source.holds("://") || source.holds("@") || source.holds("www."))
  }
}

/// How a site's Markdown is read: its forms beyond CommonMark, and whether raw HTML is kept.
package struct MarkdownDialect: Hashable, Sendable {
  /// Whether raw HTML is kept as it stands; only where a site trusts its authors.
  package var allowsHTML: Bool
  package var extensions: MarkdownExtensions

  package init(allowsHTML: Bool = false, extensions: MarkdownExtensions = .all) {
    self.allowsHTML = allowsHTML
    self.extensions = extensions
  }

  /// A number that differs between dialects.
  package var number: UInt64 { UInt64(extensions.rawValue) << 1 | (allowsHTML ? 1 : 0) }
}
