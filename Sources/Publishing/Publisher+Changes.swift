import CellistBase
import CellistOutput
import Glibc

extension Publisher {
  /// Adds to the feed of changes at the target the differences of the exports from those after its last line.
  ///
  /// Copies of the exports follow the feed alone, so exports that a killed publisher left beside it do not matter.
  func addChanges(to publication: inout Publication, _ engine: Engine) throws(PublishFailure) {
    guard let wanted = options.changes.map({ Set($0) }) else { return }
    let bytes = try engine.read([ChangeFeed.path])[ChangeFeed.path]
    var feed = ChangeFeed(bytes ?? [])
    let exports = Dictionary(
      publication.manifest.entries.lazy.filter { wanted.contains($0.path) }.map {
        (ChangeFeed.list(ofExport: $0.path), $0.digest)
      }, uniquingKeysWith: { first, _ in first })
    let output = publication.output
    let reads = try feed.add(
      exports, generation: publication.root.generation, time: publication.root.time, there: engine.read
    ) { path, there throws(PublishFailure) in
      // A build of what changed since the last has no export that the target has already.
      if let there, access(joined(output, path), R_OK) != 0 { return there }
      return try inFolder { () throws(OutputFolder.Failure) in
        try OutputFolder.bytes(of: joined(output, path), in: AT_FDCWD)
      }
    }
    publication.feedReads = 1 + reads
    let next = feed.bytes
    publication.root.changes = FileDigest(next)
    guard bytes != next else { return }
    publication.feed = next
    publication.plan.noteChange(of: ChangeFeed.path)
  }
}
