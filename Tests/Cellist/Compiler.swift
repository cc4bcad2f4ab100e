import CellistTestSupport
import Foundation

/// The compiler and its tools, which find the library as this build made it.
enum Compiler {
  /// The compiler's messages about sources that import the library; empty when they compile.
  static func complaints(_ arguments: [String]) throws -> String {
    try run(#"swiftc -typecheck -swift-version 6 $(Tests/Cellist/modules.sh "$0") "$@""#, arguments)
  }

  /// Writes the library's symbol graphs; what is said of that is empty when there are any.
  static func writeSymbols(into folder: String) throws -> String {
    try run(#"Tests/Cellist/symbols.sh "$0" "$@""#, [folder])
  }

  /// The output of a shell command, whose `$0` is the folder of this build.
  private static func run(_ command: String, _ arguments: [String]) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.currentDirectoryURL = URL(fileURLWithPath: Program.packageFolder)
    process.arguments = ["-c", "\(command) 2>&1", Program.path.folder] + arguments
    process.standardOutput = output
    try process.run()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return process.terminationStatus == 0 || !said.isEmpty ? said : "status \(process.terminationStatus)"
  }
}
