import CellistContent
import Glibc

// Names go through descriptors of the folders that they stand in, so that no symbolic link is followed on the way.
extension OutputFolder {
  static var message: String { String(cString: strerror(errno)) }

  /// Creates a file with the folders on the way to it; fails when it exists.
  static func create(_ path: String, _ bytes: [UInt8]) throws(Failure) {
    try makeFolder(path.folder)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .io("\(path): \(message)") }
    defer { close(descriptor) }
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else { throw .io("\(path): \(message)") }
  }

  static func makeFolder(_ path: String) throws(Failure) {
    if mkdir(path, 0o777) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, path.contains("/") else { throw .io("\(path): \(message)") }
    try makeFolder(path.folder)
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw .io("\(path): \(message)") }
  }

  struct Entry {
    enum Kind { case file, folder, other }

    /// The name as the file system has it, which need not be text; a zero byte ends it.
    let bytes: [CChar]
    let kind: Kind

    var utf8: [UInt8] { bytes.dropLast().map { UInt8(bitPattern: $0) } }
    var name: String { String(decoding: utf8, as: UTF8.self) }
  }

  static func entries(of folder: Int32) throws(Failure) -> [Entry] {
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

  static func inside<Result>(
    _ name: [CChar], of folder: Int32, _ body: (Int32) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard inner >= 0 else { throw .io(message) }
    defer { close(inner) }
    return try body(inner)
  }

  static func remove(_ name: String, in folder: Int32) throws(Failure) {
    try remove(name.utf8CString.map(\.self), in: folder)
  }

  /// Removes a file or a folder with all that is in it; symbolic links are removed, not followed.
  static func remove(_ name: [CChar], in folder: Int32) throws(Failure) {
    if unlinkat(folder, name, 0) == 0 || errno == ENOENT { return }
    guard errno == EISDIR || errno == EPERM else { throw .io(message) }
    try inside(name, of: folder) { inner throws(Failure) in
      for entry in try entries(of: inner) { try remove(entry.bytes, in: inner) }
    }
    guard unlinkat(folder, name, Int32(AT_REMOVEDIR)) == 0 else { throw .io(message) }
  }

  /// The bytes of a file in a folder.
  static func bytes(of name: String, in folder: Int32) throws(Failure) -> [UInt8] {
    let descriptor = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw .io(message) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .io(message) }
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
      while count < buffer.count {
        let got = Glibc.read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
        if got < 0 && errno == EINTR { continue }
        failed = got < 0
        guard got > 0 else { return }
        count += got
      }
    }
    if failed { throw .io(message) }
    return bytes
  }
}
