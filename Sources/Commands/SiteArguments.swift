import ArgumentParser
import CellistBuild
import CellistContent
import CellistRecords
import CellistText
import Glibc

/// The arguments of every command that reads a site.
struct SiteArguments: ParsableArguments {
  @Option(help: ArgumentHelp("The site's folder.", valueName: "folder"))
  var site = "."

  @Option(help: ArgumentHelp("Where the site will stand, instead of the 'base' of site.yml.", valueName: "address"))
  var base: String?

  @Flag(help: "Publish drafts as well.")
  var drafts = false

  @Option(
    help: ArgumentHelp(
      "Decide as of this date, such as 2024-05-01 or 2024-05-01T09:30, in the site's time zone what is published.",
      valueName: "date"))
  var now: String?

  @Option(help: "How diagnostics are printed: \(DiagnosticFormat.allCases.map(\.rawValue).joined(separator: ", ")).")
  var format = DiagnosticFormat.text

  var tree: SourceTree { .disk(site) }

  /// What the arguments ask of a build.
  func options() throws -> BuildOptions {
    if let base, SiteBase(base) == nil {
      throw ValidationError("--base must be an address such as https://example.org/path/, found '\(base)'.")
    }
    if let now, let zone = TimeZoneRules("UTC"), Schedule.instant(now, zone: zone) == nil {
      throw ValidationError("--now must be a date such as 2024-05-01, found '\(now)'.")
    }
    guard access("\(site)/\(ContentMap.root)", F_OK) == 0 else {
      Terminal.standard.note("error: there is no folder 'content' in '\(site)'; --site names the site's folder")
      throw ExitStatus.usage
    }
    return BuildOptions(base: base, drafts: drafts, now: time(nil), date: now)
  }

  /// A folder to build into, with the file in the site's `.cellist` that keeps what builds into it know.
  func destination(_ output: String, isClean: Bool) -> Destination {
    Destination(
      output: output, state: StateFolder.file(site: site, output: output), program: StateFolder.program,
      isClean: isClean)
  }

  /// Prints what is wrong, and how much of it; throws when there are errors.
  func report(_ outcome: SiteBuilder.Outcome, nothingWritten: Bool) throws {
    let terminal = Terminal.standard
    let prefix = site == "." ? "" : String(site.hasSuffix("/") ? site.dropLast() : site[...])
    let printer = DiagnosticPrinter(format: format, colours: terminal.isInteractive, prefix: prefix)
    let text = printer.text(of: outcome.diagnostics)
    if format == .text { if !text.isEmpty { terminal.note(String(text.dropLast())) } } else { terminal.output(text) }
    let errors = outcome.diagnostics.count { $0.severity == .error }
    let warnings = outcome.diagnostics.count - errors
    guard errors > 0 else { return }
    let counts = [Self.count(errors, "error"), warnings > 0 ? Self.count(warnings, "warning") : nil]
    terminal.note(
      "\(counts.compactMap(\.self).joined(separator: ", "))\(nothingWritten ? "; nothing was written" : "")")
    throw ExitStatus.siteHasErrors
  }

  /// "1 page", "2 pages".
  static func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
}
