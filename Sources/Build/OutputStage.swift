import CellistContent
import Glibc
import Synchronization

/// Where new files wait until all of them are there: a folder inside the output folder, so that moving them into place is
/// a rename in one file system. A build that is killed leaves at most a stage behind, which the next one removes.
final class OutputStage: Sendable {
  typealias Failure = OutputFolder.Failure

  private let folder: OutputFolder
  private let keep: Set<String>
  private let stage: Int32
  private let preparing = Mutex(())

  init(in folder: OutputFolder, keep: [String]) throws(Failure) {
    self.folder = folder
    self.keep = Set(keep)
    if mkdirat(folder.root, OutputFolder.stageName, 0o777) != 0 {
      // What a build left that was killed.
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

  /// Makes the folders that files lie in. One thread does so at a time: a file system has others wait who want to change
  /// the same folder, and they spin meanwhile.
  func prepare(for files: some Sequence<String>) throws(Failure) {
    try preparing.withLock { _ throws(Failure) in
      for file in files { try makeFolders(for: file) }
    }
  }

  /// Writes a file to the stage. May be called from several threads at once, for different paths.
  ///
  /// - Returns: what the file system says of it, and of the folder whose index it is: to ask now costs next to nothing.
  func write(_ file: String, _ bytes: [UInt8]) throws(Failure) -> (file: FileStamp?, folder: FileStamp?) {
    var descriptor = openat(stage, file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    if descriptor < 0, errno == ENOENT {
      try makeFolders(for: file)
      descriptor = openat(stage, file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    }
    guard descriptor >= 0 else { throw .io("\(file): \(OutputFolder.message)") }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress?.advanced(by: written), bytes.count - written)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        let reason = OutputFolder.message
        close(descriptor)
        throw .io("\(file): \(reason)")
      }
      written += count
    }
    var status = stat()
    let stamp = fstat(descriptor, &status) == 0 ? FileStamp(status) : nil
    guard close(descriptor) == 0 else { throw .io("\(file): \(OutputFolder.message)") }
    guard file.fileName == BuildState.OutputTree.index, fstatat(stage, file.folder, &status, AT_SYMLINK_NOFOLLOW) == 0
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

  /// What goes when all that was staged is in its place.
  enum Removal {
    /// All that is not among some files.
    case allBut([String])
    /// Some files, as it is known that nothing else lies there.
    case files([String])
  }

  /// Moves all that was staged into place, then removes what is to go and not to be kept, and the folders that it leaves
  /// empty.
  ///
  /// - Returns: the paths of the files that were removed, and of what was moved by itself rather than in a folder: what the
  ///   file system says of that is something else now.
  func commit(removing removal: Removal) throws(Failure) -> (removed: [String], moved: Set<String>) {
    try mark()
    var moved: Set<String> = []
    try Self.merge(stage, into: folder.root, "", &moved)
    try OutputFolder.remove(OutputFolder.stageName, in: folder.root)
    switch removal {
    case .files(let files):
      var removed: [String] = []
      for file in files {
        let names = file.split(separator: "/")
        guard let first = names.first, !keep.contains(String(first)) else { continue }
        if try Self.remove(names[...], in: folder.root) { removed.append(file) }
      }
      return (removed, moved)
    case .allBut(let claimed):
      var removed: [[UInt8]] = []
      _ = try prune(folder.root, [], Set(claimed.map { Array($0.utf8) }), &removed)
      return (removed.map { String(decoding: $0, as: UTF8.self) }, moved)
    }
  }

  /// Removes a file, and those of the folders on the way to it that are empty then; false where there is none.
  private static func remove(_ names: ArraySlice<Substring>, in folder: Int32) throws(Failure) -> Bool {
    guard let name = names.first.map({ String($0).utf8CString.map(\.self) }) else { return false }
    guard names.count > 1 else {
      if unlinkat(folder, name, 0) == 0 { return true }
      // Something of the site has taken its place.
      guard errno == ENOENT || errno == EISDIR || errno == EPERM else {
        throw .io("\(names[names.startIndex]): \(OutputFolder.message)")
      }
      return false
    }
    let inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard inner >= 0 else {
      guard errno == ENOENT || errno == ENOTDIR || errno == ELOOP else {
        throw .io("\(names[names.startIndex]): \(OutputFolder.message)")
      }
      return false
    }
    defer { close(inner) }
    let isRemoved = try remove(names.dropFirst(), in: inner)
    // A folder with something in it stays.
    unlinkat(folder, name, Int32(AT_REMOVEDIR))
    return isRemoved
  }

  private func mark() throws(Failure) {
    let text = Array("This folder is written by Cellist. Files that no page claims are removed from it.\n".utf8)
    let marker = openat(folder.root, OutputFolder.marker, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
    guard marker >= 0 else { throw .io("\(folder.path)/\(OutputFolder.marker): \(OutputFolder.message)") }
    defer { close(marker) }
    guard ftruncate(marker, 0) == 0, pwrite(marker, text, text.count, 0) == text.count else {
      throw .io("\(folder.path)/\(OutputFolder.marker): \(OutputFolder.message)")
    }
  }

  /// Moves what is in one folder over another: whole where the other has none, entry by entry where it has.
  private static func merge(
    _ source: Int32, into target: Int32, _ folder: String, _ moved: inout Set<String>
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
      case (EISDIR, _), (ENOTDIR, _), (ENOTEMPTY, _), (EEXIST, _):
        try OutputFolder.remove(entry.bytes, in: target)
        guard renameat(source, entry.bytes, target, entry.bytes) == 0 else {
          throw .io("\(place): \(OutputFolder.message)")
        }
        moved.insert(place)
      default: throw .io("\(place): \(OutputFolder.message)")
      }
    }
  }

  /// Removes what nobody claims in a folder of the output. True when nothing is left in it. Paths are compared as bytes:
  /// two names that Unicode calls the same are two files.
  private func prune(
    _ descriptor: Int32, _ folder: [UInt8], _ claimed: Set<[UInt8]>, _ removed: inout [[UInt8]]
  ) throws(Failure) -> Bool {
    var isEmpty = true
    for entry in try OutputFolder.entries(of: descriptor) {
      let place = folder + entry.utf8
      if folder.isEmpty, keep.contains(entry.name) || entry.name == OutputFolder.marker {
        isEmpty = false
      } else if entry.kind == .folder {
        let isGone = try OutputFolder.inside(entry.bytes, of: descriptor) { inner throws(Failure) in
          try prune(inner, place + [UInt8(ascii: "/")], claimed, &removed)
        }
        if !isGone {
          isEmpty = false
        } else if unlinkat(descriptor, entry.bytes, Int32(AT_REMOVEDIR)) != 0 {
          throw .io("\(entry.name): \(OutputFolder.message)")
        }
      } else if claimed.contains(place) {
        isEmpty = false
      } else if unlinkat(descriptor, entry.bytes, 0) != 0 {
        throw .io("\(entry.name): \(OutputFolder.message)")
      } else {
        removed.append(place)
      }
    }
    return isEmpty
  }
}
