import CellistContent
import Glibc

/// A file that is written beside its place, so that a rename puts it there.
struct StagedFile: Sendable {
  private let place: String
  private let staged: String

  /// Writes the bytes; nil, with `errno`, where that fails.
  ///
  /// - Parameter mode: that of the file in place; nil for the usual one.
  init?(_ bytes: [UInt8], for place: String, mode: mode_t? = nil) {
    self.place = place
    let folder = place.folder.isEmpty && place.hasPrefix("/") ? "/" : place.folder
    staged = joined(folder, ".\(place.fileName).cellist-new")
    unlink(staged)
    let descriptor = open(staged, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard descriptor >= 0 else { return nil }
    let isWritten = OutputFolder.write(bytes, to: descriptor) && (mode.map { fchmod(descriptor, $0) == 0 } ?? true)
    let problem = errno
    guard close(descriptor) == 0, isWritten else {
      if !isWritten { errno = problem }
      discard()
      return nil
    }
  }

  /// Puts the file in its place; false, with `errno`, where that fails.
  func put() -> Bool {
    if rename(staged, place) == 0 { return true }
    discard()
    return false
  }

  /// Removes a file that is not in its place yet.
  func discard() {
    let problem = errno
    unlink(staged)
    errno = problem
  }
}
