import CellistBase
import CellistOutput
import Glibc
import Synchronization

extension Transport {
  /// A folder of this machine, whose files are replaced one by one.
  static func folder(_ path: String) throws(PublishFailure) -> Transport {
    try inFolder { () throws(OutputFolder.Failure) in try OutputFolder.makeFolder(path) }
    let folder = try PublicFolder(path)
    let lock = Mutex<FolderLock?>(nil)
    return Transport(
      read: { paths throws(PublishFailure) in
        var files: [String: [UInt8]] = [:]
        for path in paths { files[path] = folder.bytes(of: path) }
        return files
      },
      occupied: { paths, _ in paths.filter(folder.holds) },
      put: { upload throws(PublishFailure) in
        for path in upload.paths {
          let bytes = try inFolder { () throws(OutputFolder.Failure) in
            try OutputFolder.bytes(of: joined(upload.folder, path), in: AT_FDCWD)
          }
          try folder.put(bytes, at: path)
        }
      },
      claim: { lease, _ throws(PublishFailure) in
        guard let held = try FolderLock(path) else { return false }
        lock.withLock { $0 = held }
        try folder.put(lease, at: Lease.path)
        return true
      },
      remove: { paths throws(PublishFailure) in for path in paths { try folder.remove(path) } },
      removeFolders: { _ in },
      isEmpty: { () throws(PublishFailure) in
        try inFolder { () throws(OutputFolder.Failure) in
          try OutputFolder.entries(ofFolder: "", in: folder.root).allSatisfy { $0.name == ".well-known" }
        }
      },
      download: { target throws(PublishFailure) in try FolderCopy.copy(path, to: target) })
  }
}

/// Copies the contents of a folder.
enum FolderCopy {
  static func copy(_ source: String, to target: String) throws(PublishFailure) {
    try inFolder { () throws(OutputFolder.Failure) in
      let root = open(source, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard root >= 0 else { throw .io("\(source): \(String(cString: strerror(errno)))") }
      defer { close(root) }
      try copy("", of: root, to: target)
    }
  }

  private static func copy(_ folder: String, of root: Int32, to target: String) throws(OutputFolder.Failure) {
    for entry in try OutputFolder.entries(ofFolder: folder, in: root) {
      let path = joined(folder, entry.name)
      switch entry.kind {
      case .folder: try copy(path, of: root, to: target)
      case .file: try OutputFolder.create(joined(target, path), OutputFolder.bytes(of: path, in: root))
      case .other: try OutputFolder.create(joined(target, path), [])
      }
    }
  }
}
