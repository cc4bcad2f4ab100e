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
}
