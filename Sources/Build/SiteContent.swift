import CellistContent
import CellistRecords
import CellistTables
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
  }

  /// A list with its published records.
  package struct ListContent: Sendable {
    package let settings: ListSettings
    package let introduction: Plain?
    package let records: [Record]
    /// Records with errors, as far as they could be read: their links are checked like others'.
    package let unfit: [Record]
    /// For each record in a folder of its own, by id, the files beside it.
    package let recordFiles: [String: [String]]
    package let arranged: ArrangedList
  }

  package var settings: SiteSettings
  package var plainPages: [Plain] = []
  package var lists: [ListContent] = []
  package var assets: [String] = []
  /// Files, and folders of lists, that could not be read. That has been reported, so links to them are not.
  package private(set) var unread: [String] = []

  /// Files of pages and records that are not published, and the folders of such records.
  package private(set) var unpublished: [String] = []

  /// Reads a site as far as it can be read.
  package init?(_ tree: SourceTree, _ options: BuildOptions, _ diagnostics: inout Diagnostics) {
    let map = ContentMap(tree, &diagnostics)
    guard let settings = SiteSettings(map.settings, from: tree, base: options.base, &diagnostics) else { return nil }
    self.settings = settings
    let values = ValueReader(language: settings.language, zone: settings.zone)
    var options = options
    if let date = options.date { options.now = Schedule.instant(date, zone: settings.zone) ?? options.now }
    let reader = PublishedReader(tree: tree, values: values, options: options)
    for path in map.plainPages {
      let before = diagnostics.all.count
      if let page = reader.plain(path, &diagnostics) {
        plainPages.append(page)
      } else if diagnostics.all.count > before {
        unread.append(path)
      } else {
        unpublished.append(path)
      }
    }
    assets = map.assets
    let declared = ListSettings.all(map.lists, from: tree, values: values, &diagnostics)
    var read: [ReadList] = []
    for (folder, list) in zip(map.lists, declared) {
      if let list {
        read.append(reader.list(list, unread: &unread, unpublished: &unpublished, &diagnostics))
      } else {
        unread.append(folder.folder)
      }
    }
    lists = ReadList.joined(read, language: values.language, &diagnostics)
  }
}

/// Reads pages and records, and leaves out what is not published.
private struct PublishedReader: Sendable {
  let tree: SourceTree
  let values: ValueReader
  let options: BuildOptions

  func plain(_ path: String, _ diagnostics: inout Diagnostics) -> SiteContent.Plain? {
    guard let text = tree.text(path, &diagnostics), let file = FrontMatter(text, file: path, &diagnostics),
      var reader = MappingReader(file.node, name: "the front matter", &diagnostics)
    else { return nil }
    let title = reader.text("title", &diagnostics)
    let description = reader.text("description", &diagnostics)
    for key in RecordType.scheduleNames { _ = reader.node(key) }
    reader.finish(&diagnostics)
    let schedule = Schedule(file.node, zone: values.zone, &diagnostics)
    guard schedule.isPublished(at: options.now, includingDrafts: options.drafts) else { return nil }
    return SiteContent.Plain(
      path: path, title: title ?? "", description: description, body: file.body, bodyLocation: file.bodyLocation)
  }

  func list(
    _ settings: ListSettings, unread: inout [String], unpublished: inout [String], _ diagnostics: inout Diagnostics
  ) -> ReadList {
    let sources = settings.sources
    let read = parallelMap(sources.count) { index in
      var found = Diagnostics()
      var decoded: [RecordDecoder.Decoded] = []
      var count = 0
      var errors = 0
      RawRecord.readAll(in: sources[index], from: tree, &found) { raw, found in
        count += 1
        let before = found.all.count
        if let record = settings.decoder.attempt(raw, &found) { decoded.append(record) }
        errors += found.all.count - before
      }
      // Whatever else is wrong is wrong with the file, and may have kept records from being seen.
      return (decoded, found, isComplete: decoded.count == count && errors == found.all.count)
    }
    var records: [Record] = []
    var unfit: [Record] = []
    var recordFiles: [String: [String]] = [:]
    var others: [String] = []
    var places = RecordPlaces()
    for (source, (decoded, found, _)) in zip(sources, read) {
      diagnostics.append(found)
      if found.hasErrors {
        unread += [source.path] + settings.folder.recordFiles[source.path, default: []]
        if source.isRecordFolder { unread.append(source.path.folder) }
      }
      for item in decoded {
        places.add(item.record, &diagnostics)
        guard item.fits else {
          unfit.append(item.record)
          others.append(item.record.id)
          continue
        }
        guard item.schedule.isPublished(at: options.now, includingDrafts: options.drafts) else {
          others.append(item.record.id)
          if source.format == .markdown { unpublished.append(source.isRecordFolder ? source.path.folder : source.path) }
          continue
        }
        records.append(item.record)
        if let files = settings.folder.recordFiles[source.path] { recordFiles[item.record.id] = files }
      }
    }
    return ReadList(
      settings: settings, introduction: settings.folder.introduction.flatMap { plain($0, &diagnostics) },
      records: records, unfit: unfit, others: others, recordFiles: recordFiles,
      isComplete: read.allSatisfy(\.isComplete))
  }
}

/// Watches that no two records of a list have one id or one slug.
private struct RecordPlaces {
  private var byID: [String: SourceLocation] = [:]
  private var bySlug: [String: (id: String, location: SourceLocation)] = [:]

  mutating func add(_ record: Record, _ diagnostics: inout Diagnostics) {
    if let first = byID[record.id] {
      diagnostics.error(
        .duplicateID, "the id \"\(record.id)\" stands here a second time", at: record.location,
        hint: "it first stands at \(first)")
      return
    }
    byID[record.id] = record.location
    if let first = bySlug[record.slug] {
      diagnostics.error(
        .pathCollision, "the ids \"\(first.id)\" and \"\(record.id)\" both have the slug '\(record.slug)'",
        at: record.location, hint: "the other one stands at \(first.location)")
    }
    bySlug[record.slug] = (record.id, record.location)
  }
}
