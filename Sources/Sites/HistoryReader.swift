import CellistContent
import CellistLists
import CellistRecords
import CellistSettings
import CellistText

/// Finds out when the records of a site's lists last changed, by the commits of its repository.
///
/// The state of each file after each commit that changed it is decoded once, under today's settings, and the result is kept:
/// a new commit costs what it changed.
struct HistoryReader {
  let git: GitHistory
  let tree: SourceTree
  let site: SiteSettings
  let options: BuildOptions

  /// How many states of sources are in memory at a time, but for those of one commit.
  private static let batch = 256

  /// The histories of the lists that ask for them, by name.
  ///
  /// - Parameter kept: those that an earlier build of this process found out.
  func histories(
    _ lists: [ListSettings], kept: [String: RecordHistory], _ diagnostics: inout Diagnostics
  ) -> [String: RecordHistory] {
    do throws(GitHistory.Absence) {
      guard let head = try git.head() else { return [:] }
      // Who keeps the site watches what it is asked for.
      if let log = git.log { _ = tree.place(log) }
      var histories: [String: RecordHistory] = [:]
      var open: [String?: [ListSettings]] = [:]
      for list in lists {
        let (name, settings) = (list.folder.name, settings(of: list))
        let known = [kept[name], loaded(name)].lazy.compactMap(\.self).first { $0.settings == settings }
        histories[name] = known ?? RecordHistory(commit: "", settings: settings)
        if known?.commit != head { open[known?.commit, default: []].append(list) }
      }
      guard !open.isEmpty else { return histories }
      try reportSubmodules(lists, at: head, &diagnostics)
      for (known, lists) in open {
        var commits = known == nil ? nil : try git.commits(after: known, to: head)
        let isKnown = commits != nil
        if commits == nil { commits = try git.commits(after: nil, to: head) ?? [] }
        let former = lists.map { list in
          isKnown ? histories[list.folder.name] : nil
        }
        for (list, history) in zip(lists, try follow(commits ?? [], lists, former, to: head)) {
          histories[list.folder.name] = history
          git.store?.save(Self.storeName(list.folder.name), history.bytes)
        }
      }
      return histories
    } catch {
      report(error, lists, &diagnostics)
      return [:]
    }
  }

  private static func storeName(_ list: String) -> String { Digest(list).hexadecimal }

  private func loaded(_ list: String) -> RecordHistory? {
    git.store?.load(Self.storeName(list)).flatMap { try? RecordHistory($0) }
  }

  private func settings(of list: ListSettings) -> Digest {
    var writer = StateWriter()
    writer.write(list.digests.decoding)
    let values = list.decoder.values
    writer.write([values.language.tag, values.zone.name, values.decimal?.rawValue ?? ""]) { $0.write($1) }
    return Digest(writer.bytes)
  }

  // MARK: What is wrong

  private func report(_ absence: GitHistory.Absence, _ lists: [ListSettings], _ diagnostics: inout Diagnostics) {
    var seen: Set<SourceLocation> = []
    for list in lists {
      let location = list.type.updatedField.flatMap { list.type.fields[$0].location } ?? list.location
      guard seen.insert(location).inserted else { continue }
      switch absence {
      case .noRepository:
        diagnostics.warning(
          .missingSource, "the records have no dates of change, since the site is in no git repository", at: location)
      case .shallow:
        diagnostics.error(
          .missingSource, "the dates of change need all commits, and this is a shallow clone", at: location,
          hint: "'git fetch --unshallow' gets the rest; a pipeline checks out with fetch-depth: 0")
      case .io(let reason):
        diagnostics.error(.missingSource, "the repository cannot be read: \(reason)", at: location)
      }
    }
  }

  private func reportSubmodules(
    _ lists: [ListSettings], at head: String, _ diagnostics: inout Diagnostics
  ) throws(GitHistory.Absence) {
    let submodules = try git.submodules(of: SiteFolder.content, at: head)
    for list in lists {
      let files = list.groups.lazy.flatMap(\.files) + [list.folder.settings]
      guard let submodule = submodules.first(where: { folder in files.contains { $0.hasPrefix("\(folder)/") } }) else {
        continue
      }
      diagnostics.error(
        .missingSource, "the dates of change of '\(submodule)' are not in this repository: it is a submodule",
        at: list.type.updatedField.flatMap { list.type.fields[$0].location } ?? list.location)
    }
  }

