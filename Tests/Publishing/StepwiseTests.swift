import CellistBase
import CellistOutput
import CellistTestSupport
import Testing

@testable import CellistPublishing

/// Publishers that are killed at any moment: no visitor meets a broken link, and the next publisher puts everything right.
@Suite struct StepwiseTests {
  /// A site whose files, but for its style sheet, are lists of the files that they name.
  private struct Site {
    var files: [String: [UInt8]] = [:]

    init(_ round: Int, _ random: inout SeededGenerator) {
      let pages = (0..<40).filter { _ in Int.random(in: 0..<10, using: &random) < 7 }.map { "p\($0)/index.html" }
      let style = Array("style \(round / 2)".utf8)
      let asset = "assets/s-\(FileDigest(style).hexadecimal.prefix(12)).css"
      files[asset] = style
      // Feeds, calendars and exports come and go, too; pages name them, and they name pages.
      let others = (0..<20).filter { _ in Int.random(in: 0..<10, using: &random) < 6 }.map {
        ["f\($0)/feed.xml", "c\($0)/calendar.ics", "e\($0)/records.json", "d\($0)/records.csv"][$0 % 4]
      }
      for file in ["index.html"] + pages + others {
        let links = (pages + others).filter { _ in Int.random(in: 0..<8, using: &random) == 0 } + [asset]
        files[file] = Array(links.joined(separator: "\n").utf8)
      }
      files["sitemap.xml"] = Array(pages.joined(separator: "\n").utf8)
    }

    var manifest: Manifest {
      Manifest(files.map { ManifestEntry(path: $0, size: $1.count, digest: FileDigest($1)) })
    }
  }

  private static func publish(
    _ site: Site, to target: MemoryTarget, killedAfter steps: Int = .max
  ) throws(PublishFailure) {
    target.state.withLock { $0.steps = steps }
    try publish(site, through: target.transport(site.files))
  }

  private static func publish(_ site: Site, through transport: Transport) throws(PublishFailure) {
    let engine = Engine.stepwise(transport, now: 0)
    let manifest = site.manifest
    let published = try Published(against: manifest, engine.read)
    let generation = (published.root?.generation ?? 0) + 1
    let plan = PublicationPlan(from: published, to: manifest, generation: generation, now: 0)
    // Nothing there is somebody else's, whatever a killed publisher left.
    #expect(try engine.occupied(plan.unknown, "site") == [])
    let root = ManifestRoot(
      base: "/", shards: manifest.digestsByBits, files: manifest.count, generation: generation, parent: nil, time: 0,
      retired: plan.retired)
    let publication = Publication(
      published: published, manifest: manifest, root: root, plan: plan, output: "site",
      copies: CompressedCopies([], of: manifest))
    _ = try engine.carryOut(publication) { _ in }
  }

  /// The files at the target beside those that publishing keeps there.
  private static func check(_ target: MemoryTarget, holds site: Site) throws {
    let files = target.state.withLock(\.files)
    let root = try #require(files[ManifestRoot.path].flatMap { ManifestRoot(String(decoding: $0, as: UTF8.self)) })
    let retired = Set(root.retired.map(\.path))
    let own = files.filter { !$0.key.hasPrefix(Manifest.folder) && !retired.contains($0.key) }
    #expect(Set(own.keys).symmetricDifference(site.files.keys) == [])
    #expect(own.filter { site.files[$0.key] != $0.value }.keys.sorted() == [])
    #expect(retired.allSatisfy { files[$0] != nil })
    let manifest = site.manifest
    #expect(root.digest == manifest.digest)
    let shards = manifest.shards.map { "\(Manifest.folder)/\($0.name)" }
    for (path, text) in zip(shards, manifest.texts) { #expect(files[path] == Array(text.utf8)) }
    #expect(
      Set(files.keys.filter { $0.hasPrefix(Manifest.folder) }) == Set(shards).union([ManifestRoot.path]))
  }

