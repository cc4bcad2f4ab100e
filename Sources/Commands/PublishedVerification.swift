import CellistBuilding
import CellistOutput
import CellistPublishing
import CellistSettings
import Glibc

/// Compares the published site at a target with a clean build.
struct PublishedVerification {
  private let folder: FolderArguments
  private let destination: Destination

  init(_ folder: FolderArguments, _ output: String?) {
    self.folder = folder
    destination = folder.destination(output)
  }

  func run(_ name: String, isDeep: Bool, _ signers: String?, _ lists: [TypedList]) throws {
    var options = SiteBuilder.lastOptions(destination, now: time(nil)) ?? BuildOptions(now: time(nil))
    options.lists = lists
    let builder = SiteBuilder(folder.tree, options)
    let (target, settings) = try PublishTargets(folder).target(name, builder)
    let publisher = Publisher(
      target, of: folder.site, base: settings.base.text, .init(now: time(nil)), .machine)
    do {
      let stage = try StagingFolder()
      let clean = Destination(
        output: "\(stage.path)/site", state: "\(stage.path)/state.sqlite", program: StateFolder.program, isClean: true)
      let outcome = try builder.build(into: clean)
      try folder.report(outcome, as: .text, nothingWritten: false)
      guard let manifest = outcome.memory?.manifest else { return }
      let differences = try publisher.differences(from: manifest, isDeep: isDeep, signers: signers)
      try report(differences, name, manifest.count, isDeep: isDeep)
    } catch let failure as PublishFailure {
      throw ExitStatus.saying(failure)
    } catch let failure as OutputFolder.Failure {
      throw ExitStatus.saying(failure)
    }
  }

  private func report(_ differences: [Publisher.Difference], _ name: String, _ count: Int, isDeep: Bool) throws {
    let files = SiteArguments.count(count, "file")
    guard !differences.isEmpty else {
      let proof = isDeep ? "" : ", by its manifest; --deep compares their bytes"
      return Terminal.standard.note("\(name) holds the \(files) of a clean build\(proof)")
    }
    for difference in differences {
      try Terminal.standard.output("\(DiagnosticPrinter.printable(difference.path)): \(difference.kind.rawValue)\n")
    }
    Terminal.standard.note(
      "\(SiteArguments.count(differences.count, "difference")) from the \(files) of a clean build")
    throw ExitStatus.siteHasErrors
  }
}
