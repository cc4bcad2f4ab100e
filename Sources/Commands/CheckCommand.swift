import ArgumentParser
import CellistBuild

/// `cellist check`
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Report everything that is wrong with the site, and write nothing.")

  @OptionGroup var arguments: SiteArguments

  func run() throws {
    let outcome = SiteBuilder(arguments.tree, try arguments.options()).check()
    try arguments.report(outcome, nothingWritten: false)
    Terminal.standard.note(
      "\(SiteArguments.count(outcome.lists, "list")), \(SiteArguments.count(outcome.records, "record")), "
        + "\(SiteArguments.count(outcome.pages, "file")): no errors")
  }
}
