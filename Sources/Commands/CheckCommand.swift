import ArgumentParser
import CellistBuilding
import CellistSettings

/// `cellist check`
struct CheckCommand: SiteCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Report everything that is wrong with the site, and write nothing.")

  @OptionGroup var arguments: SiteArguments

  func run(_ lists: [TypedList]) throws {
    let outcome = SiteBuilder(arguments.tree, try arguments.options(lists)).check()
    try arguments.report(outcome, nothingWritten: false)
    Terminal.standard.note(
      "\(SiteArguments.count(outcome.lists, "list")), \(SiteArguments.count(outcome.records, "record")), "
        + "\(SiteArguments.count(outcome.pages, "file")): no errors")
  }
}
