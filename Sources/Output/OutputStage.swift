import CellistBase
import Glibc
import Synchronization

/// The staging area for new files until all of them are written: a folder inside the output folder, so that moving them
/// into place is a rename in one file system. A killed build leaves at most a stage behind, which the next one removes.
package final class OutputStage: Sendable {
  package typealias Failure = OutputFolder.Failure

  private let folder: OutputFolder
  private let stage: Int32
  private let preparing = Mutex(())

  package init(in folder: OutputFolder) throws(Failure) {
    self.folder = folder
    if mkdirat(folder.root, OutputFolder.stageName, 0o777) != 0 {
      // A killed build left this.
      if errno == EEXIST { try OutputFolder.remove(OutputFolder.stageName, in: folder.root) }
      guard mkdirat(folder.root, OutputFolder.stageName, 0o777) == 0 else {
        throw Failure.io("\(folder.path): \(OutputFolder.message)")
      }
    }
    stage = openat(folder.root, OutputFolder.stageName, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
    guard stage >= 0 else { throw Failure.io("\(folder.path)/\(OutputFolder.stageName): \(OutputFolder.message)") }
  }

  deinit {
    close(stage)
    try? OutputFolder.remove(OutputFolder.stageName, in: folder.root)
  }

  /// Makes the folders of files. One thread at a time: concurrent mkdir in one folder contends in the kernel.
  package func prepare(for files: some Sequence<String>) throws(Failure) {
    try preparing.withLock { _ throws(Failure) in
      for file in files { try makeFolders(for: file) }
    }
  }

  /// Writes a file to the stage. May be called from several threads at once, for different paths.
  ///
  /// - Returns: its metadata, and that of the folder whose index it is: asking now is cheap.
  package func write(_ file: String, _ bytes: [UInt8]) throws(Failure) -> (file: FileStamp?, folder: FileStamp?) {
    var descriptor = openat(stage, file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    if descriptor < 0, errno == ENOENT {
      try makeFolders(for: file)
      descriptor = openat(stage, file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    }
    guard descriptor >= 0 else { throw .io("\(file): \(OutputFolder.message)") }
    guard OutputFolder.write(bytes, to: descriptor) else {
      let reason = OutputFolder.message
      close(descriptor)
      throw .io("\(file): \(reason)")
    }
    var status = stat()
    let stamp = fstat(descriptor, &status) == 0 ? FileStamp(status) : nil
    guard close(descriptor) == 0 else { throw .io("\(file): \(OutputFolder.message)") }
    guard file.fileName == PagePath.index, fstatat(stage, file.folder, &status, AT_SYMLINK_NOFOLLOW) == 0
    else { return (stamp, nil) }
    return (stamp, FileStamp(status))
  }

  private func makeFolders(for file: String) throws(Failure) {
    let folder = file.folder
    guard !folder.isEmpty, mkdirat(stage, folder, 0o777) != 0, errno != EEXIST else { return }
    guard errno == ENOENT else { throw .io("\(folder): \(OutputFolder.message)") }
    try makeFolders(for: folder)
    guard mkdirat(stage, folder, 0o777) == 0 || errno == EEXIST else {
      throw .io("\(folder): \(OutputFolder.message)")
    }
  }

  /// Moves all that was staged into place, then removes files, and the folders that this leaves empty.
  ///
  /// - Parameters:
  ///   - room: what must go first, to make room for what was staged.
  ///   - abandoned: the files to remove.
  /// - Returns: the files that were removed, and the staged files that were moved one by one rather than with their
  ///   folder: their metadata has changed.
  package func commit(
    making room: OutputRoom, removing abandoned: [String]
  ) throws(Failure) -> (removed: [String], moved: Set<Identifier>) {
    try folder.mark()
    try room.make(in: folder)
    var moved: Set<Identifier> = []
    try Self.merge(stage, into: folder.root, "", &moved)
    try OutputFolder.remove(OutputFolder.stageName, in: folder.root)
    var removed: [String] = []
    for file in abandoned where try OutputFolder.remove(file: file, in: folder.root) { removed.append(file) }
    return (removed, moved)
  }

  /// Moves the contents of one folder over another: a folder as a whole if the other lacks it, entry by entry
  /// otherwise.
  private static func merge(
    _ source: Int32, into target: Int32, _ folder: String, _ moved: inout Set<Identifier>
  ) throws(Failure) {
    for entry in try OutputFolder.entries(of: source) {
      let place = joined(folder, entry.name)
      if renameat(source, entry.bytes, target, entry.bytes) == 0 {
        moved.insert(place)
        continue
      }
      switch (errno, entry.kind) {
      case (ENOTEMPTY, .folder), (EEXIST, .folder):
        try OutputFolder.inside(entry.bytes, of: source) { inner throws(Failure) in
          try OutputFolder.inside(entry.bytes, of: target) { other throws(Failure) in
            try merge(inner, into: other, place, &moved)
          }
        }
      default: throw .io("\(place): \(OutputFolder.message)")
      }
    }
  }
}
