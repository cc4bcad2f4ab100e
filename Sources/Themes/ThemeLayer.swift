import CellistRecords
import CellistTemplates

/// The files of one theme folder.
package struct ThemeLayer: Sendable {
  /// The theme's name: its folder's.
  package let name: String
  /// The root of its `theme.yml`, when it has one.
  package let settings: Node?
  /// Its words in languages, by their tags, from the most general tag to the nearest: `words/de.yml` is for `de-CH`, too.
  let words: [(tag: String, node: Node)]
  /// Its templates by path without the extension, such as `cells/noble`.
  package let templates: [String: TemplateSource]
  /// Its assets by path below `assets/`.
  package let assets: [String: [UInt8]]
  /// Templates outside the template folders, which nothing can use.
  package let strays: [TemplateSource]

  package init(
    name: String, settings: Node?, words: [(tag: String, node: Node)] = [], templates: [String: TemplateSource],
    assets: [String: [UInt8]],
    strays: [TemplateSource] = []
  ) {
    self.strays = strays
    self.name = name
    self.settings = settings
    self.words = words
    self.templates = templates
    self.assets = assets
  }

  /// The folders that hold templates.
  package static let folders = ["pages", "views", "sections", "cells", "parts"]

  /// The folder of its words in other languages.
  package static let words = "words"

  /// Whether words in a language, by its tag, are for a site in another: `de` for `de-CH`.
  package static func areWords(in tag: String, for language: String) -> Bool {
    let (tag, language) = (tag.lowercased(), language.lowercased())
    return language == tag || language.hasPrefix("\(tag)-")
  }

  /// The theme that this one extends: the default theme unless its settings name another.
  package func parent(_ diagnostics: inout Diagnostics) -> (name: String, location: SourceLocation?) {
    guard let node = settings?["extends"], let name = node.text else { return (DefaultTheme.name, nil) }
    return (name, node.location)
  }
}
