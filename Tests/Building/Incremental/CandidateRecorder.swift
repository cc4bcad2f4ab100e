import CellistBase
import CellistTemplates

@testable import CellistBuilding
@testable import CellistPages

/// Traces all pages after each build, to see that each page that changed was among those that the build took for ones that
/// might have; and compares plans by what the state would know of the last one, to see that no fewer pages may differ.
struct CandidateRecorder {
  private var traces: [Identifier: Digest] = [:]
  private var missed: [String] = []
  /// Whether builds went by without their traces, so that nothing is known of how pages were.
  private var isBlind = false
  /// How many pages were candidates, and how many changed, of builds that made not all pages anew.
  private(set) var counts = (candidates: 0, changed: 0)
  /// The tables of the last plan, and the same as bytes.
  private var earlier: (tables: PlanTables, snapshots: [[UInt8]])?
  /// The candidates of the last build, by their paths.
  private(set) var last: [String] = []

  /// - Parameter plan: nil for a build that made none.
  mutating func note(_ plan: SitePlan?, _ outcome: SiteBuilder.Outcome) {
    guard let plan, let candidates = outcome.candidates, !outcome.hasErrors else { return }
    let (before, isBlind) = (traces, isBlind)
    (traces, self.isBlind) = ([:], false)
    var buffer = ByteBuffer()
    let expected = Set(candidates)
    last = candidates.map { plan.pages[$0].path }
    var changed = 0
    for (number, page) in plan.pages.enumerated() {
      guard case .made(let maker, let index) = page.content else { continue }
      buffer.removeAll()
      maker.trace(index, into: &buffer)
      let trace = Digest(buffer.bytes)
      traces[Identifier(page.path)] = trace
      guard !isBlind, before[Identifier(page.path)] != trace else { continue }
      changed += 1
      if !expected.contains(number) { missed.append(page.path) }
    }
    defer { earlier = (plan.tables, plan.snapshots.map(\.stateBytes)) }
    guard !before.isEmpty, outcome.reasonForClean == nil else { return }
    if let earlier, !isBlind {
      missed += Self.overlooked(plan, since: earlier).map { "\($0), compared with the state" }
    }
    counts = (counts.candidates + candidates.count, counts.changed + changed)
  }

  /// The pages of lists and records that may differ since earlier tables, but not since the same as a state has them, which
  /// knows less of what changed.
  private static func overlooked(
    _ plan: SitePlan, since earlier: (tables: PlanTables, snapshots: [[UInt8]])
  ) -> [String] {
    let snapshots = earlier.snapshots.compactMap { try? ListSnapshot(stateBytes: $0[...]) }
    let read = PlanTables(snapshots, pictures: earlier.tables.pictures, comparedWith: plan)
    let pages = Set(plan.candidates(since: earlier.tables)).subtracting(plan.candidates(since: read))
    return pages.sorted().filter { page in
      switch plan.block(of: page)?.block {
      case .list, .records: true
      default: false
      }
    }.map { plan.pages[$0].path }
  }

  /// Notes that others build the site meanwhile, so that the next build has nothing to be compared with.
  mutating func forget() { isBlind = true }

  /// The pages that changed and were no candidates, each once.
  mutating func takeMissed() -> [String] {
    defer { missed = [] }
    return missed
  }
}
