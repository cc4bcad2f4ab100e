import CellistContent
import CellistOutput

/// The files that a publication sends and removes, in that order.
///
/// A page is sent after the assets that it may use, and a new page before those that may link to it; what goes is removed
/// last, when no page names it any more. So at every instant what a page names is there.
package struct PublicationPlan: Sendable {
  /// Files that are sent together.
  package struct Step: Sendable, Equatable {
    package let name: String
    package let entries: [ManifestEntry]
  }

  package private(set) var steps: [Step] = []
  /// The files that are removed first, since something else takes the place of their folder or stands in their folder.
  package private(set) var obstacles: [String] = []
  /// The files that are removed last.
  package private(set) var deletions: [String] = []
  /// The files that stay for a while, though no page uses them.
  package private(set) var retired: [ManifestRoot.Retired] = []
  /// The addresses that answer with something else afterwards, as paths of files.
  package private(set) var changed: [String] = []
  /// How many of the deletions are pages and files of the site that went, rather than what was retired.
  private var removedCount = 0
  private let publishedCount: Int

  /// The name of the step of pages that no page at the target names.
  static let newPages = "new pages"

  /// How long a retired file stays: as many generations, and as many seconds.
  static let retiredGenerations = 2
  static let retiredSeconds = 86_400

  init(from published: Published, to manifest: Manifest, generation: Int, now: Int) {
    publishedCount = published.root?.files ?? 0
    let journal = published.lease.map { Journal($0, published, manifest) } ?? Journal()
    var created: [ManifestEntry] = []
    var replaced: [ManifestEntry] = []
    var claimed: Set<String> = []
    for shard in manifest.shards where published.differing.contains(shard.bits) {
      let isDoubtful = published.isDoubtful(shard.bits)
      for entry in shard.entries {
        claimed.insert(entry.path)
        let old = published.entries[entry.path]
        if old == entry, !isDoubtful, !journal.puts.contains(entry.path) { continue }
        if old == nil, !journal.present.contains(entry.path) { created.append(entry) } else { replaced.append(entry) }
      }
    }
    // A publisher that was killed may have replaced a file that this site has as the last one had it.
    replaced += journal.entries.filter { claimed.insert($0.path).inserted }
    let removed = published.entries.values.filter { !claimed.contains($0.path) }
    retire(removed, of: published, claimed, generation, now)
    let staying = Set(retired.map(\.path))
    let left = journal.strays.filter { !claimed.contains($0) && !staying.contains($0) }
    removedCount = removed.count { !staying.contains($0.path) }
    deletions += removed.map(\.path).filter { !staying.contains($0) } + left
    changed = (created + replaced).map(\.path) + removed.map(\.path)
    arrange(created, replaced)
    deletions = Array(Set(deletions)).sorted(by: inByteOrder)
    changed.sort(by: inByteOrder)
  }

  /// Keeps what visitors with an older page may ask for, and lets go of what was kept long enough.
  private mutating func retire(
    _ removed: [ManifestEntry], of published: Published, _ claimed: Set<String>, _ generation: Int, _ now: Int
  ) {
    for file in published.root?.retired ?? [] where !claimed.contains(file.path) {
      let isOld =
        generation - file.generation >= Self.retiredGenerations && now - file.time >= Self.retiredSeconds
      if isOld { deletions.append(file.path) } else { retired.append(file) }
    }
    for entry in removed where entry.cacheClass == .immutable {
      retired.append(ManifestRoot.Retired(path: entry.path, generation: generation, time: now))
    }
    retired.sort { inByteOrder($0.path, $1.path) }
  }

  private mutating func arrange(_ created: [ManifestEntry], _ replaced: [ManifestEntry]) {
    func add(_ name: String, _ entries: [ManifestEntry], _ kinds: Set<ManifestEntry.Kind>) {
      let chosen = entries.filter { kinds.contains($0.kind) }.sorted { inByteOrder($0.path, $1.path) }
      if !chosen.isEmpty { steps.append(Step(name: name, entries: chosen)) }
    }
    add("assets", created + replaced, [.asset])
    add(Self.newPages, created, [.page])
    add("changed pages", replaced, [.page])
    add("feeds and site maps", created + replaced, [.feed, .data])

    let paths = steps.flatMap { $0.entries.map(\.path) }
    let going = Set(deletions)
    let folders = Set(deletions.flatMap { Self.folders(of: $0) })
    let blocked = Set(paths.filter(folders.contains))
    let inTheWay = Set(paths.flatMap { Self.folders(of: $0) }.filter(going.contains))
    guard !blocked.isEmpty || !inTheWay.isEmpty else { return }
    obstacles = deletions.filter { path in
      inTheWay.contains(path) || Self.folders(of: path).contains(where: blocked.contains)
    }
    .sorted(by: inByteOrder)
    let first = Set(obstacles)
    deletions.removeAll { first.contains($0) }
  }

  static func folders(of path: String) -> [String] {
    Array(sequence(first: path.folder) { $0.folder }.prefix { !$0.isEmpty })
  }

  package var isEmpty: Bool { steps.isEmpty && deletions.isEmpty && obstacles.isEmpty }
  package var files: Int { steps.reduce(0) { $0 + $1.entries.count } }
  package var bytes: Int { steps.reduce(0) { $0 + $1.entries.reduce(0) { $0 + $1.size } } }

  /// Refuses to remove more files than somebody expects: a quarter of them, or as many as are allowed.
  func guardDeletions(allowed: Int?) throws(PublishFailure) {
    let limit = allowed ?? publishedCount / 4
    guard removedCount > limit else { return }
    throw .refused(
      "\(removedCount) of \(publishedCount) files would be removed",
      hint: "--max-deletions \(removedCount) allows it")
  }
}

/// The files that a publisher that was killed may have left at a target.
private struct Journal {
  var puts: Set<String> = []
  /// Those that pages may name.
  var present: Set<String> = []
  /// The files of the site among them.
  var entries: [ManifestEntry] = []
  /// Those that are not of the site.
  var strays: [String] = []

  init() {}

  init(_ lease: Lease, _ published: Published, _ manifest: Manifest) {
    // The manifest is replaced after the last file.
    let isPut = published.root.map { $0.generation >= lease.generation } ?? false
    puts = isPut ? [] : Set(lease.puts)
    present = isPut ? [] : Set(lease.present)
    let all = puts.union(lease.deletions)
    entries = manifest.entries.filter { puts.contains($0.path) }
    let shards = manifest.shards.map { joined(Manifest.folder, $0.name) }
    let own = Set(manifest.entries.lazy.map(\.path).filter(all.contains)).union(shards)
    strays = all.filter { !own.contains($0) }
  }
}
