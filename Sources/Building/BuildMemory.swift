import CellistBase
import CellistPages
import CellistSites

/// The parts of a finished build that the next one in the process reuses.
///
/// Deallocating it is as slow as arranging the lists: a process that exits skips it.
package final class BuildMemory: Sendable {
  let plan: SitePlan?
  /// The knowledge that the next build needs.
  let state: BuildState
  /// Whether nothing of it rests on what an earlier build wrote.
  let isNew: Bool
  let ledger: SourceLedger
  /// The site's files as they are listed now, and those of them that may have changed; nil where the file system is to be
  /// asked about all.
  let told: (listing: SourceListing, changed: Set<Identifier>)?
  private let making: PageMaking?

  init(
    plan: SitePlan? = nil, state: BuildState, isNew: Bool, _ ledger: SourceLedger, _ making: PageMaking? = nil,
    told: (listing: SourceListing, changed: Set<Identifier>)? = nil
  ) {
    self.told = told
    self.plan = plan
    self.state = state
    self.isNew = isNew
    self.ledger = ledger
    self.making = making
  }

  /// The same where the file system is to be asked about all files.
  var untold: BuildMemory { BuildMemory(plan: plan, state: state, isNew: isNew, ledger, making) }

  /// Keeps it until the process ends.
  package func keep() { _ = Unmanaged.passRetained(self) }
}
