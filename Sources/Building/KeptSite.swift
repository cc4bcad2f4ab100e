import CellistBase
import CellistFiles
import CellistMarkup
import CellistOutput
import CellistPages
import CellistRecords
import CellistSettings
import CellistSites
import Synchronization

/// A site that one process builds again and again, and keeps in memory in between.
///
/// Each build plans the site as any other does, but reads from the last plan what no changed file has a part in, and traces
/// only the pages that the difference of the two plans reaches.
package final class KeptSite {
  private struct Memory {
    let plan: SitePlan
    var state: BuildState
    let ledger: SourceLedger
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
  /// The plan before the last build, with which changed records are counted; until the state is saved.
  private var earlier: SitePlan?
  /// How many records the last build changed, once that was asked for.
  private var edited: Int?

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
    earlier = memory?.plan
    isNew = isNew || built.isNew
    isSettled = false
    memory = Memory(plan: plan, state: built.state, ledger: built.ledger)
    changed = []
    mark = (try? folder)?.stamp(of: OutputFolder.marker)
    return outcome
  }

  /// The files that builds have asked for outside the folders that a site consists of, as lists fetch them.
  package var outsideFiles: Set<String> { outside.paths.withLock(\.self) }

  private var folder: OutputFolder? {
    get throws(OutputFolder.Failure) { try OutputFolder.existing(destination.output, of: destination.site) }
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
    let (old, new) = (earlier?.shownLists ?? [:], memory.plan.shownLists)
    let count = Set(old.keys).union(new.keys).reduce(0) { $0 + RecordChanges(from: old[$1], to: new[$1]).all.count }
    edited = count
    return count
  }

  /// Makes ready for the next build, and saves the state for the next process.
  ///
  /// - Returns: why the state cannot be saved, the first time that it cannot.
  @discardableResult
  package func settle() -> String? {
    _ = changedRecords
    // To release it takes as long as to read lists.
    earlier = nil
    guard !isSettled, let file = destination.stateFile, var memory else { return nil }
    isSettled = true
    self.memory = nil
    // Nobody needs them before the state is read.
    memory.state.note(memory.plan)
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
  /// The lists that have records, as they are compared, by their names.
  fileprivate var shownLists: [String: ShownList] {
    let lists = lists.filter(\.settings.hasOwnRecords).map { ($0.settings.folder.name, $0.shown) }
    return Dictionary(lists, uniquingKeysWith: { first, _ in first })
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
      name: settings.folder.name, fields: settings.type.fields.map(\.name), arranged: content.arranged,
      mayRepeat: settings.arrangement.mayRepeat)
  }
}
