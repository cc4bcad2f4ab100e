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
    /// For each record in a folder of its own, by id, the files beside it.
    package let recordFiles: [String: [String]]
    package let arranged: ArrangedList
  }

  package var settings: SiteSettings
  package var plainPages: [Plain] = []
  package var lists: [ListContent] = []
  package var assets: [String] = []

  /// Reads a site; nil, with diagnostics, when it has no settings.
  package init?(_ tree: SourceTree, _ options: BuildOptions, _ diagnostics: inout Diagnostics) {
    let map = ContentMap(tree, &diagnostics)
    guard let settings = SiteSettings(map.settings, from: tree, base: options.base, &diagnostics) else { return nil }
    self.settings = settings
    let values = ValueReader(language: settings.language, zone: settings.zone)
    let reader = PublishedReader(tree: tree, values: values, options: options)
    plainPages = map.plainPages.compactMap { reader.plain($0, &diagnostics) }
    assets = map.assets
    for folder in map.lists {
      guard let list = ListSettings(folder, from: tree, values: values, &diagnostics) else { continue }
      lists.append(reader.list(list, &diagnostics))
    }
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

  func list(_ settings: ListSettings, _ diagnostics: inout Diagnostics) -> SiteContent.ListContent {
    let sources = settings.sources
    let read = parallelMap(sources.count) { index in
      var found = Diagnostics()
      var decoded: [RecordDecoder.Decoded] = []
      RawRecord.readAll(in: sources[index], from: tree, &found) { raw, found in
        if let record = settings.decoder.decode(raw, &found) { decoded.append(record) }
      }
      return (decoded, found)
    }
    var records: [Record] = []
    var recordFiles: [String: [String]] = [:]
    var places = RecordPlaces()
    for (source, (decoded, found)) in zip(sources, read) {
      diagnostics.append(found)
      for item in decoded {
        places.add(item.record, &diagnostics)
        guard item.schedule.isPublished(at: options.now, includingDrafts: options.drafts) else { continue }
        records.append(item.record)
        if let files = settings.folder.recordFiles[source.path] { recordFiles[item.record.id] = files }
      }
    }
    return SiteContent.ListContent(
      settings: settings, introduction: settings.folder.introduction.flatMap { plain($0, &diagnostics) },
      records: records, recordFiles: recordFiles, arranged: settings.arrangement.arrange(records, &diagnostics))
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
