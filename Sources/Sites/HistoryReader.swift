import CellistBase
import CellistFiles
import CellistRecords
import CellistSettings
import CellistText

/// Finds out when the records of a site's lists last changed, by the commits of its repository.
///
/// The state of each file after each commit that changed it is decoded once, under today's settings, and the result is kept:
/// a new commit costs what it changed.
struct HistoryReader {
  let git: GitHistory
  let ledger: SourceLedger
  let site: SiteSettings
  let options: BuildOptions

  /// How many records of states of sources are in memory at a time, but for those of one commit.
  private static let batch = 100_000
  /// How many a table is taken to have that has not been read.
  private static let table = 20_000

  /// The histories of the lists that ask for them, by name.
  ///
  /// - Parameter kept: those that an earlier build of this process found out.
  func histories(
    _ lists: [ListSettings], kept: [String: RecordHistory], _ diagnostics: inout Diagnostics
  ) -> [String: RecordHistory] {
    do throws(GitHistory.Absence) {
      guard let head = try git.head() else {
        reportUncommitted(lists, &diagnostics)
        return [:]
      }
      // Who keeps the site watches what it is asked for.
      let place = git.place
      if let place { _ = ledger.tree.place(place.log) }
      var histories: [String: RecordHistory] = [:]
      var open: [String?: [ListSettings]] = [:]
      for list in lists {
        let (name, settings) = (list.folder.name, settings(of: list, place?.prefix ?? ""))
        let known = [kept[name], loaded(name)].lazy.compactMap(\.self).first { $0.settings == settings }
        histories[name] = known ?? RecordHistory(commit: "", settings: settings)
        if known?.commit != head { open[known?.commit, default: []].append(list) }
      }
      let others = open.isEmpty ? [] : try reportSubmodules(lists, at: head, &diagnostics)
      for (known, lists) in open {
        let former = lists.compactMap { histories[$0.folder.name] }
        var followed: [RecordHistory]?
        if let known, let commits = try git.commits(after: known, to: head) {
          followed = try follow(commits, lists, former, to: head)
        }
        if followed == nil {
          let nothing = former.map { RecordHistory(commit: "", settings: $0.settings) }
          followed = try follow(git.commits(after: nil, to: head) ?? [], lists, nothing, to: head)
        }
        for (list, history) in zip(lists, followed ?? []) {
          histories[list.folder.name] = history
          // The next build is to report it again.
          guard !others.contains(list.folder.name) else { continue }
          git.store?.save(Self.storeName(list.folder.name), history.stateBytes)
        }
      }
      reportUncommitted(
        lists.filter { !others.contains($0.folder.name) && histories[$0.folder.name]?.groups.isEmpty ?? true },
        &diagnostics)
      return histories
    } catch {
      report(error, lists, &diagnostics)
      return [:]
    }
  }

  private static func storeName(_ list: String) -> String { Digest(list).hexadecimal }

  private func loaded(_ list: String) -> RecordHistory? {
    git.store?.load(Self.storeName(list)).flatMap { try? RecordHistory(stateBytes: $0[...]) }
  }

