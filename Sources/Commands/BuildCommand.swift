import ArgumentParser
import CellistBuilding
import CellistContent
import CellistOutput
import CellistSettings
import Glibc

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

  func validate() throws {
    guard report == "-", arguments.format != .text else { return }
    throw ValidationError("--report - and --format \(arguments.format.rawValue) would both write to standard output.")
  }

  func run(_ lists: [TypedList]) throws {
    let start = ContinuousClock.now
    let terminal = Terminal.standard
    let output = output ?? "\(arguments.site)/site"
    let options = try arguments.options(lists)
    var destination = arguments.folder.destination(output, isClean: clean)
    let reportFile = try file(report, ReportPrinter.form, output)
    let manifestFile = try file(manifest, .manifest, output)
    if let overlay { destination = destination.overlay(in: overlay) }
    destination.isReported = report != nil || explain
    let outcome: SiteBuilder.Outcome
    do {
      outcome = try SiteBuilder(arguments.tree, options).build(into: destination) { done, all in
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
    do {
      if let changes = outcome.report, report != nil {
        let text = ReportPrinter.json(changes)
        if let reportFile { try reportFile.write(text) } else { try terminal.output(text) }
      }
      if let files = outcome.memory?.manifest, manifest != nil {
        if let manifestFile { try manifestFile.write(files.document) } else { try terminal.output(files.document) }
      }
    } catch let failure as OutputFolder.Failure {
      throw ExitStatus.saying(failure)
    }
  }

  /// A file that an option names; nil for none, and for standard output.
  private func file(_ path: String?, _ form: CommandFile.Form, _ output: String) throws -> CommandFile? {
    guard let path, path != "-" else { return nil }
    do {
      return try CommandFile(path, form, of: arguments.site, output: output)
    } catch {
      throw ExitStatus.saying(error)
    }
  }

  static func seconds(since start: ContinuousClock.Instant) -> String {
    let hundredths = start.duration(to: .now).components
    let value = Int(hundredths.seconds) * 100 + Int(hundredths.attoseconds / 10_000_000_000_000_000)
    return "\(value / 100).\(value % 100 < 10 ? "0" : "")\(value % 100)"
  }
}
