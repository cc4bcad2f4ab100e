import ArgumentParser
import CellistBuild

/// What a command's exit status says. The numbers above 63 are those of sysexits.h.
package enum ExitStatus {
  /// The site has errors, all of which were printed and nothing was written; or its output is not what it should be.
  package static let siteHasErrors = ExitCode(1)
  /// The arguments make no sense.
  package static let usage = ExitCode(64)
  /// Something could not be read or written.
  package static let io = ExitCode(74)
  /// Another build holds the output folder.
  package static let locked = ExitCode(75)

  /// Says what is the matter with an output folder, and returns the status that a command ends with.
  static func saying(_ failure: OutputFolder.Failure) -> ExitCode {
    switch failure {
    case .foreign(let path):
      Terminal.standard.note(
        "error: '\(path)' holds files that are not from Cellist; name another folder with --output, or empty it")
      return usage
    case .locked(let path):
      Terminal.standard.note("error: another build is writing to '\(path)'")
      return locked
    case .io(let reason):
      Terminal.standard.note("error: \(DiagnosticPrinter.printable(reason))")
      return io
    }
  }
}
