import CellistBase
import CellistOutput
import CellistTestSupport
import Synchronization
import Testing

@testable import CellistPublishing

/// The compressed copies beside files at a target.
@Suite struct CompressedCopiesTests {
  @Test(arguments: ContentCoding.allCases)
  func `what was compressed is decompressed`(coding: ContentCoding) throws {
    var random = SeededGenerator(seed: 21)
    for size in [0, 1, 2, 100, 5_000, 300_000] {
      let bytes = (0..<size).map { _ in UInt8.random(in: 97...105, using: &random) }
      let compressed = try #require(coding.compressed(bytes))
      #expect(coding.decompressed(compressed, size: size) == bytes && coding.compressed(bytes) == compressed)
      #expect(coding.decompressed(compressed, size: size + 1) == nil)
      #expect(coding.decompressed(Array(compressed.dropLast()), size: size) == nil)
      #expect(coding.decompressed(compressed + [0x78], size: size) == nil)
      #expect(size < 5_000 || compressed.count < size / 2)
    }
  }

  /// A target in a folder, from which publishers are cut off after some requests.
  private struct Place {
    let site: TemporaryFolder
    let target: TemporaryFolder

    func publish(
      _ files: [String: [UInt8]], _ codings: [ContentCoding], requests: Int = .max
    ) throws(PublishFailure) {
      let left = Mutex(requests)
      @Sendable func count() throws(PublishFailure) {
        let isOver = left.withLock { left in
          left -= 1
          return left < 0
        }
        if isOver { throw .io("cut off") }
      }
      let folder = try Transport.folder(target.place("live"))
      let transport = Transport(
        read: folder.read, occupied: folder.occupied,
        put: { upload throws(PublishFailure) in
          for path in upload.paths {
            try count()
            try folder.put(.init(folder: upload.folder, paths: [path], cacheClass: upload.cacheClass))
          }
        },
        claim: folder.claim,
        remove: { paths throws(PublishFailure) in
          for path in paths {
            try count()
            try folder.remove([path])
          }
        },
        removeFolders: folder.removeFolders, isEmpty: folder.isEmpty, download: folder.download)
      let engine = Engine.stepwise(transport, now: 0)
      let manifest = Manifest(files.map { ManifestEntry(path: $0, size: $1.count, digest: FileDigest($1)) })
      let published = try Published(against: manifest, copies: codings, engine.read)
      let generation = (published.root?.generation ?? 0) + 1
      let plan = PublicationPlan(from: published, to: manifest, generation: generation, now: 0)
      var root = ManifestRoot(
        base: "/", shards: manifest.digestsByBits, files: manifest.count, generation: generation, parent: nil, time: 0,
        retired: plan.retired)
      root.compressed = codings.endings
      _ = try engine.carryOut(
        Publication(
          published: published, manifest: manifest, root: root, plan: plan, output: site.place("site"),
          copies: CompressedCopies(codings, insteadOfThoseOf: published, of: manifest))
      ) { _ in }
    }
  }

  @Test func `each text has its copies, and no copy outlives it`() throws {
    var random = SeededGenerator(seed: 22)
    let place = Place(site: try TemporaryFolder(), target: try TemporaryFolder())
    let names = ["index.html", "a/index.html", "b.css", "b.css.gz", "photo.jpg", "c.json", "d/e.txt", "sitemap.xml"]
    for round in 0..<120 {
      var files: [String: [UInt8]] = [:]
      if round > 0 { try place.site.remove("site") }
      try place.site.makeFolder("site")
      for name in names where Bool.random(using: &random) {
        let text = Array(String(repeating: "\(name) \(Int.random(in: 0..<3, using: &random)) ", count: 20).utf8)
        files[name] = text
        try place.site.write(text, to: "site/\(name)")
      }
      let codings = ContentCoding.allCases.filter { _ in Int.random(in: 0..<3, using: &random) > 0 }
      if round % 3 == 2 { try? place.publish(files, codings, requests: Int.random(in: 0..<20, using: &random)) }
      try place.publish(files, codings)
      var expected = files
      for (path, bytes) in files where !path.hasSuffix(".jpg") && !path.hasSuffix(".gz") {
        for coding in codings where files["\(path).\(coding.ending)"] == nil {
          expected["\(path).\(coding.ending)"] = coding.compressed(bytes)
        }
      }
      let there = place.target.tree("live").filter { !$0.key.hasSuffix("/") && !$0.key.hasPrefix(Manifest.folder) }
      let differing = Set(there.keys).union(expected.keys).filter { there[$0] != expected[$0] }
      #expect(differing == [], "round \(round)")
    }
  }
}
