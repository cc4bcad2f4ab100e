import CellistContent
import CellistRecords
import CellistText

/// A Markdown file with a plain page, or with a text of a list.
struct PlainFile {
  let path: String
  /// The file of which it is a translation; otherwise itself.
  let original: String
  /// The tree of its language.
  let tree: String
  /// The list whose text it is; nil for a page.
  let list: ListFolder?
  /// Whether it is the text above the records of a section, which has no page of its own.
  let isOfSection: Bool

  init(
    _ path: String, of original: String, in tree: String, for list: ListFolder? = nil, isOfSection: Bool = false
  ) {
    self.path = path
    self.original = original
    self.tree = tree
    self.list = list
    self.isOfSection = isOfSection
  }

  var isTranslation: Bool { path != original }

  /// The original in the place of its translation.
  var ofOriginal: PlainFile { PlainFile(original, of: original, in: tree, for: list, isOfSection: isOfSection) }
}

/// The settings in the front matter of a plain page, or of a text of a list.
struct PlainSettings {
  let title: String?
  let description: String?
  /// The addresses that it had.
  let formerAddresses: [Node]
  /// Whether search engines are asked to leave it out.
  let isUnlisted: Bool
  /// The views of lists that it shows.
  let views: [Node.Entry]
  /// The language that it says it is in; nil for a translation, whose name says that.
  let language: Language?

  /// Reads the front matter of a file; nil, with diagnostics, where it is none.
  init?(_ node: Node, of page: PlainFile, _ languages: SiteLanguages, _ diagnostics: inout Diagnostics) {
    guard var reader = MappingReader(node, name: "the front matter", &diagnostics) else { return nil }
    title = reader.text("title", &diagnostics)
    // A section has no page of its own.
    description = page.isOfSection ? nil : reader.text("description", &diagnostics)
    formerAddresses = page.isOfSection ? [] : reader.texts("redirect-from", &diagnostics) ?? []
    isUnlisted = page.isOfSection ? false : reader.boolean("noindex", &diagnostics) ?? false
    let views = page.list != nil ? nil : reader.node("views")
    let said = page.list != nil ? nil : reader.language("language", &diagnostics)
    language = page.isTranslation ? nil : said
    if page.isTranslation, let said, let own = languages.translation(page.path)?.tag, own != said.tag {
      diagnostics.error(
        .invalidSetting, "the file's name says that it is in '\(own)', found '\(said.tag)'",
        at: reader.node("language")?.location, hint: "leave 'language' out")
    }
    if let views, views.entries == nil {
      diagnostics.error(
        .invalidSetting, "'views' must be a mapping of names to views, found \(views.summary)", at: views.location,
        hint: "for example views: {latest: {list: papers, limit: 5}}")
    }
    self.views = views?.entries ?? []
    for key in RecordType.scheduleNames { _ = reader.node(key) }
    reader.finish(&diagnostics)
  }
}
