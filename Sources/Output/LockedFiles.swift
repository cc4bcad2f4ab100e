import CellistBase
import CellistContent
import CellistFiles
import Glibc

/// Writes the files that a site has fetched, and its lock.
package struct LockedFiles: Sendable {
  private let folder: String
  private let lock: CommandFile

  /// - Throws: `refused` where the folder is a link or something else, or the lock cannot be replaced.
  package init(of site: String) throws(OutputFolder.Failure) {
    folder = joined(site, SiteFolder.lock)
    lock = try CommandFile(
      joined(site, SiteFolder.lockFile), .init("the lock", beginningWith: RemoteLock.beginning), of: site, output: nil)
    var status = stat()
    if lstat(folder, &status) == 0, status.st_mode & S_IFMT != S_IFDIR {
      throw .refused("'\(SiteFolder.lock)' cannot be written, since it is a link or something else; remove it")
    }
  }

  /// Writes new files and the lock, each as a whole, and removes files that nothing asks for any more.
  ///
  /// A process that ends on the way leaves files that the lock does not describe, which the next update fetches again.
  package func write(
    _ files: [(name: String, bytes: [UInt8])], _ text: String, removing gone: [String]
  ) throws(OutputFolder.Failure) {
    var staged: [(file: StagedFile, name: String)] = []
    defer { for (file, _) in staged { file.discard() } }
    if !files.isEmpty { try OutputFolder.makeFolder(folder) }
    for file in files {
      guard let new = StagedFile(file.bytes, for: joined(folder, file.name)) else { throw Self.failure(file.name) }
      staged.append((new, file.name))
    }
    try lock.write(text)
    for (file, name) in staged where !file.put() { throw Self.failure(name) }
    for name in gone { unlink(joined(folder, name)) }
  }

  private static func failure(_ name: String) -> OutputFolder.Failure {
    .io("'\(joined(SiteFolder.lock, name))' cannot be written: \(OutputFolder.message)")
  }
}
