import CellistContent
import Glibc

/// Waits until files below folders change, by what inotify tells of each folder in them.
///
/// Many changes in a short time, as of an editor that saves by renaming or of a checkout, are one.
package final class FolderWatch {
  /// What stood in the way of watching.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// Ends a watch from any thread, also from a signal handler's queue, and also when the watch is gone.
  package final class Stop: Sendable {
    private let file: Int32

    fileprivate init(file: Int32) { self.file = file }

    deinit { close(file) }

    package func callAsFunction() {
      var byte: UInt8 = 1
      _ = Glibc.write(file, &byte, 1)
    }
  }

  private let site: String
  private let folders: [String]
  private let inotify: Int32
  /// The end of a pipe at which a stop is seen.
  private let stopped: Int32
  package let stop: Stop
  /// The path of each watched folder, by inotify's number for it.
  private var paths: [Int32: String] = [:]

  /// How long nothing may have happened before a change is over, in milliseconds, and how long one may last.
  private static let quiet: Int32 = 15
  private static let longest = Duration.milliseconds(500)

  /// - Parameters:
  ///   - site: a folder.
  ///   - folders: the names of the folders in it that are watched, which need not exist yet.
  package init(_ site: String, _ folders: [String]) throws(Failure) {
    self.site = site
    self.folders = folders
    var ends: [Int32] = [-1, -1]
    inotify = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    let isOpen = pipe(&ends) == 0 && ends.allSatisfy { fcntl($0, F_SETFD, FD_CLOEXEC) == 0 }
    stopped = ends[0]
    stop = Stop(file: ends[1])
    guard inotify >= 0, isOpen else { throw Failure(description: String(cString: strerror(errno))) }
    try watchAll()
  }

  deinit {
    close(inotify)
    close(stopped)
  }

  /// Waits for the next change and until it is over. False when the watch was stopped.
  package func next() throws(Failure) -> Bool {
    var began: ContinuousClock.Instant?
    while true {
      var files = [
        pollfd(fd: inotify, events: Int16(POLLIN), revents: 0), pollfd(fd: stopped, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&files, 2, began == nil ? -1 : Self.quiet)
      if count < 0, errno != EINTR { throw Failure(description: String(cString: strerror(errno))) }
      if files[1].revents != 0 { return false }
      if count == 0 { return true }
      if files[0].revents != 0, try read(), began == nil { began = .now }
      if let began, began.duration(to: .now) > Self.longest { return true }
    }
  }

  private func watchAll() throws(Failure) {
    try watch("", isDeep: false)
    for folder in folders { try watch(folder, isDeep: true) }
  }

  /// Watches a folder, and those in it; one that is gone again is passed over.
  private func watch(_ folder: String, isDeep: Bool) throws(Failure) {
    let events = IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB | IN_ONLYDIR
    let path = joined(site, folder)
    let number = inotify_add_watch(inotify, path, UInt32(events))
    guard number >= 0 else {
      guard errno == ENOSPC || errno == ENOMEM else { return }
      throw Failure(
        description: "too many folders are watched: the system allows as many as fs.inotify.max_user_watches says")
    }
    let isKnown = paths.updateValue(folder, forKey: number) != nil
    guard isDeep, !isKnown, let stream = opendir(path) else { return }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard Self.counts(name), Int32(entry.pointee.d_type) == DT_DIR || Int32(entry.pointee.d_type) == DT_LNK
      else { continue }
      try watch(joined(folder, name), isDeep: true)
    }
  }

  /// Whether a file of this name is one of the site's: others come and go with editors.
  private static func counts(_ name: String) -> Bool { !name.hasPrefix(".") && !name.hasSuffix("~") }

  /// Takes what inotify has to tell. True when it concerns the site.
  private func read() throws(Failure) -> Bool {
    var isChanged = false
    var found: [(path: String, mask: UInt32)] = []
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { buffer in
      while case let size = Glibc.read(inotify, buffer.baseAddress, buffer.count), size > 0 {
        var offset = 0
        while offset < size {
          let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let start = offset + MemoryLayout<inotify_event>.size
          let bytes = buffer[start..<start + Int(event.len)].prefix { $0 != 0 }
          offset = start + Int(event.len)
          let folder = paths[event.wd]
          if event.mask & UInt32(IN_IGNORED) != 0 { paths[event.wd] = nil }
          // What was lost may be anything.
          if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { found.append(("", event.mask)) }
          guard let folder, !bytes.isEmpty else { continue }
          found.append((joined(folder, String(decoding: bytes, as: UTF8.self)), event.mask))
        }
      }
    }
    for (path, mask) in found {
      if mask & UInt32(IN_Q_OVERFLOW) != 0 {
        paths = [:]
        try watchAll()
        isChanged = true
        continue
      }
      let isTop = !path.contains("/")
      guard Self.counts(path.fileName), !isTop || folders.contains(path) else { continue }
      isChanged = true
      if mask & UInt32(IN_ISDIR) != 0, mask & UInt32(IN_CREATE | IN_MOVED_TO) != 0 { try watch(path, isDeep: true) }
    }
    return isChanged
  }
}
