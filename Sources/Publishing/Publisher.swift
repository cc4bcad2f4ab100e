import CellistBase
import CellistOutput
import Glibc

/// Publishes a built site to a target.
package struct Publisher: Sendable {
  /// The options of a publication.
  package struct Options: Sendable {
    /// How many files may be removed; nil for a quarter of them.
    package var maxDeletions: Int?
    /// Whether to keep all addresses that visitors may know.
    package var keepsAddresses = false
    /// Whether to take over a target that is not known to be this site's.
    package var takesOver = false
    /// Whether to read all files at the target, and to send again those that are not as they were published.
    package var repairs = false
    /// The key that signs the manifest.
    package var signingKey: String?
    /// The time, in seconds since 1970-01-01T00:00:00Z.
    package var now: Int
    /// Until when the published site is valid; nil if that is unknown.
    package var expectation: Expectation?
    /// The paths of the exports whose changes are published beside them; nil where none are.
    package var changes: [String]?

    package init(now: Int) { self.now = now }
  }

  /// The result of a publication.
  package struct Summary: Sendable {
    package let plan: PublicationPlan
    /// The generation that is published now.
    package let generation: Int
    package let requests: Int
    /// Why more was sent than the changes; nil if it was not.
    package let repair: String?
  }

  package let target: PublishTarget
  let site: String
  let base: String
  package var options: Options
  let programs: ProgramRunner

  /// - Parameters:
  ///   - site: the site's folder.
  ///   - base: the address of the site.
  package init(_ target: PublishTarget, of site: String, base: String, _ options: Options, _ programs: ProgramRunner) {
    self.target = target
    self.site = site
    self.base = base
    self.options = options
    self.programs = programs
  }

  /// Until when the last publication from here is valid; nil if there was none, or that is unknown.
  package var expectation: Expectation? { LastSeen(of: target.name, site: site).expectation }

  /// The plan of a publication.
  package func plan(_ manifest: Manifest, from output: String) throws(PublishFailure) -> PublicationPlan {
    let engine = try engine()
    let publication = try publication(of: manifest, from: output, to: engine)
    if !options.takesOver { try engine.guardOthers(publication) }
    return publication.plan
  }

  /// Publishes a site, unless it is already published.
  ///
  /// - Parameters:
  ///   - output: the folder that holds its files.
  ///   - prepare: called before anything is sent, with the plan, and with whether it finishes what an earlier publisher
  ///     began.
  ///   - progress: called with the number of finished files.
  package func publish(
    _ manifest: Manifest, from output: String,
    prepare: (PublicationPlan, _ isResumed: Bool) throws(PublishFailure) -> Void, progress: (Int) -> Void
  ) throws(PublishFailure) -> Summary {
    let engine = try engine()
    var publication = try publication(of: manifest, from: output, to: engine)
    let published = publication.published
    let seen = LastSeen(of: target.name, site: site)
    let isSigned = options.signingKey == nil || published.root?.signature != nil
    if publication.plan.isEmpty, published.damaged.isEmpty, published.lease == nil, isSigned, let root = published.root,
      root.digest == manifest.digest, (root.changes != nil) == (options.changes != nil)
    {
      try seen.note(root.generation, options.expectation)
      return Summary(plan: publication.plan, generation: root.generation, requests: published.reads, repair: nil)
    }
    if options.keepsAddresses, !publication.plan.lost.isEmpty {
      throw .lost(publication.plan.lost, new: publication.plan.new)
    }
    try publication.plan.guardDeletions(allowed: options.maxDeletions)
    if !options.takesOver { try engine.guardOthers(publication) }
    let sent = publication.plan.steps.flatMap { $0.entries.map(\.path) } + publication.uncovered
    guard sent.allSatisfy({ access(joined(output, $0), R_OK) == 0 }) else { throw .incomplete }
    try addChanges(to: &publication, engine)
    if let key = options.signingKey {
      publication.root = try ManifestSignature(programs: programs).signed(publication.root, with: key)
    }
    try prepare(publication.plan, published.lease != nil)
    let requests = try engine.carryOut(publication, progress)
    try seen.note(publication.root.generation, options.expectation)
    return Summary(
      plan: publication.plan, generation: publication.root.generation, requests: requests,
      repair: Self.repair(published, publication.plan))
  }

  private static func repair(_ published: Published, _ plan: PublicationPlan) -> String? {
    if published.lease != nil { return "an earlier publisher ended midway" }
    if !published.doubtful.isEmpty { return "the manifest at the target is damaged" }
    switch plan.repairs {
    case 0: return nil
    case 1: return "1 file was missing there, or had other bytes"
    default: return "\(plan.repairs) files were missing there, or had other bytes"
    }
  }

  /// Publishes the previous generation again.
  ///
  /// - Parameter prepare: called before that, with the addresses whose response changes, as paths of files.
  package func rollBack(
    prepare: ([String]) throws(PublishFailure) -> Void
  ) throws(PublishFailure) -> ManifestRoot {
    let engine = try engine()
    guard let rollBack = engine.rollBack else {
      throw .refused(
        "the target '\(target.name)' does not keep earlier generations",
        hint: "build the earlier site, from git for instance, and publish that")
    }
    let prepared = try rollBack(options.now)
    let lost = prepared.rollback.lost
    if options.keepsAddresses, !lost.isEmpty { throw .lost(lost) }
    try prepare(prepared.rollback.changed)
    try prepared.carryOut()
    let root = prepared.rollback.root
    try LastSeen(of: target.name, site: site).note(root.generation)
    return root
  }

  /// Removes a site that was published below another.
  ///
  /// - Returns: how many files there were.
  package func remove() throws(PublishFailure) -> Int {
    guard let below = target.below, case .git(let remote, let branch) = target.place else {
      throw .refused("only a site that was published below another is removed")
    }
    return try GitBranch(remote, branch: branch, below: below, for: target.name, of: site, programs)
      .remove(base: options.takesOver ? nil : base)
  }

  // MARK: What is there

  func engine() throws(PublishFailure) -> Engine {
    switch target.place {
    case .folder(let path, let isInPlace):
      let path = path.hasPrefix("/") ? path : joined(site, path)
      if let objection = FreePlace.objection(toTarget: path, of: site) {
        throw .refused("the target '\(target.name)' names the folder '\(path)', which \(objection)")
      }
      return isInPlace ? .stepwise(try .folder(path), now: options.now) : ReleaseFolder(path).engine
    case .git(let remote, let branch):
      let git = try GitBranch(remote, branch: branch, below: target.below, for: target.name, of: site, programs)
      return git.engine
    case .rsync(let place): return .stepwise(.rsync(place, programs), now: options.now)
    case .rclone(let place): return .stepwise(try .rclone(place, programs), now: options.now)
    }
  }

  private func publication(
    of manifest: Manifest, from output: String, to engine: Engine
  ) throws(PublishFailure) -> Publication {
    var published = try Published(against: manifest, copies: target.codings, isWhole: options.repairs, engine.read)
    let seen = LastSeen(of: target.name, site: site).generation
    try check(published, seen, engine)
    if options.repairs, let root = published.root {
      let copies = CompressedCopies([ContentCoding](endings: root.compressed), of: manifest)
      let found = try Self.bytes(of: engine, manifest, root).filter { $0.kind != .foreign }
      published.note(damaged: Set(found.map { copies.original(of: $0.path) ?? $0.path }))
    }
    let generation = max(published.root?.generation ?? 0, seen, published.lease?.generation ?? 0) + 1
    // Time never runs backwards at the target, even if this clock does.
    let time = max(options.now, published.root?.time ?? 0)
    let plan = PublicationPlan(from: published, to: manifest, generation: generation, now: time)
    var root = ManifestRoot(
      base: base, shards: manifest.digestsByBits, files: manifest.count, generation: generation,
      parent: published.root?.digest, time: time, retired: plan.retired)
    root.compressed = target.codings.endings
    let copies = CompressedCopies(target.codings, insteadOfThoseOf: published, of: manifest)
    return Publication(
      published: published, manifest: manifest, root: root, plan: plan, output: output, copies: copies)
  }

  /// Refuses a target that is not this site's, or that another publisher is using.
  private func check(_ published: Published, _ seen: Int, _ engine: Engine) throws(PublishFailure) {
    if let lease = published.lease, lease.isHeld(at: options.now), !options.takesOver {
      throw .busy(
        lease.owner.isRunning == true
          ? "another publisher is at work" : "a publisher of another machine is at work, or ended midway")
    }
    // A site beside the branch's own stands on no file of anybody else.
    if let below = target.below, published.root == nil, try !engine.isEmpty() {
      throw .refused("the folder '\(below)' of the target holds files that are not of a site published there")
    }
    guard !options.takesOver else { return }
    if let root = published.root {
      guard root.base == base else {
        throw .refused(
          "the target holds the site of '\(root.base)', and this one is of '\(base)'",
          hint: "--take-over publishes over it")
      }
      guard root.generation >= seen else {
        throw .refused(
          "the target holds generation \(root.generation), and generation \(seen) was seen there before",
          hint: "the target has an older site than was last seen there; --take-over replaces it")
      }
    } else if published.lease == nil, try !engine.isEmpty() {
      throw .refused("the target holds files that are not from Cellist", hint: "--take-over publishes beside them")
    }
  }
}
