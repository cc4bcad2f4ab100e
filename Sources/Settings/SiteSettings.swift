import CellistContent
import CellistFiles
import CellistMarkup
import CellistRecords
import CellistText
import CellistThemes

/// The settings of the whole site in `site.yml`.
package struct SiteSettings: Sendable {
  package var title = "Untitled"
  package var base: SiteBase
  package var language: Language
  /// The languages in which the site has all its pages; none where it has one.
  package var languages = SiteLanguages()
  /// The texts of the settings in each language but the first.
  package private(set) var translations: [SiteSettings] = []
  /// The texts that are in other languages.
  package private(set) var foreign = ForeignTexts()
  package var zone: TimeZoneRules
  /// The sign before the decimals of numbers in sources.
  package var decimal = NumberNotation.DecimalSign.point
  /// The theme; nil when the settings could not be read that name it.
  package var themeName: String?
  package var themeLocation: SourceLocation?
  package var themeSettings: Node?
  package var author: String?
  package var description: String?
  /// The entries of the menu: where each leads, and its title when the settings give one.
  package var menu: [(target: Node, title: String?)] = []
  /// The picture that browsers show beside a page's title.
  package var icon: Node?
  /// The picture with which other sites show pages that have none of their own.
  package var image: Node?
  /// How its Markdown is read.
  package var dialect = MarkdownDialect()
  /// Addresses that lead elsewhere now: each with where it leads.
  package var redirects: [Node.Entry] = []
  /// Former addresses of what is nowhere now.
  package var gone: [Node] = []
  /// Whether publishing may take no address away.
  package var keepsAddresses = false
  /// Where it is said that publishing tells how exports change; nil where it does not.
  package var changes: SourceLocation?
  /// Where it is asked for a file of all redirects; nil where it is not.
  package var redirectFile: SourceLocation?
  /// Where it is asked for a file of headers; nil where it is not.
  package var headersFile: SourceLocation?
  /// The name of the host, which `publish` and `check` know the limits of, and where it stands; nil where none is named.
  package var host: (name: String, location: SourceLocation)?
  /// Where it is said that readers search all of the site; nil where they do not.
  package var search: SourceLocation?
  package var hasSearch: Bool { search != nil }
  /// Whether search engines may read the site, and where that is said; nil where nothing is.
  package var robots: (isAllowed: Bool, location: SourceLocation)?
  /// Names in the output folder that a build leaves alone.
  package var keep = [".git", ".nojekyll", "CNAME"]
  /// The targets of `cellist publish`, which alone reads them.
  package var publish: Node?

  /// Reads `site.yml`. A setting that cannot be read keeps its default, so that the rest of the site can be checked;
  /// nil only where ICU knows neither English nor UTC.
  package init?(_ path: String?, from tree: SourceTree, base override: String?, _ diagnostics: inout Diagnostics) {
    guard let language = Language(tag: "en"), let zone = TimeZoneRules("UTC") else { return nil }
    self.language = language
    self.zone = zone
    base = SiteBase("/") ?? SiteBase.root
    guard let path else {
      diagnostics.error(
        .missingSetting, "there is no \(SiteFolder.settings)", at: nil,
        hint: "'cellist new site' makes one; it needs no more than a title")
      return
    }
    guard let root = SettingsFile.read(path, from: tree, &diagnostics) else { return }
    languages = SiteLanguages(root[SiteLanguages.key], root: root[SiteLanguages.rootKey], &diagnostics)
    let plain = self
    read(root, in: "", override, &diagnostics)
    for tree in languages.trees.dropFirst() {
      var (translation, unheard) = (plain, Diagnostics())
      translation.read(root, in: tree, override, &unheard)
      translations.append(translation)
    }
  }

  /// Reads the settings as the pages of a language have them.
  private mutating func read(_ root: Node, in tree: String, _ override: String?, _ diagnostics: inout Diagnostics) {
    let order = languages.order(from: tree)
    foreign = root.foreignTexts(order)
    let root = root.spoken(order)
    guard var reader = MappingReader(root, name: "site.yml", &diagnostics) else { return }
    themeName = DefaultTheme.name
    if let title = reader.text("title", &diagnostics) {
      self.title = title
    } else if reader.keyLocation("title") == nil {
      diagnostics.error(.missingSetting, "site.yml needs 'title'", at: reader.location)
    }
    readBase(&reader, override, &diagnostics)
    readLanguages(&reader, in: tree, &diagnostics)
    if let zone = reader.timeZone("time-zone", &diagnostics) { self.zone = zone }
    if let decimal = reader.numbers(&diagnostics) { self.decimal = decimal }
    author = reader.text("author", &diagnostics)
    description = reader.text("description", &diagnostics)
    if let html = reader.text("html", &diagnostics) {
      dialect.allowsHTML = html == "allow"
      if !["allow", "drop"].contains(html) {
        diagnostics.error(
          .invalidSetting, "'html' must be allow or drop, found \"\(html)\"", at: root["html"]?.location)
      }
    }
    readMarkdown(reader.node("markdown"), &diagnostics)
    if let names = reader.texts("keep", &diagnostics) { keep = names.compactMap(\.text) }
    publish = reader.node("publish")
    readTheme(reader.node("theme"), &diagnostics)
    readMenu(reader.node("menu"), &diagnostics)
    icon = reader.text("icon", &diagnostics) == nil ? nil : root["icon"]
    image = reader.text("image", &diagnostics) == nil ? nil : root["image"]
    readRedirects(&reader, &diagnostics)
    let changes = reader.node("changes")?.location
    if reader.boolean("changes", &diagnostics) == true { self.changes = changes }
    let headers = reader.node("headers-file")?.location
    if reader.boolean("headers-file", &diagnostics) == true { headersFile = headers }
    let place = reader.node("search")?.location
    search = reader.boolean("search", &diagnostics) == true ? place : nil
    readHost(&reader, &diagnostics)
    if let node = reader.node("robots") {
      robots = (node.text == "allow", node.location)
      if !["allow", "disallow"].contains(node.text) {
        diagnostics.error(
          .invalidSetting, "'robots' must be allow or disallow, found \(node.summary)", at: node.location)
      }
    }
    reader.finish(&diagnostics, calledElsewhere: Self.otherNames)
  }

  /// Settings by what other generators call them.
  static let otherNames = [
    "baseurl": "base", "base-url": "base", "favicon": "icon", "lang": "language", "languagecode": "language",
    "locale": "language", "logo": "icon", "name": "title", "nav": "menu", "navigation": "menu", "site-url": "base",
    "url": "base",
  ]

  private mutating func readLanguages(
    _ reader: inout MappingReader, in tree: String, _ diagnostics: inout Diagnostics
  ) {
    for key in [SiteLanguages.key, SiteLanguages.rootKey] { _ = reader.node(key) }
    let single = reader.language("language", &diagnostics)
    if let single { language = single }
    guard let own = languages.language(of: tree) else { return }
    language = own
    guard let single, single.tag != languages.all.first?.tag else { return }
    diagnostics.error(
      .invalidSetting, "'language' is not the first of the site's languages", at: reader.node("language")?.location,
      hint: "leave it out: the first of 'languages' is the site's language")
  }

  private mutating func readBase(
    _ reader: inout MappingReader, _ override: String?, _ diagnostics: inout Diagnostics
  ) {
    let node = reader.node("base")
    let text = override ?? node?.text
    if let text {
      if let base = SiteBase(text) {
        self.base = base
      } else {
        diagnostics.error(
          .invalidSetting, "'base' must be an address such as https://example.org/path/, found \"\(text)\"",
          at: override == nil ? node?.location : nil)
      }
    } else if let node {
      diagnostics.error(.invalidSetting, "'base' must be an address, found \(node.summary)", at: node.location)
    }
  }

  /// Reads which forms of Markdown beyond CommonMark are turned off.
  private mutating func readMarkdown(_ node: Node?, _ diagnostics: inout Diagnostics) {
    guard let node, var reader = MappingReader(node, name: "'markdown'", &diagnostics) else { return }
    for (name, form) in MarkdownExtensions.named {
      if reader.boolean(name, &diagnostics) == false { dialect.extensions.remove(form) }
    }
    reader.finish(&diagnostics)
  }

  private mutating func readTheme(_ node: Node?, _ diagnostics: inout Diagnostics) {
    guard let node else { return }
    if let name = node.text {
      themeName = name
      themeLocation = node.location
      return
    }
    guard var reader = MappingReader(node, name: "'theme'", &diagnostics) else {
      themeName = nil
      return
    }
    if let name = reader.text("name", &diagnostics) {
      themeName = name
    } else if reader.keyLocation("name") != nil {
      themeName = nil
    }
    themeLocation = node["name"]?.location ?? node.location
    themeSettings = reader.node("settings")
    reader.finish(&diagnostics)
  }

  private mutating func readRedirects(_ reader: inout MappingReader, _ diagnostics: inout Diagnostics) {
    if let node = reader.node("redirects") {
      if node.entries == nil {
        diagnostics.error(
          .invalidSetting, "'redirects' must be a mapping, found \(node.summary)", at: node.location,
          hint: "for example redirects: {/old/: papers/}")
      }
      for entry in node.entries ?? [] {
        if entry.value.text != nil {
          redirects.append(entry)
        } else {
          diagnostics.error(
            .invalidSetting, "a redirect leads to a path or an address, found \(entry.value.summary)",
            at: entry.value.location)
        }
      }
    }
    for node in reader.node("gone")?.items ?? [] where node.text != nil { gone.append(node) }
    if let node = reader.node("gone"), node.items?.contains(where: { $0.text == nil }) ?? true {
      diagnostics.error(
        .invalidSetting, "'gone' must be a list of former addresses, found \(node.summary)", at: node.location,
        hint: "for example gone: [/old/]")
    }
    if let word = reader.text("addresses", &diagnostics) {
      keepsAddresses = word == "keep"
      if !keepsAddresses {
        diagnostics.error(
          .invalidSetting, "'addresses' must be keep, found \(quoted(word))", at: reader.node("addresses")?.location)
      }
    }
    let location = reader.node("redirect-file")?.location
    if reader.boolean("redirect-file", &diagnostics) == true { redirectFile = location }
  }

  /// The hosts whose limits are known.
  package static let hosts = ["cloudflare", "github", "gitlab", "netlify"]

  private mutating func readHost(_ reader: inout MappingReader, _ diagnostics: inout Diagnostics) {
    guard let node = reader.node("host") else { return }
    guard let name = node.text, Self.hosts.contains(name) else {
      return diagnostics.error(
        .invalidSetting, "'host' must be \(Self.hosts.joined(separator: ", ")), found \(node.summary)",
        at: node.location,
        hint: "it is for hosts whose limits are known; leave it out for others")
    }
    host = (name, node.location)
  }

  private mutating func readMenu(_ node: Node?, _ diagnostics: inout Diagnostics) {
    guard let node else { return }
    guard let items = node.items else {
      diagnostics.error(.invalidSetting, "'menu' must be a list, found \(node.summary)", at: node.location)
      return
    }
    for item in items {
      if item.text != nil {
        menu.append((item, nil))
      } else if var reader = MappingReader(item, name: "a menu entry", &diagnostics) {
        let title = reader.text("title", &diagnostics)
        let url = reader.node("url")
        reader.finish(&diagnostics)
        if let url, url.text != nil {
          menu.append((url, title))
        } else {
          diagnostics.error(.missingSetting, "a menu entry needs 'url'", at: item.location)
        }
      }
    }
  }
}

extension SiteSettings {
  /// The settings as the pages of a language have them.
  ///
  /// - Parameter tree: that of the language; empty for the first.
  package func speaking(_ tree: String) -> SiteSettings {
    zip(languages.trees.dropFirst(), translations).first { $0.0 == tree }?.1 ?? self
  }

  /// Reads values as the site says.
  package var values: ValueReader {
    ValueReader(language: language, zone: zone, forms: dialect.extensions, decimal: decimal)
  }
}
