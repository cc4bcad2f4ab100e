import Glibc

/// The file system's account of a file: while it is the same, so is the file, but for changes too fast for its clock.
package struct FileStamp: Hashable, Sendable {
  /// In bytes.
  package let size: Int64
  /// When the content was last changed, and when anything was, in nanoseconds since 1970-01-01T00:00:00Z.
  package let modified: Int64
  package let changed: Int64
  package let inode: UInt64

  package init(size: Int64, modified: Int64, changed: Int64, inode: UInt64) {
    self.size = size
    self.modified = modified
    self.changed = changed
    self.inode = inode
  }

  package init(_ status: stat) {
    func nanoseconds(_ time: timespec) -> Int64 { Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec) }
    self.init(
      size: Int64(status.st_size), modified: nanoseconds(status.st_mtim), changed: nanoseconds(status.st_ctim),
      inode: UInt64(status.st_ino))
  }

  /// The time within which the file system's clock may not tell two instants apart, in nanoseconds. Most tick some
  /// hundred times a second, and say how many nanoseconds it was; of one that shows none, nothing better than two
  /// seconds is to be expected.
  private var grain: Int64 {
    modified % 1_000_000 != 0 && changed % 1_000_000 != 0 ? 50_000_000 : 2_000_000_000
  }

  /// Whether the file was last changed so long before an instant, in nanoseconds, that a change after the instant shows.
  package func isSettled(at instant: Int64) -> Bool { max(modified, changed) < instant - grain }

  /// The instant now, as file systems stamp files.
  package static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
