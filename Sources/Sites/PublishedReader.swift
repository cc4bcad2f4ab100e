import CellistContent
import CellistFiles
import CellistFormats
import CellistRecords
import CellistSettings

/// Reads pages and records, and leaves out what is not published.
struct PublishedReader: Sendable {
  let ledger: SourceLedger
  let tree: SourceTree
  let site: SiteSettings
  let values: ValueReader
  let options: BuildOptions
  let kept: [String: SiteContent.ListContent]
  /// Whether all settings and pages are those by which they were read.
  var isSetUpAlike = false
  /// The names of the lists whose settings are, where others, or pages, are not.
  var listsSetAlike: Set<String> = []

  /// Reads a plain page or a text of a list; nil where it is not published, and, with diagnostics, where it cannot be
  /// read.
  ///
  /// - Parameter schedules: where it is noted when the page is published.
  func plain(
    _ page: PlainFile, _ schedules: inout [(path: String, schedule: Schedule)], _ diagnostics: inout Diagnostics
  ) -> SiteContent.Plain? {
    guard let text = tree.text(page.path, &diagnostics), let file = FrontMatter(text, file: page.path, &diagnostics)
    else { return nil }
    let order = site.languages.order(from: page.tree, speaking: file.node["language"]?.text)
    let parent = page.isTranslation ? frontMatter(of: page.original) : nil
    let node = parent.map { Self.inheriting(file.node, from: $0) } ?? file.node
    guard let settings = PlainSettings(node.spoken(order), of: page, site.languages, &diagnostics) else { return nil }
    // A page that says its language is in that alone, and its translations are files of their own.
    if settings.language != nil, !page.tree.isEmpty { return nil }
    let schedule = Schedule(file.node, zone: values.zone, &diagnostics)
    schedules.append((page.path, schedule))
    if diagnostics.reportLimits(of: file.body, at: file.bodyLocation) { return nil }
    // Mistakes in the original are reported where it is read for itself.
    var unheard = Diagnostics()
    if let parent {
      // It may be read nowhere else, as where all languages have a file.
      let original = Schedule(parent, zone: values.zone, &unheard)
      schedules.append((page.original, original))
      guard isPublished(original) else { return nil }
    }
    guard isPublished(schedule) else {
      guard parent != nil else { return nil }
      // Until it is, the page has the text of the original.
      return plain(page.ofOriginal, &schedules, &diagnostics)
    }
    let foreign = node.foreignTexts(order)
    let isInOneLanguage = page.list?.isInOneLanguage ?? (settings.language != nil && !site.languages.isEmpty)
    func tag(of text: String?, _ key: String) -> String? {
      guard !isInOneLanguage, let text, let value = node[key] else { return nil }
      if value.entries != nil { return foreign.language(of: text) }
      return site.languages.textLanguage(of: file.node[key] == nil ? page.original : page.path, in: page.tree)?.tag
    }
    return SiteContent.Plain(
      path: page.path, title: settings.title ?? "", description: settings.description, body: file.body,
      bodyLocation: file.bodyLocation, formerAddresses: settings.formerAddresses,
      formerInOriginal: page.isOfSection ? [] : Self.formerAddresses(parent), isUnlisted: settings.isUnlisted,
      views: settings.views,
      language: settings.language ?? (page.tree.isEmpty ? nil : site.languages.language(of: page.tree)),
      tree: (settings.language?.tag).map(site.languages.tree(speaking:)) ?? page.tree,
      treeFolder: isInOneLanguage ? "" : site.languages.folder(of: page.tree), isInOneLanguage: isInOneLanguage,
      original: page.original,
      textLanguage: isInOneLanguage ? nil : site.languages.textLanguage(of: page.path, in: page.tree),
      titleLanguage: tag(of: settings.title, "title"),
      descriptionLanguage: tag(of: settings.description, "description"))
  }

  private func isPublished(_ schedule: Schedule) -> Bool {
    schedule.isPublished(at: options.now, includingDrafts: options.drafts)
  }

  /// The front matter of a page's file; nil where there is none.
  private func frontMatter(of file: String) -> Node? {
    var unheard = Diagnostics()
    return tree.text(file, &unheard).flatMap { FrontMatter($0, file: file, &unheard) }?.node
  }

  /// The front matter of a translation, with the keys that only that of its original has.
  private static func inheriting(_ node: Node, from original: Node) -> Node {
    let inherited = (original.entries ?? []).filter {
      ["title", "description", "noindex", "views"].contains($0.key) && node[$0.key] == nil
    }
    return Node(.mapping((node.entries ?? []) + inherited), at: node.location)
  }

  /// The former addresses in the front matter of a page.
  private static func formerAddresses(_ node: Node?) -> [Node] {
    let addresses = node?["redirect-from"]
    return (addresses?.items ?? [addresses].compactMap(\.self)).filter { $0.text != nil }
  }

  /// Reads the records of a list, and the texts about it.
  ///
  /// - Parameter unread: where the files that cannot be read are noted.
  func list(
    _ settings: ListSettings, _ fetching: Fetching, _ history: RecordHistory?, unread: inout [String],
    _ diagnostics: inout Diagnostics
  ) -> ReadList {
    let kept = self.kept[settings.folder.name]
    let dating = RecordDating(history, settings)
    let reader = SourceReader(settings, site, ledger, fetching, dating, now: options.now)
    let start = diagnostics.all.count
    var (replaced, arrangedAnew, isKept): (ReadRecords?, ArrangedAnew?, Bool) = (nil, nil, false)
    if let kept {
      do throws(ArrangedAnew) {
        try requireSetup(of: settings, like: kept.settings)
        isKept = true
        replaced = try self.records(of: kept, reader)
      } catch { arrangedAnew = error }
    }
    var records = replaced ?? self.records(reader, since: kept, unread: &unread, &diagnostics)
    if let arrangedAnew { records.replaced = .failure(arrangedAnew) }
    diagnostics.note(list: settings.folder.name, since: start)
    let known = kept.flatMap { $0.texts.value.holds(with: options) ? $0.texts : nil }
    let texts = ledger.remembered(isKept ? known : nil, &diagnostics) { ListTexts(of: settings, self, &$0) }
    return ReadList(
      settings: settings, texts: texts, records: records, dating: dating, kept: isKept ? kept : nil)
  }

  /// Requires that a list's settings and files are those of an earlier build, so that only what is in the files can change it.
  private func requireSetup(of list: ListSettings, like kept: ListSettings) throws(ArrangedAnew) {
    if isSetUpAlike { return }
    guard listsSetAlike.contains(list.folder.name) else { throw ArrangedAnew("the settings changed") }
    let (new, old) = (list.folder, kept.folder)
    guard list.groups == kept.groups, new.introduction == old.introduction, list.termTexts == kept.termTexts,
      list.sectionTexts == kept.sectionTexts
    else { throw ArrangedAnew("files came or went") }
  }
}
