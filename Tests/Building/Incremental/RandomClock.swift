import Synchronization

@testable import CellistBase
@testable import CellistFiles

/// The clock of the file system that a site's sources lie in: it may be coarse, and be ahead of the build's clock or
/// behind it, as the build's clock may go back.
final class RandomClock: Sendable {
  struct Setting: Sendable, Hashable {
    /// How far it is ahead of the build's, in seconds.
    var ahead: Int64 = 0
    /// The time within which it tells no two instants apart, in nanoseconds.
    var grain: Int64 = 1
  }

  // A clock that is behind and coarse as well would let changes pass that no build could see.
  static let settings = [Setting(), Setting(ahead: 3_600), Setting(ahead: -3_600), Setting(grain: 2_000_000_000)]

  private let current = Mutex(Setting())

  var setting: Setting {
    get { current.withLock(\.self) }
    set { current.withLock { $0 = newValue } }
  }

  private func stamp(_ stamp: FileStamp) -> FileStamp {
    let setting = setting
    func shown(_ time: Int64) -> Int64 {
      let time = time + setting.ahead * 1_000_000_000
      return time - (time % setting.grain + setting.grain) % setting.grain
    }
    return FileStamp(
      size: stamp.size, modified: shown(stamp.modified), changed: shown(stamp.changed), inode: stamp.inode)
  }

  /// Files as this clock stamps them.
  func tree(_ tree: SourceTree) -> SourceTree {
    var stamped = tree
    let entry = { @Sendable [self] (entry: SourceTree.Entry) in
      SourceTree.Entry(name: entry.name, kind: entry.kind, stamp: entry.stamp.map(stamp))
    }
    stamped.entries = { folder, diagnostics in tree.entries(folder, &diagnostics).map(entry) }
    stamped.entry = { path, diagnostics in tree.entry(path, &diagnostics).map(entry) }
    stamped.file = { [self] path throws(SourceTree.Failure) in
      let file = try tree.file(path)
      return SourceTree.File(bytes: file.bytes, stamp: file.stamp.map(stamp))
    }
    return stamped
  }
}
