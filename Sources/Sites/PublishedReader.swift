import CellistContent
import CellistFiles
import CellistFormats
import CellistLists
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
  /// Whether all settings are those by which they were read.
  var isSetUpAlike = false

  /// - Parameters:
  ///   - original: the file of which the page's own is a translation; nil for its own.
  ///   - tree: the tree of its language.
  ///   - list: the list above whose records it is, where there are no views.
  ///   - isOfSection: whether it has no page of its own, and is the text above the records of a section.
  func plain(
    _ path: String, of original: String? = nil, in tree: String = "", for list: ListFolder? = nil,
    isOfSection: Bool = false, _ schedules: inout [(path: String, schedule: Schedule)], _ diagnostics: inout Diagnostics
  ) -> SiteContent.Plain? {
    guard let text = self.tree.text(path, &diagnostics), let file = FrontMatter(text, file: path, &diagnostics)
    else { return nil }
    let original = original ?? path
    let order = site.languages.order(from: tree, speaking: file.node["language"]?.text)
    let parent = path == original ? nil : frontMatter(of: original)
    let node = parent.map { Self.inheriting(file.node, from: $0) } ?? file.node
    guard var reader = MappingReader(node.spoken(order), name: "the front matter", &diagnostics)
    else { return nil }
    let title = reader.text("title", &diagnostics)
    let description = isOfSection ? nil : reader.text("description", &diagnostics)
    let formerAddresses = isOfSection ? [] : reader.texts("redirect-from", &diagnostics) ?? []
    let isUnlisted = isOfSection ? false : reader.boolean("noindex", &diagnostics) ?? false
    let views = list != nil ? nil : reader.node("views")
    var language = list != nil ? nil : reader.language("language", &diagnostics)
    if path != original, let said = language {
      language = nil
      if let own = site.languages.translation(path)?.tag, own != said.tag {
        diagnostics.error(
          .invalidSetting, "the file's name says that it is in '\(own)', found '\(said.tag)'",
          at: reader.node("language")?.location, hint: "leave 'language' out")
      }
    }
    if let views, views.entries == nil {
      diagnostics.error(
        .invalidSetting, "'views' must be a mapping of names to views, found \(views.summary)", at: views.location,
        hint: "for example views: {latest: {list: papers, limit: 5}}")
    }
    for key in RecordType.scheduleNames { _ = reader.node(key) }
    reader.finish(&diagnostics)
    // A page that says its language is in that alone, and its translations are files of their own.
    if language != nil, !tree.isEmpty { return nil }
    let schedule = Schedule(file.node, zone: values.zone, &diagnostics)
    schedules.append((path, schedule))
    if diagnostics.reportLimits(of: file.body, at: file.bodyLocation) { return nil }
    func isPublished(_ schedule: Schedule) -> Bool {
      schedule.isPublished(at: options.now, includingDrafts: options.drafts)
    }
    // Mistakes in the original are reported where it is read for itself.
    var unheard = Diagnostics()
    if let parent, !isPublished(Schedule(parent, zone: values.zone, &unheard)) { return nil }
    guard isPublished(schedule) else {
      guard parent != nil else { return nil }
      // Until it is, the page has the text of the original.
      return plain(original, in: tree, for: list, isOfSection: isOfSection, &schedules, &diagnostics)
    }
    let isInOneLanguage = list?.isInOneLanguage ?? (language != nil && !site.languages.isEmpty)
    let own = (language?.tag).map(site.languages.tree(speaking:)) ?? tree
    let foreign = node.foreignTexts(order)
    func tag(of text: String?, _ key: String) -> String? {
      guard !isInOneLanguage, let text, let value = node[key] else { return nil }
      if value.entries != nil { return foreign.language(of: text) }
      return site.languages.textLanguage(of: file.node[key] == nil ? original : path, in: tree)?.tag
    }
    return SiteContent.Plain(
      path: path, title: title ?? "", description: description, body: file.body, bodyLocation: file.bodyLocation,
      formerAddresses: formerAddresses, formerInOriginal: isOfSection ? [] : Self.formerAddresses(parent),
      isUnlisted: isUnlisted, views: views?.entries ?? [],
      language: language ?? (tree.isEmpty ? nil : site.languages.language(of: tree)), tree: own,
      treeFolder: isInOneLanguage ? "" : site.languages.folder(of: tree), isInOneLanguage: isInOneLanguage,
      original: original, textLanguage: isInOneLanguage ? nil : site.languages.textLanguage(of: path, in: tree),
      titleLanguage: tag(of: title, "title"), descriptionLanguage: tag(of: description, "description"))
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

  func list(
    _ settings: ListSettings, _ fetching: Fetching, _ history: RecordHistory?, unread: inout [String],
    unpublished: inout [String],
    schedules: inout [(path: String, schedule: Schedule)],
    _ diagnostics: inout Diagnostics
  ) -> ReadList {
    let kept = self.kept[settings.folder.name]
    let dating = RecordDating(history, settings)
    let reader = SourceReader(settings, site, ledger, fetching, dating, now: options.now)
    let start = diagnostics.all.count
    let records =
      (kept.flatMap { self.records(of: $0, reader) })
      ?? self.records(reader, since: kept, unread: &unread, &diagnostics)
    unpublished += records.unpublished
    diagnostics.note(list: settings.folder.name, since: start)
    let known = kept.flatMap { $0.texts.value.holds(with: options) ? $0.texts : nil }
    let texts = ledger.remembered(isSetUpAlike ? known : nil, &diagnostics) { ListTexts(of: settings, self, &$0) }
    schedules += texts.value.schedules
    return ReadList(
      settings: settings, texts: texts, records: records, dating: dating, kept: isSetUpAlike ? kept : nil)
  }
}
