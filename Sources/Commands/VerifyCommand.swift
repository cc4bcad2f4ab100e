import ArgumentParser
import CellistBuilding
import CellistSettings

/// `cellist verify`
struct VerifyCommand: SiteCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Compare every byte of the last build with a clean build.",
    discussion: "The clean build gets the options of the last one. Nothing is written.")

  @OptionGroup var folder: FolderArguments

  @Option(
    help: ArgumentHelp("Where the site was written; 'site' in the site's folder by default.", valueName: "folder"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Compare what is published at a target of site.yml instead, by its manifest.", valueName: "target"))
  var published: String?

  @Flag(help: "With --published: compare every byte, rather than what the manifest says.")
  var deep = false

  @Option(
    help: ArgumentHelp(
      "With --published: require a signature by one of the signers in this file, in the format of ssh-keygen.",
      valueName: "file"))
  var signers: String?

  func validate() throws {
    if published == nil, deep || signers != nil {
      throw ValidationError("--deep and --signers belong to --published.")
    }
  }

  func run(_ lists: [TypedList]) throws {
    let terminal = Terminal.standard
    try folder.requireContent()
    if let published { return try PublishedVerification(folder, output).run(published, isDeep: deep, signers, lists) }
    let destination = folder.destination(output)
    let verification: Verification
    do {
      verification = try SiteBuilder.verify(folder.tree, destination, lists)
    } catch {
      switch error {
      case .noState(let reason):
        terminal.note("error: what to verify in '\(destination.output)' is not known: \(reason); build the site first")
        throw ExitStatus.usage
      case .output(let failure): throw ExitStatus.saying(failure)
      }
    }
    try folder.report(verification.outcome, as: .text, nothingWritten: false)
    let count = SiteArguments.count(verification.outcome.pages, "file")
    guard !verification.differences.isEmpty else {
      terminal.note(
        "\(count) \(verification.outcome.pages == 1 ? "is as a clean build makes it" : "are as a clean build makes them")"
      )
      return
    }
    for difference in verification.differences {
      try terminal.output("\(DiagnosticPrinter.printable(difference.path)): \(Self.text(of: difference.kind))\n")
    }
    terminal.note(
      "\(SiteArguments.count(verification.differences.count, "difference")) from the \(count) of a clean build")
    throw ExitStatus.siteHasErrors
  }

  private static func text(of kind: Verification.Difference.Kind) -> String {
    switch kind {
    case .missing: "missing"
    case .differs: "differs"
    case .unclaimed: "no page claims it"
    }
  }
}
