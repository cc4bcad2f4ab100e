import CellistBase
import CellistContent
import CellistFiles
import CellistLists
import CellistMarkup
import CellistRecords
import CellistSettings
import CellistText

/// Everything that a site's files say, read, checked against its types, and filtered by what is published.
package struct SiteContent: Sendable {
  /// A plain page: its place, its front matter and its text.
  package struct Plain: Sendable {
    /// The Markdown file.
    package let path: String
    package let title: String
    package let description: String?
    package let body: String
    package let bodyLocation: SourceLocation
    /// The addresses that it had.
    package let formerAddresses: [Node]
    /// For a translation, those that its original had.
    package let formerInOriginal: [Node]
    /// Whether search engines are asked to leave it out.
    package let isUnlisted: Bool
    /// The views of lists that it shows.
    package let views: [Node.Entry]
    /// Its language; nil for that of the site, and for a text of a list.
    package let language: Language?
    /// The tree of its language, to whose pages its links lead; empty for the site's first language, and for one that the
    /// site does not have.
    package let tree: String
    /// The folder below the site's root in which the page is: that of the tree, or empty where it is in one language.
    package let treeFolder: String
    /// Whether it says its language, and is in that one alone of a site that has several.
    package let isInOneLanguage: Bool
    /// The file of which its own is a translation; otherwise its own.
    package let original: String
    /// The language of its text, where that is not translated into the page's.
    package let textLanguage: Language?
    /// The tags of the languages of its title and its description, where those are not translated into the page's.
    package let titleLanguage: String?
    package let descriptionLanguage: String?
  }

  /// A list with its published records.
  package struct ListContent: Sendable {
    package let settings: ListSettings
    let texts: Remembered<ListTexts>
    var records: ReadRecords
    /// The list as its settings arrange it, before texts and the theme give its sections other titles.
    let written: ArrangedList
    package var arranged: ArrangedList
    /// The cells of all records in sections, where they are declared in Swift.
    package let cells: TypedCells?
    /// When its records last changed, where they show it.
    package let dating: RecordDating?

    init(
      settings: ListSettings, texts: Remembered<ListTexts>, records: ReadRecords, written: ArrangedList,
      cells: TypedCells?, dating: RecordDating?
    ) {
      (self.settings, self.texts, self.records, self.written) = (settings, texts, records, written)
      (self.cells, self.dating) = (cells, dating)
      arranged = written.titled(by: texts.value.ofSections.compactMapValues { $0.title.isEmpty ? nil : $0.title })
    }

    package var introduction: Plain? { texts.value.introduction }
    /// The texts of `terms/<field>/<slug>.md` about the list's terms, by field and slug.
    package var termTexts: [String: Plain] { texts.value.ofTerms }
    /// The texts of `sections/<slug>.md` above the list's sections, by slug.
    package var sectionTexts: [String: Plain] { texts.value.ofSections }
    /// The content of each source, whether it is published or not.
    package var sources: ChunkedArray<ReadList.Source> {
      get { records.sources }
      _modify { yield &records.sources }
    }
    /// The sources to check for links and warnings the next time; nil for all.
    package var linked: [Int]? {
      get { records.linked }
      set { records.linked = newValue }
    }
    /// Records with errors, as far as they could be read: their links are checked like others'.
    package var unfit: [Record] { records.unfit }
    /// Where each slug of a record stands.
    package var places: RecordPlaces { records.places }
    /// The items that took the places of others in the list as an earlier build had it, where that is all that changed of
    /// its tables; nil where there was no earlier build.
    package func replaced(since earlier: ListContent) throws(ArrangedAnew) -> [ObjectIdentifier: RecordItem]? {
      let replaced = try records.replaced?.get()
      guard texts === earlier.texts else { throw ArrangedAnew("a text about it changed") }
      return replaced
    }
    /// Whether the list shows every record that was read.
    package var areAllShown: Bool {
      settings.arrangement.mayRepeat == false && arranged.sections.reduce(0) { $0 + $1.items.count } == records.count
    }
    /// Whether some records may be shown otherwise at another time, without an edit.
    package var mayChange: Bool { records.mayChange || settings.readsClock }
  }

  package let settings: SiteSettings
  /// The settings and plain pages as they were read.
  private let setup: Remembered<SiteSetup?>
  /// The instant at which it was decided what is published, in seconds since 1970-01-01T00:00:00Z.
  package let instant: Int
  package var plainPages: [Plain] = []
  package var lists: [ListContent] = []
  package var assets: [String] = []
  /// The sizes of the pictures that records may show, by their paths.
  package private(set) var pictures: [String: PictureSize] = [:]
  /// The smaller copies of pictures that lists ask for, in order of path and width.
  package private(set) var thumbnails: [Thumbnail] = []
  /// The addresses in style sheets that are published as they are.
  package private(set) var styleSheetLinks: [StyleSheetLink] = []
  /// Whether it is known which files lists read, since none of their settings is broken.
  package private(set) var areSourcesKnown = false
  /// Files, and folders of lists, that could not be read. That has been reported, so links to them are not.
  package private(set) var unread: [String] = []

  /// When pages are published that are no records, by their files.
  private var schedules: [(path: String, schedule: Schedule)] = []

  /// Files of pages and records that are not published, and the folders of such records.
  package private(set) var unpublished: [String] = []

  /// Reads all of a site, as far as it can be read.
  package init?(_ tree: SourceTree, _ options: BuildOptions, _ diagnostics: inout Diagnostics) {
    self.init(SourceLedger(tree, SourceListing(tree)), options, &diagnostics)
  }

  /// Reads a site as far as it can be read, and as far as the last build does not know it.
  ///
  /// - Parameter earlier: what an earlier build of this process read.
  package init?(
    _ ledger: SourceLedger, _ options: BuildOptions, since earlier: SiteContent? = nil,
    _ diagnostics: inout Diagnostics
  ) {
    // Records that are published now may not have been so at an earlier instant.
    let known = earlier.flatMap { earlier in
      let isLater = options.instant(in: earlier.settings.zone) >= earlier.instant
      return isLater && earlier.setup.value?.holds(with: options) ?? false ? earlier.setup : nil
    }
    let remembered = ledger.remembered(known, &diagnostics) { SiteSetup(ledger, options, &$0) }
    guard let setup = remembered.value else { return nil }
    self.setup = remembered
    settings = setup.settings
    var options = options
    options.now = options.instant(in: settings.zone)
    instant = options.now
    (plainPages, assets, schedules) = (setup.plainPages, setup.assets, setup.schedules)
    (unread, unpublished) = (setup.unread, setup.unpublished)
    areSourcesKnown = setup.lists.allSatisfy { $0.settings?.hasAllSources ?? false }
    let kept = Dictionary(
      (earlier?.lists ?? []).map { ($0.settings.folder.name, $0) }, uniquingKeysWith: { first, _ in first })
    var reader = PublishedReader(
      ledger: ledger, tree: ledger.tree, site: settings, values: settings.values, options: options, kept: kept)
    reader.isSetUpAlike = earlier?.setup === remembered
    if !reader.isSetUpAlike, let before = known?.value { reader.listsSetAlike = setup.listsSet(like: before) }
    let histories = Self.histories(setup.lists.map(\.settings), ledger, settings, options, kept: kept, &diagnostics)
    let fetching = Fetching(options.lists, from: ledger.tree, settings.language)
    var read: [ReadList] = []
    for (folder, list) in setup.lists {
      if let list {
        diagnostics.reading(folder.tree) { found in
          let content = reader.list(list, fetching, histories[list.folder.name], unread: &unread, &found)
          unpublished += content.records.unpublished
          schedules += content.texts.value.schedules
          read.append(content)
        }
      } else {
        unread.append(folder.folder)
      }
    }
    lists = ReadList.joined(read, language: settings.values.language, at: instant, &diagnostics)
    pictures = Self.pictures(assets, lists, in: ledger.tree)
    thumbnails = Self.thumbnails(of: lists, pictures, ledger, &diagnostics)
    styleSheetLinks = Self.styleSheetLinks(copiedFiles, in: ledger.tree, &diagnostics)
  }

  /// When the records of lists that ask for it last changed.
  private static func histories(
    _ lists: [ListSettings?], _ ledger: SourceLedger, _ settings: SiteSettings, _ options: BuildOptions,
    kept: [String: ListContent], _ diagnostics: inout Diagnostics
  ) -> [String: RecordHistory] {
    let asking = lists.compactMap(\.self).filter { $0.type.updatedField != nil }
    guard !asking.isEmpty, let git = ledger.tree.history else { return [:] }
    let reader = HistoryReader(git: git, ledger: ledger, site: settings, options: options)
    return reader.histories(asking, kept: kept.compactMapValues(\.dating?.history), &diagnostics)
  }

  /// The files that are published as they are.
  private var copiedFiles: [String] {
    let folders = lists.map(\.settings.folder).filter { !$0.isTranslation }
    return assets + folders.flatMap { $0.assets + $0.recordFiles.values.joined() }
  }
}

