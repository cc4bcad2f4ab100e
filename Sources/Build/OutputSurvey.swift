import CellistContent
import Glibc
import Synchronization

/// What an output folder holds, against what the last build left there.
struct OutputSurvey: Sendable {
  /// The files that are as the last build left them, by path, with what the file system says of each now.
  private(set) var intact: [String: FileStamp] = [:]
  /// Whether something lies there that is no file of the last build.
  private(set) var hasStrays = false
  /// Whether the file system says of every intact file what it said after the last build, and long before the next.
  private(set) var isSettled = true

  /// Looks at every file and folder. A file of which the file system says what it said before is not read.
  init(of folder: OutputFolder, _ state: BuildState) throws(OutputFolder.Failure) {
    let keep = Set(state.build.keep)
    var level = [""]
    while !level.isEmpty {
      let folders = level
      let results = parallelMap(folders.count) { index in
        Result { () throws(OutputFolder.Failure) in
          try Self.look(into: folders[index], of: folder, keep: keep, state)
        }
      }
      level = []
      for result in results {
        let found = try result.get()
        for file in found.files { intact[file.path] = file.stamp }
        level += found.folders
        hasStrays = hasStrays || found.hasStrays
        isSettled = isSettled && found.isSettled
      }
    }
  }

  private struct Found: Sendable {
    var files: [(path: String, stamp: FileStamp)] = []
    var folders: [String] = []
    var hasStrays = false
    var isSettled = true
  }

  private static func look(
    into path: String, of folder: OutputFolder, keep: Set<String>, _ state: BuildState
  ) throws(OutputFolder.Failure) -> Found {
    let descriptor = openat(folder.root, path.isEmpty ? "." : path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw .io("\(path): \(OutputFolder.message)") }
    defer { close(descriptor) }
    var found = Found()
    let entries = try OutputFolder.entries(of: descriptor)
    for entry in entries {
      let name = entry.name
      // A page may have a name that is kept besides.
      if path.isEmpty, name == OutputFolder.marker || keep.contains(name) && state.outputs[name] == nil { continue }
      let place = joined(path, name)
      switch entry.kind {
      case .folder where path.isEmpty && name == OutputFolder.stageName: found.hasStrays = true
      case .folder: found.folders.append(place)
      case .file:
        guard let known = state.outputs[place] else {
          found.hasStrays = true
          continue
        }
        var status = stat()
        guard fstatat(descriptor, entry.bytes, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
        let stamp = FileStamp(status)
        if stamp != known.stamp || !stamp.isSettled(at: state.build.checked) {
          found.isSettled = false
          guard stamp.size == known.stamp?.size ?? stamp.size,
            let bytes = try? OutputFolder.bytes(of: entry.bytes, in: descriptor), Digest(bytes) == known.digest
          else { continue }
        }
        found.files.append((place, stamp))
      case .other: found.hasStrays = true
      }
    }
    // A folder with nothing in it is in no clean build.
    if entries.isEmpty { found.hasStrays = true }
    return found
  }
}