  @Test func `files of a publisher that was faster are not those of a stranger`() throws {
    var random = SeededGenerator(seed: 3)
    var (target, site) = (MemoryTarget(), Site(0, &random))
    try Self.publish(site, to: target)
    site.files["new/index.html"] = Array("index.html".utf8)
    let engine = Engine.stepwise(target.transport(site.files), now: 0)
    let manifest = site.manifest
    let published = try Published(against: manifest, engine.read)
    let plan = PublicationPlan(from: published, to: manifest, generation: 2, now: 0)
    let publication = Publication(
      published: published, manifest: manifest,
      root: ManifestRoot(
        base: "/", shards: manifest.digestsByBits, files: manifest.count, generation: 2, parent: nil, time: 0,
        retired: plan.retired), plan: plan, output: "site", copies: CompressedCopies([], of: manifest))
    try engine.guardOthers(publication)
    func put(_ path: String, _ text: String) { target.state.withLock { $0.files[path] = Array(text.utf8) } }
    put("new/index.html", "other")
    #expect(
      throws: PublishFailure.refused(
        "the target holds a file that is not of this site where new files belong: 'new/index.html'",
        hint: "move them away, or --take-over replaces them")
    ) { try engine.guardOthers(publication) }
    let faster = PublishFailure.busy("another publisher was faster; publish again")
    put(Lease.path, "one that is at work")
    #expect(throws: faster) { try engine.guardOthers(publication) }
    target.state.withLock { $0.files[Lease.path] = nil }
    put(ManifestRoot.path, "the root of the other")
    #expect(throws: faster) { try engine.guardOthers(publication) }
  }

  @Test func `visitors meet no broken link, and the next publisher puts right what was left`() throws {
    var random = SeededGenerator(seed: 11)
    let target = MemoryTarget()
    var site = Site(0, &random)
    try Self.publish(site, to: target)
    for round in 1...100 {
      let before = site
      // Every third site goes back to what was there before.
      site = round % 3 == 0 ? before : Site(round, &random)
      // Several publishers may be killed one after another, early and late.
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let attempt = Site(round + 1000, &random)
        let steps = Int.random(in: 1...Int.random(in: 2...150, using: &random), using: &random)
        do throws(PublishFailure) {
          try Self.publish(attempt, to: target, killedAfter: steps)
        } catch {
          #expect(error == MemoryTarget.killed)
        }
      }
      try Self.publish(site, to: target)
      try Self.check(target, holds: site)
      let broken = target.state.withLock(\.broken)
      #expect(broken == [])
      // Every later round would tell of the same ones.
      guard broken.isEmpty else { return }
    }
  }

  @Test(arguments: ["shard", ManifestRoot.path])
  func `a publisher whose lease another one took over stops`(moment: String) throws {
    var random = SeededGenerator(seed: 3)
    let target = MemoryTarget()
    let (first, second) = (Site(0, &random), Site(2, &random))
    try Self.publish(first, to: target)
    let root = target.state.withLock { $0.files[ManifestRoot.path] }
    let other = Lease(generation: 2, time: 0, owner: .own, puts: ["other/index.html"], deletions: ["gone.html"])
    let transport = target.transport(second.files) { path, files in
      let isShard = path.hasPrefix(Manifest.folder) && path != ManifestRoot.path && path != Lease.path
      if path == moment || moment == "shard" && isShard { files[Lease.path] = other.bytes }
    }
    #expect(
      throws: PublishFailure.busy("another publisher began meanwhile; publish again when it is done")
    ) { try Self.publish(second, through: transport) }
    let files = target.state.withLock(\.files)
    // Where it is taken over before the root is written, the old one stays and nothing is removed.
    #expect((files[ManifestRoot.path] == root) == (moment == "shard"))
    for path in first.files.keys where moment == "shard" { #expect(files[path] != nil) }
    let left = try #require(files[Lease.path].flatMap { Lease($0) })
    #expect(left.hasEnded && left.puts.contains("other/index.html") && left.deletions.contains("gone.html"))
    try Self.publish(second, to: target)
    try Self.check(target, holds: second)
  }
}
