import CellistTestSupport
import Dispatch
import Glibc
import Synchronization
import Testing

@testable import CellistPublishing

@Suite struct FolderLockTests {
  @Test func `a folder is locked once at a time`() throws {
    let folder = try TemporaryFolder()
    let held = try #require(try FolderLock(folder.path))
    #expect(try FolderLock(folder.path) == nil)
    withExtendedLifetime(held) {}
  }

  /// A child has all open files of its parent until its program runs.
  @Test func `programs that start meanwhile do not keep a folder`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    let missed = Atomic(0)
    let started = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 3) { index in
      guard index > 0 else {
        while started.load(ordering: .relaxed) < 1_000 {
          if (try? FolderLock(path)) == nil { missed.add(1, ordering: .relaxed) }
        }
        return
      }
      var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
      defer { free(arguments[0]) }
      while started.add(1, ordering: .relaxed).oldValue < 1_000 {
        var child: pid_t = 0
        if posix_spawn(&child, "/bin/true", nil, nil, &arguments, environ) == 0 { waitpid(child, nil, 0) }
      }
    }
    #expect(missed.load(ordering: .relaxed) == 0)
  }
}
