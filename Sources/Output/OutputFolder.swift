import CellistBase
import Glibc

/// The folder that a site is written to: claimed by a marker file, and locked as long as a build uses it.
package final class OutputFolder: Sendable {
  package enum Failure: Error, Equatable {
    /// A folder without a marker holds files.
    case foreign(String)
    /// A folder cannot be an output, for the reason in the sentence.
    case refused(String)
    /// Files that no build of the site wrote have the paths of pages.
    case occupied([String])
    /// Another build is writing there.
    case locked(String)
    case io(String)
  }

  /// The file that marks a folder as the output of a site, and names the site.
  package static let marker = ".cellist"
  package static let stageName = ".cellist-stage"
  /// The names that builds keep in an output folder beside the site.
  package static let ownNames: Set<String> = [marker, stageName, OwnedFiles.name, "\(OwnedFiles.name)\(newEnding)"]
  /// The ending of a file's name while it is written.
  static let newEnding = ".new"

  let path: String
  package let root: Int32
  let lock: Int32
  /// The site that the marker names as owner; nil where it is not checked.
  let owner: OutputOwner?
  /// Whether the folder had no files except those to keep.
  package let isNew: Bool

  private init(path: String, root: Int32, lock: Int32, owner: OutputOwner?, isNew: Bool) {
    self.path = path
    self.root = root
    self.lock = lock
    self.owner = owner
    self.isNew = isNew
  }

  deinit {
    close(lock)
    close(root)
  }

  /// The folder of an earlier build, locked; nil where there is none. Changes nothing.
  ///
  /// - Parameter site: the site's folder, which the output must not overlap; nil for a site in memory.
  package static func existing(_ path: String, of site: String? = nil) throws(Failure) -> OutputFolder? {
    let owner = try site.map { site throws(Failure) in try OutputOwner(of: path, site: site) }
    guard access(path, F_OK) == 0 else { return nil }
    return try opened(path, owner) { entries, root throws(Failure) in
      guard entries.contains(where: { $0.name == marker && $0.kind == .file }) else { return nil }
      return openat(root, marker, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    }
  }

  /// Claims and locks a folder, which is made when it does not exist.
  package static func claimed(_ path: String, of site: String? = nil, keep: [String]) throws(Failure) -> OutputFolder {
    let owner = try site.map { site throws(Failure) in try OutputOwner(of: path, site: site) }
    try makeFolder(path)
    let folder = try opened(path, owner, keep: keep) { entries, root throws(Failure) in
      let isMarked = entries.contains { $0.name == marker && $0.kind == .file }
      guard isMarked || entries.allSatisfy({ keep.contains($0.name) }) else { throw .foreign(path) }
      return openat(root, marker, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o666)
    }
    guard let folder else { throw .io(path) }
    return folder
  }

  /// Makes sure that a folder is empty or does not exist.
  package static func requireEmpty(_ path: String) throws(Failure) {
    let root = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard root >= 0 else { return }
    defer { close(root) }
    guard try entries(of: root).isEmpty else { throw .refused("'\(path)' holds files; name a folder that holds none") }
  }

  /// Locks a file. A process that this one starts holds its locks for a moment too, until it becomes another program,
  /// so a failed lock is tried again.
  private static func hasLocked(_ file: Int32) -> Bool {
    for _ in 0..<20 {
      if flock(file, LOCK_EX | LOCK_NB) == 0 { return true }
      usleep(10_000)
    }
    return false
  }

  /// Opens a folder and locks the marker file that `marker` opens.
  private static func opened(
    _ path: String, _ owner: OutputOwner?, keep: [String] = [],
    _ marker: ([Entry], Int32) throws(Failure) -> Int32?
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
      do throws(Failure) {
        try owner?.check(marker: bytes(of: Self.marker, in: root), of: path)
        // Only now is it certain that no other process writes here.
        let isNew = try entries(of: root).allSatisfy { keep.contains($0.name) || $0.name == Self.marker }
        return OutputFolder(path: path, root: root, lock: lock, owner: owner, isNew: isNew)
      } catch {
        close(lock)
        throw error
      }
    } catch {
      close(root)
      throw error
    }
  }

  /// Records that a build of a site writes here.
  func mark() throws(Failure) {
    let text = "Cellist writes a site to this folder. Files that no build of it wrote are left alone.\n"
    let bytes = Array((text + (owner.map { $0.line } ?? "")).utf8)
    let marker = openat(root, Self.marker, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard marker >= 0 else { throw .io("\(path)/\(Self.marker): \(Self.message)") }
    defer { close(marker) }
    guard ftruncate(marker, 0) == 0, pwrite(marker, bytes, bytes.count, 0) == bytes.count else {
      throw .io("\(path)/\(Self.marker): \(Self.message)")
    }
  }

  /// The stamp of a file, or of a folder, in this one.
  package func stamp(of path: String) -> FileStamp? {
    var status = stat()
    guard fstatat(root, path.isEmpty ? "." : path, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    return FileStamp(status)
  }
}
