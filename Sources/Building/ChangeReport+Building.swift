import CellistContent
import CellistOutput
import CellistPages
import CellistSites

extension ChangeReport {
  /// What a build changed, from the state that the last build left and what has been planned and made now.
  ///
  /// - Parameters:
  ///   - folder: where the files were written; nil when they were not.
  ///   - removed: the files that were removed from there.
  ///   - reason: why everything was made anew; nil when it was not.
  init(
    _ plan: SitePlan, _ making: PageMaking, _ ledger: SourceLedger, since state: BuildState?, _ options: BuildOptions,
    _ folder: OutputFolder? = nil, removed: [String] = [], clean reason: String? = nil
  ) {
    let new = PublishedSite(plan, ledger, drafts: options.drafts)
    let old = state.flatMap { PublishedSite($0, typed: options.lists) }
    let comparison = SiteComparison(from: old, to: new)
    reasonForClean = reason
    records = comparison.records
    var changes = making.changes
    let known = Set(changes.map(\.path))
    let written = changes.count { $0.kind != .deleted }
    unchanged = plan.pages.count - written
    changes += removed.filter { !known.contains($0) }.map { OutputChange(path: $0, kind: .deleted) }
    changes.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    let repaired = making.repaired
    let reasons = old.map { PageReasons(from: $0, to: new, comparison, plan) }
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

/// The records of all lists in two builds, list by list.
struct SiteComparison: Sendable {
  /// What became of the records of each list.
  let lists: [String: RecordChanges]
  /// All changes, in byte order of the lists' names.
  let records: [RecordChange]

  init(from old: PublishedSite?, to new: PublishedSite) {
    let before = Dictionary(uniqueKeysWithValues: (old?.lists ?? []).map { ($0.settings.folder.name, $0.shown) })
    let after = Dictionary(uniqueKeysWithValues: new.lists.map { ($0.settings.folder.name, $0.shown) })
    let names = Set(before.keys).union(after.keys).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let changes = names.map { ($0, RecordChanges(from: before[$0], to: after[$0])) }
    lists = Dictionary(uniqueKeysWithValues: changes)
    records = changes.flatMap { $0.1.all }
  }
}
