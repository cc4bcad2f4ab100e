import ArgumentParser
import CellistBuilding
import CellistContent
import CellistOutput
import CellistPublishing
import CellistRecords
import CellistSettings
import Glibc

/// `cellist publish`
struct PublishCommand: SiteCommand {
  static let configuration = CommandConfiguration(
    commandName: "publish", abstract: "Build the site, and take what changed to a target.",
    discussion:
      "Targets are declared in site.yml, under 'publish'. Only changes are sent, and the files at the target are not listed."
  )

  @OptionGroup var arguments: SiteArguments

  @Option(help: ArgumentHelp("Where the site is built; 'site' in the site's folder by default.", valueName: "folder"))
  var output: String?

  @Flag(help: "Say what would be sent and removed, in order, and change nothing at the target.")
  var dryRun = false

  @Flag(help: "Publish the generation before once more, where the target keeps it; nothing is built.")
  var rollback = false

  @Option(help: ArgumentHelp("How many files may be removed; a quarter of them by default.", valueName: "number"))
  var maxDeletions: Int?

  @Option(help: ArgumentHelp("Sign the manifest with this key, as ssh-keygen does.", valueName: "key"))
  var sign: String?

  @Flag(help: "Publish to a target that holds other files, or at which another publisher was interrupted.")
  var takeOver = false

  @Argument(help: "The target's name in site.yml.")
  var target: String

  func validate() throws {
    if let maxDeletions, maxDeletions < 0 { throw ValidationError("--max-deletions must not be negative.") }
  }

  func run(_ lists: [TypedList]) throws {
    let options = try arguments.options(lists)
    let builder = SiteBuilder(arguments.tree, options)
    let (target, settings) = try PublishTargets(arguments.folder).target(self.target, builder)
    var wishes = Publisher.Options(now: time(nil))
    wishes.maxDeletions = maxDeletions
    wishes.takesOver = takeOver
    wishes.signingKey = sign
    let publisher = Publisher(target, of: arguments.site, base: settings.base.text, wishes, .machine)
    do {
      if rollback {
        let root = try publisher.rollBack()
        return Terminal.standard.note("\(self.target) holds generation \(root.generation), as it was before")
      }
      try publish(publisher, target, settings, builder)
    } catch let failure as PublishFailure {
      Terminal.standard.progress("")
      throw ExitStatus.saying(failure)
    } catch let failure as OutputFolder.Failure {
      throw ExitStatus.saying(failure)
    }
  }

  private func publish(
    _ publisher: Publisher, _ target: PublishTarget, _ settings: SiteSettings, _ builder: SiteBuilder
  ) throws {
    let start = ContinuousClock.now
    let whole = arguments.folder.destination(output)
    // Where only the state of the last build was kept, as in CI, what changed since is all that is made.
    if whole.isOutputGone {
      let stage = try StagingFolder()
      let overlay = whole.overlay(in: "\(stage.path)/site")
      do {
        return try publish(publisher, target, settings, builder, from: overlay, start)
      } catch PublishFailure.incomplete {
        Terminal.standard.note("the target lacks more than what changed since the last build; building the whole site")
      }
    }
    try publish(publisher, target, settings, builder, from: whole, start)
  }

  private func publish(
    _ publisher: Publisher, _ target: PublishTarget, _ settings: SiteSettings, _ builder: SiteBuilder,
    from destination: Destination, _ start: ContinuousClock.Instant
  ) throws {
    let terminal = Terminal.standard
    let outcome = try builder.build(into: destination)
    outcome.memory?.keep()
    try arguments.report(outcome, nothingWritten: true)
    arguments.folder.note(outcome, in: destination.output)
    if destination.isOverlay, let reason = outcome.reasonForClean {
      terminal.note("everything was made anew: \(DiagnosticPrinter.printable(reason))")
    }
    guard let manifest = outcome.memory?.manifest else { return }
    // Nobody builds while the files are read. Where nothing changed, there is no overlay.
    let folder = try OutputFolder.existing(destination.output, of: destination.site)
    defer { withExtendedLifetime(folder) {} }
    if dryRun { return try show(publisher.plan(manifest, from: destination.output)) }
    let summary = try publisher.publish(manifest, from: destination.output) { done in
      if start.duration(to: .now) > .milliseconds(500) { terminal.progress("\(done) files sent") }
    }
    terminal.progress("")
    if let reason = summary.repair { terminal.note("sent again what may be wrong there, since \(reason)") }
    if let purge = target.purge { try writePurgeList(summary.plan, settings.base, to: purge) }
    guard !summary.plan.isEmpty else {
      return terminal.note(
        "\(self.target) holds the site already: generation \(summary.generation), "
          + "\(SiteArguments.count(summary.requests, "request")), \(BuildCommand.seconds(since: start)) s")
    }
    terminal.note(
      "\(self.target) holds generation \(summary.generation): \(Self.amount(summary.plan)), "
        + "\(SiteArguments.count(summary.requests, "request")), \(BuildCommand.seconds(since: start)) s")
  }

  private func show(_ plan: PublicationPlan) throws {
    var text = ""
    func removals(_ paths: [String]) { for path in paths { text += "remove \(DiagnosticPrinter.printable(path))\n" } }
    removals(plan.obstacles)
    for entry in plan.steps.flatMap(\.entries) {
      text += "send \(DiagnosticPrinter.printable(entry.path)) \(entry.size)\n"
    }
    removals(plan.deletions)
    try Terminal.standard.output(text)
    Terminal.standard.note("\(Self.amount(plan)); nothing was sent")
  }

  /// "3 files with 12 kB, 1 removed"
  static func amount(_ plan: PublicationPlan) -> String {
    let removed = plan.deletions.count + plan.obstacles.count
    return "\(SiteArguments.count(plan.files, "file")) with \(size(plan.bytes))"
      + (removed > 0 ? ", \(removed) removed" : "")
  }

  /// A number of bytes in the largest unit of which there are ten.
  static func size(_ bytes: Int) -> String {
    for (unit, size) in [("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1_000)] where bytes >= size * 10 {
      return "\(bytes / size) \(unit)"
    }
    return SiteArguments.count(bytes, "byte")
  }

  /// Writes the addresses that answer with something else now, a line each.
  private func writePurgeList(_ plan: PublicationPlan, _ base: SiteBase, to file: String) throws {
    let lines = plan.changed.map { "\(base.canonical(base.url(of: PagePath.address(of: $0))))\n" }
    try Terminal.standard.write(lines.joined(), to: joined(arguments.site, file), "the list of addresses")
  }
}
