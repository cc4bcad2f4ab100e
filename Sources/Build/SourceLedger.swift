import CellistContent
import CellistRecords
import CellistText
import Synchronization

/// The files of a site as a build finds them, against what the last build knew of them.
///
/// Whatever a build reads it reads through the ledger's tree, so that afterwards it is known what was read.
final class SourceLedger: Sendable {
  private let disk: SourceTree
  let listing: SourceListing
  /// What the last build knew; nil when nothing is to be believed.
  let state: BuildState?
  /// Files that are not, or may not be, as they were in the last build.
  private let doubtful: Set<Identifier>
  private let readings = Mutex<[Identifier: BuildState.Source]>([:])
  private let contradiction: Contradiction

  /// A file that is not what somebody took it for; shared by builds that share what they read.
  private final class Contradiction: Sendable {
    let path = Mutex<String?>(nil)
  }

  /// - Parameter earlier: the ledger of an earlier build, when something of what that one read is used again: whoever
  ///   reads the rest of it then tells this ledger, too, when a file has changed.
  init(
    _ disk: SourceTree, _ listing: SourceListing, _ state: BuildState?, doubtful: Set<Identifier> = [],
    after earlier: SourceLedger? = nil
  ) {
    self.disk = disk
    self.listing = listing
    self.state = state
    self.doubtful = doubtful
    contradiction = earlier?.contradiction ?? Contradiction()
    contradiction.path.withLock { $0 = nil }
  }

  /// The listed files that are not, or may not be, as they were in the last build.
  static func doubtful(_ listing: SourceListing, _ state: BuildState?) -> Set<Identifier> {
    guard let state else { return [] }
    let files = listing.files
    let areSame = parallelMap(files.count) { index in
      guard let stamp = files[index].stamp, stamp.isSettled(at: state.build.checked) else { return false }
      return state.sources[files[index].path]?.stamp == stamp
    }
    return Set(names: zip(files, areSame).lazy.filter { !$1 }.map { $0.0.path })
  }

  /// The site's files, seen through the ledger.
  var tree: SourceTree {
    SourceTree(
      entries: { [self] path, diagnostics in
        guard let folder = listing.folders[path] else { return disk.entries(path, &diagnostics) }
        diagnostics.append(folder.diagnostics)
        return folder.entries
      },
      file: { [self] path throws(SourceTree.Failure) in
        let file = try disk.file(path)
        let reading = BuildState.Source(stamp: file.stamp, digest: Digest(file.bytes))
        let earlier = readings.withLock { $0.updateValue(reading, forKey: Identifier(path)) }
        if let earlier, earlier.digest != reading.digest { contradict(path) }
        return file
      })
  }

  /// The digest of a file that has been read, or that is as it was in the last build; nil for any other.
  func digest(of path: String) -> Digest? {
    if let reading = readings.withLock({ $0[path] }) { return reading.digest }
    return doubtful.contains(path) ? nil : state?.sources[path]?.digest
  }

  /// A file that changed while the build went on: what was read of the site does not go together.
  var contradictory: String? { contradiction.path.withLock(\.self) }

  /// Notes that a file is not what this build took it for.
  func contradict(_ path: String) { contradiction.path.withLock { $0 = path } }

  /// What was read of the site's files, for the next build.
  func recordReadings(in state: inout BuildState) {
    for (path, reading) in readings.withLock(\.self) { state.sources[path.text] = reading }
  }

  /// What this build knows of the site's files, for the next.
  func record(in state: inout BuildState) {
    for file in listing.files where self.state == nil || doubtful.contains(file.path) {
      state.sources[file.path] = BuildState.Source(stamp: file.stamp, digest: nil)
    }
    recordReadings(in: &state)
    guard state.sources.count != listing.files.count else { return }
    let paths = Set(names: listing.files.lazy.map(\.path))
    state.sources.keep { paths.contains($0) }
  }
}
