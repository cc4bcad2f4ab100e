import CellistContent
import CellistTemplates

/// How an output folder differs from what a clean build makes.
package struct Verification: Sendable {
  /// A place in the output folder where something else is than in a clean build.
  package struct Difference: Hashable, Sendable {
    package enum Kind: String, Sendable { case missing, differs, unclaimed, empty }

    /// The path below the output folder; a folder's ends in a slash.
    package let path: String
    package let kind: Kind
  }

  /// Why nothing could be verified.
  package enum Failure: Error, Equatable {
    /// It is not known what the last build was asked to do.
    case noState(reason: String)
    case output(OutputFolder.Failure)
  }

  /// Of the clean build.
  package let outcome: SiteBuilder.Outcome
  /// What differs, in order of path; nothing when the site has errors.
  package var differences: [Difference] = []
}

extension SiteBuilder {
  /// Compares every byte of the last build's output with a clean build of the site under the same options.
  ///
  /// The pages are made one by one and not kept. The output is locked as a build locks it, and not changed.
  ///
  /// - Throws: `Verification.Failure`.
  package static func verify(
    _ tree: SourceTree, _ destination: Destination, _ lists: [TypedList] = []
  ) throws(Verification.Failure) -> Verification {
    do {
      guard let folder = try OutputFolder.existing(destination.output), let file = destination.stateFile else {
        throw StateFile.Absence(reason: "nothing has been built there yet")
      }
      let build = try file.load().build
      var options = BuildOptions(base: build.base, drafts: build.drafts, now: build.now)
      options.lists = lists
      let ledger = SourceLedger(tree, SourceListing(tree), nil)
      let (plan, outcome) = SiteBuilder(tree, options).plan(ledger)
      guard let plan, !outcome.hasErrors else { return Verification(outcome: outcome) }
      let verification = try Verification(of: folder, plan, ledger.tree, outcome)
      if let path = ledger.contradictory {
        throw OutputFolder.Failure.io("\(path): the file changed while the site was verified")
      }
      return verification
    } catch let absence as StateFile.Absence {
      throw .noState(reason: absence.reason)
    } catch let failure as OutputFolder.Failure {
      throw .output(failure)
    } catch {
      throw .output(.io("\(error)"))
    }
  }
}

extension Verification {
  fileprivate init(
    of folder: OutputFolder, _ plan: SitePlan, _ tree: SourceTree, _ outcome: SiteBuilder.Outcome
  ) throws(OutputFolder.Failure) {
    self.outcome = outcome
    let inventory = try OutputInventory(of: folder, keep: plan.keep)
    let pages = plan.pages
    let results = parallelMap(pages.count) { index in
      Result { () throws(OutputFolder.Failure) in try Self.difference(pages[index], tree, folder, inventory) }
    }
    for result in results { if let difference = try result.get() { differences.append(difference) } }
    let claimed = Set(pages.map { Array($0.path.utf8) })
    for path in inventory.entries.keys where !claimed.contains(path) {
      differences.append(Difference(path: String(decoding: path, as: UTF8.self), kind: .unclaimed))
    }
    for path in inventory.emptyFolders {
      differences.append(Difference(path: "\(String(decoding: path, as: UTF8.self))/", kind: .empty))
    }
    differences.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  private static func difference(
    _ page: Page, _ tree: SourceTree, _ folder: OutputFolder, _ inventory: OutputInventory
  ) throws(OutputFolder.Failure) -> Difference? {
    guard let isFile = inventory.entries[Array(page.path.utf8)] else {
      return Difference(path: page.path, kind: .missing)
    }
    var buffer = ByteBuffer()
    let wanted = try page.bytes(from: tree, &buffer)
    guard isFile, try OutputFolder.bytes(of: page.path, in: folder.root) == wanted else {
      return Difference(path: page.path, kind: .differs)
    }
    return nil
  }
}
