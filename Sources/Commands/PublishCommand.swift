import ArgumentParser
import CellistBase
import CellistBuilding
import CellistOutput
import CellistPublishing
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

  @Flag(help: "End at once where nothing has come due since the last publication, as its date of publishing or expiry.")
  var due = false

  @Option(
    help: ArgumentHelp(
      "Publish to a folder of a branch, such as pr/12, beside the branch's own site, which stays as it is.",
      valueName: "folder"))
  var below: String?

  @Flag(help: "With --below: take that folder away.")
  var remove = false

  @Flag(help: "Publish to a target that holds other files, or at which another publisher was interrupted.")
  var takeOver = false

  @Flag(help: "Read every file at the target, and send again those that are missing or were changed there.")
  var repair = false

  @Argument(help: "The target's name in site.yml.")
  var target: String

  func validate() throws {
    if let maxDeletions, maxDeletions < 0 { throw ValidationError("--max-deletions must not be negative.") }
    if remove, below == nil || dryRun || rollback || due {
      throw ValidationError("--remove goes with --below, and with no other.")
    }
    if rollback, dryRun || sign != nil {
      throw ValidationError("--rollback publishes at once, and goes with neither --dry-run nor --sign.")
    }
    if repair, rollback || remove || due {
      throw ValidationError("--repair goes with none of --rollback, --remove and --due.")
    }
    if due, dryRun || rollback { throw ValidationError("--due publishes, or ends at once.") }
  }

  func run(_ lists: [TypedList]) throws {
    var options = try arguments.options(lists)
    var builder = SiteBuilder(arguments.tree, options)
    var (target, settings) = try PublishTargets(arguments.folder).target(self.target, builder)
    if let below {
      do { target = try target.below(below) } catch { throw ExitStatus.saying(error) }
      options.base = "\(settings.base.text)\(below)/"
      builder = SiteBuilder(arguments.tree, options)
      (_, settings) = try PublishTargets(arguments.folder).target(self.target, builder)
    }
    var wishes = Publisher.Options(now: time(nil))
    wishes.maxDeletions = maxDeletions
    wishes.takesOver = takeOver
    wishes.repairs = repair
    wishes.signingKey = sign
    wishes.keepsAddresses = settings.keepsAddresses
    let purge = try purgeList(target, settings.base)
    let publisher = Publisher(target, of: arguments.site, base: settings.base.text, wishes, .machine)
    do {
      if rollback {
        let root = try publisher.rollBack { paths throws(PublishFailure) in
          try purge?.note(paths, isResumed: false)
        }
        return Terminal.standard.note("\(self.target) holds generation \(root.generation), as it was before")
      }
      if remove {
        let count = try publisher.remove()
        return Terminal.standard.note("\(SiteArguments.count(count, "file")) removed below \(below ?? "")")
      }
      if due, let expectation = publisher.expectation, !expectation.isOver(at: options.instant(in: settings.zone)) {
        let next = expectation.instant == nil ? "" : "; it changes next on \(expectation.text)"
        return Terminal.standard.note("nothing is due at \(self.target)\(next)")
      }
      try publish(publisher, purge, settings, builder)
    } catch let failure as PublishFailure {
      Terminal.standard.progress("")
      if rollback, case .lost(let paths, _) = failure { tell(paths, [:], "would go away") }
      throw ExitStatus.saying(failure)
    } catch let failure as OutputFolder.Failure {
      throw ExitStatus.saying(failure)
    }
  }

  private func publish(
    _ publisher: Publisher, _ purge: PurgeList?, _ settings: SiteSettings, _ builder: SiteBuilder
  ) throws {
    let start = ContinuousClock.now
    let whole = arguments.folder.destination(output)
    // If only the state of the last build was kept, as in CI, only the files that changed since are made.
    if whole.isOutputGone {
      let stage = try StagingFolder()
      let overlay = whole.overlay(in: "\(stage.path)/site")
      do {
        return try publish(publisher, purge, settings, builder, from: overlay, start)
      } catch PublishFailure.incomplete {
        Terminal.standard.note("the target lacks more than what changed since the last build; building the whole site")
      }
    }
    try publish(publisher, purge, settings, builder, from: whole, start)
  }

  private func publish(
    _ publisher: Publisher, _ purge: PurgeList?, _ settings: SiteSettings, _ builder: SiteBuilder,
    from destination: Destination, _ start: ContinuousClock.Instant
  ) throws {
    let terminal = Terminal.standard
    let outcome = try builder.build(into: destination)
    var publisher = publisher
    publisher.options.expectation = Expectation(
      instant: outcome.next?.instant, text: outcome.next.map { DiagnosticPrinter.printable($0.text) } ?? "")
    if settings.changes != nil { publisher.options.changes = outcome.memory?.exports }
    outcome.memory?.keep()
    try arguments.report(outcome, nothingWritten: true)
    arguments.folder.note(outcome, in: destination.output)
    if destination.isOverlay, let reason = outcome.reasonForClean {
      terminal.note("everything was made anew: \(DiagnosticPrinter.printable(reason))")
    }
    guard let manifest = outcome.memory?.manifest else { return }
    // No other build runs while the files are read. If nothing changed, there is no overlay.
    let folder = try OutputFolder.existing(destination.output, of: destination.site)
    defer { withExtendedLifetime(folder) {} }
    for excess in (settings.host.flatMap { HostLimits.of($0.name) } ?? HostLimits.of(publisher.target))?.excesses(
      of: manifest)
      ?? []
    {
      terminal.note("warning: \(DiagnosticPrinter.printable(excess))")
    }
    let memory = outcome.memory
    func known(_ lost: [String], new: [String]) -> [String: LostAddress] {
      lost.isEmpty ? [:] : memory.map { builder.lost(lost, since: $0, in: destination, new: Set(new)) } ?? [:]
    }
    if dryRun {
      let plan = try publisher.plan(manifest, from: destination.output)
      return try show(plan, known(plan.lost, new: plan.new))
    }
    let summary = try send(manifest, publisher, purge, from: destination.output, known, start)
    terminal.progress("")
    if let reason = summary.repair { terminal.note("sent again what may be wrong there, since \(reason)") }
    tell(summary.plan.lost, known(summary.plan.lost, new: summary.plan.new), "went away")
    guard !summary.plan.isEmpty else {
      return terminal.note(
        "\(self.target) holds the site already: generation \(summary.generation), "
          + "\(SiteArguments.count(summary.requests, "request")), \(BuildCommand.seconds(since: start)) s")
    }
    terminal.note(
      "\(self.target) holds generation \(summary.generation): \(Self.amount(summary.plan)), "
        + "\(SiteArguments.count(summary.requests, "request")), \(BuildCommand.seconds(since: start)) s")
  }

  private func send(
    _ manifest: Manifest, _ publisher: Publisher, _ purge: PurgeList?, from output: String,
    _ known: ([String], _ new: [String]) -> [String: LostAddress], _ start: ContinuousClock.Instant
  ) throws(PublishFailure) -> Publisher.Summary {
    do throws(PublishFailure) {
      return try publisher.publish(manifest, from: output) { plan, isResumed throws(PublishFailure) in
        try purge?.note(plan.changed, isResumed: isResumed)
      } progress: { done in
        if start.duration(to: .now) > .milliseconds(500) { Terminal.standard.progress("\(done) files sent") }
      }
    } catch {
      if case .lost(let paths, let new) = error { tell(paths, known(paths, new), "would go away") }
      throw error
    }
  }

  /// Prints the addresses that visitors lose, and the redirects that keep those of records with a new address.
  private func tell(_ paths: [String], _ known: [String: LostAddress], _ verb: String) {
    guard !paths.isEmpty else { return }
    let lost = paths.map { path in
      known[path] ?? LostAddress(record: "", from: "/\(PagePath.address(of: path))", to: nil)
    }
    var text = "addresses that \(verb): \(lost.count)\n"
    for one in lost.prefix(40) {
      text += "  \(DiagnosticPrinter.printable(one.from + (one.record.isEmpty ? "" : " (\(one.record))")))\n"
    }
    if lost.count > 40 { text += "  and \(lost.count - 40) more\n" }
    let kept = DiffPrinter.redirects(lost)
    if !kept.isEmpty { text += "to keep them, in site.yml:\n\(kept)" }
    Terminal.standard.note(text, ending: "")
  }

  private func show(_ plan: PublicationPlan, _ known: [String: LostAddress]) throws {
    var text = ""
    func removals(_ paths: [String]) { for path in paths { text += "remove \(DiagnosticPrinter.printable(path))\n" } }
    removals(plan.obstacles)
    for entry in plan.steps.flatMap(\.entries) {
      text += "send \(DiagnosticPrinter.printable(entry.path)) \(entry.size)\n"
    }
    removals(plan.deletions)
    try Terminal.standard.output(text)
    tell(plan.lost, known, "would go away")
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

  /// The file for the changed addresses; nil if the target names none.
  private func purgeList(_ target: PublishTarget, _ base: SiteBase) throws -> PurgeList? {
    guard let path = target.purge else { return nil }
    do {
      let output = output ?? joined(arguments.site, "site")
      return try PurgeList(joined(arguments.site, path), base, of: arguments.site, output: output)
    } catch {
      throw ExitStatus.saying(error)
    }
  }
}
