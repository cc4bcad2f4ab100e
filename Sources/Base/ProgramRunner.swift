import CProcess
import Foundation
import Glibc

/// Runs other programs: the seam through which tests see with which arguments.
package struct ProgramRunner: Sendable {
  /// A program with its arguments; no shell reads them.
  package struct Command: Hashable, Sendable {
    package let arguments: [String]
    /// The folder that it runs in; nil for the own one.
    package var folder: String?
    /// The variables of its environment beside those of this process.
    package var environment: [String: String] = [:]
    package var input: [UInt8] = []
    /// How many lines of errors it may write before it is stopped; nil for any number.
    package var patience: Int?
    /// How many seconds it may take before it is stopped; nil for any number.
    package var seconds: Int?

    package init(
      _ arguments: [String], in folder: String? = nil, environment: [String: String] = [:], input: [UInt8] = [],
      patience: Int? = nil
    ) {
      self.arguments = arguments
      self.folder = folder
      self.environment = environment
      self.input = input
      self.patience = patience
    }
  }

  /// How a program ended.
  package struct Ended: Sendable {
    package let status: Int32
    package let output: [UInt8]
    package let errors: String

    package init(status: Int32, output: [UInt8] = [], errors: String = "") {
      self.status = status
      self.output = output
      self.errors = errors
    }

    package var text: String { .init(decoding: output, as: UTF8.self) }

    /// The last line of its errors.
    package var reason: String {
      let line = errors.split(whereSeparator: \.isNewline).last { !$0.allSatisfy(\.isWhitespace) }
      return line.map { String($0.prefix(300)) } ?? "status \(status)"
    }
  }

  /// Why a program cannot be run.
  package struct Failure: Error, Equatable {
    package let reason: String

    package init(_ reason: String) { self.reason = reason }
  }

  package let run: @Sendable (Command) throws(Failure) -> Ended

  package init(_ run: @escaping @Sendable (Command) throws(Failure) -> Ended) { self.run = run }

  /// The programs of this machine.
  package static let machine = ProgramRunner { command throws(Failure) in
    let name = command.arguments.first ?? ""
    let streams = try (0..<3).map { (_: Int) throws(Failure) -> Int32 in
      let file = cellist_memory_file()
      guard file >= 0 else { throw Failure("\(name) cannot be run: \(String(cString: strerror(errno)))") }
      return file
    }
    defer { for stream in streams { close(stream) } }
    guard command.input.withUnsafeBytes({ $0.write(to: streams[0]) }), lseek(streams[0], 0, SEEK_SET) == 0 else {
      throw Failure("\(name) cannot be run: \(String(cString: strerror(errno)))")
    }

    let settings = ProcessInfo.processInfo.environment.merging(command.environment) { $1 }
    let arguments = CStrings(command.arguments)
    let environment = CStrings(settings.map { "\($0)=\($1)" })
    var process: pid_t = 0
    let problem = cellist_start(
      arguments.pointers, environment.pointers, command.folder, streams[0], streams[1], streams[2], &process)
    guard problem == 0 else {
      let reason = problem == ENOENT ? "it is not installed" : String(cString: strerror(problem))
      throw Failure("\(name) cannot be run: \(reason)")
    }
    if command.patience != nil || command.seconds != nil { watch(process, streams[2], command) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    return Ended(
      status: code, output: bytes(of: streams[1]), errors: String(decoding: bytes(of: streams[2]), as: UTF8.self))
  }

  /// Returns when a process has ended, or was ended, since it wrote too many lines of errors or took too long: first it is
  /// asked to, and a second later not any more.
  private static func watch(_ process: pid_t, _ errors: Int32, _ command: Command) {
    let start = ContinuousClock.now
    var looks = 0
    var asked: Int?
    while true {
      var information = siginfo_t()
      // It stays a zombie, and keeps its id, until its status is collected.
      guard waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) == 0 || errno == EINTR,
        information.si_signo == 0
      else { return }
      looks += 1
      if let asked {
        if looks - asked == 200 { kill(process, SIGKILL) }
      } else if looks % 20 == 0, isOver(command, since: start, errors) {
        kill(process, SIGTERM)
        asked = looks
      }
      usleep(5000)
    }
  }

  private static func isOver(_ command: Command, since start: ContinuousClock.Instant, _ errors: Int32) -> Bool {
    if let seconds = command.seconds, start.duration(to: .now) > .seconds(seconds) { return true }
    guard let patience = command.patience else { return false }
    return bytes(of: errors).count { $0 == UInt8(ascii: "\n") } >= patience
  }

  private static func bytes(of file: Int32) -> [UInt8] {
    (try? FileContent(of: file).bytes) ?? []
  }
}

/// Texts as C has them, ended by a null pointer.
private final class CStrings {
  let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let count: Int

  init(_ texts: [String]) {
    count = texts.count
    pointers = .allocate(capacity: texts.count + 1)
    for (index, text) in texts.enumerated() { (pointers + index).initialize(to: strdup(text)) }
    (pointers + count).initialize(to: nil)
  }

  deinit {
    for index in 0..<count { free(pointers[index]) }
    pointers.deallocate()
  }
}
