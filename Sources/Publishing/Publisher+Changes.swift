import CellistContent
import CellistOutput
import Glibc

extension Publisher {
  /// Adds to the feed of changes at the target the differences of the exports from those after its last line.
  ///
  /// Copies of the exports follow the feed alone, so exports that a killed publisher left beside it do not matter.
  func addChanges(to publication: inout Publication, _ engine: Engine) throws(PublishFailure) {
    guard let exports = options.changes else { return }
    let bytes = try engine.read([ChangeFeed.path])[ChangeFeed.path]
    var feed = ChangeFeed(bytes ?? [])
    let current = feed.current
    let wanted = Set(exports)
    let digests = Dictionary(
      publication.manifest.entries.lazy.filter { wanted.contains($0.path) }.map { ($0.path, $0.digest) },
      uniquingKeysWith: { first, _ in first })
    let lists = digests.map { (list: ChangeFeed.list(ofExport: $0), path: $0, digest: $1) }
      .sorted { inByteOrder($0.list, $1.list) }
    let changed = lists.filter { current[$0.list] != nil && current[$0.list] != $0.digest }
    let there = changed.isEmpty ? [:] : try engine.read(changed.map(\.path))
    publication.feedReads = 1 + changed.count
    let (generation, time) = (publication.root.generation, publication.root.time)
    for list in current.keys.filter({ digests[ChangeFeed.export(of: $0)] == nil }).sorted(by: inByteOrder) {
      feed.add(list, to: nil, generation: generation, time: time)
    }
    for (list, path, digest) in lists where current[list] != digest {
      guard current[list] != nil else {
        feed.add(list, to: digest, generation: generation, time: time)
        continue
      }
      let old = there[path].flatMap { feed.latest(list, from: $0) }
      let isSent = access(joined(publication.output, path), R_OK) == 0
      let new =
        try isSent
        ? inFolder { () throws(OutputFolder.Failure) in
          try OutputFolder.bytes(of: joined(publication.output, path), in: AT_FDCWD)
        } : there[path]
      guard let new, FileDigest(new) == digest else { throw .incomplete }
      feed.add(list, from: old, to: new, generation: generation, time: time)
    }
    feed.shorten()
    let next = feed.bytes
    publication.root.changes = FileDigest(next)
    guard bytes != next else { return }
    publication.feed = next
    publication.plan.noteChange(of: ChangeFeed.path)
  }
}
