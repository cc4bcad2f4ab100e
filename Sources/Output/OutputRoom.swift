import CellistBase
import Glibc

/// The files that must go to make room for new ones: a file of an earlier build where a folder must be, or a folder
/// with such files where a file must be.
///
/// The search changes nothing. A file that no build wrote is never among those that must go.
package struct OutputRoom: Sendable {
  /// Files of earlier builds, by their paths.
  private var files: [String] = []
  /// Folders that hold only those, the innermost first.
  private var folders: [String] = []

  /// Nothing must go.
  package init() {}

  /// Examines the places of files that do not exist yet.
  ///
  /// - Parameter isOwned: whether a build of the site wrote the file at a path.
  /// - Throws: `occupied`, with all files of others that are in the way.
  package init(
    for paths: some Sequence<String>, in output: OutputFolder, isOwned: @escaping (String) -> Bool
  ) throws(OutputFolder.Failure) {
    var search = Search(root: output.root, isOwned: isOwned)
    for path in paths { try search.look(at: path) }
    guard search.foreign.isEmpty else { throw .occupied(search.foreign.sorted().map(\.text)) }
    files = search.files
    folders = search.folders
  }

  /// Makes room.
  func make(in output: OutputFolder) throws(OutputFolder.Failure) {
    for file in files { try OutputFolder.remove(file: file, in: output.root) }
    // Removing the last file of a folder removes the folder.
    for folder in folders where unlinkat(output.root, folder, Int32(AT_REMOVEDIR)) != 0 && errno != ENOENT {
      throw .io("\(folder): \(OutputFolder.message)")
    }
  }

  private struct Search {
    let root: Int32
    let isOwned: (String) -> Bool
    var files: [String] = []
    var folders: [String] = []
    var foreign: Set<Identifier> = []
    /// The folders that are known to exist, or to have room.
    private var known: Set<Identifier> = [""]
    /// The folders that do not exist, and the paths below them.
    private var missing: Set<Identifier> = []

    init(root: Int32, isOwned: @escaping (String) -> Bool) {
      self.root = root
      self.isOwned = isOwned
    }

    mutating func look(at path: String) throws(OutputFolder.Failure) {
      guard try isThere(folder: path.folder) else { return }
      guard let kind = kind(of: path) else { return }
      if kind == .folder { try empty(path) } else if !isOwned(path) { foreign.insert(path) }
    }

    /// Whether a path's folder exists.
    private mutating func isThere(folder: String) throws(OutputFolder.Failure) -> Bool {
      if known.contains(folder) { return true }
      if missing.contains(folder) { return false }
      var isFolder = try isThere(folder: folder.folder)
      if isFolder, let kind = kind(of: folder) {
        isFolder = kind == .folder
        if !isFolder { if isOwned(folder) { files.append(folder) } else { foreign.insert(folder) } }
      } else {
        isFolder = false
      }
      if isFolder { known.insert(folder) } else { missing.insert(folder) }
      return isFolder
    }

    private func kind(of path: String) -> OutputFolder.Entry.Kind? {
      var status = stat()
      guard fstatat(root, path, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
      return OutputFolder.Entry.Kind(status)
    }

    /// Notes the contents of a folder that a file replaces.
    private mutating func empty(_ folder: String) throws(OutputFolder.Failure) {
      let entries = try OutputFolder.entries(ofFolder: folder, in: root)
      for entry in entries {
        let path = joined(folder, entry.name)
        if entry.kind == .folder {
          try empty(path)
        } else if isOwned(path) {
          files.append(path)
        } else {
          foreign.insert(path)
        }
      }
      folders.append(folder)
    }
  }
}
