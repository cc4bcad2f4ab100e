import Foundation

/// A folder that lives as long as a test needs it.
package final class TemporaryFolder: Sendable {
  package let path: String

  /// - Parameter isInMemory: whether it lies in memory where the machine allows that: for tests that write very much.
  package init(isInMemory: Bool = false) throws {
    let memory = "/dev/shm"
    let parent =
      isInMemory && access(memory, W_OK) == 0 ? memory : FileManager.default.temporaryDirectory.path
    var template = Array("\(parent)/cellist-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw CocoaError(.fileWriteUnknown) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  package func place(_ name: String) -> String { name.isEmpty ? path : "\(path)/\(name)" }

  package func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

  package func write(_ bytes: [UInt8], to name: String) throws {
    try makeFolder(name.folder)
    guard FileManager.default.createFile(atPath: place(name), contents: Data(bytes)) else {
      throw CocoaError(.fileWriteUnknown)
    }
  }

  package func write(_ files: [String: [UInt8]]) throws {
    for (name, bytes) in files { try write(bytes, to: name) }
  }

  package func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: place(name), withIntermediateDirectories: true)
  }

  package func link(_ name: String, to target: String) throws {
    try makeFolder(name.folder)
    try FileManager.default.createSymbolicLink(atPath: place(name), withDestinationPath: target)
  }

  package func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: place(name)) }

  package func read(_ name: String) -> String? {
    FileManager.default.contents(atPath: place(name)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// All files below a folder by path, and `/` behind the path of each folder; symbolic links are not followed.
  package func tree(_ name: String = "") -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    func walk(_ folder: String, _ prefix: String) {
      for entry in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
        let place = "\(folder)/\(entry)"
        let type = (try? FileManager.default.attributesOfItem(atPath: place))?[.type] as? FileAttributeType
        switch type {
        case .typeDirectory:
          files["\(prefix)\(entry)/"] = []
          walk(place, "\(prefix)\(entry)/")
        case .typeSymbolicLink:
          let target = (try? FileManager.default.destinationOfSymbolicLink(atPath: place)) ?? ""
          files["\(prefix)\(entry)"] = Array("-> \(target)".utf8)
        default: files["\(prefix)\(entry)"] = FileManager.default.contents(atPath: place).map { Array($0) }
        }
      }
    }
    walk(place(name), "")
    return files
  }

  /// The paths of all files and folders below a folder.
  package func paths(_ name: String = "") -> [String] { tree(name).keys.sorted() }

  /// Makes the folder a git repository, where it is none yet, and commits all that is in it.
  package func commit() throws {
    let script = """
      test -d .git || git init -q -b main . && git add -A && \
      git -c user.name=n -c user.email=n@example.org -c commit.gpgsign=false commit -q -m m
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script]
    process.currentDirectoryURL = URL(fileURLWithPath: path)
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}
