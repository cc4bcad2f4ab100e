import CellistBase
import CellistOutput
import CellistPages

extension ChangeReport {
  /// The changes of a build, from the state of the last build and from the pages planned and made now.
  ///
  /// - Parameters:
  ///   - state: the state; nil where everything is new.
  ///   - old: the site as the state has it.
  ///   - isWritten: whether the files were written.
  ///   - removed: the files that were removed from there.
  ///   - reason: why everything was made anew; nil when it was not.
  init(
    _ plan: SitePlan, _ making: PageMaking, to new: SiteSnapshot, since state: BuildState?, from old: SiteSnapshot?,
    isWritten: Bool = false, removed: [String] = [], clean reason: String? = nil
  ) {
    let change = old.map { SiteChange(from: $0, to: new) }
    reasonForClean = reason
    arrangedAnew = plan.lists.compactMap { list in
      list.arrangedAnew.map { (list.settings.folder.name, $0.reason) }
    }
    records = change?.records ?? SiteChange.records(of: new)
    outdated = change?.outdated ?? []
    var changes = making.changes
    let known = Set(changes.map(\.path))
    unchanged = plan.pages.count - changes.count { $0.kind != .deleted }
    changes += removed.filter { !known.contains($0) }.map { OutputChange(path: $0, kind: .deleted) }
    changes.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    if let change {
      let deleted = Set(names: changes.filter { $0.kind == .deleted }.map(\.path))
      lost = LostRecord.addresses(
        of: LostRecord.all(in: change.old, deleted: deleted), in: new, renamed: change.renamed
      ) { list, item in change.lists[list]?[item.id]?.kind == .inserted }
    }
    let written = making.written
    let reasons = change.flatMap { change in state.map { PageReasons(change, plan, making, since: $0) } }
    let all = changes
    outputs = parallelMap(all.count) { index in
      let change = all[index]
      let file = change.kind == .deleted ? nil : written[change.path]
      let because: [String]
      if change.kind == .deleted, !known.contains(change.path) {
        because = ["no page claims it"]
      } else if let file, making.isRepaired(change.path, as: file) {
        because = ["another program changed or removed it"]
      } else {
        because =
          reasons?.reasons(for: change) ?? [
            "everything is made anew: \(reason ?? "nothing is known of the last build")"
          ]
      }
      return Output(change, isWritten ? file : nil, because: because)
    }
  }
}
