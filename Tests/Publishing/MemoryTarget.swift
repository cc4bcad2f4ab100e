import CellistOutput
import Foundation
import Synchronization

@testable import CellistPublishing

/// A target in memory, at which a publisher is killed after a number of steps.
final class MemoryTarget: Sendable {
  struct State {
    var files: [String: [UInt8]] = [:]
    var steps = Int.max
    var broken: [String] = []
  }

  static let killed = PublishFailure.busy("killed")
  let state = Mutex(State())

  func step(_ change: (inout [String: [UInt8]]) -> Void) throws(PublishFailure) {
    let isAlive = state.withLock { state in
      guard state.steps > 0 else { return false }
      state.steps -= 1
      change(&state.files)
      state.broken += Self.brokenLinks(state.files)
      return true
    }
    guard isAlive else { throw Self.killed }
  }

  /// The names of missing files in the files that visitors find from the home page.
  static func brokenLinks(_ files: [String: [UInt8]]) -> [String] {
    var (broken, open, seen): ([String], [String], Set<String>) = ([], ["index.html"], ["index.html"])
    while let page = open.popLast() {
      for name in String(decoding: files[page] ?? [], as: UTF8.self).split(separator: "\n").map(String.init) {
        if files[name] == nil { broken.append("\(page) names \(name)") }
        if !name.hasSuffix(".css"), seen.insert(name).inserted { open.append(name) }
      }
    }
    return broken
  }

  /// - Parameter meanwhile: what somebody else does at the target before a file is put there.
  func transport(
    _ site: [String: [UInt8]], meanwhile: @escaping @Sendable (String, inout [String: [UInt8]]) -> Void = { _, _ in }
  )
    -> Transport
  {
    Transport(
      read: { paths throws(PublishFailure) in
        self.state.withLock { state in state.files.filter { paths.contains($0.key) } }
      },
      occupied: { paths, _ in self.state.withLock { state in paths.filter { state.files[$0] != nil } } },
      put: { upload throws(PublishFailure) in
        for path in upload.paths.shuffled() {
          let bytes = upload.folder == "site" ? site[path] : Self.file("\(upload.folder)/\(path)")
          try self.step { files in
            meanwhile(path, &files)
            files[path] = bytes
          }
        }
      },
      claim: { lease, _ throws(PublishFailure) in
        try self.step { $0[Lease.path] = lease }
        return true
      },
      remove: { paths throws(PublishFailure) in for path in paths { try self.step { $0[path] = nil } } },
      removeFolders: { _ in }, isEmpty: { self.state.withLock(\.files.isEmpty) }, download: { _ in })
  }

  private static func file(_ path: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path).map { Array($0) }
  }
}
