import CellistContent
import Glibc

/// Replaces files of a site's content, each as a whole, and only while it is what was read.
package struct SourceFileWriting: Sendable {
  private let site: String

  package init(of site: String) { self.site = site }

  /// - Parameters:
  ///   - path: below the site's folder.
  ///   - old: the bytes that were read; nil where there was no file.
  ///   - new: nil to remove it.
  package func replace(_ path: String, _ old: [UInt8]?, with new: [UInt8]?) throws(OutputFolder.Failure) {
    let place = joined(site, path)
    var status = stat()
    let isThere = lstat(place, &status) == 0
    guard isThere == (old != nil) else {
      throw .refused(old == nil ? "\(path) is there now; nothing was written" : "\(path) is gone; nothing was written")
    }
    if isThere {
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw .refused("\(path) is a link or a device; edit its target by hand")
      }
      guard try OutputFolder.bytes(of: place, in: AT_FDCWD) == old else {
        throw .refused("\(path) was changed meanwhile; nothing was written")
      }
    }
    guard let new else {
      guard unlink(place) == 0 else { throw .io("\(path) cannot be removed: \(OutputFolder.message)") }
      return
    }
    // Beside the file, so that a rename puts it in place.
    let staged = joined(place.folder, ".\(path.fileName).cellist-new")
    unlink(staged)
    do {
      try OutputFolder.create(staged, new)
    } catch {
      unlink(staged)
      throw error
    }
    if isThere { chmod(staged, status.st_mode & 0o7777) }
    guard rename(staged, place) == 0 else {
      let reason = OutputFolder.message
      unlink(staged)
      throw .io("\(path) cannot be written: \(reason)")
    }
  }
}
