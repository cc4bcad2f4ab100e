import ArgumentParser
import CellistBuild
import CellistContent
import Foundation
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
    for folder in [ContentMap.root, ThemeFolder.root] { try refuse(output, over: "\(arguments.site)/\(folder)") }
    var destination = arguments.folder.destination(output, isClean: clean)
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
    if explain, let report = outcome.report { terminal.note(ReportPrinter.explanation(report), ending: "") }
    terminal.note(
      "\(SiteArguments.count(outcome.lists, "list")), \(SiteArguments.count(outcome.records, "record")), "
        + "\(SiteArguments.count(outcome.pages, "file")) in \(output), \(Self.seconds(since: start)) s")
    if let report, let changes = outcome.report { try write(ReportPrinter.json(changes), to: report) }
  }

  private func write(_ text: String, to file: String) throws {
    guard file != "-" else { return Terminal.standard.output(text) }
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
    } catch {
      Terminal.standard.note("error: the report cannot be written to '\(file)': \(error.localizedDescription)")
      throw ExitStatus.io
    }
  }

  /// An output inside the content would be content of the next build, and one around it would be cleared of it.
  private func refuse(_ output: String, over content: String) throws {
    func real(_ path: String) -> String? {
      guard let resolved = realpath(path, nil) else { return nil }
      defer { free(resolved) }
      return String(cString: resolved)
    }
    var existing = output
    while real(existing) == nil, let slash = existing.lastIndex(of: "/") { existing = String(existing[..<slash]) }
    guard let place = real(existing), let content = real(content) else { return }
    let isInside = (place + "/").hasPrefix(content + "/")
    guard isInside || existing == output && (content + "/").hasPrefix(place == "/" ? place : place + "/") else {
      return
    }
    let folder = "'\(content.fileName)'"
    Terminal.standard.note(
      "error: the output folder '\(output)' \(isInside ? "lies in" : "holds") the site's folder \(folder); name another one with --output"
    )
    throw ExitStatus.usage
  }

  static func seconds(since start: ContinuousClock.Instant) -> String {
    let hundredths = start.duration(to: .now).components
    let value = Int(hundredths.seconds) * 100 + Int(hundredths.attoseconds / 10_000_000_000_000_000)
    return "\(value / 100).\(value % 100 < 10 ? "0" : "")\(value % 100)"
  }
}
