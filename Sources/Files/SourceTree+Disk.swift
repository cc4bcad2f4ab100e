import CellistBase
import CellistRecords
import Dispatch
import Glibc

extension SourceTree {
  /// The files below a folder on disk, none of which is a device or a pipe. Symbolic links are followed while they stay
  /// in their top folder, such as `content`, or lead into another one of `folders`.
  package static func disk(_ root: String, linking folders: [String] = ["content", "themes"]) -> SourceTree {
    // A folder may be made, or become a link, while the site is watched.
    let places = { @Sendable in folders.compactMap { realPath("\(root)/\($0)") } }
    // The files that a Swift site fetches may lie anywhere.
    let place = { @Sendable (path: String) in path.hasPrefix("/") ? path : "\(root)/\(path)" }
    var tree = SourceTree(
      entries: { folder, diagnostics in
        list(root, folder, places, &diagnostics)
      },
      entry: { path, diagnostics in special(path.fileName, path, root, places, &diagnostics) },
      file: { path throws(Failure) in
        try readFile(place(path))
      },
      part: { readPart("\(root)/\($0)", $1, $2) }, place: place)
    tree.history = GitHistory(of: root.isEmpty ? "/" : root)
    return tree
  }

  private static func readPart(_ path: String, _ offset: Int, _ count: Int) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
      read = max(pread(descriptor, buffer.baseAddress, count, off_t(offset)), 0)
    }
  }

  private static func list(
    _ root: String, _ folder: String, _ places: () -> [String], _ diagnostics: inout Diagnostics
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
        let place = folder.isEmpty ? name : "\(folder)/\(name)"
        guard SiteFolder.isListed(place, isFolder: false) else { continue }
        // Editors lock a file by a link beside it that leads nowhere.
        var ignored = Diagnostics()
        let isHidden = name.hasPrefix(".") && place != SiteFolder.wellKnown
        let entry =
          isHidden
          ? special(name, place, root, places, &ignored) : special(name, place, root, places, &diagnostics)
        if let entry { entries.append(entry) }
      }
    }
    // Names are less to move than entries are, and most folders hold nothing but files.
    files.sort(by: inByteOrder)
    let stamped = stamped(files, in: dirfd(stream))
    return entries.isEmpty ? stamped : entries + stamped
  }

  /// The entry of a name, whatever it is; nil, with a diagnostic, where the site may not read what it leads to.
  private static func special(
    _ name: String, _ place: String, _ root: String, _ places: () -> [String], _ diagnostics: inout Diagnostics
  ) -> Entry? {
    let location = SourceLocation(file: place)
    var status = stat()
    guard lstat("\(root)/\(place)", &status) == 0 else { return nil }
    guard status.st_mode & S_IFMT == S_IFLNK else {
      // Some file systems do not say in their listings what an entry is.
      switch status.st_mode & S_IFMT {
      case S_IFREG: return Entry(name: name, kind: .file, stamp: FileStamp(status))
      case S_IFDIR: return Entry(name: name, kind: .folder)
      default:
        diagnostics.error(
          .unreadableFile, "this is \(kind(status.st_mode)), and a site consists of files and folders", at: location)
        return nil
      }
    }
    guard let target = realPath("\(root)/\(place)"), stat(target, &status) == 0,
      places().contains(where: { "\(target)/".hasPrefix("\($0)/") })
    else {
      diagnostics.error(
        .symbolicLink, "the symbolic link leads out of the site's folders 'content' and 'themes', or nowhere",
        at: location, hint: "copy what it leads to into the site")
      return nil
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return Entry(name: name, kind: .file, stamp: FileStamp(status))
    case S_IFDIR: break
    default:
      diagnostics.error(.symbolicLink, "the symbolic link leads to \(kind(status.st_mode))", at: location)
      return nil
    }
    // Each folder on the way counts, since two links may lead to each other's folders.
    let way = sequence(first: place.folder) { $0.isEmpty ? nil : $0.folder }
    if way.contains(where: { realPath("\(root)/\($0)").map { "\($0)/".hasPrefix(target + "/") } ?? false }) {
      diagnostics.error(.symbolicLink, "the symbolic link leads to a folder that contains it", at: location)
      return nil
    }
    // Folders of links to each other have as many paths as their links have orders.
    guard
      way.count(where: { !$0.isEmpty && lstat("\(root)/\($0)", &status) == 0 && status.st_mode & S_IFMT == S_IFLNK })
        < 2
    else {
      diagnostics.error(
        .symbolicLink, "two symbolic links to folders lead here, and this is a third", at: location,
        hint: "let one link lead to where the files are")
      return nil
    }
    return Entry(name: name, kind: .folder)
  }

  /// The word for something that is neither a file nor a folder, in messages.
  private static func kind(_ mode: mode_t) -> String {
    switch mode & S_IFMT {
    case S_IFIFO: "a pipe"
    case S_IFSOCK: "a socket"
    default: "a device"
    }
  }

  /// The files of a folder with their metadata. There may be very many, so all cores take part.
  private static func stamped(_ names: [String], in folder: Int32) -> [Entry] {
    [Entry](unsafeUninitializedCapacity: names.count) { buffer, initialized in
      // Each element is written once, by one part.
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
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw errno == ENOENT ? .missing : .unreadable(message(errno))
    }
    defer { close(descriptor) }
    do {
      let content = try FileContent(of: descriptor)
      return File(bytes: content.bytes, stamp: FileStamp(content.status))
    } catch { throw .unreadable(error.reason) }
  }

  private static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func message(_ code: Int32) -> String { String(cString: strerror(code)) }
}
