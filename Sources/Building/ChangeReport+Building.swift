import CellistContent
import CellistOutput
import CellistPages
import CellistSites

extension ChangeReport {
  /// What a build changed, from the state that the last build left and what has been planned and made now.
  ///
  /// - Parameters:
  ///   - state: the state; nil where everything is new.
  ///   - old: the site as the state has it.
  ///   - folder: where the files were written; nil when they were not.
  ///   - removed: the files that were removed from there.
  ///   - reason: why everything was made anew; nil when it was not.
  init(
    _ plan: SitePlan, _ making: PageMaking, to new: SiteSnapshot, since state: BuildState?, from old: SiteSnapshot?,
    _ folder: OutputFolder? = nil, removed: [String] = [], clean reason: String? = nil
  ) {
    let change = old.map { SiteChange(from: $0, to: new) }
    reasonForClean = reason
    records = change?.records ?? SiteChange.records(of: new)
    var changes = making.changes
    let known = Set(changes.map(\.path))
    let written = changes.count { $0.kind != .deleted }
    unchanged = plan.pages.count - written
    changes += removed.filter { !known.contains($0) }.map { OutputChange(path: $0, kind: .deleted) }
    changes.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    let repaired = making.repaired
    let reasons = change.flatMap { change in state.map { PageReasons(change, plan, making, since: $0) } }
    let all = changes
    outputs = parallelMap(all.count) { index in
      let change = all[index]
      let because: [String]
      if change.kind == .deleted, !known.contains(change.path) {
        because = ["no page claims it"]
      } else if repaired.contains(change.path) {
        because = ["somebody else changed or removed it"]
      } else {
        because =
          reasons?.reasons(for: change) ?? [
            "everything is made anew: \(reason ?? "nothing is known of the last build")"
          ]
      }
      let bytes =
        change.kind == .deleted ? nil : folder.flatMap { try? OutputFolder.bytes(of: change.path, in: $0.root) }
      return Output(change, bytes: bytes, because: because)
    }
  }
}
