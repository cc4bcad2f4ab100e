import ArgumentParser
import CellistBuilding
import CellistFiles
import CellistSettings

/// The arguments of every command that reads a site as a build does.
struct SiteArguments: ParsableArguments {
  @OptionGroup var folder: FolderArguments
  @OptionGroup var publishing: PublishingArguments

  @Option(help: "How diagnostics are printed: \(DiagnosticFormat.allCases.map(\.rawValue).joined(separator: ", ")).")
  var format = DiagnosticFormat.text

  var site: String { folder.site }
  var tree: SourceTree { folder.tree }

  /// The options of a build from the arguments.
  func options(_ lists: [TypedList]) throws -> BuildOptions {
    let options = try publishing.options(lists)
    try folder.requireContent()
    return options
  }

  /// Prints the diagnostics and their number; throws if there are errors.
  func report(_ outcome: SiteBuilder.Outcome, nothingWritten: Bool) throws {
    try folder.report(outcome, as: format, nothingWritten: nothingWritten)
  }

  /// "1 page", "2 pages".
  static func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
}
