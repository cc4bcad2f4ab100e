import CellistBase

extension SiteBuilder {
  /// The records whose pages publishing takes away, by the paths of the pages, with where they are now as far as that is
  /// known.
  ///
  /// - Parameters:
  ///   - pages: the paths of the pages.
  ///   - memory: that of the build that is published.
  ///   - new: the paths of the pages that are new at the target.
  /// - Complexity: O(n · m) in the numbers of records and of fields.
  package func lost(
    _ pages: [String], since memory: BuildMemory, in destination: Destination, new: Set<String>
  ) -> [String: LostAddress] {
    // Builds also took away pages that were never published.
    let wanted = Set(pages)
    let lost = memory.state.build.lost.filter { wanted.contains($0.path) }
    guard !lost.isEmpty else { return [:] }
    let snapshot: SiteSnapshot
    if let plan = memory.plan {
      snapshot = SiteSnapshot(plan, memory.ledger, options)
    } else {
      // A build with nothing to do did not read the records.
      var state = memory.state
      if let known = try? destination.stateFile?.loadLists() {
        (state.sources.records, state.lists) = (known.records, known.lists)
      }
      snapshot = SiteSnapshot(state)
    }
    let addresses = LostRecord.addresses(of: lost, in: snapshot) { list, item in
      snapshot.lists[list]?.path(of: item).map { new.contains($0) } ?? false
    }
    return Dictionary(
      addresses.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
  }
}
