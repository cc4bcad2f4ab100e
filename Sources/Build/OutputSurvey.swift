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
  ///
  /// - Parameter isAlone: whether there is nothing else to do meanwhile, so that all cores may look.
  init(of output: OutputFolder, _ state: BuildState, isAlone: Bool) {
    let keep = Set(state.build.keep)
    let look = { @Sendable in Self.drawer($0, of: output, state, keep) }
    let count = Shelf<FileStamp>.drawerCount
    for found in isAlone ? parallelMap(count, look) : (0..<count).map(look) { add(found) }
    guard !torn.isEmpty else { return }
    // What lies behind something else in a folder's place is not the site's, whatever it looks like.
    let torn = torn.map { "\($0)/" }
    func isBehind(_ path: String) -> Bool { torn.contains(where: path.hasPrefix) }
    broken.formUnion(state.output.files.paths.filter(isBehind))
    files.removeAll { isBehind($0.path) }
    folders.removeAll { isBehind($0.path) }
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

  /// Looks at the files and folders of one drawer: at a folder right before the index in it, while what leads to both is
  /// at hand.
  private static func drawer(
    _ drawer: Int, of output: OutputFolder, _ state: BuildState, _ keep: Set<String>
  ) -> OutputSurvey {
    var found = OutputSurvey()
    for (path, stamp) in state.output.folders.drawers[drawer] {
      found.look(atFolder: path, stamp, of: output, state, keep)
    }
    for (path, known) in state.output.files.drawers[drawer] {
      if let stamp = known.folder { found.look(atFolder: path.folder, stamp, of: output, state, keep) }
      found.look(at: path, known, of: output, state)
    }
    return found
  }

  private mutating func look(
    atFolder path: String, _ known: FileStamp, of output: OutputFolder, _ state: BuildState, _ keep: Set<String>
  ) {
    var status = stat()
    guard fstatat(output.root, path.isEmpty ? "." : path, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      torn.append(path)
      hasStrays = true
      return
    }
    let stamp = FileStamp(status)
    if stamp == known, stamp.isSettled(at: state.build.checked) { return }
    isSettled = false
    if stamp != known { folders.append((path, stamp)) }
    if !hasStrays { hasStrays = Self.hasStrays(path, of: output, state, keep) }
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
      case .folder: !state.output.holds(folder: place)
      case .file: !state.output.files.holds(place)
      case .other: true
      }
    }
  }

  private mutating func look(
    at path: String, _ known: BuildState.Output, of output: OutputFolder, _ state: BuildState
  ) {
    var status = stat()
    guard fstatat(output.root, path, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFREG else {
      broken.insert(path)
      return
    }
    let stamp = FileStamp(status)
    if stamp == known.stamp, stamp.isSettled(at: state.build.checked) { return }
    isSettled = false
    if stamp.size == known.stamp?.size ?? stamp.size, let bytes = try? OutputFolder.bytes(of: path, in: output.root),
      Digest(bytes) == known.digest
    {
      if stamp != known.stamp { files.append((path, stamp)) }
    } else {
      broken.insert(path)
    }
  }
}

extension BuildState.OutputTree {
  /// Whether there was a folder, by its path.
  fileprivate func holds(folder: String) -> Bool {
    folders.holds(folder) || files.entry(joined(folder, Self.index))?.folder != nil
  }
}

extension Shelf {
  /// Whether there is an entry under a path.
  fileprivate func holds(_ path: String) -> Bool { entry(path) != nil }

  /// The entry under a path, byte for byte: two names that Unicode calls the same are two files.
  fileprivate func entry(_ path: String) -> Entry? {
    let drawer = drawers[Self.drawer(of: path)]
    guard let index = drawer.index(forKey: path), drawer[index].key.utf8.elementsEqual(path.utf8) else { return nil }
    return drawer[index].value
  }
}
