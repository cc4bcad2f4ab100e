import CellistBase
import CellistOutput
import CellistTestSupport
import Testing

@testable import CellistPublishing

/// Manifests as texts, and their shards.
@Suite struct ManifestTests {
  static func entries(_ count: Int, salt: String = "") -> [ManifestEntry] {
    (0..<count).map { ManifestEntry(path: "f/\($0)/index.html", size: $0, digest: FileDigest("\($0)\(salt)".utf8)) }
  }

  @Test(arguments: [0, 1, 256, 257, 3000])
  func `shards are read as they were written, and hold every file once`(_ count: Int) {
    let entries = Self.entries(count)
    let manifest = Manifest(entries.shuffled())
    #expect(Set(manifest.entries) == Set(entries))
    #expect(manifest.count == count)
    for (shard, text) in zip(manifest.shards, manifest.texts) {
      #expect(shard.entries.count <= 256)
      #expect(ManifestShard(text) == shard)
    }
    #expect(Manifest(entries).digest == manifest.digest)
  }
}