  /// - Parameter prefix: the path of the site in its repository: in another folder, its files have another history.
  private func settings(of list: ListSettings, _ prefix: String) -> Digest {
    var writer = StateWriter()
    writer.write(prefix)
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

  private func reportUncommitted(_ lists: [ListSettings], _ diagnostics: inout Diagnostics) {
    for list in lists where list.groups.contains(where: { !$0.files.isEmpty }) {
      diagnostics.warning(
        .missingSource, "the records have no dates of change, since no commit has their files",
        at: list.type.updatedField.flatMap { list.type.fields[$0].location } ?? list.location)
    }
  }

  /// Reports lists in submodules, and returns their names.
  private func reportSubmodules(
    _ lists: [ListSettings], at head: String, _ diagnostics: inout Diagnostics
  ) throws(GitHistory.Absence) -> Set<String> {
    let submodules = try git.submodules(of: SiteFolder.content, at: head)
    var names: Set<String> = []
    for list in lists {
      let files = list.groups.lazy.flatMap(\.files) + [list.folder.settings]
      guard let submodule = submodules.first(where: { folder in files.contains { $0.hasPrefix("\(folder)/") } }) else {
        continue
      }
      names.insert(list.folder.name)
      diagnostics.error(
        .missingSource, "the dates of change of '\(submodule)' are not in this repository: it is a submodule",
        at: list.type.updatedField.flatMap { list.type.fields[$0].location } ?? list.location)
    }
    return names
  }

  // MARK: Following commits

  /// The histories of lists after some commits; nil where sources are read together that were not.
  ///
  /// - Parameter former: the histories before them.
  private func follow(
    _ commits: [GitHistory.Commit], _ lists: [ListSettings], _ former: [RecordHistory], to head: String
  ) throws(GitHistory.Absence) -> [RecordHistory]? {
    var blobs: [String: String] = [:]
    for history in former { for group in history.groups.values { blobs.merge(group.blobs) { $1 } } }
    for commit in commits { for (path, blob) in commit.files { if let blob { blobs[path] = blob } } }
    let all = everything(lists, blobs)
    var histories: [RecordHistory] = []
    for (list, known) in zip(lists, former) {
      let then = all[list.folder.name] ?? list
      var groups = named(then.groups, as: list)
      groups.removeAll { $0.isFetched }
      guard Set(known.groups.keys).isSubset(of: groups.map(\.historyKey)) else { return nil }
      var history = known
      history.commit = head
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
    let keys = groups.map(\.historyKey)
    var blobs = keys.map { history.groups[$0]?.blobs ?? [:] }
    var versions: [Version] = []
    var count = 0
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
        Version(commit: number, time: commit.time, group: group, blobs: blobs[group], former: before)
      }
      for group in former.keys {
        let isText = groups[group].sources.allSatisfy { $0.format == .markdown }
        count += max(20, history.groups[keys[group]]?.ids.count ?? (isText ? 100 : Self.table))
      }
      if count >= Self.batch || number == commits.count - 1 {
        try follow(versions, groups, keys, decoder, &history)
        (versions, count) = ([], 0)
      }
    }
  }

  /// A state of sources that are read together, after a commit and before it.
  private struct Version {
    let commit: Int
    let time: Int
    let group: Int
    let blobs: [String: String]
    let former: [String: String]
  }

  private func follow(
    _ versions: [Version], _ groups: [SourceGroup], _ keys: [String], _ decoder: VersionDecoder,
    _ history: inout RecordHistory
  ) throws(GitHistory.Absence) {
    let ofGroups = Array(Dictionary(grouping: versions.indices, by: { versions[$0].group }))
    // Only the first of several states has one before it that is still to be read.
    let firsts = decoder.description == nil ? [] : ofGroups.compactMap(\.value.first)
    let former = firsts.lazy.flatMap { versions[$0].former.values }
    let blobs = Set(versions.lazy.flatMap(\.blobs.values)).union(former).sorted()
    let contents = Dictionary(uniqueKeysWithValues: zip(blobs, try git.contents(of: blobs)))
    let decoded = parallelMap(ofGroups.count) { number -> [(Int, RecordHistory.Changed)] in
      let (group, places) = (ofGroups[number].key, ofGroups[number].value)
      let first = versions[places[0]]
      var known: VersionDecoder.Read?
      if decoder.description != nil, !first.former.isEmpty {
        known = decoder.read(groups[group], first.former.compactMapValues { contents[$0] }, nil, at: first.time)
      }
      return places.map { place in
        let version = versions[place]
        let read = decoder.read(
          groups[group], version.blobs.compactMapValues { contents[$0] }, known, at: version.time)
        defer { known = read }
        return (
          place,
          RecordHistory.Changed(key: keys[group], blobs: version.blobs, said: read.said, former: known?.said)
        )
      }
    }
    let changed = decoded.joined().sorted { $0.0 < $1.0 }.map(\.1)
    var start = 0
    while start < versions.count {
      let version = versions[start]
      let end = versions[start...].firstIndex { $0.commit != version.commit } ?? versions.count
      history.follow(
        version.time, Array(changed[start..<end]), showsIDs: decoder.showsIDs, decoder.description)
      start = end
    }
  }

  /// The settings of the lists in a site that has every file which ever was there, by their names.
  private func everything(_ lists: [ListSettings], _ blobs: [String: String]) -> [String: ListSettings] {
    let there = Set(names: ledger.listing.files.lazy.map(\.path))
    let gone = blobs.filter { !there.contains($0.key) }
    guard !gone.isEmpty else { return [:] }
    var unheard = Diagnostics()
    let tree = ledger.tree
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

extension SourceGroup {
  /// The key of the group in a history: that of the files of translations does not count, which come later.
  fileprivate var historyKey: String {
    guard case .one(let source) = self, let alone = source.among({ $0 == source.path }) else { return stateKey }
    return SourceGroup.one(alone).stateKey
  }
}
