import CellistBase
import CellistOutput
import Glibc

/// A folder whose files others read while they are replaced, one by one and each atomically.
final class PublicFolder: Sendable {
  let root: Int32
  let path: String

  init(_ path: String) throws(PublishFailure) {
    root = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    self.path = path
    guard root >= 0 else { throw .io("\(path): \(String(cString: strerror(errno)))") }
  }

  deinit { if root >= 0 { close(root) } }

  /// The path of a file while it is written.
  static let pending = "\(Manifest.folder)/pending"

  /// Puts bytes in place.
  func put(_ bytes: [UInt8], at path: String) throws(PublishFailure) {
    try makeFolders(for: path)
    try makeFolders(for: Self.pending)
    let file = openat(root, Self.pending, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard file >= 0 else { throw failure(path) }
    let isWritten = OutputFolder.write(bytes, to: file)
    let reason = failure(path)
    guard isWritten, close(file) == 0 else {
      unlinkat(root, Self.pending, 0)
      throw isWritten ? failure(path) : reason
    }
    if renameat(root, Self.pending, root, path) == 0 { return }
    // A folder that files left empty is in the way.
    guard errno == EISDIR || errno == ENOTEMPTY || errno == EEXIST, unlinkat(root, path, Int32(AT_REMOVEDIR)) == 0,
      renameat(root, Self.pending, root, path) == 0
    else { throw failure(path) }
  }

  /// Whether there is something at a path, of whatever kind; a folder without files counts for nothing.
  func holds(_ path: String) -> Bool {
    var status = stat()
    return fstatat(root, path, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & S_IFMT != S_IFDIR
  }

  func bytes(of path: String) -> [UInt8]? { try? OutputFolder.bytes(of: path, in: root) }

  func remove(_ path: String) throws(PublishFailure) {
    try inFolder { () throws(OutputFolder.Failure) in _ = try OutputFolder.remove(file: path, in: root) }
  }

  /// Makes the folders on the way to a file; none of them may be a link.
  func makeFolders(for path: String) throws(PublishFailure) {
    var folder = ""
    for name in path.folder.pathParts {
      folder = joined(folder, name)
      var status = stat()
      if fstatat(root, folder, &status, AT_SYMLINK_NOFOLLOW) == 0 {
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .io("\(folder): it is not a folder") }
      } else if mkdirat(root, folder, 0o777) != 0, errno != EEXIST {
        throw failure(folder)
      }
    }
  }

  private func failure(_ path: String) -> PublishFailure {
    .io("\(joined(self.path, path)): \(String(cString: strerror(errno)))")
  }
}
