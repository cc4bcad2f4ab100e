import CellistBase
import CellistOutput

extension Engine {
  /// A target that takes files one by one: under a lease, in the order of the plan, and the manifest last.
  ///
  /// - Parameter clock: returns the time, in seconds since 1970-01-01T00:00:00Z.
  static func stepwise(_ transport: Transport, now: Int) -> Engine {
    Engine(
      read: transport.read, isEmpty: transport.isEmpty, occupied: transport.occupied,
      carryOut: { publication, progress throws(PublishFailure) in
        let stage = try StagingFolder()
        return try Stepwise(transport: transport, publication: publication, stage: stage, now: now).run(progress)
      }, download: transport.download)
  }
}

/// One publication to a target that takes files one by one.
private struct Stepwise {
  let transport: Transport
  let publication: Publication
  let stage: StagingFolder
  let now: Int

  private var plan: PublicationPlan { publication.plan }

  /// - Returns: how many requests that took, at targets where each file is one.
  func run(_ progress: (Int) -> Void) throws(PublishFailure) -> Int {
    let shards = publication.shards
    let deletions = plan.deletions + publication.staleFiles
    let feed = publication.feed.map { [(path: ChangeFeed.path, bytes: $0)] } ?? []
    var lease = Lease(
      generation: publication.root.generation, time: now, owner: .own,
      puts: plan.steps.flatMap { $0.entries.map(\.path) } + (feed + shards).map(\.path),
      deletions: plan.obstacles + deletions)
    lease.retired = publication.root.retired.map(\.path)
    lease.present = plan.present.sorted(by: inByteOrder)
    lease.compressed = (publication.copies.codings + publication.copies.dropped).endings
    guard try transport.claim(lease.bytes, publication.published.leaseBytes) else { throw .faster }
    try check(lease)
    do throws(PublishFailure) {
      if !feed.isEmpty {
        try stage.write(feed)
        try transport.put(.init(folder: stage.path, paths: [ChangeFeed.path], cacheClass: .revalidate))
      }
      try send(shards, &lease, progress)
      // Where the target cannot exclude others, it can at least detect them.
      try keep(&lease)
      try stage.write([(ManifestRoot.path, Array(publication.root.text.utf8))])
      try transport.put(.init(folder: stage.path, paths: [ManifestRoot.path], cacheClass: .revalidate))
      let copies = publication.copies
      let gone = copies.all(of: deletions).filter { copies.original(of: $0) == nil }
      let going = gone + publication.droppedCopies
      if !going.isEmpty { try transport.remove(going) }
      try keep(&lease)
    } catch {
      // Keep the lease of an unfinished publication, marked as ended, so that no publisher waits for it.
      lease.hasEnded = true
      if (try? stage.write([(Lease.path, lease.bytes)])) != nil {
        try? transport.put(.init(folder: stage.path, paths: [Lease.path], cacheClass: .revalidate))
      }
      throw error
    }
    try transport.remove([Lease.path])
    return publication.published.reads + publication.feedReads + plan.files + publication.copyCount + feed.count
      + shards.count + plan.obstacles.count
      + deletions.count + 7
  }

  /// Makes sure that the lease is still this one. If it is not, each publisher may have overtaken the other, so the
  /// next publisher must check the files of both.
  private func keep(_ lease: inout Lease) throws(PublishFailure) {
    let found = try transport.read([Lease.path])[Lease.path]
    guard found != lease.bytes else { return }
    if let other = found.flatMap({ Lease($0) }) { lease.add(other) }
    throw .busy("another publisher began meanwhile; publish again when it is done")
  }

  /// Makes sure that the lease is this one, and that the published generation is the one that was planned for.
  private func check(_ lease: Lease) throws(PublishFailure) {
    let files = try transport.read([ManifestRoot.path, Lease.path])
    guard files[Lease.path] == lease.bytes else { throw .faster }
    guard files[ManifestRoot.path] == publication.published.rootBytes else {
      try transport.remove([Lease.path])
      throw .faster
    }
  }

  private func send(
    _ shards: [(path: String, bytes: [UInt8])], _ lease: inout Lease, _ progress: (Int) -> Void
  ) throws(PublishFailure) {
    var done = 0
    if !plan.obstacles.isEmpty {
      try transport.remove(publication.copies.all(of: plan.obstacles))
      let folders = Set(plan.obstacles.flatMap { PublicationPlan.folders(of: $0) }).sorted {
        $0.utf8.count > $1.utf8.count
      }
      try transport.removeFolders(folders)
    }
    let lastNew = plan.steps.lastIndex(where: \.isNew)
    for (index, step) in plan.steps.enumerated() {
      for cacheClass in ManifestEntry.CacheClass.allCases {
        let paths = step.entries.filter { $0.cacheClass == cacheClass }.map(\.path)
        guard !paths.isEmpty else { continue }
        try transport.put(.init(folder: publication.output, paths: paths, cacheClass: cacheClass))
        let copies = try publication.copies.write(of: paths, from: publication.output, to: stage)
        if !copies.isEmpty {
          try transport.put(.init(folder: stage.path, paths: copies, cacheClass: cacheClass))
        }
        done += paths.count
        progress(done)
      }
      guard index == lastNew else { continue }
      // From now on published pages may refer to these files: a publisher that takes over must know that they are at
      // the target.
      lease.present += plan.steps[...index].flatMap { $0.entries.map(\.path) }
      try stage.write([(Lease.path, lease.bytes)])
      try transport.put(.init(folder: stage.path, paths: [Lease.path], cacheClass: .revalidate))
    }
    let copies = try publication.copies.write(of: publication.uncovered, from: publication.output, to: stage)
    if !copies.isEmpty { try transport.put(.init(folder: stage.path, paths: copies, cacheClass: .revalidate)) }
    guard !shards.isEmpty else { return }
    try stage.write(shards)
    try transport.put(.init(folder: stage.path, paths: shards.map(\.path), cacheClass: .revalidate))
  }
}
