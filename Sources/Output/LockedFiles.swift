import CellistContent
import Glibc

/// Writes the files that a site has fetched, and its lock.
package struct LockedFiles: Sendable {
  private let site: String

  /// - Throws: `refused` where the folder or the lock is a link, or something else.
  package init(of site: String) throws(OutputFolder.Failure) {
    self.site = site
    for (name, kind) in [(SiteFolder.lock, S_IFDIR), (SiteFolder.lockFile, S_IFREG)] {
      var status = stat()
      guard lstat(joined(site, name), &status) == 0 else { continue }
      guard status.st_mode & S_IFMT == kind else {
        throw .refused("'\(name)' cannot be written, since it is a link or something else; remove it")
      }
    }
  }

  /// Writes new files and the lock, each as a whole, and removes files that nothing asks for any more.
  ///
  /// A process that ends on the way leaves files that the lock does not describe, which the next update fetches again.
  package func write(
    _ files: [(name: String, bytes: [UInt8])], _ lock: String, removing gone: [String]
  ) throws(OutputFolder.Failure) {
    let folder = joined(site, SiteFolder.lock)
    if !files.isEmpty, mkdir(folder, 0o777) != 0, errno != EEXIST { throw failure(SiteFolder.lock) }
    var staged: [(from: String, to: String)] = []
    defer { for file in staged { unlink(file.from) } }
    for file in files {
      let place = joined(folder, ".\(file.name).cellist-new")
      unlink(place)
      staged.append((place, joined(folder, file.name)))
      try OutputFolder.create(place, file.bytes)
    }
    let new = joined(site, ".\(SiteFolder.lockFile).cellist-new")
    unlink(new)
    try OutputFolder.create(new, Array(lock.utf8))
    guard rename(new, joined(site, SiteFolder.lockFile)) == 0 else {
      let failure = failure(SiteFolder.lockFile)
      unlink(new)
      throw failure
    }
    for file in staged where rename(file.from, file.to) != 0 {
      throw failure(joined(SiteFolder.lock, file.to.fileName))
    }
    for name in gone { unlink(joined(folder, name)) }
  }

  private func failure(_ name: String) -> OutputFolder.Failure {
    .io("'\(name)' cannot be written: \(OutputFolder.message)")
  }
}
