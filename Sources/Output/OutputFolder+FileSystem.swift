import CellistBase
import Glibc

// Names are opened relative to descriptors of their folders, so that no symbolic link is followed on the way.
extension OutputFolder {
  static var message: String { String(cString: strerror(errno)) }

  /// Creates a file with the folders on the way to it; fails when it exists.
  package static func create(_ path: String, _ bytes: [UInt8]) throws(Failure) {
    try makeFolder(path.folder)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .io("\(path): \(message)") }
    defer { close(descriptor) }
    guard write(bytes, to: descriptor) else {
      let message = message
      // A part of a file would be taken for the whole of it.
      unlink(path)
      throw .io("\(path): \(message)")
    }
  }

  package static func makeFolder(_ path: String) throws(Failure) {
    if mkdir(path, 0o777) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, path.contains("/") else { throw .io("\(path): \(message)") }
    try makeFolder(path.folder)
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw .io("\(path): \(message)") }
  }

  package struct Entry {
    package enum Kind {
      case file, folder, other

      init(_ status: stat) {
        switch status.st_mode & S_IFMT {
        case S_IFDIR: self = .folder
        case S_IFREG: self = .file
        default: self = .other
        }
      }
    }

    /// The name in the file system, which need not be text; a zero byte ends it.
    let bytes: [CChar]
    package let kind: Kind

    var utf8: [UInt8] { bytes.dropLast().map { UInt8(bitPattern: $0) } }
    package var name: String { String(decoding: utf8, as: UTF8.self) }
  }

  package static func entries(of folder: Int32) throws(Failure) -> [Entry] {
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
    // Some file systems do not report the kind in their listings.
    var status = stat()
    guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return .other }
    return Entry.Kind(status)
  }

  /// The entries of a folder, by its path below another one.
  package static func entries(ofFolder path: String, in root: Int32) throws(Failure) -> [Entry] {
    let folder = openat(root, path.isEmpty ? "." : path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else { throw .io("\(path): \(message)") }
    defer { close(folder) }
    return try entries(of: folder)
  }

  static func inside<Result>(
    _ name: [CChar], of folder: Int32, _ body: (Int32) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard inner >= 0 else { throw .io(message) }
    defer { close(inner) }
    return try body(inner)
  }

  package static func remove(_ name: String, in folder: Int32) throws(Failure) {
    try remove(name.utf8CString.map(\.self), in: folder)
  }

  /// Removes a file or a folder with its contents; symbolic links are removed, not followed.
  static func remove(_ name: [CChar], in folder: Int32) throws(Failure) {
    if unlinkat(folder, name, 0) == 0 || errno == ENOENT { return }
    guard errno == EISDIR || errno == EPERM else { throw .io(message) }
    try inside(name, of: folder) { inner throws(Failure) in
      for entry in try entries(of: inner) { try remove(entry.bytes, in: inner) }
    }
    guard unlinkat(folder, name, Int32(AT_REMOVEDIR)) == 0 else { throw .io(message) }
  }

  /// Removes a file, and the folders on the way to it that are then empty; false if there is no such file.
  @discardableResult
  package static func remove(file path: String, in folder: Int32) throws(Failure) -> Bool {
    try remove(path.pathParts[...], in: folder)
  }

  private static func remove(_ names: ArraySlice<String>, in folder: Int32) throws(Failure) -> Bool {
    guard let name = names.first.map({ $0.utf8CString.map(\.self) }) else { return false }
    guard names.count > 1 else {
      if unlinkat(folder, name, 0) == 0 { return true }
      // A file or folder of the site has taken its place.
      guard errno == ENOENT || errno == EISDIR || errno == EPERM else {
        throw .io("\(names[names.startIndex]): \(message)")
      }
      return false
    }
    let inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard inner >= 0 else {
      guard errno == ENOENT || errno == ENOTDIR || errno == ELOOP else {
        throw .io("\(names[names.startIndex]): \(message)")
      }
      return false
    }
    defer { close(inner) }
    let isRemoved = try remove(names.dropFirst(), in: inner)
    // A folder with contents stays. An empty one was made for the file, which a killed build removed.
    unlinkat(folder, name, Int32(AT_REMOVEDIR))
    return isRemoved
  }

  /// Puts a file into this folder atomically, replacing an existing one.
  func replace(_ name: String, with bytes: [UInt8]) throws(Failure) {
    let new = name + Self.newEnding
    let descriptor = openat(root, new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o666)
    guard descriptor >= 0 else { throw .io("\(path)/\(name): \(Self.message)") }
    defer { close(descriptor) }
    guard Self.write(bytes, to: descriptor), renameat(root, new, root, name) == 0 else {
      throw .io("\(path)/\(name): \(Self.message)")
    }
  }

  /// The bytes of a file by its path; nil if there is none, or a link leads to it.
  package func file(at path: String) -> [UInt8]? {
    let names = path.pathParts
    guard let name = names.last, var folder = Self.folder(".", in: root) else { return nil }
    defer { close(folder) }
    for name in names.dropLast() {
      guard let inner = Self.folder(name, in: folder) else { return nil }
      close(folder)
      folder = inner
    }
    return try? Self.bytes(of: name, in: folder)
  }

  private static func folder(_ name: String, in folder: Int32) -> Int32? {
    let inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    return inner < 0 ? nil : inner
  }

  /// Writes all of some bytes; false where that fails.
  package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { $0.write(to: descriptor) }
  }

  /// The bytes of a file in a folder.
  package static func bytes(of name: String, in folder: Int32) throws(Failure) -> [UInt8] {
    let descriptor = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .io(message) }
    defer { close(descriptor) }
    do { return try FileContent(of: descriptor).bytes } catch { throw .io("\(name): \(error.reason)") }
  }
}
