import ArgumentParser
import CellistBuilding
import CellistPublishing
import CellistRecords
import CellistSettings

/// `cellist check`
struct CheckCommand: SiteCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Report everything that is wrong with the site, and write nothing.")

  @Flag(help: "List the texts that a language of the site does not have, so that pages show those of another.")
  var untranslated = false

  @OptionGroup var arguments: SiteArguments

  func run(_ lists: [TypedList]) throws {
    let builder = SiteBuilder(arguments.tree, try arguments.options(lists))
    var outcome = builder.check(listingUntranslated: untranslated)
    // Only 'publish' reads the targets; here each of them is looked at.
    var mistakes = Diagnostics()
    var unheard = Diagnostics()
    let settings = builder.settings(&unheard)
    _ = PublishTarget.all(settings?.publish, &mistakes)
    outcome.diagnostics += builder.located(mistakes)
    try arguments.report(outcome, nothingWritten: false)
    let lines = outcome.untranslated.map { "\(DiagnosticPrinter.printable("\($0)"))\n" }
    if untranslated { try Terminal.standard.output(lines.joined()) }
    if let limits = settings?.host.flatMap({ HostLimits.of($0.name) }) {
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
