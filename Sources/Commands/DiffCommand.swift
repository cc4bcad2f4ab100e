import ArgumentParser
import CellistBuilding
import CellistFiles
import CellistOutput
import CellistSettings

/// `cellist diff`
struct DiffCommand: SiteCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Say what a build would change: records, then files.",
    discussion: "The site is compared with the last build, or with a revision of it in git. Nothing is written.")

  @OptionGroup var folder: FolderArguments
  @OptionGroup var publishing: PublishingArguments

  @Option(help: ArgumentHelp("Where the last build is; 'site' in the site's folder by default.", valueName: "folder"))
  var output: String?

  @Option(help: "How the changes are printed: \(DiffFormat.allCases.map(\.rawValue).joined(separator: ", ")).")
  var format = DiffFormat.text

  @Option(
    help: ArgumentHelp(
      "With --format markdown: an address at which the changed pages can be looked at, for links.", valueName: "address"
    ))
  var previewBase: String?

  @Argument(help: "A revision of git to compare the site with, such as main; the last build if it is left out.")
  var revision: String?

  func validate() throws {
    if let previewBase, !previewBase.isEmpty, SiteBase(previewBase)?.origin.isEmpty ?? true {
      throw ValidationError(
        "--preview-base must be an address such as https://example.org/pr/1/, found '\(previewBase)'.")
    }
  }

  func run(_ lists: [TypedList]) throws {
    let options = try publishing.options(lists)
    try folder.requireContent()
    let report: ChangeReport?
    do {
      let builder = SiteBuilder(folder.tree, options)
      if let revision {
        report = try compared(builder, with: revision)
      } else {
        var destination = folder.destination(output)
        destination.isReported = true
        destination.isDry = true
        let outcome = try builder.build(into: destination)
        try folder.report(outcome, as: .text, nothingWritten: false)
        report = outcome.report
      }
    } catch let failure as OutputFolder.Failure {
      throw ExitStatus.saying(failure)
    }
    guard let report else { return }
    if let reason = report.reasonForClean {
      Terminal.standard.note("everything is new: \(DiagnosticPrinter.printable(reason))")
    }
    try Terminal.standard.output(
      DiffPrinter(format: format, preview: previewBase.flatMap { SiteBase($0) }).text(of: report))
  }

  private func compared(_ builder: SiteBuilder, with name: String) throws -> ChangeReport? {
    let revision: GitRevision
    do {
      revision = try GitRevision(name, of: folder.site)
    } catch {
      Terminal.standard.note("error: \(DiagnosticPrinter.printable(error.reason))")
      if case .io = error { throw ExitStatus.io }
      throw ExitStatus.usage
    }
    let comparison = try builder.compared(
      with: revision.isEmpty ? nil : revision.tree, classifying: format != .text)
    if let earlier = comparison.earlier, earlier.hasErrors {
      Terminal.standard.note("the site at '\(DiagnosticPrinter.printable(name))' has errors:")
      // Ignore the old revision's warnings. Its errors keep it from being compared.
      try? folder.report(earlier, as: .text, nothingWritten: false)
      if comparison.outcome.hasErrors { Terminal.standard.note("the site as it is has errors:") }
    }
    try folder.report(comparison.outcome, as: .text, nothingWritten: false)
    if comparison.hasErrors { throw ExitStatus.siteHasErrors }
    return comparison.report
  }
}
