import CellistContent
import CellistLists
import CellistRecords
import CellistSettings
import CellistTables
import CellistText

/// Reads pages and records, and leaves out what is not published.
struct PublishedReader: Sendable {
  let ledger: SourceLedger
  let tree: SourceTree
  let site: SiteSettings
  let values: ValueReader
  let options: BuildOptions
  let kept: [String: SiteContent.ListContent]

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

  /// Where each of a list's sources stood among those that an earlier build of this process read.
  private static func places(of groups: [SourceGroup], among kept: [ReadList.Source]) -> EarlierPlaces {
    EarlierPlaces(
      of: groups, in: kept, isSame: { $0 == $1.group }, newKey: { Identifier($0.stateKey) },
      oldKey: { Identifier($0.group.stateKey) })
  }

  /// Where the slugs of a list's records stand, from where they stood in an earlier build of this process; nil where they
  /// follow from all records.
  private static func places(
    of read: [ReadList.Source], _ earlier: EarlierPlaces, since kept: SiteContent.ListContent
  ) -> RecordPlaces? {
    guard kept.unfit.isEmpty else { return nil }
    var gone = earlier.gone.flatMap { kept.sources[$0].records.entries.map(\.item) }
    var come: [RecordItem] = []
    for index in read.indices where read[index].isFresh || earlier[index] == nil {
      guard read[index].unfit.isEmpty else { return nil }
      if let then = earlier[index] { gone += kept.sources[then].records.entries.map(\.item) }
      come += read[index].records.entries.map(\.item)
    }
    return kept.places.replacing(gone, with: come)
  }

  /// Tells records that nothing names from those that are like them, in the order in which they are written.
  ///
  /// - Returns: whether any are alike.
  private static func number(_ sources: inout [ReadList.Source]) -> Bool {
    var counts: [RowID: Int] = [:]
    var areAlike = false
    for source in sources.indices {
      for index in sources[source].records.entries.indices {
        let entry = sources[source].records.entries[index]
        guard let row = RowID(entry.item.id) else { continue }
        let count = counts[row.first, default: 0] + 1
        counts[row.first] = count
        areAlike = areAlike || count > 1 || row != row.first
        let name = row.first.numbered(count)
        guard name != row else { continue }
        var renamed = entry
        renamed.item = entry.item.called(name)
        sources[source].records.update(index, renamed)
      }
    }
    return areAlike
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
    let groups = settings.groups
    let earlier = Self.places(of: groups, among: kept?.sources ?? [])
    var read = parallelMap(groups.count) { index in
      reader.read(groups[index], kept: earlier[index].flatMap { kept?.sources[$0] })
    }
    let areRowsNumbered = settings.decoder.mayBeNameless && Self.number(&read)
    let known = areRowsNumbered ? nil : kept.flatMap { Self.places(of: read, earlier, since: $0) }
    var items: [RecordItem] = []
    var unfit: [Record] = []
    var others: [String] = []
    var places = known ?? RecordPlaces(capacity: read.count)
    items.reserveCapacity(read.count)
    let start = diagnostics.all.count
    for index in read.indices {
      if !read[index].isQuiet {
        for warning in read[index].records.warnings { diagnostics.append(warning) }
        diagnostics.append(read[index].found)
        for source in read[index].broken {
          unread += [source.path] + settings.folder.recordFiles[source.path, default: []]
          if source.isRecordFolder { unread.append(source.path.folder) }
        }
        for record in read[index].unfit.lazy.map(\.record) {
          places.add(id: record.id, slug: record.slug, at: record.location, in: settings, &diagnostics)
          unfit.append(record)
          others.append(record.id)
        }
      }
      for entry in read[index].records.entries {
        if known == nil {
          places.add(id: entry.item.id, slug: entry.item.ownSlug, at: entry.item.location, in: settings, &diagnostics)
        }
        if entry.schedule.isPublished(at: options.now, includingDrafts: options.drafts) {
          items.append(entry.item)
        } else {
          others.append(entry.item.id)
          for file in entry.item.files
          where SourceFormat(path: file) == .markdown && !settings.folder.collections.contains(file) {
            let source = RecordSource(path: file, format: .markdown)
            unpublished.append(source.isRecordFolder ? file.folder : file)
          }
        }
      }
    }
    if known == nil {
      let names = places.distinctSlugs()
      var renamed: [ObjectIdentifier: RecordItem] = [:]
      for index in read.indices { read[index].records.rename(names, &renamed) }
      if !renamed.isEmpty { items = items.map { renamed[ObjectIdentifier($0)] ?? $0 } }
    }
    diagnostics.note(list: settings.folder.name, since: start)
    var termTexts: [String: SiteContent.Plain] = [:]
    let tree = settings.folder.tree
    for (original, path) in site.languages.translated(settings.termTexts, into: tree) {
      if let text = plain(path, of: original, in: tree, for: settings.folder, &schedules, &diagnostics) {
        let name = original.below(settings.folder.termTexts)
        termTexts[joined(name.folder, name.fileStem)] = text
      }
    }
    var sectionTexts: [String: SiteContent.Plain] = [:]
    for (original, path) in site.languages.translated(settings.sectionTexts, into: tree) {
      guard
        let text = plain(
          path, of: original, in: tree, for: settings.folder, isOfSection: true, &schedules, &diagnostics)
      else {
        continue
      }
      let name = original.below(settings.folder.sectionTexts)
      sectionTexts[joined(name.folder, name.fileStem).pathParts.joined(separator: "--")] = text
    }
    return ReadList(
      settings: settings,
      introduction: settings.folder.introduction.flatMap {
        plain(
          $0, of: site.languages.translation($0)?.original, in: tree, for: settings.folder, &schedules, &diagnostics)
      },
      termTexts: termTexts, sectionTexts: sectionTexts, sources: read, items: items, unfit: unfit, others: others,
      places: places, dating: dating,
      isComplete: settings.hasAllSources && read.allSatisfy(\.isComplete))
  }
}
