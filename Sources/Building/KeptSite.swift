import CellistContent
import CellistOutput
import CellistPages
import CellistSites
import CellistText
import Synchronization

/// A site that one process builds again and again, and keeps in memory in between.
///
/// Where records say something else than before and nothing moves, the plan of the last build is followed rather than
/// made anew: that takes as long as the pages that show them. All else is a build as any other, but for what the last
/// one knew, which need not be read. The files written are the same either way.
package final class KeptSite {
  private struct Memory {
    var plan: SitePlan
    var state: BuildState
    let ledger: SourceLedger
    let outcome: SiteBuilder.Outcome
    /// Where files are read that can be followed; nil while nobody has looked.
    var places: [Identifier: SitePlan.SourcePlace]?
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
        told = memory.ledger.listing.updated(changed, in: tree).map { ($0, changed) }
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
    memory = Memory(plan: plan, state: built.state, ledger: built.ledger, outcome: outcome)
    changed = []
    mark = (try? folder)?.stamp(of: OutputFolder.marker)
    return outcome
  }

  /// The files that builds have asked for outside the folders that a site consists of, as lists fetch them.
  package var outsideFiles: Set<String> { outside.paths.withLock(\.self) }

  private var folder: OutputFolder? {
    get throws(OutputFolder.Failure) { try OutputFolder.existing(destination.output, of: destination.site) }
  }

  /// Follows records that say something else than before; nil, and leaves everything as it is, where more has changed.
  private func follow(
    _ changed: Set<Identifier>, _ options: BuildOptions
  ) throws(OutputFolder.Failure) -> SiteBuilder.Outcome? {
    guard var memory, memory.state.build.has(options), options.lists.isEmpty,
      let folder = try folder, folder.stamp(of: OutputFolder.marker) == mark
    else { return nil }
    var places: Set<SitePlan.SourcePlace> = []
    for file in changed.map(\.text) where memory.state.sources.files[file] != nil || !tree.lacks(file) {
      if memory.places == nil { memory.places = memory.plan.places }
      guard let place = memory.places?[file] else { return nil }
      places.insert(place)
    }
    let ledger = SourceLedger(
      tree, memory.ledger.listing, memory.state.sources, doubtful: changed, after: memory.ledger)
    guard let read = memory.plan.read(places, ledger) else { return nil }
    // The plan changes from here on. Its parts are changed in place, so nothing else may hold it.
    self.memory = nil
    guard let change = memory.plan.follow(read) else {
      self.memory = memory
      return nil
    }
    let making = PageMaking(only: change.pages, of: memory.plan.pages, ledger, since: memory.state.output, in: folder)
    var moved: Set<Identifier> = []
    if !making.isIdle {
      let writing = OutputWriting(destination, folder, nil, memory.state, memory.plan)
      // Files that were not read yet may have changed since.
      guard let written = try writing.write(making, ledger, { _, _ in }) else { return nil }
      moved = written.moved
      mark = folder.stamp(of: OutputFolder.marker)
    }
    var outcome = memory.outcome
    outcome.changes = making.changes
    outcome.reasonForClean = nil
    edited = change.records
    memory.plan.record(read.keys, ledger, in: &memory.state)
    making.record(in: &memory.state.output, folder, moved: moved)
    isSettled = false
    self.memory = memory
    return outcome
  }

  /// A page as it was last built, by its path below the output folder; nil for anything else, and where the files that it
  /// is made of have changed.
  package func shown(_ path: String) -> ShownPage? {
    guard let memory, let page = memory.plan.shown(path), memory.ledger.contradictory == nil else { return nil }
    return page
  }

  /// The path of the site's root in URLs, with slashes at both ends.
  package var basePath: String {
    memory?.plan.basePath ?? options.map { SiteBuilder(tree, $0).basePath } ?? "/"
  }

  /// The first instant at which something else will be published, in seconds since 1970-01-01T00:00:00Z; nil for never.
  /// A time that came due at a build that failed does not come due again.
  package var due: Int? {
    guard let due = memory?.state.build.due, due != .max, due > options?.now ?? .min else { return nil }
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
    // Nobody needs them before the state is read.
    if memory.state.build.outlines.isEmpty { memory.state.build.outlines = memory.plan.outlines() }
    do throws(StateFile.Absence) {
      try file.save(memory.state, isNew: isNew)
    } catch {
      defer { hasFailedToSave = true }
      return hasFailedToSave ? nil : error.reason
    }
    (isNew, hasFailedToSave) = (false, false)
    self.memory = nil
    memory.state.settle()
    self.memory = memory
    return nil
  }
}

extension SitePlan {
  /// The lists that have records, as they are compared.
  fileprivate var shownLists: [ShownList] { lists.filter { $0.settings.recordsOf == nil }.map(\.shown) }

  /// The present content of some sources; nil where one of them cannot be read.
  fileprivate func read(
    _ places: Set<SourcePlace>, _ ledger: SourceLedger
  ) -> [SourcePlace: ReadList.Source]? {
    var read: [SourcePlace: ReadList.Source] = [:]
    for place in places {
      let list = lists[place.list]
      let source = list.content.sources[place.source]
      let reader = SourceReader(
        list.settings, settings, ledger, Fetching(), kept: [Identifier(source.group.stateKey): source])
      read[place] = reader.read(source.group)
    }
    return ledger.contradictory == nil ? read : nil
  }

  /// Notes what was read from sources, for the next build.
  fileprivate func record(
    _ places: some Sequence<SourcePlace>, _ ledger: SourceLedger, in state: inout BuildState
  ) {
    for place in places {
      let source = lists[place.list].content.sources[place.source]
      let entries = source.records.entries(of: source.group, besides: state.sources.records)
      for (key, bytes) in entries { state.sources.records[key] = bytes }
    }
    ledger.recordReadings(in: &state.sources)
  }
}

/// Files that lie in none of the folders that a site consists of, by their paths on disk.
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
    var arranged = content.arranged
    let others = records.others
    for section in others.isEmpty ? 0..<0 : arranged.sections.indices {
      arranged.sections[section].items = arranged.sections[section].items.map { others[$0.id] ?? $0 }
    }
    return ShownList(name: settings.folder.name, fields: settings.type.fields.map(\.name), arranged: arranged)
  }
}
