import CellistOutput

/// A site on its way to a target: the published state, the new state, and the plan between them.
struct Publication: Sendable {
  let published: Published
  let manifest: Manifest
  var root: ManifestRoot
  var plan: PublicationPlan
  /// The folder that holds the site's files.
  let output: String
  let copies: CompressedCopies
  /// The feed of changes where it changes. It is sent before the changed exports: if the publisher is killed in between, the
  /// next one finds from any export the way to the last.
  var feed: [UInt8]?
  /// How many files were requested for it.
  var feedReads = 0

  /// The unchanged files that get copies because a file of the site had the copy's path before.
  var uncovered: [String] {
    let sent = Set(plan.steps.flatMap { $0.entries.map(\.path) })
    return plan.deletions.compactMap(copies.original).filter { !sent.contains($0) }
  }

  /// The files at the target that are of the site, as it was or will be.
  var files: SiteFiles {
    SiteFiles(manifest.entries.map(\.path), published.entries.keys, published.root?.retired.map(\.path) ?? [])
  }

  /// How many copies are sent.
  var copyCount: Int {
    (plan.steps.flatMap { $0.entries.map(\.path) } + uncovered).reduce(0) { $0 + copies.copies(of: $1).count }
  }

  /// The copies to remove although their files stay.
  var droppedCopies: [String] {
    // A killed publisher may have left copies of any file.
    let files = published.lease == nil ? plan.steps.flatMap(\.entries) : manifest.entries
    return copies.dropped.isEmpty ? [] : copies.dropped(of: files.map(\.path))
  }

  /// The files of the manifest that are sent, by their paths: the shards that differ, then the root.
  var shards: [(path: String, bytes: [UInt8])] {
    zip(manifest.shards, manifest.texts).filter { published.differing.contains($0.0.bits) }.map {
      ("\(Manifest.folder)/\($0.0.name)", Array($0.1.utf8))
    }
  }

  /// The shards at the target that no longer belong to the manifest, and the feed of changes where there is none any more.
  var staleFiles: [String] {
    let shards = published.root?.shards.keys.filter { root.shards[$0] == nil } ?? []
    let hadFeed = published.root?.changes != nil || published.lease?.puts.contains(ChangeFeed.path) ?? false
    return shards.sorted().map { "\(Manifest.folder)/\(ManifestShard.name($0))" }
      + (hadFeed && root.changes == nil ? [ChangeFeed.path] : [])
  }
}
