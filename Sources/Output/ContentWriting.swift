import CellistContent
import Glibc

/// Replaces files of a site's content, each as a whole, and only while all of them are what was read.
package struct ContentWriting: Sendable {
  /// The path below the site's folder, the bytes that were read (nil for a new file), and the new ones (nil to remove it).
  package typealias Change = (path: String, old: [UInt8]?, new: [UInt8]?)

  private let site: String

  package init(of site: String) { self.site = site }

  package func write(_ changes: [Change]) throws(OutputFolder.Failure) {
    var staged: [String: StagedFile] = [:]
    defer { for file in staged.values { file.discard() } }
    // A file that moves is written under its new name before the old one is removed.
    let changes = changes.filter { $0.new != nil } + changes.filter { $0.new == nil }
    for change in changes {
      let mode = try mode(of: change)
      guard let new = change.new else { continue }
      let folder = joined(site, change.path.folder)
      if mode == nil, mkdir(folder, 0o777) != 0, errno != EEXIST {
        throw .io("\(change.path.folder) cannot be made: \(OutputFolder.message)")
      }
      guard let file = StagedFile(new, for: joined(site, change.path), mode: mode) else {
        throw .io("\(change.path) cannot be written: \(OutputFolder.message)")
      }
      staged[change.path] = file
    }
    for change in changes {
      let file = staged[change.path]
      let isDone = file.map { file in change.old.map { file.replace($0) } ?? file.put() }
      guard isDone ?? (unlink(joined(site, change.path)) == 0) else {
        if errno == EBUSY { throw .refused("\(change.path) was changed meanwhile, and is left as it is") }
        throw .io("\(change.path) cannot be \(change.new == nil ? "removed" : "written"): \(OutputFolder.message)")
      }
      // The folder of a record, where nothing of others is left in it.
      if change.new == nil { rmdir(joined(site, change.path.folder)) }
    }
  }

  /// The mode of a file that is what was read; nil for a new one.
  private func mode(of change: Change) throws(OutputFolder.Failure) -> mode_t? {
    let (path, place) = (change.path, joined(site, change.path))
    var status = stat()
    guard lstat(place, &status) == 0 else {
      if change.old == nil { return nil }
      throw .refused("\(path) is gone; nothing was written")
    }
    guard let old = change.old else { throw .refused("\(path) is there now; nothing was written") }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .refused("\(path) is a link or a device; edit its target by hand")
    }
    guard try OutputFolder.bytes(of: place, in: AT_FDCWD) == old else {
      throw .refused("\(path) was changed meanwhile; nothing was written")
    }
    return status.st_mode & 0o7777
  }
}
