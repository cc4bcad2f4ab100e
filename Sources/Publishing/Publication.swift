import CellistOutput

/// A site on its way to a target: what is there, what is to be there, and how it gets there.
struct Publication: Sendable {
  let published: Published
  let manifest: Manifest
  let root: ManifestRoot
  let plan: PublicationPlan
  /// The folder that holds the site's files.
  let output: String

  /// The files of the manifest that are sent, by their paths: the shards that differ, then the root.
  var shards: [(path: String, bytes: [UInt8])] {
    zip(manifest.shards, manifest.texts).filter { published.differing.contains($0.0.bits) }.map {
      ("\(Manifest.folder)/\($0.0.name)", Array($0.1.utf8))
    }
  }

  /// The shards at the target that are none any more.
  var staleShards: [String] {
    (published.root?.shards.keys.filter { root.shards[$0] == nil } ?? []).sorted().map {
      "\(Manifest.folder)/\(ManifestShard.name($0))"
    }
  }
}
