import ArgumentParser
import CellistBuilding
import CellistContent
import CellistSites
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
    if let overlay {
      try requireEmpty(overlay)
      destination.output = overlay
      destination.isOverlay = true
    }
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
    if let report, let changes = outcome.report { try write(ReportPrinter.json(changes), to: report) }
    if let manifest, let files = outcome.memory?.manifest { try write(files.document, to: manifest, "the manifest") }
  }

  private func requireEmpty(_ folder: String) throws {
    guard let stream = opendir(folder) else { return }
    defer { closedir(stream) }
    var count = 0
    while readdir(stream) != nil { count += 1 }
    guard count > 2 else { return }
    Terminal.standard.note("error: '\(folder)' holds files; name a folder with --overlay that is not there yet")
    throw ExitStatus.usage
  }

  /// Writes through what is there: a link, a device or a pipe stays what it is, and a file keeps its mode.
  private func write(_ text: String, to file: String, _ name: String = "the report") throws {
    guard file != "-" else { return try Terminal.standard.output(text) }
    // A pipe that nobody reads fails at once rather than being waited for.
    let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0o666)
    var isWritten = false
    if descriptor >= 0 {
      _ = fcntl(descriptor, F_SETFL, O_WRONLY)
      isWritten = Terminal.write(text, to: descriptor)
    }
    let reason = String(cString: strerror(errno))
    guard isWritten, close(descriptor) == 0 else {
      Terminal.standard.note("error: \(name) cannot be written to '\(file)': \(reason)")
      throw ExitStatus.io
    }
  }

  static func seconds(since start: ContinuousClock.Instant) -> String {
    let hundredths = start.duration(to: .now).components
    let value = Int(hundredths.seconds) * 100 + Int(hundredths.attoseconds / 10_000_000_000_000_000)
    return "\(value / 100).\(value % 100 < 10 ? "0" : "")\(value % 100)"
  }
}
