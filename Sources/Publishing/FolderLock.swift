import Glibc

/// A folder that this process alone publishes to: the lock ends with the process.
final class FolderLock: Sendable {
  let root: Int32

  deinit { close(root) }

  /// Locks a folder; nil where another process holds it.
  init?(_ path: String) throws(PublishFailure) {
    root = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard root >= 0 else { throw .io("\(path): \(String(cString: strerror(errno)))") }
    // A child of this process has its open files until its own program runs, and so holds a lock a little longer than it
    // is held here. For 100 ms, a lock is asked for again.
    for attempt in 0..<20 {
      if attempt > 0 { usleep(5_000) }
      if flock(root, LOCK_EX | LOCK_NB) == 0 { return }
      guard errno == EWOULDBLOCK else { throw .io("\(path): \(String(cString: strerror(errno)))") }
    }
    return nil
  }
}
