import CellistContent
import CellistLists
import CellistPages
import CellistRecords
import CellistSites

/// What one build publishes, as far as it can be told without reading a record: one of two sides that are compared.
struct PublishedSite: Sendable {
  let settings: SiteSettings
  let lists: [ListPlan]
  let drafts: Bool
  /// The instant at which it was decided what is published.
  let instant: Int
  /// All records of each list by their ids, whether they are published or not.
  let entries: [String: [String: SourceRecords.Entry]]
  /// The ids of the records that each list shows: of no others anything is told.
  let shown: [String: Set<String>]
  /// What the files of the site are told apart by; nil for one that was not read.
  let files: [String: Digest?]
  /// The keys of each settings file, and what stands there.
  let keys: [String: [String: Digest]]
  /// The file of the site that each file of the output is, or is made from, as far as one alone is.
  let sources: [String: String]
  /// The records that files lie beside.
  let owners: [String: Owner]
  /// The pages of lists and records by their paths.
  let places: [String: Place]

  struct Owner: Hashable, Sendable {
    let list: String
    let id: String
  }

  /// What a page of a list shows.
  enum Place: Hashable, Sendable {
    case list(Int, page: Int)
    /// The record at a place in the order of a list.
    case record(list: Int, Int)
  }

  /// What a build has planned to publish.
  init(_ plan: SitePlan, _ ledger: SourceLedger, drafts: Bool) {
    var entries: [String: [String: SourceRecords.Entry]] = [:]
    for list in plan.lists {
      entries[list.settings.folder.name] = Self.byID(list.content.sources.flatMap(\.records.entries))
    }
    self.init(
      plan.settings, plan.lists, drafts: drafts, at: plan.instant, entries, tree: ledger.tree,
      files: ledger.listing.files.map { ($0.path, ledger.digest(of: $0.path)) })
  }

  /// What the last build published, from its own settings and the records as they were then; nil when its state does not
  /// say so.
  init?(_ state: BuildState, typed: [TypedList]) {
    var files = Dictionary(state.sources.files.paths.map { ($0, [UInt8]()) }, uniquingKeysWith: { first, _ in first })
    files.merge(state.settings) { _, text in text }
    let tree = SourceTree.memory(files)
    // Whatever was wrong was so then.
    var diagnostics = Diagnostics()
    let map = ContentMap(tree, &diagnostics)
    guard let settings = SiteSettings(map.settings, from: tree, base: state.build.base, &diagnostics) else {
      return nil
    }
    let values = ValueReader(language: settings.language, zone: settings.zone)
    var published: [(settings: ListSettings, items: [RecordItem])] = []
    var entries: [String: [String: SourceRecords.Entry]] = [:]
    for list in ListSettings.all(map.lists, from: tree, values: values, typed: typed, &diagnostics) {
      guard let list else { return nil }
      let all = list.groups.flatMap { group in
        SourceRecords.entries(state.sources.records, of: group, list.type, holdsRecords: list.holdsRecords) ?? []
      }
      let items = all.filter { $0.schedule.isPublished(at: state.build.now, includingDrafts: state.build.drafts) }
      published.append((list, items.map(\.item)))
      entries[list.folder.name] = Self.byID(all)
    }
    let arranged = ArrangedCells.of(published, language: settings.language, &diagnostics)
    let lists = zip(published, arranged).map { list, arranged in
      ListPlan(
        SiteContent.ListContent(
          settings: list.settings, introduction: nil, sources: [], unfit: [], arranged: arranged.list,
          cells: arranged.cells, places: RecordPlaces(capacity: 0)), base: settings.base)
    }
    self.init(
      settings, lists, drafts: state.build.drafts, at: state.build.now, entries, tree: tree,
      files: state.sources.files.paths.map { ($0, state.sources.files[$0]?.digest) })
  }

