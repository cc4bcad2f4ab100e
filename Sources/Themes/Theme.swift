import CellistRecords
import CellistTemplates
import CellistText

/// Page, section and cell templates plus assets, from a theme's own folder down to the default theme.
package struct Theme: Sendable {
  package let name: String
  /// The theme's settings, its own before those it inherits; each is text or true or false.
  package private(set) var settings: [(name: String, value: Value)]
  /// The words that count something, by their names among the settings.
  private(set) var plurals: [(name: String, word: PluralWord)]
  /// The settings in the languages of lists that are not the site's, by their tags.
  private let translations: [String: Settings]
  /// The assets by path below `assets/`; a theme's own before those it inherits.
  package let assets: [String: [UInt8]]
  /// The files of the assets in the folders of themes, by the same paths.
  package let assetPlaces: [String: String]
  let templates: TemplateLibrary
  package var addedNames = AddedNames()
  /// The files of the templates, by name.
  let files: [String: String]
  /// The ids that templates give to elements without names in them.
  package let ids: Set<String>
  /// The reading of its files that it comes from.
  let reading = Reading()

  /// One reading of a theme's files: the same only as itself.
  final class Reading: Equatable, Sendable {
    static func == (one: Reading, other: Reading) -> Bool { one === other }
  }

  /// Joins a theme with those it extends; the first layer that has a file decides.
  ///
  /// - Parameters:
  ///   - overrides: the settings that the site gives other values.
  ///   - language: the tag of the site's language.
  ///   - others: the tags of other languages that lists have.
  package init(
    layers: [ThemeLayer], overrides: Node?, language: String = "en", others: Set<String> = [],
    _ diagnostics: inout Diagnostics
  ) {
    name = layers.first?.name ?? DefaultTheme.name
    var library = TemplateLibrary()
    library.folders = ["parts"]
    var files: [String: String] = [:]
    var assets: [String: [UInt8]] = [:]
    var places: [String: String] = [:]
    for layer in layers.reversed() {
      assets.merge(layer.assets) { _, own in own }
      for path in layer.assets.keys { places[path] = "themes/\(layer.name)/assets/\(path)" }
    }
    assetPlaces = places
    var settings = Settings(layers, in: language, &diagnostics)
    for layer in layers {
      for (name, source) in layer.templates.sorted(by: { $0.key < $1.key }) {
        if files[name] == nil {
          files[name] = source.path
          library.add(source, as: name, &diagnostics)
        } else {
          // The site's own file may be there because this one is broken.
          var ignored = Diagnostics()
          library.check(source, &ignored)
        }
      }
      for stray in layer.strays { library.check(stray, &diagnostics) }
    }
    if let overrides { settings.override(with: overrides, &diagnostics) }
    let words = Set(layers.flatMap { $0.words.flatMap { ($0.node.entries ?? []).map(\.key) } })
    translations = Dictionary(
      uniqueKeysWithValues: others.map { tag in
        // The faults in settings have been reported, and those in words are where a site has that language.
        var known = Diagnostics()
        var settings = Settings(layers, in: tag, &known)
        // The words that a site says are in its own language.
        let entries = (overrides?.entries ?? []).filter { !words.contains($0.key) }
        if let overrides { settings.override(with: Node(.mapping(entries), at: overrides.location), &known) }
        return (tag, settings)
      })
    self.settings = settings.values
    plurals = settings.plurals
    self.assets = assets
    templates = library
    self.files = files
    ids = layers.reduce(into: []) { ids, layer in
      for template in layer.templates.values {
        ids.formUnion(Self.ids(in: template.text))
      }
    }
  }

  /// The ids that a template gives to elements, without those that have a tag in them. Takes linear time.
  private static func ids(in text: String) -> [String] {
    // A value is between two quotes, and its name before the first.
    let parts = text.utf8.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
    return zip(parts, parts.dropFirst().dropLast()).compactMap { before, value in
      let isNamed = [" id=", "\nid=", "}id="].contains { before.suffix($0.utf8.count).elementsEqual($0.utf8) }
      return isNamed && !value.isEmpty && !value.contains(UInt8(ascii: "{")) ? String(Substring(value)) : nil
    }
  }

  /// The assets without those of the default theme whose settings are not true.
  package var usedAssets: [String: [UInt8]] {
    assets.filter { name, _ in
      guard let setting = DefaultTheme.settingsOfAssets[name],
        assetPlaces[name] == "themes/\(DefaultTheme.name)/assets/\(name)"
      else { return true }
      return settings.contains { $0.name == setting && $0.value == .boolean(true) }
    }
  }

  /// The theme with its words in the language of a list.
  package func speaking(_ language: Language) -> Theme {
    guard let translation = translations[language.tag] else { return self }
    var theme = self
    (theme.settings, theme.plurals) = (translation.values, translation.plurals)
    return theme
  }

  /// The templates as a list sees them: cells, sections, views and pages of its own before those of all lists.
  ///
  /// - Parameter paths: the list's path, followed by that of the list whose records it shows, whose cells may show them
  /// here as well.
  package func templates(forList paths: [String]) -> TemplateLibrary {
    var library = templates
    for folder in ["cells/", "sections/", "pages/", "views/"] {
      let paths = folder == "cells/" ? paths[...] : paths.prefix(1)
      library.preferred[folder] = paths.filter { !$0.isEmpty }.map { "\(folder)\($0)/" }
    }
    return library
  }

  /// Its words for true and false; none where it lacks one of them.
  package var booleans: [String] {
    let words = ["yes", "no"].compactMap(word)
    return words.count == 2 ? words : []
  }

  /// A word of the theme; nil where it declares none.
  package func word(_ name: String) -> String? { settings.first { $0.name == name }?.value.plainText }
}
