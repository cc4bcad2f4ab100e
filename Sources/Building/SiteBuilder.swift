import CellistBase
import CellistContent
import CellistFamilies
import CellistFiles
import CellistOutput
import CellistPages
import CellistRecords
import CellistSettings
import CellistSites
import CellistTemplates
import CellistText
import CellistThemes

/// Builds a site: reads it, checks all of it, and only then writes.
package struct SiteBuilder: Sendable {
  /// The result of a build, or why it made nothing.
  package struct Outcome: Sendable {
    /// Everything that is wrong or doubtful, in order of place.
    package var diagnostics: [Diagnostic]
    package var lists = 0
    package var records = 0
    package var pages = 0
    /// The texts that are not translated into all languages of the site, where they were requested.
    package var untranslated: [UntranslatedText] = []
    /// The changes of files of the output, in order of path.
    package var changes: [OutputChange] = []
    /// The pages that might have changed, by their numbers: those whose ingredients were compared. Nil where the build
    /// found nothing to do before it planned them.
    package internal(set) var candidates: [Int]?
    /// The files in the output folder that no build wrote and that have not been reported before.
    package var foreign: [String] = []
    /// Why the build could not rest on an earlier one; nil when it did, or was not asked to.
    package var reasonForClean: String?
    /// The first change of what is published that will come without an edit; nil where none will.
    package var next: NextChange?
    /// The changes of the published site; nil when they were not requested.
    package var report: ChangeReport?
    /// Why the next build will not be able to rest on this one.
    package var stateFailure: String?
    /// The parts of the build that the next one reuses.
    package var memory: BuildMemory?

    package init(diagnostics: [Diagnostic], lists: Int = 0, records: Int = 0, pages: Int = 0) {
      self.diagnostics = diagnostics
      self.lists = lists
      self.records = records
      self.pages = pages
    }

    package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
  }

  package internal(set) var tree: SourceTree
  package let options: BuildOptions

  package init(_ tree: SourceTree, _ options: BuildOptions) {
    self.tree = tree
    self.options = options
  }

  /// Reads and checks a site without writing anything.
  ///
  /// - Parameters:
  ///   - programs: what would make smaller copies of pictures.
  ///   - isListing: whether the outcome is to have the texts that are not translated.
  package func check(calling programs: ProgramRunner = .machine, listingUntranslated isListing: Bool = false) -> Outcome
  {
    var (plan, outcome) = plan(SourceLedger(tree, SourceListing(tree)))
    if let first = plan?.content.thumbnails.first, let reason = Thumbnailer.absence(programs) {
      var diagnostics = Diagnostics()
      for diagnostic in outcome.diagnostics { diagnostics.append(diagnostic) }
      diagnostics.report(.program(reason), first)
      outcome.diagnostics = located(diagnostics)
    }
    if isListing, !outcome.hasErrors, let plan {
      outcome.untranslated = untranslatedSettings(of: plan) + plan.untranslated
    }
    return outcome
  }

  /// The texts of settings that are not translated into all languages of the site.
  private func untranslatedSettings(of plan: SitePlan) -> [UntranslatedText] {
    // Mistakes in them would have been reported.
    var unheard = Diagnostics()
    let folders = plan.lists.map(\.settings.folder).filter {
      $0.hasSettings && !$0.isTranslation && !$0.isInOneLanguage
    }
    let files = [SiteFolder.settings] + folders.map(\.settings)
    return plan.settings.languages.untranslated(
      in: files.compactMap { SettingsFile.read($0, from: tree, &unheard) })
  }

  /// The settings of a site's lists, without their records being read.
  package func lists() -> (lists: [ListSettings], outcome: Outcome) {
    var diagnostics = Diagnostics()
    let map = options.contentMap(tree, &diagnostics)
    guard let settings = SiteSettings(map.settings, from: tree, base: options.base, &diagnostics)
    else { return ([], Outcome(diagnostics: located(diagnostics))) }
    let values = ValueReader(
      language: settings.language, zone: settings.zone, forms: settings.dialect.extensions, decimal: settings.decimal)
    let lists = ListDeclarations(
      map, settings.languages, from: tree, values: values, typed: options.lists, &diagnostics
    )
    .settings(&diagnostics).compactMap(\.self)
    return (lists, Outcome(diagnostics: located(diagnostics), lists: lists.count))
  }

  /// The path of the site's root in URLs, with slashes at both ends.
  package var basePath: String {
    var diagnostics = Diagnostics()
    return settings(&diagnostics)?.base.path ?? "/"
  }

  /// The settings of the site alone; nil where there are none.
  package func settings(_ diagnostics: inout Diagnostics) -> SiteSettings? {
    let map = options.contentMap(tree, &diagnostics)
    return SiteSettings(map.settings, from: tree, base: options.base, &diagnostics)
  }

  /// The addresses that the site's lists name as sources, with the paths of the files that are fetched from them.
  package func remoteSources(_ diagnostics: inout Diagnostics) -> [(path: String, source: RemoteSource)] {
    SiteContent.remoteSources(tree, options, &diagnostics)
  }

  /// Every file of the site, in memory; none when the site has errors.
  ///
  /// - Parameter programs: what makes smaller copies of pictures.
  package func render(calling programs: ProgramRunner = .machine) -> (files: [String: [UInt8]], outcome: Outcome) {
    let (plan, outcome) = plan(SourceLedger(tree, SourceListing(tree)))
    guard let plan, !outcome.hasErrors else { return ([:], outcome) }
    let pages = plan.pages
    let files = parallelMap(pages.count) { index in
      var buffer = ByteBuffer()
      var unheard = Diagnostics()
      let bytes = try? pages[index].bytes(from: tree, .vips(programs), &buffer, &unheard)
      return (pages[index].path, bytes ?? [])
    }
    return (Dictionary(uniqueKeysWithValues: files), outcome)
  }

  /// The pages of a site, all of them checked; nil where there is not even a site.
  ///
  /// - Parameter earlier: the plan of the last build in this process.
  func plan(_ ledger: SourceLedger, since earlier: SitePlan? = nil) -> (plan: SitePlan?, outcome: Outcome) {
    var diagnostics = Diagnostics()
    guard let content = SiteContent(ledger, options, since: earlier?.readContent, &diagnostics)
    else { return (nil, Outcome(diagnostics: located(diagnostics))) }
    let encodings = content.encodings
    let choice = ThemeChoice(content.settings, languages: content.languages)
    let known = earlier?.readTheme.flatMap { $0.value.choice == choice ? $0 : nil }
    let remembered = ledger.remembered(known, &diagnostics) {
      ReadTheme(choice, ThemeFolder.theme(choice, from: ledger.tree, &$0))
    }
    var theme = remembered.value.theme
    theme?.addedNames = options.addedNames
    var plan = SitePlan(
      consume content, theme: theme, since: earlier, client: PageFamilies.client, families: PageFamilies.all,
      &diagnostics)
    plan.readTheme = remembered
    var outcome = Outcome(
      diagnostics: located(diagnostics, in: encodings), lists: plan.listCount, records: plan.recordCount,
      pages: plan.pages.count)
    outcome.next = plan.nextChange
    return (plan, outcome)
  }

  /// The diagnostics in order of place, each with the source line it is about.
  ///
  /// - Parameter encodings: those of files that are not UTF-8.
  package func located(_ diagnostics: Diagnostics, in encodings: [String: TextEncoding] = [:]) -> [Diagnostic] {
    var files: [String: LineIndex] = [:]
    return diagnostics.sorted.map { diagnostic in
      // Never print text from outside the site, or what is no text. An earlier call may have found the line.
      guard diagnostic.excerpt == nil, let location = diagnostic.location,
        ![.symbolicLink, .unreadablePicture].contains(diagnostic.code)
      else { return diagnostic }
      // The lines of a database are its rows, and a sheet has cells.
      guard !location.isInSheet, SourceFormat(path: location.file)?.isText ?? true else { return diagnostic }
      let lines: LineIndex
      if let known = files[location.file] {
        lines = known
      } else {
        let bytes = (try? tree.read(location.file)) ?? BuiltInThemes.bytes(of: location.file) ?? []
        let encoding = TextEncoding(markOf: bytes) ?? encodings[location.file]
        // The addresses of sources are in the settings of lists.
        let isSecret = location.file.fileName == ListFolder.settingsName
        lines =
          (try? encoding?.text(of: bytes)).map { LineIndex($0) }
          ?? (isSecret
            ? LineIndex(RemoteAddress.masked(String(decoding: bytes, as: UTF8.self))) : LineIndex(bytes: bytes))
        files[location.file] = lines
      }
      let place = TextPosition(line: location.line, column: location.column)
      guard let (text, column) = lines.window(around: place, radius: Excerpt.radius) else { return diagnostic }
      var result = diagnostic
      result.excerpt = Excerpt(text, column: column)
      return result
    }
  }
}
