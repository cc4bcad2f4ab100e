import CellistBase
import CellistFiles
import CellistOutput
import CellistPages
import CellistRecords
import CellistSettings
import CellistSites

extension SiteBuilder {
  /// Says whether something has come due since the last build with the same options into a folder. Only its state is read: an
  /// edit is not noticed.
  package func due(into destination: Destination) -> Due {
    guard let state = try? destination.stateFile?.load(), !destination.isClean, state.build.base == options.base,
      state.build.drafts == options.drafts
    else { return .unknown }
    guard let next = state.build.next else { return .nothing(until: nil) }
    var diagnostics = Diagnostics()
    let now = settings(&diagnostics).map { options.instant(in: $0.zone) } ?? options.now
    return now < next.instant ? .nothing(until: next) : .something
  }

  /// Whether something has come due since a build.
  package enum Due: Hashable, Sendable {
    /// Nothing is known of a build with the same options.
    case unknown
    case nothing(until: NextChange?)
    case something
  }

  /// Builds a site into a folder. A site with errors writes nothing.
  ///
  /// - Parameter progress: called from any thread with the number of files done and of all files to make.
  package func build(
    into destination: Destination, progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) throws(OutputFolder.Failure) -> Outcome {
    try build(into: destination, knowing: nil, progress)
  }

  /// - Parameter known: what the last build held, where that is still there and need not be read from the state.
  func build(
    into destination: Destination, knowing known: BuildMemory?, _ progress: @escaping @Sendable (Int, Int) -> Void
  ) throws(OutputFolder.Failure) -> Outcome {
    if destination.isOverlay {
      if let site = destination.site, let objection = FreePlace.objection(to: destination.output, of: site) {
        throw .refused("the changed files cannot be written to '\(destination.output)', which \(objection)")
      }
      try OutputFolder.requireEmpty(destination.output)
    }
    var builder = self
    builder.tree.history?.store = destination.history
    // A file that changes while it is read is read again, but not for ever.
    for attempt in 0..<3 {
      // Once a file changed during a build, the watcher's word about files is out of date.
      let known = attempt == 0 ? known : known?.untold
      guard var outcome = try builder.attempt(destination, known, progress) else { continue }
      if destination.isReported, outcome.report == nil, !outcome.hasErrors {
        outcome.report = ChangeReport(unchanged: outcome.pages)
      }
      return outcome
    }
    throw .io("the site's files change while it is built")
  }

