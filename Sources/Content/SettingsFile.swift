import CellistFiles
import CellistFormats
import CellistRecords

/// Reads a settings file, such as `site.yml`, `list.yml` or `theme.yml`, into a located tree.
package enum SettingsFile {
  /// The file's root node; an empty mapping when the file is empty, nil, with a diagnostic, when it is broken.
  package static func read(_ path: String, from tree: SourceTree, _ diagnostics: inout Diagnostics) -> Node? {
    guard let text = tree.text(path, &diagnostics) else { return nil }
    return read(text, path: path, &diagnostics)
  }

  /// The root node of a settings file's text.
  package static func read(_ text: String, path: String, _ diagnostics: inout Diagnostics) -> Node? {
    YAMLReader.read(text, file: path, &diagnostics)
  }
}
