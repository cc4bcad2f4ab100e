import ArgumentParser
import CellistBuilding
import CellistFiles
import Glibc

/// The argument of every command that reads a site: its folder.
struct FolderArguments: ParsableArguments {
  @Option(help: ArgumentHelp("The site's folder.", valueName: "folder"))
  var site = "."

  @Flag(
    name: .customLong("all"),
    help: "Print each error and warning, and not only the first three of a kind and how many more there are.")
  var printsAll = false

  var tree: SourceTree { .disk(site) }

  /// Throws where there is no site.
  func requireContent() throws {
    guard access("\(site)/\(SiteFolder.content)", F_OK) == 0 else {
      Terminal.standard.note("error: there is no folder 'content' in '\(site)'; --site names the site's folder")
      throw ExitStatus.usage
    }
  }

  /// An output folder, with the file in the site's `.cellist` that keeps the state of builds into it.
  func destination(_ output: String?, isClean: Bool = false) -> Destination {
    let output = output ?? "\(site)/site"
    return Destination(
      output: output, of: site, state: StateFolder.file(site: site, output: output), program: StateFolder.program,
      isClean: isClean)
  }

  /// Prints which files a build left alone in its output folder, and why the next build will take longer.
  func note(_ outcome: SiteBuilder.Outcome, in output: String) {
    let terminal = Terminal.standard
    if !outcome.foreign.isEmpty {
      let named = outcome.foreign.sorted().prefix(5).map { DiagnosticPrinter.printable($0.shortened) }
      let rest = outcome.foreign.count - named.count
      terminal.note(
        "left alone in '\(output)', since no build wrote it: \(named.joined(separator: ", "))"
          + (rest > 0 ? " and \(rest) more" : ""))
    }
    if let reason = outcome.stateFailure { terminal.note(Self.unsaved(reason)) }
  }

  /// A message for a build whose state cannot be kept.
  static func unsaved(_ reason: String) -> String {
    "warning: what this build knows cannot be kept, so the next one makes everything anew: "
      + DiagnosticPrinter.printable(reason)
  }

  /// A printer of diagnostics, with paths as the user named the site's folder.
  func printer(_ format: DiagnosticFormat) -> DiagnosticPrinter {
    let prefix = site == "." ? "" : String(site.hasSuffix("/") ? site.dropLast() : site[...])
    return DiagnosticPrinter(
      format: format, colours: Terminal.standard.isInteractive, prefix: prefix, printsAll: printsAll)
  }

  /// Prints the diagnostics and their number; throws if there are errors.
  func report(_ outcome: SiteBuilder.Outcome, as format: DiagnosticFormat, nothingWritten: Bool) throws {
    let terminal = Terminal.standard
    let text = printer(format).text(of: outcome.diagnostics)
    if format == .text {
      terminal.note(text, ending: "")
    } else {
      try terminal.output(text)
    }
    if format == .github {
      // The log has the diagnostics that GitHub would drop.
      terminal.note(printer(.text).text(of: printer(format).annotations(of: outcome.diagnostics).rest), ending: "")
    }
    let errors = outcome.diagnostics.count { $0.severity == .error }
    let warnings = outcome.diagnostics.count - errors
    guard errors > 0 else { return }
    let counts = [
      SiteArguments.count(errors, "error"), warnings > 0 ? SiteArguments.count(warnings, "warning") : nil,
    ]
    terminal.note(
      "\(counts.compactMap(\.self).joined(separator: ", "))\(nothingWritten ? "; nothing was written" : "")")
    throw ExitStatus.siteHasErrors
  }
}
