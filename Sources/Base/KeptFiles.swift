import Glibc

/// A folder that caches files, such as copies of pictures, for builds without other knowledge. Each file begins with a
/// digest of itself and of what it was made of, so an incomplete one is made again. Links in the folder are not followed, and
/// other files are not touched.
package struct KeptFiles: Sendable {
  private let folder: String

  package init(in folder: String) { self.folder = folder }

  private static let sealSize = 64

  private static func seal(_ bytes: [UInt8], _ name: String) -> [UInt8] {
    Array(FileDigest(bytes + Array(name.utf8)).hexadecimal.utf8)
  }

  package func bytes(_ name: String, sealed text: String) -> [UInt8]? {
    opened { folder in
      let file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard file >= 0 else { return nil }
      defer { close(file) }
      guard let all = try? FileContent(of: file).bytes, all.count > Self.sealSize else { return nil }
      let bytes = Array(all[Self.sealSize...])
      return all[..<Self.sealSize].elementsEqual(Self.seal(bytes, text)) ? bytes : nil
    }
  }

  /// Keeps a file. Where it cannot be kept, the next build makes it again.
  package func keep(_ bytes: [UInt8], _ name: String, sealed text: String) {
    mkdir(folder.folder, 0o777)
    mkdir(folder, 0o777)
    _ = opened { folder in
      let new = ".\(name).\(getpid())"
      let file = openat(folder, new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
      guard file >= 0 else { return false }
      let isWritten = (Self.seal(bytes, text) + bytes).withUnsafeBytes { $0.write(to: file) }
      guard close(file) == 0, isWritten, renameat(folder, new, folder, name) == 0 else {
        unlinkat(folder, new, 0)
        return false
      }
      return true
    }
  }

  /// Removes the copies of pictures that are no longer used.
  package func clean(keeping names: Set<String>) {
    _ = opened { folder in
      guard let stream = fdopendir(dup(folder)) else { return false }
      defer { closedir(stream) }
      while let entry = readdir(stream) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        guard Self.isName(name), !names.contains(name) else { continue }
        var status = stat()
        guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFREG else {
          continue
        }
        unlinkat(folder, name, 0)
      }
      return true
    }
  }

  /// Whether a file is called as copies are: sixteen hexadecimal digits, a hyphen and a width.
  private static func isName(_ name: String) -> Bool {
    let parts = name.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return parts.count == 2 && parts[0].count == 16 && !parts[1].isEmpty
      && parts[0].allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
      && parts[1].allSatisfy { (48...57).contains($0) }
  }

  /// Calls `body` with the open folder; nil where it is none.
  private func opened<Result>(_ body: (Int32) -> Result?) -> Result? {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return body(descriptor)
  }
}
