import CellistBase
import CellistOutput
import CellistTestSupport
import Testing

@testable import CellistPublishing

/// The files that are sent and removed, and in which order.
@Suite struct PublicationPlanTests {
  private static func entry(_ path: String, _ text: String = "") -> ManifestEntry {
    ManifestEntry(path: path, size: text.utf8.count, digest: FileDigest(text.utf8))
  }

  private static func asset(_ text: String) -> ManifestEntry {
    let digest = FileDigest(text.utf8)
    return ManifestEntry(path: "assets/a-\(digest.hexadecimal.prefix(12)).css", size: text.utf8.count, digest: digest)
  }

  private static func files(
    _ entries: [ManifestEntry], generation: Int, time: Int = 0, retired: [ManifestRoot.Retired] = []
  ) -> [String: [UInt8]] {
    let manifest = Manifest(entries)
    let root = ManifestRoot(
      base: "/", shards: manifest.digestsByBits, files: manifest.count, generation: generation, parent: nil, time: time,
      retired: retired)
    var files = [ManifestRoot.path: Array(root.text.utf8)]
    for (shard, text) in zip(manifest.shards, manifest.texts) {
      files["\(Manifest.folder)/\(shard.name)"] = Array(text.utf8)
    }
    return files
  }

  private static func plan(
    from files: [String: [UInt8]], to entries: [ManifestEntry], generation: Int = 2, now: Int = 0
  ) throws -> PublicationPlan {
    let manifest = Manifest(entries)
    let published = try Published(against: manifest) { paths throws(PublishFailure) in
      files.filter { paths.contains($0.key) }
    }
    return PublicationPlan(from: published, to: manifest, generation: generation, now: now)
  }