  // MARK: Following commits

  /// The histories of lists after some commits.
  ///
  /// - Parameter former: the histories before them; nil to begin with nothing.
  private func follow(
    _ commits: [GitHistory.Commit], _ lists: [ListSettings], _ former: [RecordHistory?], to head: String
  ) throws(GitHistory.Absence) -> [RecordHistory] {
    var blobs: [String: String] = [:]
    for history in former { for group in history?.groups.values.map(\.blobs) ?? [] { blobs.merge(group) { $1 } } }
    for commit in commits { for (path, blob) in commit.files { if let blob { blobs[path] = blob } } }
    let all = everything(lists, blobs)
    var histories: [RecordHistory] = []
    for (list, known) in zip(lists, former) {
      let then = all[list.folder.name] ?? list
      var groups = named(then.groups, as: list)
      groups.removeAll { $0.isFetched }
      var history = known ?? RecordHistory(commit: head, settings: settings(of: list))
      history = RecordHistory(
        commit: head, settings: history.settings, records: history.records, groups: history.groups,
        changes: history.changes)
      try follow(commits, then, groups, &history)
      histories.append(history)
    }
    return histories
  }

  private func follow(
    _ commits: [GitHistory.Commit], _ list: ListSettings, _ groups: [SourceGroup], _ history: inout RecordHistory
  ) throws(GitHistory.Absence) {
    var places: [String: [Int]] = [:]
    for (number, group) in groups.enumerated() { for path in group.files { places[path, default: []].append(number) } }
    var blobs = groups.map { history.groups[$0.stateKey]?.blobs ?? [:] }
    var versions: [RecordHistory.Version] = []
    let decoder = VersionDecoder(list, site)
    for (number, commit) in commits.enumerated() {
      var former: [Int: [String: String]] = [:]
      for (path, blob) in commit.files {
        for group in places[path] ?? [] {
          if former[group] == nil { former[group] = blobs[group] }
          blobs[group][path] = blob
        }
      }
      versions += former.sorted { $0.key < $1.key }.map { group, before in
        .init(commit: number, group: group, blobs: blobs[group], former: decoder.keepsChanges ? before : [:])
      }
      if versions.count >= Self.batch || number == commits.count - 1 {
        try follow(versions, commits, groups, decoder, &history)
        versions = []
      }
    }
  }

  private func follow(
    _ versions: [RecordHistory.Version], _ commits: [GitHistory.Commit], _ groups: [SourceGroup],
    _ decoder: VersionDecoder, _ history: inout RecordHistory
  ) throws(GitHistory.Absence) {
    let wanted = Set(versions.lazy.flatMap { Array($0.blobs.values) + Array($0.former.values) }).sorted()
    let contents = Dictionary(uniqueKeysWithValues: zip(wanted, try git.contents(of: wanted)))
    let changed = parallelMap(versions.count) { index in
      let (version, group) = (versions[index], groups[versions[index].group])
      return RecordHistory.Changed(
        key: group.stateKey, blobs: version.blobs,
        said: decoder.said(group, version.blobs.compactMapValues { contents[$0] }),
        former: version.former.isEmpty
          ? nil : decoder.said(group, version.former.compactMapValues { contents[$0] }))
    }
    var start = 0
    while start < versions.count {
      let commit = versions[start].commit
      let end = versions[start...].firstIndex { $0.commit != commit } ?? versions.count
      history.follow(commits[commit].time, Array(changed[start..<end]), keepingChangesOf: decoder.fields)
      start = end
    }
  }

