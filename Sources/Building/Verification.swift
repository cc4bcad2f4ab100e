import CellistBase
import CellistFiles
import CellistOutput
import CellistPages
import CellistRecords
import CellistSettings
import CellistSites
import CellistTemplates

/// How an output folder differs from what a clean build makes.
package struct Verification: Sendable {
  /// A file in the output folder that differs from a clean build.
  package struct Difference: Hashable, Sendable {
    package enum Kind: String, Sendable {
      case missing, differs
      /// A build wrote it, and no page claims it any more.
      case unclaimed
    }

    /// The path below the output folder.
    package let path: String
    package let kind: Kind
  }

  /// Why nothing could be verified.
  package enum Failure: Error, Equatable {
    /// It is not known what the last build was asked to do.
    case noState(reason: String)
    case output(OutputFolder.Failure)
  }

  /// The clean build's.
  package fileprivate(set) var outcome: SiteBuilder.Outcome
  /// The differences, in order of path; none when the site has errors.
  package var differences: [Difference] = []
  /// The faults of the site that only making its pages shows.
  fileprivate var unmade = Diagnostics()
}

extension SiteBuilder {
  /// The options of the last build into a folder, as of now; nil where they are not known.
  package static func lastOptions(_ destination: Destination, now: Int) -> BuildOptions? {
    guard let build = (try? destination.stateFile?.load())?.build else { return nil }
    return BuildOptions(base: build.base, drafts: build.drafts, now: now)
  }
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
      guard let folder = try OutputFolder.existing(destination.output, of: destination.site),
        let file = destination.stateFile
      else {
        throw StateFile.Absence(reason: "nothing has been built there yet")
      }
      let build = try file.load().build
      var options = BuildOptions(base: build.base, drafts: build.drafts, now: build.now)
      options.lists = lists
      let ledger = SourceLedger(tree, SourceListing(tree))
      let (plan, outcome) = SiteBuilder(tree, options).plan(ledger)
      guard let plan, !outcome.hasErrors else { return Verification(outcome: outcome) }
      var verification = try Verification(of: folder, plan, ledger.tree, .vips(destination.programs), outcome)
      if verification.unmade.hasErrors {
        verification.outcome.diagnostics = SiteBuilder(tree, options).located(verification.unmade)
      }
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
    of folder: OutputFolder, _ plan: SitePlan, _ tree: SourceTree, _ thumbnailer: Thumbnailer,
    _ outcome: SiteBuilder.Outcome
  ) throws(OutputFolder.Failure) {
    self.outcome = outcome
    let pages = plan.pages
    let results = parallelMap(pages.count) { index in
      Result { () throws(OutputFolder.Failure) in
        var found = Diagnostics()
        return (try Self.difference(pages[index], tree, thumbnailer, folder, &found), found)
      }
    }
    for result in results {
      let (difference, found) = try result.get()
      if let difference { differences.append(difference) }
      unmade.append(found)
    }
    guard !unmade.hasErrors else {
      differences = []
      return
    }
    let claimed = Set(names: pages.lazy.map(\.path))
    for path in try OwnedFiles(in: folder)?.paths ?? [] where !claimed.contains(path) {
      if folder.file(at: path.text) != nil { differences.append(Difference(path: path.text, kind: .unclaimed)) }
    }
    differences.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  private static func difference(
    _ page: Page, _ tree: SourceTree, _ thumbnailer: Thumbnailer, _ folder: OutputFolder,
    _ diagnostics: inout Diagnostics
  ) throws(OutputFolder.Failure) -> Difference? {
    guard let present = folder.file(at: page.path) else { return Difference(path: page.path, kind: .missing) }
    var buffer = ByteBuffer()
    guard try page.bytes(from: tree, thumbnailer, &buffer, &diagnostics) == present else {
      return Difference(path: page.path, kind: .differs)
    }
    return nil
  }
}