  @Test func `new files of every kind are sent before changed ones`() throws {
    let old = [
      Self.entry("index.html", "1"), Self.entry("same/index.html"), Self.entry("sitemap.xml", "1"),
      Self.entry("feed.xml", "1"), Self.entry("records.json", "1"),
    ]
    let new = [
      Self.entry("sitemap.xml", "2"), Self.entry("index.html", "2"), Self.entry("new/index.html"),
      Self.asset("style"), Self.entry("same/index.html"), Self.entry("photo.jpg"), Self.entry("robots.txt"),
      Self.entry("new/feed.xml"), Self.entry("new/calendar.ics"), Self.entry("new/records.csv"),
      Self.entry("feed.xml", "2"), Self.entry("records.json", "2"),
    ]
    let plan = try Self.plan(from: Self.files(old, generation: 1), to: new)
    #expect(
      plan.steps.map { "\($0.name): \($0.entries.map(\.path).joined(separator: " "))" } == [
        "new assets: \(Self.asset("style").path) new/records.csv photo.jpg",
        "new feeds: new/calendar.ics new/feed.xml", "new pages: new/index.html",
        "new site maps and home page: robots.txt", "changed assets: records.json", "changed pages: index.html",
        "changed feeds and site maps: feed.xml sitemap.xml",
      ])
    #expect(plan.deletions.isEmpty && plan.obstacles.isEmpty)
    #expect(plan.changed.contains("index.html") && !plan.changed.contains("same/index.html"))
  }

  @Test func `the home page of a new site is sent when what it names is there`() throws {
    let plan = try Self.plan(
      from: [:], to: ["index.html", "a/index.html", "z/index.html", "robots.txt"].map { Self.entry($0) })
    #expect(
      plan.steps.map { $0.entries.map(\.path) } == [["a/index.html", "z/index.html"], ["index.html", "robots.txt"]])
  }

  @Test func `a plan leads from any site to any other, and touches nothing that is the same`() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<50 {
      func site() -> [ManifestEntry] {
        (0..<Int.random(in: 0...700, using: &random)).map { number in
          Self.entry("p\(number)/index.html", "\(Int.random(in: 0...3, using: &random))")
        }.filter { _ in Bool.random(using: &random) }
      }
      let (old, new) = (site(), site())
      let plan = try Self.plan(from: Self.files(old, generation: 1), to: new)
      var target = Dictionary(uniqueKeysWithValues: old.map { ($0.path, $0.digest) })
      for entry in plan.steps.flatMap(\.entries) {
        #expect(target[entry.path] != entry.digest)
        target[entry.path] = entry.digest
      }
      for path in plan.deletions { #expect(target.removeValue(forKey: path) != nil) }
      #expect(target == Dictionary(uniqueKeysWithValues: new.map { ($0.path, $0.digest) }))
    }
  }

  @Test func `an asset that is not used any more stays for two generations and a day`() throws {
    let asset = Self.asset("old")
    let first = try Self.plan(from: Self.files([asset], generation: 1), to: [], generation: 2, now: 1000)
    #expect(first.deletions.isEmpty && first.retired.map(\.path) == [asset.path])
    func later(_ generation: Int, _ now: Int) throws -> PublicationPlan {
      let files = Self.files([], generation: generation - 1, retired: first.retired)
      return try Self.plan(from: files, to: [Self.entry("index.html")], generation: generation, now: now)
    }
    #expect(try later(3, 1000 + 86_400).retired.count == 1)
    #expect(try later(4, 1000 + 86_399).retired.count == 1)
    #expect(try later(4, 0).retired.count == 1)
    let last = try later(4, 1000 + 86_400)
    #expect(last.retired.isEmpty && last.deletions == [asset.path])
  }

  @Test func `what a publisher that was killed may have left is sent again or removed`() throws {
    let site = [Self.entry("a/index.html", "1"), Self.entry("b/index.html", "1")]
    var files = Self.files(site, generation: 1)
    let lease = Lease(
      generation: 2, time: 0, owner: .own, puts: ["a/index.html", "c/index.html"], deletions: ["b/index.html"])
    files[Lease.path] = lease.bytes
    let plan = try Self.plan(from: files, to: site)
    // What it was to remove may be gone, or replaced by one that was killed before it.
    #expect(plan.steps.flatMap { $0.entries.map(\.path) } == ["a/index.html", "b/index.html"])
    #expect(plan.deletions == ["c/index.html"])
    // When the manifest was replaced, all files were.
    files = Self.files(site, generation: 2)
    files[Lease.path] = lease.bytes
    #expect(try Self.plan(from: files, to: site).steps.isEmpty)
  }

  @Test func `files of a publication that was complete are not counted as new ones of the next`() throws {
    var files = Self.files([Self.entry("a/index.html", "1")], generation: 2)
    var lease = Lease(generation: 2, time: 0, owner: .own, puts: ["b/index.html"], deletions: ["c/index.html"])
    lease.present = ["b/index.html"]
    files[Lease.path] = lease.bytes
    let plan = try Self.plan(from: files, to: [Self.entry("b/index.html", "1")])
    #expect(plan.present == [] && plan.steps.map(\.isNew) == [true])
    lease = Lease(generation: 3, time: 0, owner: .own, puts: ["b/index.html"], deletions: [])
    lease.present = ["b/index.html"]
    files[Lease.path] = lease.bytes
    let next = try Self.plan(from: files, to: [Self.entry("b/index.html", "1")])
    #expect(next.present == ["b/index.html"] && next.steps.map(\.isNew) == [false])
  }

  @Test func `an asset that a killed publisher retired stays as long as any`() throws {
    var files = Self.files([Self.entry("index.html")], generation: 1)
    var lease = Lease(generation: 2, time: 0, owner: .own, puts: [], deletions: [])
    let asset = Self.asset("old").path
    lease.retired = [asset]
    files[Lease.path] = lease.bytes
    #expect(Lease(lease.bytes)?.retired == [asset])
    let plan = try Self.plan(from: files, to: [Self.entry("index.html")], generation: 2, now: 50)
    #expect(plan.retired == [ManifestRoot.Retired(path: asset, generation: 2, time: 50)] && plan.deletions == [])
    // The site may use it again.
    let again = try Self.plan(from: files, to: [Self.entry("index.html"), Self.asset("old")], generation: 2)
    #expect(again.retired == [])
  }

  @Test func `what stands in the way goes first`() throws {
    let old = [Self.entry("x"), Self.entry("y/z/index.html"), Self.entry("other")]
    let plan = try Self.plan(
      from: Self.files(old, generation: 1), to: [Self.entry("x/index.html"), Self.entry("y/z")])
    #expect(plan.obstacles == ["x", "y/z/index.html"] && plan.deletions == ["other"])
  }

  @Test func `deletions above a quarter are refused`() throws {
    let old = (0..<8).map { Self.entry("\($0)") }
    let few = try Self.plan(from: Self.files(old, generation: 1), to: Array(old.dropFirst(2)))
    try few.guardDeletions(allowed: nil)
    let many = try Self.plan(from: Self.files(old, generation: 1), to: Array(old.dropFirst(3)))
    #expect(
      throws: PublishFailure.refused("3 of 8 files would be removed", hint: "--max-deletions 3 allows it")
    ) { try many.guardDeletions(allowed: nil) }
    try many.guardDeletions(allowed: 3)
  }
}