  /// The settings of the lists in a site that has every file which ever was there, by their names.
  private func everything(_ lists: [ListSettings], _ blobs: [String: String]) -> [String: ListSettings] {
    var unheard = Diagnostics()
    let gone = blobs.filter { path, _ in tree.entry(path, &unheard) == nil }
    guard !gone.isEmpty else { return [:] }
    var entries: [String: [SourceTree.Entry]] = [:]
    for path in gone.keys {
      var (path, kind) = (path, SourceTree.Entry.Kind.file)
      while !path.isEmpty {
        entries[path.folder, default: []].append(SourceTree.Entry(name: path.fileName, kind: kind))
        (path, kind) = (path.folder, .folder)
      }
    }
    var all = tree
    all.entries = { [entries, tree] folder, diagnostics in
      var names: Set<Identifier> = []
      return (tree.entries(folder, &diagnostics) + (entries[folder] ?? [])).filter {
        names.insert(Identifier($0.name)).inserted
      }
    }
    all.entry = { [all] path, diagnostics in
      all.entries(path.folder, &diagnostics).first { $0.name == path.fileName }
    }
    all.file = { [git, tree] path throws(SourceTree.Failure) in
      guard let blob = gone[path] else { return try tree.file(path) }
      guard let bytes = try? git.contents(of: [blob]).first else { throw .missing }
      return SourceTree.File(bytes: bytes, stamp: nil)
    }
    let map = options.contentMap(all, &unheard).translated(into: site.languages, from: all, &unheard)
    let declarations = ListDeclarations(
      map, site.languages, from: all, values: site.values, typed: options.lists, &unheard)
    return Dictionary(
      declarations.settings(&unheard).compactMap { $0 }.map { ($0.folder.name, $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Sources whose records have the names that they have today, where files that are gone were called like them.
  private func named(_ groups: [SourceGroup], as list: ListSettings) -> [SourceGroup] {
    let today = Dictionary(
      list.sources.map { ($0.path, $0.details?.name) }, uniquingKeysWith: { first, _ in first })
    let alike = Set(list.sources.lazy.filter { $0.details?.name != nil }.map(\.ownName))
    return groups.map { group in
      guard case .one(let source) = group else { return group }
      if let name = today[source.path] { return .one(source.calling(name)) }
      return alike.contains(source.ownName) ? group : .one(source.calling(nil))
    }
  }
}

/// Decodes sources as they were at a commit.
private struct VersionDecoder: Sendable {
  private let reader: SourceReader
  private let sayings: RecordSayings
  private let nothing: SourceListing
  /// Whether changes are kept, and not only their dates.
  let keepsChanges: Bool
  /// The fields whose changes are kept.
  var fields: [Int]? { keepsChanges ? sayings.fields : nil }

  init(_ list: ListSettings, _ site: SiteSettings) {
    keepsChanges = list.history != nil
    let empty = SourceTree.memory([:])
    nothing = SourceListing(empty)
    reader = SourceReader(list, site, SourceLedger(empty, nothing), Fetching(), now: 0)
    sayings = RecordSayings(list)
  }

  /// The digests of the records in sources; nil where they cannot be read.
  func said(_ group: SourceGroup, _ files: [String: [UInt8]]) -> [RecordHistory.Said]? {
    let sources = group.sources.compactMap { $0.among { files[$0] != nil } }
    guard !sources.isEmpty else { return [] }
    let group: SourceGroup =
      switch group {
      case .one: .one(sources[0])
      case .merged(_, let folder): .merged(sources, folder: folder)
      }
    // There may be very many, and none lists a folder.
    let tree = SourceTree(
      entries: { _, _ in [] },
      file: { path throws(SourceTree.Failure) in
        guard let bytes = files[path] else { throw .missing }
        return SourceTree.File(bytes: bytes, stamp: nil)
      })
    let reader = reader.reading(SourceLedger(tree, nothing))
    let read = reader.read(group)
    let entries = read.records.entries
    if read.found.hasErrors, entries.isEmpty, read.unfit.isEmpty { return nil }
    return entries.map { entry in
      said(entry.item.id, entry.item.writtenFingerprints, entry.item.variant) { entry.item.record }
    }
      + read.unfit.map { record in
        said(record.id, SourceReader.fingerprints(of: record, reader.list.type.fields.count), record.variant) { record }
      }
  }

  private func said(
    _ id: String, _ fingerprints: [UInt64], _ variant: Int?, _ record: () -> Record
  ) -> RecordHistory.Said {
    var detail: RecordHistory.Detail?
    if keepsChanges {
      let (record, list) = (record(), reader.list)
      let title = record.values[list.titleField]
      detail = RecordHistory.Detail(
        title: title.isMissing ? id : list.type.fields[list.titleField].title(of: title, in: list.arrangement.language),
        values: sayings.fields.map { record.values[$0] })
    }
    return RecordHistory.Said(id: id, digest: sayings.digest(fingerprints, variant: variant), detail: detail)
  }
}
