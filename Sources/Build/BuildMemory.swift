/// What a build held when it was done.
///
/// To let go of all that takes as long as to arrange the site's lists. A process that ends is better off without.
package final class BuildMemory: Sendable {
  private let plan: SitePlan?
  private let state: BuildState?
  private let listing: SourceListing
  private let making: PageMaking?

  init(plan: SitePlan? = nil, state: BuildState?, listing: SourceListing, making: PageMaking? = nil) {
    self.plan = plan
    self.state = state
    self.listing = listing
    self.making = making
  }

  /// Keeps it until the process ends.
  package func keep() { _ = Unmanaged.passRetained(self) }
}