  /// One build; nil when files changed meanwhile, and nothing was written.
  private func attempt(
    _ destination: Destination, _ kept: BuildMemory?, _ progress: @escaping @Sendable (Int, Int) -> Void
  ) throws(OutputFolder.Failure) -> Outcome? {
    let start = destination.clock()
    let existing =
      try destination.isOverlay ? nil : OutputFolder.existing(destination.output, of: destination.site)
    let told = kept?.told
    let (listing, known) = inParallel(
      { told?.listing ?? SourceListing(tree, since: kept?.ledger.listing) },
      { Self.known(destination.stateFile, kept, destination, existing) })
    var state = try? known.get()
    var absence: String? = if case .failure(let absence) = known { absence.reason } else { nil }
    var doubtful =
      told.map(\.changed)
      ?? SourceLedger.doubtful(listing, state?.sources, since: state?.build.checked ?? 0)
    // Files may have been touched, or written so lately that only their bytes tell.
    if !destination.isKept, let same = state?.sources.same(doubtful, in: tree) {
      for (path, file) in same { state?.sources.files[path.text] = file }
      doubtful.subtract(same.lazy.map(\.path))
    }
    let look = { @Sendable [state] (isAlone: Bool) -> OutputSurvey? in
      if destination.isOverlay, state != nil { return .untouched }
      guard let existing, let state, told == nil else { return nil }
      return OutputSurvey(of: existing, state.output, since: state.build.written, isAlone: isAlone)
    }
    // Where no file changed, the output alone says whether there is anything to do.
    let early = doubtful.isEmpty ? look(true) : nil
    if !destination.isKept, let existing, let state, let early,
      let outcome = try unchanged(listing, state, early, in: existing, destination, since: start)
    {
      return outcome
    }
    // Scan the output while planning: the scan waits for the kernel, the planning for one core.
    let (planned, looked) = inParallel(
      { [doubtful] in self.planned(listing, state, destination.stateFile, doubtful, kept) }, { early ?? look(false) })
    (state, absence) = (planned.state, absence ?? planned.absence)
    let ledger = planned.ledger
    let survey = state == nil ? nil : looked
    var outcome = planned.outcome
    outcome.reasonForClean = absence
    guard let plan = planned.plan, !outcome.hasErrors else { return outcome }
    let writing = OutputWriting(destination, existing, survey, state, plan)
    let making = writing.making(ledger, since: state == nil ? nil : kept?.plan, isTold: told != nil)
    if destination.isDry {
      try making.make(into: nil, nil, progress)
      guard ledger.contradictory == nil else { return nil }
      outcome.report = ChangeReport(
        plan, making, to: SiteSnapshot(plan, ledger, options), since: state,
        from: state.map { SiteSnapshot($0) }, clean: absence)
      return outcome
    }
    return try written(
      writing, making, outcome, since: told == nil ? start : state?.build.written ?? start, progress
    ) { next in
      // A file that was not checked keeps the time of its last check.
      let checked = told == nil ? start : state?.build.checked ?? start
      next.build = BuildState.Build(options, plan, outcome, listing, checked: checked)
      next.build.shared = plan.sharedParts
    }
  }

  /// Writes what a build made, and notes what is known now for the next; nil when files changed meanwhile, and nothing was
  /// written.
  ///
  /// - Parameter note: notes what does not follow from what was written.
  private func written(
    _ writing: OutputWriting, _ making: PageMaking, _ planned: Outcome, since start: Int64,
    _ progress: @escaping @Sendable (Int, Int) -> Void, note: (inout BuildState) -> Void
  ) throws(OutputFolder.Failure) -> Outcome? {
    let (destination, state, plan, ledger) = (writing.destination, writing.state, writing.plan, making.ledger)
    guard let written = try writing.write(making, progress) else {
      guard ledger.contradictory == nil else { return nil }
      var outcome = planned
      var diagnostics = making.diagnostics
      for diagnostic in planned.diagnostics { diagnostics.append(diagnostic) }
      outcome.diagnostics = located(diagnostics, in: plan.content.encodings)
      return outcome
    }
    if state == nil || !making.abandoned.isEmpty {
      destination.cleanThumbnails(keeping: plan.content.thumbnails)
    }
    // Nobody else could change what was staged. The files before this build were checked after it began.
    let writtenAt = state == nil ? destination.clock() : start
    var outcome = planned
    outcome.changes = making.changes
    outcome.candidates = making.candidates
    outcome.foreign = written.foreign
    if destination.isReported {
      outcome.report = ChangeReport(
        plan, making, to: SiteSnapshot(plan, ledger, options), since: state,
        from: state.map { SiteSnapshot($0) }, isWritten: true, removed: written.removed, clean: outcome.reasonForClean)
    }
    var next = state ?? BuildState()
    if let file = destination.stateFile, let folder = written.folder {
      let known = next.build.foreign
      (_, next.output) = inParallel(
        {
          ledger.record(in: &next.sources)
          Self.record(plan, in: &next)
          // Nobody reads how the lists are published before the process is done with what somebody waits for.
          if !destination.isKept { next.note(plan) }
        },
        { [output = next.output, moved = written.moved] in
          var output = output
          making.record(in: &output, folder, moved: moved)
          return output
        })
      note(&next)
      next.build.lost = lost(written, making, writing)
      next.build.exports = plan.lists.filter(\.settings.exportsJSON).map { Routes.export(.json, of: $0.path) }
      next.build.written = writtenAt
      next.build.list = folder.stamp(of: OwnedFiles.name)
      next.build.foreign = folder.present(known) + written.foreign
      if !destination.isKept {
        do throws(StateFile.Absence) {
          try file.save(next, isNew: state == nil)
        } catch {
          outcome.stateFailure = error.reason
        }
      }
    }
    outcome.memory = BuildMemory(plan: plan, state: next, isNew: state == nil, ledger, making)
    return outcome
  }

