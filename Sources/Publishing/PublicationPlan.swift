import CellistBase
import CellistOutput

/// The files that a publication sends and removes, in that order.
///
/// No file at the target refers to a new one, so all new files are sent first: they exist before changed files refer to
/// them. Files are removed last, when no file refers to them. So at every instant all files that a page refers to
/// exist.
package struct PublicationPlan: Sendable {
  /// Files that are sent together.
  package struct Step: Sendable, Equatable {
    package let name: String
    package let entries: [ManifestEntry]
    /// Whether the files are new at the target.
    package let isNew: Bool
  }

  package private(set) var steps: [Step] = []
  /// The files that are removed first, since a file replaces their folder or a folder replaces them.
  package private(set) var obstacles: [String] = []
  /// The files that are removed last.
  package private(set) var deletions: [String] = []
  /// The files that stay for a while, although no page uses them.
  package private(set) var retired: [ManifestRoot.Retired] = []
  /// The removed files that visitors may request: the site had them and no longer has them.
  package private(set) var lost: [String] = []
  /// The files that a killed publisher certainly added, so that pages may refer to them.
  private(set) var present: Set<String> = []
  /// The files that no publisher has put there, as far as is known: what is at their paths is somebody else's.
  private(set) var unknown: [String] = []
  /// The addresses whose response changes, as paths of files.
  package private(set) var changed: [String] = []
  /// How many files are sent only because the target does not hold them as they were published.
  private(set) var repairs = 0
  /// How many of the deletions are removed pages and files of the site, rather than retired assets.
  private var removedCount = 0
  private let publishedCount: Int

  /// How long a retired file stays: as many generations, and as many seconds.
  static let retiredGenerations = 2
  static let retiredSeconds = 86_400

  init(from published: Published, to manifest: Manifest, generation: Int, now: Int) {
    publishedCount = published.root?.files ?? 0
    let journal = published.lease.map { Journal($0, published, manifest) } ?? Journal()
    var created: [ManifestEntry] = []
    var replaced: [ManifestEntry] = []
    var claimed: Set<String> = []
    let left = Set((published.lease?.puts ?? []) + (published.lease?.deletions ?? []))
      .union(published.root?.retired.map(\.path) ?? [])
    for shard in manifest.shards where published.differing.contains(shard.bits) {
      let isDoubtful = published.isDoubtful(shard.bits)
      for entry in shard.entries {
        claimed.insert(entry.path)
        let old = published.entries[entry.path]
        if old == entry, !isDoubtful, !journal.touched.contains(entry.path) {
          guard published.damaged.contains(entry.path) else { continue }
          repairs += 1
        }
        if old == nil, !isDoubtful, !left.contains(entry.path) { unknown.append(entry.path) }
        if old == nil, !journal.present.contains(entry.path) { created.append(entry) } else { replaced.append(entry) }
      }
    }
    // A killed publisher may have replaced a file that is unchanged between the last site and this one.
    replaced += journal.entries.filter { claimed.insert($0.path).inserted }
    let removed = published.entries.values.filter { !claimed.contains($0.path) }
    retire(removed, of: published, claimed, generation, now)
    let staying = Set(retired.map(\.path))
    let strays = journal.strays.filter { !claimed.contains($0) && !staying.contains($0) }
    lost = Self.lost(removed, claimed.contains)
    removedCount = removed.count { !staying.contains($0.path) }
    deletions += removed.map(\.path).filter { !staying.contains($0) } + strays
    changed = (created + replaced).map(\.path) + removed.map(\.path)
    arrange(created, replaced)
    present = journal.present.subtracting(obstacles)
    deletions = Array(Set(deletions)).sorted(by: inByteOrder)
    changed.sort(by: inByteOrder)
  }

  /// Keeps the files that visitors with an older page may request, and removes those that were kept long enough.
  private mutating func retire(
    _ removed: [ManifestEntry], of published: Published, _ claimed: Set<String>, _ generation: Int, _ now: Int
  ) {
    for file in published.root?.retired ?? [] where !claimed.contains(file.path) {
      let isOld =
        generation - file.generation >= Self.retiredGenerations && now - file.time >= Self.retiredSeconds
      if isOld { deletions.append(file.path) } else { retired.append(file) }
    }
    // A killed publisher may have replaced the shards that listed the files that it retired.
    let left = (published.lease?.retired ?? []).filter { !claimed.contains($0) }
    let known = Set(retired.map(\.path)).union(deletions)
    for path in Set(removed.filter { $0.cacheClass == .immutable }.map(\.path) + left).subtracting(known) {
      retired.append(ManifestRoot.Retired(path: path, generation: generation, time: now))
    }
    retired.sort { inByteOrder($0.path, $1.path) }
  }

  private mutating func arrange(_ created: [ManifestEntry], _ replaced: [ManifestEntry]) {
    func add(_ name: String, _ entries: [ManifestEntry], isNew: Bool = false, where fits: (ManifestEntry) -> Bool) {
      let chosen = entries.filter(fits).sorted { inByteOrder($0.path, $1.path) }
      if !chosen.isEmpty { steps.append(Step(name: name, entries: chosen, isNew: isNew)) }
    }
    add("new assets", created, isNew: true) { $0.kind == .asset }
    add("new feeds", created, isNew: true) { $0.kind == .feed }
    add("new pages", created, isNew: true) { $0.kind == .page && !Self.isEntrance($0.path) }
    add("new site maps and home page", created, isNew: true) { $0.kind == .data || Self.isEntrance($0.path) }
    add("changed assets", replaced) { $0.kind == .asset }
    add("changed pages", replaced) { $0.kind == .page }
    add("changed feeds and site maps", replaced) { $0.kind == .feed || $0.kind == .data }

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

  /// Those of removed files that visitors may request, where nothing answers for them.
  static func lost(_ removed: [ManifestEntry], _ isThere: (String) -> Bool) -> [String] {
    // Servers answer for a file that is gone with the page in the folder of its name.
    removed.filter { isAsked($0) && !isThere("\($0.path)/index.html") }.map(\.path).sorted(by: inByteOrder)
  }

  /// Whether visitors may know the address of a file. The others are known only to pages, which change with them.
  private static func isAsked(_ entry: ManifestEntry) -> Bool {
    entry.cacheClass != .immutable && entry.kind != .data && entry.mediaType != MediaType.of(".json")
  }

  /// Whether visitors request a page to which no other page needs to link, such as the home page.
  private static func isEntrance(_ path: String) -> Bool { path == "index.html" || path == "404.html" }

  static func folders(of path: String) -> [String] {
    Array(sequence(first: path.folder) { $0.folder }.prefix { !$0.isEmpty })
  }

  /// Notes that the response of another file changes, which is not of the site.
  mutating func noteChange(of path: String) { changed = (changed + [path]).sorted(by: inByteOrder) }

  package var isEmpty: Bool { steps.isEmpty && deletions.isEmpty && obstacles.isEmpty }
  /// The files that the target does not have yet.
  package var new: [String] { steps.lazy.filter(\.isNew).flatMap { $0.entries.map(\.path) } }
  package var files: Int { steps.reduce(0) { $0 + $1.entries.count } }
  package var bytes: Int { steps.reduce(0) { $0 + $1.entries.reduce(0) { $0 + $1.size } } }

  /// Refuses to remove more files than expected: a quarter of them, or as many as are allowed.
  func guardDeletions(allowed: Int?) throws(PublishFailure) {
    let limit = allowed ?? publishedCount / 4
    guard removedCount > limit else { return }
    throw .refused(
      "\(removedCount) of \(publishedCount) files would be removed",
      hint: "--max-deletions \(removedCount) allows it")
  }
}

/// The files that a killed publisher may have left at a target.
private struct Journal {
  /// The files that it, or earlier ones, may have replaced: those that it was to put or to remove.
  var touched: Set<String> = []
  /// Those to which pages may refer.
  var present: Set<String> = []
  /// The files of the site among them.
  var entries: [ManifestEntry] = []
  /// Those that are not files of the site.
  var strays: [String] = []

  init() {}

  init(_ lease: Lease, _ published: Published, _ manifest: Manifest) {
    // The manifest is replaced after the last file.
    let isPut = published.root.map { $0.generation >= lease.generation } ?? false
    let all = Set(lease.deletions).union(isPut ? [] : lease.puts)
    touched = isPut ? [] : all
    present = isPut ? [] : Set(lease.present)
    entries = manifest.entries.filter { touched.contains($0.path) }
    let shards = manifest.shards.map { joined(Manifest.folder, $0.name) }
    // Whether the feed of changes stays follows from the next root.
    let own = Set(manifest.entries.lazy.map(\.path).filter(all.contains)).union(shards + [ChangeFeed.path])
    strays = all.filter { !own.contains($0) }
  }
}
