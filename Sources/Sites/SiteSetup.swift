import CellistBase
import CellistContent
import CellistLists
import CellistRecords
import CellistSettings
import CellistText

/// What the settings and the plain pages of a site say: all that is read before its records.
package struct SiteSetup: Sendable {
  let settings: SiteSettings
  /// The settings of each list in its language; nil for one whose settings are broken.
  let lists: [(folder: ListFolder, settings: ListSettings?)]
  let plainPages: [SiteContent.Plain]
  /// Files outside lists that are published as they are.
  let assets: [String]
  /// Pages that could not be read.
  let unread: [String]
  /// Pages that are not published.
  let unpublished: [String]
  /// When pages are published, by their files.
  let schedules: [(path: String, schedule: Schedule)]
  /// The encodings of the sources that are not UTF-8.
  let encodings: [String: TextEncoding]
  /// The digest of the site's own settings; nil where there are none.
  private let siteDigest: Digest?
  /// The options that it follows from, with the instant in the site's time zone.
  private let options: BuildOptions

  var instant: Int { options.now }

  /// Reads them from the files that the ledger lists; nil where there is no site.
  init?(_ ledger: SourceLedger, _ given: BuildOptions, _ diagnostics: inout Diagnostics) {
    let tree = ledger.tree
    var map = given.contentMap(tree, &diagnostics)
    guard let settings = SiteSettings(map.settings, from: tree, base: given.base, &diagnostics) else { return nil }
    map = map.translated(into: settings.languages, from: tree, &diagnostics)
    self.settings = settings
    siteDigest = map.settings.flatMap(ledger.digest)
    var options = given
    options.now = given.instant(in: settings.zone)
    self.options = options
    let declarations = ListDeclarations(
      map, settings.languages, from: tree, values: settings.values, typed: options.lists, &diagnostics)
    let shared = declarations.sharedFiles
    assets = shared.isEmpty ? map.assets : map.assets.filter { !shared.contains(Identifier($0)) }
    let reader = PublishedReader(
      ledger: ledger, tree: tree, site: settings, values: settings.values, options: options, kept: [:])
    let files = map.plainPages.filter { !shared.contains(Identifier($0)) }
    var pages: [SiteContent.Plain] = []
    var (unread, unpublished, schedules): ([String], [String], [(path: String, schedule: Schedule)]) = ([], [], [])
    for (language, original, path) in settings.languages.pages(files, &diagnostics) {
      diagnostics.reading(language) { found in
        let before = found.all.count
        if let page = reader.plain(PlainFile(path, of: original, in: language), &schedules, &found) {
          pages.append(page)
        } else if found.all.count > before {
          unread.append(path)
        } else {
          unpublished.append(path)
        }
      }
    }
    (plainPages, self.unread, self.unpublished, self.schedules) = (pages, unread, unpublished, schedules)
    let views = Self.views(of: plainPages, map.lists, &diagnostics)
    var declared = declarations.settings(views: views, &diagnostics)
    if settings.hasSearch { for index in declared.indices { declared[index]?.isSearched = true } }
    lists = Array(zip(map.lists, declared))
    var encodings: [String: TextEncoding] = [:]
    for source in declared.lazy.compactMap({ $0?.sources }).joined().flatMap(\.ofFiles) {
      if let encoding = source.details?.encoding { encodings[source.path] = encoding }
    }
    self.encodings = encodings
  }

  /// Whether the same files have the same meaning with other options: at a later instant other pages may be published.
  func holds(with others: BuildOptions) -> Bool {
    let now = others.instant(in: settings.zone)
    return options.base == others.base && options.drafts == others.drafts
      && options.lists.map(\.path) == others.lists.map(\.path)
      && schedules.allSatisfy { now < $0.schedule.next(after: instant) ?? .max }
  }

  /// The names of the lists whose settings are as in an earlier setup. The settings of the site are among those of each, and
  /// those of all lists among those of one that refers to others.
  func listsSet(like earlier: SiteSetup) -> Set<String> {
    guard siteDigest == earlier.siteDigest else { return [] }
    func digests(_ setup: SiteSetup) -> [String: [Digest]] {
      let all = setup.lists.compactMap(\.settings).map { list in
        (list.folder.name, [SourceReader.digest(of: list, settings), list.digests.framing])
      }
      return Dictionary(all, uniquingKeysWith: { first, _ in first })
    }
    let (old, new) = (digests(earlier), digests(self))
    let areAll = old == new
    return Set(
      lists.compactMap(\.settings).filter { list in
        let name = list.folder.name
        return old[name] == new[name] && (areAll || list.type.targetNames.isEmpty)
      }.map(\.folder.name))
  }

  /// The views that pages declare, by list.
  private static func views(
    of pages: [SiteContent.Plain], _ lists: [ListFolder], _ diagnostics: inout Diagnostics
  ) -> [String: [(ViewPlace, Node)]] {
    var views: [String: [(ViewPlace, Node)]] = [:]
    for page in pages {
      for entry in page.views {
        // Anchors begin with it.
        let isName = entry.key.unicodeScalars.allSatisfy {
          $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "-" || $0 == "_"
        }
        guard isName, !entry.key.isEmpty else {
          diagnostics.error(
            .invalidSetting,
            "the name of a view has letters, digits, hyphens and underscores, found \(quoted(entry.key.shortened))",
            at: entry.keyLocation)
          continue
        }
        guard let list = entry.value["list"], let name = list.text else {
          diagnostics.error(
            .missingSetting, "a view needs 'list', whose records it shows", at: entry.value.location,
            hint: entry.value.slip(of: "list") ?? "for example \(entry.key.shortened): {list: papers, limit: 5}")
          continue
        }
        guard let folder = lists.first(where: { $0.isFound(as: name, in: page.tree) }) else {
          diagnostics.error(
            .unknownList, "there is no list '\(name.shortened)'", at: list.location,
            hint: Suggestion.hint(for: name, in: lists.filter { !$0.isTranslation }.map(\.name)))
          continue
        }
        views[folder.name, default: []].append((ViewPlace(page: page.place, name: entry.key), entry.value))
      }
    }
    return views
  }
}
