import CellistRecords
import Dispatch
import Glibc

extension SourceTree {
  /// The files below a folder on disk. Symbolic links are followed while they stay in the folder.
  package static func disk(_ root: String) -> SourceTree {
    let realRoot = realPath(root) ?? root
    return SourceTree(
      entries: { folder, diagnostics in
        list(root, folder, realRoot: realRoot, &diagnostics)
      },
      file: { path throws(Failure) in
        try readFile("\(root)/\(path)")
      })
  }

  private static func list(
    _ root: String, _ folder: String, realRoot: String, _ diagnostics: inout Diagnostics
  ) -> [Entry] {
    let path = folder.isEmpty ? root : "\(root)/\(folder)"
    guard let stream = opendir(path) else {
      let reason = errno
      if reason != ENOENT {
        diagnostics.error(
          .unreadableFile, "the folder cannot be read: \(message(reason))", at: SourceLocation(file: folder))
      }
      return []
    }
    defer { closedir(stream) }
    var entries: [Entry] = []
    var files: [String] = []
    while let item = readdir(stream) {
      let (valid, decoded) = withUnsafeBytes(of: &item.pointee.d_name) { bytes in
        let name = bytes.prefix { $0 != 0 }
        let valid = String(validating: name, as: UTF8.self)
        return (valid, valid ?? String(decoding: name, as: UTF8.self))
      }
      guard let name = valid else {
        diagnostics.error(
          .invalidUTF8, "a file's name is not valid UTF-8: \(decoded)", at: SourceLocation(file: folder))
        continue
      }
      if name == "." || name == ".." { continue }
      switch Int32(item.pointee.d_type) {
      case Int32(DT_REG): files.append(name)
      case Int32(DT_DIR): entries.append(Entry(name: name, kind: .folder))
      default:
        if name.hasPrefix(".") || name.hasSuffix("~") { continue }
        let place = folder.isEmpty ? name : "\(folder)/\(name)"
        guard let target = realPath("\(root)/\(place)"), target.hasPrefix(realRoot + "/") else {
          diagnostics.error(
            .symbolicLink, "the symbolic link leads out of the site, or nowhere", at: SourceLocation(file: place),
            hint: "copy what it leads to into the site")
          continue
        }
        var status = stat()
        guard stat(target, &status) == 0 else { continue }
        if status.st_mode & S_IFMT == S_IFREG {
          entries.append(Entry(name: name, kind: .file, stamp: FileStamp(status)))
        } else if status.st_mode & S_IFMT == S_IFDIR {
          // Each folder on the way counts, since two links may lead to each other's folders.
          let way = sequence(first: place.folder) { $0.isEmpty ? nil : $0.folder }
          if way.contains(where: { realPath("\(root)/\($0)").map { "\($0)/".hasPrefix(target + "/") } ?? false }) {
            diagnostics.error(
              .symbolicLink, "the symbolic link leads to a folder that contains it", at: SourceLocation(file: place))
          } else {
            entries.append(Entry(name: name, kind: .folder))
          }
        }
      }
    }
    // Names are less to move than entries are, and most folders hold nothing but files.
    files.sort(by: inByteOrder)
    let stamped = stamped(files, in: dirfd(stream))
    return entries.isEmpty ? stamped : entries + stamped
  }

  /// The files of a folder with what the file system says of each. There may be very many, so all cores ask.
  private static func stamped(_ names: [String], in folder: Int32) -> [Entry] {
    [Entry](unsafeUninitializedCapacity: names.count) { buffer, initialized in
      // Each place is written once, by the one part that it lies in.
      nonisolated(unsafe) let entries = buffer
      let size = 256
      DispatchQueue.concurrentPerform(iterations: (names.count + size - 1) / size) { part in
        for index in part * size..<min(names.count, (part + 1) * size) {
          var status = stat()
          let isKnown = fstatat(folder, names[index], &status, AT_SYMLINK_NOFOLLOW) == 0
          entries.initializeElement(
            at: index, to: Entry(name: names[index], kind: .file, stamp: isKnown ? FileStamp(status) : nil))
        }
      }
      initialized = names.count
    }
  }

  private static func readFile(_ path: String) throws(Failure) -> File {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw errno == ENOENT ? .missing : .unreadable(message(errno))
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(message(errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .unreadable("it is not a file") }
    var failure: Int32 = 0
    let size = Int(status.st_size)
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      while count < size {
        let got = Glibc.read(descriptor, start + count, size - count)
        if got < 0 && errno == EINTR { continue }
        if got < 0 { failure = errno }
        if got <= 0 { return }
        count += got
      }
    }
    if failure != 0 { throw .unreadable(message(failure)) }
    return File(bytes: bytes, stamp: FileStamp(status))
  }

  private static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func message(_ code: Int32) -> String { String(cString: strerror(code)) }
}