extension SiteContent {
  private static func styleSheetLinks(
    _ files: [String], in tree: SourceTree, _ diagnostics: inout Diagnostics
  ) -> [StyleSheetLink] {
    files.filter { $0.fileExtension.lowercased() == "css" }.sorted(by: inByteOrder).flatMap { file in
      guard let sheet = tree.bytes(file, &diagnostics) else { return [StyleSheetLink]() }
      return StyleSheetLink.located(StyleSheetLinks.links(in: sheet), in: sheet, of: file)
    }
  }

  /// The sizes of pictures, where a list has some.
  private static func pictures(_ assets: [String], _ lists: [ListContent], in tree: SourceTree) -> [String: PictureSize]
  {
    guard lists.contains(where: { $0.settings.type.hasAssets }) else { return [:] }
    let folders = lists.map(\.settings.folder)
    let files = assets + folders.flatMap { $0.assets + $0.recordFiles.values.joined() }
    let pictures = files.filter { PictureSize.isOf(path: $0) }
    let sizes = parallelMap(pictures.count) { index in PictureSize { tree.part(pictures[index], $0, $1) } }
    return Dictionary(
      zip(pictures, sizes).compactMap { path, size in size.map { (path, $0) } }, uniquingKeysWith: { first, _ in first }
    )
  }

