import CellistRecords

/// The settings of a site's theme: with the files of themes, all that it follows from.
package struct ThemeChoice: Equatable, Sendable {
  let name: String?
  let location: SourceLocation?
  let settings: Node?
  let language: String
  /// The tags of all languages, that of the site among them.
  let languages: Set<String>

  /// - Parameter languages: the tags of the lists' languages.
  package init(_ settings: SiteSettings, languages: [String]) {
    (name, location, self.settings) = (settings.themeName, settings.themeLocation, settings.themeSettings)
    language = settings.language.tag
    self.languages = Set(languages + [language])
  }
}
