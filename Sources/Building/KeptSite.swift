import CellistContent
import CellistOutput
import CellistPages
import CellistRecords
import CellistSettings
import CellistSites
import CellistText
import Synchronization

/// A site that one process builds again and again, and keeps in memory in between.
///
/// Where records changed and none moved, the plan of the last build is updated rather than made anew: that takes as
/// long as the pages that show them. Every other build is planned as usual, but from memory rather than from the state.
/// The files written are the same either way.
package final class KeptSite {
  private struct Memory {
    var plan: SitePlan
    var state: BuildState
    let ledger: SourceLedger
    var outcome: SiteBuilder.Outcome
    /// The sources of files that affect only their own records' pages; nil until they are determined.
    var places: SitePlan.SourcePlaces?
    /// The files that were added or removed since the site's folders were listed.
    var unlisted: Set<Identifier> = []
    /// Whether records came, went or moved since the state was noted.
    var isRearranged = false
  }

  private let tree: SourceTree
  private let outside = OutsideFiles()
  private let destination: Destination
  private var memory: Memory?
  /// The files that changed since the last build without errors; nil when it may be any.
  private var changed: Set<Identifier>?
  /// The options of the last build, whether it succeeded or not.
  private var options: BuildOptions?
  /// The stamp of the output's mark after the last build: every build writes it.
  private var mark: FileStamp?
  /// Whether nothing of the state has been written yet.
  private var isNew = false
  private var isSettled = true
  /// Whether the last attempt to save the state failed.
  private var hasFailedToSave = false
  /// The lists as they were shown before the last build.
  private var before: [ShownList] = []
  /// How many records the last build changed, where that is known already.
  private var edited: Int?
  /// How many builds followed the plan of the one before.
  private(set) var followed = 0

  /// The plan of the last build without errors.
  var plan: SitePlan? { memory?.plan }

  package init(_ tree: SourceTree, _ destination: Destination) {
    self.tree = tree.noting(outside)
    var kept = destination
    kept.isKept = true
    self.destination = kept
  }

  /// Builds the site.
  ///
  /// - Parameter changed: the files of the site that may have changed since the last call, as paths; nil when it may be
  ///   any.
  package func build(
    _ options: BuildOptions, changed more: Set<Identifier>?
  ) throws(OutputFolder.Failure) -> SiteBuilder.Outcome {
    changed = if let changed, let more { changed.union(more) } else { nil }
    self.options = options
    if let changed, let outcome = try follow(changed, options) {
      self.changed = []
      followed += 1
      return outcome
    }
    let known = try memory.map { memory throws(OutputFolder.Failure) in
      var told: (listing: SourceListing, changed: Set<Identifier>)?
      // While the output is as the last build left it, only what changed is looked at.
      if let changed, try folder?.stamp(of: OutputFolder.marker) == mark {
        let files = changed.union(memory.unlisted)
        told = memory.ledger.listing.updated(files, in: tree).map { ($0, files) }
      }
      return BuildMemory(plan: memory.plan, state: memory.state, isNew: false, memory.ledger, told: told)
    }
    var outcome = try SiteBuilder(tree, options).build(into: destination, knowing: known) { _, _ in }
    guard let built = outcome.memory, let plan = built.plan else { return outcome }
    outcome.memory = nil
    // Records are not compared with those before the first build.
    edited = memory == nil ? 0 : nil
    before = memory?.plan.shownLists ?? []
    isNew = isNew || built.isNew
    isSettled = false
    memory = Memory(plan: plan, state: built.state, ledger: built.ledger, outcome: outcome, isRearranged: true)
    changed = []
    mark = (try? folder)?.stamp(of: OutputFolder.marker)
    return outcome
  }

  /// The files that builds have asked for outside the folders that a site consists of, as lists fetch them.
  package var outsideFiles: Set<String> { outside.paths.withLock(\.self) }

  private var folder: OutputFolder? {
    get throws(OutputFolder.Failure) { try OutputFolder.existing(destination.output, of: destination.site) }
  }

  /// Follows changed records; returns nil, without an effect, where more has changed.
  private func follow(
    _ changed: Set<Identifier>, _ options: BuildOptions
  ) throws(OutputFolder.Failure) -> SiteBuilder.Outcome? {
    guard var memory, memory.state.build.has(options), options.lists.allSatisfy(\.isByRecord),
      memory.state.build.commit == nil || memory.state.build.commit == tree.commit,
      let folder = try folder, folder.stamp(of: OutputFolder.marker) == mark
    else { return nil }
    var places = memory.places ?? memory.plan.places
    var files: [(path: String, list: Int, isThere: Bool)] = []
    for file in changed.map(\.text) {
      let (isKnown, isThere) = (memory.state.sources.files[file] != nil, !tree.lacks(file))
      guard isKnown || isThere else { continue }
      guard let list = isKnown ? places.files[Identifier(file)] : places.list(ofNew: file) else { return nil }
      files.append((file, list, isThere))
    }
    let ledger = SourceLedger(
      tree, memory.ledger.listing, memory.state.sources, doubtful: changed, after: memory.ledger)
    guard let changes = memory.plan.read(files, ledger, at: options.instant(in: memory.plan.settings.zone)) else {
      return nil
    }
    let gone = changes.filter { $0.source == nil }.flatMap(memory.plan.stateKeys)
    // The plan changes from here on. Its parts are changed in place, so nothing else may hold it.
    self.memory = nil
    guard let followed = memory.plan.follow(changes) else {
      self.memory = memory
      return nil
    }
    let making = PageMaking(
      only: followed.pages, of: memory.plan.pages, removing: followed.removed, ledger, since: memory.state.output,
      in: folder)
    var moved: Set<Identifier> = []
    if !making.isIdle || !making.abandoned.isEmpty {
      let writing = OutputWriting(destination, folder, nil, memory.state, memory.plan)
      // Files that were not read yet may have changed since.
      guard let written = try writing.write(making, ledger, { _, _ in }) else { return nil }
      moved = written.moved
      memory.state.build.list = folder.stamp(of: OwnedFiles.name)
      mark = folder.stamp(of: OutputFolder.marker)
    }
    edited = followed.records
    if memory.plan.readsClock {
      memory.state.build.next = memory.plan.nextChange
      memory.outcome.next = memory.state.build.next
    }
    memory.plan.record(changes, ledger, in: &memory.state)
    for key in gone { memory.state.sources.records[key] = nil }
    making.record(in: &memory.state.output, folder, moved: moved)
    for file in files where (places.files[Identifier(file.path)] != nil) != file.isThere {
      memory.unlisted.insert(Identifier(file.path))
    }
    // Nothing else may hold what is changed in place.
    memory.places = nil
    for change in changes { places.follow(change) }
    memory.places = places
    (memory.outcome.records, memory.outcome.pages) = (memory.plan.recordCount, memory.plan.pages.count)
    if followed.isRearranged { memory.isRearranged = true }
    isSettled = false
    self.memory = memory
    var outcome = memory.outcome
    outcome.changes = making.changes
    outcome.candidates = making.candidates
    outcome.reasonForClean = nil
    return outcome
  }

  /// A page as it was last built, by its path below the output folder; nil for anything else, and where the files that it
  /// is made of have changed.
  package func shown(_ path: String) -> ShownPage? {
    guard let memory, let page = memory.plan.shown(path), memory.ledger.contradictory == nil else { return nil }
    return page
  }

  /// The records on a page as it was last built, by its path below the output folder.
  package func records(on path: String) -> [SitePlan.PlacedRecord] { memory?.plan.records(on: path) ?? [] }

  /// Markdown as HTML, as the text of a file.
  package func html(markdown text: String, file: String) -> String {
    MarkdownRenderer(memory?.plan.settings.dialect ?? MarkdownDialect()).html(text) { link in
      Link.forbiddenScheme(of: link) != nil ? nil : memory?.plan.url(of: link, in: file)
    }
  }

  /// The path of the site's root in URLs, with slashes at both ends.
  package var basePath: String {
    memory?.plan.basePath ?? options.map { SiteBuilder(tree, $0).basePath } ?? "/"
  }

  /// The first instant at which the published records change, in seconds since 1970-01-01T00:00:00Z; nil for never. A
  /// time that was reached in a failed build is not reported again.
  package var due: Int? {
    guard let due = memory?.state.build.next?.instant, due > options?.now ?? .min else { return nil }
    return due
  }

  /// How many records the last build without errors changed, added, removed or moved.
  package var changedRecords: Int {
    if let edited { return edited }
    guard let memory else { return 0 }
    let old = Dictionary(before.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let new = Dictionary(
      memory.plan.shownLists.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let count = Set(old.keys).union(new.keys).reduce(0) { $0 + RecordChanges(from: old[$1], to: new[$1]).all.count }
    (before, edited) = ([], count)
    return count
  }

  /// Makes ready for the next build, and saves the state for the next process.
  ///
  /// - Returns: why the state cannot be saved, the first time that it cannot.
  @discardableResult
  package func settle() -> String? {
    if let memory, memory.places == nil { self.memory?.places = memory.plan.places }
    guard !isSettled, let file = destination.stateFile, var memory else { return nil }
    isSettled = true
    self.memory = nil
    // Nobody needs them before the state is read.
    if memory.isRearranged {
      memory.plan.record(in: &memory.state.lists)
      memory.state.build.shared = memory.plan.sharedParts
      memory.state.build.outlines = [:]
      (memory.state.build.records, memory.isRearranged) = (memory.plan.recordCount, false)
    }
    if memory.state.build.outlines.isEmpty { memory.state.build.outlines = memory.plan.outlines() }
    defer { self.memory = memory }
    do throws(StateFile.Absence) {
      try file.save(memory.state, isNew: isNew)
    } catch {
      defer { hasFailedToSave = true }
      return hasFailedToSave ? nil : error.reason
    }
    (isNew, hasFailedToSave) = (false, false)
    memory.state.settle()
    return nil
  }
}

extension SitePlan {
  /// Whether an edit may change when something changes without one.
  fileprivate var readsClock: Bool { lists.contains(where: \.settings.readsClock) }

  /// The lists that have records, as they are compared.
  fileprivate var shownLists: [ShownList] { lists.filter(\.settings.hasOwnRecords).map(\.shown) }

  /// The sources of some files as they are now, each once; nil where one of them cannot be read, or is gone and others are
  /// read with it.
  fileprivate func read(
    _ files: [(path: String, list: Int, isThere: Bool)], _ ledger: SourceLedger, at instant: Int
  ) -> [SourceChange]? {
    var read: [Identifier: SourceChange] = [:]
    for file in files {
      let list = lists[file.list]
      let known = source(of: file.path, in: file.list)
      let group =
        known?.group ?? SourceFormat(path: file.path).map { .one(RecordSource(path: file.path, format: $0)) }
      guard let group else { return nil }
      guard file.isThere else {
        guard group.sources.count == 1, group.sources[0].details == nil else { return nil }
        read[Identifier(group.stateKey)] = SourceChange(list: file.list, file: group.path, source: nil)
        continue
      }
      guard read[Identifier(group.stateKey)] == nil else { continue }
      let reader = SourceReader(
        list.settings, settings, ledger, Fetching(), list.content.dating, now: instant)
      read[Identifier(group.stateKey)] = SourceChange(
        list: file.list, file: group.path, source: reader.read(group, kept: known))
    }
    return ledger.contradictory == nil ? Array(read.values) : nil
  }

  /// The source of records that a file belongs to.
  private func source(of file: String, in list: Int) -> ReadList.Source? {
    lists[list].place(ofSource: file).map { lists[list].content.sources[$0] }
  }

  /// The names in the state of what a source held that is gone.
  fileprivate func stateKeys(of change: SourceChange) -> [String] {
    source(of: change.file, in: change.list).map { $0.records.stateKeys(of: $0.group) } ?? []
  }

  /// Notes what was read from sources, for the next build.
  fileprivate func record(_ changes: [SourceChange], _ ledger: SourceLedger, in state: inout BuildState) {
    for change in changes {
      guard let source = source(of: change.file, in: change.list) else {
        state.sources.files[change.file] = nil
        continue
      }
      let entries = source.records.entries(of: source.group, besides: state.sources.records)
      for (key, bytes) in entries { state.sources.records[key] = bytes }
    }
    ledger.recordReadings(in: &state.sources)
  }
}

/// Files outside the site's folders, by their paths on disk.
private final class OutsideFiles: Sendable {
  let paths = Mutex<Set<String>>([])
}

extension SourceTree {
  /// The tree, which notes the files whose places are asked for, outside the folders that a site consists of.
  fileprivate func noting(_ outside: OutsideFiles) -> SourceTree {
    let note = { @Sendable [place] (path: String) in
      guard !SiteFolder.holds(path) else { return }
      outside.paths.withLock { _ = $0.insert(place(path)) }
    }
    var tree = self
    tree.place = { [place] path in
      note(path)
      return place(path)
    }
    return tree
  }

  /// Whether there is no file of a name.
  fileprivate func lacks(_ path: String) -> Bool {
    do throws(Failure) { _ = try file(path) } catch { return error == .missing }
    return false
  }
}

extension BuildState {
  /// Notes that all of it has been written.
  fileprivate mutating func settle() {
    sources.files.changed = []
    output.files.changed = []
    output.folders.changed = []
    sources.records.changed = []
    lists.changed = []
  }
}

extension ListPlan {
  /// The list as it is compared.
  fileprivate var shown: ShownList {
    ShownList(
      name: settings.folder.name, fields: settings.type.fields.map(\.name), arranged: current,
      mayRepeat: settings.arrangement.mayRepeat)
  }
}