  /// The smaller copies of the pictures that lists show.
  private static func thumbnails(
    of lists: [ListContent], _ pictures: [String: PictureSize], _ ledger: SourceLedger, _ diagnostics: inout Diagnostics
  ) -> [Thumbnail] {
    var unread: Set<String> = []
    var asked: [String: [Int: SourceLocation]] = [:]
    for list in lists where list.settings.type.hasThumbnails {
      let fields = list.settings.type.fields
      let items = list.arranged.sections.lazy.map(\.items) + list.arranged.views
      for (path, file) in items.joined().flatMap(\.pictures) {
        guard let place = SiteFolder.place(ofLink: path, in: file), PictureSize.isOf(path: place) else { continue }
        guard let size = pictures[place], Thumbnail.canRead(size) else {
          // A drawing need not give its size.
          guard place.fileExtension.lowercased() != "svg", unread.insert(place).inserted else { continue }
          let reason =
            pictures[place].map { "\($0.width) by \($0.height) pixels are too many" } ?? "its size cannot be read"
          diagnostics.error(
            .unreadablePicture, "no smaller copy of the picture can be made: \(reason)",
            at: SourceLocation(file: place), hint: "save it anew as JPEG, PNG, WebP or AVIF")
          continue
        }
        for field in fields {
          for width in field.thumbnails where Thumbnail.suits(width, size) {
            asked[place, default: [:]][width] = field.thumbnailsLocation ?? list.settings.location
          }
        }
      }
    }
    let places = asked.keys.sorted(by: inByteOrder)
    // A picture is read to know its digest, unless it is known from the last build.
    let digests = parallelMap(places.count) { index in
      if ledger.digest(of: places[index]) == nil { _ = try? ledger.tree.read(places[index]) }
      return ledger.digest(of: places[index])
    }
    return zip(places, digests).flatMap { place, digest -> [Thumbnail] in
      guard let digest, let widths = asked[place] else { return [] }
      return widths.sorted { $0.key < $1.key }.map { Thumbnail(of: place, digest, width: $0.key, askedFor: $0.value) }
    }
  }

  /// The first instant at which a page that is no record will be published or expires, and its file.
  package var nextPage: (instant: Int, path: String)? {
    schedules.compactMap { page in page.schedule.next(after: instant).map { ($0, page.path) } }.min { $0 < $1 }
  }
}

extension SiteContent.Plain {
  /// The name of the page among those of all languages.
  package var place: String { tree.isEmpty || isInOneLanguage ? original : "\(tree):\(original)" }
}

extension SiteContent {
  /// The tags of the languages of lists and pages.
  package var languages: [String] {
    lists.map(\.settings.arrangement.language.tag) + plainPages.compactMap(\.language?.tag)
  }

  /// Whether its settings and plain pages are those of another, and were not read again.
  package func isSetUp(like other: SiteContent) -> Bool { setup === other.setup }

  /// The encodings of the sources that are not UTF-8.
  package var encodings: [String: TextEncoding] { setup.value?.encodings ?? [:] }
}

extension SiteContent {
  /// The addresses that the lists of a site name as sources, with the files that are fetched from them.
  package static func remoteSources(
    _ tree: SourceTree, _ options: BuildOptions, _ diagnostics: inout Diagnostics
  ) -> [(path: String, source: RemoteSource)] {
    let map = options.contentMap(tree, &diagnostics)
    guard let settings = SiteSettings(map.settings, from: tree, base: options.base, &diagnostics) else { return [] }
    let declarations = ListDeclarations(
      map, settings.languages, from: tree, values: settings.values, typed: options.lists, &diagnostics)
    let sources = declarations.settings(&diagnostics).compactMap { $0?.sources }.joined().flatMap(\.ofFiles)
    var seen: Set<String> = []
    return sources.compactMap { source in
      source.details?.remote.flatMap { seen.insert(source.path).inserted ? (source.path, $0) : nil }
    }
  }
}
