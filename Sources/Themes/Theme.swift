import CellistRecords
import CellistTemplates

/// Page, section and cell templates plus assets, from a theme's own folder down to the default theme.
package struct Theme: Sendable {
  package let name: String
  /// The theme's settings, its own before those it inherits; each is text or true or false.
  package let settings: [(name: String, value: Value)]
  /// The assets by path below `assets/`; a theme's own before those it inherits.
  package let assets: [String: [UInt8]]
  let templates: TemplateLibrary
  package var addedNames = AddedNames()
  /// The files of the templates, by name.
  let files: [String: String]

  /// Joins a theme with those it extends; the first layer that has a file decides.
  package init(layers: [ThemeLayer], overrides: Node?, _ diagnostics: inout Diagnostics) {
    name = layers.first?.name ?? DefaultTheme.name
    var library = TemplateLibrary()
    library.folders = ["parts"]
    var files: [String: String] = [:]
    var assets: [String: [UInt8]] = [:]
    var settings: [(name: String, value: Value)] = []
    for layer in layers.reversed() {
      Self.merge(layer.settings, into: &settings, of: layer.name, &diagnostics)
      for words in layer.words { Self.override(&settings, with: words, &diagnostics) }
      assets.merge(layer.assets) { _, own in own }
    }
    for layer in layers {
      for (name, source) in layer.templates.sorted(by: { $0.key < $1.key }) {
        if files[name] == nil {
          files[name] = source.path
          library.add(source, as: name, &diagnostics)
        } else {
          // What takes its place may be there since it is broken.
          var ignored = Diagnostics()
          library.check(source, &ignored)
        }
      }
      for stray in layer.strays { library.check(stray, &diagnostics) }
    }
    if let overrides { Self.override(&settings, with: overrides, &diagnostics) }
    self.settings = settings
    self.assets = assets
    templates = library
    self.files = files
  }

  /// The templates as a list sees them: cells, sections, views and pages of its own before those of all lists.
  ///
  /// - Parameter paths: the list's path; behind it, that of the list whose records it shows, whose cells may show them
  ///   here as well.
  package func templates(forList paths: [String]) -> TemplateLibrary {
    var library = templates
    for folder in ["cells/", "sections/", "pages/", "views/"] {
      let paths = folder == "cells/" ? paths[...] : paths.prefix(1)
      library.preferred[folder] = paths.filter { !$0.isEmpty }.map { "\(folder)\($0)/" }
    }
    return library
  }

  private static func merge(
    _ node: Node?, into settings: inout [(name: String, value: Value)], of theme: String,
    _ diagnostics: inout Diagnostics
  ) {
    guard let node, var reader = MappingReader(node, name: "theme.yml", &diagnostics) else { return }
    _ = reader.node("extends")
    let own = reader.node("settings")
    reader.finish(&diagnostics)
    guard let own else { return }
    guard let entries = own.entries else {
      diagnostics.error(.invalidSetting, "'settings' must be a mapping, found \(own.summary)", at: own.location)
      return
    }
    for entry in entries {
      guard let value = value(entry, &diagnostics) else { continue }
      if let index = settings.firstIndex(where: { $0.name == entry.key }) {
        settings[index].value = value
      } else {
        settings.append((entry.key, value))
      }
    }
  }

  /// Replaces settings by those of the site; only those that the theme declares.
  private static func override(
    _ settings: inout [(name: String, value: Value)], with node: Node, _ diagnostics: inout Diagnostics
  ) {
    guard let entries = node.entries else {
      diagnostics.error(
        .invalidSetting, "the theme's settings must be a mapping, found \(node.summary)", at: node.location)
      return
    }
    for entry in entries {
      guard let index = settings.firstIndex(where: { $0.name == entry.key }) else {
        diagnostics.error(
          .unknownKey, "the theme has no setting '\(entry.key)'", at: entry.keyLocation,
          hint: Suggestion.hint(for: entry.key, in: settings.map(\.name)))
        continue
      }
      if let value = value(entry, &diagnostics) { settings[index].value = value }
    }
  }

  /// A word of the theme; nil where it declares none.
  package func word(_ name: String) -> String? { settings.first { $0.name == name }?.value.plainText }

  private static func value(_ entry: Node.Entry, _ diagnostics: inout Diagnostics) -> Value? {
    switch entry.value.content {
    case .scalar("true", quoted: false): return .boolean(true)
    case .scalar("false", quoted: false): return .boolean(false)
    case .scalar(let text, _): return .text(text)
    case .null: return .text("")
    default:
      diagnostics.error(
        .invalidSetting, "the theme's setting '\(entry.key)' must be text, true or false, found \(entry.value.summary)",
        at: entry.value.location)
      return nil
    }
  }
}
