import CellistBase
import CellistOutput
import Glibc

extension Publisher {
  /// A file at a target that differs from a clean build.
  package struct Difference: Hashable, Sendable {
    package enum Kind: String, Sendable {
      case missing, differs
      /// It is neither a file of the site nor retired.
      case foreign
    }

    package let path: String
    package let kind: Kind
  }

  /// Compares what is published with a clean build.
  ///
  /// - Parameters:
  ///   - isDeep: whether every byte is compared, rather than its digest in the manifest.
  ///   - signers: the file with the accepted signers; nil to require no signature.
  package func differences(
    from manifest: Manifest, isDeep: Bool, signers: String?
  ) throws(PublishFailure) -> [Difference] {
    let engine = try engine()
    let published = try Published(against: manifest, engine.read)
    guard let root = published.root else { throw .refused("nothing is published there") }
    if let lease = published.lease, lease.isHeld(at: options.now) { throw .busy("a publisher is at work there") }
    let seen = LastSeen(of: target.name, site: site)
    guard root.generation >= seen.generation else {
      throw .refused(
        "the target holds generation \(root.generation), and generation \(seen.generation) was seen there before")
    }
    guard root.base == base else { throw .refused("the target holds the site of '\(root.base)'") }
    if let signers { try ManifestSignature(programs: programs).check(root, signers: signers) }
    try seen.note(root.generation)
    let found = try isDeep ? Self.bytes(of: engine, manifest, root) : Self.entries(published, manifest)
    return found.sorted { inByteOrder($0.path, $1.path) }
  }

  /// The entries of files in the target's manifest.
  private static func entries(_ published: Published, _ manifest: Manifest) -> [Difference] {
    var found: [Difference] = []
    var claimed: Set<String> = []
    for shard in manifest.shards where published.differing.contains(shard.bits) {
      for entry in shard.entries {
        claimed.insert(entry.path)
        guard let other = published.entries[entry.path] else {
          found.append(Difference(path: entry.path, kind: .missing))
          continue
        }
        if other != entry { found.append(Difference(path: entry.path, kind: .differs)) }
      }
    }
    found += published.entries.keys.filter { !claimed.contains($0) }.map { Difference(path: $0, kind: .foreign) }
    found += published.doubtful.map { Difference(path: "\(Manifest.folder)/\(ManifestShard.name($0))", kind: .differs) }
    return found
  }

  /// The entries that follow from the files themselves.
  static func bytes(
    of engine: Engine, _ manifest: Manifest, _ root: ManifestRoot
  ) throws(PublishFailure) -> [Difference] {
    let stage = try StagingFolder()
    let copy = try stage.empty("files")
    try engine.download(copy)
    let expected = Dictionary(manifest.entries.map { ($0.path, $0.digest) }) { first, _ in first }
      .merging(
        zip(manifest.shards, manifest.texts).map { ("\(Manifest.folder)/\($0.name)", FileDigest($1.utf8)) }
      ) { first, _ in first }
      .merging(root.changes.map { [ChangeFeed.path: $0] } ?? [:]) { first, _ in first }
    let copies = CompressedCopies([ContentCoding](endings: root.compressed), of: manifest)
    let compressed = Dictionary(
      manifest.entries.flatMap { entry in copies.copies(of: entry.path).map { ($0.path, (entry, $0.coding)) } },
      uniquingKeysWith: { first, _ in first })
    var others = Set(copies.all(of: root.retired.map(\.path))).union([ManifestRoot.path, Lease.path])
      .union(engine.marks)
    var found: [Difference] = []
    func look(in folder: String) throws(OutputFolder.Failure) {
      let descriptor = open(joined(copy, folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard descriptor >= 0 else { return }
      defer { close(descriptor) }
      for entry in try OutputFolder.entries(of: descriptor) {
        let path = joined(folder, entry.name)
        if entry.kind == .folder {
          try look(in: path)
        } else if let digest = expected[path] {
          others.insert(path)
          let bytes = try? OutputFolder.bytes(of: entry.name, in: descriptor)
          if bytes.map({ FileDigest($0) }) != digest { found.append(Difference(path: path, kind: .differs)) }
        } else if let (original, coding) = compressed[path] {
          others.insert(path)
          let bytes = try? OutputFolder.bytes(of: entry.name, in: descriptor)
          let text = bytes.flatMap { coding.decompressed($0, size: original.size) }
          if text.map({ FileDigest($0) }) != original.digest { found.append(Difference(path: path, kind: .differs)) }
        } else if !others.contains(path) {
          found.append(Difference(path: path, kind: .foreign))
        }
      }
    }
    try inFolder { () throws(OutputFolder.Failure) in try look(in: "") }
    found += (Array(expected.keys) + compressed.keys).filter { !others.contains($0) }.map {
      Difference(path: $0, kind: .missing)
    }
    return found
  }
}