  private init(
    _ settings: SiteSettings, _ lists: [ListPlan], drafts: Bool, at instant: Int,
    _ entries: [String: [String: SourceRecords.Entry]], tree: SourceTree, files: [(String, Digest?)]
  ) {
    self.settings = settings
    self.lists = lists
    self.drafts = drafts
    self.instant = instant
    self.entries = entries
    shown = Dictionary(
      lists.map { ($0.settings.folder.name, Set($0.records.lazy.map(\.item.id))) },
      uniquingKeysWith: { first, _ in first })
    self.files = Dictionary(files, uniquingKeysWith: { first, _ in first })
    var diagnostics = Diagnostics()
    let map = ContentMap(tree, &diagnostics)
    let named = lists.map(\.settings.folder.settings) + [map.settings].compactMap(\.self)
    keys = Dictionary(named.map { ($0, Self.keys(of: $0, in: tree)) }, uniquingKeysWith: { first, _ in first })
    (sources, owners) = Self.sources(map, lists)
    var places: [String: Place] = [:]
    for (index, list) in lists.enumerated() {
      for page in list.pages.indices { places[PagePath.page(in: list.folder(page: page))] = .list(index, page: page) }
      guard list.settings.hasRecordPages else { continue }
      for (place, cell) in list.records.enumerated() {
        places[Routes.record(cell.item.slug, below: list.prefix)] = .record(list: index, place)
      }
    }
    self.places = places
  }

  func list(_ name: String) -> ListPlan? { lists.first { $0.settings.folder.name == name } }

  private static func byID(_ entries: [SourceRecords.Entry]) -> [String: SourceRecords.Entry] {
    Dictionary(entries.map { ($0.item.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// What stands at each key of a settings file, whatever its layout.
  private static func keys(of file: String, in tree: SourceTree) -> [String: Digest] {
    var diagnostics = Diagnostics()
    let root = SettingsFile.read(file, from: tree, &diagnostics)
    return Dictionary(
      (root?.entries ?? []).map { entry in
        var writer = StateWriter()
        writer.write(entry.value)
        return (entry.key, Digest(writer.bytes))
      }, uniquingKeysWith: { first, _ in first })
  }

  /// Plain pages and files that are published as they are.
  private static func sources(_ map: ContentMap, _ lists: [ListPlan]) -> ([String: String], [String: Owner]) {
    var sources: [String: String] = [:]
    var owners: [String: Owner] = [:]
    for path in map.plainPages { sources[Routes.plain(path)] = path }
    for path in map.assets { sources[path.below(SiteFolder.content)] = path }
    for list in lists {
      let folder = list.settings.folder
      for path in folder.assets { sources[path.below(SiteFolder.content)] = path }
      for record in list.records where !folder.recordFiles.isEmpty {
        for file in record.item.files {
          for path in folder.recordFiles[file] ?? [] {
            sources[Routes.file(path, beside: file, of: record.item.slug, below: list.prefix)] = path
            owners[path] = Owner(list: folder.name, id: record.item.id)
          }
        }
      }
    }
    return (sources, owners)
  }
}

extension ListPlan {
  /// The list as it is compared.
  var shown: ShownList {
    var arranged = content.arranged
    let others = records.others
    for section in others.isEmpty ? 0..<0 : arranged.sections.indices {
      arranged.sections[section].items = arranged.sections[section].items.map { others[$0.id] ?? $0 }
    }
    return ShownList(name: settings.folder.name, fields: settings.type.fields.map(\.name), arranged: arranged)
  }
}

extension StateWriter {
  fileprivate mutating func write(_ node: Node) {
    switch node.content {
    case .null: write(UInt64(0))
    case .scalar(let text, let isQuoted):
      write(UInt64(isQuoted ? 1 : 2))
      write(text)
    case .sequence(let items):
      write(UInt64(3))
      write(items) { $0.write($1) }
    case .mapping(let entries):
      write(UInt64(4))
      write(entries) { writer, entry in
        writer.write(entry.key)
        writer.write(entry.value)
      }
    }
  }
}

extension SitePlan {
  /// The files whose texts say what the state says of records.
  var settingsFiles: [String] { [SiteFolder.settings] + lists.map(\.settings.folder.settings) }
}
