import CellistContent
import Glibc

/// The folder that a site is written to: claimed by a marker file, locked while it is written, changed only in whole
/// files.
///
/// New files are staged in a folder inside it, so that moving them into place is a rename in one file system. A build
/// that is killed leaves at most a stage behind, which the next one removes.
package final class OutputFolder: Sendable {
  package enum Failure: Error, Equatable {
    /// Files stand there that no build put there.
    case foreign(String)
    /// Another build is writing there.
    case locked(String)
    case io(String)
  }

  /// The file that says that a folder is a build's to change.
  package static let marker = ".cellist"
  private static let stageName = ".cellist-stage"

  private let path: String
  private let keep: Set<String>
  private let root: Int32
  private let lock: Int32
  private let stage: Int32
  private let isNew: Bool

  /// Claims and locks a folder, which is made when it does not exist.
  package init(_ path: String, keep: [String]) throws(Failure) {
    self.path = path
    self.keep = Set(keep)
    try Self.makeFolder(path)
    let root = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard root >= 0 else { throw .io("\(path): \(Self.message)") }
    var lock: Int32 = -1
    do throws(Failure) {
      let entries = try Self.entries(of: root)
      let isMarked = entries.contains { $0.name == Self.marker && $0.kind == .file }
      guard isMarked || entries.allSatisfy({ keep.contains($0.name) }) else { throw .foreign(path) }
      lock = openat(root, Self.marker, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
      guard lock >= 0 else { throw .io("\(path)/\(Self.marker): \(Self.message)") }
      guard flock(lock, LOCK_EX | LOCK_NB) == 0 else { throw .locked(path) }
      // Only now is it certain that nobody else is writing here.
      isNew = try Self.entries(of: root).allSatisfy { keep.contains($0.name) || $0.name == Self.marker }
      try Self.remove(Self.stageName, in: root)
      guard mkdirat(root, Self.stageName, 0o777) == 0 else { throw Failure.io("\(path): \(Self.message)") }
      stage = openat(root, Self.stageName, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
      guard stage >= 0 else { throw Failure.io("\(path)/\(Self.stageName): \(Self.message)") }
    } catch {
      if lock >= 0 { close(lock) }
      close(root)
      throw error
    }
    self.root = root
    self.lock = lock
  }

  deinit {
    close(stage)
    try? Self.remove(Self.stageName, in: root)
    close(lock)
    close(root)
  }

  /// Writes a file to the stage. May be called from several threads at once, for different paths.
  package func write(_ file: String, _ bytes: [UInt8]) throws(Failure) {
    // A page has a folder of its own, which is not there yet; trying the file first would nearly always be in vain.
    if file.fileName == "index.html" { try makeFolders(for: file) }
    var descriptor = openat(stage, file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    if descriptor < 0, errno == ENOENT {
      try makeFolders(for: file)
      descriptor = openat(stage, file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    }
    guard descriptor >= 0 else { throw .io("\(file): \(Self.message)") }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress?.advanced(by: written), bytes.count - written)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        let reason = Self.message
        close(descriptor)
        throw .io("\(file): \(reason)")
      }
      written += count
    }
    guard close(descriptor) == 0 else { throw .io("\(file): \(Self.message)") }
  }

  private func makeFolders(for file: String) throws(Failure) {
    let folder = file.folder
    guard !folder.isEmpty, mkdirat(stage, folder, 0o777) != 0, errno != EEXIST else { return }
    guard errno == ENOENT else { throw .io("\(folder): \(Self.message)") }
    try makeFolders(for: folder)
    guard mkdirat(stage, folder, 0o777) == 0 || errno == EEXIST else {
      throw .io("\(folder): \(Self.message)")
    }
  }

  /// Moves all that was staged into place, then removes all that is not among `claimed` and not to be kept.
  package func commit(claimed: [String]) throws(Failure) {
    try mark()
    try Self.merge(stage, into: root, "")
    try Self.remove(Self.stageName, in: root)
    if !isNew { _ = try prune(root, [], Set(claimed.map { Array($0.utf8) })) }
  }

  private func mark() throws(Failure) {
    let text = Array("This folder is written by Cellist. Files that no page claims are removed from it.\n".utf8)
    guard ftruncate(lock, 0) == 0, pwrite(lock, text, text.count, 0) == text.count else {
      throw .io("\(path)/\(Self.marker): \(Self.message)")
    }
  }

  /// Moves what is in one folder over another: whole where the other has none, entry by entry where it has.
  private static func merge(_ source: Int32, into target: Int32, _ folder: String) throws(Failure) {
    for entry in try entries(of: source) {
      let place = joined(folder, entry.name)
      if renameat(source, entry.bytes, target, entry.bytes) == 0 { continue }
      switch (errno, entry.kind) {
      case (ENOTEMPTY, .folder), (EEXIST, .folder):
        try inside(entry.bytes, of: source) { inner throws(Failure) in
          try inside(entry.bytes, of: target) { other throws(Failure) in try merge(inner, into: other, place) }
        }
      case (EISDIR, _), (ENOTDIR, _), (ENOTEMPTY, _), (EEXIST, _):
        try remove(entry.bytes, in: target)
        guard renameat(source, entry.bytes, target, entry.bytes) == 0 else { throw .io("\(place): \(message)") }
      default: throw .io("\(place): \(message)")
      }
    }
  }

  /// Removes what nobody claims in a folder of the output. True when nothing is left in it. Paths are compared as bytes:
  /// two names that Unicode calls the same are two files.
  private func prune(_ descriptor: Int32, _ folder: [UInt8], _ claimed: Set<[UInt8]>) throws(Failure) -> Bool {
    var isEmpty = true
    for entry in try Self.entries(of: descriptor) {
      let place = folder + entry.utf8
      if folder.isEmpty, keep.contains(entry.name) || entry.name == Self.marker {
        isEmpty = false
      } else if entry.kind == .folder {
        let isGone = try Self.inside(entry.bytes, of: descriptor) { inner throws(Failure) in
          try prune(inner, place + [UInt8(ascii: "/")], claimed)
        }
        if !isGone {
          isEmpty = false
        } else if unlinkat(descriptor, entry.bytes, Int32(AT_REMOVEDIR)) != 0 {
          throw .io("\(entry.name): \(Self.message)")
        }
      } else if claimed.contains(place) {
        isEmpty = false
      } else if unlinkat(descriptor, entry.bytes, 0) != 0 {
        throw .io("\(entry.name): \(Self.message)")
      }
    }
    return isEmpty
  }
}

// MARK: - The file system

// Names go through descriptors of the folders that they stand in, so that no symbolic link is followed on the way.
extension OutputFolder {
  private static var message: String { String(cString: strerror(errno)) }

  /// Creates a file with the folders on the way to it; fails when it exists.
  static func create(_ path: String, _ bytes: [UInt8]) throws(Failure) {
    try makeFolder(path.folder)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .io("\(path): \(message)") }
    defer { close(descriptor) }
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else { throw .io("\(path): \(message)") }
  }

  private static func makeFolder(_ path: String) throws(Failure) {
    if mkdir(path, 0o777) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, path.contains("/") else { throw .io("\(path): \(message)") }
    try makeFolder(path.folder)
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw .io("\(path): \(message)") }
  }

  private struct Entry {
    enum Kind { case file, folder, other }

    /// The name as the file system has it, which need not be text; a zero byte ends it.
    let bytes: [CChar]
    let kind: Kind

    var utf8: [UInt8] { bytes.dropLast().map { UInt8(bitPattern: $0) } }
    var name: String { String(decoding: utf8, as: UTF8.self) }
  }

  private static func entries(of folder: Int32) throws(Failure) -> [Entry] {
    // A descriptor of its own, since closing the stream closes it.
    let descriptor = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0, let stream = fdopendir(descriptor) else { throw .io(message) }
    defer { closedir(stream) }
    var entries: [Entry] = []
    while let item = readdir(stream) {
      let name = withUnsafeBytes(of: &item.pointee.d_name) { $0.prefix { $0 != 0 }.map { CChar(bitPattern: $0) } }
      if name == [0x2E] || name == [0x2E, 0x2E] { continue }
      entries.append(Entry(bytes: name + [0], kind: kind(of: name + [0], in: folder, Int32(item.pointee.d_type))))
    }
    return entries
  }

  private static func kind(of name: [CChar], in folder: Int32, _ type: Int32) -> Entry.Kind {
    switch type {
    case Int32(DT_DIR): return .folder
    case Int32(DT_REG): return .file
    case Int32(DT_UNKNOWN): break
    default: return .other
    }
    // Some file systems do not say it in their listings.
    var status = stat()
    guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return .other }
    let mode = status.st_mode & S_IFMT
    return mode == S_IFDIR ? .folder : mode == S_IFREG ? .file : .other
  }

  private static func inside<Result>(
    _ name: [CChar], of folder: Int32, _ body: (Int32) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard inner >= 0 else { throw .io(message) }
    defer { close(inner) }
    return try body(inner)
  }

  private static func remove(_ name: String, in folder: Int32) throws(Failure) {
    try remove(name.utf8CString.map(\.self), in: folder)
  }

  /// Removes a file or a folder with all that is in it; symbolic links are removed, not followed.
  private static func remove(_ name: [CChar], in folder: Int32) throws(Failure) {
    if unlinkat(folder, name, 0) == 0 || errno == ENOENT { return }
    guard errno == EISDIR || errno == EPERM else { throw .io(message) }
    try inside(name, of: folder) { inner throws(Failure) in
      for entry in try entries(of: inner) { try remove(entry.bytes, in: inner) }
    }
    guard unlinkat(folder, name, Int32(AT_REMOVEDIR)) == 0 else { throw .io(message) }
  }
}
