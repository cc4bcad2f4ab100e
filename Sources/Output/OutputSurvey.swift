import CellistBase
import Glibc

/// The files of an output folder, compared with those that the last build left there.
///
/// A folder with unchanged metadata has the same names, and a file the same bytes: neither is opened.
package struct OutputSurvey: Sendable {
  /// Files of the last build that are missing or were changed.
  package private(set) var broken: Set<Identifier> = []
  /// Unchanged files and folders with new metadata.
  package private(set) var files: [(path: String, stamp: FileStamp)] = []
  package private(set) var folders: [(path: String, stamp: FileStamp)] = []
  /// The files in changed folders that the last build did not write, by path.
  package private(set) var strays: [(path: String, kind: OutputFolder.Entry.Kind)] = []
  /// Whether the metadata of the file system was sufficient, so that nothing had to be opened.
  package private(set) var isSettled = true
  /// Paths of former folders that are no longer folders.
  private var torn: [String] = []

  /// Looks at every file and folder of the last build.
  ///
  /// - Parameters:
  ///   - checked: the instant after which the last build looked at every file, in nanoseconds since 1970-01-01T00:00:00Z.
  ///   - isAlone: whether no other work is under way, so that all cores may be used.
  package init(of output: OutputFolder, _ state: OutputState, since checked: Int64, isAlone: Bool) {
    let known = Known(state: state, checked: checked)
    let look = { @Sendable in Self.drawer($0, of: output, known) }
    let count = Shelf<FileStamp>.drawerCount
    for found in isAlone ? parallelMap(count, look) : (0..<count).map(look) { add(found) }
    guard !torn.isEmpty else { return }
    // A file below a replaced folder is not the site's, even if its bytes are.
    let torn = torn.map { "\($0)/" }
    func isBehind(_ path: String) -> Bool { torn.contains(where: path.hasPrefix) }
    broken.formUnion(state.files.paths.filter(isBehind).map { Identifier($0) })
    files.removeAll { isBehind($0.path) }
    folders.removeAll { isBehind($0.path) }
  }

  /// The files that the last build left, and when it looked.
  private struct Known: Sendable {
    let state: OutputState
    let checked: Int64
  }

  private init() {}

  /// The result without a survey: all files are unchanged.
  package static let untouched = OutputSurvey()

  private mutating func add(_ found: OutputSurvey) {
    broken.formUnion(found.broken)
    files += found.files
    folders += found.folders
    torn += found.torn
    strays += found.strays
    isSettled = isSettled && found.isSettled
  }

  /// Examines the files and folders of one drawer: a folder right before its index, while the kernel has their path in
  /// its cache.
  private static func drawer(_ drawer: Int, of output: OutputFolder, _ last: Known) -> OutputSurvey {
    var found = OutputSurvey()
    for (path, stamp) in last.state.folders.drawers[drawer] {
      found.look(atFolder: path.text, stamp, of: output, last)
    }
    for (path, known) in last.state.files.drawers[drawer] {
      if let stamp = known.folder { found.look(atFolder: path.text.folder, stamp, of: output, last) }
      found.look(at: path.text, known, of: output, last)
    }
    return found
  }

  private mutating func look(
    atFolder path: String, _ known: FileStamp, of output: OutputFolder, _ last: Known
  ) {
    var status = stat()
    guard fstatat(output.root, path.isEmpty ? "." : path, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      torn.append(path)
      return
    }
    let stamp = FileStamp(status)
    if stamp == known, stamp.isSettled(at: last.checked) { return }
    isSettled = false
    if stamp != known { folders.append((path, stamp)) }
    strays += Self.strays(path, of: output, last)
  }

  /// The files in a folder that are not of the last build. A folder that cannot be read has no file to remove.
  private static func strays(
    _ path: String, of output: OutputFolder, _ last: Known
  ) -> [(path: String, kind: OutputFolder.Entry.Kind)] {
    let entries = (try? OutputFolder.entries(ofFolder: path, in: output.root)) ?? []
    return entries.compactMap { entry in
      if path.isEmpty, OutputFolder.ownNames.contains(entry.name) { return nil }
      let place = joined(path, entry.name)
      let isKnown =
        entry.kind == .folder ? last.state.holds(folder: place) : last.state.files[place] != nil
      return isKnown ? nil : (place, entry.kind)
    }
  }

  private mutating func look(
    at path: String, _ known: OutputState.File, of output: OutputFolder, _ last: Known
  ) {
    var status = stat()
    guard fstatat(output.root, path, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFREG else {
      broken.insert(path)
      return
    }
    let stamp = FileStamp(status)
    if stamp == known.stamp, stamp.isSettled(at: last.checked) { return }
    isSettled = false
    if stamp.size == known.stamp?.size ?? stamp.size, let bytes = try? OutputFolder.bytes(of: path, in: output.root),
      FileDigest(bytes) == known.digest
    {
      if stamp != known.stamp { files.append((path, stamp)) }
    } else {
      broken.insert(path)
    }
  }
}

extension OutputState {
  /// Whether a path was that of a folder.
  fileprivate func holds(folder: String) -> Bool {
    folders[folder] != nil || files[PagePath.page(in: folder)]?.folder != nil
  }
}
