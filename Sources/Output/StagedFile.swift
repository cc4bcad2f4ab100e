import CellistBase
import CProcess
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

  /// Puts the file in a place where there is none; false, with `errno`, where that fails, and with EEXIST where there is
  /// one by now.
  func add() -> Bool {
    if link(staged, place) == 0 {
      discard()
      return true
    }
    // Not every file system can give a file two names.
    return [EPERM, ENOSYS, EOPNOTSUPP, EMLINK].contains(errno) ? put() : false
  }

  /// Puts the file in the place of one that holds some bytes; false, with `errno`, where that fails, and with EBUSY where
  /// the place holds something else, which stays.
  ///
  /// The two change places in one step, so that a change by another program until then is seen.
  func replace(_ old: [UInt8]) -> Bool {
    guard cellist_exchange(staged, place) == 0 else {
      // Not every file system can exchange files.
      return [EINVAL, ENOSYS].contains(errno) ? put() : false
    }
    let isSame = (try? OutputFolder.bytes(of: staged, in: AT_FDCWD)) == old
    if !isSame { _ = cellist_exchange(staged, place) }
    discard()
    if !isSame { errno = EBUSY }
    return isSame
  }

  /// Removes a file that is not in its place yet.
  func discard() {
    let problem = errno
    unlink(staged)
    errno = problem
  }
}
