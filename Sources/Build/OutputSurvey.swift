import CellistContent
import Glibc

/// What an output folder holds, against what the last build left there.
///
/// A folder of which the file system says what it said before holds the same names, and a file the same bytes: neither
/// is opened.
struct OutputSurvey: Sendable {
  /// Files of the last build that are missing, or are something else now.
  private(set) var broken: Set<String> = []
  /// Files and folders that are as they were, though the file system says something new of them.
  private(set) var files: [(path: String, stamp: FileStamp)] = []
  private(set) var folders: [(path: String, stamp: FileStamp)] = []
  /// Whether something lies there that is no file of the last build.
  private(set) var hasStrays = false
  /// Whether everything could be told from what the file system says, without anything being opened.
  private(set) var isSettled = true
  /// Folders in whose place something else stands.
  private var torn: [String] = []

  /// Whether every file is as the last build left it, and nothing else lies there.
  var isWhole: Bool { broken.isEmpty && !hasStrays }

  /// Looks at every file and folder of the last build.
  init(of folder: OutputFolder, _ state: BuildState) {
    let keep = Set(state.build.keep)
    let count = Shelf<FileStamp>.drawerCount
    for found in parallelMap(count, { Self.folders(of: folder, in: $0, state, keep) }) { add(found) }
    let torn = torn.map { "\($0)/" }
    for found in parallelMap(count, { Self.files(of: folder, in: $0, state, torn) }) { add(found) }
  }

  private init() {}

  private mutating func add(_ found: OutputSurvey) {
    broken.formUnion(found.broken)
    files += found.files
    folders += found.folders
    torn += found.torn
    hasStrays = hasStrays || found.hasStrays
    isSettled = isSettled && found.isSettled
  }

  private static func folders(
    of output: OutputFolder, in drawer: Int, _ state: BuildState, _ keep: Set<String>
  ) -> OutputSurvey {
    var found = OutputSurvey()
    for (path, known) in state.output.folders.drawers[drawer] {
      var status = stat()
      let name = path.isEmpty ? "." : path
      guard fstatat(output.root, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
      guard status.st_mode & S_IFMT == S_IFDIR else {
        found.torn.append(path)
        found.hasStrays = true
        continue
      }
      let stamp = FileStamp(status)
      if stamp == known, stamp.isSettled(at: state.build.checked) { continue }
      found.isSettled = false
      if stamp != known { found.folders.append((path, stamp)) }
      if !found.hasStrays { found.hasStrays = hasStrays(path, of: output, state, keep) }
    }
    return found
  }

  /// Whether a folder holds a name that is not of the last build.
  private static func hasStrays(
    _ path: String, of output: OutputFolder, _ state: BuildState, _ keep: Set<String>
  ) -> Bool {
    let descriptor = openat(output.root, path.isEmpty ? "." : path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return true }
    defer { close(descriptor) }
    guard let entries = try? OutputFolder.entries(of: descriptor) else { return true }
    return entries.contains { entry in
      if path.isEmpty, entry.name == OutputFolder.marker || keep.contains(entry.name) { return false }
      let place = joined(path, entry.name)
      return switch entry.kind {
      case .folder: !state.output.folders.holds(place)
      case .file: !state.output.files.holds(place)
      case .other: true
      }
    }
  }

  private static func files(
    of output: OutputFolder, in drawer: Int, _ state: BuildState, _ torn: [String]
  ) -> OutputSurvey {
    var found = OutputSurvey()
    for (path, known) in state.output.files.drawers[drawer] {
      var status = stat()
      guard fstatat(output.root, path, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFREG,
        !torn.contains(where: path.hasPrefix)
      else {
        found.broken.insert(path)
        continue
      }
      let stamp = FileStamp(status)
      if stamp == known.stamp, stamp.isSettled(at: state.build.checked) { continue }
      found.isSettled = false
      if stamp.size == known.stamp?.size ?? stamp.size, let bytes = try? OutputFolder.bytes(of: path, in: output.root),
        Digest(bytes) == known.digest
      {
        if stamp != known.stamp { found.files.append((path, stamp)) }
      } else {
        found.broken.insert(path)
      }
    }
    return found
  }
}

extension Shelf {
  /// Whether there is an entry under a path, byte for byte: two names that Unicode calls the same are two files.
  fileprivate func holds(_ path: String) -> Bool {
    let drawer = drawers[Self.drawer(of: path)]
    return drawer.index(forKey: path).map { drawer[$0].key.utf8.elementsEqual(path.utf8) } ?? false
  }
}
