import CellistBase
import CellistFiles
import CellistRecords
import Synchronization

/// The files of a site as a build finds them, against what the last build knew of them.
///
/// All reads go through its tree, which records them.
package final class SourceLedger: Sendable {
  private let disk: SourceTree
  package let listing: SourceListing
  /// The sources of the last build; nil when they cannot be trusted.
  package let earlier: SourceState?
  /// Files that are not, or may not be, as they were in the last build.
  let doubtful: Set<Identifier>
  private let readings = Mutex<[Identifier: SourceState.File]>([:])
  /// The files that were asked for since somebody wants to know.
  private let asked = Mutex<Set<Identifier>?>(nil)
  /// The folders whose entries were asked for.
  private let listed = Mutex<[Identifier: SourceListing.Names]>([:])
  private let contradiction: Contradiction

  /// A file that changed while it was read; shared by builds that share their reads.
  private final class Contradiction: Sendable {
    let path = Mutex<String?>(nil)
  }

  /// - Parameter other: the ledger of an earlier build, when parts of its reads are used again: later reads then report
  /// changed files to this ledger, too.
  package init(
    _ disk: SourceTree, _ listing: SourceListing, _ earlier: SourceState? = nil, doubtful: Set<Identifier> = [],
    after other: SourceLedger? = nil
  ) {
    self.disk = disk
    self.listing = listing
    self.earlier = earlier
    self.doubtful = doubtful
    contradiction = other?.contradiction ?? Contradiction()
    contradiction.path.withLock { $0 = nil }
  }

  /// The listed files that are not, or may not be, as they were in the last build.
  ///
  /// - Parameter checked: the instant after which the last build looked at every file, in nanoseconds since
  ///   1970-01-01T00:00:00Z.
  package static func doubtful(
    _ listing: SourceListing, _ earlier: SourceState?, since checked: Int64
  ) -> Set<Identifier> {
    guard let earlier else { return [] }
    let files = listing.files
    let areSame = parallelMap(files.count) { index in
      guard let stamp = files[index].stamp, stamp.isSettled(at: checked) else { return false }
      return earlier.files[files[index].path]?.stamp == stamp
    }
    return Set(names: zip(files, areSame).lazy.filter { !$1 }.map { $0.0.path })
  }

  /// The site's files, seen through the ledger.
  package var tree: SourceTree {
    var tree = SourceTree(
      entries: { [self] path, diagnostics in
        guard let folder = listing.folders[path] else {
          note(path)
          return disk.entries(path, &diagnostics)
        }
        listed.withLock { $0[path] = folder.names }
        diagnostics.append(folder.diagnostics)
        return folder.entries
      },
      entry: { [self] path, diagnostics in
        note(path)
        return disk.entry(path, &diagnostics)
      },
      file: { [self] path throws(SourceTree.Failure) in
        note(path)
        let file = try disk.file(path)
        let reading = SourceState.File(stamp: file.stamp, digest: Digest(file.bytes))
        let earlier = readings.withLock { $0.updateValue(reading, forKey: Identifier(path)) }
        if let earlier, earlier.digest != reading.digest { contradict(path) }
        return file
      },
      part: { [self] path, offset, count in
        note(path)
        return disk.part(path, offset, count)
      },
      place: { [self] path in
        note(path)
        return disk.place(path)
      })
    tree.history = disk.history
    return tree
  }

  private func note(_ path: String) { asked.withLock { _ = $0?.insert(Identifier(path)) } }

  /// Makes a value of the site's files, unless it is known what it is: neither a file that was read for it has changed
  /// since, nor the names in a folder that was listed for it.
  ///
  /// - Parameters:
  ///   - known: the value of an earlier build of this process.
  ///   - make: makes it. It reads files by the ledger's tree alone, one after another.
  package func remembered<Value: Sendable>(
    _ known: Remembered<Value>?, _ diagnostics: inout Diagnostics, _ make: (inout Diagnostics) -> Value
  ) -> Remembered<Value> {
    let isKnown = known.map { known in
      earlier != nil && known.files.isDisjoint(with: doubtful)
        && known.folders.allSatisfy { listing.folders[$0]?.names === $1 }
    }
    if let known, isKnown == true {
      diagnostics.append(known.found)
      return known
    }
    var found = Diagnostics()
    asked.withLock { $0 = [] }
    listed.withLock { $0 = [:] }
    let value = make(&found)
    let files = asked.withLock { asked in
      defer { asked = nil }
      return asked ?? []
    }
    diagnostics.append(found)
    return Remembered(value, found, of: files, in: listed.withLock(\.self))
  }

  /// The digest of a file that has been read, or that is unchanged since the last build; nil for any other.
  package func digest(of path: String) -> Digest? {
    if let reading = readings.withLock({ $0[path] }) { return reading.digest }
    return doubtful.contains(path) ? nil : earlier?.files[path]?.digest
  }

  /// The same of a file that settings name and that may be gone: nil unless it is listed.
  func listedDigest(of path: String) -> Digest? { listing.file(path) == nil ? nil : digest(of: path) }

  /// Whether a file is as it was in the last build.
  func isUnchanged(_ path: String) -> Bool { earlier != nil && !doubtful.contains(path) }

  /// A file that changed while the build went on: what was read of the site does not go together.
  package var contradictory: String? { contradiction.path.withLock(\.self) }

  /// Notes that a file is not what this build took it for.
  func contradict(_ path: String) { contradiction.path.withLock { $0 = path } }

  /// Records the site's files for the next build.
  private func recordReadings(in state: inout SourceState) {
    for (path, reading) in readings.withLock(\.self) { state.files[path.text] = reading }
  }

  /// Records the site's files for the next build.
  package func record(in state: inout SourceState) {
    if earlier == nil {
      for file in listing.files { state.files[file.path] = SourceState.File(stamp: file.stamp, digest: nil) }
    } else {
      for path in doubtful.map(\.text) {
        state.files[path] = listing.file(path).map { SourceState.File(stamp: $0.stamp, digest: nil) }
      }
    }
    recordReadings(in: &state)
    guard state.files.count != listing.files.count else { return }
    let paths = Set(names: listing.files.lazy.map(\.path))
    state.files.keep { paths.contains($0) }
  }
}
