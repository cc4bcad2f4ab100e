import ArgumentParser
import CellistBase
import CellistBuilding
import CellistOutput
import CellistPreview
import CellistSettings
import Dispatch
import Foundation
import Glibc

/// The arguments of the commands that serve a site as it is built.
struct PreviewArguments: ParsableArguments {
  @OptionGroup var folder: FolderArguments
  @OptionGroup var publishing: PublishingArguments

  @Option(help: ArgumentHelp("Where the site is written; 'site' in the site's folder by default.", valueName: "folder"))
  var output: String?

  @Flag(help: "Leave the output folder as it is, and write to a temporary one that goes in the end.")
  var scratch = false

  @Flag(help: "Say of each file that is written or removed why, and why a list was arranged anew.")
  var explain = false

  @Option(help: "The port that the site is served at; the next free one if it is taken.")
  var port: UInt16 = 4321

  func validate() throws {
    if scratch, output != nil { throw ValidationError("--scratch writes to no folder that --output could name") }
  }

  func run(_ lists: [TypedList], isEditable: Bool) throws {
    try folder.requireContent()
    var destination = try scratch ? Self.temporary() : folder.destination(output)
    defer { if scratch { try? FileManager.default.removeItem(atPath: destination.output.folder) } }
    destination.isReported = explain
    let options = try publishing.options(lists)
    let given = publishing.now
    let printer = DiagnosticPrinter(format: .text, printsAll: folder.printsAll)
    let preview = Preview(
      of: folder.site, into: destination, isEditable: isEditable,
      options: {
        var options = options
        if given == nil { options.now = time(nil) }
        return options
      }, text: { printer.text(of: $0.diagnostics) })
    do throws(Preview.Failure) {
      var signals: [any DispatchSourceSignal] = []
      try preview.run(
        port: port,
        start: { handle in
          for number in [SIGINT, SIGTERM] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { handle.stop() }
            source.resume()
            signals.append(source)
          }
        }, tell: report)
      withExtendedLifetime(signals) {}
    } catch {
      switch error {
      case .noPort(let port):
        Terminal.standard.note("error: the ports from \(port) on are all taken; --port names another one")
        throw ExitStatus.usage
      case .watch(let reason):
        Terminal.standard.note("error: changes of files cannot be seen: \(reason)")
        throw ExitStatus.io
      case .output(let failure): throw ExitStatus.saying(failure)
      }
    }
  }

  /// An output folder, and a file for the state of builds, in a temporary folder.
  private static func temporary() throws -> Destination {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cellist-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return Destination(output: joined(folder, "site"), state: joined(folder, "state.sqlite"))
  }

  private func report(_ event: Preview.Event) {
    let terminal = Terminal.standard
    switch event {
    case .serving(let address, let isWanted):
      terminal.note("\(isWanted ? "" : "port \(port) is taken; ")\(address)")
    case .failed(let failure): terminal.note("error: \(ExitStatus.text(of: failure)); trying again")
    case .unsaved(let reason): terminal.note(FolderArguments.unsaved(reason))
    case .built(let outcome, let records, let duration):
      // Errors are printed; the command continues if the site cannot be built.
      try? folder.report(outcome, as: .text, nothingWritten: true)
      guard !outcome.hasErrors else { return }
      let changed = records == 0 ? "" : "\(SiteArguments.count(records, "record")) changed; "
      folder.note(outcome, in: output ?? "\(folder.site)/site")
      if explain, let report = outcome.report { terminal.note(ReportPrinter.explanation(report), ending: "") }
      let files = Self.summary(outcome) ?? (records == 0 ? "nothing changed" : "no file did")
      terminal.note("\(changed)\(files), \(Self.milliseconds(duration)) ms")
    }
  }

  /// "1 file created, 2 updated"; nil when there are none.
  private static func summary(_ outcome: SiteBuilder.Outcome) -> String? {
    let kinds = [OutputChange.Kind.created, .updated, .deleted].compactMap { kind -> String? in
      let count = outcome.changes.count { $0.kind == kind }
      return count == 0 ? nil : "\(SiteArguments.count(count, "file")) \(kind.rawValue)"
    }
    return kinds.isEmpty ? nil : kinds.joined(separator: ", ")
  }

  private static func milliseconds(_ duration: Duration) -> Int64 {
    duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000
  }
}
