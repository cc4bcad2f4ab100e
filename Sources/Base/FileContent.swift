import Glibc

/// The content of an open file.
package struct FileContent {
  /// As many bytes as the file had when this began, or fewer where it became shorter meanwhile.
  package let bytes: [UInt8]
  package let status: stat

  package enum Failure: Error {
    /// The file is a folder, or a device.
    case noFile
    /// The number of the system's error.
    case system(Int32)

    package var reason: String {
      switch self {
      case .noFile: "it is not a file"
      case .system(let code): String(cString: strerror(code))
      }
    }
  }

  /// Reads a file from its beginning, wherever its descriptor stands. O(n) in its size.
  package init(of descriptor: Int32) throws(Failure) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system(errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .noFile }
    var failure: Int32 = 0
    bytes = [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
      while count < buffer.count {
        let got = pread(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count, off_t(count))
        if got < 0 && errno == EINTR { continue }
        if got < 0 { failure = errno }
        guard got > 0 else { return }
        count += got
      }
    }
    if failure != 0 { throw .system(failure) }
    self.status = status
  }
}
