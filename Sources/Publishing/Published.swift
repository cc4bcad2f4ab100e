import CellistBase
import CellistOutput

/// The published site at a target, as far as it differs from another one.
struct Published: Sendable {
  /// The root of its manifest, and the bytes it was read from; nil where nothing was ever published.
  private(set) var root: ManifestRoot?
  private(set) var rootBytes: [UInt8]?
  /// The lease at the target.
  private(set) var lease: Lease?
  private(set) var leaseBytes: [UInt8]?
  /// The files of the shards that differ, by path.
  private(set) var entries: [String: ManifestEntry] = [:]
  /// The shards of the other manifest that differ.
  private(set) var differing: Set<String> = []
  /// The bits of the shards of whose files only the names are known: all of them are sent again.
  private(set) var doubtful: Set<String> = []
  /// How many files were requested.
  private(set) var reads = 0

  /// Whether the codings of the copies at the target differ from the requested ones: then all files are sent again.
  private(set) var hasOtherCopies = false
  /// The paths of files that are missing at the target, or have other bytes than the other manifest says; empty where the
  /// files themselves were not read.
  private(set) var damaged: Set<String> = []

  /// Reads the root, the lease, and the shards that differ from those of a manifest.
  ///
  /// - Parameters:
  ///   - codings: those of the copies to publish beside files; nil where it does not matter.
  ///   - isWhole: whether to read all shards, rather than those that differ.
  ///   - read: reads files of the target by their paths; a missing file is left out.
  init(
    against manifest: Manifest, copies codings: [ContentCoding]? = nil, isWhole: Bool = false,
    _ read: ([String]) throws(PublishFailure) -> [String: [UInt8]]
  ) throws(PublishFailure) {
    let own = manifest.digestsByBits
    let files = try read([ManifestRoot.path, Lease.path])
    reads = 2
    leaseBytes = files[Lease.path]
    lease = leaseBytes.flatMap { Lease($0) }
    rootBytes = files[ManifestRoot.path]
    if let rootBytes {
      guard let text = String(validating: rootBytes, as: UTF8.self), let root = ManifestRoot(text) else {
        throw .refused("'\(ManifestRoot.path)' at the target is no manifest that this program reads")
      }
      self.root = root
      hasOtherCopies = codings.map { $0.endings != root.compressed } ?? false
    }
    let published = root?.shards ?? [:]
    // A killed publisher may have replaced shards that are otherwise unchanged.
    let touched = Set(lease?.puts ?? [])
    func isOther(_ bits: String) -> Bool {
      isWhole || hasOtherCopies || published[bits] != own[bits]
        || touched.contains(joined(Manifest.folder, ManifestShard.name(bits)))
    }
    differing = Set(own.keys.filter(isOther))
    let others = published.keys.filter(isOther).sorted()
    guard !others.isEmpty else { return }
    let texts = try read(others.map { joined(Manifest.folder, ManifestShard.name($0)) })
    reads += others.count
    for bits in others {
      let bytes = texts[joined(Manifest.folder, ManifestShard.name(bits))]
      let text = bytes.flatMap { String(validating: $0, as: UTF8.self) }
      if text.map({ Manifest.digest(of: $0) }) != published[bits] { doubtful.insert(bits) }
      guard let text, let shard = ManifestShard(text) else { continue }
      for entry in shard.entries { entries[entry.path] = entry }
    }
  }

  /// Notes which files are not as they should be, all of them having been read.
  mutating func note(damaged paths: Set<String>) {
    damaged = paths
    reads += root?.files ?? 0
  }

  /// Whether the files of a shard of the other manifest are unknown.
  func isDoubtful(_ bits: String) -> Bool {
    hasOtherCopies || doubtful.contains { $0.hasPrefix(bits) || bits.hasPrefix($0) }
  }
}
