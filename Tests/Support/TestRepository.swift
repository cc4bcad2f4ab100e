import CellistBase
import Foundation

/// A git repository in a folder of a test, whose commits have the times that the test gives them.
package struct TestRepository {
  package let folder: String
  /// Seconds since 1970-01-01T00:00:00Z.
  package private(set) var time = 1_600_000_000

  package init(in folder: String, format: String = "sha1") throws {
    self.folder = folder
    try git("init", "-q", "--object-format=\(format)", "-b", "main")
  }

  @discardableResult
  package func git(_ arguments: String...) throws -> String {
    let settings = [
      "user.name=A", "user.email=a@example.org", "commit.gpgSign=false", "core.autocrlf=false", "gc.auto=0",
    ]
    var command = ProgramRunner.Command(
      ["git", "-C", folder] + settings.flatMap { ["-c", $0] } + arguments,
      environment: ["GIT_COMMITTER_DATE": "\(time) +0200", "GIT_AUTHOR_DATE": "\(time - 1000) +0200"])
    command.environment["GIT_CONFIG_NOSYSTEM"] = "1"
    let ended = try ProgramRunner.machine.run(command)
    guard ended.status == 0 else { throw CocoaError(.executableLoad, userInfo: ["reason": ended.errors]) }
    return ended.text
  }

  /// Commits all that is below a folder, a minute after the last commit.
  ///
  /// - Returns: when that was, in seconds since 1970-01-01T00:00:00Z.
  @discardableResult
  package mutating func commit(_ path: String = ".") throws -> Int {
    time += 60
    try git("add", "-A", path)
    try git("commit", "-q", "--allow-empty", "-m", "a")
    return time
  }

  /// Lets the next commit be as many commits' minutes earlier.
  package mutating func goBack(_ commits: Int) { time -= commits * 60 }

  package mutating func tick() -> Int {
    time += 60
    return time
  }
}
