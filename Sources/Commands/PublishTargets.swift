import CellistBuilding
import CellistPublishing
import CellistRecords
import CellistSettings

/// Finds the target that a command names in a site's settings.
struct PublishTargets {
  private let folder: FolderArguments

  init(_ folder: FolderArguments) { self.folder = folder }

  /// Throws, before anything is started, if the target or other settings of the site are invalid.
  func target(_ name: String, _ builder: SiteBuilder) throws -> (PublishTarget, SiteSettings) {
    var diagnostics = Diagnostics()
    let settings = builder.settings(&diagnostics)
    let target = PublishTarget.named(name, settings?.publish, &diagnostics)
    let outcome = SiteBuilder.Outcome(diagnostics: builder.located(diagnostics))
    try folder.report(outcome, as: .text, nothingWritten: true)
    if let settings, let target { return (target, settings) }
    let names = (settings?.publish?.entries ?? []).map { "'\(DiagnosticPrinter.printable($0.key.shortened))'" }
      .joined(separator: ", ")
    Terminal.standard.note(
      "error: site.yml has no publish target '\(DiagnosticPrinter.printable(name.shortened))'"
        + (names.isEmpty ? "; targets stand under 'publish'" : "; there is \(names)"))
    throw ExitStatus.usage
  }
}