  /// The records whose pages this build and those before it took away.
  private func lost(
    _ written: OutputWriting.Written, _ making: PageMaking, _ writing: OutputWriting
  ) -> [LostRecord] {
    guard let state = writing.state else { return [] }
    let removed = making.changes.filter { $0.kind == .deleted }.map(\.path) + written.removed
    guard !removed.isEmpty || !state.build.lost.isEmpty else { return [] }
    // In watch of a large site, skip this: only publishing reads it.
    let isQuick = !writing.destination.isKept || writing.plan.recordCount <= 10_000
    let isAsked = isQuick && removed.contains { $0.hasSuffix(".html") }
    let now = isAsked ? LostRecord.all(in: SiteSnapshot(state), deleted: Set(names: removed)) : []
    return LostRecord.joined(state.build.lost, now, standing: writing.plan.pages.lazy.map(\.path))
  }

  /// The plan of the site, from the last build's records and from the changes.
  private func planned(
    _ listing: SourceListing, _ known: BuildState?, _ file: StateFile?, _ doubtful: Set<Identifier>,
    _ kept: BuildMemory?
  ) -> (plan: SitePlan?, outcome: Outcome, ledger: SourceLedger, state: BuildState?, absence: String?) {
    var state = known
    var absence: String?
    if known != nil, kept == nil, let file {
      do throws(StateFile.Absence) {
        let known = try file.loadLists()
        state?.sources.records = known.records
        state?.lists = known.lists
      } catch {
        (state, absence) = (nil, error.reason)
      }
    }
    let ledger = SourceLedger(tree, listing, state?.sources, doubtful: doubtful, after: kept?.ledger)
    let (plan, outcome) = plan(ledger, since: state == nil ? nil : kept?.plan)
    return (plan, outcome, ledger, state, absence)
  }

  /// The state of the last build, if it can be trusted.
  private static func known(
    _ file: StateFile?, _ kept: BuildMemory?, _ destination: Destination, _ folder: OutputFolder?
  ) -> Result<BuildState, StateFile.Absence> {
    guard let file else { return .failure(StateFile.Absence(reason: "no state is kept")) }
    guard !destination.isClean else { return .failure(StateFile.Absence(reason: "a clean build was asked for")) }
    guard folder != nil || destination.isOverlay else {
      return .failure(StateFile.Absence(reason: "nothing has been built there yet"))
    }
    if let kept { return .success(kept.state) }
    return Result { () throws(StateFile.Absence) in try file.load() }
  }

  /// The outcome of a build that has nothing to do, which notes that all files were looked at; nil where there may be
  /// something.
  private func unchanged(
    _ listing: SourceListing, _ state: BuildState, _ survey: OutputSurvey, in folder: OutputFolder,
    _ destination: Destination, since start: Int64
  ) throws(OutputFolder.Failure) -> Outcome? {
    var state = state
    guard var outcome = try unchanged(listing, &state, survey, in: folder) else { return nil }
    if !survey.isSettled || !state.sources.files.changed.isEmpty, !destination.isDry {
      outcome.stateFailure = Self.settle(&state, survey, destination.stateFile, start)
    }
    outcome.memory = BuildMemory(state: state, isNew: false, SourceLedger(tree, listing))
    return outcome
  }

