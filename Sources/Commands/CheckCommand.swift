import ArgumentParser
import CellistBuilding
import CellistPublishing
import CellistRecords
import CellistSettings

/// `cellist check`
struct CheckCommand: SiteCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Report everything that is wrong with the site, and write nothing.")

  @OptionGroup var arguments: SiteArguments

  func run(_ lists: [TypedList]) throws {
    let builder = SiteBuilder(arguments.tree, try arguments.options(lists))
    let outcome = builder.check()
    try arguments.report(outcome, nothingWritten: false)
    var unheard = Diagnostics()
    if let limits = builder.settings(&unheard)?.host.flatMap({ HostLimits.of($0.name) }) {
      // Only the files themselves tell how large they are. Smaller copies of pictures are not made.
      for excess in limits.excesses(of: builder.render().files) {
        Terminal.standard.note("warning: \(DiagnosticPrinter.printable(excess))")
      }
    }
    Terminal.standard.note(
      "\(SiteArguments.count(outcome.lists, "list")), \(SiteArguments.count(outcome.records, "record")), "
        + "\(SiteArguments.count(outcome.pages, "file")): no errors")
  }
}
