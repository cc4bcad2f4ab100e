import Foundation

/// The built executable, as somebody in a shell runs it.
package enum Program {
  package struct Result: Sendable {
    package let status: Int32
    package let output: String
    package let errors: String
  }

  /// Where the executable is: beside the tests, which the same build made.
  package static let path: String = {
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return "\(tests.folder)/cellist"
  }()

  /// The folder that holds the package.
  package static let packageFolder = #filePath.folder.folder.folder

  package static func run(
    _ arguments: [String], in folder: String, environment: [String: String] = [:], through wrapper: [String] = []
  ) throws -> Result {
    let process = try start(arguments, in: folder, environment: environment, through: wrapper)
    return try process.wait()
  }

  /// A run that has not ended yet.
  package struct Running {
    package let process: Process
    let output: Pipe
    let errors: URL

    package func wait() throws -> Result {
      let written = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      defer { try? FileManager.default.removeItem(at: errors) }
      return Result(
        status: process.terminationStatus, output: String(decoding: written, as: UTF8.self),
        errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
    }
  }

  package static func start(
    _ arguments: [String], in folder: String, environment: [String: String] = [:], through wrapper: [String] = []
  ) throws -> Running {
    let process = Process()
    let command = wrapper + [path] + arguments
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    var all = ProcessInfo.processInfo.environment
    for name in ["NO_COLOR", "LC_ALL", "LANG", "TZ"] { all[name] = nil }
    process.environment = all.merging(environment) { $1 }
    let output = Pipe()
    let errors = FileManager.default.temporaryDirectory.appendingPathComponent("cellist-errors-\(UUID().uuidString)")
    try Data().write(to: errors)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    return Running(process: process, output: output, errors: errors)
  }
}
