import CellistBase
import CellistContent
import CellistFiles
import CellistRecords
import CellistTemplates
import CellistThemes

/// Reads themes from a site's `themes/` folder and from inside the program.
package enum ThemeFolder {
  /// The theme that the settings name, joined with all that it extends; nil, with diagnostics, when one of them does not
  /// exist.
  package static func theme(
    _ choice: ThemeChoice, from tree: SourceTree, _ diagnostics: inout Diagnostics
  ) -> Theme? {
    let all = choice.languages
    guard let name = choice.name else { return nil }
    let installed = tree.visible(in: SiteFolder.themes, &diagnostics).filter { $0.kind == .folder }.map(\.name)
    var layers: [ThemeLayer] = []
    var next: (name: String, location: SourceLocation?) = (name, choice.location)
    while true {
      // A theme of the site may have the name of one inside the program, and extend that.
      let isBuiltIn = layers.last?.name == next.name || !installed.contains(next.name)
      if isBuiltIn, let files = BuiltInThemes.published[next.name] {
        let layer = builtIn(next.name, files, all, &diagnostics)
        layers.append(layer)
        guard next.name != DefaultTheme.name else {
          return Theme(
            layers: layers, overrides: choice.settings, language: choice.language,
            others: all.subtracting([choice.language]), &diagnostics)
        }
        next = layer.parent(&diagnostics)
        continue
      }
      guard installed.contains(next.name) else {
        diagnostics.error(
          .unknownTheme, "there is no theme '\(next.name)'", at: next.location,
          hint: Suggestion.hint(for: next.name, in: installed + BuiltInThemes.names))
        return nil
      }
      guard !layers.contains(where: { $0.name == next.name }) else {
        diagnostics.error(.themeCycle, "the theme '\(next.name)' extends itself", at: next.location)
        return nil
      }
      let layer = layer(next.name, from: tree, all, &diagnostics)
      layers.append(layer)
      next = layer.parent(&diagnostics)
    }
  }

  /// A theme inside the program.
  private static func builtIn(
    _ name: String, _ files: [(path: String, bytes: [UInt8])], _ languages: Set<String>,
    _ diagnostics: inout Diagnostics
  ) -> ThemeLayer {
    let prefix = "\(SiteFolder.themes)/\(name)"
    return layer(
      name, files: files.map { (path: $0.path, place: "\(prefix)/\($0.path)", bytes: $0.bytes) }, languages,
      isBuiltIn: true, &diagnostics)
  }

  private static func layer(
    _ name: String, from tree: SourceTree, _ languages: Set<String>, _ diagnostics: inout Diagnostics
  ) -> ThemeLayer {
    let folder = "\(SiteFolder.themes)/\(name)"
    var files: [(path: String, place: String, bytes: [UInt8])] = []
    func walk(_ path: String) {
      for entry in tree.visible(in: joined(folder, path), &diagnostics) {
        let inner = joined(path, entry.name)
        if entry.kind == .folder {
          walk(inner)
        } else if let bytes = tree.bytes(joined(folder, inner), &diagnostics) {
          files.append((inner, joined(folder, inner), bytes))
        }
      }
    }
    walk("")
    return layer(name, files: files, languages, &diagnostics)
  }

  private static func layer(
    _ name: String, files: [(path: String, place: String, bytes: [UInt8])], _ languages: Set<String>,
    isBuiltIn: Bool = false, _ diagnostics: inout Diagnostics
  ) -> ThemeLayer {
    var settings: Node?
    var words: [(tag: String, node: Node)] = []
    var templates: [String: TemplateSource] = [:]
    var assets: [String: [UInt8]] = [:]
    var strays: [TemplateSource] = []
    var strayFolders: Set<String> = []
    for file in files {
      let folder = file.path.prefix { $0 != "/" }
      if file.path == "theme.yml" {
        let text = SourceTree.text(of: file.bytes, file.place, &diagnostics)
        settings = text.flatMap { SettingsFile.read($0, path: file.place, &diagnostics) }
      } else if folder == ThemeLayer.words, file.path.fileExtension == "yml" {
        let tag = file.path.fileStem
        guard languages.contains(where: { ThemeLayer.areWords(in: tag, for: $0) }),
          let text = SourceTree.text(of: file.bytes, file.place, &diagnostics),
          let node = SettingsFile.read(text, path: file.place, &diagnostics)
        else { continue }
        words.append((tag, node))
      } else if folder == "assets" {
        assets[file.path.below("assets")] = file.bytes
      } else if ThemeLayer.folders.contains(String(folder)), file.path.fileExtension == "mustache" {
        guard let text = SourceTree.text(of: file.bytes, file.place, &diagnostics) else { continue }
        templates[String(file.path.dropLast(".mustache".count))] = TemplateSource(
          path: file.place, text: text, isBuiltIn: isBuiltIn)
      } else {
        if !file.path.contains("/") || strayFolders.insert(String(folder)).inserted {
          reportStray(file.path, at: SourceLocation(file: file.place), &diagnostics)
        }
        guard file.path.fileExtension == "mustache",
          let text = SourceTree.text(of: file.bytes, file.place, &diagnostics)
        else { continue }
        strays.append(TemplateSource(path: file.place, text: text))
      }
    }
    // The nearest last, since it decides.
    words.sort { $0.tag.utf8.count < $1.tag.utf8.count }
    return ThemeLayer(
      name: name, settings: settings, words: words, templates: templates, assets: assets, strays: strays)
  }

  /// Reports a file that nothing can use where it stands. Files that tell people of the theme are let be.
  private static func reportStray(
    _ path: String, at location: SourceLocation, _ diagnostics: inout Diagnostics
  ) {
    let folder = String(path.prefix { $0 != "/" })
    let known = (ThemeLayer.folders + ["assets", ThemeLayer.words]).sorted()
    if path.contains("/") {
      if ThemeLayer.folders.contains(folder) {
        diagnostics.warning(
          .unusedTemplate, "nothing uses a file in '\(folder)' that does not end in .mustache", at: location)
      } else {
        diagnostics.warning(
          .unusedTemplate, "nothing uses the folder '\(folder.shortened)' of a theme", at: location,
          hint: Suggestion.hint(for: folder, in: known))
      }
    } else if path.fileExtension == "mustache" {
      let stem = path.fileStem
      let place = ThemeLayer.folders.map { "\($0)/\(stem)" }.first { name in
        DefaultTheme.files.contains { $0.path == "\(name).mustache" }
      }
      diagnostics.warning(
        .unusedTemplate, "nothing uses a template outside of a theme's folders", at: location,
        hint: place.map { "did you mean '\($0).mustache'?" } ?? "known here: \(known.joined(separator: ", "))")
    } else if !isDocumentation(path) {
      diagnostics.warning(
        .unusedTemplate, "nothing uses the file '\(path.shortened)' of a theme", at: location,
        hint: Suggestion.hint(for: path, in: ["theme.yml"] + known))
    }
  }

  private static func isDocumentation(_ path: String) -> Bool {
    let stem = path.fileStem.uppercased()
    return ["README", "LICENSE", "LICENCE", "COPYING", "NOTICE", "AUTHORS", "CHANGELOG"].contains { stem.hasPrefix($0) }
  }
}
