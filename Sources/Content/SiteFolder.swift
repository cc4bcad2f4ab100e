import CellistText

/// The names of what stands at the top of a site's folder.
package enum SiteFolder {
  package static let content = "content"
  package static let themes = "themes"
  /// Where builds keep what they know of the site.
  package static let state = ".cellist"
  /// The path of the site's own settings.
  package static let settings = "\(content)/site.yml"
  /// The folders that only the site's author and the state of its builds write to.
  package static let all = [content, themes, state]

  /// Whether a file lies in one of the folders that a site consists of, by its path from the site's folder on.
  package static func holds(_ path: String) -> Bool {
    guard !path.hasPrefix("/"), let path = path.normalizedPath else { return false }
    return [content, themes].contains { path.hasPrefix("\($0)/") }
  }

  /// The path of what a link leads to that is written in a file, without what follows `?` or `#`; nil where it leads out of
  /// the content.
  package static func place(ofLink link: String, in file: String) -> String? {
    place(of: PercentCoding.decoded(link.prefix { $0 != "?" && $0 != "#" }), in: file)
  }

  /// The path of what a decoded path leads to that is written in a file; nil where that lies out of the content.
  package static func place(of path: String, in file: String) -> String? {
    let folder = path.hasPrefix("/") ? content : file.folder
    guard let place = joined(folder, path).normalizedPath,
      place == content || place.utf8.starts(with: "\(content)/".utf8)
    else { return nil }
    return place
  }
}
