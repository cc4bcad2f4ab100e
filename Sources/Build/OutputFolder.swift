import CellistContent
import Glibc

/// The folder that a site is written to: claimed by a marker file, locked while it is written, changed only in whole
/// files.
///
/// New files are staged in a folder inside it, so that moving them into place is a rename in one file system. A build
/// that is killed leaves at most a stage behind, which the next one removes.
package final class OutputFolder: Sendable {
  package enum Failure: Error, Equatable {
    /// Files stand there that no build put there.
    case foreign(String)
    /// Another build is writing there.
    case locked(String)
    case io(String)
  }

  /// The file that says that a folder is a build's to change.
  package static let marker = ".cellist"
  private static let stage = ".cellist-stage"

  private let path: String
  private let keep: Set<String>
  private let lock: Int32
  private let stageDescriptor: Int32
  private let isNew: Bool

  /// Claims and locks a folder, which is made when it does not exist.
  package init(_ path: String, keep: [String]) throws(Failure) {
    self.path = path
    self.keep = Set(keep)
    try Self.makeFolder(path)
    let entries = try Self.entries(of: path)
    let isMarked = entries.contains { $0.name == Self.marker }
    let strangers = entries.filter { !keep.contains($0.name) }
    guard isMarked || strangers.isEmpty else { throw .foreign(path) }
    isNew = !isMarked
    lock = open("\(path)/\(Self.marker)", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard lock >= 0 else { throw .io("\(path)/\(Self.marker): \(Self.message)") }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      close(lock)
      throw .locked(path)
    }
    do {
      try Self.remove("\(path)/\(Self.stage)")
      guard mkdir("\(path)/\(Self.stage)", 0o777) == 0 else { throw Failure.io("\(path): \(Self.message)") }
      stageDescriptor = open("\(path)/\(Self.stage)", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard stageDescriptor >= 0 else { throw Failure.io("\(path)/\(Self.stage): \(Self.message)") }
    } catch {
      close(lock)
      throw error as? Failure ?? .io(path)
    }
  }

  deinit {
    close(stageDescriptor)
    try? Self.remove("\(path)/\(Self.stage)")
    close(lock)
  }

  /// Writes a file to the stage. May be called from several threads at once, for different paths.
  package func write(_ file: String, _ bytes: [UInt8]) throws(Failure) {
    var descriptor = openat(stageDescriptor, file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    if descriptor < 0, errno == ENOENT {
      try makeFolders(for: file)
      descriptor = openat(stageDescriptor, file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    }
    guard descriptor >= 0 else { throw .io("\(file): \(Self.message)") }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress?.advanced(by: written), bytes.count - written)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        let reason = Self.message
        close(descriptor)
        throw .io("\(file): \(reason)")
      }
      written += count
    }
    guard close(descriptor) == 0 else { throw .io("\(file): \(Self.message)") }
  }

  private func makeFolders(for file: String) throws(Failure) {
    let folder = file.folder
    guard !folder.isEmpty, mkdirat(stageDescriptor, folder, 0o777) != 0, errno != EEXIST else { return }
    guard errno == ENOENT else { throw .io("\(folder): \(Self.message)") }
    try makeFolders(for: folder)
    guard mkdirat(stageDescriptor, folder, 0o777) == 0 || errno == EEXIST else {
      throw .io("\(folder): \(Self.message)")
    }
  }

  /// Moves all that was staged into place, then removes all that is not among `claimed` and not to be kept.
  package func commit(claimed: Set<String>) throws(Failure) {
    try mark()
    try merge("")
    try Self.remove("\(path)/\(Self.stage)")
    if !isNew { _ = try prune("", claimed) }
  }

  private func mark() throws(Failure) {
    let text = Array("This folder is written by Cellist. Files that no page claims are removed from it.\n".utf8)
    guard ftruncate(lock, 0) == 0, pwrite(lock, text, text.count, 0) == text.count else {
      throw .io("\(path)/\(Self.marker): \(Self.message)")
    }
  }

  /// Moves the stage's `folder` over the output's: whole where the output has none, entry by entry where it has.
  private func merge(_ folder: String) throws(Failure) {
    for entry in try Self.entries(of: joined("\(path)/\(Self.stage)", folder)) {
      let place = joined(folder, entry.name)
      let source = "\(path)/\(Self.stage)/\(place)"
      let target = "\(path)/\(place)"
      if rename(source, target) == 0 { continue }
      switch (errno, entry.isFolder) {
      case (ENOTEMPTY, true), (EEXIST, true):
        try merge(place)
      case (EISDIR, _), (ENOTDIR, _), (ENOTEMPTY, _), (EEXIST, _):
        try Self.remove(target)
        guard rename(source, target) == 0 else { throw .io("\(place): \(Self.message)") }
      default: throw .io("\(place): \(Self.message)")
      }
    }
  }

  /// Removes what nobody claims below a folder of the output. True when nothing is left in it.
  private func prune(_ folder: String, _ claimed: Set<String>) throws(Failure) -> Bool {
    var isEmpty = true
    for entry in try Self.entries(of: joined(path, folder)) {
      let place = joined(folder, entry.name)
      if folder.isEmpty, keep.contains(entry.name) || entry.name == Self.marker {
        isEmpty = false
      } else if entry.isFolder {
        if try prune(place, claimed) {
          guard rmdir("\(path)/\(place)") == 0 else { throw .io("\(place): \(Self.message)") }
        } else {
          isEmpty = false
        }
      } else if claimed.contains(place) {
        isEmpty = false
      } else if unlink("\(path)/\(place)") != 0 {
        throw .io("\(place): \(Self.message)")
      }
    }
    return isEmpty
  }

  /// Creates a file with the folders on the way to it; fails when it exists.
  static func create(_ path: String, _ bytes: [UInt8]) throws(Failure) {
    try makeFolder(path.folder)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .io("\(path): \(message)") }
    defer { close(descriptor) }
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else { throw .io("\(path): \(message)") }
  }

  private static var message: String { String(cString: strerror(errno)) }

  private static func makeFolder(_ path: String) throws(Failure) {
    if mkdir(path, 0o777) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, path.contains("/") else { throw .io("\(path): \(message)") }
    try makeFolder(path.folder)
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw .io("\(path): \(message)") }
  }

  private struct Entry {
    let name: String
    let isFolder: Bool
  }

  private static func entries(of path: String) throws(Failure) -> [Entry] {
    guard let stream = opendir(path) else { throw .io("\(path): \(message)") }
    defer { closedir(stream) }
    var entries: [Entry] = []
    while let item = readdir(stream) {
      let name = withUnsafeBytes(of: &item.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." {
        entries.append(Entry(name: name, isFolder: Int32(item.pointee.d_type) == Int32(DT_DIR)))
      }
    }
    return entries
  }

  /// Removes a file or a folder with all that is in it; symbolic links are removed, not followed.
  private static func remove(_ path: String) throws(Failure) {
    if unlink(path) == 0 || errno == ENOENT { return }
    guard errno == EISDIR || errno == EPERM else { throw .io("\(path): \(message)") }
    for entry in try entries(of: path) { try remove("\(path)/\(entry.name)") }
    guard rmdir(path) == 0 else { throw .io("\(path): \(message)") }
  }
}