  /// The outcome of a build that has nothing to do: files, options and published records are unchanged.
  private func unchanged(
    _ listing: SourceListing, _ state: inout BuildState, _ survey: OutputSurvey, in folder: OutputFolder
  ) throws(OutputFolder.Failure) -> Outcome? {
    // Only fetching tells whether a list's fetched records changed.
    guard options.lists.allSatisfy({ $0.fetch == nil }), listing.files.count == state.sources.files.count,
      state.build.has(options), survey.broken.isEmpty, folder.stamp(of: OwnedFiles.name) == state.build.list,
      folder.stamp(of: OutputFolder.stageName) == nil,
      listing.folders.values.allSatisfy({ $0.diagnostics.all.isEmpty }),
      listing.emptyFolders == state.build.emptyFolders,
      state.build.commit == nil || state.build.commit == tree.commit
    else { return nil }
    var outcome = Outcome(
      diagnostics: state.build.warnings, lists: state.build.lists, records: state.build.records,
      pages: state.output.files.count)
    outcome.next = state.build.next
    if !survey.strays.isEmpty {
      var strays = OutputStrays(in: folder, besides: [], keep: state.build.keep)
      for stray in survey.strays { try strays.look(at: stray.path, stray.kind) }
      outcome.foreign = strays.foreign.filter { !state.build.foreign.contains($0) }
      state.build.foreign = folder.present(state.build.foreign) + outcome.foreign
    }
    return outcome
  }

  /// Notes that all files were looked at again, some of them for the first time since their clocks could tell.
  ///
  /// - Returns: why that could not be noted.
  private static func settle(
    _ state: inout BuildState, _ survey: OutputSurvey, _ file: StateFile?, _ start: Int64
  ) -> String? {
    state.output.restamp(survey)
    (state.build.checked, state.build.written) = (start, start)
    do throws(StateFile.Absence) { try file?.save(state, isNew: false) } catch { return error.reason }
    return nil
  }

  /// Records the sources for the next build.
  private static func record(_ plan: SitePlan, in state: inout BuildState) {
    for list in plan.lists.lazy.map(\.content.sources) {
      let fresh = list.indices.filter { list[$0].isFresh }
      let entries = parallelMap(fresh.count) { [known = state.sources.records] index in
        list[fresh[index]].records.entries(of: list[fresh[index]].group, besides: known)
      }
      for (key, bytes) in entries.joined() { state.sources.records[key] = bytes }
    }
    guard state.sources.records.count != plan.stateKeyCount else { return }
    let keys = Set(names: plan.stateKeys)
    state.sources.records.keep { keys.contains($0) }
  }
}

extension SourceTree {
  /// The last commit of the repository; empty for none.
  var commit: String { ((try? history?.head()) ?? nil) ?? "" }
}

extension SitePlan {
  /// The last commit whose records the lists know, empty for none; nil where no list asks when its records changed.
  var commit: String? {
    let asking = lists.filter { $0.settings.type.updatedField != nil }
    return asking.isEmpty ? nil : asking.lazy.compactMap(\.content.dating?.history.commit).first ?? ""
  }
}

extension BuildState.Build {
  init(
    _ options: BuildOptions, _ plan: SitePlan, _ outcome: SiteBuilder.Outcome, _ listing: SourceListing, checked: Int64
  ) {
    base = options.base
    drafts = options.drafts
    now = plan.instant
    next = outcome.next
    commit = plan.commit
    pictures = plan.tables.pictures
    keep = plan.keep
    emptyFolders = listing.emptyFolders
    self.checked = checked
    lists = outcome.lists
    records = outcome.records
    warnings = outcome.diagnostics
  }

  /// Whether a build with these options would publish the same.
  func has(_ options: BuildOptions) -> Bool {
    // A date is relative to the site's time zone, which is not known yet; now is the same everywhere.
    base == options.base && drafts == options.drafts && options.date == nil && now <= options.now
      && options.now < next?.instant ?? .max
  }
}
