import ArgumentParser
import CellistOutput
import CellistPublishing

/// The exit statuses of commands. The numbers above 63 are those of sysexits.h.
package enum ExitStatus {
  /// The site has errors, all of which were printed and nothing was written; or its output differs from that of a clean
  /// build.
  package static let siteHasErrors = ExitCode(1)
  /// A record or page is due, in answer to an option.
  package static let somethingIsDue = siteHasErrors
  /// The arguments are invalid.
  package static let usage = ExitCode(64)
  /// A text is not an issue that a form made.
  package static let noForm = ExitCode(66)
  /// Reading or writing failed.
  package static let io = ExitCode(74)
  /// Another build holds the output folder, or another publisher the target.
  package static let locked = ExitCode(75)

  /// Prints the problem with an output folder, and returns the exit status of the command.
  static func saying(_ failure: OutputFolder.Failure) -> ExitCode {
    Terminal.standard.note("error: \(text(of: failure))")
    return switch failure {
    case .foreign, .refused: usage
    case .locked: locked
    case .io, .occupied: io
    }
  }

  /// Prints why publishing failed, and returns the exit status of the command.
  static func saying(_ failure: PublishFailure) -> ExitCode {
    switch failure {
    case .refused(let reason, let hint):
      let end = hint.map { "; \($0)" } ?? ""
      Terminal.standard.note("error: \(DiagnosticPrinter.printable(reason + end))")
      return usage
    case .lost(let paths, _):
      Terminal.standard.note(
        "error: \(paths.count == 1 ? "1 address" : "\(paths.count) addresses") would go away, which 'addresses' in site.yml keeps; "
          + "'redirects' or 'gone' answer for them")
      return siteHasErrors
    case .incomplete:
      Terminal.standard.note("error: the target lacks files that were not built; build the whole site first")
      return io
    case .busy(let reason):
      Terminal.standard.note("error: \(DiagnosticPrinter.printable(reason))")
      return locked
    case .io(let reason):
      Terminal.standard.note("error: \(DiagnosticPrinter.printable(reason))")
      return io
    }
  }

  package static func text(of failure: OutputFolder.Failure) -> String {
    switch failure {
    case .foreign(let path):
      "'\(path)' holds files that are not from Cellist; name another folder with --output, or empty it"
    case .refused(let reason): DiagnosticPrinter.printable(reason)
    case .occupied(let paths):
      "pages must stand where other files are, which no build wrote: "
        + paths.prefix(5).map { DiagnosticPrinter.printable($0.shortened) }.joined(separator: ", ")
        + (paths.count > 5 ? " and \(paths.count - 5) more" : "") + "; move them away"
    case .locked(let path): "another build is writing to '\(path)'"
    case .io(let reason): DiagnosticPrinter.printable(reason)
    }
  }
}
