import ArgumentParser
import CellistBase
import CellistBuilding
import CellistOutput
import CellistSettings
import CellistSites

/// `cellist build`
struct BuildCommand: SiteCommand {
  static let configuration = CommandConfiguration(
    commandName: "build", abstract: "Build the site.",
    discussion: "Everything is checked first; a site with errors writes nothing.")

  @OptionGroup var arguments: SiteArguments

  @Option(help: ArgumentHelp("Where the site is written; 'site' in the site's folder by default.", valueName: "folder"))
  var output: String?

  @Flag(help: "Make everything anew, without looking at what the last build knew.")
  var clean = false

  @Option(
    help: ArgumentHelp(
      "Write what changed, records and files, to a file as JSON; '-' is standard output.", valueName: "file"))
  var report: String?

  @Option(
    help: ArgumentHelp("Write every file of the site with its digest to a file as JSON.", valueName: "file"))
  var manifest: String?

  @Option(
    help: ArgumentHelp(
      "Write the files that changed since the last build, and no others, to a folder of their own.", valueName: "folder"
    ))
  var overlay: String?

  @Flag(help: "Say of each file that is written or removed why.")
  var explain = false

  @Flag(help: "End at once where nothing has come due since the last build, as its date of publishing or expiry.")
  var due = false

  @Flag(
    help: ArgumentHelp(
      "Say when something will be published or expire, and build nothing. With --due, say it by what the last build knew, "
        + "and end with status 1 where something has come due or nothing is known."))
  var next = false

  func validate() throws {
    if next, clean || explain || report != nil || manifest != nil || overlay != nil {
      throw ValidationError("--next builds nothing.")
    }
    if let report, let manifest, report == "-" ? manifest == "-" : absolutePath(report) == absolutePath(manifest) {
      throw ValidationError("--report and --manifest would both write to '\(report)'.")
    }
    guard report == "-", arguments.format != .text else { return }
    throw ValidationError("--report - and --format \(arguments.format.rawValue) would both write to standard output.")
  }

  func run(_ lists: [TypedList]) throws {
    let start = ContinuousClock.now
    let terminal = Terminal.standard
    let output = output ?? "\(arguments.site)/site"
    let options = try arguments.options(lists)
    let builder = SiteBuilder(arguments.tree, options)
    var destination = arguments.folder.destination(output, isClean: clean)
    if next, !due { return try printNext(builder) }
    let reportFile = try file(report, ReportPrinter.form, output)
    let manifestFile = try file(manifest, .manifest, output)
    if let overlay { destination = destination.overlay(in: overlay) }
    destination.isReported = report != nil || explain
    if due {
      if case .nothing(let next) = builder.due(into: destination) {
        return terminal.note("nothing is due" + (next.map { "; the site changes next on \(Self.printable($0))" } ?? ""))
      }
      if next { throw ExitStatus.somethingIsDue }
    }
    let outcome: SiteBuilder.Outcome
    do {
      outcome = try builder.build(into: destination) { done, all in
        if start.duration(to: .now) > .milliseconds(500) { terminal.progress("\(done) of \(all) files") }
      }
      terminal.progress("")
      outcome.memory?.keep()
    } catch {
      terminal.progress("")
      throw ExitStatus.saying(error)
    }
    try arguments.report(outcome, nothingWritten: true)
    arguments.folder.note(outcome, in: output)
    if explain, let report = outcome.report { terminal.note(ReportPrinter.explanation(report), ending: "") }
    terminal.note(
      "\(SiteArguments.count(outcome.lists, "list")), \(SiteArguments.count(outcome.records, "record")), "
        + "\(SiteArguments.count(outcome.pages, "file")) in \(overlay ?? output), \(Self.seconds(since: start)) s")
    if let next = outcome.next { terminal.note("changes next on \(Self.printable(next))") }
    do {
      if let changes = outcome.report, report != nil {
        let text = ReportPrinter.json(changes, next: outcome.next)
        if let reportFile { try reportFile.write(text) } else { try terminal.output(text) }
      }
      if manifest != nil, let files = outcome.memory?.manifest {
        if let manifestFile { try manifestFile.write(files.document) } else { try terminal.output(files.document) }
      }
    } catch let failure as OutputFolder.Failure {
      throw ExitStatus.saying(failure)
    }
  }

  /// The file of an option; nil without one, and for standard output.
  private func file(_ path: String?, _ form: CommandFile.Form, _ output: String) throws -> CommandFile? {
    guard let path, path != "-" else { return nil }
    do {
      return try CommandFile(path, form, of: arguments.site, output: output)
    } catch {
      throw ExitStatus.saying(error)
    }
  }

  /// Prints when something will be published or expire, on standard output.
  private func printNext(_ builder: SiteBuilder) throws {
    let outcome = builder.check()
    try arguments.report(outcome, nothingWritten: false)
    guard let next = outcome.next else { return Terminal.standard.note("nothing changes without an edit") }
    try Terminal.standard.output("\(Self.printable(next))\n")
  }

  private static func printable(_ next: NextChange) -> String { DiagnosticPrinter.printable(next.text) }

  static func seconds(since start: ContinuousClock.Instant) -> String {
    let hundredths = start.duration(to: .now).components
    let value = Int(hundredths.seconds) * 100 + Int(hundredths.attoseconds / 10_000_000_000_000_000)
    return "\(value / 100).\(value % 100 < 10 ? "0" : "")\(value % 100)"
  }
}
