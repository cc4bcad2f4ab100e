import ArgumentParser
import CellistBuilding
import CellistContent
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
    if let report, let changes = outcome.report { try terminal.write(ReportPrinter.json(changes), to: report) }
    if let manifest, let files = outcome.memory?.manifest {
      try terminal.write(files.document, to: manifest, "the manifest")
    }
  }

  static func seconds(since start: ContinuousClock.Instant) -> String {
    let hundredths = start.duration(to: .now).components
    let value = Int(hundredths.seconds) * 100 + Int(hundredths.attoseconds / 10_000_000_000_000_000)
    return "\(value / 100).\(value % 100 < 10 ? "0" : "")\(value % 100)"
  }
}
