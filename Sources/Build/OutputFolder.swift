import CellistContent
import Glibc

/// The folder that a site is written to: claimed by a marker file, and locked as long as a build looks at it.
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
  static let stageName = ".cellist-stage"

  let path: String
  let root: Int32
  let lock: Int32
  /// Whether nothing lay there but what is to be kept.
  let isNew: Bool

  private init(path: String, root: Int32, lock: Int32, isNew: Bool) {
    self.path = path
    self.root = root
    self.lock = lock
    self.isNew = isNew
  }

  deinit {
    close(lock)
    close(root)
  }

  /// The folder of an earlier build, locked; nil where there is none. Changes nothing.
  static func existing(_ path: String) throws(Failure) -> OutputFolder? {
    guard access(path, F_OK) == 0 else { return nil }
    return try opened(path) { entries, root throws(Failure) in
      guard entries.contains(where: { $0.name == marker && $0.kind == .file }) else { return nil }
      return openat(root, marker, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    }
  }

  /// Claims and locks a folder, which is made when it does not exist.
  static func claimed(_ path: String, keep: [String]) throws(Failure) -> OutputFolder {
    try makeFolder(path)
    let folder = try opened(path, keep: keep) { entries, root throws(Failure) in
      let isMarked = entries.contains { $0.name == marker && $0.kind == .file }
      guard isMarked || entries.allSatisfy({ keep.contains($0.name) }) else { throw .foreign(path) }
      return openat(root, marker, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
    }
    guard let folder else { throw .io(path) }
    return folder
  }

  /// Locks a file. A process that this one starts holds its locks for a moment too, until it becomes another program,
  /// so a lock that is taken is asked for again.
  private static func hasLocked(_ file: Int32) -> Bool {
    for _ in 0..<20 {
      if flock(file, LOCK_EX | LOCK_NB) == 0 { return true }
      usleep(10_000)
    }
    return false
  }

  /// Opens a folder and locks the marker file that `marker` opens.
  private static func opened(
    _ path: String, keep: [String] = [], _ marker: ([Entry], Int32) throws(Failure) -> Int32?
  ) throws(Failure) -> OutputFolder? {
    let root = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard root >= 0 else { throw .io("\(path): \(message)") }
    do throws(Failure) {
      guard let lock = try marker(entries(of: root), root) else {
        close(root)
        return nil
      }
      guard lock >= 0 else { throw .io("\(path)/\(Self.marker): \(message)") }
      guard hasLocked(lock) else {
        close(lock)
        throw .locked(path)
      }
      // Only now is it certain that nobody else is writing here.
      let isNew = try entries(of: root).allSatisfy { keep.contains($0.name) || $0.name == Self.marker }
      return OutputFolder(path: path, root: root, lock: lock, isNew: isNew)
    } catch {
      close(root)
      throw error
    }
  }

  /// What the file system says of a file, or of a folder, in this one.
  func stamp(of path: String) -> FileStamp? {
    var status = stat()
    guard fstatat(root, path.isEmpty ? "." : path, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    return FileStamp(status)
  }
}
