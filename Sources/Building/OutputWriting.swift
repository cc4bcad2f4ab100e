import CellistBase
import CellistOutput
import CellistPages
import CellistSites

/// Makes the pages of a plan, and writes them to the output folder: all of them or nothing, and over nothing that is not
/// the site's.
struct OutputWriting {
  let destination: Destination
  private let existing: OutputFolder?
  /// The files in the folder; nil where it has not been listed.
  private let survey: OutputSurvey?
  let state: BuildState?
  let plan: SitePlan

  /// The changes made to the output folder.
  struct Written {
    /// The folder; nil where there is none and nothing to write.
    var folder: OutputFolder?
    /// The files that were removed.
    var removed: [String] = []
    /// The files that were moved by themselves rather than in a folder.
    var moved: Set<Identifier> = []
    /// The files there that no build wrote, as far as they have not been reported.
    var foreign: [String] = []
  }

  init(
    _ destination: Destination, _ existing: OutputFolder?, _ survey: OutputSurvey?, _ state: BuildState?,
    _ plan: SitePlan
  ) {
    self.destination = destination
    self.existing = existing
    self.survey = survey
    self.state = state
    self.plan = plan
  }

  /// Determines which pages to make.
  ///
  /// - Parameters:
  ///   - earlier: the plan of the last build, where this process made it.
  ///   - isTold: whether the output is as the last build left it.
  func making(_ ledger: SourceLedger, since earlier: SitePlan?, isTold: Bool) -> PageMaking {
    let all = Array(plan.pages.indices)
    // A file that a stranger changed is made again even if its page's ingredients are unchanged.
    guard let state, isTold || survey?.broken.isEmpty ?? false else {
      return PageMaking(plan.pages, ledger, since: state?.output, survey, candidates: all)
    }
    let candidates = (earlier?.tables ?? state.tables(comparedWith: plan)).map { plan.candidates(since: $0) } ?? all
    if isTold, let earlier, let existing {
      return PageMaking(
        plan.pages, ledger, since: state.output, in: existing, candidates: candidates, gone: plan.gone(since: earlier))
    }
    return PageMaking(plan.pages, ledger, since: state.output, survey, candidates: candidates)
  }

  /// Makes pages and moves them into place.
  ///
  /// - Returns: nil when the site's files changed meanwhile, or pages could not be made, and nothing was written.
  func write(
    _ making: PageMaking, _ progress: @escaping @Sendable (Int, Int) -> Void
  ) throws(OutputFolder.Failure) -> Written? {
    let isListed = state != nil && existing?.stamp(of: OwnedFiles.name) == state?.build.list
    if isListed, let existing, let state, survey?.strays.isEmpty ?? true {
      return try write(making, to: existing, known: state.output.files, progress)
    }
    let folder: OutputFolder
    if let existing {
      folder = existing
    } else {
      folder = try .claimed(destination.output, of: destination.site, keep: plan.keep)
    }
    var written = Written(folder: folder)
    let owned = try OwnedFiles(in: folder) ?? OwnedFiles([])
    let room = try folder.isNew ? OutputRoom() : OutputRoom(for: making.absent, in: folder, isOwned: owned.contains)
    let claimed = Set(names: plan.pages.lazy.map(\.path))
    written.foreign = try foreign(in: folder, besides: claimed.union(owned.paths))
    let stage = try OutputStage(in: folder)
    try making.make(into: stage, destination.thumbnailer, progress)
    guard making.ledger.contradictory == nil, !making.diagnostics.hasErrors else { return nil }
    let before = OwnedFiles(claimed.union(owned.paths))
    if !isListed || before.paths != owned.paths { try before.save(in: folder) }
    let abandoned = owned.paths.subtracting(claimed).sorted().map(\.text)
    (written.removed, written.moved) = try stage.commit(making: room, removing: abandoned)
    if before.paths != claimed { try OwnedFiles(claimed).save(in: folder) }
    return written
  }

  /// Writes to a folder that holds the files of the last build and no others: its list of files is changed, not made anew.
  private func write(
    _ making: PageMaking, to folder: OutputFolder, known: Shelf<OutputState.File>,
    _ progress: @escaping @Sendable (Int, Int) -> Void
  ) throws(OutputFolder.Failure) -> Written? {
    var written = Written(folder: folder)
    let (absent, abandoned) = (making.absent, making.abandoned.sorted())
    if making.isIdle, abandoned.isEmpty {
      try folder.removeStage()
      return written
    }
    let room = try absent.isEmpty ? OutputRoom() : OutputRoom(for: absent, in: folder) { known[$0] != nil }
    let stage = try OutputStage(in: folder)
    try making.make(into: stage, destination.thumbnailer, progress)
    guard making.ledger.contradictory == nil, !making.diagnostics.hasErrors else { return nil }
    if !absent.isEmpty { try OwnedFiles.change(in: folder, adding: absent) }
    (written.removed, written.moved) = try stage.commit(making: room, removing: abandoned)
    if !abandoned.isEmpty { try OwnedFiles.change(in: folder, adding: [], removing: abandoned) }
    return written
  }

  /// The files in the folder that are not the site's, as far as they have not been reported.
  private func foreign(
    in folder: OutputFolder, besides own: Set<Identifier>
  ) throws(OutputFolder.Failure) -> [String] {
    guard !folder.isNew else { return [] }
    var strays = OutputStrays(in: folder, besides: own, keep: plan.keep)
    if state == nil {
      try strays.lookThrough()
    } else {
      for stray in survey?.strays ?? [] { try strays.look(at: stray.path, stray.kind) }
    }
    return strays.foreign.filter { state?.build.foreign.contains($0) != true }
  }
}

extension OutputFolder {
  /// Removes what a build left that was killed.
  fileprivate func removeStage() throws(Failure) {
    if stamp(of: Self.stageName) != nil { try Self.remove(Self.stageName, in: root) }
  }

  /// Those of some paths at which something lies.
  func present(_ paths: [String]) -> [String] {
    paths.filter { stamp(of: $0.hasSuffix("/") ? String($0.dropLast()) : $0) != nil }
  }
}
