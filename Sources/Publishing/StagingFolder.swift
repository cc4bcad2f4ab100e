import CellistBase
import CellistOutput
import Glibc

/// A folder for files on their way, which is removed after use.
package final class StagingFolder: Sendable {
  package let path: String

  /// Makes the folder where the machine keeps temporary files: `mkdtemp` picks an unused name that only this user may
  /// enter.
  package init() throws(PublishFailure) {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/cellist-publish-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw .io("no folder can be made in '\(parent)': \(String(cString: strerror(errno)))")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? OutputFolder.remove(path, in: AT_FDCWD) }

  /// Writes files, replacing existing ones.
  func write(_ files: [(path: String, bytes: [UInt8])]) throws(PublishFailure) {
    for (name, bytes) in files {
      unlink(joined(path, name))
      try inFolder { () throws(OutputFolder.Failure) in try OutputFolder.create(joined(path, name), bytes) }
    }
  }

  /// Writes a list of files, each name ended by a byte, for a program to read.
  func list(_ name: String, _ paths: [String], end: UInt8) throws(PublishFailure) -> String {
    try write([(name, paths.flatMap { Array($0.utf8) + [end] })])
    return joined(path, name)
  }

  /// A new, empty folder in this one.
  func empty(_ name: String) throws(PublishFailure) -> String {
    let folder = joined(path, name)
    try inFolder { () throws(OutputFolder.Failure) in
      try OutputFolder.remove(folder, in: AT_FDCWD)
      try OutputFolder.makeFolder(folder)
    }
    return folder
  }
}

/// Runs an operation on files, and reports its errors as those of publishing.
func inFolder<Result>(_ body: () throws(OutputFolder.Failure) -> Result) throws(PublishFailure) -> Result {
  do {
    return try body()
  } catch {
    switch error {
    case .io(let reason), .refused(let reason): throw .io(reason)
    case .locked(let path): throw .busy("another process is writing to '\(path)'")
    case .foreign(let path): throw .refused("'\(path)' holds other files")
    case .occupied(let paths): throw .refused("other files are in the way: \(paths.prefix(5).joined(separator: ", "))")
    }
  }
}
