import CellistTestSupport
import Foundation
import Testing

/// The documentation of the library.
enum Catalogue {
  static let folder = "\(Program.packageFolder)/Sources/Cellist/Cellist.docc"

  static func text(_ file: String) throws -> String {
    try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
  }

  /// Expects a file of the package to say something, line by line; where `CELLIST_RECORD` is set, the file is written.
  static func expect(_ text: String, in file: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws
  {
    let path = "\(Program.packageFolder)/\(file)"
    if ProcessInfo.processInfo.environment["CELLIST_RECORD"] != nil {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
    let written = try String(contentsOfFile: path, encoding: .utf8)
    let changes = text.split(separator: "\n").difference(from: written.split(separator: "\n"))
    #expect(changes.map { "\($0)" } == [], "\(file)", sourceLocation: sourceLocation)
  }
}
