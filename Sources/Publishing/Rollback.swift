import CellistBase
import CellistOutput

/// The generation before the published one, prepared for publication as a new one.
struct Rollback: Sendable {
  let root: ManifestRoot
  /// The texts of the shards by their paths.
  let shards: [String: String]
  /// The feed of changes with this one; nil where the target has none.
  private(set) var feed: [UInt8]?
  let files: Set<String>
  /// The files at the target that are of the site, of either generation.
  let own: SiteFiles
  /// The addresses whose response changes, as paths of files.
  private(set) var changed: [String]
  /// The files that visitors may request, and that the previous generation does not have.
  let lost: [String]

  /// - Parameters:
  ///   - current: reads a published file by its path.
  ///   - earlier: reads a file of the previous generation.
  init(
    from current: (String) throws(PublishFailure) -> String?, to earlier: (String) throws(PublishFailure) -> String?,
    now: Int
  ) throws(PublishFailure) {
    let (present, presentFiles, _) = try Self.manifest(current)
    let (old, entries, texts) = try Self.manifest(earlier)
    var root = old
    shards = texts
    files = Set(entries.keys)
    changed = Set(presentFiles.keys).union(files).filter { presentFiles[$0] != entries[$0] }.sorted(by: inByteOrder)
    lost = PublicationPlan.lost(presentFiles.values.filter { entries[$0.path] == nil }) {
      entries[$0] != nil
    }
    let generation = present.generation + 1
    let time = max(now, present.time)
    var retired = present.retired.filter { entries[$0.path] == nil }
    for entry in presentFiles.values where entry.cacheClass == .immutable && entries[entry.path] == nil {
      retired.append(.init(path: entry.path, generation: generation, time: time))
    }
    root.parent = present.digest
    root.generation = generation
    root.time = time
    root.retired = retired.sorted { inByteOrder($0.path, $1.path) }
    root.changes = nil
    // The signer of the previous generation did not sign this one.
    root.signature = nil
    if present.changes != nil {
      var feed = ChangeFeed(Array((try current(ChangeFeed.path) ?? "").utf8))
      var exports: [String: FileDigest] = [:]
      for list in feed.lists { exports[list] = entries[ChangeFeed.export(of: list)]?.digest }
      _ = try feed.add(exports, generation: generation, time: time) { paths throws(PublishFailure) in
        var there: [String: [UInt8]] = [:]
        for path in paths { there[path] = try current(path).map { Array($0.utf8) } }
        return there
      } own: { path, _ throws(PublishFailure) in
        Array((try earlier(path) ?? "").utf8)
      }
      self.feed = feed.bytes
      root.changes = FileDigest(feed.bytes)
      changed = (changed + [ChangeFeed.path]).sorted(by: inByteOrder)
    }
    self.root = root
    own = SiteFiles(files, presentFiles.keys, root.retired.map(\.path))
  }

  private static func manifest(
    _ read: (String) throws(PublishFailure) -> String?
  ) throws(PublishFailure) -> (ManifestRoot, [String: ManifestEntry], [String: String]) {
    guard let text = try read(ManifestRoot.path), let root = ManifestRoot(text) else {
      throw .refused("there is no manifest of a generation before the one that is published")
    }
    var entries: [String: ManifestEntry] = [:]
    var shards: [String: String] = [:]
    for (bits, digest) in root.shards {
      let path = "\(Manifest.folder)/\(ManifestShard.name(bits))"
      guard let text = try read(path), Manifest.digest(of: text) == digest, let shard = ManifestShard(text) else {
        throw .io("the manifest of generation \(root.generation) is damaged")
      }
      shards[path] = text
      for entry in shard.entries { entries[entry.path] = entry }
    }
    return (root, entries, shards)
  }
}

/// A rollback that has been checked and not yet been carried out.
struct PreparedRollback: Sendable {
  let rollback: Rollback
  let carryOut: @Sendable () throws(PublishFailure) -> Void
}
