import CellistBase
import CellistFiles
import Glibc

/// Waits until files below folders change, by the inotify events of each folder in them.
///
/// Many changes in a short time, for example by an editor that saves by renaming, or by a checkout, are reported as
/// one.
package final class FolderWatch {
  /// An obstacle to watching.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// Calls a watch from any thread, also from a signal handler's queue, and also after the watch has ended.
  package final class Handle: Sendable {
    private let file: Int32

    fileprivate init(file: Int32) { self.file = file }

    deinit { close(file) }

    /// Ends the watch.
    package func stop() { write(FolderWatch.stopping) }

    /// Ends the present wait.
    package func wake() { write(FolderWatch.waking) }

    private func write(_ byte: UInt8) {
      var byte = byte
      _ = Glibc.write(file, &byte, 1)
    }
  }

  /// An event that ends a wait.
  package enum Event: Equatable {
    /// These files may have changed, by their paths in the site; nil: any may have.
    case changed(Set<Identifier>?)
    case woken
    /// The time is over.
    case nothing
    case stopped
  }

  private static let stopping: UInt8 = 1
  private static let waking: UInt8 = 2

  private let site: String
  private let folders: [String]
  private let inotify: Int32
  /// The reading end of a pipe that signals calls.
  private let calls: Int32
  package let handle: Handle
  /// The path of each watched folder, by inotify's number for it.
  private var paths: [Int32: String] = [:]
  /// The watched folders outside the site, and the files in them that links of the site lead to, or that lists fetch.
  private var elsewhere: [Int32: String] = [:]
  private var targets: Set<String> = []
  /// The files that lists fetch: the paths as they were named, their targets or the first missing folders on the way to
  /// them, and the folders among them.
  private var files: Set<String> = []
  private var places: Set<String> = []
  private var filled: Set<String> = []
  /// Whether there was a call that has not been handled.
  private var isWoken = false
  /// Whether one file may have several names in the site.
  private var hasLinks = false

  /// How long it must be quiet before a change is over, in milliseconds, and how long a change may last.
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
    let isOpen =
      pipe(&ends) == 0 && ends.allSatisfy { fcntl($0, F_SETFD, FD_CLOEXEC) == 0 && fcntl($0, F_SETFL, O_NONBLOCK) == 0 }
    calls = ends[0]
    handle = Handle(file: ends[1])
    guard inotify >= 0, isOpen else { throw Failure(description: String(cString: strerror(errno))) }
    try watchAll()
  }

  deinit {
    close(inotify)
    close(calls)
  }

  /// Waits for the next change and until it is over, or for another event.
  ///
  /// - Parameter patience: how long to wait; nil without end.
  package func next(within patience: Duration? = nil) throws(Failure) -> Event {
    var began: ContinuousClock.Instant?
    var changed: Set<Identifier>? = []
    while true {
      var files = [
        pollfd(fd: inotify, events: Int16(POLLIN), revents: 0), pollfd(fd: calls, events: Int16(POLLIN), revents: 0),
      ]
      // A wait of weeks serves as well as one of months.
      let longest = patience.map { Int32(min($0, .seconds(1_000_000)) / .milliseconds(1)) } ?? -1
      let count = poll(&files, 2, began != nil ? Self.quiet : isWoken ? 0 : longest)
      if count < 0, errno != EINTR { throw Failure(description: String(cString: strerror(errno))) }
      if files[1].revents != 0 {
        let called = calledFor()
        if called.contains(Self.stopping) { return .stopped }
        isWoken = true
      }
      if isWoken, began == nil, files[0].revents == 0 {
        isWoken = false
        return .woken
      }
      if count == 0 { return began == nil ? .nothing : .changed(changed) }
      if files[0].revents != 0, case .changed(let seen)? = try read() {
        changed = if let changed, let seen { changed.union(seen) } else { nil }
        if began == nil { began = .now }
      }
      if let began, began.duration(to: .now) > Self.longest { return .changed(changed) }
    }
  }

  /// The reasons why the watch was called.
  private func calledFor() -> Set<UInt8> {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = Glibc.read(calls, &bytes, bytes.count)
    return count > 0 ? Set(bytes.prefix(count)) : []
  }

  /// Watches more files at any path, or, if they are folders, the files in them.
  ///
  /// - Parameter paths: from the current folder or the root; none of the files need exist.
  package func watch(files paths: Set<String>) throws(Failure) {
    for path in paths where files.insert(path).inserted { try watch(file: path) }
  }

  private func watch(file path: String) throws(Failure) {
    // If its folder is missing, watch the nearest existing folder.
    var place = path
    var folder = realpath(place.folder.isEmpty ? place.hasPrefix("/") ? "/" : "." : place.folder, nil)
    while folder == nil, !place.folder.isEmpty {
      place = place.folder
      folder = realpath(place.folder.isEmpty ? place.hasPrefix("/") ? "/" : "." : place.folder, nil)
    }
    guard let folder else { return }
    defer { free(folder) }
    let target = joined(String(cString: folder), place.fileName)
    places.insert(target)
    try watch(elsewhere: String(cString: folder))
    var status = stat()
    guard place == path, stat(target, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return }
    filled.insert(target)
    try watch(elsewhere: target)
  }

  private func watch(elsewhere folder: String) throws(Failure) {
    let number = inotify_add_watch(inotify, folder, Self.events)
    if number >= 0 { elsewhere[number] = folder }
    if number < 0, errno == ENOSPC || errno == ENOMEM { throw Self.tooMany }
  }

  private static let tooMany = Failure(
    description: "too many folders are watched: the system allows as many as fs.inotify.max_user_watches says")

  private static let events = UInt32(
    IN_MODIFY | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB | IN_ONLYDIR)

  /// Watches all existing folders, and no others.
  private func watchAnew() throws(Failure) {
    for number in Set(paths.keys).union(elsewhere.keys) { inotify_rm_watch(inotify, number) }
    (paths, elsewhere, targets, hasLinks) = ([:], [:], [], false)
    try watchAll()
  }

  private func watchAll() throws(Failure) {
    try watch("", isDeep: false)
    for folder in folders { try watch(folder, isDeep: true) }
    try watchFiles()
  }

  private func watchFiles() throws(Failure) {
    (places, filled) = ([], [])
    for file in files { try watch(file: file) }
  }

  /// Watches a folder, and those in it; a folder that no longer exists is skipped.
  private func watch(_ folder: String, isDeep: Bool) throws(Failure) {
    let path = joined(site, folder)
    let number = inotify_add_watch(inotify, path, Self.events)
    guard number >= 0 else {
      guard errno == ENOSPC || errno == ENOMEM else { return }
      throw Self.tooMany
    }
    let isKnown = paths.updateValue(folder, forKey: number) != nil
    guard isDeep, !isKnown, let stream = opendir(path) else { return }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      // Some file systems do not report the kind of an entry here.
      var status = stat()
      guard name != ".", name != "..", SiteFolder.isListed(joined(folder, name), isFolder: true),
        Int32(entry.pointee.d_type) != DT_REG,
        fstatat(dirfd(stream), name, &status, AT_SYMLINK_NOFOLLOW) == 0
      else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFLNK: try follow(joined(folder, name))
      case S_IFDIR: try watch(joined(folder, name), isDeep: true)
      default: break
      }
    }
  }

  /// Watches the target of a link.
  private func follow(_ link: String) throws(Failure) {
    hasLinks = true
    var status = stat()
    if stat(joined(site, link), &status) == 0, status.st_mode & S_IFMT == S_IFDIR { try watch(link, isDeep: true) }
    // The target of a link may be a link, and each of them may change.
    var path = joined(site, link)
    for _ in 0..<40 {
      var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(path, &bytes, bytes.count)
      guard count > 0 else { return }
      let next = String(decoding: bytes.prefix(count), as: UTF8.self)
      guard let resolved = realpath(next.hasPrefix("/") ? next.folder : joined(path.folder, next.folder), nil) else {
        return
      }
      defer { free(resolved) }
      let folder = String(cString: resolved)
      path = joined(folder, next.fileName)
      targets.insert(path)
      try watch(elsewhere: folder)
    }
  }

  /// Whether a file outside the site may be read for its name: editors create and delete other files.
  private static func counts(_ name: String) -> Bool { !name.hasPrefix(".") && !name.hasSuffix("~") }

  /// The database that a file is, or is kept beside; nil for any other file.
  private static func database(_ path: String) -> String? {
    let file = ["-journal", "-wal"].first(where: path.hasSuffix).map { String(path.dropLast($0.count)) } ?? path
    return SourceFormat(path: file) == .sqlite ? file : nil
  }

  /// Follows links among files that changed. Returns whether one of them has other names, which inotify does not
  /// report.
  private func lookBehind(_ files: Set<Identifier>) throws(Failure) -> Bool {
    var haveOthers = false
    for path in files.map(\.text) {
      var status = stat()
      guard lstat(joined(site, path), &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFLNK { try follow(path) }
      if status.st_nlink > 1 { haveOthers = true }
    }
    return haveOthers
  }

  /// Handles the events of inotify; nil if they do not concern the site.
  private func read() throws(Failure) -> Event? {
    var found: [(path: String, mask: UInt32)] = []
    var isAny = false
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { buffer in
      while case let size = Glibc.read(inotify, buffer.baseAddress, buffer.count), size > 0 {
        var offset = 0
        while offset < size {
          let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let start = offset + MemoryLayout<inotify_event>.size
          let bytes = buffer[start..<start + Int(event.len)].prefix { $0 != 0 }
          offset = start + Int(event.len)
          let name = String(decoding: bytes, as: UTF8.self)
          if let folder = elsewhere[event.wd] {
            let path = joined(folder, name)
            let database = Self.database(path)
            // A file may be in the middle of being written, but databases stay open.
            let isWhole = event.mask & UInt32(IN_MODIFY) == 0 || database != nil
            let isFetched = places.contains(database ?? path) || filled.contains(folder) && Self.counts(name)
            if targets.contains(path) || isWhole && isFetched { isAny = true }
          }
          let folder = paths[event.wd]
          if event.mask & UInt32(IN_IGNORED) != 0 { (paths[event.wd], elsewhere[event.wd]) = (nil, nil) }
          // The lost events may be of any kind.
          if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { found.append(("", event.mask)) }
          guard let folder, !bytes.isEmpty else { continue }
          found.append((joined(folder, name), event.mask))
        }
      }
    }
    var files: Set<Identifier> = []
    var isMoved = false
    for (path, mask) in found {
      if mask & UInt32(IN_Q_OVERFLOW) != 0 {
        (isAny, isMoved) = (true, true)
        continue
      }
      let isTop = !path.contains("/")
      guard SiteFolder.isListed(path, isFolder: mask & UInt32(IN_ISDIR) != 0), !isTop || folders.contains(path) else {
        continue
      }
      // A file may be in the middle of being written, but databases stay open.
      let database = Self.database(path)
      guard mask & UInt32(IN_MODIFY) == 0 || database != nil else { continue }
      files.insert(database ?? path)
      guard mask & UInt32(IN_ISDIR) != 0 else { continue }
      isAny = true
      if mask & UInt32(IN_CREATE) != 0 { try watch(path, isDeep: true) }
      // The files in a folder that moved have other paths now.
      isMoved = isMoved || mask & UInt32(IN_MOVED_FROM | IN_MOVED_TO) != 0
    }
    if isMoved { try watchAnew() }
    // A folder on the way to a file may have been created.
    if isAny { try watchFiles() }
    if try lookBehind(files) { isAny = true }
    guard isAny || !files.isEmpty else { return nil }
    return .changed(isAny || hasLinks ? nil : files)
  }
}
