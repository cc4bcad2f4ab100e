import CellistRecords
import CellistTemplates

/// The files of one theme folder.
package struct ThemeLayer: Sendable {
  /// The theme's name: its folder's.
  package let name: String
  /// The root of its `theme.yml`, when it has one.
  package let settings: Node?
  /// Its templates by path without the extension, such as `cells/noble`.
  package let templates: [String: TemplateSource]
  /// Its assets by path below `assets/`.
  package let assets: [String: [UInt8]]
  /// Templates outside of the folders that templates stand in, which nothing can use.
  package let strays: [TemplateSource]

  package init(
    name: String, settings: Node?, templates: [String: TemplateSource], assets: [String: [UInt8]],
    strays: [TemplateSource] = []
  ) {
    self.strays = strays
    self.name = name
    self.settings = settings
    self.templates = templates
    self.assets = assets
  }

  /// The folders that templates stand in.
  package static let folders = ["pages", "sections", "cells", "parts"]

  /// The theme that this one extends: the default theme unless its settings name another.
  package func parent(_ diagnostics: inout Diagnostics) -> (name: String, location: SourceLocation?) {
    guard let node = settings?["extends"], let name = node.text else { return (DefaultTheme.name, nil) }
    return (name, node.location)
  }
}
